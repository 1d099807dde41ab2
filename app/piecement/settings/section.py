"""A section: a group of settings that belong together."""

from typing import Self

from pydantic import BaseModel, ConfigDict, ValidationError

from piecement.knobs import SettingError


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


def spoken(name: str) -> str:
    """Return a name in code as a title."""
    return name.replace("_", " ").capitalize()


def _sentence(name: str, error: ValidationError) -> str:
    problem = error.errors(include_url=False)[0]["msg"].removeprefix("Value error, ")
    return f"{spoken(name)}: {problem[0].lower()}{problem[1:]}"
