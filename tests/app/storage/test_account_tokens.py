"""The tokens of accounts: one for each server, made once, and read by nobody else."""

import stat
import sys
from pathlib import Path

import pytest

from piecement.online.messages import SignUp
from piecement.storage.account_tokens import AccountTokens


def test_each_server_has_a_token_of_its_own_which_stays(tmp_path: Path) -> None:
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
def test_a_file_that_is_none_is_set_aside(tmp_path: Path, content: str) -> None:
    (tmp_path / "accounts.json").write_text(content)

    tokens = AccountTokens(tmp_path)
    assert tokens.of("one.example:1985") is None
    assert tokens.make("one.example:1985") == AccountTokens(tmp_path).of("one.example:1985")
    assert (tmp_path / "accounts.damaged.json").read_text() == content
