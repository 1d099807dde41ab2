"""`piecement settings`: settings as a line of text, to keep or to share."""

import sys
from argparse import Namespace
from typing import Final

from piecement.cli.arguments import FOLDER, Option, Subcommand
from piecement.cli.usage import UsageError, require_known
from piecement.settings.specs import SettingError
from piecement.storage.input_file import STANDARD_INPUT, read_input
from piecement.storage.paths import Paths
from piecement.storage.settings_line import LINE_SECTIONS, import_line, settings_line
from piecement.storage.store import Store
from piecement_base.language import N_, ngettext


def _store(options: Namespace) -> Store:
    return Store(Paths.of(options.data_dir), requires_file=True)


def _export(options: Namespace) -> None:
    for section in options.sections:
        require_known("section", section, LINE_SECTIONS)
    settings = _store(options).load_settings().settings
    sys.stdout.write(f"{settings_line(settings, options.sections or LINE_SECTIONS)}\n")


def _line(options: Namespace) -> str:
    is_given = options.line != str(STANDARD_INPUT)
    return options.line if is_given else read_input(STANDARD_INPUT).decode(errors="replace")


def _import(options: Namespace) -> None:
    store = _store(options)
    before = store.load_settings().settings
    try:
        taken = import_line(_line(options), before)
    except SettingError as error:
        raise UsageError(str(error)) from None
    for complaint in taken.complaints:
        sys.stderr.write(f"piecement: {complaint}\n")
    for name in taken.changed:
        sys.stdout.write(f"{name}\n")
    count = len(taken.changed)
    if options.yes:
        store.change_settings(before, taken.settings)
        told = ngettext("{count} setting changed.\n", "{count} settings changed.\n", count)
    else:
        told = ngettext(
            "{count} setting would change: add --yes.\n", "{count} settings would change: add --yes.\n", count
        )
    sys.stdout.write(told.format(count=count))


_SECTIONS: Final = {"sections": ", ".join(LINE_SECTIONS)}
_EXPORT_OPTIONS: Final = (
    Option("sections", "SECTION", N_("sections to export (default: all): {sections}"), number="*", values=_SECTIONS),
    FOLDER,
)
_IMPORT_OPTIONS: Final = (
    Option("line", "LINE", N_("line of text, or - for standard input")),
    Option("--yes", "", N_("change the settings, instead of listing what would change")),
    FOLDER,
)
OPTIONS: Final = (
    Subcommand("export", N_("Print settings as a line of text."), _export, _EXPORT_OPTIONS),
    Subcommand("import", N_("Import settings from a line of text."), _import, _IMPORT_OPTIONS),
)
