"""All messages: one frozen class for each. `FromClient` and `FromServer` are what each side may say.

A message is an object of JSON whose `t` is its type. Whole numbers only, times in ns. What is not named here is refused
from clients and ignored from servers, which may be newer. `Numbered` ones arrive once and in order, also over several
connections (see `link`); the others are lost with their connection.
"""

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
from piecement.online.messages.message import PROTOCOL, Message, Numbered, Part
from piecement.online.messages.reason import Reason
from piecement.online.messages.table import FromClient, FromServer
from piecement.online.messages.values import Account, Hand, Resume, RoomLine, RoomPlayer, RoomRules, StartPlayer

__all__ = [
    "PROTOCOL",
    "Account",
    "AskRooms",
    "Bye",
    "Desync",
    "Error",
    "Forced",
    "FromClient",
    "FromServer",
    "Hand",
    "Handicap",
    "Hello",
    "Inputs",
    "Join",
    "Leave",
    "Left",
    "MatchEnd",
    "Message",
    "Moved",
    "Numbered",
    "Open",
    "Over",
    "OwnGame",
    "Part",
    "Past",
    "Ping",
    "Pong",
    "Ready",
    "Reason",
    "Refused",
    "Resume",
    "RoomLine",
    "RoomPlayer",
    "RoomRules",
    "RoomState",
    "Rooms",
    "RoundEnd",
    "Said",
    "Say",
    "Start",
    "StartPlayer",
    "Tick",
    "Watch",
    "Welcome",
]
