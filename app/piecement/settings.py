"""The player's settings: values with a title, a sentence, a range, a step and a unit, for screens to be made from.

Every value is frozen; a change is a new, validated value. Importing pydantic takes a while, so this module is
imported when a setting is first needed, not with the application.
"""

from typing import Annotated, Any, Final, Self

from annotated_types import Ge, Le
from pydantic import AfterValidator, BaseModel, ConfigDict, Field, ValidationError
from pydantic.fields import FieldInfo

from piecement.keyboard.bindings import DEFAULT_BINDINGS, Bindings
from piecement.knobs import Kind, Knob, Names, Setting, SettingError
from piecement.launch import Launch
from piecement.skins import PALETTES, SKINS
from piecement.storage.keeping import KEEP_TITLES, Keep
from piecement_engine import RANDOMIZERS, ROTATION_SYSTEMS, Button


def _spoken(name: str) -> str:
    return name.replace("_", " ").capitalize()


AUTOMATIC: Final = "auto"
"""The palette that follows from what the terminal can."""

_SKINS: Final = Names({name: skin.title for name, skin in SKINS.items()})
_PALETTES: Final = Names({AUTOMATIC: "By the terminal", **{name: palette.title for name, palette in PALETTES.items()}})
_ROTATION_SYSTEMS: Final = Names({name: _spoken(name) for name in ROTATION_SYSTEMS})
_RANDOMIZERS: Final = Names({name: _spoken(name) for name in RANDOMIZERS})
_KEEP: Final = Names({keep.value: title for keep, title in KEEP_TITLES.items()})
_AUTO: Final = Names({"auto": "Where keys report no release", "on": "On", "off": "Off"})

_Milliseconds = Annotated[float, Field(ge=0, le=10_000)]


def _checked_buttons(keys: dict[str, tuple[str, ...]]) -> dict[str, tuple[str, ...]]:
    for name in keys:
        if name not in set(Button):
            raise ValueError(f"{name!r} is no button")
    return keys


class Section(BaseModel):
    """A group of settings."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    def changed(self, name: str, value: object) -> Self:
        """Return the section with one setting changed.

        Raises `SettingError` for a setting that it lacks, or a value that the setting cannot have.
        """
        try:
            return self.model_validate({**self.__dict__, name: value})
        except ValidationError as error:
            raise SettingError(_sentence(name, error)) from None


class Graphics(Section):
    """What the game looks like."""

    skin: Annotated[str, _SKINS, AfterValidator(_SKINS.check)] = Field(
        default="unicode", title="Skin", description="What blocks and frames are drawn with."
    )
    palette: Annotated[str, _PALETTES, AfterValidator(_PALETTES.check)] = Field(
        default=AUTOMATIC, title="Colours", description="The colours of the pieces, from 24 bit to none."
    )
    ghost: bool = Field(default=True, title="Ghost", description="Show where the piece would land.")


class Controls(Section):
    """Which key is which button."""

    keys: Annotated[dict[str, tuple[str, ...]], AfterValidator(_checked_buttons)] = Field(
        default=DEFAULT_BINDINGS.table(), title="Keys", description="The keys of each button."
    )

    @property
    def bindings(self) -> Bindings:
        """The keys in the form that the key layer takes."""
        return Bindings.of(self.keys)


class Gameplay(Section):
    """Handling and rules: what the modes leave open. The defaults are the seed's, with more preview."""

    rotation_system: Annotated[str, _ROTATION_SYSTEMS, AfterValidator(_ROTATION_SYSTEMS.check)] = Field(
        default="ocular", title="Rotation", description="How pieces turn, and what they do where they do not fit."
    )
    randomizer: Annotated[str, _RANDOMIZERS, AfterValidator(_RANDOMIZERS.check)] = Field(
        default="recency", title="Pieces", description="How the next piece is drawn."
    )
    preview_count: Annotated[int, Field(ge=0, le=9), Knob(1, "pieces")] = Field(
        default=4, title="Preview", description="How many of the next pieces are shown."
    )
    das_ms: Annotated[_Milliseconds, Knob(1, "ms")] = Field(
        default=167.0, title="Delayed auto shift", description="How long a direction is held before the piece runs."
    )
    arr_ms: Annotated[_Milliseconds, Knob(1, "ms")] = Field(
        default=33.0,
        title="Auto repeat rate",
        description="The time between the steps of a running piece; 0 is at once.",
    )
    soft_drop_factor: Annotated[float, Field(ge=0, le=10_000), Knob(0.25, "x")] = Field(
        default=15.0, title="Soft drop", description="How many times faster than it falls a piece drops softly."
    )
    hard_drop_delay_ms: Annotated[_Milliseconds, Knob(0.1, "ms")] = Field(
        default=0.1, title="Hard drop delay", description="The time from a hard drop to its lock."
    )
    ground_time_max_ms: Annotated[_Milliseconds, Knob(10, "ms")] = Field(
        default=2250.0, title="Ground time", description="How long a piece may be moved on the ground."
    )
    line_clear_delay_ms: Annotated[_Milliseconds, Knob(10, "ms")] = Field(
        default=200.0, title="Line clear delay", description="How long full lines stay before they go."
    )
    appearance_delay_ms: Annotated[_Milliseconds, Knob(10, "ms")] = Field(
        default=50.0, title="Appearance delay", description="The time from a lock to the next piece."
    )
    no_soft_drop_lock: Annotated[str, _AUTO, AfterValidator(_AUTO.check)] = Field(
        default="auto",
        title="No soft drop lock",
        description="Whether soft drop leaves a piece on the ground unlocked.",
    )

    def wishes(self, *, key_releases: bool) -> dict[str, Any]:  # Any: the values of rule fields are of many types
        """Return the fields of `Rules` that a player wishes for, where a mode leaves them open."""
        lock = self.no_soft_drop_lock
        times = {f"{name[:-3]}_ns": round(value * 1e6) for name, value in self if name.endswith("_ms")}
        return {
            "rotation_system": self.rotation_system,
            "randomizer": self.randomizer,
            "preview_count": self.preview_count,
            "soft_drop_factor": self.soft_drop_factor,
            "no_soft_drop_lock": not key_releases if lock == "auto" else lock == "on",
            **times,
        }


class Interface(Section):
    """How the application behaves."""

    fps: Annotated[int, Field(ge=1, le=240), Knob(1, "fps")] = Field(
        default=60, title="Frame rate", description="How often a running game is drawn. Keys are drawn at once, always."
    )
    show_fps: bool = Field(default=False, title="Show frame rate", description="Show how often the game is drawn.")
    resume_countdown: Annotated[int, Field(ge=0, le=5), Knob(1, "counts")] = Field(
        default=3,
        title="Countdown",
        description="How far to count down before a paused game goes on; 0 goes on at once.",
    )
    pause_on_blur: bool = Field(
        default=True, title="Pause when unseen", description="Pause the game when the terminal loses the focus."
    )
    reduced_motion: bool = Field(
        default=False, title="Reduced motion", description="Leave out what moves only to look good."
    )


class Storage(Section):
    """What is kept when the program ends."""

    keep: Annotated[str, _KEEP, AfterValidator(_KEEP.check)] = Field(
        default=Keep.REPLAYS.value, title="Keep", description="What is kept when the program ends."
    )


class Settings(Section):
    """Everything that a player can set."""

    graphics: Graphics = Graphics()
    controls: Controls = Controls()
    gameplay: Gameplay = Gameplay()
    interface: Interface = Interface()
    storage: Storage = Storage()

    def with_value(self, section: str, name: str, value: object) -> Self:
        """Return the settings with one of them changed.

        Raises `SettingError` for one that there is not, or a value that it cannot have.
        """
        old = getattr(self, section, None)
        if not isinstance(old, Section):
            raise SettingError(f"{section} is not one of {', '.join(type(self).model_fields)}")
        return self.changed(section, old.changed(name, value))

    def with_launch(self, launch: Launch) -> Self:
        """Return the settings with what the command line says instead."""
        settings = self
        if launch.skin is not None:
            settings = settings.with_value("graphics", "skin", launch.skin)
        if launch.fps is not None:
            settings = settings.with_value("interface", "fps", launch.fps)
        return settings


def described(section: str) -> tuple[Setting, ...]:
    """Return what a screen shows of a section: each switch, number and choice in it."""
    default: Section = Settings.model_fields[section].default
    settings = (_setting(section, name, field) for name, field in type(default).model_fields.items())
    return tuple(setting for setting in settings if setting is not None)


def _setting(section: str, name: str, field: FieldInfo) -> Setting | None:
    """Return what a screen shows of a field, if it can be shown in one line."""
    names = next((note for note in field.metadata if isinstance(note, Names)), None)
    knob = next((note for note in field.metadata if isinstance(note, Knob)), None)
    kind = Kind.CHOICE if names else Kind.NUMBER if knob else Kind.SWITCH if field.annotation is bool else None
    if kind is None:
        return None
    return Setting(
        section=section,
        name=name,
        title=field.title or _spoken(name),
        sentence=field.description or "",
        kind=kind,
        default=field.default,
        choices=names.titles if names else {},
        low=next((_bound(limit.ge) for limit in field.metadata if isinstance(limit, Ge)), None),
        high=next((_bound(limit.le) for limit in field.metadata if isinstance(limit, Le)), None),
        knob=knob or Knob(),
    )


def _bound(limit: object) -> float | None:
    return limit if isinstance(limit, (int, float)) else None


def _sentence(name: str, error: ValidationError) -> str:
    problem = error.errors(include_url=False)[0]["msg"].removeprefix("Value error, ")
    return f"{_spoken(name)}: {problem[0].lower()}{problem[1:]}"
