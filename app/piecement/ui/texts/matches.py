"""Texts of matches on this computer, against a bot or a friend."""

from collections.abc import Iterator
from functools import partial
from typing import Final

from rich.cells import set_cell_size
from textual.content import Content

from piecement.render.cells import pad
from piecement.session.match_facts import LastMatch, rows_sent, turning_point
from piecement.session.match_series import RIVAL, YOU, MatchSeries
from piecement.settings.computer import FRIEND, Computer
from piecement.storage.match_records import WinsAndLosses
from piecement.ui.texts.bars import columns, meter
from piecement_base.formatting import seconds_text
from piecement_base.language import _, ngettext
from piecement_base.origin import UnrankedReasons
from piecement_engine import End

_FASTEST: Final = 3.0
"""Speed that fills a meter (pieces per second)."""
_STRONGEST_APM: Final = 60.0
"""Attack that fills a meter (rows per minute)."""
_METER: Final = 8


def score_text(results: WinsAndLosses) -> str:
    """Return matches won and lost, or a dash if there are none."""
    return f"{results.won}-{results.lost}" if results.won + results.lost else "-"


def cause(series: MatchSeries) -> str:
    """Return one sentence about what decided the last game."""
    result = series.last
    winner, names = result.winner, [player.name for player in result.players]
    if result.end is End.FORFEIT:
        return _("You gave up.") if winner == RIVAL else _("{name} gave up.").format(name=names[RIVAL])
    swing = turning_point(result.recording)
    if swing is not None and swing.sender == winner:
        moment = seconds_text(swing.at_ns)
        if winner == RIVAL:
            sentence = ngettext(
                "{count} row came at {moment}. Clear lines before the bar fills up.",
                "{count} rows came at {moment}. Clear lines before the bar fills up.",
                swing.rows,
            )
        else:
            sentence = ngettext(
                "Your {count} row at {moment} decided it.", "Your {count} rows at {moment} decided it.", swing.rows
            )
        return sentence.format(count=swing.rows, moment=moment)
    speeds = [player.pieces_per_second for player in result.players]
    if speeds[winner] > speeds[1 - winner]:
        faster = _("You were faster: {fast} against {slow} pieces/s.")
        slower = _("You were slower: {slow} against {fast} pieces/s.")
        sentence = faster if winner == YOU else slower
        return sentence.format(fast=f"{speeds[winner]:.2f}", slow=f"{speeds[1 - winner]:.2f}")
    return _("You kept your stack lower.") if winner == YOU else _("Your stack grew too high.")


def headline(series: MatchSeries) -> str:
    """Return the winner of a match, and the score in games if there were several."""
    winner = series.winner or YOU
    names = [player.name for player in series.last.players]
    said = _("You win") if winner == YOU and names[YOU] == _("You") else _("{name} wins").format(name=names[winner])
    games = series.wins[winner], series.wins[1 - winner]
    return f"{said} {games[0]}-{games[1]}" if series.best_of > 1 else said


def unranked_reasons(reasons: UnrankedReasons) -> Iterator[str]:
    """Yield a sentence for each kind of help in a match."""
    if reasons.bot:
        yield _("A bot played for you.")
    if reasons.practice:
        yield _("You used hints.")


def rival_name(settings: Computer) -> str:
    """Return the name of the opponent."""
    return settings.players[1] if settings.opponent == FRIEND else settings.opponent.capitalize()


def record_text(opponent: str, record: WinsAndLosses) -> str:
    """Return matches won and lost in a sentence."""
    if not record.won + record.lost:
        return _("Your first match against {name}.").format(name=opponent)
    return _("Against {name}: {won} won, {lost} lost.").format(name=opponent, won=record.won, lost=record.lost)


def pace_lines(
    speed: float | None, last: LastMatch | None, record: WinsAndLosses, *, is_roomy: bool, ascii_only: bool
) -> Iterator[Content]:
    """Yield the speed of a bot and the paces of the last match; without room for meters, also the record."""
    mine, its = (last.paces[YOU], last.paces[RIVAL]) if last else (None, None)
    measure = partial(_measure, ascii_only=ascii_only)
    if speed is None or not is_roomy:
        paces = [] if speed is None else [f"{speed:.1f} {_('pieces/s')}"]
        paces += [f"{its[1]:.0f} {_('attack/min')}"] if its else []
        if paces:
            yield Content("   ".join(paces))
        yield Content(_("You") + f"   {score_text(record)}")
        return
    yield measure(_("pieces/s"), speed, 1, _FASTEST)
    if its:
        yield measure(_("attack/min"), its[1], 0, _STRONGEST_APM)
    if mine:
        yield measure(_("you"), mine[0], 1, _FASTEST)


def _measure(label: str, value: float, digits: int, full: float, *, ascii_only: bool) -> Content:
    bar = meter(value / full, _METER, ascii_only=ascii_only)
    return Content.assemble((pad(label, 10), "$muted"), (f"{value:>5.{digits}f}", "bold"), f"   {bar}")


def last_match_lines(last: LastMatch, opponent: str, *, is_roomy: bool, ascii_only: bool) -> list[Content]:
    """Return the games won in the last match, if roomy also the rows sent, and a blank line."""
    lines = [Content.assemble((_("Last match"), "$muted"), f"   {last.wins[YOU]}-{last.wins[RIVAL]}")]
    if is_roomy:
        series = [rows_sent(last.last, side) for side in (YOU, RIVAL)]
        highest = max(map(max, series))
        for name, sent in zip((_("you"), opponent), series, strict=True):
            bars = columns([*sent, highest], ascii_only=ascii_only)[:-1]
            lines.append(Content.assemble((set_cell_size(name, 10), "$muted"), f"  {' '.join(bars)}"))
    return [*lines, Content("")]
