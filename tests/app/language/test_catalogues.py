"""The catalogues: all that a player reads can be translated, and is; what is compiled is what translators wrote."""

import ast
import re
from collections.abc import Callable, Iterator
from functools import cache
from gettext import translation
from pathlib import Path
from textwrap import wrap
from typing import Final, cast

import pytest
from babel.messages.catalog import Catalog, Message
from rich.cells import cell_len, chop_cells
from translations.make import (
    ROOT,
    TEMPLATE,
    extracted,
    faults,
    languages,
    merged,
    missing,
    po_path,
    po_text,
    read_catalogue,
)

from piecement_base.language import CATALOGUES, DOMAIN
from piecement_base.language.folding import Folding
from piecement_base.language.languages import ENGLISH, LANGUAGES
from piecement_base.language.placeholders import placeholders

APP: Final = ROOT / "app"

LATIN: Final = ("de", "es", "fr", "pt_BR")
"""Languages whose letters have an ASCII spelling."""

KEY: Final = re.compile(r"\bCtrl\+\w\b|\bEsc\b|\bF\d+\b", re.ASCII)
"""A key that is called the same on screen in every language."""

WIDTH: Final = 80
"""The columns of a usual terminal."""

NOT_READ: Final = {
    "piecement/cli/commands/serve.py": "for those who run a server: in English, as its log",
    "piecement/cli/commands/menu_graph.py": "languages for programs, with the words of the graph",
    "piecement/input/key_labels.py": "names of keys are as they stand on them",
    "piecement_base/language": "languages call themselves what they do",
    "piecement/client": "what goes over a network is not read",
    "piecement_net": "what goes over a network is not read",
    "piecement_server": "a log, in English as logs are",
    "piecement/storage/game_sql.py": "the language of the database",
    "piecement/ui/themes.py": "colours",
}
"""Modules, and rooms, without a text for a player, and why."""

SENTENCE: Final = re.compile(r"(?!(?:DELETE|INSERT|SELECT|UPDATE) )[A-Z?][^\n]* [^\n]*[a-z]{2}[^\n]*[.!?…]$")
"""A text that can only be for a player: a sentence, and none for a database."""

THINGS: Final = (
    "attacks|bots|bytes|cells|characters|columns|days|faults|games|hints|hours|inputs|keys|letters|levels|lines|matches"
    "|messages|minutes|mistakes|moves|orders|pages|pieces|placements|players|points|presses|recordings|repeats|replays"
    "|rooms|rounds|rows|seconds|seeds|steps|times|tries|undos|worlds"
)
COUNTED: Final = re.compile(rf"\{{(?!most|rate)\w+[^}}]*\}} (?:\w+ )?(?:{THINGS})\b")
"""A number before several things; most and rate are limits, which are larger than 1."""

MANY: Final = (
    "{solved} of {seen} piece orders can be solved",
    "Done: {spin} in {presses} presses; ",
    "Ends your present game. Below {count} pieces it is not saved",
    "Ranked after {games} matches",
    "Your name for others, up to {count} characters.",
    "You were faster: {fast} against {slow} pieces/s.",
    "You were slower: {slow} against {fast} pieces/s.",
    "A piece has no room to come in: at most {count} rows.",
    "the message is too long: it has at least {length} bytes",
    "a piece {piece} lies outside of the {width} by {height} cells",
    "it is no token",
    "the bot has not answered for {count:g} seconds",
    "the board in {path} has {count} rows",
    "the field has {count} rows",
    "the line has {count} characters",
    "the name has {count} characters",
    "the recording is damaged: its {size} B cannot hold {count} inputs",
    "the last {count} days",
    "the last {games} games",
    "the text has {count} characters",
    "the connection is too slow: {bytes} bytes are waiting to be read",
    "{count} lines",
    "{count} messages were not acknowledged",
    "{count} pages: PgDn",
    "{count} presses too many in 100 pieces",
    "{count} cells: repeat after",
    "{count} extra presses a piece",
    "{text!r} is no token: it has {count} characters",
)
"""The texts whose number is never 1."""


PLURALS: Final[dict[str, Callable[[int], int]]] = {
    "de": lambda n: int(n != 1),
    "es": lambda n: int(n != 1),
    "fr": lambda n: int(n > 1),
    "pt_BR": lambda n: int(n > 1),
    "ru": lambda n: 0 if n % 10 == 1 and n % 100 != 11 else 1 if n % 10 in {2, 3, 4} and n // 10 % 10 != 1 else 2,
    "ja": lambda _: 0,
    "zh_CN": lambda _: 0,
}
"""The form of a number, counted from 0, by the grammar of each language."""


def plural_form(language: str, number: int) -> int:
    return PLURALS[language](number)


@cache
def template() -> Catalog:
    return extracted()


def several(text: object) -> tuple[str, ...]:
    """Return the forms of a text by number, or the only one."""
    match text:
        case str():
            return (text,)
        case list() | tuple():
            return tuple(map(str, cast("tuple[object, ...]", text)))
        case _:
            return ()


def forms(message: Message) -> list[tuple[str, str]]:
    """Return each form of a translation after the text that it stands for; that for one may have no number either."""
    texts, (first, *others) = several(message.id), several(message.string)
    one = texts[0] if placeholders(first) == placeholders(texts[0]) else texts[-1]
    return [(one, first), *((texts[-1], form) for form in others)]


@pytest.mark.wide
def test_the_template_holds_every_text_of_the_code() -> None:
    assert TEMPLATE.read_bytes() == po_text(template()), "run `python -m translations.make`"


def test_no_text_counts_one_of_several_things() -> None:
    ones = [several(message.id)[0] for message in template() if message.id]
    left = [one for one in ones if COUNTED.search(one) and not one.startswith(MANY)]

    assert left == []


@pytest.mark.parametrize("language", languages())
def test_every_text_is_translated(language: str) -> None:
    assert po_path(language).read_bytes() == po_text(merged(language, template())), "run `python -m translations.make`"
    assert missing(read_catalogue(po_path(language), language)) == []


@pytest.mark.parametrize("language", languages())
def test_compiled_texts_equal_their_translations(language: str) -> None:
    compiled = translation(DOMAIN, CATALOGUES, [language])

    for message in read_catalogue(po_path(language), language):
        match message.id:
            case "":
                pass
            case str() as text if message.context:
                assert compiled.pgettext(message.context, text) == (message.string or text)
            case str() as text:
                assert compiled.gettext(text) == (message.string or text)
            case one, many:
                by_number = several(message.string)
                for number in range(200):
                    form = by_number[plural_form(language, number)] or (many if plural_form(language, number) else one)
                    assert compiled.ngettext(one, many, number) == form
            case _:
                pytest.fail(f"{message.id!r} is no text")


@pytest.mark.parametrize("language", languages())
def test_translations_keep_places_blanks_and_markup(language: str) -> None:
    assert faults(read_catalogue(po_path(language), language)) == []


@pytest.mark.parametrize("language", languages())
def test_a_form_for_several_numbers_has_the_number(language: str) -> None:
    """In French 0 takes the form of 1, in Russian 21 does: a form without the number would be wrong for one of them."""
    served = {form: {n for n in range(200) if plural_form(language, n) == form} for form in range(3)}
    wrong = [
        form
        for message in read_catalogue(po_path(language), language)
        if message.pluralizable and all(several(message.string))
        for index, form in enumerate(several(message.string))
        if served[index] != {1} and placeholders(form) != placeholders(several(message.id)[-1])
    ]

    assert wrong == []


@pytest.mark.parametrize("language", languages())
def test_translations_name_the_same_keys(language: str) -> None:
    wrong = [
        (text, translated)
        for message in read_catalogue(po_path(language), language)
        if message.id
        for text, translated in forms(message)
        if translated and sorted(KEY.findall(text)) != sorted(KEY.findall(translated))
    ]

    assert wrong == []


@pytest.mark.parametrize("language", LATIN)
def test_letters_beyond_ascii_have_a_spelling_in_it(language: str) -> None:
    translations = (form for message in read_catalogue(po_path(language), language) for _, form in forms(message))
    letters = {letter for text in translations for letter in text.translate(Folding("ascii")) if letter.isalpha()}

    assert {letter for letter in letters if not letter.isascii()} == set()


def table(catalogue: Catalog, width: int) -> Iterator[str]:
    """Yield the lines of a table of all translations, each broken into lines of a width between its words."""
    for message in catalogue:
        for text in several(message.string or message.id) if message.id else ():
            for line in text.splitlines():
                if cell_len(line) > len(line):  # wide letters, which are broken anywhere
                    yield from chop_cells(line, width)
                else:
                    yield from wrap(line, width, break_long_words=False, break_on_hyphens=False)
            yield ""


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_table_of_all_texts_is_printed_at_80_columns_uncut(language: str) -> None:
    lines = list(table(template() if language == ENGLISH else read_catalogue(po_path(language), language), WIDTH))
    print(*lines, sep="\n")  # noqa: T201 - the table; `pytest -s` shows it

    assert [line for line in lines if cell_len(line) > WIDTH] == []


def test_every_language_has_its_folder_and_no_other_is_there() -> None:
    assert sorted(path.name for path in CATALOGUES.iterdir() if path.is_dir()) == sorted(languages())


def is_read(path: Path) -> bool:
    name = path.relative_to(APP).as_posix()
    return not any(name == other or name.startswith(f"{other}/") for other in NOT_READ)


def written(node: ast.AST) -> str:
    """Return the text that a node has in the code, empty for none."""
    match node:
        case ast.Constant(str(text)):
            return text
        case ast.JoinedStr():
            return ast.unparse(node)[2:-1]
        case _:
            return ""


def unwrapped(path: Path) -> list[str]:
    """Return the sentences in a file that are in no call of a function of `piecement_base.language`."""
    tree = ast.parse(path.read_text(encoding="utf-8"))
    skipped: set[ast.AST] = set()
    for node in ast.walk(tree):
        match node:
            case ast.Expr(ast.Constant(str())):  # a docstring
                skipped.add(node.value)
            case ast.Call(func=ast.Name("_" | "N_" | "ngettext" | "pgettext")):
                skipped.update(node.args)
            case (
                ast.Call(func=ast.Name("setting"), args=[_, ast.Constant(), ast.Constant()])
                | ast.Call(func=ast.Name("Group"), args=[ast.Constant()])
            ):
                skipped.update(node.args)  # the catalogues read these calls too
            case ast.Call(func=ast.Name("setting"), args=[_], keywords=words):
                skipped.update(word.value for word in words)  # no screen shows it
            case _:
                pass
    found = (written(node) for node in ast.walk(tree) if node not in skipped)
    return [text for text in found if SENTENCE.match(text)]


@pytest.mark.wide
def test_no_sentence_for_a_player_is_left_untranslated() -> None:
    left = {path.relative_to(APP).as_posix(): unwrapped(path) for path in sorted(APP.rglob("*.py")) if is_read(path)}

    assert {name: found for name, found in left.items() if found} == {}


@pytest.mark.wide
def test_no_key_is_explained_in_english_alone() -> None:
    trees = [ast.parse(path.read_text(encoding="utf-8")) for path in APP.rglob("*.py")]
    rows = [node for tree in trees for node in ast.walk(tree) if isinstance(node, ast.Call)]
    left = [ast.unparse(row) for row in rows if ast.unparse(row.func) == "KeyRow" and written(row.args[1])]

    assert left == []


def test_the_modules_without_texts_are_there() -> None:
    assert [name for name in NOT_READ if not (APP / name).exists()] == []
