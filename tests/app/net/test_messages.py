"""Messages: what may stand in them, and what is refused from clients and ignored from servers."""

from itertools import product

import pytest
from pydantic import TypeAdapter, ValidationError

from piecement_engine.events import Spin
from piecement_engine.rules.attack import ATTACKS, AttackRule, Clear
from piecement_net.messages import FromClient, FromServer
from piecement_net.messages.base import Message, Numbered
from piecement_net.messages.fields import MOST_PERCENT
from piecement_net.messages.from_client import Inputs
from piecement_net.messages.from_server import RoundStart, Tick
from piecement_net.messages.rounds import WireAttack
from tests.sampling import together

CLIENT: TypeAdapter[Message] = TypeAdapter(FromClient)
SERVER: TypeAdapter[Message] = TypeAdapter(FromServer)


def test_a_batch_of_inputs_holds_presses_and_taken_attacks() -> None:
    text = b'{"t":"in","n":3,"a":2,"to":50000000,"e":[[1000,4],[2000,0],[500,"k",7]],"h":[16,99]}'

    assert CLIENT.validate_json(text) == Inputs(
        n=3, a=2, to=50_000_000, e=((1000, 4), (2000, 0), (500, "k", 7)), h=(16, 99)
    )


@together(
    "text",
    [
        '{"t":"in","to":1,"cheat":1}',
        '{"t":"in","to":1.5}',
        '{"t":"in","to":true}',
        '{"t":"in","to":-1}',
        '{"t":"in","to":NaN}',
        '{"t":"in","to":"1"}',
        '{"t":"in","to":1,"e":[[1,4096]]}',
        '{"t":"in","to":1,"e":[[1,-2]]}',
        '{"t":"in","to":1,"e":[[-1,0]]}',
        '{"t":"in","to":1,"e":[[1,"k",0]]}',
        '{"t":"open","name":"room","rules":{"preset":"duel","fall_delay_ns":1}}',
        '{"t":"open","name":"room","rules":{"preset":"duel","players":17}}',
        '{"t":"join","room":"a b"}',
        '{"t":"tick","w":1}',
        '{"to":1}',
        "[]",
    ],
)
def test_a_client_may_not_say(text: str) -> None:
    with pytest.raises(ValidationError):
        CLIENT.validate_json(text, extra="forbid")


def test_a_newer_server_may_say_more() -> None:
    text = '{"t":"tick","n":1,"w":5,"new":1,"s":[[0,5,[[1,1]]]],"k":[[0,1,5,1,[3,3]]]}'

    tick = SERVER.validate_json(text, extra="ignore")

    assert isinstance(tick, Tick)
    assert (tick.s[0].to, tick.k[0].holes) == (5, (3, 3))


def test_the_rules_of_a_round_are_named_never_sent() -> None:
    assert "setup" not in RoundStart.model_fields
    assert issubclass(RoundStart, Numbered)


@pytest.mark.parametrize("rule", ATTACKS.values(), ids=list(ATTACKS))
def test_largest_attack_with_largest_handicap_fits_a_message(rule: AttackRule) -> None:
    """A tick with an attack of 42 rows could not be made."""
    clears = product(range(1, 7), Spin, (True, False), range(30), (0, 1, 200))
    most = max(rule.rows(Clear(*clear)) for clear in clears)
    attack = WireAttack(0, 1, 0, 1, (0,) * ((most * MOST_PERCENT + 99) // 100))

    assert Tick(k=(attack,), w=0).k == (attack,)
