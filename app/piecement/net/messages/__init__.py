"""All messages: one frozen class each, which names the side that may send it.

A message is a JSON object whose `t` is its type. It holds whole numbers only, and times in ns. Unknown names are
refused from clients and ignored from servers, which may be newer. `Numbered` messages arrive once and in order, also
over several connections (see `link`); the others are lost with their connection.
"""

# pyright: reportUnusedImport=false

from typing import Annotated, Any, Final, Union

from pydantic import Field

from piecement.net.messages.accounts import (
    AskCode,
    AskExport,
    AskHistory,
    AskRatings,
    Code,
    DeleteAccount,
    Export,
    Known,
    MatchHistory,
    PastMatch,
    Profile,
    Queue,
    Queued,
    RatingLine,
    Ratings,
    Rename,
    SignUp,
    UseCode,
)
from piecement.net.messages.base import (
    ADDITIONS,
    BY_CLIENT,
    BY_SERVER,
    PROTOCOL,
    Bye,
    Hand,
    Message,
    Numbered,
    Part,
    Ping,
    Pong,
    Reason,
    Resume,
    RoomLine,
    RoomPlayer,
    RoomRequest,
    RoomRules,
    RoundAccount,
    StartPlayer,
    StoreRequest,
)
from piecement.net.messages.boards import (
    AskBoard,
    AskEntry,
    BoardLine,
    BoardList,
    BoardStanding,
    EntryPart,
    Solo,
    SoloInputs,
    SoloLeave,
    SoloStart,
    SoloVoid,
    Submit,
)
from piecement.net.messages.from_client import (
    AskRooms,
    Handicap,
    Hello,
    Inputs,
    Join,
    Leave,
    Mute,
    Open,
    OwnGame,
    Ready,
    Say,
    SendOut,
    Stop,
    Watch,
)
from piecement.net.messages.from_server import (
    Desynced,
    Error,
    Forced,
    Left,
    MatchEnd,
    Moved,
    Over,
    Past,
    Refused,
    Rooms,
    RoomState,
    RoundEnd,
    RoundStart,
    Said,
    Tick,
    Welcome,
)


def _any_of(kinds: list[type[Message]]) -> Any:  # a union made at run time, which no type checker takes
    tagged: Any = Annotated
    union: Any = Union
    return tagged[union[tuple(kinds)], Field(discriminator="t")]


FromClient: Final = _any_of(BY_CLIENT)
"""Any message of a client."""
FromServer: Final = _any_of(BY_SERVER)
"""Any message of a server."""
