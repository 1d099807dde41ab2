"""Limits of `piecement serve`: options, and a file of TOML with the same names."""

import tomllib
from argparse import ArgumentTypeError, Namespace
from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path
from typing import Any, Final

from piecement.cli.arguments import Option, whole_number
from piecement.storage.input_file import read_input
from piecement_base.errors import StorageError
from piecement_base.language import N_, _
from piecement_net.limits import ServerLimits

_USUAL: Final = ServerLimits()
_MOST: Final = whole_number(1, 100_000)
_LIMITS: Final = (
    Option("--rooms", "N", N_("maximum number of rooms (default: {default})"), whole_number(1, 2000), _USUAL.rooms),
    Option("--connections", "N", N_("maximum number of connections (default: {default})"), _MOST, _USUAL.connections),
    Option(
        "--connections-an-address", "N", N_("maximum number of connections from one address (default: {default})"),
        _MOST, _USUAL.connections_an_address,
    ),
    Option(
        "--rooms-an-address", "N", N_("maximum number of rooms opened by one address or account (default: {default})"),
        _MOST, _USUAL.rooms_an_address,
    ),
    Option(
        "--stored-megabytes", "N",
        N_("megabytes of games that one address or account may store within 30 days (default: {default})"),
        _MOST, _USUAL.stored_bytes >> 20,
    ),
    Option(
        "--rated-within-address", "", N_("also rate matches between two players at one address, as in a household"),
        default=_USUAL.rated_within_address,
    ),
)  # fmt: skip
_BY_NAME: Final[Mapping[str, Option]] = {option.name.removeprefix("--"): option for option in _LIMITS}

OPTIONS: Final = (
    Option("--limits", "FILE", N_("TOML file with the limits below, such as rooms = 50; options override it"), Path),
    # Without a default, so that an option differs from none.
    *(option._replace(default=None, values={"default": option.default}) for option in _LIMITS),
)


def read_limits(options: Namespace) -> ServerLimits:
    """Return the limits: of an option, or else of the file, or else the usual one. Raises `StorageError`."""
    given = {} if options.limits is None else _read(options.limits)
    given |= {name: value for name in _BY_NAME if (value := getattr(options, name.replace("-", "_")))}
    changed = {name.replace("-", "_"): value for name, value in given.items()}
    if "stored_megabytes" in changed:
        changed["stored_bytes"] = changed.pop("stored_megabytes") << 20
    if "connections" in changed:
        changed["sessions"] = 2 * changed["connections"]
    return replace(_USUAL, **changed)


def _read(path: Path) -> dict[str, Any]:  # numbers, and switches
    try:
        table = tomllib.loads(read_input(path).decode("utf-8-sig"))
    except (ValueError, RecursionError) as error:
        raise StorageError(_("{path} is not valid TOML: {reason}."), path=path, reason=error) from None
    return {name: _value(path, name, value) for name, value in table.items()}


def _value(path: Path, name: str, value: object) -> object:
    """Return a limit of a file, as its option would read it."""
    if name not in _BY_NAME:
        raise StorageError(
            _("{path}: unknown limit {name!r}: choose from {known}."), path=path, name=name, known=", ".join(_BY_NAME)
        )
    option = _BY_NAME[name]
    if not option.word:
        if isinstance(value, bool):
            return value
        raise StorageError(_("{path}: {name} is true or false, not {value!r}."), path=path, name=name, value=value)
    try:
        return option.kind(repr(value))
    except ArgumentTypeError as error:
        raise StorageError("{path}: {name}: {error}.", path=path, name=name, error=error) from None
