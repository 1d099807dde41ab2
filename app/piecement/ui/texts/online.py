"""Texts of connections, rooms, rounds, ratings and past matches."""

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from datetime import datetime
from itertools import accumulate, islice
from typing import TYPE_CHECKING, Final

from rich.cells import cell_len, set_cell_size
from textual.content import Content

from piecement.client.state import ConnectionState
from piecement.render.cells import pad, pad_left
from piecement_base.formatting import grouped, ordinal, team_sign
from piecement_base.language import N_, _, pgettext
from piecement_net.clean_texts import CODE_PATTERN
from piecement_net.messages.accounts import PastMatch, Profile, RatingLine

if TYPE_CHECKING:
    from piecement.client.state import ChatLine, ClientState
    from piecement_net.messages.fields import TargetName
    from piecement_net.messages.from_server import RoomState
    from piecement_net.messages.parts import RoomPlayer, RoomRules, RoundAccount

_TARGETS: Final[Mapping["TargetName", tuple[str, str]]] = {
    "least": (N_("least attacked"), N_("even")),
    "random": (N_("anyone"), N_("random")),
    "turns": (N_("in turn"), N_("in turn")),
    "back": (N_("last attacker"), N_("attackers")),
    "stack": (N_("highest stack"), N_("KOs")),
}
TARGET_TITLES: Final = {name: title for name, (title, _short) in _TARGETS.items()}
TARGETINGS: Final[Mapping["TargetName", str]] = {name: short for name, (_title, short) in _TARGETS.items()}
"""Short titles of the targetings that players choose from, in the order of the key."""
CONNECTION_LOST: Final = N_("connection lost")
"""Text over the board while the server of a round is out of reach; `contact_text` has those of the lobby."""
_TEAM_STYLES: Final = ("$error", "$primary", "$success", "$warning")
_KEY: Final = re.compile("[!-~]{1,32}")
_FULL: Final = 100
_COLUMN: Final = 7
_LINES: Final = 8
"""Number of players up to which each has a line."""
_SLOW_S: Final = 2
"""From how many seconds behind the clock on a game is slow."""


def contact_text(state: "ClientState") -> str:
    """Return the state of the connection as text."""
    match state.contact:
        case ConnectionState.CONNECTING:
            return _("connecting …")
        case ConnectionState.CONNECTED:
            return _("connected") if state.rtt_ms is None else _("connected, {ms} ms").format(ms=state.rtt_ms)
        case ConnectionState.UNANSWERED:
            return _("no answer from {address}: trying again").format(address=state.address)
        case ConnectionState.LOST:
            return _("connection lost: trying again")
        case ConnectionState.ENDED:
            return _("not connected")


def challenge_text(state: "ClientState") -> str:
    """Return who challenges whom, or how the last challenge ended."""
    challenge = state.challenge
    if challenge is None:
        return state.sentence
    kind = _("rated") if challenge.rated else _("unrated")
    sentence = _("You challenge {name}: {kind}.") if challenge.own else _("{name} challenges you: {kind}.")
    return sentence.format(name=challenge.name, kind=kind)


def key_problem(key: str) -> str:
    """Return why a room cannot have a key; an empty text where it can."""
    return "" if _KEY.fullmatch(key) else _("A key has 1 to 32 letters, digits and symbols, no spaces.")


def code_problem(code: str) -> str:
    """Return why a text cannot be a code for another machine; an empty text where it can."""
    return "" if re.match(CODE_PATTERN, code.strip()) else _("A code has ten letters and digits, such as bcdfg-hjkmn.")


def team_text(team: int) -> str:
    """Return the name of a team, whose sign is its letter."""
    return _("Team {letter}").format(letter=team_sign(team))


def needs_teams(room: "RoomState") -> bool:
    """Return whether all players are in one team, so that no round can begin."""
    return room.rules.teams > 0 and len(room.players) > 1 and len({player.team for player in room.players}) == 1


def rules_text(rules: "RoomRules", preset_title: str, options: Iterable[str]) -> str:
    """Return the rules of a room in one line, with a text for each option."""
    parts = [
        preset_title,
        length_text(rules),
        _("{attack} garbage").format(attack=rules.attack.replace("_", " ").capitalize()),
    ]
    if rules.teams:
        parts.append(_("{count} teams").format(count=rules.teams))
    if rules.players > 2 and rules.choose:
        parts.append(_("players choose their targets"))
    elif rules.players > 2 and not rules.tournament:
        parts.append(_("target: {target}").format(target=_(TARGET_TITLES.get(rules.targets, rules.targets))))
    if not rules.same_pieces:
        parts.append(_("different pieces"))
    if not rules.bots:
        parts.append(_("no bots"))
    return ", ".join((*parts, *options))


def length_text(rules: "RoomRules") -> str:
    """Return how many rounds a match has, and whether it is one of a tournament."""
    if rules.tournament:
        return _("tournament, best of {count}").format(count=2 * rules.first_to - 1)
    return _("first to {count}").format(count=rules.first_to)


def players_text(room: "RoomState") -> Content:
    """Return a line for each player, by team, and lines for the free seats and those who watch."""
    width = max((cell_len(_name(player)) for player in room.players), default=0) + 2
    if len(room.players) > _LINES:
        lines = list(_group_lines(room.players))
    else:
        lines = [_player_line(player, width, is_you=player.p == room.you) for player in by_team(room)]
    free = room.rules.players - len(room.players)
    if free > 0:
        lines.append(Content.styled(_("  {count} more can join").format(count=free), "$muted"))
    if room.watching:
        more = room.watching - len(room.watchers)
        names = ", ".join(room.watchers) + (f" +{more}" if more > 0 else "")
        lines.append(Content.styled(_("  watching: {names}").format(names=names), "$muted"))
    return Content("\n").join(lines)


def by_team(room: "RoomState") -> "Sequence[RoomPlayer]":
    """Return the players in the order of their lines."""
    return sorted(room.players, key=lambda player: player.team)


def _group_lines(players: "Iterable[RoomPlayer]") -> Iterator[Content]:
    """Yield a line for the players who are ready, for those who are not, and for those who are away."""
    groups: dict[str, list[str]] = {_("away"): [], _("ready"): [], _("not ready"): []}
    for player in players:
        groups[_presence(player)[0]].append(_name(player))
    for title, names in groups.items():
        if names:
            yield Content.assemble((f"  {title}: ", "$key"), (", ".join(names), ""))


def lag_text(player: "RoomPlayer") -> str:
    """Return the reason for the lag of a player's game: cut off, or slow; empty if there is none."""
    if not player.present:
        return _("cut off")
    seconds = player.lag_ms // 1000
    return _("{seconds} s behind").format(seconds=seconds) if seconds >= _SLOW_S else ""


def _name(player: "RoomPlayer") -> str:
    return f"{player.name} {_('(bot)')}" if player.bot else player.name


def _presence(player: "RoomPlayer") -> tuple[str, str]:
    """Return whether a player is away, ready or not, and the colour of that."""
    if not player.present:
        return _("away"), "$warning"
    return (_("ready"), "$success") if player.ready else (_("not ready"), "$muted")


def _player_line(player: "RoomPlayer", width: int, *, is_you: bool) -> Content:
    column = max(map(cell_len, (_("away"), _("ready"), _("not ready")))) + 2
    state, style = _presence(player)
    rest = _("won {count}").format(count=player.wins)
    if player.percent != _FULL:
        rest += "  " + _("sends {percent} %").format(percent=player.percent)
    if player.lag_ms:
        rest += f"  {lag_text(player) or f'{player.lag_ms} ms'}"
    mark = "› " if is_you else "  "
    team = (f"{team_sign(player.team)} ", f"bold {_TEAM_STYLES[player.team - 1]}") if player.team else ("", "")
    return Content.assemble(
        (mark, "bold" if is_you else ""),
        team,
        (set_cell_size(_name(player), width), "bold" if is_you else ""),
        (set_cell_size(state, column), style),
        (rest, ""),
    )


def chat_text(lines: "Iterable[ChatLine]") -> Content:
    """Return the chat, a line each."""
    return Content("\n").join(map(chat_line, lines))


def chat_line(line: "ChatLine") -> Content:
    """Return a line of a player, or of the game itself."""
    if not line.name:
        return Content.styled(line.text, "$warning")
    name = _("{name} to watchers").format(name=line.name) if line.apart else line.name
    return Content.assemble((f"{name}: ", "$key"), (line.text, ""))


def round_line(state: "ClientState") -> str:
    """Return the end of the last round; empty if there was none."""
    end = state.round_end
    if end is None:
        return ""
    winners = [place.seat for place in end.places if place.place == 1]
    if team := _only_team(state, winners):
        is_own = state.you is not None and state.you.team == team
        won = _("Your team wins round {number}.") if is_own else _("{team} wins round {number}.")
        return won.format(team=team_text(team), number=end.round)
    if len(winners) != 1:
        return _("Round {number} is a draw.").format(number=end.round)
    if state.you is not None and winners[0] == state.you.p:
        return _("You win round {number}.").format(number=end.round)
    return _("{name} wins round {number}.").format(name=_name_in_round(state, winners[0]), number=end.round)


def _team_in_round(state: "ClientState", seat: int) -> int:
    """Return the team of who played the last round at a seat, or 0."""
    player = state.round.players.get(seat) if state.round is not None else None
    now = player or state.player(seat)
    return now.team if now is not None else 0


def _only_team(state: "ClientState", seats: Sequence[int]) -> int:
    """Return the team that all of some seats belong to, or 0."""
    teams = {_team_in_round(state, seat) for seat in seats}
    return teams.pop() if len(teams) == 1 else 0


def _name_in_round(state: "ClientState", seat: int) -> str:
    """Return the player of the last round at a seat, which another may have by now."""
    player = state.round.players.get(seat) if state.round is not None else None
    return player.name if player is not None else state.name_of(seat)


def score_line(state: "ClientState") -> str:
    """Return the number of rounds each player has won, such as `Ann 2, Bob 1`."""
    players = sorted(state.room.players if state.room else (), key=lambda one: -one.wins)
    scores = ((team_text(player.team) if player.team else player.name, player.wins) for player in players)
    return ", ".join(f"{name} {wins}" for name, wins in dict.fromkeys(scores))


def accounts_text(state: "ClientState", columns: int) -> Content:
    """Return the figures of all players in the last round, the winner first: as many as there is room for."""
    end = state.round_end
    if end is None:
        return Content("")
    places = {place.seat: place.place for place in end.places}
    accounts = sorted(end.accounts, key=lambda account: places.get(account.p, 99))
    seats = [account.p for account in accounts]
    names = [f"{team_sign(_team_in_round(state, seat))} {_name_in_round(state, seat)}".lstrip() for seat in seats]
    width = max((cell_len(name) for name in names), default=0) + 6
    heads = (
        pgettext("column", "won"),
        pgettext("column", "sent"),
        pgettext("column", "got"),
        _("lines"),
        _("pieces"),
        _("pieces/s"),
        _("attack/min"),
    )
    wide = [max(_COLUMN, cell_len(text) + 2) for text in heads]
    count = max(1, sum(total <= columns - width for total in accumulate(wide)))
    head = " " * width + "".join(pad_left(text, column) for text, column in zip(heads[:count], wide, strict=False))
    lines = [Content.styled(head, "$muted")]
    for name, account in zip(names, accounts, strict=True):
        place = places.get(account.p)
        label = set_cell_size(f"{pad(ordinal(place) if place else '', 5)}{name}", width)
        shown = zip(islice(_figures(state, account), count), wide, strict=False)
        figures = "".join(pad_left(text, column) for text, column in shown)
        lines.append(Content.assemble((label, "bold" if place == 1 else ""), (figures, "")))
    return Content("\n").join(lines)


def _figures(state: "ClientState", account: "RoundAccount") -> Iterator[str]:
    player = state.player(account.p)
    wins = dict(state.match_end.wins).get(account.p) if state.match_end else None
    yield str(wins if wins is not None else player.wins if player else 0)
    yield from map(str, (account.sent, account.received, account.lines, account.pieces))
    seconds = account.time / 1e9
    yield f"{account.pieces / seconds:.2f}" if seconds else "-"
    yield f"{account.made * 60 / seconds:.1f}" if seconds else "-"


def match_headline(state: "ClientState") -> tuple[str, bool]:
    """Return the winner of the match, and whether that is the player."""
    end = state.match_end
    winners: Sequence[int] = [place.seat for place in end.places if place.place == 1] if end else ()
    if team := _only_team(state, winners):
        if state.you is not None and state.you.team == team:
            return _("Your team wins the match"), True
        return _("{team} wins the match").format(team=team_text(team)), False
    if len(winners) != 1:
        return _("The match is a draw"), False
    if state.you is not None and winners[0] == state.you.p:
        return _("You win the match"), True
    return _("{name} wins the match").format(name=_name_in_round(state, winners[0])), False


def rating_text(profile: Profile | None) -> str:
    """Return the rating of a player."""
    if profile is None or not profile.name:
        return _("none (guest)")
    known = f"{grouped(round(profile.rating))} ± {round(profile.deviation)}"
    return _("{rating}, provisional").format(rating=known) if profile.provisional else known


def change_text(profile: Profile | None) -> str:
    """Return the change of the rating by the last match; empty if there was none."""
    if profile is None or profile.change is None:
        return ""
    return _("Rating {before} → {after} ({change:+})").format(
        before=grouped(round(profile.rating - profile.change)),
        after=grouped(round(profile.rating)),
        change=round(profile.change),
    )


def games_text(profile: Profile) -> str:
    """Return the number of matches won in a season, and of all."""
    return _("{won}/{games} won").format(won=grouped(profile.wins), games=grouped(profile.games))


def line_text(line: RatingLine) -> str:
    """Return the figures of a player on the list."""
    return _("{rating}   {won}/{games} won").format(rating=grouped(round(line.rating)), won=line.wins, games=line.games)


def match_text(match: PastMatch) -> tuple[str, str]:
    """Return the opponent, the day and the outcome of a match."""
    when = datetime.fromtimestamp(match.ended_ms / 1000).astimezone()
    won, lost, drawn = words = _("won"), _("lost"), _("drawn")
    outcome = pad(won if match.score == 1 else lost if match.score == 0 else drawn, max(map(cell_len, words[:2])))
    rounds = f"{outcome} {match.rounds_won}:{match.rounds_lost}"
    met = f"{when:%m-%d}  {match.opponent or _('deleted')}"
    if match.before is None or match.after is None:
        return met, rounds
    return met, f"{rounds}  {round(match.after - match.before):>+3}"


def past_text(state: "ClientState", most: int) -> Content:
    """Return the player's last matches and the best of the season, up to so many lines each."""
    matches = state.history.matches[:most] if state.history else ()
    lines = state.ratings.lines[:most] if state.ratings else ()
    parts = [
        (_("Your last matches"), [match_text(match) for match in matches]),
        (_("Season ranking"), [(f"{place}  {line.name}", line_text(line)) for place, line in enumerate(lines, 1)]),
    ]
    texts: list[Content] = []
    for title, rows in parts:
        if rows:
            width = max(cell_len(label) for label, _value in rows) + 3
            told = (Content(f"{set_cell_size(label, width)}{value}") for label, value in rows)
            texts.append(Content("\n").join([Content.styled(title.upper(), "$muted"), *told]))
    return Content("\n\n").join(texts)
