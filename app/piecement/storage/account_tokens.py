"""The tokens of the player's accounts: a secret for each server, in a file that nobody else can read.

Each server has another one, so that none can take the player's place at another server.
"""

import json
from contextlib import suppress
from pathlib import Path
from secrets import token_urlsafe
from typing import Final

from pydantic import TypeAdapter, ValidationError

from piecement.storage.atomic_file import write_atomically

_BYTES: Final = 32
_LONGEST: Final = 1024 * 1024
"""Bytes of a file that is read."""
_TOKENS: Final = TypeAdapter(dict[str, str])


class AccountTokens:
    """The file of the tokens. One that cannot be read is set aside."""

    def __init__(self, folder: Path) -> None:
        self._path: Final = folder / "accounts.json"

    def of(self, address: str) -> str | None:
        """Return the token for a server, if there is one."""
        return self._read().get(address)

    def make(self, address: str) -> str:
        """Return the token for a server, made and written down where there is none. Raises `StorageError`."""
        tokens = self._read()
        if address not in tokens:
            tokens[address] = token_urlsafe(_BYTES)
            write_atomically(self._path, json.dumps(tokens, indent=2).encode(), is_private=True)
        return tokens[address]

    def _read(self) -> dict[str, str]:
        try:
            with self._path.open("rb") as file:
                content = file.read(_LONGEST)
        except OSError:
            return {}
        try:
            return _TOKENS.validate_json(content)
        except ValidationError:
            self._set_aside()
            return {}

    def _set_aside(self) -> None:
        """Keep a file that cannot be read: another one is written in its place."""
        with suppress(OSError):
            self._path.replace(self._path.with_suffix(".damaged.json"))
