"""Setting specs: everything that a setting's field says, for screens, files and commands."""

from collections.abc import Callable
from typing import Annotated, Any, NamedTuple

from pydantic import TypeAdapter, ValidationError

from piecement.settings.errors import error_reason
from piecement.settings.values import SettingValue, Values


def choice_title(name: str) -> str:
    return name.replace("_", " ").capitalize().replace("Ascii", "ASCII")


class SettingError(ValueError):
    """A value is not allowed; the text gives the reason in one sentence."""


def problem(change: Callable[[], object]) -> str:
    """Return the text of the error that a call raises, or an empty one."""
    try:
        change()
    except ValueError as error:
        return str(error)
    return ""


class Group(NamedTuple):
    """Heading above a setting and the settings after it."""

    title: str


class OnlyWith(NamedTuple):
    """Condition that makes a setting depend on the value of another."""

    name: str
    values: tuple[str, ...]


class SettingSpec(NamedTuple):
    """Description of a setting for a screen."""

    section: str
    name: str
    title: str
    sentence: str
    """Title and sentence, to be translated where they are shown."""
    default: SettingValue
    values: Values
    group: str = ""
    """The heading above it."""
    only_with: OnlyWith | None = None
    """Condition under which it has any effect."""

    @property
    def row(self) -> str:
        """The name of its row on a screen, such as `graphics.skin`."""
        return f"{self.section}.{self.name}"

    def value(self, section: object) -> SettingValue:
        value: SettingValue = getattr(section, self.name)
        return value

    def has_effect(self, section: object) -> bool:
        """Return whether the setting has any effect with the values of its section."""
        only = self.only_with
        return only is None or getattr(section, only.name) in only.values

    def stepped(self, value: SettingValue, steps: int) -> SettingValue:
        """Return the value n steps further; names wrap around, numbers end at their limits."""
        return type(self.default)(self.values.stepped(value, steps))

    def parsed(self, text: str) -> SettingValue:
        """Return the value of a typed text. Raises `SettingError` if it is invalid or out of range."""
        kind: Any = Annotated[type(self.default), self.values]  # a type that is known only here
        try:
            value: SettingValue = TypeAdapter(kind).validate_python(text)
        except ValidationError as error:
            raise SettingError(error_reason(error.errors(include_url=False)[0])) from None
        return value
