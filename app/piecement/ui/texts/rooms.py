"""Texts of rooms: their server, rules, players and chat."""

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Final

from rich.cells import cell_len, set_cell_size
from textual.content import Content

from piecement.client.state import ChatLine, ClientState, ConnectionState
from piecement.ui.texts.rule_summaries import in_words
from piecement_base.formatting import team_sign
from piecement_base.language import N_, _
from piecement_net.messages.from_server import RoomState
from piecement_net.messages.rooms import RoomPlayer, RoomRules
from piecement_net.messages.rounds import TargetName
from piecement_net.room_rules import PRESETS, to_rules

_TARGETS: Final[Mapping[TargetName, tuple[str, str]]] = {
    "least": (N_("least attacked"), N_("even")),
    "random": (N_("anyone"), N_("random")),
    "turns": (N_("in turn"), N_("in turn")),
    "back": (N_("last attacker"), N_("attackers")),
    "stack": (N_("highest stack"), N_("KOs")),
}
TARGET_TITLES: Final = {name: title for name, (title, _short) in _TARGETS.items()}
TARGETINGS: Final[Mapping[TargetName, str]] = {name: short for name, (_title, short) in _TARGETS.items()}
"""Short titles of the targetings that players choose from, in the order of the key."""
_TEAM_STYLES: Final = ("$error", "$primary", "$success", "$warning")
_KEY: Final = re.compile("[!-~]{1,32}")
_FULL: Final = 100
_LINES: Final = 8
"""Number of players up to which each has a line."""
_SLOW_S: Final = 2
"""Lag from which a game is slow (s)."""


def contact_text(state: ClientState) -> str:
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


def challenge_text(state: ClientState) -> str:
    """Return the open challenge as a sentence, or the outcome of the last one."""
    challenge = state.challenge
    if challenge is None:
        return state.sentence
    kind = _("rated") if challenge.rated else _("unrated")
    sentence = _("You challenge {name}: {kind}.") if challenge.own else _("{name} challenges you: {kind}.")
    return sentence.format(name=challenge.name, kind=kind)


def key_problem(key: str) -> str:
    """Return the reason why a room cannot have a key, or an empty text."""
    return "" if _KEY.fullmatch(key) else _("A key has 1 to 32 letters, digits and symbols, no spaces.")


def team_text(team: int) -> str:
    """Return the name of a team, whose sign is its letter."""
    return _("Team {letter}").format(letter=team_sign(team))


def needs_teams(room: RoomState) -> bool:
    """Return whether all players are in one team, so that no round can begin."""
    return room.rules.teams > 0 and len(room.players) > 1 and len({player.team for player in room.players}) == 1


def rules_text(rules: RoomRules, preset_title: str, options: Iterable[str]) -> str:
    """Return the rules of a room in one line, with a text for each option."""
    attack = rules.attack.replace("_", " ").capitalize()
    parts = [preset_title, length_text(rules), _("{attack} garbage").format(attack=attack)]
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


def rules_in_words(rules: RoomRules) -> str:
    """Return the rules of a room in one line, and in sentences. Raises `RoomError` for those of a later server."""
    sentences = in_words(to_rules(rules))
    return f"{rules_text(rules, _(PRESETS[rules.preset].title), ())}\n{sentences}"


def length_text(rules: RoomRules) -> str:
    """Return the number of rounds of a match, and whether it is one of a tournament."""
    if rules.tournament:
        return _("tournament, best of {count}").format(count=2 * rules.first_to - 1)
    return _("first to {count}").format(count=rules.first_to)


def players_text(room: RoomState) -> Content:
    """Return a line for each player, by team, and lines for the free seats and the watchers."""
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


def by_team(room: RoomState) -> Sequence[RoomPlayer]:
    """Return the players in the order of their lines."""
    return sorted(room.players, key=lambda player: player.team)


def _group_lines(players: Iterable[RoomPlayer]) -> Iterator[Content]:
    """Yield a line for the players who are ready, for those who are not, and for those who are away."""
    groups: dict[str, list[str]] = {_("away"): [], _("ready"): [], _("not ready"): []}
    for player in players:
        groups[_presence(player)[0]].append(_name(player))
    for title, names in groups.items():
        if names:
            yield Content.assemble((f"  {title}: ", "$key"), (", ".join(names), ""))


def lag_text(player: RoomPlayer) -> str:
    """Return that a player's game is cut off, or its lag, or an empty text if it is neither cut off nor slow."""
    if not player.present:
        return _("cut off")
    seconds = player.lag_ms // 1000
    return _("{seconds} s behind").format(seconds=seconds) if seconds >= _SLOW_S else ""


def _name(player: RoomPlayer) -> str:
    return f"{player.name} {_('(bot)')}" if player.bot else player.name


def _presence(player: RoomPlayer) -> tuple[str, str]:
    """Return whether a player is away, ready or not, and the colour of that."""
    if not player.present:
        return _("away"), "$warning"
    return (_("ready"), "$success") if player.ready else (_("not ready"), "$muted")


def _player_line(player: RoomPlayer, width: int, *, is_you: bool) -> Content:
    column = max(map(cell_len, (_("away"), _("ready"), _("not ready")))) + 2
    state, style = _presence(player)
    rest = _("won {count}").format(count=player.wins)
    if player.percent != _FULL:
        rest += "  " + _("sends {percent} %").format(percent=player.percent)
    if player.lag_ms:
        rest += f"  {lag_text(player) or f'{player.lag_ms} ms'}"
    mark, bold, name = "› " if is_you else "  ", "bold" if is_you else "", set_cell_size(_name(player), width)
    team = (f"{team_sign(player.team)} ", f"bold {_TEAM_STYLES[player.team - 1]}") if player.team else ("", "")
    return Content.assemble((mark, bold), team, (name, bold), (set_cell_size(state, column), style), (rest, ""))


def chat_text(lines: Iterable[ChatLine]) -> Content:
    """Return the chat, a line each."""
    return Content("\n").join(map(chat_line, lines))


def chat_line(line: ChatLine) -> Content:
    """Return a line of a player, or of the game itself."""
    if not line.name:
        return Content.styled(line.text, "$warning")
    name = _("{name} to watchers").format(name=line.name) if line.apart else line.name
    return Content.assemble((f"{name}: ", "$key"), (line.text, ""))
