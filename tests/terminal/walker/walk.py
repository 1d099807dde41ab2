"""A walk drawn from a seed: a terminal, saved games, a start, steps and an end."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from random import Random
from typing import Any, Final, Self

from piecement.render.skins.skins import SKINS
from piecement.settings.settings import Settings
from piecement.settings.specs import SettingError, SettingSpec
from piecement.settings.values import Choices, OnOff, Range
from piecement.storage.paths import Paths
from piecement.storage.settings_file import SettingsFile
from piecement_engine import MODES
from tests.app.kept_games import games_file
from tests.terminal.walker.kinds import KINDS, Kind
from tests.terminal.walker.moves import SIZES, Step, draw_steps

SECONDS: Final = 5.0
"""Length of a walk (s)."""

ENDINGS: Final[Mapping[str, int]] = {
    **dict.fromkeys(("Ctrl+C", "Ctrl+C ", "Ctrl+C  "), 0),
    "SIGTERM": 128 + 15,
    "SIGINT": 128 + 2,
    "hang-up": 128 + 1,
    "SIGKILL": -9,
}
"""The exit status of each way to end a program."""

BOARD: Final = "board.txt"
_BOARD_ROWS: Final = "####..####\n#########.\n"
_RULES: Final = '{"name":"Slow","rules":{"start_level":1}}'
_NEITHER_SET: Final = frozenset({("interface", "language"), ("storage", "retention")})
"""The settings that a walk does not begin with: its terminal says the language, and its games are to be kept."""


@dataclass(frozen=True, slots=True)
class Walk:
    """Random walk of a player at one kind of terminal."""

    seed: int
    kind: Kind
    size: tuple[int, int]
    arguments: tuple[str, ...]
    keeps: str
    """Saved games at the start: "none", "ended", or "left" for one to continue as well."""
    settings: Mapping[str, Any]  # values of settings are of many types
    steps: Sequence[Step]
    ending: str

    @classmethod
    def drawn(cls, seed: int, seconds: float = SECONDS) -> Self:
        """Return the walk of a seed; successive seeds take the kinds of terminals in turn."""
        dice = Random(seed)
        return cls(
            seed,
            KINDS[seed % len(KINDS)],
            dice.choice(SIZES),
            _arguments(dice),
            dice.choice(("none", "ended", "ended", "left")),
            _settings(dice) if dice.random() < 0.5 else {},
            tuple(draw_steps(dice, seconds)),
            dice.choice(list(ENDINGS)),
        )

    def __str__(self) -> str:
        columns, rows = self.size
        keys = " ".join(map(str, self.steps))
        return (
            f"seed {self.seed}: {self.kind.name} at {columns}x{rows}, {' '.join(self.arguments)}, games {self.keeps}, "
            f"settings {dict(self.settings)}, ends by {self.ending.strip()}\n{keys}"
        )

    def prepare(self, folder: Path) -> None:
        """Write what the program is to find in its folder."""
        paths = Paths.of(folder)
        (folder / BOARD).write_text(_BOARD_ROWS)
        if self.settings:
            SettingsFile(paths.settings, Settings).replace(_with_values(Settings(), self.settings))
        if self.keeps != "none":
            paths.games.write_bytes(games_file(left=self.keeps == "left"))


def _arguments(dice: Random) -> tuple[str, ...]:
    """Return the options that a program begins with."""
    mode = ("--mode", dice.choice(list(MODES)))
    seed = ("--seed", str(dice.randrange(1000)))
    begin = dice.choice(
        (
            ("--no-first-run",),
            ("--no-first-run",),
            ("--first-run",),
            (*mode, *seed),
            (*mode, *seed),
            (*mode, *seed, "--fps", str(dice.choice((1, 30, 240)))),
            ("--board", BOARD, *seed),
            ("--rules", _RULES),
        )
    )
    return (*begin, *(("--skin", dice.choice(list(SKINS))) if dice.random() < 0.3 else ()))


def _settings(dice: Random) -> dict[str, Any]:  # of many types
    specs = [spec for name in Settings.names() for spec in Settings().section(name).specs()]
    chosen = dice.sample(
        [spec for spec in specs if (spec.section, spec.name) not in _NEITHER_SET], dice.randrange(1, 9)
    )
    values: dict[str, Any] = {}  # of many types
    for spec in chosen:
        if (value := _value(spec, dice)) is not None:
            values[f"{spec.section}.{spec.name}"] = value
    return values


def _value(spec: SettingSpec, dice: Random) -> Any:  # of many types
    match spec.values:
        case OnOff():
            return not spec.default
        case Choices(titles=titles):
            return dice.choice(list(titles))
        case Range(low=low, high=high, step=step):
            return type(spec.default)(
                dice.choice((low, high, low + step * dice.randrange(int((high - low) / step) + 1)))
            )
        case _:
            return None


def _with_values(settings: Settings, values: Mapping[str, Any]) -> Settings:  # of many types
    for place, value in values.items():
        section, name = place.split(".")
        try:
            settings = settings.with_value(section, name, value)
        except SettingError:  # it does not go with another one
            continue
    return settings
