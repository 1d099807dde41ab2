"""All messages: one frozen class each, which names the side that may send it.

A message is a JSON object whose `t` is its type. It holds whole numbers only, and times in ns. Unknown names are
refused from clients and ignored from servers, which may be newer. `Numbered` messages arrive once and in order, also
over several connections (see `link`); all other messages are lost with their connection.
"""

# pyright: reportUnusedImport=false

from typing import Annotated, Any, Final, Union

from pydantic import Field

from piecement_net.messages import accounts, challenges, from_client, from_server, leaderboards
from piecement_net.messages.base import BY_CLIENT, BY_SERVER, Message


def _any_of(kinds: list[type[Message]]) -> Any:  # a union made at run time, which no type checker takes
    tagged: Any = Annotated
    union: Any = Union
    return tagged[union[tuple(kinds)], Field(discriminator="t")]


FromClient: Final = _any_of(BY_CLIENT)
"""Any message of a client."""
FromServer: Final = _any_of(BY_SERVER)
"""Any message of a server."""
