"""The tables of all messages: what each side may say."""

from typing import Annotated

from pydantic import Field

from piecement.online.messages.accounts import (
    AskCode,
    AskExport,
    AskHistory,
    AskRatings,
    Code,
    DeleteAccount,
    Export,
    History,
    Profile,
    Queue,
    Queued,
    Ratings,
    Rename,
    SignUp,
    UseCode,
)
from piecement.online.messages.either import Bye, Ping, Pong
from piecement.online.messages.from_client import (
    AskRooms,
    Handicap,
    Hello,
    Inputs,
    Join,
    Leave,
    Open,
    OwnGame,
    Ready,
    Say,
    Watch,
)
from piecement.online.messages.from_server import (
    Desync,
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
    Said,
    Start,
    Tick,
    Welcome,
)

FromClient = Annotated[
    Hello
    | AskRooms
    | Open
    | Join
    | Leave
    | Ready
    | Handicap
    | Inputs
    | OwnGame
    | Say
    | Watch
    | Ping
    | Pong
    | Bye
    | AskCode
    | AskExport
    | AskHistory
    | AskRatings
    | DeleteAccount
    | Queue
    | Rename
    | SignUp
    | UseCode,
    Field(discriminator="t"),
]
"""What a client may say."""

FromServer = Annotated[
    Welcome
    | Refused
    | Rooms
    | RoomState
    | Left
    | Start
    | Tick
    | Over
    | RoundEnd
    | MatchEnd
    | Moved
    | Desync
    | Forced
    | Error
    | Said
    | Past
    | Ping
    | Pong
    | Bye
    | Code
    | Export
    | History
    | Profile
    | Queued
    | Ratings,
    Field(discriminator="t"),
]
"""What a server may say."""
