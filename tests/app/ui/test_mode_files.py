"""Modes as files in the program: listed, read again while it runs, started by name, and written by the rule editor."""

import os
from collections.abc import Generator
from pathlib import Path

import pytest

from piecement.cli.main import run
from piecement.cli.play_options import launch_from
from piecement.settings.own_files import OwnFiles
from piecement.ui.launch import Launch
from piecement.ui.menu_graph import Node
from piecement.ui.screens.rule_editor import RuleEditorScreen
from piecement_base.modes import mode_headline
from piecement_base.ranking import ranking_keys
from piecement_engine import MODES
from tests.app.walking import labels_of, notifications_of, playing, text_of, words_of

SLOW = 'title = "Slow"\ntext = "No hurry"\n[rules]\nstart_level = 2\n[win]\nlines = 12\n'


@pytest.fixture(autouse=True)
def _nothing_left(tmp_path: Path) -> Generator[None]:
    yield
    OwnFiles(tmp_path / "nowhere")
    assert "slow" not in MODES


@pytest.fixture
def file(tmp_path: Path) -> Path:
    path = tmp_path / "modes" / "slow.toml"
    path.parent.mkdir()
    path.write_text(SLOW)
    return path


async def test_it_is_listed_and_played(file: Path, tmp_path: Path) -> None:
    async with playing(launch=Launch(data_folder=tmp_path), size=(100, 50), at=Node.MORE_MODES) as player:
        shown = text_of(player.app)
        await player.press("slash", *"slow", "enter", "enter")
        session = player.session

        assert "YOUR OWN MODES" in shown
        assert (session.plan.mode.name, session.view.rules.start_level) == (file.stem, 2)


async def test_it_is_read_again_while_the_program_runs(file: Path, tmp_path: Path) -> None:
    async with playing(launch=Launch(data_folder=tmp_path), size=(100, 50), at=Node.MORE_MODES) as player:
        file.write_text(SLOW.replace("Slow", "Fast"))
        os.utime(file, ns=(1, 1))
        (file.parent / "next.toml").write_text('title = "Next one"')
        await player.wait_for(lambda: "next" in labels_of(player))
        shown = text_of(player.app)
        file.write_text(SLOW.replace("= 2", "= 'x'"))
        await player.wait_for(lambda: bool(notifications_of(player.app)))

        assert "Fast" in shown
        assert "modes/slow.toml: line 4: start_level is 'x'" in notifications_of(player.app)[0]
        assert MODES["slow"].title == "Fast"


async def test_the_rule_editor_writes_one(tmp_path: Path) -> None:
    async with playing(launch=Launch(data_folder=tmp_path), at=Node.RULE_EDITOR) as player:
        editor = player.screen_as(RuleEditorScreen)
        editor.read('{"name":"My rules!","rules":{"start_level":3}}')
        await player.press("w")
        editor.read('{"name":"My rules!","rules":{"start_level":4}}')
        await player.press("w")
        first = MODES["My_rules_"].rules.start_level
        editor.read('{"name":"My rules?","rules":{"start_level":5}}')
        await player.press("w")
        (tmp_path / "modes" / "My_rules_.toml").write_text('title = "My rules!"\n# by hand\n')
        editor.read('{"name":"My rules!","rules":{"start_level":6}}')
        await player.press("w")

        assert [first, *(MODES[f"My_rules__{number}"].rules.start_level for number in (2, 3))] == [4, 5, 6]
        assert "by hand" in (tmp_path / "modes" / "My_rules_.toml").read_text()
        await player.go_to(Node.MORE_MODES)
        assert "My_rules_" in labels_of(player)


async def test_a_guest_writes_no_file(tmp_path: Path) -> None:
    async with playing(launch=Launch(data_folder=tmp_path, save=False)) as player:
        for node, key in ((Node.RULE_EDITOR, "w"), (Node.RULE_EDITOR, "shift+delete")):
            await player.go_to(node)
            await player.press(key)
            assert "This run saves nothing" in words_of(player.app)

    assert not list(tmp_path.rglob("*.toml"))


async def test_a_removed_one_is_listed_no_more(file: Path, tmp_path: Path) -> None:
    async with playing(launch=Launch(data_folder=tmp_path), size=(100, 50), at=Node.MORE_MODES) as player:
        assert "slow" in labels_of(player)
        file.unlink()
        await player.wait_for(lambda: "slow" not in labels_of(player))

        assert "slow" not in MODES
        assert (ranking_keys("slow"), mode_headline("slow")) == (("-score", "time"), "score")


def test_it_starts_by_its_name(file: Path, tmp_path: Path) -> None:
    plan = launch_from(["--mode", file.stem, "--data-dir", str(tmp_path)], {}).plan
    assert plan is not None
    assert plan.mode.rules.start_level == 2


@pytest.mark.parametrize(
    ("name", "text", "fault"),
    [
        ("marathon", SLOW, "The name marathon is that of a built-in one."),
        ("a b", SLOW, "A name has 1 to 24 letters"),
        ("deep", "x = " + "[" * 5000, "The file cannot be read."),
        ("large", "#" * 200_000, "The file is larger than 100 kB."),
        ("binary", "\x00\x01", "The file is not valid TOML"),
    ],
)
def test_a_bad_file_is_told(
    name: str, text: str, fault: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "modes").mkdir()
    (tmp_path / "modes" / f"{name}.toml").write_text(text)
    marathon = MODES["marathon"]
    files = OwnFiles(tmp_path)
    run(["doctor", "--data-dir", str(tmp_path)])

    assert files.faults[0].startswith(f"modes/{name}.toml: {fault}")
    assert fault[:20] in capsys.readouterr().out
    assert MODES["marathon"] is marathon
