"""A short match as a server stores it."""

from random import Random
from typing import Final

from piecement_engine.game.inputs import BUTTON_BITS, FORFEIT
from piecement_engine.rules.timing import MILLISECOND, SECOND
from piecement_net.messages.base import Message
from piecement_net.messages.from_client import Inputs, Join, Open, Ready
from piecement_net.messages.rooms import RoomRules
from piecement_server.rooms.effects import StoreMatch
from piecement_server.rooms.lobby import Lobby
from piecement_server.rooms.match_record import MatchRecord

DROP: Final = BUTTON_BITS["hard_drop"]


def stored_match() -> list[MatchRecord]:
    """Return the stored records, in order, of a match of two rounds in each of which Bert gives up."""
    lobby, now_ns, stored = Lobby(Random(1)), 100 * SECOND, list[MatchRecord]()
    anna, bert = lobby.enter("Anna"), lobby.enter("Bert")

    def store() -> None:
        for effect in lobby.effects.pop():
            if isinstance(effect, StoreMatch):
                stored.append(effect.record)
                if effect.record.round:
                    lobby.stored(effect.room, "r-1", now_ns)
                    store()

    def say(member: int, message: Message) -> None:
        lobby.receive(member, message, now_ns)
        store()

    say(anna, Open(name="Cellar", rules=RoomRules(preset="guideline", first_to=2)))
    say(bert, Join(room=lobby.rooms[0].id))
    for number in (1, 2):
        say(anna, Ready())
        say(bert, Ready())
        now_ns += 4 * SECOND
        drops = tuple((100 * MILLISECOND, mask) for mask in (DROP, 0, DROP, 0))
        say(anna, Inputs(r=number, to=SECOND, e=drops))
        say(bert, Inputs(r=number, to=SECOND, e=(*drops, (0, FORFEIT))))
        now_ns += SECOND
        lobby.advance(now_ns)
        store()
    return stored
