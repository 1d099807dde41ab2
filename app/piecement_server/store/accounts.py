"""Accounts of players: names without look-alikes, tokens of machines, and codes that add a machine.

Only digests of tokens and codes are stored: a reader of the database cannot play under another's account.
"""

import json
from collections.abc import Iterator, Sequence
from hashlib import sha256
from secrets import choice, token_hex
from typing import Final, NamedTuple

from piecement_base.database import insertion
from piecement_net.errors import RoomError
from piecement_net.look_alikes import look_alike_keys
from piecement_net.messages.accounts import AccountSettings
from piecement_server.store.database import DatabaseStore

CODE_MS: Final = 10 * 60 * 1000
"""Lifetime of a code (ms)."""
CODE_LETTERS: Final = "bcdfghjkmnpqrstvwxz2456789"
CODE_LENGTH: Final = 10
"""26¹⁰ codes: a million guesses during the life of one hit it once in 10⁸ tries."""
MOST_TOKENS: Final = 20
"""Maximum number of machines per account; the oldest are dropped."""
GUEST: Final = "guest"
"""Suffix for the names of guests whose chosen name belongs to an account."""

_OWNED: Final = {
    "ratings": ("season",),
    "results": ("match",),
    "board_entries": ("id",),
    "daily_tries": ("mode", "day"),
    "account_settings": (),
    "bans": (),
}
"""Tables with rows of a player: the contents of an export beside the account. A row is known by the column `account`
and these.
"""
_LONGEST_PIECE: Final = 50_000
"""Length of the rows that are read at a time, unless a single one is longer (characters)."""
_FEW: Final = 200
"""Number of accounts that are looked through at a time."""

_OF_NAME: Final = "JOIN name_keys ON name_keys.account = accounts.id WHERE name_keys.name_key = :key"
_ADD_KEY: Final = insertion("name_keys", ("name_key", "account"), "name_key")
_NAMES_WITHOUT_KEYS: Final = """
    SELECT id, name FROM accounts WHERE NOT EXISTS (SELECT 1 FROM name_keys WHERE account = accounts.id)
"""
_DELETE_OLD_TOKENS: Final = """
    DELETE FROM tokens WHERE account = :account AND digest NOT IN
    (SELECT digest FROM tokens WHERE account = :account ORDER BY made_ms DESC, digest LIMIT :most)
"""
_USE_CODE: Final = "DELETE FROM codes WHERE digest = :digest AND until_ms >= :now_ms RETURNING account"
_KEEP_SETTINGS: Final = """
    INSERT INTO account_settings (account, at_ms, settings) VALUES (:account, :now_ms, :settings)
    ON CONFLICT (account) DO UPDATE SET settings = excluded.settings,
    at_ms = CASE WHEN excluded.at_ms > account_settings.at_ms THEN excluded.at_ms ELSE account_settings.at_ms + 1 END
    RETURNING at_ms
"""
"""The time of settings is later than that of the previous ones, even if the clock of a server is behind."""
_DELETE_UNUSED: Final = """
    DELETE FROM accounts WHERE id > :after AND id <= :last AND seen_ms < :before_ms AND NOT EXISTS
    (SELECT 1 FROM results WHERE results.account = accounts.id) AND NOT EXISTS
    (SELECT 1 FROM board_entries WHERE board_entries.account = accounts.id)
"""


class Account(NamedTuple):
    """Account of a player."""

    id: str
    name: str


def digest_of_secret(secret: str) -> str:
    """Return the stored form of a token or a code."""
    return sha256(secret.encode()).hexdigest()


class AccountStore(DatabaseStore):
    """Store of accounts. Methods raise `StorageError`, and `RoomError` for refused requests."""

    def by_token(self, token: str) -> Account | None:
        """Return the account of a machine, or None for an unknown token."""
        return self._find("JOIN tokens ON account = accounts.id WHERE digest = :key", digest_of_secret(token))

    def by_name(self, name: str) -> Account | None:
        """Return the account with a name, or with one that looks like it; None if there is none."""
        found = (self._find(_OF_NAME, key) for key in look_alike_keys(name))
        return next(filter(None, found), None)

    def touch(self, account: Account) -> None:
        """Update the time of the last visit."""
        self._database.change(
            "UPDATE accounts SET seen_ms = :now_ms WHERE id = :id", {"now_ms": self._now_ms(), "id": account.id}
        )

    def is_taken(self, name: str) -> bool:
        """Whether a name belongs to an account, or looks like one that does."""
        return self.by_name(name) is not None

    def sign_up(self, name: str, token: str) -> Account:
        """Create an account, or return the one that the token already has."""
        _check_name(name)
        with self._database.transaction():
            known = self.by_token(token)
            if known is not None:
                return known
            account = Account(token_hex(8), name)
            # The column `name_key` is obsolete since `name_keys` exists; it is unique, so it repeats the id.
            row = {**account._asdict(), "name_key": account.id, "made_ms": self._now_ms(), "seen_ms": self._now_ms()}
            self._database.change(insertion("accounts", row), row)
            self._reserve_name(account)
            self._add_token(account.id, token)
        return account

    def rename(self, account: Account, name: str) -> Account:
        _check_name(name)
        with self._database.transaction():
            self.get(account.id)
            renamed = Account(account.id, name)
            self._database.change("DELETE FROM name_keys WHERE account = :account", {"account": account.id})
            self._reserve_name(renamed)
            self._database.change("UPDATE accounts SET name = :name WHERE id = :id", {"id": account.id, "name": name})
        return renamed

    def reserve_old_names(self) -> None:
        """Reserve the names of accounts from an older version; look-alikes among them both stay."""
        with self._database.transaction():
            for row in self._database.rows(_NAMES_WITHOUT_KEYS):
                for key in look_alike_keys(row["name"]):
                    self._database.change(_ADD_KEY, {"name_key": key, "account": row["id"]})

    def _reserve_name(self, account: Account) -> None:
        for key in look_alike_keys(account.name):
            if not self._database.change(_ADD_KEY, {"name_key": key, "account": account.id}):
                raise RoomError("name_taken", name=account.name)

    def make_code(self, account: Account) -> str:
        """Return a one-time code that adds another machine to the account; earlier codes become void."""
        code = "".join(choice(CODE_LETTERS) for _ in range(CODE_LENGTH))
        with self._database.transaction():
            self.get(account.id)
            self._database.change("DELETE FROM codes WHERE account = :account", {"account": account.id})
            until_ms = self._now_ms() + CODE_MS
            values = {"digest": digest_of_secret(code), "account": account.id, "until_ms": until_ms}
            self._database.change(insertion("codes", values), values)
        return f"{code[: CODE_LENGTH // 2]}-{code[CODE_LENGTH // 2 :]}"

    def use_code(self, code: str, token: str) -> Account:
        """Add a machine to the account of a code."""
        plain = "".join(filter(CODE_LETTERS.__contains__, code.lower()))
        with self._database.transaction():
            values = {"digest": digest_of_secret(plain), "now_ms": self._now_ms()}
            found = self._database.column(_USE_CODE, values)
            if not found:
                raise RoomError("bad_code")
            self._database.change("DELETE FROM tokens WHERE digest = :digest", {"digest": digest_of_secret(token)})
            self._add_token(found[0], token)
            return self.get(found[0])

    def settings(self, account: Account) -> AccountSettings:
        kept = "SELECT at_ms, settings AS text FROM account_settings WHERE account = :account"
        found = self._database.rows(kept, {"account": account.id})
        return AccountSettings(**dict(found[0])) if found else AccountSettings()

    def keep_settings(self, account: Account, text: str) -> int:
        """Replace the settings of an account; return their time, or 0 if an empty text deletes them."""
        if text:
            values = {"account": account.id, "now_ms": self._now_ms(), "settings": text}
            return int(self._database.column(_KEEP_SETTINGS, values)[0])
        self._database.change("DELETE FROM account_settings WHERE account = :account", {"account": account.id})
        return 0

    def export(self, account: Account) -> Iterator[str]:
        """Yield all stored rows of an account as the pieces of a JSON object: a list for each table."""
        made = "SELECT id, name, made_ms, seen_ms FROM accounts WHERE id = :id"
        yield f'{{"account": {json.dumps(list(map(dict, self._database.rows(made, {"id": account.id}))))}'
        for table, columns in _OWNED.items():
            yield f', "{table}": ['
            yield from self._export_table(account, table, columns)
            yield "]"
        yield "}"

    def _export_table(self, account: Account, table: str, columns: Sequence[str]) -> Iterator[str]:
        names = ", ".join(("account", *columns))
        own = {"account": account.id}
        keys = list(map(dict, self._database.rows(f"SELECT {names} FROM {table} WHERE account = :account", own)))
        which = " AND ".join(f"{name} = :{name}" for name in ("account", *columns))
        piece, separator = "", ""
        for key in keys:
            for row in self._database.rows(f"SELECT * FROM {table} WHERE {which}", key):
                piece += f"{separator}{json.dumps(dict(row))}"
                separator = ", "
            if len(piece) > _LONGEST_PIECE:
                yield piece
                piece = ""
        yield piece

    def delete(self, account: Account) -> None:
        """Delete an account and its rows; opponents keep their results, without its name."""
        with self._database.transaction():
            forget = "UPDATE results SET opponent = '', opponent_name = '' WHERE opponent = :id"
            self._database.change(forget, {"id": account.id})
            self._database.change("DELETE FROM accounts WHERE id = :id", {"id": account.id})

    def forget_unused(self, days: int) -> Iterator[int]:
        """Delete accounts without games that were not seen for a number of days; yield their number, in pieces."""
        self._database.change("DELETE FROM codes WHERE until_ms < :now_ms", {"now_ms": self._now_ms()})
        yield from self._forget(_DELETE_UNUSED, days, "accounts", "id", _FEW)

    def get(self, account: str) -> Account:
        """Return an account by id. Raises `RoomError` if it was deleted."""
        found = self._find("WHERE id = :key", account)
        if found is None:
            raise RoomError("account_gone")
        return found

    def _find(self, condition: str, key: str) -> Account | None:
        """Return the account that a join or a condition selects by a key, or None if there is none."""
        rows = self._database.rows(f"SELECT accounts.id, accounts.name FROM accounts {condition}", {"key": key})
        return Account(rows[0]["id"], rows[0]["name"]) if rows else None

    def _add_token(self, account: str, token: str) -> None:
        values = {"digest": digest_of_secret(token), "account": account, "made_ms": self._now_ms()}
        self._database.change(insertion("tokens", values, "digest"), values)
        self._database.change(_DELETE_OLD_TOKENS, {"account": account, "most": MOST_TOKENS})


def _check_name(name: str) -> None:
    if any(key.endswith(GUEST) for key in look_alike_keys(name)):
        raise RoomError("name_for_guests", name=name)
