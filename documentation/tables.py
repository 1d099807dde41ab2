"""Tables of the documentation, made of the tables of the code."""

import inspect
from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import partial
from itertools import pairwise
from typing import Final

from piecement.cli.main import COMMANDS
from piecement.ui.texts.glossary import GLOSSARY
from piecement_engine import MODES, events
from piecement_engine.board.pieces import TETROMINOES
from piecement_engine.bots import BOTS
from piecement_engine.bots.features import Features
from piecement_engine.bots.weights import WEIGHTS
from piecement_engine.events import Event, Spin
from piecement_engine.headless import names
from piecement_engine.modes.mode import GROUPS, Mode
from piecement_engine.rng import Rng
from piecement_engine.rules.attack import ATTACKS, Clear
from piecement_engine.rules.locking import LOCKINGS, LockdownOptions
from piecement_engine.rules.randomizers import RANDOMIZERS, RandomizerOptions
from piecement_engine.rules.scoring import SCORINGS, Lock, ScoreRule
from piecement_engine.rules.spins import SPIN_RULES
from piecement_engine.rules.timing import SECOND, TIMINGS
from piecement_net.limits import Rate, ServerLimits
from piecement_net.rate_limits import Share, shares_of
from piecement_server.control import COMMANDS as CONTROL
from piecement_server.control import arguments_of

_DRAWS: Final = 20_000
_SEED: Final = 1
_LEVELS: Final = (1, 2, 3, 5, 8, 10, 13, 15, 18, 20, 25, 29)
_LEVELS_TO_999: Final = (0, 30, 60, 100, 160, 200, 250, 300, 350, 400, 450, 500)
_BY_HUNDREDS: Final = "tgm1"


def _table(head: Iterable[str], rows: Iterable[Iterable[object]]) -> str:
    titles = tuple(head)
    lines = [titles, ("-",) * len(titles), *rows]
    return "\n".join("| " + " | ".join(str(cell).replace("|", "\\|") for cell in line) + " |" for line in lines)


def _modes() -> str:
    """Return a table of the modes for each group, as the menu has them."""
    groups = dict.fromkeys((*GROUPS, *(mode.group for mode in MODES.values())))
    return "\n\n".join(f"## {group}\n\n{_modes_of(group)}" for group in groups)


def _modes_of(group: str) -> str:
    rows = [
        (mode.title, mode.sentence, f"`{mode.name}`", _options(mode)) for mode in MODES.values() if mode.group == group
    ]
    return _table(("mode", "what it is about", "`--mode`", "options"), rows)


def _options(mode: Mode) -> str:
    return ", ".join(option.title for option in mode.options) or "none"


def _first_sentence(thing: object) -> str:
    text = inspect.getdoc(thing) or ""
    return " ".join(text.split("\n\n")[0].split())


def _falls(levels: Sequence[int], names: Iterable[str]) -> str:
    """Return the fall delay of curves by level (ms per row)."""
    rows = (
        (f"`{name}`", *(_milliseconds(TIMINGS[name].fall_delay(level, 10 * level)) for level in levels))
        for name in names
    )
    return _table(("level", *map(str, levels)), rows)


def _milliseconds(delay_ns: int) -> str:
    return "20G" if delay_ns == 0 else f"{delay_ns * 1_000 / SECOND:.4g}"


def _bots() -> str:
    return _table(("bot", "how it plays"), ((f"`{name}`", bot.sentence) for name, bot in BOTS.items()))


def _weights() -> str:
    """Return the weights of the published controllers by feature."""
    known = {"survive" if weights is WEIGHTS["bcts"] else name: weights for name, weights in WEIGHTS.items()}
    head = ("feature", *(f"`{name}`" for name in known))
    rows = ((name, *(f"{weights[i]:.4g}" for weights in known.values())) for i, name in enumerate(Features._fields))
    return _table(head, ((str(row[0]).replace("_", " "), *row[1:]) for row in rows))


def _events() -> str:
    """Return the events of a game: their fields and when they come."""
    head = ("event", "`kind`", "fields beside `time_ns`", "when it comes")
    rows = ((f"`{one.__name__}`", f"`{one.kind}`", _fields_of(one), _first_sentence(one)) for one in _all_events())
    return _table(head, rows)


def _fields_of(event: type[Event]) -> str:
    return ", ".join(f"`{name}`" for name in event.__match_args__ if name != "time_ns") or "none"


def _all_events() -> list[type[Event]]:
    return [
        one for one in vars(events).values() if isinstance(one, type) and issubclass(one, Event) and one is not Event
    ]


def _commands() -> str:
    return _table(("command", "what it does"), ((f"`{name}`", sentence) for name, sentence in COMMANDS.items()))


def _randomizers() -> str:
    """Return what each randomizer does, and what came of it in many draws."""
    rows = []
    for name, make in RANDOMIZERS.items():
        shapes = tuple(TETROMINOES.values())
        dealer, rng = make(shapes, RandomizerOptions()), Rng(_SEED)
        drawn = [dealer.draw(rng).name for _ in range(_DRAWS)]
        repeats = sum(drawn[i] == drawn[i + 1] for i in range(_DRAWS - 1)) / (_DRAWS - 1)
        rows.append(
            (
                f"`{name}`",
                _first_sentence(type(dealer)),
                f"{repeats:.1%}",
                max(map(partial(_drought, drawn), TETROMINOES)),
            )
        )
    return _table(("randomizer", "how it deals", "the same again", "longest wait for a piece"), rows)


def _drought(drawn: Sequence[str], name: str) -> int:
    """Return the most draws from one piece of a kind to the next."""
    places = [place for place, other in enumerate(drawn) if other == name]
    return max((after - before for before, after in pairwise(places)), default=len(drawn))


def _scores() -> str:
    """Return the points of the usual clears, at level 1, without combo and back-to-back."""
    rows = []
    for name, rule in SCORINGS.items():
        clears = [Lock(lines, Spin.NONE, False, 1, 0, 0) for lines in range(1, 5)]
        spins = [Lock(lines, Spin.FULL, False, 1, 0, 0) for lines in range(1, 4)]
        points = [rule.award(lock).points for lock in (*clears, *spins)]
        rows.append((f"`{name}`", *points, _soft_drop(rule), rule.hard_drop_points))
    head = ("score", "1 line", "2", "3", "4", "spin, 1", "2", "3", "soft drop", "hard drop")
    return _table(head, rows)


def _formulas() -> str:
    """Return the formula of each score rule, from the docstring of its function."""
    rows = [(f"`{name}`", " ".join((inspect.getdoc(rule.award) or "").split())) for name, rule in SCORINGS.items()]
    return _table(("score", "formula"), rows)


def _attacks() -> str:
    """Return the rows that the usual clears send, alone and at the end of combos and chains."""
    clears = [
        *(Clear(lines, Spin.NONE, False, 0, 0) for lines in (1, 2, 3, 4)),
        *(Clear(lines, Spin.FULL, False, 0, 0) for lines in (1, 2, 3)),
        *(Clear(1, Spin.NONE, False, 4, 0), Clear(4, Spin.NONE, False, 0, 1), Clear(4, Spin.NONE, False, 0, 8)),
        *(Clear(1, Spin.NONE, False, 0, 8), Clear(4, Spin.NONE, True, 0, 0)),
    ]
    head = ("attack", "1 line", "2", "3", "4", "spin, 1", "2", "3", "5th single in a row", "2nd quad", "9th quad")
    rows = [(f"`{name}`", *(rule.rows(clear) for clear in clears)) for name, rule in ATTACKS.items()]
    return _table((*head, "single after 8 quads", "quad that empties the board"), rows)


def _soft_drop(rule: ScoreRule) -> str:
    """Return the points for a row that a piece is soft dropped."""
    single = Lock(1, Spin.NONE, False, 1, 0, 0)
    if more := rule.award(single._replace(soft_rows=1)).points - rule.award(single).points:
        return f"{more}, with a clear"
    if rule.soft_drop_score is None:
        return str(rule.soft_drop_points)
    return f"{rule.soft_drop_score(0, 1)}, to the lock"


def _lockings() -> str:
    policies = {name: type(make(LockdownOptions(0, 0, 0.0, 0, 0))) for name, make in LOCKINGS.items()}
    return _table(("locking", "the lock delay on the ground"), _described(policies))


def _spin_rules() -> str:
    return _table(("spin rule", "what it takes for a spin"), _described(SPIN_RULES))


def _control() -> str:
    uses = (" ".join((name, *arguments_of(name))) for name in CONTROL)
    return _table(
        ("command", "use"), zip((f"`{use}`" for use in uses), map(_first_sentence, CONTROL.values()), strict=True)
    )


def _limits() -> str:
    limits = ServerLimits()
    return _table(("limit", "of"), ((_amount(getattr(limits, name)), sentence) for name, sentence in LIMITS))


def _names() -> str:
    return _table(("", "names"), ((kind, ", ".join(f"`{name}`" for name in given)) for kind, given in names().items()))


def _shares() -> str:
    rows = ((_share(share), SHARES[cost]) for cost, share in shares_of(ServerLimits()).items())
    return _table(("share", "of"), rows)


def _share(share: Share) -> str:
    if not share.each_ns:
        return f"{share.most:,} at the same time"
    return f"{share.most:,} at once, then one each {share.each_ns / SECOND:.3g} s"


def _amount(value: Rate | int) -> str:
    """Return a limit as text; whole seconds where it is a time."""
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, Rate):
        return f"{value.a_second} a second, {value.at_once} at once"
    return f"{value // SECOND} s" if value >= SECOND else f"{value:,}"


def _described(registry: Mapping[str, object]) -> Iterable[tuple[str, str]]:
    return ((f"`{name}`", _first_sentence(thing)) for name, thing in registry.items())


LIMITS: Final = (
    ("hello_ns", "time for the first message of a client"),
    ("silence_ns", "silence after which a connection counts as lost"),
    ("round_silence_ns", "silence in a round after which a connection counts as lost"),
    ("ping_ns", "interval between pings"),
    ("round_ping_ns", "interval between pings in a round"),
    ("seat_ns", "time to reconnect before the seat is free"),
    ("messages", "messages of one client"),
    ("inputs", "changes of buttons"),
    ("chat", "lines of chat"),
    ("requests", "requests for rooms: list, open, join, leave"),
    ("caught_up_ns", "playing time that a reconnected client may catch up on"),
    ("rooms", "open rooms in all"),
    ("connections", "connections in all"),
    ("connections_an_address", "connections from one address"),
    ("tries_an_address", "new connections from one address"),
    ("sessions", "seats reserved for lost connections"),
    ("rooms_an_address", "open rooms of one address, and of one account"),
    (
        "stored_bytes",
        "bytes of rounds and games that one address, and one account, may store; they are back within 30 days",
    ),
    ("rated_within_address", "whether matches of two players at one address are rated"),
    ("unsent_bytes", "bytes waiting for a slow reader"),
    ("unsent_ns", "time that these bytes may wait"),
    ("slowest", "bytes a second that a client must read"),
)
"""Description of each limit of a server."""

SHARES: Final = {
    "socket": "sockets of one address, from their accept on, whatever is said over them",
    "accept": "sockets accepted from one address: more are closed without a sentence",
    "try": "connections opened from one address",
    "connection": "connections of one address",
    "frame": "WebSocket frames from one address: messages, their parts, pings, pongs",
    "seat": "seats kept for players of one address whose connection is lost, in matches only",
    "held_message": "messages of one address that wait until an account is known",
    "question": "requests of one address, and of one account, to the database",
    "challenge": "challenges to other players from one address, and of one account",
    "room_key": "guesses of room keys from one address, and of one account",
    "code": "guesses of codes from one address",
    "sign_up": "new accounts from one address",
    "submission": "submitted recordings of one address, and of one account",
    "stored_byte": "bytes of rounds and games of one address, and of one account",
    "log_line": "lines of the log for one event, warnings and errors",
}
"""Description of each share of the ledger."""

TABLES: Final[dict[str, Callable[[], str]]] = {
    "modes": _modes,
    "falls": partial(_falls, _LEVELS, [name for name in TIMINGS if name != _BY_HUNDREDS]),
    "falls by hundreds": partial(_falls, _LEVELS_TO_999, [_BY_HUNDREDS]),
    "bots": _bots,
    "weights": _weights,
    "events": _events,
    "commands": _commands,
    "randomizers": _randomizers,
    "score formulas": _formulas,
    "attacks": _attacks,
    "scores": _scores,
    "control": _control,
    "limits": _limits,
    "shares": _shares,
    "spin rules": _spin_rules,
    "lockings": _lockings,
    "names": _names,
    "glossary": lambda: _table(("Term", "Meaning"), GLOSSARY.items()),
}
"""The tables by the name in a page's marker."""
