"""Feats: their kinds, with colours, time and light on the frame, and the callout of an event."""

from collections.abc import Iterator, Mapping
from enum import Enum, auto
from typing import Final, NamedTuple, Self

from piecement.render.messages import clear_text, message_text
from piecement.render.skins.palettes import CYAN, ORANGE, PURPLE, RAINBOW, RED, WHITE, YELLOW
from piecement.session.events import BestBeaten, LeadTaken, MatchEnded
from piecement.terminal.clock import MS
from piecement_base.language import _
from piecement_engine.events import Accolade, Event, LevelReached, Spin


class FrameLight(Enum):
    """Light on the frame of the field."""

    NONE = auto()
    FADING = auto()
    """The whole frame, fading."""
    RUNNING = auto()
    """All colours, running round the frame."""
    BAND = auto()
    """A band that runs round the frame once."""


class Feat(NamedTuple):
    """Kind of a feat. The inks are tile ids of the words and of the frame; more than one run through them."""

    rank: int
    """Weight: a greater feat stands above a lesser one."""
    inks: tuple[int, ...]
    light: FrameLight
    shown_ns: int
    has_confetti: bool = False
    is_end: bool = False
    """Whether it comes after the end of the game, over the stack."""


FEATS: Final[Mapping[str, Feat]] = {
    "match_won": Feat(7, (YELLOW,), FrameLight.FADING, 1200 * MS, is_end=True),
    "match_lost": Feat(7, (RED,), FrameLight.NONE, 1200 * MS, is_end=True),
    "best_beaten": Feat(6, (YELLOW,), FrameLight.NONE, 1200 * MS, has_confetti=True, is_end=True),
    "perfect_clear": Feat(5, RAINBOW, FrameLight.RUNNING, 1200 * MS),
    "many_lines": Feat(4, (CYAN,), FrameLight.FADING, 900 * MS),
    "spin": Feat(4, (PURPLE,), FrameLight.FADING, 900 * MS),
    "combo": Feat(3, (YELLOW, ORANGE, RED), FrameLight.FADING, 800 * MS),
    "back_to_back": Feat(3, (YELLOW,), FrameLight.NONE, 800 * MS),
    "level": Feat(2, (WHITE,), FrameLight.BAND, 800 * MS),
    "lead": Feat(1, (YELLOW,), FrameLight.NONE, 800 * MS),
}
"""Feats by name, the greatest first. The inks of a combo are those of a short, a longer and a long one."""

_MANY_LINES: Final = 4
"""Minimum number of lines of a clear that is a feat by their number alone."""
_COMBO: Final = 3
"""Minimum length of a combo that is a feat."""
_COMBO_STEP: Final = 3
"""Further clears of a combo for its next ink."""
_MOST_SMALL: Final = 4
"""Maximum number of small lines of a callout."""


class Callout(NamedTuple):
    large: tuple[str, ...]
    """Names in large type on a plate."""
    small: tuple[str, ...]
    """Lines under them."""
    feat: Feat
    shown_ns: int

    @classmethod
    def of(cls, name: str, large: tuple[str, ...] = (), small: tuple[str, ...] = (), ink: int | None = None) -> Self:
        """Return the callout of a feat, in one of its inks or in all."""
        feat = FEATS[name] if ink is None else FEATS[name]._replace(inks=(FEATS[name].inks[ink],))
        return cls(large, small, feat, feat.shown_ns)

    def joined(self, later: "Callout", later_ns: int) -> "Callout":
        """Return one callout of this and one of another rank that followed after a time; the lesser stands small below.

        The streaks of the later one replace those of this.
        """
        is_later = later.feat.rank > self.feat.rank
        greater, lesser = (later, self) if is_later else (self, later)
        shown_ns = later.shown_ns if is_later else max(self.shown_ns, later_ns + later.shown_ns)
        small = (*(later.small or self.small), *lesser.large)[:_MOST_SMALL]
        return Callout(greater.large, small, greater.feat, shown_ns)


NO_CALLOUT: Final = Callout((), (), Feat(0, (WHITE,), FrameLight.NONE, 0), 0)
"""Callout that is shown for no time."""


def callout_of(event: Event) -> Callout:
    """Return the callout of an event; `NO_CALLOUT` if it is no feat."""
    match event:
        case Accolade():
            return _of_clear(event)
        case LevelReached():
            return Callout.of("level", (message_text(event),))
        case LeadTaken():
            return Callout.of("lead", small=(message_text(event),))
        case BestBeaten():
            return Callout.of("best_beaten", (_("New best"),))
        case MatchEnded(won=won):
            return Callout.of("match_won", (_("Win"),)) if won else Callout.of("match_lost", (_("Lose"),))
        case _:
            return NO_CALLOUT


def _of_clear(event: Accolade) -> Callout:
    streaks = tuple(_streaks(event))
    is_spin = event.spin is not Spin.NONE
    name = clear_text(event.shape.name, event.spin, event.lines) if is_spin or event.lines >= _MANY_LINES else ""
    if event.perfect_clear:
        return Callout.of("perfect_clear", (_("Perfect clear"),), (*streaks, *([name] if name else [])))
    if name:
        return Callout.of("spin" if is_spin else "many_lines", (name,), streaks)
    if event.combo >= _COMBO:
        inks = len(FEATS["combo"].inks)
        return Callout.of("combo", small=streaks, ink=min((event.combo - _COMBO) // _COMBO_STEP, inks - 1))
    return Callout.of("back_to_back", small=streaks) if streaks else NO_CALLOUT


def _streaks(event: Accolade) -> Iterator[str]:
    if event.back_to_back > 1:
        yield _("Back-to-back ×{count}").format(count=event.back_to_back)
    if event.combo >= _COMBO:
        yield _("Combo ×{count}").format(count=event.combo)
