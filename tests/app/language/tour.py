"""Shows all screens in a language and prints what is wrong: a process of its own, as texts are translated on import.

python -m tests.app.language.tour cut LANGUAGE [SIZE]  what is cut at 80x24, or at another size
python -m tests.app.language.tour english              what stays English where every text has another language
"""

import asyncio
import re
import sys
from gettext import NullTranslations
from pathlib import Path
from typing import Final
from unittest.mock import patch

from piecement_base.language import choose

UNTOUCHED: Final = re.compile(r"(\{[^}]*\}|\[[^\]]*\]|\$\w+)|[A-Za-z]")
"""What a translation keeps: places and markup; and the letters that it changes."""

WORD: Final = re.compile(r"[A-Za-z]{3,}")

COMMAND: Final = re.compile(r"piecement join \S+ \S+")
"""The command that invites to a room, whose key is random."""

NAMES: Final = frozenset(
    {
        *("Alt", "Ctrl", "Del", "End", "Enter", "Esc", "Home", "PgDn", "PgUp", "Shift", "Space", "Tab"),
        *("APM", "KPP", "PPS", "Brook", "Guideline", "Survive", "brook", "survive", "guideline"),
        *(
            "Ann",
            "Ben",
            "BEN",
            "ANN",
            "BROOK",
            "Cleo",
            "Dan",
            "DAN",
            "Hugo",
            "Ida",
            "Pat",
            "PAT",
            "tower",
            "example",
            "room",
        ),
        *("Aurora", "Ember", "Frost", "Five", "Tetrs", "alive", "board"),
        *("Hello", "and", "good", "luck", "Eve", "Finn", "Gus", "Nice", "one", "That", "was", "close"),
        *("IOSZTLJX", "SRS", "cat"),
        *(
            "Amy",
            "Bob",
            "LST",
            "TKI",
            "Perfect",
            "Clear",
            "Opener",
            "Gamushiro",
            "Mountainous",
            "Stacking",
            "four",
            "lol",
            "openers",
            "tki",
        ),
        *("Anvil", "Gale", "Glacier", "PEBBLE", "Pebble", "Torrent"),
        *("NES", "Piecement", "jminos", "pytetris", "tetrs"),
        "Shi",  # Shift, half under the question for a key
        *("games", "local", "piecement", "replays", "settings", "share", "sqlite", "toml"),
    }
)
"""Words of every language: names of keys, figures, bots, players, openers and files, and what players say.

The titles of puzzles are names too.
"""


class _Foreign(NullTranslations):
    """A language without a letter of English."""

    def gettext(self, message: str) -> str:
        return UNTOUCHED.sub(lambda found: found[1] or "é", message)

    def ngettext(self, msgid1: str, msgid2: str, n: int) -> str:
        return self.gettext(msgid1 if n == 1 else msgid2)

    def pgettext(self, context: str, message: str) -> str:
        return self.gettext(message)


async def print_cut(size: str) -> None:
    from tests.app.sights import tour  # once the language is chosen
    from tests.app.ui.test_cut_texts import cut_on

    columns, _, rows = size.partition("x")
    async for name, _, app in tour((int(columns), int(rows)), ("Modern",)):
        for cut in await cut_on(name, app, ("down",)):  # test_cut_texts.py goes up as well
            sys.stdout.write(f"{name}: {cut}\n")


async def print_english() -> None:
    from piecement.session.puzzle_files import all_packs
    from tests.app.sights import tour
    from tests.app.walking import text_of

    packs, _faults = all_packs(Path("none"))
    names = {word for pack in packs for text in (pack.mode.title.upper(), *(stage.name for stage in pack.stages))
             for word in WORD.findall(text)}  # fmt: skip
    async for name, _, app in tour((120, 40), ("Modern",)):
        if words := sorted(set(WORD.findall(COMMAND.sub("", text_of(app)))) - NAMES - names):
            sys.stdout.write(f"{name}: {' '.join(words)}\n")


def main(check: str, language: str = "en", size: str = "80x24") -> None:
    choose(language)
    if check == "english":
        with patch("piecement_base.language.translation", return_value=_Foreign()):
            choose("foreign")
    asyncio.run(print_cut(size) if check == "cut" else print_english())


if __name__ == "__main__":
    main(*sys.argv[1:])
