"""The sights of playing over a network: a server in the process, and others who play by themselves."""

from random import Random
from typing import Final, Literal

from piecement.settings.presets import NAMED_RULES
from piecement.ui.menu_graph import Node
from piecement_engine import MODES, Button, End, Game, Recording, Result
from piecement_engine.rules.timing import SECOND
from piecement_net.messages.accounts import UseCode
from piecement_net.messages.from_client import AskRooms, Join, Mute, Open, Ready, Say
from piecement_net.messages.rooms import RoomRules
from piecement_server.leaderboards.entries import LeaderboardEntry
from piecement_server.store.accounts import Account
from piecement_server.store.stores import Stores
from tests.app.online_player import NAMES, OnlinePlayer
from tests.app.server.server_in_process import ADDRESS, Rival
from tests.app.server.stored_matches import stored_match

_MOVES: Final = (Button.MOVE_LEFT, Button.MOVE_RIGHT, Button.ROTATE_RIGHT)


async def see_rooms(player: OnlinePlayer) -> None:
    """See a server with three rooms."""
    await _arrive(player)
    ann, ben, cleo, dan = [await player.add_rival(name) for name in NAMES[:4]]
    ann.open()
    ben.say(Open(name="Five alive", rules=RoomRules(preset="tetrs", players=5, first_to=5)))
    await player.pass_ms(1250, 250)
    five = next(room for room in player.server.lobby.rooms if room.line().name == "Five alive")
    cleo.join(five.id)
    dan.join(five.id, watch=True)
    await player.pass_ms(500, 250)
    ben.get_ready()
    cleo.get_ready()
    await player.pass_ms(4000, 250)
    player.client.send(AskRooms())  # at this time of the test's clock, not when the screen asks by its own
    await player.pass_ms(1250, 250)


async def see_room(player: OnlinePlayer, others: int = 1, *, teams: Literal[0, 2] = 0) -> None:
    """See a room in which somebody has said something; players of teams choose whom to attack."""
    await _arrive(player)
    rivals = [await player.add_rival(name, bot=name == "Cleo") for name in NAMES[:others]]
    rules = RoomRules(preset="guideline", players=others + 1, first_to=3, teams=teams, choose=teams > 0)
    rivals[0].open(rules)
    await player.pass_ms(1250, 250)
    (room,) = player.server.lobby.rooms
    for rival in rivals[1:]:
        rival.join(room.id)
    player.client.send(Join(room=room.id, hand=player.app.services.online.connection.hand))
    await player.pass_ms(500, 250)
    rivals[0].say(Say(text="Hello, and good luck!"))
    rivals[0].get_ready()
    await player.pass_ms(500, 250)


async def see_bracket(player: OnlinePlayer) -> None:
    """See the bracket of a tournament of eleven, some of whose matches are over."""
    await _arrive(player)
    names = (*NAMES, "Hugo", "Ida", "Jo")
    rivals = [await player.add_rival(name) for name in names]
    rivals[0].open(RoomRules(preset="guideline", players=16, first_to=1, tournament=True), "Friday cup")
    await player.pass_ms(1250, 250)
    (room,) = player.server.lobby.rooms
    for rival in rivals[1:]:
        rival.join(room.id)
    player.client.send(Join(room=room.id, hand=player.app.services.online.connection.hand))
    await player.pass_ms(500, 250)
    for rival in rivals:
        rival.get_ready()
    player.client.send(Ready())
    for _ in range(4):
        await player.pass_ms(14_000, 500)
        loser = next(rival for rival in rivals[::-1] if rival.round.own is not None)
        loser.give_up()
        await player.pass_ms(3500, 500)
    rivals[3].say(Say(text="That was close!"))
    await rivals.pop(2).leave()
    await player.pass_ms(1000, 250)


async def see_people(player: OnlinePlayer) -> None:
    """See the people of the player's own room, one of whom is muted, in the midst of a match."""
    await _arrive(player)
    ann, ben, cleo = [await player.add_rival(name, bot=name == "Cleo") for name in NAMES[:3]]
    player.client.send(Open(name="Pat's room", rules=RoomRules(preset="guideline", players=3)))
    await player.pass_ms(1250, 250)
    (room,) = player.server.lobby.rooms
    ann.join(room.id)
    cleo.join(room.id)
    ben.join(room.id, watch=True)
    player.client.send(Mute(name="Ben"))
    await player.pass_ms(1250, 250)
    for rival in (ann, cleo):
        rival.get_ready()
    player.client.send(Ready())
    await player.pass_ms(1250, 250)
    await player.press("escape")
    await player.go_to(Node.PEOPLE)
    await player.pass_ms(250)


async def see_match(player: OnlinePlayer) -> None:
    """See a match in its midst."""
    await player.begin_round()
    chance = Random(5)
    for turn in range(24):
        for rival in player.rivals:
            if not rival.own.is_over:
                _play(rival, chance, turn)
        if turn % 3 == 0:
            await player.press(chance.choice(("left", "right")), "up")
        await player.pass_ms(250, 125)


async def see_end(player: OnlinePlayer) -> None:
    """See how a match ended, in whose rounds both have played."""
    chance = Random(6)
    for _ in range(3):
        if player.round.is_over:
            await player.begin_round()
        for turn in range(16):
            _play(player.rivals[0], chance, turn)
            await player.press(*chance.choices(("left", "right", "up"), k=2), *["space"] * (turn % 3 == 0))
            await player.pass_ms(250, 125)
        await player.win(750, 250)
    await player.pass_ms(3000, 250)


async def see_account(player: OnlinePlayer) -> None:
    """See the account of somebody who has played for a while."""
    await _arrive(player)
    ladder(player.server.stores)
    player.client.send(UseCode(code=player.server.stores.accounts.make_code(ladder_account(player)), token="t" * 43))
    await player.pass_ms(250)
    await player.go_to(Node.ACCOUNT)
    await player.pass_ms(1250, 250)


async def see_queue(player: OnlinePlayer) -> None:
    """See the queue after a while, when a bot is offered."""
    await see_account(player)
    await player.press("escape")
    await player.go_to(Node.QUEUE)
    await player.pass_ms(23_000, 500)


async def see_leaderboards(player: OnlinePlayer) -> None:
    """See the leaderboard of a mode that several have played, the player too."""
    await _arrive(player)
    fill_leaderboard(player.server.stores)
    player.client.send(UseCode(code=player.server.stores.accounts.make_code(ladder_account(player)), token="t" * 43))
    await player.pass_ms(1250, 250)
    await player.go_to(Node.LEADERBOARDS)
    await player.pass_ms(1250, 250)


def fill_leaderboard(stores: Stores) -> None:
    """Store a game of each player of the ladder on the leaderboard of 40 lines, once."""
    ladder(stores)
    if stores.leaderboards.listed("40_lines", "witnessed", "ever"):
        return
    game = Game(MODES["40_lines"].rules_with(NAMED_RULES["Piecement"].overrides(key_releases=True)), 1)
    game.forfeit(60 * SECOND)
    entry = LeaderboardEntry.of("witnessed", "40_lines", Recording.of(game))
    for number, name in enumerate(("Amy", "Cleo", "Pat", "Eve", "Dan")):
        account = stores.accounts.by_token(f"{name}-{'token' * 6}")
        assert account is not None
        time_ns = (38 + 7 * number) * SECOND + 120_000_000
        result = Result(End.COMPLETED, time_ns, 4000 + 60 * number, 40, 6, 101 + number)
        stores.leaderboards.add(entry._replace(result=result, tier=0, keys=(-40, time_ns, 0), digest=name), account.id)
    account = stores.accounts.by_token(f"Bob-{'token' * 6}")
    assert account is not None
    stores.leaderboards.add(entry, account.id)


def ladder(stores: Stores) -> None:
    """Play a season of matches between six players, once."""
    if stores.accounts.is_taken("Pat"):
        return
    names = ("Pat", "Amy", "Bob", "Cleo", "Dan", "Eve")  # other ones than those of guests
    players = [stores.accounts.sign_up(name, f"{name}-{'token' * 6}") for name in names]
    chance, opened = Random(4), stored_match()[-1]
    for number in range(150):
        first, second = chance.sample(range(len(players)), 2)
        won = chance.random() < 0.5 + 0.08 * (second - first)
        seats = tuple(
            seat.model_copy(update={"account": players[place].id, "name": players[place].name, "wins": wins})
            for seat, place, wins in zip(
                opened.seats,
                (first, second),
                (3, chance.randint(0, 2)) if won else (chance.randint(0, 2), 3),
                strict=True,
            )
        )
        record = {"id": f"m{number}", "seats": seats, "rated": True, "ended": True, "round": None}
        stores.put(opened.model_copy(update=record))


def ladder_account(player: OnlinePlayer) -> Account:
    """Return the account of the player on the ladder."""
    account = player.server.stores.accounts.by_token(f"Pat-{'token' * 6}")
    assert account is not None
    return account


async def see_round_watched(player: OnlinePlayer) -> None:
    """See two others play."""
    await _arrive(player)
    ann, ben = [await player.add_rival(name) for name in NAMES[:2]]
    ann.open()
    await player.pass_ms(1250, 250)
    (room,) = player.server.lobby.rooms
    ben.join(room.id)
    await player.pass_ms(250)
    ann.get_ready()
    ben.get_ready()
    await player.pass_ms(4000, 250)
    player.client.send(Join(room=room.id, role="watch"))
    chance = Random(7)
    for turn in range(24):
        for rival in (ann, ben):
            _play(rival, chance, turn)
        await player.pass_ms(250, 125)


def _play(rival: Rival, chance: Random, turn: int) -> None:
    for button in chance.choices(_MOVES, k=chance.randint(1, 4)):
        rival.tap(button)
    if turn % (2 + rival.round.you if rival.round.you else 2) == 0:
        rival.tap(Button.HARD_DROP)


async def _arrive(player: OnlinePlayer) -> None:
    """Go to a server where nobody is."""
    for rival in player.rivals:
        await rival.leave()
    player.rivals.clear()
    player.app.services.online.connection.disconnect()
    player.server.forget()
    player.server.restart()
    player.app.settings.change("online", "name", "Pat")
    player.app.settings.change("online", "servers", (ADDRESS,))
    await player.go_to(Node.ONLINE)
    await player.pass_ms(250)
