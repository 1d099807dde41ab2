"""Every screen in every language: each text is a translation, and none is cut."""

import re
from gettext import NullTranslations
from pathlib import Path
from typing import Final

import pytest
from translations.make import languages

from piecement.session.puzzle_packs import all_packs
from piecement_base.language import choose
from tests.app.pictures import LOOKS
from tests.app.sights import tour
from tests.app.ui.test_cut_texts import cut_on
from tests.app.walking import text_of

UNTOUCHED: Final = re.compile(r"(\{[^}]*\}|\[[^\]]*\]|\$\w+)|[A-Za-z]")
"""Places and markup, which a translation keeps, and the letters that it changes."""

WORD: Final = re.compile(r"[A-Za-z]{3,}")

COMMAND: Final = re.compile(r"piecement join \S+ \S+")
"""The command that invites to a room, whose key is random."""

NAMES: Final = frozenset(
    {
        *("Alt", "Ctrl", "Del", "End", "Enter", "Esc", "Home", "PgDn", "PgUp", "Shift", "Space", "Tab"),
        *("APM", "KPP", "PPS", "Brook", "Guideline", "Survive", "brook", "survive", "guideline"),
        *("Ann", "Ben", "BEN", "ANN", "BROOK", "Cleo", "Dan", "DAN", "Hugo", "Ida", "Pat", "PAT", "tower", "example"),
        *("room", "Aurora", "Ember", "Frost", "Five", "Tetrs", "alive", "board"),
        *("Hello", "and", "good", "luck", "Eve", "Finn", "Gus", "Nice", "one", "That", "was", "close"),
        *("IOSZTLJX", "SRS", "cat", "Amy", "Bob", "LST", "TKI", "Perfect", "Clear", "Opener", "Gamushiro"),
        *("Mountainous", "Stacking", "four", "lol", "openers", "tki"),
        *("Anvil", "Gale", "Glacier", "PEBBLE", "Pebble", "Torrent"),
        *("NES", "Piecement", "jminos", "pytetris", "tetrs"),
        "Shi",  # Shift, half under the question for a key
        *("games", "local", "piecement", "replays", "settings", "share", "sqlite", "toml"),
    }
)
"""Words of every language: names of keys, figures, bots, players, openers and files, and what players say.

The titles of puzzles are names too.
"""


class Foreign(NullTranslations):
    """A language without a letter of English."""

    def gettext(self, message: str) -> str:
        return UNTOUCHED.sub(lambda found: found[1] or "é", message)

    def ngettext(self, msgid1: str, msgid2: str, n: int) -> str:
        return self.gettext(msgid1 if n == 1 else msgid2)

    def pgettext(self, context: str, message: str) -> str:
        return self.gettext(message)


@pytest.mark.pictures
async def test_no_screen_has_a_text_that_cannot_be_translated(monkeypatch: pytest.MonkeyPatch) -> None:
    def read(*_: object, **__: object) -> Foreign:
        return Foreign()

    monkeypatch.setattr("piecement_base.language.translation", read)
    choose("foreign")
    packs, _faults = all_packs(Path("none"))
    titles = [text for pack in packs for text in (pack.mode.title.upper(), *(stage.name for stage in pack.stages))]
    names = NAMES | set(WORD.findall(" ".join(titles)))

    wrong: dict[str, set[str]] = {}
    async for name, _, app in tour((120, 40), LOOKS[:1]):
        wrong[name] = set(WORD.findall(COMMAND.sub("", text_of(app)))) - names

    assert {name: words for name, words in wrong.items() if words} == {}


@pytest.mark.pictures
@pytest.mark.parametrize(
    ("language", "columns", "rows"),
    [
        *((language, 60, 20) for language in ("en", *languages())),
        *((language, 80, 24) for language in ("en", "de", "ja")),
        *(pytest.param(each, 80, 24, marks=pytest.mark.long) for each in ("es", "fr", "pt_BR", "ru", "zh_CN")),
    ],
)
async def test_no_text_is_cut(language: str, columns: int, rows: int) -> None:
    choose(language)
    cut: list[str] = []
    async for name, _, app in tour((columns, rows), LOOKS[:1]):
        text_of(app)  # lists make their texts for their width when they are drawn
        cut += [f"{name}: {text}" for text in await cut_on(name, app, ("down",))]  # test_cut_texts.py goes up as well

    assert cut == []
