"""State of this run of the program, kept from one game to the next: the last plan, the bot, the running recorder.

When the screen of a game is left, the game is saved to be played on, or discarded for a saved game that is loaded in
its place.
"""

from typing import TYPE_CHECKING, Final

from textual.geometry import Offset

from piecement.ui.menu_graph import Edge, Node

if TYPE_CHECKING:
    from piecement.storage.recorder import Recorder
    from piecement_base.plan import Plan


_OF_GAMES: Final = frozenset(
    {Node.GAME, Node.MATCH, Node.PAUSE, Node.GAME_OVER, Node.GAME_COMPLETE, Node.MATCH_OVER, Node.MORE_RESULTS}
)
"""Screens of a game and its result. A game started from one of them is played by the same bot."""


class RunState:
    """State kept from one game of this run to the next."""

    def __init__(self, *, bot: str | None) -> None:
        self.bot = bot
        """The bot that plays instead of the player until a new game is chosen, by its name or as a command."""
        self._is_bot_chosen = False
        """Whether `bot` was chosen for the game that begins next, wherever it begins from."""
        self.last_plan: Plan | None = None
        """The plan of the single game that began last; None before the first."""
        self.last_seed: int | None = None
        """The seed of the single game that began last."""
        self.offered_seed: int | None = None
        """The seed that Play offers: that of a game whose pieces the player wants again."""
        self.tip = ""
        """Name of the tip that the last game gave occasion for, shown on the title until the next game; or empty."""
        self.seen_at: Offset | None = None
        """Place of the field of a game that was won just now, from which its board slides into the result."""
        self.recorder: Recorder | None = None
        """The recorder of the current game."""

    @property
    def has_played(self) -> bool:
        """Whether a single game began in this run."""
        return self.last_plan is not None

    def watch_next(self, bot: str | None) -> None:
        """Set the bot of the game that begins next; None leaves that game to the player."""
        self.bot, self._is_bot_chosen = bot, True

    def leave(self, edge: Edge, payload: object) -> None:
        """Leave the current game for another screen."""
        self._forget_bot(edge)
        self._end_recording(payload)

    def _forget_bot(self, edge: Edge) -> None:
        """Leave the next game to the player if it is a new one that no bot was chosen for."""
        if edge.target in {Node.GAME, Node.MATCH}:
            if edge.source not in _OF_GAMES and not self._is_bot_chosen:
                self.bot = None
            self._is_bot_chosen = False

    def _end_recording(self, payload: object) -> None:
        """Save the current game, or discard it if the payload is a saved game that is loaded in its place."""
        if self.recorder is not None:
            from piecement.storage.autosave import Autosave  # comes with the whole engine

            self.recorder.leave(gives_way=isinstance(payload, Autosave))
            self.recorder = None

    def save(self) -> None:
        """Save the current game as it is, if it is recorded."""
        if self.recorder is not None:
            self.recorder.save()
