"""Whatever is typed into a game by text: it is answered in plain lines, and the game stays whole."""

from collections.abc import Iterator
from random import Random
from typing import Final

from piecement.cli.commands.puzzle import pack_mode
from piecement.cli.text_game import TextGame
from piecement.session.session import Session
from piecement_base.language import LANGUAGES, _, choose, text_in
from piecement_base.plan import Plan
from piecement_engine import MODES
from tests.sampling import mostly_wide

LONG_ANSWERS: Final = {"list", "board", "help"}
JUNK: Final = ("", " ", "４", "²", "-1", "9" * 5000, "\x1b[2J", "\0", "漢", "[b]x[/b]", "{0} %s", "4 4", "x" * 9999)
WORDS: Final = ("list", "hold", "board", "next", "hint", "undo", "redo", "score", "save", "help")
BY_TEXT: Final = sorted(set(MODES) - {"ascent"})
PACKS: Final = ("t_spins", "perfect_clears", "downstacking", "golf_course", "tetrs")


def lines(dice: Random, language: str, count: int) -> Iterator[str]:
    """Yield what is typed: mostly placements, each word in English or in the language, and what nobody understands."""
    for _number in range(count):
        match dice.choices(range(5), (40, 25, 20, 8, 7))[0]:
            case 0:
                turn = dice.choice(("", "right", "left", "twice"))
                yield f"{dice.randrange(12)} {translated(dice, language, turn)}"
            case 1:
                yield f"{translated(dice, language, 'go')} {dice.randrange(1, 40)}"
            case 2:
                yield translated(dice, language, dice.choice(WORDS)).upper()
            case 3:
                yield f"{dice.choice(('row', 'column', 'go', *WORDS))} {dice.choice(('3', '99', *JUNK))}"
            case _:
                yield dice.choice(JUNK)


def translated(dice: Random, language: str, word: str) -> str:
    return text_in(language, word) if word and dice.random() < 0.5 else word


class StandingOrRunning:
    """A clock that stands, or lets some time pass before each line."""

    def __init__(self, dice: Random, *, runs: bool) -> None:
        self._dice, self._runs, self._now_ns = dice, runs, 0

    def __call__(self) -> int:
        return self._now_ns

    def pass_time(self) -> None:
        self._now_ns += self._runs * self._dice.randrange(3_000_000_000)


@mostly_wide("number", range(32), kept=8)
def test_any_lines_are_answered(number: int) -> None:
    """In each language, with and without a clock, in one mode or pack of puzzles after the other."""
    dice = Random(number)
    language = list(LANGUAGES)[number % len(LANGUAGES)]
    clock = StandingOrRunning(dice, runs=number % 3 == 2)
    plan = Plan(pack_mode(dice.choice(PACKS)) if number % 4 == 3 else MODES[dice.choice(BY_TEXT)], number)
    choose(language)
    try:
        game = TextGame(Session(plan, plan.game({}), clock))
        for line in lines(dice, language, 120):
            clock.pass_time()
            answers = game.answer(line)
            what = f"{plan.mode.name}, {line[:40]!r}: {answers}"

            assert answers, what
            assert all(text.strip() and text.isprintable() for text in answers), what
            words = line.split()[:1] or [""]
            is_long = any(words[0].lower() in {word, _(word).lower()} for word in LONG_ANSWERS)
            assert is_long or len(answers) <= 3, what
            assert not game.session.view.dropped, what
            if game.session.is_over:
                break
        heights = game.answer(_("board"))
    finally:
        choose("en")

    assert heights
    game.session.forfeit()
    game.session.finished().recording.verify()
