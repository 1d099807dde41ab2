"""Tokens of accounts at servers.

Each server has a token of its own, so that none can impersonate the player at another. A server, or a fleet of them,
reports its id, and its token is stored under that id and under each address where it was reached. A server can report
the id of another one, so a token goes to a further address only if that one may have it (see `register_server`).
"""

import json
from collections.abc import Callable, Mapping
from contextlib import suppress
from pathlib import Path
from secrets import token_urlsafe
from typing import Final

from pydantic import TypeAdapter, ValidationError

from piecement_base.atomic_file import write_atomically
from piecement_base.errors import MissingError, StorageError
from piecement_base.language import _

_BYTES: Final = 32
_LONGEST: Final = 1024 * 1024
"""Maximum size of the file (bytes); a longer file counts as damaged."""
_TOKENS: Final = TypeAdapter(dict[str, str])
_ID: Final = "id "
"""Prefix of server ids among the keys; no address begins with it."""


class AccountTokens:
    """File of the tokens. A damaged one is set aside; one that cannot be opened is never overwritten."""

    def __init__(self, folder: Path) -> None:
        self._path: Final = folder / "accounts.json"

    def of(self, address: str) -> str | None:
        """Return the token for a server, if there is one. Raises `StorageError`."""
        return self._read().get(address)

    def make(self, address: str, server_id: str = "") -> str:
        """Return the token for a server, creating and storing it on first use. Raises `StorageError`."""
        tokens = self._read()
        if address not in tokens:
            tokens[address] = token_urlsafe(_BYTES)
            if server_id:
                tokens[f"{_ID}{server_id}"] = tokens[address]
            self._write(tokens)
        return tokens[address]

    def register_server(
        self, address: str, server_id: str, sent: str | None, may_share: Callable[[str], bool]
    ) -> str | None:
        """Store the id of the server at an address, and return its token if there is one.

        `sent` is the token that it received, perhaps by way of another server; `may_share` returns whether the token
        for another address may be sent to this one.
        """
        try:
            tokens = self._read()
        except StorageError:  # the account stays the one of the token that was sent
            return None
        own, key = tokens.get(address), f"{_ID}{server_id}"
        if sent is not None and sent != own:  # the token of the server that moved the player here
            return None
        if own is None and any(map(may_share, _addresses(tokens, key))):
            own = tokens[key]
        if own is not None and {address, key} - tokens.keys():
            with suppress(StorageError):  # the token is known for this run anyway
                self._write({**tokens, address: own, key: tokens.get(key, own)})
        return own

    def addresses_of(self, server_id: str) -> list[str]:
        """Return the addresses that share the token of a server. Raises `StorageError`."""
        return _addresses(self._read(), f"{_ID}{server_id}")

    def share(self, address: str, server_id: str) -> str:
        """Store the token of a server for a further address, and return it. Raises `StorageError`."""
        tokens = self._read()
        token = tokens.get(f"{_ID}{server_id}")
        if token is None:
            raise MissingError(_("There is nothing stored under the name {name!r}."), name=server_id)
        self._write({**tokens, address: token})
        return token

    def _write(self, tokens: dict[str, str]) -> None:
        write_atomically(self._path, json.dumps(tokens, indent=2).encode(), is_private=True)

    def _read(self) -> dict[str, str]:
        try:
            with self._path.open("rb") as file:
                content = file.read(_LONGEST)
        except FileNotFoundError:
            return {}
        except OSError as error:
            sentence = _("{path} cannot be read ({strerror}).")
            raise StorageError(sentence, path=self._path, strerror=error.strerror) from error
        try:
            return _TOKENS.validate_json(content)
        except ValidationError:
            with suppress(OSError):  # the file will be rewritten anyway
                self._path.replace(self._path.with_suffix(".damaged.json"))
            return {}


def _addresses(tokens: Mapping[str, str], key: str) -> list[str]:
    """Return the addresses with the token that a key has."""
    return [known for known, token in tokens.items() if token == tokens.get(key) and not known.startswith(_ID)]
