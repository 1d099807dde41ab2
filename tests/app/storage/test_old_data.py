"""The files of an earlier version open in this one, with all that was in them.

`make_old_data.py`, which is in the history of this folder, made them with the program as it was at commit ef3789a, and
wrote down beside them all that it said of them.
"""

import json
import tarfile
from collections.abc import Iterable, Iterator
from contextlib import closing
from copy import deepcopy
from datetime import date
from pathlib import Path
from typing import Any, Final

import pytest

from piecement.cli.commands.game_list import game_to_dict
from piecement.settings.presets import preset_name, with_preset
from piecement.settings.section import Section
from piecement.settings.settings import Settings
from piecement.storage.game_query import GameQuery
from piecement.storage.game_statistics import Totals
from piecement.storage.paths import Paths
from piecement.storage.store import Store
from piecement_engine import Game

ARCHIVE: Final = Path(__file__).parents[2] / "data" / "old_data.tar.xz"
ALL: Final = GameQuery()

RENAMED: Final = {"keep": "retention", "greeted_by": "first_run_notice"}
"""The names of settings that were others then."""

MOVED: Final = {
    "attract_s": "interface",
    "retry_key": "commands",
    "watch_key": "commands",
    "hint_key": "commands",
}
"""Sections of settings that were in another one then."""

NEW_KEYS: Final = {"Default": ["s"], "Guideline": ["a"], "Vim": ["s"]}
"""What rotates by 180 degrees in built-in presets that had no key for it then."""

NEW_PALETTES: Final = {"Colour-blind safe": "distinct", "High contrast": "high_contrast"}
"""Built-in presets that had a palette then that colour-blind eyes tell apart less well."""

NAMES: Final[dict[str, dict[str, str]]] = {
    "controls": {"Default": "tetrs, with hold"},
    "gameplay": {"Default": "tetrs, 4 previews", "Guideline": "SRS, 3 previews", "Tetrs": "tetrs"},
    "graphics": {"Default": "tetrs"},
}
"""Built-in presets that had another name then."""

Expected = dict[str, Any]  # a JSON object has values of any JSON type


@pytest.fixture(scope="module")
def unpacked(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("old")
    with tarfile.open(ARCHIVE) as tar:
        tar.extraction_filter = getattr(tarfile, "data_filter", None)  # Python 3.11 has it since 3.11.4
        tar.extractall(folder)
    return folder


@pytest.fixture(scope="module")
def expected(unpacked: Path) -> Expected:
    said: Expected = json.loads((unpacked / "expected.json").read_text("utf-8"))
    return said


@pytest.fixture(scope="module")
def store(unpacked: Path) -> Iterator[Store]:
    with closing(Store(Paths.of(unpacked / "data"))) as store:
        yield store
        assert store.pop_warnings() == ()


def as_json(value: object) -> Any:  # a JSON object has values of any JSON type
    return json.loads(json.dumps(value))


def of_then(section: Section, then: Expected) -> Expected:
    """Return the values of the settings that there were then."""
    values: Expected = as_json({name: getattr(section, name) for name in section.names() if name in then})
    return values


def test_every_setting_has_its_value(store: Store, expected: Expected) -> None:
    loaded = store.load_settings()
    expected["settings"]["interface"].pop("all_modes", None)
    said: dict[str, dict[str, Any]] = {}
    for section, values in expected["settings"].items():
        for name, value in values.items():
            said.setdefault(MOVED.get(name, str(section)), {})[RENAMED.get(name, str(name))] = value

    assert loaded.complaints == ()
    assert {section: of_then(loaded.settings.section(section), values) for section, values in said.items()} == said


def test_every_preset_has_its_values(store: Store, expected: Expected) -> None:
    settings: Settings = store.load_settings().settings
    said = deepcopy(expected["presets"])
    for name, keys in NEW_KEYS.items():
        said["controls"]["all"][name]["keys"]["rotate_180"] = keys
    for name, palette in NEW_PALETTES.items():
        said["graphics"]["all"][name]["palette"] = palette
    for section, presets in said.items():
        names = NAMES[section]
        found = {
            name: of_then(with_preset(settings, section, names.get(name) or name).section(section), values)
            for name, values in presets["all"].items()
        }

        assert preset_name(settings, section) == names.get(presets["in force"], presets["in force"])
        assert found == presets["all"]


def test_all_games_are_listed_with_their_figures(store: Store, expected: Expected) -> None:
    ids = list(store.games.listing(GameQuery(sort="ended")))

    games = zip(map(game_to_dict, store.games.read(ids)), expected["games"], strict=True)

    assert len(ids) == 200
    assert [{name: game[name] for name in before} for game, before in games] == expected["games"]


def test_they_rank_as_they_did(store: Store, expected: Expected) -> None:
    assert list(store.games.listing(ALL)) == expected["ranked"]
    assert sorted(store.games.bests()) == expected["best"]
    assert [*store.games.modes()] == expected["modes"]
    assert sorted({game.preset for game in store.games.read(expected["ranked"])}) == expected["presets played"]


def test_all_recordings_prove_their_results(store: Store, expected: Expected) -> None:
    recorded = [game["id"] for game in expected["games"] if game["recorded"]]
    unproven = [game for game in recorded if store.games.recording(game).verify() is not None]

    assert len(recorded) == 197
    assert unproven == []


def figures_of(totals: Totals, names: Iterable[str]) -> dict[str, object]:
    """Return some figures of totals by name."""
    return {name: getattr(totals if hasattr(totals, name) else totals.counts, name) for name in names}


def test_statistics_are_the_same(store: Store, expected: Expected) -> None:
    totals = [figures_of(one, expected["totals"][0]) for one in store.statistics.totals(ALL)]
    contents = store.statistics.stored()

    assert totals == expected["totals"]
    assert store.statistics.day_streak(ALL, date.fromisoformat(expected["today"])) == expected["streaks"][0]
    assert [*store.statistics.wins_in_a_row(ALL)] == expected["wins in a row"]
    assert [contents.games, contents.recordings, contents.save_slots] == expected["contents"]


def test_the_courses_of_all_modes_are_the_same(store: Store, expected: Expected) -> None:
    boards = {game.leaderboard for game in store.games.read(list(store.games.listing(ALL))) if not game.variant}
    found = [len(store.statistics.history(board)) for board in boards]

    assert sum(found) == sum(map(len, expected["course"].values()))


def figures(game: Game) -> dict[str, object]:
    """Return the visible figures of a game."""
    view = game.view
    numbers = {name: getattr(view, name) for name in ("time_ns", "score", "lines", "level", "pieces")}
    rows = [list(row) for row in view.rows]
    shown = {"rows": rows, "next": [shape.name for shape in view.next], "hold": view.hold and view.hold.shape.name}
    return {**numbers, **shown, "end": view.end}


def played_on(game: Game) -> Game:
    """Drop five pieces more, and give up."""
    time_ns = game.view.time_ns
    for _ in range(5):
        for held in ({"hard_drop"}, set[str]()):
            time_ns += 400_000_000
            if game.view.end is None:
                game.update(time_ns, held)
    if game.view.end is None:
        game.forfeit(time_ns)
    return game


def assert_goes_on(game: Game, said: Expected) -> None:
    """Check that a game is as it was, and that the same comes of it."""
    assert as_json(figures(game)) == said["now"]
    assert as_json(figures(played_on(game))) == said["played on"]


def test_saved_games_go_on(store: Store, expected: Expected) -> None:
    points = store.save_slots.all()

    assert [point.name for point in points] == [said["name"] for said in expected["saved"]]
    for point, said in zip(points, expected["saved"], strict=True):
        replayer, _ = store.save_slots.load(point.name)
        assert point.origin.to_dict() == said["origin"]
        assert_goes_on(replayer.game, said)


def test_games_that_were_left_go_on_and_the_one_that_was_killed(store: Store, expected: Expected) -> None:
    said_of = {said["token"]: said for said in expected["left"]}
    left = {autosave.origin.token: autosave for autosave in store.autosaves.waiting()}

    assert set(left) == set(said_of)
    for token, said in said_of.items():
        replayer, origin = store.autosaves.resume(token)
        assert left[token].time_ns == said["now"]["time_ns"]
        assert origin.to_dict() == said["origin"]
        assert_goes_on(replayer.game, said)
        store.autosaves.release(token)
