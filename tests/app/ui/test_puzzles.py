"""Puzzles in the program: packs in More Modes, a board that becomes a puzzle, and the command."""

from pathlib import Path

import pytest
from textual.widgets import Input

from piecement.cli.commands import puzzle
from piecement.cli.main import run
from piecement.session.puzzle_packs import BUILT_IN, all_packs, stages_of
from piecement.ui.launch import Launch
from piecement.ui.menu_graph import Node
from piecement.ui.screens.board_editor import BoardEditorScreen
from piecement_engine.fumen import Page, Quiz, encode
from tests.app.session.test_puzzle_files import GOOD
from tests.app.walking import Player, notifications_of, playing, text_of


def launch_with(folder: Path, name: str, text: str) -> Launch:
    """Write a puzzle into a folder, and return how an application with it starts."""
    path = folder / "puzzles" / f"{name}.puzzle.toml"
    path.parent.mkdir(parents=True)
    path.write_text(text)
    return Launch(data_folder=folder)


async def come_back(player: Player) -> None:
    """Leave a result, and go back to the puzzles."""
    await player.press("escape")
    await player.settle()
    await player.go_to(Node.PRACTICE)
    await player.go_to(Node.PUZZLES)
    await player.press("end")


async def test_a_pack_is_played(tmp_path: Path) -> None:
    launch = launch_with(tmp_path, "slots/1", GOOD)
    (tmp_path / "puzzles" / "bad.puzzle.toml").write_text("title = 3")
    async with playing(launch=launch, size=(100, 60), at=Node.MORE_MODES) as player:
        shown, warnings = text_of(player.app), notifications_of(player.app)
        await player.press("slash", *"slots", "enter", "enter")
        await player.wait_ms(300)
        session = player.session

        assert all(name in shown for name in ("PUZZLES", "T spins", "Perfect clears", "Downstacking", "Slots"))
        assert warnings == ["puzzles/bad.puzzle.toml: line 1: input should be a valid string."]
        assert stages_of(session.plan.mode)[0].name == "First slot"
        assert "1 of 1" in text_of(player.app)


async def test_a_pack_is_listed_as_soon_as_it_is_written(tmp_path: Path) -> None:
    launch = launch_with(tmp_path, "slots/1", GOOD)
    async with playing(launch=launch, size=(100, 60), at=Node.MORE_MODES) as player:
        before = text_of(player.app)
        launch_with(tmp_path, "more/1", GOOD)
        (tmp_path / "puzzles" / "slots" / "2.puzzle.toml").write_text("title = 3")
        await player.wait_for(lambda: "More" in text_of(player.app))
        await player.wait_for(lambda: bool(notifications_of(player.app)))

        assert "Slots" in before
        assert "Slots" not in text_of(player.app)
        assert notifications_of(player.app) == ["puzzles/slots: 2.puzzle.toml: line 1: input should be a valid string."]


async def test_a_board_is_saved_as_a_puzzle_and_tried(tmp_path: Path) -> None:
    async with playing(launch=Launch(data_folder=tmp_path), at=Node.BOARD_EDITOR) as player:
        editor = player.screen_as(BoardEditorScreen)
        editor.action_store_puzzle()
        await player.settle()
        refused = text_of(player.app)
        await player.paste(encode([Page(field=("XXXX.XXXXX", "XXXX...XXX"), comment=Quiz("", "T", "").text)]))
        editor.action_store_puzzle()
        await player.settle()
        session = player.session

        assert "pieces" in refused
        assert stages_of(session.plan.mode)[0].rows == ("####...###", "####.#####")
        assert [path.name for path in (tmp_path / "puzzles").iterdir()] == ["Puzzle.puzzle.toml"]


async def test_no_puzzle_replaces_that_of_another_board(tmp_path: Path) -> None:
    """Files are named by letters from A to Z only, and boards without a name share one."""
    async with playing(launch=Launch(data_folder=tmp_path), at=Node.BOARD_EDITOR) as player:
        editor = player.screen_as(BoardEditorScreen)
        for name, rows in ((None, 2), (None, 1), (None, 1), ("Я", 2), ("Ж", 2), ("Ж", 1)):
            await player.paste(encode([Page(field=("####.#####", "###...####")[:rows], comment="#Q=[](T)")]))
            if name is not None:
                await player.press("w")
                player.app.screen.query_one("#line", Input).value = name
                await player.press("enter")
            editor.action_store_puzzle()
            await player.settle()
            await player.go_to(Node.BOARD_EDITOR)
            editor = player.screen_as(BoardEditorScreen)
        texts = {path.name: path.read_text("utf-8") for path in (tmp_path / "puzzles").iterdir()}

        assert sorted(texts) == [
            "Puzzle.puzzle.toml", "Puzzle_2.puzzle.toml", "_.puzzle.toml", "__2.puzzle.toml",
        ]  # fmt: skip
        assert 'title = "Ж"' in texts["__2.puzzle.toml"]
        assert texts["__2.puzzle.toml"].count("\n") == texts["_.puzzle.toml"].count("\n") - 1


def test_packs_are_listed(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["puzzle"]) == 0
    assert capsys.readouterr().out.split() == ["tetrs", "downstacking", "golf_course", "perfect_clears", "t_spins"]


def test_puzzles_are_checked(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "1.puzzle.toml").write_text(GOOD)
    (tmp_path / "2.puzzle.toml").write_text(GOOD.replace("##........\n", "").replace("First slot", "No roof"))
    (tmp_path / "3.puzzle.toml").write_text(GOOD.replace('"T"', '"IT"').replace("First slot", "Spare") + "par = 1\n")
    (tmp_path / "4.puzzle.toml").write_text(GOOD.replace('"T"', '"TO"').replace("First slot", "Par") + "par = 1\n")
    status = run(["puzzle", "--check", str(tmp_path)])

    assert status == 1
    assert capsys.readouterr().out.splitlines() == [
        "1 First slot: solvable in 1 way, par 1",
        "2 No roof: impossible",
        "3 Spare: the par is 2, not 1",
        "4 Par: solvable in 1 way, par 1",
    ]


def test_a_check_gives_up_in_time(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    times = iter(range(0, 10**15, 61 * 10**9))
    monkeypatch.setattr(puzzle, "now_ns", lambda: next(times))
    (tmp_path / "1.puzzle.toml").write_text(GOOD.replace('"T"', '"TSZTSZTSZ"').replace("= 2", "= 4"))

    assert run(["puzzle", "--check", str(tmp_path)]) == 1
    assert capsys.readouterr().out == "1 First slot: not decided within 60 s\n"


@pytest.mark.parametrize("pack", ["nonsense", "no/such/folder", str(BUILT_IN)])
def test_a_missing_pack_is_one_sentence(pack: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["puzzle", pack]) == 2
    assert capsys.readouterr().err.count("\n") == 1


def test_a_pack_starts_by_its_name(monkeypatch: pytest.MonkeyPatch) -> None:
    launches: list[Launch] = []

    def play(launch: Launch) -> int:
        launches.append(launch)
        return 0

    monkeypatch.setattr(puzzle, "play_from_terminal", play)

    assert run(["puzzle", "t_spins"]) == 0
    plan = launches[0].plan
    assert plan is not None
    assert plan.mode.title == "T spins"


async def test_puzzles_are_listed_played_and_remembered(tmp_path: Path) -> None:
    async with playing(launch=launch_with(tmp_path, "mine", GOOD), size=(100, 60), at=Node.PUZZLES) as player:
        await player.press("end")
        shown = text_of(player.app)
        await player.press("h", "h")
        hinted = text_of(player.app)
        await player.press("enter")
        await player.wait_ms(300)
        for _ in range(5):
            await player.press("x", "up")
            await player.wait_ms(700)
        await player.wait_ms(2000)
        await come_back(player)

        assert all(text in shown for text in ("FIRST SLOT  0/1", "T SPINS", "Goal: 2 lines by one spin", "By Anna"))
        assert "Not tried yet." in shown
        assert all(text in hinted for text in ("The T rotates under the roof.", "Come in from the right."))
        assert "Tries 5, solved 0." in text_of(player.app)


async def test_the_best_of_a_puzzle_is_shown_beside_its_par(tmp_path: Path) -> None:
    hole = 'title = "Hole"\nboard = "######...."\npieces = "IO"\ngoal = "lines"\ncount = 1\npar = 1\n'
    async with playing(launch=launch_with(tmp_path, "hole", hole), size=(100, 60), at=Node.PUZZLES) as player:
        await player.press("end")
        before = text_of(player.app)
        await player.press("enter")
        await player.wait_ms(300)
        for keys in ("right", "right", "right", "up"):
            await player.press(keys)
            await player.wait_ms(50)
        await player.wait_ms(2500)
        result = text_of(player.app)
        await come_back(player)

        assert "Par 1" in before
        assert "par 1 · 4 presses" in result
        assert "Par 1 · best 1 piece" in text_of(player.app)


def test_titles_of_puzzles_say_what_is_in_them() -> None:
    packs, faults = all_packs(Path("nowhere"))
    titles = [stage.name for pack in packs[1:] for stage in pack.stages]

    assert faults == ()
    assert len(titles) == len(set(titles)) == 40
    assert not any(title.split()[-1].isdigit() for title in titles)
