"""The tokens of accounts: one for each server, made once, and read by nobody else."""

import errno
import json
import stat
import sys
from functools import partial
from pathlib import Path

import pytest

from piecement.storage.tokens import AccountTokens
from piecement_base.errors import MissingError, StorageError
from piecement_net.messages.accounts import SignUp


def test_each_server_keeps_a_token_of_its_own(tmp_path: Path) -> None:
    tokens = AccountTokens(tmp_path / "new")
    first, second = tokens.make("one.example:1985"), tokens.make("two.example:1985")

    assert first != second
    assert len(first) >= 43  # 256 bits
    assert SignUp(name="Ada", token=first).token == first
    assert AccountTokens(tmp_path / "new").make("one.example:1985") == first
    assert AccountTokens(tmp_path / "new").of("two.example:1985") == second
    assert tokens.of("three.example:1985") is None


@pytest.mark.skipif(sys.platform == "win32", reason="Windows has no such modes")
def test_nobody_else_can_read_them(tmp_path: Path) -> None:
    AccountTokens(tmp_path).make("one.example:1985")

    assert stat.S_IMODE((tmp_path / "accounts.json").stat().st_mode) == 0o600


@pytest.mark.parametrize("content", ["", "[]", "{", '"x"', "\x00"])
def test_a_junk_file_is_set_aside(tmp_path: Path, content: str) -> None:
    (tmp_path / "accounts.json").write_text(content)

    tokens = AccountTokens(tmp_path)
    assert tokens.of("one.example:1985") is None
    assert tokens.make("one.example:1985") == AccountTokens(tmp_path).of("one.example:1985")
    assert (tmp_path / "accounts.damaged.json").read_text() == content


@pytest.mark.parametrize("number", [errno.EACCES, errno.EMFILE, errno.EIO])
def test_unreadable_tokens_are_kept(number: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    tokens = AccountTokens(tmp_path)
    tokens.make("one.example:1985", "a" * 32)
    before = (tmp_path / "accounts.json").read_bytes()

    def fail(*_: object, **__: object) -> None:
        raise OSError(number, "no luck")

    with monkeypatch.context() as broken:
        broken.setattr(Path, "open", fail)
        for use in (tokens.make, tokens.of, partial(tokens.share, server_id="a" * 32)):
            with pytest.raises(StorageError, match=r"accounts\.json cannot be read \(no luck\)"):
                use("two.example:1985")
        assert tokens.register_server("two.example:1985", "a" * 32, None, lambda _: True) is None

    assert [path.name for path in tmp_path.iterdir()] == ["accounts.json"]
    assert (tmp_path / "accounts.json").read_bytes() == before


def test_a_token_is_said_where_it_may_be(tmp_path: Path) -> None:
    tokens = AccountTokens(tmp_path)
    token = tokens.make("one.example:1985", "a" * 32)

    assert tokens.register_server("two.example:1985", "a" * 32, None, lambda _: False) is None
    assert tokens.of("two.example:1985") is None
    assert tokens.register_server("one.example:1986", "a" * 32, None, "one.example:1985".__eq__) == token
    assert tokens.register_server("one.example:1986", "b" * 32, None, lambda _: False) == token
    assert tokens.addresses_of("a" * 32) == ["one.example:1985", "one.example:1986"]


def test_one_servers_token_is_none_of_another(tmp_path: Path) -> None:
    """A server may send to another one and lie about its id: its token would be the account's there."""
    tokens = AccountTokens(tmp_path)
    evil = tokens.make("evil.example:1985", "a" * 32)

    assert tokens.register_server("good.example:1985", "a" * 32, evil, lambda _: False) is None
    assert tokens.make("good.example:1985", "a" * 32) != evil


def test_a_lost_token_cannot_be_shared(tmp_path: Path) -> None:
    with pytest.raises(MissingError):
        AccountTokens(tmp_path).share("two.example:1985", "a" * 32)

    assert not list(tmp_path.iterdir())


def test_two_accounts_at_one_server_stay_two(tmp_path: Path) -> None:
    tokens = AccountTokens(tmp_path)
    first, second = tokens.make("localhost:1985"), tokens.make("127.0.0.1:1985")

    for address, token in (("localhost:1985", first), ("127.0.0.1:1985", second), ("localhost:1985", first)):
        assert tokens.register_server(address, "a" * 32, token, lambda _: True) == token
        assert tokens.of(address) == token


def test_an_older_program_reads_the_file(tmp_path: Path) -> None:
    token = AccountTokens(tmp_path).make("one.example:1985", "a" * 32)
    content = json.loads((tmp_path / "accounts.json").read_text())

    assert content["one.example:1985"] == token
    assert {type(value) for value in content.values()} == {str}
