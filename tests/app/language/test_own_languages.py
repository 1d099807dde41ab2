"""Languages of the player's own: a catalogue in the configuration folder is listed, spoken and judged."""

from collections.abc import Iterator
from io import BytesIO
from pathlib import Path
from typing import Final

import pytest
from babel.messages.mofile import write_mo
from babel.messages.pofile import read_po
from translations.make import po_path

from piecement.cli.language import choose_language
from piecement.settings.settings import Settings
from piecement.storage.settings_file import SettingsFile
from piecement_base.language import LANGUAGES, _, choose, fallback_reason, ngettext, pgettext, spoken, text_in
from piecement_base.language.own_catalogues import read_entries, translations_of
from piecement_base.language.own_languages import findings, list_own_languages
from tests.programs import run

ITALIAN: Final = r"""# Piecement in Italian.
msgid ""
msgstr ""
"Language: it\n"
"X-Language-Name: Italiano\n"
"Content-Type: text/plain; charset=UTF-8\n"
"Plural-Forms: nplurals=2; plural=(n != 1);\n"

msgid "Settings"
msgstr "Impostazioni"

#, fuzzy
msgid "Play"
msgstr "Giocare"

msgid "Quit"
msgstr ""

msgctxt "a single one"
msgid "move"
msgstr "mossa"

msgid "{count} game"
msgid_plural "{count} games"
msgstr[0] "{count} gioco"
msgstr[1] "{count} "
"giochi"

msgid "Round {number}"
msgstr "Turno {numero}"

#~ msgid "Gone"
#~ msgstr "Andato"
"""


@pytest.fixture(autouse=True)
def _english_again(tmp_path: Path) -> Iterator[None]:
    yield
    list_own_languages(tmp_path / "none")
    choose("en")


def with_files(folder: Path, **contents: str | bytes) -> Path:
    """Write files of languages, their names with `_po` or `_mo` at the end; return their folder."""
    languages = folder / "languages"
    languages.mkdir()
    for name, content in contents.items():
        path = languages / f"{name[:-3]}.{name[-2:]}"
        path.write_bytes(content if isinstance(content, bytes) else content.encode())
    return languages


def compiled(text: str) -> bytes:
    written = BytesIO()
    write_mo(written, read_po(BytesIO(text.encode())))
    return written.getvalue()


@pytest.mark.parametrize("content", [{"it_po": ITALIAN}, {"it_mo": compiled(ITALIAN)}], ids=["po", "mo"])
def test_a_file_beside_the_settings_is_a_language(tmp_path: Path, content: dict[str, str | bytes]) -> None:
    with_files(tmp_path, **content)

    choose_language(["--data-dir", str(tmp_path)], {"LANG": "it_IT.UTF-8"})

    assert _("Settings") == "Impostazioni"
    assert pgettext("a single one", "move") == "mossa"
    assert [ngettext("{count} game", "{count} games", count) for count in (1, 2)] == [
        "{count} gioco",
        "{count} giochi",
    ]
    assert [_("Play"), _("Quit"), _("Gone"), _("Round {number}")] == [
        "Play",
        "Quit",
        "Gone",
        "Round {number}",
    ]
    assert fallback_reason() == ""


def test_its_name_and_setting_are_known(tmp_path: Path) -> None:
    head = 'msgid ""\nmsgstr "Language-Team: {team}\\n"\n'
    with_files(
        tmp_path,
        it_po=ITALIAN,
        nl_po=head.format(team="Nederlands <x@example.org>"),
        pl_po=head.format(team="none"),
        cs_po="nonsense",
    )
    (tmp_path / "settings.toml").write_text('[interface]\nlanguage = "it"\n', encoding="utf-8")

    choose_language(["--data-dir", str(tmp_path)], {})

    assert [LANGUAGES[code] for code in ("it", "nl", "pl", "cs", "de")] == [
        "Italiano",
        "Nederlands",
        "pl",
        "cs",
        "Deutsch",
    ]
    assert SettingsFile(tmp_path / "settings.toml", Settings).load().settings.interface.language == "it"
    assert spoken({"LANG": "nl_BE.UTF-8"}) == "nl"
    assert _("Settings") == "Impostazioni"
    assert text_in("it", "Settings") == "Impostazioni"
    list_own_languages(tmp_path / "other")
    assert "it" not in LANGUAGES


def test_a_file_of_a_known_language_goes_before_it(tmp_path: Path) -> None:
    with_files(tmp_path, de_po=ITALIAN)

    choose_language(["--data-dir", str(tmp_path), "--language", "de"], {})

    assert [_("Settings"), _("Automatic"), LANGUAGES["de"]] == ["Impostazioni", "Automatisch", "Deutsch"]


WRONG: Final[dict[str, tuple[str | bytes, str]]] = {
    "nonsense_po": ("msgid Settings\n", "line 1 is not valid in a .po file"),
    "no string": ('"Settings"\n', "line 1 is not valid in a .po file"),
    "latin": ('msgid "Settings"\nmsgstr "Einträge"\n'.encode("latin-1"), "it is not in UTF-8"),
    "plurals": (ITALIAN.replace("(n != 1)", "n / 0"), "its header is wrong, for example Plural-Forms"),
    "open plurals": (ITALIAN.replace("(n != 1)", "(n != 1"), "its header is wrong, for example Plural-Forms"),
    "charset": (ITALIAN.replace("UTF-8", "none"), "its header is wrong, for example Plural-Forms"),
    "large": ("#" * 5_000_001, "it is larger than 5000 kB"),
}
WRONG_COMPILED: Final = {
    "text": (ITALIAN.encode(), "it is not a .mo file"),
    "empty": (b"", "it is damaged"),
    "cut": (compiled(ITALIAN)[:100], "it is damaged"),
    "shifted": (compiled(ITALIAN)[:12] + b"\xff\xff\xff\x7f" + compiled(ITALIAN)[16:], "it is damaged"),
}


@pytest.mark.parametrize(
    ("suffix", "content", "reason"),
    [
        *(("po", *case) for case in WRONG.values()),
        *(("mo", *case) for case in WRONG_COMPILED.values()),
    ],
)
def test_a_wrong_file_is_one_sentence(tmp_path: Path, suffix: str, content: str | bytes, reason: str) -> None:
    languages = with_files(tmp_path, **{f"it_{suffix}": content})

    choose_language(["--data-dir", str(tmp_path), "--language", "it"], {})

    assert fallback_reason() == f"{languages / f'it.{suffix}'} cannot be used: {reason}."
    assert _("Settings") == "Settings"
    assert [faults[0] for _path, _told, faults in findings(languages)] == [reason]


@pytest.mark.parametrize(
    ("translation", "fault"),
    [
        ("{number} {nummer}", "{nummer} is unknown"),
        ("Turno", "{number} is missing"),
        ("{number:d}", "{number} is missing, {number:d} is unknown"),
        ("{number", "a brace has no partner"),
        ("{number} [b]", "the words in brackets or after $ or % differ"),
        ("{number} ", "the spaces at the ends or the line breaks differ"),
        ("{number}\x1b", "it has characters that cannot be printed"),
        ("Turno {number}", ""),
    ],
)
def test_what_a_translation_must_keep_is_named(tmp_path: Path, translation: str, fault: str) -> None:
    text = ITALIAN.replace("Turno {numero}", translation)
    languages = with_files(tmp_path, it_po=text)

    [(_path, told, faults)] = findings(languages)

    assert faults == ((f"'Round {{number}}': {fault}",) if fault else ())
    assert told.split()[0] == ("4" if not fault else "3")


def test_translation_without_text_is_named(tmp_path: Path) -> None:
    added = '\nmsgctxt "noun"\nmsgstr "{nome}"\n'
    languages = with_files(tmp_path, it_po=ITALIAN.replace("{numero}", "{number}") + added)

    assert [faults for _path, _told, faults in findings(languages)] == [("'': {nome} is unknown",)]


def test_a_file_without_a_code_is_named(tmp_path: Path) -> None:
    languages = with_files(tmp_path, italian_po=ITALIAN.replace("{numero}", "{number}"))

    assert [faults for _path, _told, faults in findings(languages)] == [
        ("its name is not a language code, as in it.po",)
    ]


def test_the_german_catalogue_reads_the_same_both_ways() -> None:
    """Once as translators wrote it, once as gettext's own rules compiled it."""
    path = po_path("de")
    written, read = read_entries(path), read_entries(path.with_suffix(".mo"))

    assert {entry.key: entry for entry in written if entry.key} == {entry.key: entry for entry in read if entry.key}
    assert [entry for entry in written if entry.fault] == []
    assert translations_of(written).gettext("Automatic") == "Automatisch"


def test_doctor_tells_of_the_files(tmp_path: Path) -> None:
    with_files(tmp_path, it_po=ITALIAN, nl_po="nonsense")
    done = run("doctor", "--data-dir", str(tmp_path), "--language", "nl")

    assert done.returncode == 0
    assert "3 of " in done.stdout
    assert "{numero} is unknown" in " ".join(done.stdout.split())
    assert "line 1 is not valid in a .po file" in " ".join(done.stdout.split())
