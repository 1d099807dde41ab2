"""Modes as Play lists them: eight lines, each for one mode or several similar ones, and all other modes in groups."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from itertools import chain
from typing import Final, NamedTuple, Self

from piecement.settings.mode_options import specs_of_options
from piecement.settings.specs import SettingSpec
from piecement.settings.values import Choices, SettingValue
from piecement_base.language import N_, _
from piecement_base.plan import Plan
from piecement_engine import MODES, Mode
from piecement_engine.modes import GROUPS, OptionValue

Options = Mapping[str, OptionValue]
"""Chosen values of options by name."""

_NO_OPTIONS: Final[Options] = {}


class Variant(NamedTuple):
    """A mode that choices lead to."""

    choices: Mapping[str, str]
    mode: Mode
    options: Options = _NO_OPTIONS
    """The options of the mode that the choices set."""

    @property
    def specs(self) -> tuple[SettingSpec, ...]:
        """The options of the mode that are left to set."""
        return tuple(
            spec for spec in specs_of_options(self.mode.name, self.mode.options) if spec.name not in self.options
        )

    def fits(self, mode: str, options: Options) -> bool:
        """Return whether a game of a mode with some options is one of this variant."""
        defaults = {option.name: option.default for option in self.mode.options}
        return mode == self.mode.name and all(
            options.get(name, defaults[name]) == value for name, value in self.options.items()
        )


@dataclass(frozen=True)
class Offer:
    """A line in the list: a mode, or several between which options choose."""

    title: str
    few_words: str
    """Its description in the list."""
    variants: tuple[Variant, ...]
    """Its modes, the first one unless another is chosen."""
    specs: tuple[SettingSpec, ...] = field(default=())
    """The options that choose."""

    @property
    def name(self) -> str:
        """Its name in lists, whatever the language: that of its first mode."""
        return self.variants[0].mode.name

    def after(self, variant: Variant, name: str, value: str) -> Variant:
        """Return the variant with this choice that has most of the other choices."""
        fitting = [other for other in self.variants if other.choices[name] == value]
        return max(fitting, key=lambda other: sum(other.choices[key] == variant.choices[key] for key in other.choices))


@dataclass
class ChosenOffer:
    """An offer as the player has chosen it: one of its variants, and options of that mode."""

    offer: Offer
    variant: Variant
    options: dict[str, OptionValue]
    """The options that the player has set, without those of the variant."""

    @classmethod
    def of(cls, offer: Offer, last: Plan | None) -> Self:
        """Return an offer as it was played last, or by default."""
        for variant in offer.variants:
            if last is not None and variant.fits(last.mode.name, last.options):
                own = {name: value for name, value in last.options.items() if name not in variant.options}
                return cls(offer, variant, own)
        return cls(offer, offer.variants[0], {})

    @property
    def chosen_options(self) -> dict[str, OptionValue]:
        """All options of the mode, those of the variant among them."""
        return {**self.options, **self.variant.options}

    def value(self, spec: SettingSpec) -> SettingValue:
        """Return the choice that makes the variant, or an option of the mode."""
        value = self.variant.choices.get(spec.name) or self.options.get(spec.name)
        return spec.default if value is None else value

    def change(self, name: str, value: SettingValue) -> None:
        """Change what `value` returns; options that another variant lacks are dropped."""
        if name in self.variant.choices:
            self.variant = self.offer.after(self.variant, name, str(value))
            names = {option.name for option in self.variant.specs}
            self.options = {name: value for name, value in self.options.items() if name in names}
        else:
            self.options[name] = int(value) if isinstance(value, float) else value


def offer_of(mode: Mode, title: str = "", few_words: str = "") -> Offer:
    """Return a line for one mode."""
    return Offer(title or _(mode.title), few_words or _(mode.sentence), (Variant({}, mode),))


def first_offers(rules: str) -> tuple[Offer, ...]:
    """Return the lines of the first page, for a player with the rules of a preset."""
    return (
        _race(starts_low=rules == "Guideline"),
        _marathon(rules),
        offer_of(MODES["time_trial"], few_words=_("Three minutes, most points")),
        offer_of(MODES["dig"], few_words=_("Through all the garbage")),
        offer_of(MODES["cheese"], few_words=_("Garbage, in few pieces")),
        offer_of(MODES["survival"], few_words=_("Garbage rises, faster and faster")),
        offer_of(MODES["zen"], few_words=_("No end, no loss")),
        offer_of(MODES["puzzle"], few_words=_("Empty the board")),
    )


def _choice(name: str, title: str, sentence: str, first: Mapping[str, str], titles: Mapping[str, str]) -> SettingSpec:
    """Return an option that chooses between modes, from its first choice and the title of each."""
    return SettingSpec("play", name, title, sentence, first[name], Choices.titled(titles))


def _race(*, starts_low: bool) -> Offer:
    """Return 40 Lines, which begins with the mode at level 1 or at level 3."""
    variants = (
        Variant({"length": "40", "speed": "three"}, MODES["40_lines"]),
        *(
            Variant({"length": count, "speed": "one"}, MODES["sprint"], {"lines": count})
            for count in ("40", "20", "100")
        ),
        Variant({"length": "40", "speed": "steady"}, MODES["swift"]),
    )
    if starts_low:
        variants = (variants[1], variants[0], *variants[2:])
    first = variants[0].choices
    lengths = {"20": _("20 lines"), "40": _("40 lines"), "100": _("100 lines")}
    speeds = {"one": _("level 1"), "three": _("level 3"), "steady": _("one row in 667 ms")}
    specs = (
        _choice("length", _("Length"), _("The lines that win the game."), first, lengths),
        _choice("speed", _("Speed"), _("20 and 100 lines are played at level 1."), first, speeds),
    )
    return Offer(_("40 Lines"), _("Lines against the clock"), variants, specs)


class _Course(NamedTuple):
    """A mode that is a choice of Marathon."""

    mode: str
    title: str
    """Its title among the choices."""
    few_words: str = ""
    """The description of Marathon where it is the first choice."""


_COURSES: Final[Mapping[str, _Course]] = {
    "levels": _Course("marathon", N_("19 levels"), N_("19 levels, most points")),
    "lines": _Course("regular", N_("160 lines")),
    "modern": _Course("guideline", N_("150 lines, SRS"), N_("150 lines, 15 levels, points")),
    "nes": _Course("classic", N_("endless, NES"), N_("Most points, as on the NES")),
}
"""The modes of Marathon by the name of the choice."""

_FIRST_COURSE: Final = {"Guideline": "modern", "Classic": "nes"}
"""The first choice of Marathon for presets of rules that do not begin with `levels`."""


def _marathon(rules: str) -> Offer:
    """Return Marathon, which begins with the mode for the rules of a preset."""
    first = _FIRST_COURSE.get(rules, "levels")
    names = (first, *(name for name in _COURSES if name != first))
    variants = tuple(Variant({"course": name}, MODES[_COURSES[name].mode]) for name in names)
    titles = {name: _COURSES[name].title for name in names}
    spec = _choice("course", _("Length"), _("The length, and the rules."), variants[0].choices, titles)
    return Offer(_("Marathon"), _(_COURSES[first].few_words), variants, (spec,))


_MORE: Final[Mapping[str, tuple[str, ...]]] = {
    N_("Fast"): ("master", "20g", "combo"),
    N_("Retro"): ("classic", "game_boy", "elektronika_60", "pytetris", "jminos", "grades"),
    "tetrs": ("marathon", "regular", "swift", "sprint"),
    N_("Odd"): ("golf", "polyomino", "cascade", "invisible", "ascent", "custom"),
}
"""The modes beside the first page by group."""

_TITLES_HERE: Final = {
    "classic": "NES",
    "pytetris": "pytetris",
    "jminos": "jminos",
    "marathon": N_("Marathon tetrs"),
    "sprint": N_("Sprint tetrs"),
}
"""Titles of modes in these groups, where they are other ones than elsewhere."""

_GROUP_OF: Final = {"Race": N_("Fast"), "Score": N_("Fast"), "Retro": N_("Retro")}
"""The group of modes that are not in `_MORE`, by their group in the engine; any other is Odd."""


def more_offers(packs: tuple[Mode, ...] = ()) -> Mapping[str, tuple[Offer, ...]]:
    """Return all other lines by group, those of packs of puzzles at the end.

    Modes without a place of their own are the last ones of their group.
    """
    groups = {
        _(group): tuple(offer_of(MODES[name], _(_TITLES_HERE.get(name, ""))) for name in names)
        for group, names in _MORE.items()
    }
    listed = set(chain.from_iterable(_MORE.values()))
    listed |= {variant.mode.name for offer in first_offers("") for variant in offer.variants}
    for mode in MODES.values():
        if mode.name not in listed:
            is_own = mode.group not in GROUPS
            group = _(mode.group if is_own else _GROUP_OF.get(mode.group, "Odd"))
            groups[group] = (*groups.get(group, ()), offer_of(mode))
    if packs:
        groups[_("Puzzles")] = (*groups.get(_("Puzzles"), ()), *(offer_of(mode) for mode in packs))
    return groups
