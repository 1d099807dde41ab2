"""Rows that save a look or a sound set as a file to change, and that copy and paste settings as text."""

from collections.abc import Callable
from functools import partial
from typing import Final

from textual.screen import Screen

from piecement.render.skins.own_looks import look_text
from piecement.render.skins.skins import SKINS
from piecement.settings.own_files import LOOKS, SOUNDS
from piecement.settings.settings import Settings
from piecement.settings.specs import choice_title, problem
from piecement.sound.effects import SoundSet
from piecement.sound.own_sounds import TONE, sounds_text
from piecement.storage.paths import short_path
from piecement.storage.settings_line import LINE_SECTIONS, Imported, import_line, settings_line
from piecement.ui.game_look import palette_of
from piecement.ui.setting_pages import PAGES, tab_title
from piecement.ui.widgets.questions import Choose, TypeText, confirmation
from piecement.ui.widgets.rows import Reply, Row, TextRow
from piecement.ui.widgets.setting_rows import SettingsEditor
from piecement_base.errors import StorageError
from piecement_base.language import _, ngettext

_ALL: Final = "all"
_MOST_NAMED: Final = 8
"""Maximum number of changed settings that are named."""


def sharing_row(name: str, title: str, sentence: str, editor: SettingsEditor, screen: Screen[None]) -> Row:
    """Return the row of a name; a screen shows what was done."""
    select = {
        "save_look": partial(_ask_name, LOOKS, editor, screen),
        "save_sounds": partial(_ask_name, SOUNDS, editor, screen),
        "copy_settings": partial(_ask_sections, editor, screen),
        "paste_settings": partial(_ask_line, editor),
    }
    return TextRow(name, _(title), "", _(sentence), select[name])


def _ask_name(kind: str, editor: SettingsEditor, screen: Screen[None]) -> Reply:
    own_files = editor.live_settings.store.own_files

    def done(name: str) -> None:
        try:
            editor.live_settings.store.require_saving()
            path = own_files.write(kind, name, *_text_and_source(kind, editor.live_settings.now))
        except StorageError as error:
            screen.notify(str(error), severity="warning", markup=False)
        else:
            editor.live_settings.publish()
            screen.notify(_("Written: {path}.").format(path=short_path(path)), markup=False)

    return TypeText("", partial(own_files.name_problem, kind), done)


def _text_and_source(kind: str, settings: Settings) -> tuple[str, str]:
    """Return the text of a file for the look or sound set in use, and the name of that."""
    if kind == SOUNDS:
        name = settings.sound.effect_set
        about = _("Sounds of your own. Take the # from a line to change it.")
        form = _("Each tone is a note, its start and length (ms), a wave, and an envelope: {tone}. Or name a WAV file.")
        known = SoundSet(name) if name in {*SoundSet} else SoundSet.SOFT
        return f"# {about}\n# {form.format(tone=TONE)}\n{sounds_text(known)}", name
    name = settings.graphics.skin
    return look_text(SKINS[name], palette_of(settings, "rgb")), name


def _ask_sections(editor: SettingsEditor, screen: Screen[None]) -> Reply:
    copied = {node: page.copied for node, page in PAGES.items() if page.copied}
    sections = {_ALL: LINE_SECTIONS, **{node.value: names for node, names in copied.items()}}
    lines = {name: settings_line(editor.live_settings.now, of_name) for name, of_name in sections.items()}

    def copy(name: str) -> None:
        screen.app.copy_to_clipboard(lines[name])
        screen.notify(_("Copied. `piecement settings export` prints it too."), markup=False)

    titles = {_ALL: _("All settings"), **{node.value: tab_title(node) for node in copied}}
    return Choose(titles, _ALL, lines, copy)


def _ask_line(editor: SettingsEditor) -> Reply:
    def taken(line: str) -> Imported:
        return import_line(line, editor.live_settings.now)

    def done(line: str) -> Choose | None:
        return ask_to_take(taken(line), editor.live_settings.apply) if line else None

    def fault(line: str) -> str:
        return problem(partial(taken, line)) if line else ""

    return TypeText("", fault, done)


def _title(name: str) -> str:
    section, _dot, setting = name.partition(".")
    if section == "presets":
        return _("Presets")
    titles = (_(spec.title) for spec in Settings().section(section).specs() if spec.row == name)
    return next(titles, choice_title(setting))


def changes_text(taken: Imported) -> str:
    """Return the number and the first names of the settings that change."""
    count = len(taken.changed)
    names = list(dict.fromkeys(map(_title, taken.changed)))
    named = ", ".join(names[:_MOST_NAMED]) + (", …" if len(names) > _MOST_NAMED else "")
    told = ngettext("{count} setting changes: {names}", "{count} settings change: {names}", count)
    return told.format(count=count, names=named) if count else _("Nothing changes.")


def ask_to_take(taken: Imported, apply: Callable[[Settings], None]) -> Choose:
    """Return the question before settings are replaced."""
    told = "\n".join([changes_text(taken), *taken.complaints])
    return confirmation((_("No, go back"), told), (_("Yes, import them"), told), partial(apply, taken.settings))
