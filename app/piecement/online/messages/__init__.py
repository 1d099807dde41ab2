"""All messages: one frozen class each, which names the side that may send it.

A message is a JSON object whose `t` is its type. It holds whole numbers only, and times in ns. Unknown names are
refused from clients and ignored from servers, which may be newer. `Numbered` messages arrive once and in order, also
over several connections (see `link`); the others are lost with their connection.
"""

# pyright: reportUnusedImport=false

from typing import Annotated, Any, Final, Union

from pydantic import Field

from piecement.online.messages.accounts import (
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
from piecement.online.messages.boards import (
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
from piecement.online.messages.either import Bye, Ping, Pong
from piecement.online.messages.from_client import (
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
from piecement.online.messages.from_server import (
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
from piecement.online.messages.message import (
    ADDITIONS,
    BY_CLIENT,
    BY_SERVER,
    PROTOCOL,
    Message,
    Numbered,
    Part,
    RoomRequest,
    StoreRequest,
)
from piecement.online.messages.reason import Reason
from piecement.online.messages.values import Hand, Resume, RoomLine, RoomPlayer, RoomRules, RoundAccount, StartPlayer


def _any_of(kinds: list[type[Message]]) -> Any:  # a union made at run time, which no type checker takes
    tagged: Any = Annotated
    union: Any = Union
    return tagged[union[tuple(kinds)], Field(discriminator="t")]


FromClient: Final = _any_of(BY_CLIENT)
"""Any message of a client."""
FromServer: Final = _any_of(BY_SERVER)
"""Any message of a server."""
