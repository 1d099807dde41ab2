"""A message of each kind, with all of its fields."""

from typing import Final

from piecement.online.fields import Attack, PastGame, Place, PlayedLock, Stream
from piecement.online.messages import (
    Account,
    AskRooms,
    Bye,
    Desync,
    Error,
    Forced,
    Hand,
    Handicap,
    Hello,
    Inputs,
    Join,
    Leave,
    MatchEnd,
    Message,
    Open,
    Over,
    OwnGame,
    Past,
    Ping,
    Pong,
    Ready,
    Refused,
    Resume,
    RoomLine,
    RoomPlayer,
    RoomRules,
    Rooms,
    RoomState,
    RoundEnd,
    Said,
    Say,
    Start,
    StartPlayer,
    Tick,
    Watch,
    Welcome,
)
from piecement.online.packed_entries import pack_entries

SECRET: Final = "s" * 32
RULES: Final = RoomRules(preset="duel", options={"level": 3, "gravity": "fast", "hold": True}, players=4)
LINE: Final = RoomLine(id="a-room", name="A room", rules=RULES, players=1, watchers=0, state="waiting")
PLACES: Final = (Place(0, 1), Place(1, 2))

FROM_CLIENTS: Final[list[Message]] = [
    Hello(client="piecement 1.0", engine="1.0", rules_version=3, name="Ada"),
    Hello(client="c", engine="e", rules_version=1, name="Ada", resume=Resume(session=SECRET, key=SECRET, a=7)),
    AskRooms(n=1),
    Open(n=1, a=0, name="A room", rules=RULES, hand=Hand(das_ns=0, soft_drop_factor=20.5)),
    Join(n=2, a=1, room="a-room", role="watch", key="secret!"),
    Leave(n=2),
    Ready(n=2, on=False, hand=Hand(arr_ns=0)),
    Handicap(n=2, p=1, percent=50),
    Inputs(n=3, a=9, to=50_000_000, e=((1000, 4), (0, 0), (5, "k", 12), (7, -1)), h=(16, 0xFFFFFFFF)),
    OwnGame(n=3, part=1, parts=1, locks=(PlayedLock(17, 5, "T", 1, 3, 0),), recording="piecement\n"),
    Say(n=4, a=9, text="gg, “well” played ✓"),
    Watch(n=3),
    Ping(c=123, a=4),
    Pong(c=123, s=5, a=4),
    Bye(code="bye", text="so long"),
]
FROM_SERVERS: Final[list[Message]] = [
    Welcome(session=SECRET, key=SECRET, server="piecement 1.0", now=1 << 60, a=12, limits={"bytes": 16384}),
    Refused(code="full", text="the server is full", retry_after=10),
    Rooms(n=1, a=0, rooms=(LINE, LINE)),
    RoomState(
        n=2,
        a=1,
        id="a-room",
        name="A room",
        rules=RULES,
        state="waiting",
        you=0,
        players=(RoomPlayer(p=0, name="Ada", wins=2),),
        watchers=("Bob",),
        watching=1,
    ),
    Start(
        n=3,
        a=1,
        round=1,
        at=5,
        rules=RULES,
        digest="0123abcd",
        players=(StartPlayer(p=0, name="Ada", hand=Hand(), seed=(1 << 64) - 1),),
    ),
    Tick(n=4, a=1, s=(Stream(0, 9, ((1, 2), (3, "k", 1))), Stream(1, 9, ())), k=(Attack(0, 1, 5, 1, (3, -1)),), w=8),
    Over(n=5, p=1, at=9, end="top_out", place=2),
    RoundEnd(n=5, round=1, places=PLACES, accounts=(Account(p=0, made=4, sent=3, cancelled=1),), record="r-1"),
    MatchEnd(n=5, places=PLACES, wins=((0, 3), (1, 1))),
    Desync(n=5, p=1, lock=16),
    Forced(n=5, p=1, id=2, at=9),
    Error(n=5, code="too_much_chat", text="slower"),
    Said(n=5, a=1, name="Ada", p=0, text='{["]}'),
    Past(round=1, games=(PastGame(0, 9, pack_entries([(4, 1)])),), w=9),
    Bye(code="closing", text="the server restarts"),
]
