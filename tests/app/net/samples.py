"""A message of each kind, with all of its fields: the lines of `tests/data/wire_messages.txt`."""

from pathlib import Path
from typing import Final

from piecement_net.messages.base import Message
from piecement_net.wire import FROM_CLIENT, FROM_SERVER, decode

LINES: Final = (Path(__file__).parents[2] / "data/wire_messages.txt").read_bytes().splitlines()
"""Lines of clients after `>`, and then of servers after `<`."""

FROM_CLIENTS: Final[list[Message]] = [decode(line[2:], FROM_CLIENT) for line in LINES if line.startswith(b">")]
FROM_SERVERS: Final[list[Message]] = [decode(line[2:], FROM_SERVER) for line in LINES if line.startswith(b"<")]
