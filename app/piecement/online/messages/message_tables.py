"""Unions of all messages, per side."""

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
    Known,
    MatchHistory,
    Profile,
    Queue,
    Queued,
    Ratings,
    Rename,
    SignUp,
    UseCode,
)
from piecement.online.messages.boards import (
    AskBoard,
    AskEntry,
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
    | SendOut
    | Mute
    | Stop
    | Ping
    | Pong
    | Bye
    | AskCode
    | AskExport
    | AskHistory
    | AskRatings
    | DeleteAccount
    | Known
    | Queue
    | Rename
    | SignUp
    | UseCode
    | AskBoard
    | AskEntry
    | Solo
    | SoloInputs
    | SoloLeave
    | Submit,
    Field(discriminator="t"),
]
"""Messages of a client."""

FromServer = Annotated[
    Welcome
    | Refused
    | Rooms
    | RoomState
    | Left
    | RoundStart
    | Tick
    | Over
    | RoundEnd
    | MatchEnd
    | Moved
    | Desynced
    | Forced
    | Error
    | Said
    | Past
    | Ping
    | Pong
    | Bye
    | Code
    | Export
    | MatchHistory
    | Profile
    | Queued
    | Ratings
    | BoardList
    | EntryPart
    | SoloStart
    | SoloVoid
    | BoardStanding,
    Field(discriminator="t"),
]
"""Messages of a server."""
