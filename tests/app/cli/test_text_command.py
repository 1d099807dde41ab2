"""Games in plain lines: `piecement text` answers each command, and keeps an ordinary recording."""

import io
from collections.abc import Iterable, Mapping
from dataclasses import replace
from pathlib import Path
from typing import Protocol

import pytest

from piecement.cli.commands.text import REFLEX
from piecement.cli.text_game import COMMANDS, TextGame
from piecement.session.session import Session
from piecement.storage.game_query import ALL
from piecement_base.daily import daily_seed, utc_day
from piecement_base.language import LANGUAGES, text_in
from piecement_base.origin import BY_TEXT as BY_TEXT_OPTIONS
from piecement_base.plan import Plan
from piecement_engine import MODES, Recording
from piecement_engine.modes import OptionValue
from piecement_engine.play import Position, game_of, place
from tests.app.kept_games import record_of, store_in
from tests.app.stand_ins import ManualClock
from tests.programs import Said, run_in_bytes
from tests.sampling import together

BY_TEXT = sorted(set(MODES) - REFLEX - {"ascent"})


class Playing(Protocol):
    def __call__(self, *lines: str, options: tuple[str, ...] = ...) -> tuple[int, list[str], str]: ...


class Typed(io.TextIOWrapper):
    """Standard input of lines."""

    def __init__(self, lines: Iterable[str]) -> None:
        super().__init__(io.BytesIO("".join(f"{line}\n" for line in lines).encode()))


@pytest.fixture
def played(tmp_path: Path, said: Said, monkeypatch: pytest.MonkeyPatch) -> Playing:
    """A run of the command on some lines, in one folder; it returns the status and the lines of both outputs."""

    def play(*lines: str, options: tuple[str, ...] = ("--seed", "7")) -> tuple[int, list[str], str]:
        monkeypatch.setattr("sys.stdin", Typed(lines))
        status, out, error = said("text", *options, "--data-dir", tmp_path)
        return status, out.splitlines(), error

    return play


def test_a_column_places_the_piece(played: Playing) -> None:
    status, out, _ = played("4 twice", "hold", "2 left")

    assert status == 0
    assert out == [
        "40 Lines. 40 left. You have O. Next Z I T O. Hold empty.",
        "Heights 0 0 0 0 0 0 0 0 0 0.",
        "O at 4 to 5.",
        "40 left. You have Z. Next I T O S. Hold empty.",
        "Heights 0 0 0 2 2 0 0 0 0 0.",
        "40 left. You have I. Next T O S L. Hold Z.",
        "Heights 0 0 0 2 2 0 0 0 0 0.",
        "I at 2.",
        "40 left. You have T. Next O S L J. Hold Z.",
        "Heights 0 4 0 2 2 0 0 0 0 0.",
    ]


def test_no_escape_sequence_is_printed(tmp_path: Path) -> None:
    """By the real program, through pipes."""
    said = b"list\nboard\nhelp\nhint\n4\nend\n"
    done = run_in_bytes("text", "--seed", "7", "--data-dir", str(tmp_path), stdin=said)

    assert done.returncode == 0
    assert b"\x1b" not in done.stdout
    assert done.stdout.splitlines()[0] == b"40 Lines. 40 left. You have O. Next Z I T O S. Hold empty."
    assert not done.stderr


@pytest.mark.parametrize("mode", [*BY_TEXT, *sorted(REFLEX)])
def test_every_mode_can_be_played(played: Playing, mode: str) -> None:
    clock = ("--clock",) if mode in REFLEX else ()
    status, out, err = played("go 1", "hold", "list", "go 2", "end", options=("--mode", mode, "--seed", "7", *clock))

    assert (status, err) == (0, "")
    assert out[-1].startswith(("Game over", "New best"))


@pytest.mark.parametrize("mode", BY_TEXT)
def test_the_recording_is_that_of_the_same_placements(played: Playing, tmp_path: Path, mode: str) -> None:
    played("go 3", "go 5", "go 1", "end", options=("--mode", mode, "--seed", "11"))
    recording = stored_recording(tmp_path)
    game = game_of(mode, recording.setup.seed, rules=own_rules(recording, mode))
    for number in (3, 5, 1):
        if game.view.end is not None:  # two rows win
            break
        own = [each for each in Position.of(game).placements if not each.hold]
        place(game, sorted(own, key=lambda each: (each.piece.x, each.piece.orientation, each.piece.y))[number - 1])

    assert list(recording.inputs)[: len(game.inputs)] == list(game.inputs)
    recording.verify()


@pytest.mark.parametrize("pack", ["t_spins", "perfect_clears", "downstacking", "golf_course", "tetrs"])
def test_puzzles_are_played_by_text(played: Playing, tmp_path: Path, pack: str) -> None:
    status, out, err = played("board", "list", "go 1", "hint", "end", options=("--puzzle", pack))

    assert (status, err) == (0, "")
    assert "Stage 1 of " in out[0]
    stored_recording(tmp_path).verify()


def test_own_modes_are_played_by_text(played: Playing, tmp_path: Path) -> None:
    (tmp_path / "modes").mkdir()
    (tmp_path / "modes" / "slow.toml").write_text('title = "Slow Forty"\nlike = "40_lines"\n')
    _, first, _ = played("4", "quit", options=("--mode", "slow", "--seed", "7"))
    status, again, _ = played("1", "end", options=("--continue",))

    assert status == 0
    assert first[0].startswith("Slow Forty. 40 left.")
    assert again[1] == "Heights 0 0 0 2 2 0 0 0 0 0."


def test_a_solved_puzzle_leads_to_the_next_stage(played: Playing) -> None:
    _, out, _ = played("go 16", options=("--puzzle", "t_spins"))

    assert "Goal: 2 lines by one spin." in out[0]
    assert "Stage 2 of 10" in out[2]


def stored_recording(folder: Path) -> Recording:
    return store_in(folder).games.recording(1)


def own_rules(recording: Recording, mode: str) -> dict[str, object]:
    fixed = MODES[mode].fixed({})
    given = recording.setup.rules.to_dict()
    return {name: value for name, value in given.items() if name not in fixed}


def test_undo_and_redo_lead_to_the_same_board(played: Playing) -> None:
    _, out, _ = played("4", "hold", "1", "board", "undo", "board", "redo", "board")
    boards = [line for line in out if len(line) == 10 and set(line) <= set(".IJLOSTZ")]

    assert boards == ["IIII......", *["...OO....."] * 4, "IIII......", *["...OO....."] * 2]


def test_redo_repeats_pieces_that_fell_by_themselves() -> None:
    """With a clock: one piece is placed, and another falls while the player thinks."""
    clock = ManualClock()
    plan = Plan(MODES["marathon"], seed=7)
    game = TextGame(Session(plan, plan.game({}), clock))
    game.answer("1")
    while game.session.view.pieces < 2:
        clock.pass_ms(500)
        game.answer("next")
    before = game.answer("board")

    assert game.answer("undo") != game.answer("redo")
    assert game.answer("board") == before


@pytest.mark.parametrize(
    ("line", "answer"),
    [
        ("11", "Columns are 1 to 10."),
        ("0", "Columns are 1 to 10."),
        ("10", "O fits at columns 1 to 9 in that rotation."),
        ("9" * 5000, "Columns are 1 to 10."),
        ("4 up", "A column is followed by nothing, or one of: right, twice, left."),
        ("go 99", "Placements are 1 to 9. Type list for all."),
        ("go", "Type it like this: go NUMBER."),
        ("board 3", "Type it like this: board."),
        ("row 90", "Rows are 1 to "),
        ("column x", "Columns are 1 to 10."),
        ("", "Type a column, such as 4 or 4 left, or help."),
        ("jump", "Unknown command. Type a column, such as 4 or 4 left, or one of: list, go, hold, board"),
        ("undo", "Nothing to undo."),
        ("redo", "Nothing to redo."),
    ],
)
def test_mistyped_input_is_answered_by_what_is_allowed(played: Playing, line: str, answer: str) -> None:
    _, out, _ = played(line)

    assert out[2].startswith(answer)


def test_a_game_that_was_left_is_continued(played: Playing, tmp_path: Path) -> None:
    played("4", "quit")
    _, out, _ = played("1", "end", options=("--continue",))

    assert out[:2] == [
        "40 Lines. 40 left. You have Z. Next I T O S. Hold empty.",
        "Heights 0 0 0 2 2 0 0 0 0 0.",
    ]
    game = store_in(tmp_path).games.read([1])[0]
    assert (game.mode, game.variant, game.result.pieces) == ("40_lines", "by=text", 2)


@pytest.mark.parametrize("saves", [True, False], ids=["saving", "unsaved"])
def test_only_a_saved_game_promises_to_be(played: Playing, saves: bool) -> None:
    options = ("--seed", "7", *(() if saves else ("--no-save",)))
    _, out, _ = played("save", "help", "quit", options=options)

    assert out[2] == ("Every turn is saved." if saves else "The games of this run are not saved.")
    assert ("save: Nothing to do: every turn is saved." in out) == saves
    assert ("quit: Leave; the game can be continued." in out) == saves
    assert ("quit: Leave the game." in out) != saves


def test_games_by_text_are_no_measure_of_speed(played: Playing, tmp_path: Path) -> None:
    played(*["go 1"] * 9, "end")
    store = store_in(tmp_path)
    totals = store.statistics.totals(ALL)[0]

    assert (totals.pieces, totals.pieces_per_second) == (9, 0)
    assert not store.statistics.paces(ALL, 10)


def test_an_achievement_of_speed_needs_a_clock(tmp_path: Path) -> None:
    earned: list[set[str]] = []
    both: list[Mapping[str, OptionValue]] = [{}, BY_TEXT_OPTIONS]
    for options in both:
        store = store_in(tmp_path / str(len(options)))
        record = record_of(time_ns=30_000_000_000)
        store.games.finish(replace(record, origin=replace(record.origin, options=options)))
        earned.append({one.name for one in store.achievements.count().before})

    assert "forty_40" in earned[0]
    assert "forty_40" not in earned[1]


def test_the_daily_pieces_can_be_played(played: Playing, tmp_path: Path) -> None:
    played("4", "end", options=("--daily",))
    game = store_in(tmp_path).games.read([1])[0]

    assert game.seed == daily_seed(utc_day(game.started), "40_lines")


@together("language", LANGUAGES)
def test_each_language_has_a_word_for_each_command(language: str) -> None:
    words = [text_in(language, command.word).lower() for command in COMMANDS]

    assert len(set(words)) == len(COMMANDS)
    assert all(word.isalpha() for word in words)


@pytest.mark.parametrize(
    ("options", "sentence"),
    [
        (("--mode", "20g"), "20g is played against the clock: add --clock."),
        (("--mode", "ascent"), "ascent places no pieces: it cannot be played by text."),
        (("--puzzle", "nope"), "There is no puzzle nope."),
        (("--continue",), "There is no game to continue."),
        (("--daily", "--seed", "3"), "--daily takes no --seed"),
        (("--mode", "nope"), "unknown mode 'nope'"),
    ],
)
def test_unsuitable_options_are_refused(played: Playing, options: tuple[str, ...], sentence: str) -> None:
    status, out, err = played(options=options)

    assert (status, out) == (2, [])
    assert err.startswith(f"piecement: {sentence}")


def test_a_game_without_a_placement_is_not_stored(played: Playing, tmp_path: Path) -> None:
    _, out, _ = played("end")

    assert out[-1] == "The game is not saved: no piece was placed."
