"""The language of a run: chosen once, by whoever says it most clearly."""

import gettext
from collections.abc import Iterator
from pathlib import Path

import pytest

from piecement.cli.arguments import OneLineParser, whole_number
from piecement.cli.language import choose_language
from piecement.cli.usage import UsageError
from piecement.settings.settings import Settings
from piecement.storage.paths import Paths
from piecement.storage.settings_file import SettingsFile
from piecement_base import language as texts
from piecement_base.language import LANGUAGES, _, choose, error_text, fallback_reason, ngettext, spoken
from piecement_base.language.folding import Folding
from piecement_engine import Game
from piecement_engine.errors import RecordingError, RuleError
from piecement_engine.recording.recording import Recording
from tests.programs import output_of, run
from tests.sampling import together


@pytest.fixture(autouse=True)
def _english_again() -> Iterator[None]:
    yield
    choose("en")


@together(
    ("environment", "language"),
    [
        ({}, "en"),
        ({"LANG": "de_DE.UTF-8"}, "de"),
        ({"LANG": "de_AT@euro"}, "de"),
        ({"LANG": "de"}, "de"),
        ({"LANG": "fr_FR.UTF-8"}, "fr"),
        ({"LANG": "es_419"}, "es"),
        ({"LANG": "pt_BR.UTF-8"}, "pt_BR"),
        ({"LC_ALL": "pt_PT.UTF-8", "LANG": "de"}, "pt_BR"),
        ({"LANG": "pt"}, "pt_BR"),
        ({"LANG": "zh_CN.UTF-8"}, "zh_CN"),
        ({"LANG": "zh_SG.GBK"}, "zh_CN"),
        ({"LANGUAGE": "zh-Hans-SG"}, "zh_CN"),
        ({"LANG": "zh"}, "zh_CN"),
        ({"LANG": "zh_TW.UTF-8"}, "en"),
        ({"LANGUAGE": "zh_Hant:zh_HK:ja"}, "ja"),
        ({"LANG": "ru_UA.KOI8-U"}, "ru"),
        ({"LANG": "tlh_US"}, "en"),
        ({"LANG": "de_DE.UTF-8", "LC_MESSAGES": "en_GB.UTF-8"}, "en"),
        ({"LANG": "de_DE.UTF-8", "LC_ALL": "C.UTF-8"}, "en"),
        ({"LANG": "en_US.UTF-8", "LC_ALL": "", "LANGUAGE": "it:de:en"}, "de"),
        ({"LANG": "de_DE.UTF-8", "LANGUAGE": "en:de"}, "en"),
        ({"LANG": "de_DE.UTF-8", "PIECEMENT_LANGUAGE": "en"}, "en"),
        ({"LANG": "de_DE.UTF-8", "PIECEMENT_LANGUAGE": "xx"}, "de"),
    ],
)
def test_the_environment_decides_as_for_other_programs(environment: dict[str, str], language: str) -> None:
    assert spoken(environment) == language


def test_language_comes_from_option_environment_then_setting() -> None:
    environment = {"PIECEMENT_LANGUAGE": "de"}

    assert spoken(environment, asked="en", setting="de") == "en"
    assert spoken(environment, setting="en") == "de"
    assert spoken({"LANG": "en_US"}, setting="de") == "de"
    assert spoken({"LANG": "de"}, setting="auto") == "de"


def settings_with(content: str) -> Path:
    path = Paths.of().settings
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(content, encoding="utf-8")
    return path


@together(
    ("content", "arguments", "language"),
    [
        ('[interface]\nlanguage = "de"\n', [], "de"),
        ('[interface]\nlanguage = "de"\n', ["--language", "en"], "en"),
        ('[interface]\nlanguage = "de"\n', ["--language=en", "--seed", "5"], "en"),
        ('[interface]\nlanguage = "de"\n', ["--language"], "de"),
        ('interface = "language"\n', [], "en"),
        ("[interface]\nlanguage = 5\n", [], "en"),
        ('[interface]\nlanguage = "xx"\n', ["scores"], "en"),
        ("language = [\n", [], "en"),
    ],
)
def test_the_setting_holds_where_nothing_else_is_said(content: str, arguments: list[str], language: str) -> None:
    settings_with(content)

    choose_language(arguments, {})

    assert _("Automatic") == {"en": "Automatic", "de": "Automatisch"}[language]


def test_the_settings_of_another_folder_are_read_with_it(tmp_path: Path) -> None:
    (tmp_path / "settings.toml").write_text('[interface]\nlanguage = "de"\n', encoding="utf-8")

    choose_language(["--data-dir", str(tmp_path)], {})

    assert _("Automatic") == "Automatisch"


def test_untranslated_and_empty_texts_stay() -> None:
    choose("de")

    assert _("Nobody translates this.") == "Nobody translates this."
    assert _("") == ""
    assert ngettext("{} thing", "{} things", 2) == "{} things"


def test_every_language_has_a_catalogue_and_can_be_chosen() -> None:
    for language in LANGUAGES:
        choose(language)

        assert _("Automatic")


def test_unknown_language_is_named_with_the_known_ones() -> None:
    done = run("--language", "xx")

    assert done.returncode == 2
    assert "xx" in done.stderr
    assert all(language in done.stderr for language in LANGUAGES)


def test_english_reads_no_catalogue() -> None:
    choosing = "import sys; from piecement.cli.language import choose_language; choose_language([], {})"

    assert not {"tomllib", "babel", "pydantic"} & set(output_of(f"{choosing}; print(*sys.modules)").split())


def test_an_output_without_umlauts_is_written_to_without_them() -> None:
    choose("de", "ascii")

    assert _("go back") == "zurueck"
    assert ngettext("{count} piece", "{count} pieces", 2).isascii()


def test_an_encoding_with_umlauts_keeps_them() -> None:
    choose("de", "latin-1")

    assert _("go back") == "zurück"


@together(
    ("text", "encoding", "written"),
    [
        ("¿Señal? ¡Sí!", "ascii", "Senal? Si!"),
        ("Œuvre, où, ça", "latin-1", "OEuvre, où, ça"),
        ("Œuvre, où, ça", "cp1252", "Œuvre, où, ça"),
        ("« À »", "ascii", '" A "'),
        ("não ×2…", "ascii", "nao ×2…"),  # signs are replaced where they are drawn
    ],
)
def test_accents_are_left_out_where_the_output_lacks_them(text: str, encoding: str, written: str) -> None:
    assert text.translate(Folding(encoding)) == written


def translating(text: str) -> gettext.NullTranslations:
    """Return a language in which every text is the same one."""
    catalogue = gettext.NullTranslations()
    catalogue.gettext = lambda message: text  # type: ignore[method-assign]
    return catalogue


@pytest.mark.parametrize(
    ("text", "encoding", "is_written"),
    [("設定", "ascii", False), ("設定", "iso-8859-1", False), ("設定", "euc_jp", True), ("Игра", "koi8-r", True)],
)
def test_english_replaces_a_language_that_cannot_be_written(
    monkeypatch: pytest.MonkeyPatch, text: str, encoding: str, is_written: bool
) -> None:
    def translation(*_arguments: object, **_options: object) -> gettext.NullTranslations:
        return translating(text)

    monkeypatch.setattr(texts, "translation", translation)
    choose("ja", encoding)

    assert _("Settings") == (text if is_written else "Settings")
    assert fallback_reason() == (
        "" if is_written else f"{encoding} cannot write the language ja: texts are in English."
    )


def test_the_texts_that_show_the_letters_of_a_language_are_there() -> None:
    choose("de")

    assert [text for text in texts._SAMPLE if _(text) == text] == []


def refused(*arguments: str) -> str:
    """Return the error of a command line about wrong arguments."""
    parser = OneLineParser(prog="piecement", description="")
    parser.add_argument("--fps", type=whole_number(1, 240))
    parser.add_argument("--sort", choices=("rank", "time"))
    with pytest.raises(UsageError) as raised:
        parser.parse_args(arguments)
    return str(raised.value)


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        (["--wrong"], "unbekannte Argumente: --wrong."),
        (["--fps"], "--fps: es fehlt ein Wert."),
        (["--fps", "0"], "--fps: '0' ist keine ganze Zahl von 1 bis 240."),
        (["--sort", "x"], "--sort: es gibt 'x' nicht (möglich sind "),
    ],
)
def test_a_command_line_is_refused_in_the_language_of_the_run(arguments: list[str], sentence: str) -> None:
    choose("de")

    assert refused(*arguments).startswith(sentence)


def test_a_bad_setting_is_named_in_the_language_of_the_run() -> None:
    choose("de")
    path = settings_with('[graphics]\nfps = "many"\n[interface]\nreduced_motion = 3\n')

    complaints = SettingsFile(path, Settings).load().complaints

    assert "muss eine ganze Zahl sein" in complaints[0]
    assert "muss true oder false sein" in complaints[1]


def test_engine_error_follows_the_language_of_the_run() -> None:
    choose("de")
    recording = Recording.of(Game(seed=1)).to_text()
    with pytest.raises(RecordingError) as damaged:
        Recording.from_text(recording[:-9] + "00000000\n")
    inner = RuleError("height is {height}: it must be above the skyline, {skyline}", height=20, skyline=20)
    outer = RecordingError("the recording is of a game that cannot be played: {error}", error=inner)

    assert error_text(damaged.value) == "die Aufzeichnung ist beschädigt: Die Prüfsumme stimmt nicht"
    assert str(damaged.value) == "the recording is damaged: its checksum is wrong"
    assert error_text(outer).endswith("werden kann: height ist 20: Sie muss über der sichtbaren Höhe liegen, 20")
    assert error_text(RuleError("of a program's own")) == "of a program's own"


def test_settings_follow_a_language_chosen_later() -> None:
    code = (
        "from piecement.settings.styles import Settings, style_text\n"
        "from piecement.settings.value_sets import HANDLINGS\n"
        "from piecement_base.language import _, choose\n"
        "choose('de')\n"
        "specs = {spec.name: spec for name in Settings.names() for spec in Settings().section(name).specs()}\n"
        "values = {name: spec.values.text(spec.default) for name, spec in specs.items()}\n"
        "print(_(specs['grid'].title), values['hud'], values['your_name'], values['preview_count'], values['skin'])\n"
        "print(_(specs['grid'].group), specs['hold'].values.sentence('off'), HANDLINGS['instant'].text, sep='|')"
    )

    assert output_of(code).splitlines() == [
        "Raster Ruhig Du 5 Steine Modern",
        "Feld|Kein Halten.|DAS 117 ms, ARR 0 ms, Soft Drop sofort.",
    ]
