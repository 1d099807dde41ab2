"""Makes `tests/data/old_data.tar.xz`: the files of an earlier version after 200 games, and all that it says of them.

It was run once, with the program as it was at commit ef3789a, and runs with no other:

    git worktree add ../old ef3789a
    PYTHONPATH=../old/app:../old/engine python tests/app/storage/make_old_data.py tests/data/old_data.tar.xz

The names of that version are looked up as it runs, for no type checker knows them now.
"""

import io
import json
import os
import sys
import tarfile
from collections.abc import Iterator
from dataclasses import asdict
from datetime import UTC, datetime, timedelta
from importlib import import_module
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory
from typing import Any, Final


class OldProgram:
    """The modules of the program as it was, by their names with `__` for each dot; of what types is not known."""

    def __getattr__(self, name: str) -> Any:  # as said above
        return import_module(name.replace("__", "."))


OLD: Final = OldProgram()
BEGIN: Final = datetime(2026, 3, 1, 12, tzinfo=UTC)
PLAYED: Final = 195
TETRS: Final = ("40-Lines", "Marathon", "Unheard-of")
IMPORTED: Final = 2
GAPS: Final = (0, 0, 0, 1, 0, 0, 3, 0, 0, 1)
"""How many days after the one before it each game of ten is played."""


class Clock:
    """The time that the program is told."""

    def __init__(self) -> None:
        self.now = BEGIN
        self.now_ns = 1_000_000_000_000

    def __call__(self) -> int:
        return self.now_ns

    def utc(self) -> datetime:
        self.now += timedelta(seconds=7)
        return self.now

    def next_game(self, number: int) -> None:
        """Advance the clock by a minute or some days."""
        days = GAPS[number % len(GAPS)]
        noon = self.now.replace(hour=12, minute=0, second=0)
        self.now = noon + timedelta(days=days) if days else self.now + timedelta(minutes=1)


def open_store(folder: Path, clock: Clock) -> Any:  # as above
    return OLD.piecement__storage__store.Store(OLD.piecement__storage__places.Places.of(folder), now=clock.utc)


def print_warnings(*warnings: str) -> None:
    """Print what the program has to say."""
    for warning in warnings:
        sys.stderr.write(f"{warning}\n")


def other_value(setting: Any) -> Any:  # as above
    """Return a value that a setting does not have at first."""
    for steps in (1, -1):
        value = setting.next(setting.default, steps)
        if value != setting.default:
            return value
    raise ValueError(setting.name)


def set_everything(store: Any) -> None:  # as above
    """Change every setting that a screen shows, and make presets of them."""
    presets = OLD.piecement__settings__presets
    settings = store.load_settings().settings

    def keep(new: Any) -> None:
        nonlocal settings
        settings = store.change_settings(settings, new)

    for section in ("graphics", "gameplay", "interface", "computer"):
        for number, setting in enumerate(OLD.piecement__settings__described.described(section)):
            keep(presets.with_change(settings, section, setting.name, other_value(setting)))
            if section in ("graphics", "gameplay") and number in (5, 11):
                keep(presets.with_renamed_slot(settings, section, f"Mine {number} – ü"))
                keep(presets.with_slot(settings, section, ("Tetro", "NES")[section == "gameplay"]))
    keys = settings.controls.keys
    keep(presets.with_change(settings, "controls", "keys", {**keys, "hold": ("f", "shift+tab")}))
    keep(presets.with_renamed_slot(settings, "controls", "Left hand"))
    keep(presets.with_next_slot(settings, "controls", 1))
    keep(presets.with_change(settings, "controls", "keys", {**settings.controls.keys, "hard_drop": ("home",)}))
    keep(settings.with_value("interface", "greeted_by", "0.9"))


def other_options(mode: Any) -> dict[str, Any]:  # as above
    """Return an option of a mode at a value that it does not have at first."""
    options = OLD.piecement_engine__modes__options
    for option in mode.options:
        if isinstance(option, options.Number):
            return {option.name: min(option.default + option.step, option.high)}
        if isinstance(option, options.Choice):
            return {option.name: next(name for name in option.choices if name != option.default)}
        return {option.name: not option.default}
    return {}


class OldGame:
    """One game at the hands of this script."""

    def __init__(self, store: Any, clock: Clock, number: int) -> None:  # as above
        modes = list(OLD.piecement_engine.MODES.values())
        mode = modes[number % len(modes)]
        options = other_options(mode) if number % 5 == 4 else {}
        self.random = Random(number)
        self.clock = clock
        plan = OLD.piecement__session__plan.Plan(mode, number * 7919, options)
        wishes = OLD.piecement__settings__gameplay.Gameplay().wishes(key_releases=number % 3 > 0)
        self.round = OLD.piecement__session__round.Round(plan, plan.game(wishes), clock)
        marks = OLD.piecement__session__marks.Marks(unranked=number % 13 == 0)
        preset = ("Default", "NES", "Gameplay I", "Łódź ▓")[number % 4]
        origin = OLD.piecement__session__origin.Origin.of(plan, clock.utc(), preset=preset, marks=marks)
        self.keeper = OLD.piecement__storage__recorder.Keeper(store, self.round, origin, print_warnings, now=clock.utc)
        self.round.resume()

    def play(self, pieces: int, *, by_bot: bool) -> None:
        """Play until so many pieces have locked."""
        if by_bot:
            bots = OLD.piecement_engine__bots
            player = bots.Player(self.round, bots.BOTS["pytetris"].make(0), bots.Pace(pieces_per_second=2.5))
            while not self.round.is_over and self.round.view.pieces < pieces:
                self.clock.now_ns += 50_000_000
                player.advance(self.round.time_ns)
            return
        buttons = OLD.piecement_engine.Button
        some = (buttons.MOVE_LEFT, buttons.MOVE_RIGHT, buttons.ROTATE_LEFT, buttons.ROTATE_RIGHT, buttons.HOLD)
        for _ in range(pieces * 3):  # in some modes no piece ever locks
            moves: list[Any] = [self.random.choice(some), None, self.random.choice(some), buttons.HARD_DROP, None]
            for held in moves:
                self.clock.now_ns += self.random.randrange(20, 200) * 1_000_000
                self.round.advance()
                self.round.hold(frozenset([held] if held else []))
            if self.round.is_over or self.round.view.pieces >= pieces:
                return

    def end(self) -> None:
        """End the game, and let the program write it down."""
        self.keeper.finish() if self.round.is_over else self.keeper.give_up()


def play_all(store: Any, clock: Clock) -> None:  # as above
    """Play games of all modes, most of them short, one to the end; some with a bot, or with something taken back."""
    for number in range(PLAYED):
        clock.next_game(number)
        game = OldGame(store, clock, number)
        by_bot = number % 6 == 0 and number not in (12, 162)  # which would climb without end
        game.play(110 if number == 48 else 5 + number % 9, by_bot=by_bot)
        if number % 17 == 0:
            game.round.mark(bot=True)
        if number % 11 == 5 and not game.round.is_over:
            game.round.undo_piece()
            game.play(game.round.view.pieces + 2, by_bot=False)
        game.end()


def import_some(store: Any, clock: Clock, folder: Path) -> None:  # as above
    """Take over games from elsewhere."""
    with TemporaryDirectory() as elsewhere:
        other = open_store(Path(elsewhere), clock)
        for number in range(IMPORTED):
            game = OldGame(other, clock, 1000 + number)
            game.play(9, by_bot=True)
            game.end()
            store.games.import_replay(other.games.export_replay(number + 1))
        other.close()
        save = Path(elsewhere) / "tetrs.json"
        save.write_text(json.dumps([None, [tetrs_game(number, name) for number, name in enumerate(TETRS)]]))
        store.games.import_tetrs(save)
    store.games.export_replay(5, folder / "five.replay")


def tetrs_game(number: int, mode: str) -> dict[str, Any]:  # as above
    return {
        "gamemode": {"name": mode},
        "timestamp": f"2025-11-0{number + 1} 10:00",
        "actions": [1, 2, 3, 4, 5],
        "last_state": {
            "time": {"secs": 60 + number, "nanos": 500},
            "score": 100 * number,
            "lines_cleared": 40,
            "level": 4,
            "pieces_played": [14] * 7,
            "end": {"Ok": None} if number else {"Err": "BlockOut"},
        },
    }  # fmt: skip


def save_some(store: Any, clock: Clock) -> list[dict[str, Any]]:  # as above
    """Save games, and return what each is like."""
    found: list[dict[str, Any]] = []
    for number, name in ((3, "1"), (7, "2"), (16, "9")):
        game = OldGame(store, clock, 500 + number)
        game.play(6 + number, by_bot=True)
        moment = game.keeper.moment()
        store.savepoints.save(name, moment.game, moment.origin)
        found.append({"name": name, **told(game)})
    return found


def leave_some(store: Any, clock: Clock) -> list[dict[str, Any]]:  # as above
    """Leave two games, and return what each is like."""
    found: list[dict[str, Any]] = []
    for number in (601, 605):
        game = OldGame(store, clock, number)
        game.play(8, by_bot=number == 601)
        game.round.pause()
        game.keeper.leave()
        found.append(told(game))
    return found


def killed_game(folder: Path, clock: Clock) -> dict[str, Any]:  # as above
    """Play a game in a process that is killed, and return what it was like when it was written down last."""
    read, write = os.pipe()
    if (child := os.fork()) == 0:
        try:
            game = OldGame(open_store(folder, clock), clock, 700)
            for pieces in (3, 7):
                game.play(pieces, by_bot=False)
                game.keeper.checkpoint()
            os.write(write, json.dumps(told(game)).encode())
        finally:
            os._exit(9)
    os.close(write)
    os.waitpid(child, 0)
    return dict(json.loads(os.read(read, 60_000)))


def told(game: OldGame) -> dict[str, Any]:  # as above
    """Return the state of a game that goes on, and its result when it is played on."""
    origin = game.keeper.origin
    return {
        "token": origin.token,
        "origin": origin.to_dict(),
        "now": figures(game.round.game),
        "played on": figures(played_on(game.round.game.copy())),
    }


def figures(game: Any) -> dict[str, Any]:  # as above
    """Return the visible figures of a game."""
    view = game.view
    numbers = {name: getattr(view, name) for name in ("time_ns", "score", "lines", "level", "pieces")}
    rows = [list(row) for row in view.rows]
    shown = {"rows": rows, "next": [shape.name for shape in view.next], "hold": view.hold and view.hold.shape.name}
    return {**numbers, **shown, "end": view.end}


def played_on(game: Any) -> Any:  # as above
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


def all_settings(folder: Path) -> dict[str, Any]:  # as above
    """Return every setting in force, and every preset."""
    presets = OLD.piecement__settings__presets
    settings = open_store(folder, Clock()).load_settings().settings
    sections = {name: values.__dict__ for name, values in settings.__dict__.items() if name != "slots"}
    own: dict[str, Any] = {}
    for section in ("graphics", "controls", "gameplay"):
        names = presets.slot_names(settings, section)
        values = {name: presets.with_slot(settings, section, name).section(section).__dict__ for name in names}
        own[section] = {"in force": presets.slot_name(settings, section), "all": values}
    return {"settings": sections, "presets": own}


def all_games(store: Any, clock: Clock) -> dict[str, Any]:  # as above
    """Return all that the program says of its games."""
    query = OLD.piecement__storage__scores.GameQuery
    to_dict = OLD.piecement__cli__game_json.game_to_dict
    ids = list(store.games.listing(query(sort="ended")))
    today = clock.now.date()
    totals = [asdict(one) for one in store.games.totals(query())]
    streaks = store.games.streaks(today)
    modes = store.games.modes()
    return {
        "games": [to_dict(game) for game in store.games.read(ids)],
        "ranked": list(store.games.listing(query())),
        "best": sorted(store.games.bests()),
        "modes": modes,
        "presets played": store.games.presets(),
        "totals": [{name: value for name, value in one.items() if name != "last_ms"} for one in totals],
        "today": today.isoformat(),
        "streaks": [streaks.days, streaks.most_days],
        "wins in a row": store.games.wins_in_a_row(query()),
        "course": {
            mode: [[point.value, point.best, point.won] for point in store.games.course(mode)] for mode in modes
        },
        "contents": list(asdict(store.games.contents()).values()),
    }


def shrink(database: Any) -> None:  # as above
    database.shrink()


def packed(folder: Path) -> Iterator[tuple[str, bytes]]:
    """Yield the names of all files, and what is in them."""
    for path in sorted(folder.rglob("*")):
        if path.is_file():
            yield f"data/{path.relative_to(folder)}", path.read_bytes()


def main(archive: Path) -> None:
    """Make the archive."""
    with TemporaryDirectory() as temporary:
        folder, clock = Path(temporary), Clock()
        store = open_store(folder, clock)
        set_everything(store)
        play_all(store, clock)
        import_some(store, clock, folder)
        saved, left = save_some(store, clock), leave_some(store, clock)
        store._desk.do(shrink)
        store.games._played.clear()  # else it would forget games that came to nothing
        store.close()
        left.append(killed_game(folder, clock))
        files = list(packed(folder))
        store = open_store(folder, clock)
        expected = {"saved": saved, "left": left, **all_settings(folder), **all_games(store, clock)}
        store.close()
    with tarfile.open(archive, "w:xz", preset=9) as tar:
        for name, content in [*files, ("expected.json", json.dumps(expected, ensure_ascii=False).encode())]:
            member = tarfile.TarInfo(name)
            member.size = len(content)
            tar.addfile(member, io.BytesIO(content))


if __name__ == "__main__":
    main(Path(sys.argv[1]))
