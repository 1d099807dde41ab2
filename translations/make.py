"""Makes the catalogues of `app/piecement_base/language/catalogues`: all texts to translate, and their compiled form.

    python -m translations.make            write `piecement.pot`, merge it into each `piecement.po`, and compile them
    python -m translations.make --missing  print what a language lacks

A translator edits only `LANGUAGE/LC_MESSAGES/piecement.po`. Run it from the checkout, with the extra `test` installed.
"""

import argparse
import ast
from collections.abc import Iterable, Iterator
from datetime import UTC, datetime
from io import BytesIO
from itertools import chain
from pathlib import Path
from typing import Final

from babel.messages.catalog import Catalog
from babel.messages.mofile import write_mo
from babel.messages.pofile import read_po, write_po

from piecement.input.key_presets import PRESET_ROWS
from piecement.render.skins.skins import SKINS
from piecement.session.achievements import ACHIEVEMENTS
from piecement.settings.built_in_presets import BUILT_IN_PRESETS, PRESET_TABLES
from piecement.settings.choices import CHOICE_TEXTS
from piecement.settings.errors import ERROR_SENTENCES
from piecement.settings.graphics import Graphics
from piecement.settings.values import Choices
from piecement.sound.effects import EFFECT_ROWS
from piecement.training.lessons import STEPS
from piecement.training.opener_catalogue import CATALOGUE
from piecement.ui.menu_graph import OWN_EDGES
from piecement.ui.screens.practice import BEFORE_TRIES
from piecement.ui.setting_pages import COMBINED_TITLES, PAGES
from piecement.ui.texts.glossary import GLOSSARY
from piecement.ui.texts.tips import TIPS
from piecement.ui.texts.words import WORDS
from piecement_base.language import CATALOGUES, DOMAIN, LANGUAGES
from piecement_base.language.languages import ENGLISH
from piecement_base.language.placeholders import first_fault
from piecement_engine import MODES, PRESETS
from piecement_engine.bots import BOTS
from piecement_engine.modes import GROUPS, Choice, Letters, Number, Option
from piecement_engine.modes.puzzle_stages import GOAL_TEXTS
from piecement_engine.rules.attack import ATTACKS
from piecement_net.errors import SENTENCES
from piecement_net.room_rules import OPTIONS
from piecement_net.room_rules import PRESETS as ROOM_PRESETS
from piecement_server.visits.page_files import TEXTS

ROOT: Final = Path(__file__).parents[1]
TEMPLATE: Final = CATALOGUES / f"{DOMAIN}.pot"

_NO_DATE: Final = datetime(2000, 1, 1, tzinfo=UTC)
"""The same texts give the same files."""

_UNSAID: Final = (b'"Project-Id', b'"Report-', b'"POT-', b'"PO-', b'"Last-', b'"Language-Team', b'"Generated')
"""What the head of a file need not say."""

_PLURALS: Final = {
    language: f"nplurals=2; plural=({rule});"
    for language, rule in (("es", "n != 1"), ("fr", "n > 1"), ("pt_BR", "n > 1"))
}
"""Rules for plural forms without the one of CLDR for whole millions, as gettext's own table has them."""

_MODES: Final = "engine/piecement_engine/modes"
_BOTS: Final = "engine/piecement_engine/bots"
_RULES: Final = "engine/piecement_engine/rules/presets.py"
_KEYS: Final = "app/piecement/input/key_presets.csv"
_PAGES: Final = "app/piecement/ui/setting_pages.toml"
_PRESETS: Final = "app/piecement/settings/built_in_presets.py"
_PRESET_TABLES: Final = "app/piecement/settings/presets.toml"
_EFFECTS: Final = "app/piecement/settings/graphics.py"
_OPENERS: Final = "app/piecement/training/openers.csv"
_ERRORS: Final = "app/piecement/settings/errors.csv"
_NET_ERRORS: Final = "app/piecement_net/errors.csv"
_ROOM_PRESETS: Final = "app/piecement_net/room_presets.toml"
_ROOM_OPTIONS: Final = "app/piecement_net/room_options.csv"
_CHOICES: Final = "app/piecement/settings/choices.csv"
_SKINS: Final = "app/piecement/render/skins/skins.toml"
_SOUNDS: Final = "app/piecement/sound/effects.csv"
_ACHIEVEMENTS: Final = "app/piecement/session/achievements.csv"
_LESSONS: Final = "app/piecement/training/lessons.csv"
_EDGES: Final = "app/piecement/ui/edges.csv"
_GLOSSARY: Final = "app/piecement/ui/texts/glossary.csv"
_PRACTICE: Final = "app/piecement/ui/screens/practice.csv"
_TIPS: Final = "app/piecement/ui/texts/tips.csv"
_WORDS: Final = "app/piecement/ui/texts/words.csv"
_PAGE_TEXTS: Final = "app/piecement_server/visits/page_texts.csv"


def extracted() -> Catalog:
    """Return everything there is to translate: the texts of the application, and those of values that have names."""
    catalogue = Catalog(domain=DOMAIN)
    for path in sorted((ROOT / "app").rglob("*.py")):
        for context, message in wrapped_texts(path):
            catalogue.add(message, locations=[(str(path.relative_to(ROOT)), 0)], context=context)
    for path in sorted((ROOT / "engine").rglob("*.py")):
        for text in error_sentences(path):
            catalogue.add(text, locations=[(str(path.relative_to(ROOT)), 0)])
    for place, text in named_texts():
        if text:
            catalogue.add(text, locations=[(place, 0)])
    return catalogue


def wrapped_texts(path: Path) -> Iterator[tuple[str | None, str | tuple[str, str]]]:
    """Yield the texts that a file has for the functions of `piecement_base.language`, each after its context.

    Titles and sentences of fields of settings are texts without further marks.
    """
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        match node:
            case ast.Call(func=ast.Name("_" | "N_"), args=[ast.Constant(str(text))]):
                yield None, text
            case ast.Call(func=ast.Name("setting"), args=[_, ast.Constant(str(title)), ast.Constant(str(sentence))]):
                yield from ((None, title), (None, sentence))
            case ast.Call(func=ast.Name("Group"), args=[ast.Constant(str(title))]):
                yield None, title
            case ast.Call(func=ast.Name("ngettext"), args=[ast.Constant(str(one)), ast.Constant(str(many)), _]):
                yield None, (one, many)
            case ast.Call(func=ast.Name("pgettext"), args=[ast.Constant(str(context)), ast.Constant(str(text))]):
                yield context, text
            case _:
                pass


def error_sentences(path: Path) -> Iterator[str | tuple[str, str]]:
    """Yield the sentences of the engine's errors and messages for players, before their places are filled."""
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        match node:
            case ast.Call(func=ast.Name("RecordingError" | "FumenError"), args=[ast.Constant(str(text))]):
                yield text
            case ast.Call(func=ast.Name("RuleError"), args=[ast.Constant(str(text))], keywords=[_, *_]):
                yield text
            case ast.Call(func=ast.Attribute(attr="announce"), args=[ast.Constant(str(text))]):
                yield text
            case ast.Call(func=ast.Attribute(attr="announce"), args=[ast.Constant(str(one)), ast.Constant(str(many))]):
                yield one, many
            case ast.Call(func=ast.Name("as_object" | "as_list" | "_table"), args=[_, ast.Constant(str(text))]):
                if "recording" in f"{path.parent.name} {path.name}":
                    yield text
            case _:
                pass


def named_texts() -> Iterator[tuple[str, str | tuple[str, str]]]:
    """Yield where values have texts for a player that are translated where they are shown, and those texts."""
    yield from ((_MODES, text) for text in GROUPS)
    for mode in MODES.values():
        yield from ((_MODES, text) for text in (mode.title, mode.sentence))
        yield from ((_MODES, text) for option in mode.options for text in _option_texts(option))
    yield from ((_MODES, pair) for pair in GOAL_TEXTS.values())
    yield from ((_BOTS, bot.sentence) for bot in BOTS.values())
    yield from ((_BOTS, attack.sentence) for attack in ATTACKS.values())
    yield from ((_RULES, preset.sentence) for preset in PRESETS.values())
    for page in PAGES.values():
        yield from ((_PAGES, text) for text in (*page.groups, *chain.from_iterable(page.more_rows.values())))
    yield from ((_EDGES, text) for edge in OWN_EDGES for text in (edge.label, edge.sentence))
    yield from ((_ERRORS, sentence) for sentence in ERROR_SENTENCES.values())
    yield from ((_NET_ERRORS, sentence) for sentence in SENTENCES.values())
    yield from ((_PAGE_TEXTS, text) for text in TEXTS.values())
    yield from ((_ROOM_PRESETS, text) for preset in ROOM_PRESETS.values() for text in (preset.title, preset.sentence))
    yield from ((_ROOM_OPTIONS, text) for option in OPTIONS.values() for text in _option_texts(option))
    yield from ((_PAGES, title) for title in COMBINED_TITLES.values())
    yield from ((_PRESETS, name) for presets in BUILT_IN_PRESETS.values() for name in presets)
    yield from ((_KEYS, row["sentence"]) for row in PRESET_ROWS)
    for presets in PRESET_TABLES.values():
        for preset in presets.values():
            yield from ((_PRESET_TABLES, preset.get(text, "")) for text in ("title", "sentence", "few_words"))
    yield from ((_ACHIEVEMENTS, text) for one in ACHIEVEMENTS for text in (one.title, one.sentence))
    yield from ((_LESSONS, text) for step in STEPS for text in (step.chapter, step.task))
    yield from ((_GLOSSARY, text) for pair in GLOSSARY.items() for text in pair)
    yield from ((_PRACTICE, sentence) for sentence in BEFORE_TRIES.values())
    yield from ((_TIPS, text) for tip in TIPS for text in (tip.title, tip.sentence, tip.done))
    yield from ((_WORDS, words) for of in WORDS.values() for words in of.values())
    yield from ((_OPENERS, text) for opener in CATALOGUE for text in (opener.title, opener.sentence))
    yield from ((_CHOICES, text) for texts in CHOICE_TEXTS.values() for pair in texts.values() for text in pair)
    yield from ((_SKINS, text) for skin in SKINS.values() for text in (skin.title, skin.sentence))
    yield from ((_SOUNDS, row[text]) for row in EFFECT_ROWS.values() for text in ("title", "seen"))
    for spec in Graphics.specs():
        if isinstance(spec.values, Choices):
            yield from ((_EFFECTS, text) for texts in spec.values.texts().values() for text in texts)


def _option_texts(option: Option) -> Iterable[str]:
    texts = [option.title, option.sentence]
    match option:
        case Number():
            return [*texts, option.unit, *option.titles.values()]
        case Choice():
            return [*texts, *option.choices.values()]
        case Letters():
            return [*texts, option.empty_title]
        case _:
            return texts


def po_path(language: str) -> Path:
    return CATALOGUES / language / "LC_MESSAGES" / f"{DOMAIN}.po"


def read_catalogue(path: Path, language: str | None = None) -> Catalog:
    with path.open("rb") as file:
        return read_po(file, locale=language, domain=DOMAIN)


def merged(language: str, template: Catalog) -> Catalog:
    """Return the catalogue of a language with all that there is to translate, and nothing else."""
    path = po_path(language)
    catalogue = read_catalogue(path, language) if path.exists() else Catalog(language, DOMAIN)
    if language in _PLURALS:
        catalogue.mime_headers = [("Plural-Forms", _PLURALS[language])]
    catalogue.update(template, no_fuzzy_matching=True)
    catalogue.obsolete.clear()
    catalogue.creation_date = catalogue.revision_date = _NO_DATE
    catalogue.header_comment = f"# Piecement in {LANGUAGES[language]}."
    catalogue.fuzzy = False
    return catalogue


def po_text(catalogue: Catalog) -> bytes:
    """Return a catalogue as its file has it: without dates and numbers of lines, which would change it each time."""
    written = BytesIO()
    write_po(written, catalogue, width=118, include_lineno=False, omit_header=catalogue.locale is None)
    return b"".join(line for line in written.getvalue().splitlines(keepends=True) if not line.startswith(_UNSAID))


def mo_bytes(catalogue: Catalog) -> bytes:
    written = BytesIO()
    write_mo(written, catalogue)
    return written.getvalue()


def missing(catalogue: Catalog) -> list[str]:
    """Return what a catalogue has no translation of, or one that nobody has looked at."""
    return [
        str(message.id) for message in catalogue if message.id and (message.fuzzy or not all(_strings(message.string)))
    ]


def faults(catalogue: Catalog) -> list[str]:
    """Return the translations that do not keep a placeholder, markup or a blank of their text, and why."""
    return [
        f"{text!r}: {fault}"
        for message in catalogue
        if (text := message.id) and all(_strings(message.string))
        if (fault := first_fault(_strings(text), _strings(message.string)))
    ]


def _strings(string: "str | Iterable[str] | None") -> list[str]:
    return [string or ""] if string is None or isinstance(string, str) else list(string)


def languages() -> list[str]:
    """Return the languages that have a catalogue."""
    return [name for name in LANGUAGES if name != ENGLISH]


def make() -> list[str]:
    """Write all catalogues, and return the faults of their translations."""
    template = extracted()
    TEMPLATE.write_bytes(po_text(template))
    wrong: list[str] = []
    for language in languages():
        catalogue = merged(language, template)
        path = po_path(language)
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(po_text(catalogue))
        path.with_suffix(".mo").write_bytes(mo_bytes(catalogue))
        print(f"{language}: {len(missing(catalogue))} of {len(catalogue)} texts are not translated")
        wrong += (f"{language}: {fault}" for fault in faults(catalogue))
    return wrong


def main() -> None:
    """Make the catalogues, or print what they lack."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--missing", action="store_true", help="print what a language lacks")
    if parser.parse_args().missing:
        for language in languages():
            print(*(f"{language}: {text!r}" for text in missing(merged(language, extracted()))), sep="\n")
    elif wrong := make():
        raise SystemExit("\n".join(wrong))


if __name__ == "__main__":
    main()
