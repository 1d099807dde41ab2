"""Registration of values under the names that rules and recordings use."""

from typing import Any

from piecement_engine.errors import RuleError, cut


def register(
    registry: dict[str, Any], name: object, value: object, *, fits: bool, form: str, replace: bool = False
) -> None:  # Any: `fits` has checked the value for its registry
    """Add a value to a registry.

    Raises `RuleError` if the value does not fit (the message contains `form`), if its name is not a text, or if the
    name belongs to another value and `replace` is false.
    """
    if not fits:
        raise RuleError(f"{cut(repr(value))} cannot be registered: it is to be {form}")
    if not isinstance(name, str) or not name:
        raise RuleError(f"the name {cut(repr(name))} cannot be registered: it is a text")
    if not replace and registry.get(name, value) is not value:
        raise RuleError(f"{cut(name)} is registered already: choose another name, or give replace=True")
    registry[name] = value
