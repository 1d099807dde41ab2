"""Makes the catalogues of `app/piecement/language/catalogues`: what there is to translate, and what is compiled of it.

    python -m translations.make            write `piecement.pot`, merge it into each `piecement.po`, and compile them
    python -m translations.make --missing  print what a language lacks

A translator edits only `LANGUAGE/LC_MESSAGES/piecement.po`. Run it from the checkout, with the extra `test` installed.
"""

import argparse
from collections.abc import Iterable, Iterator
from datetime import UTC, datetime
from io import BytesIO
from itertools import chain
from pathlib import Path
from typing import Final

from babel.messages.catalog import Catalog
from babel.messages.extract import extract_from_dir
from babel.messages.mofile import write_mo
from babel.messages.pofile import read_po, write_po

from piecement.language import LANGUAGES
from piecement.language.languages import ENGLISH
from piecement.language.texts import CATALOGUES, DOMAIN
from piecement_engine import MODES
from piecement_engine.bots import BOTS
from piecement_engine.modes import GROUPS, Choice, Number, Option

ROOT: Final = Path(__file__).parents[1]
TEMPLATE: Final = CATALOGUES / f"{DOMAIN}.pot"

_KEYWORDS: Final = {"_": None, "N_": None, "ngettext": (1, 2), "pgettext": ((1, "c"), 2)}
_NO_DATE: Final = datetime(2000, 1, 1, tzinfo=UTC)
"""The same texts give the same files."""

_UNSAID: Final = (b'"Project-Id', b'"Report-', b'"POT-', b'"PO-', b'"Last-', b'"Language-Team', b'"Generated')
"""What the head of a file need not say."""

_ENGINE: Final = "engine/piecement_engine"


def extracted() -> Catalog:
    """Return everything there is to translate: the texts of the application, and those of the engine's values."""
    catalogue = Catalog(domain=DOMAIN)
    found = extract_from_dir(
        ROOT / "app", method_map=[("**.py", "python")], keywords=_KEYWORDS, comment_tags=["TRANSLATORS:"]
    )
    for file, _, message, comments, context in sorted(found, key=lambda text: text[:2]):
        catalogue.add(message, locations=[(f"app/{file}", 0)], auto_comments=comments, context=context)
    for text in filter(None, engine_texts()):
        catalogue.add(text, locations=[(_ENGINE, 0)])
    return catalogue


def engine_texts() -> Iterator[str]:
    """Yield what the engine's modes and bots have for a player to read."""
    yield from GROUPS
    for mode in MODES.values():
        yield from (mode.title, mode.sentence)
        yield from chain.from_iterable(map(_option_texts, mode.options))
    for bot in BOTS.values():
        yield bot.sentence


def _option_texts(option: Option) -> Iterable[str]:
    texts = [option.title, option.sentence]
    match option:
        case Number():
            return [*texts, option.unit, *option.titles.values()]
        case Choice():
            return [*texts, *option.choices.values()]
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


def _strings(string: "str | Iterable[str] | None") -> list[str]:
    return [string or ""] if string is None or isinstance(string, str) else list(string)


def languages() -> list[str]:
    """Return the languages that have a catalogue."""
    return [name for name in LANGUAGES if name != ENGLISH]


def make() -> None:
    """Write all catalogues."""
    template = extracted()
    TEMPLATE.write_bytes(po_text(template))
    for language in languages():
        catalogue = merged(language, template)
        path = po_path(language)
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(po_text(catalogue))
        path.with_suffix(".mo").write_bytes(mo_bytes(catalogue))
        print(f"{language}: {len(missing(catalogue))} of {len(catalogue)} texts are not translated")


def main() -> None:
    """Make the catalogues, or print what they lack."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--missing", action="store_true", help="print what a language lacks")
    if parser.parse_args().missing:
        for language in languages():
            print(*(f"{language}: {text!r}" for text in missing(merged(language, extracted()))), sep="\n")
    else:
        make()


if __name__ == "__main__":
    main()
