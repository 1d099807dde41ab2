"""Secrets drawn once for a database, shared by all servers that use it."""

from secrets import token_hex
from typing import Final

from piecement.server.store.database import ServerDatabase

_ADD: Final = "INSERT INTO secrets (name, value) VALUES (:name, :value) ON CONFLICT (name) DO NOTHING"
_GET: Final = "SELECT value FROM secrets WHERE name = :name"


def drawn_once(database: ServerDatabase, name: str, length: int) -> str:
    """Return a random secret in hexadecimal digits, drawn at the first call. Raises `StorageError`."""
    database.change(_ADD, {"name": name, "value": token_hex(length)})
    return str(database.column(_GET, {"name": name})[0])
