"""Limits of a server: those of a file, which options override, and what is wrong in a file."""

from argparse import Namespace
from pathlib import Path

import pytest

from piecement.cli.arguments import OneLineParser, add_options
from piecement.cli.commands.limits_file import read_limits
from piecement.cli.commands.serve import OPTIONS, worker_arguments
from piecement.cli.usage import UsageError
from piecement_net.limits import ServerLimits
from tests.programs import Said

ALL = """
rooms = 50
connections = 500
connections-an-address = 40
rooms-an-address = 20
stored-megabytes = 1000
rated-within-address = true
"""


def options_of(*arguments: object) -> Namespace:
    parser = OneLineParser(prog="piecement serve", description="")
    add_options(parser, OPTIONS)
    return parser.parse_args([str(argument) for argument in arguments])


@pytest.fixture
def file(tmp_path: Path) -> Path:
    return tmp_path / "limits.toml"


def test_without_a_file_and_options_limits_are_the_usual_ones() -> None:
    assert read_limits(options_of()) == ServerLimits()


def test_a_file_sets_every_limit(file: Path) -> None:
    file.write_text(f"\ufeff{ALL}", encoding="utf-8")
    limits = read_limits(options_of("--limits", file))

    assert (limits.rooms, limits.connections, limits.connections_an_address) == (50, 500, 40)
    assert (limits.rooms_an_address, limits.stored_bytes) == (20, 1000 * 1024 * 1024)
    assert limits.rated_within_address


def test_options_override_the_file_also_with_the_usual_value(file: Path) -> None:
    file.write_text(ALL)
    limits = read_limits(options_of("--connections", "2000", "--limits", file, "--rooms", "7"))

    assert (limits.connections, limits.rooms, limits.rooms_an_address) == (2000, 7, 20)


def test_there_are_sessions_for_all_connections() -> None:
    """There were 4000, however many connections were allowed."""
    assert read_limits(options_of("--connections", "100000")).sessions >= 100_000


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("room = 5", "unknown limit 'room': choose from rooms, connections, "),
        ("connections_an_address = 5", "unknown limit 'connections_an_address'"),
        ("[rooms]\nmost = 5", "rooms: \"{'most': 5}\" is not a whole number from 1 to 2000."),
        ("rooms = 0", "rooms: '0' is not a whole number from 1 to 2000."),
        ("rooms = '5'", "rooms: \"'5'\" is not a whole number from 1 to 2000."),
        ("connections = true", "connections: 'True' is not a whole number from 1 to 100000."),
        ("stored-megabytes = 1.5", "stored-megabytes: '1.5' is not a whole number"),
        ("rated-within-address = 1", "rated-within-address is true or false, not 1."),
        ("rooms", "limits.toml is not valid TOML: "),
        ("rooms = 5\nrooms = 6", "limits.toml is not valid TOML: "),
        ("x = " + "[" * 9000, "limits.toml is not valid TOML: "),
        (b"\xff", "limits.toml is not valid TOML: "),
        (None, "limits.toml cannot be read (No such file or directory)."),
    ],
)
def test_a_wrong_file_gets_one_sentence(file: Path, text: str | bytes | None, sentence: str, said: Said) -> None:
    if text is not None:
        file.write_bytes(text if isinstance(text, bytes) else text.encode())
    status, _, error = said("serve", "--data-dir", file.parent / "data", "--limits", file)

    assert (status, error.count("\n")) == (2, 1)
    assert sentence in error


def test_workers_have_the_options_of_their_command() -> None:
    fleet = ("--workers", "2", "--fleet", "nats://localhost", "--database", "postgresql://x")
    ports = ("--port", "2000", "--websocket", "3000", "--metrics")
    options = options_of(*fleet, *ports, "0", "--hidden")
    options.language = "de"  # an option of all commands
    first, second = worker_arguments(options)
    *__, last = worker_arguments(options_of(*fleet, *ports, "4000"))

    assert {"--hidden", "--language=de", "--metrics=0", "--port=2000"} <= {*first}
    assert {"--hidden", "--language=de", "--metrics=0", "--port=2001", "--websocket=3001"} <= {*second}
    assert "--metrics=4001" in last
    assert not any("postgresql" in argument or "workers=" in argument for argument in (*first, *second))
    with pytest.raises(UsageError, match="'65536' is not a whole number from 0 to 65535"):
        list(worker_arguments(options_of(*fleet, "--port", "65535")))


def test_workers_have_the_limits_of_their_command(file: Path) -> None:
    """They had the usual bytes, whatever was said."""
    given = ("--limits", file, "--stored-megabytes", "5", "--rated-within-address", "--rooms", "3")
    fleet = ("--workers", "2", "--fleet", "nats://localhost", "--database", "postgresql://x")
    file.write_text("rooms-an-address = 9")

    for arguments in worker_arguments(options_of(*given, *fleet)):
        limits = read_limits(options_of(*arguments[1:]))
        assert (limits.stored_bytes >> 20, limits.rated_within_address, limits.rooms) == (5, True, 3)
        assert (limits.rooms_an_address, limits.connections) == (9, 2000)
