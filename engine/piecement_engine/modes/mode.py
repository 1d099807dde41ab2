"""A mode: rules with a name, a goal and an order among its games."""

from dataclasses import dataclass

from piecement_engine.rules import Rules


@dataclass(frozen=True, slots=True, kw_only=True)
class Mode:
    """A way to play, declared as a value."""

    name: str
    """Its name in recordings and on the command line."""
    title: str
    """What a player reads."""
    sentence: str
    """What it is about, in one line."""
    rules: Rules
    ranking: tuple[str, ...]
    """What ranks its games, best first, among those won and then among the others: names of results, with a `-` before
    those of which more is better, such as `("-lines", "time")`."""
    headline: str
    """The result that a player looks at first."""
