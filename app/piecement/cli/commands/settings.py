"""`piecement settings`: settings as a line of text, to keep or to share."""

import sys
from argparse import ArgumentParser, Namespace

from piecement.cli.commands.shared import add_folder
from piecement.cli.usage import UsageError, require_known
from piecement.language import _, ngettext
from piecement.settings.specs import SettingError
from piecement.storage.errors import StorageError
from piecement.storage.paths import Paths
from piecement.storage.settings_line import LINE_SECTIONS, settings_line, take_line
from piecement.storage.store import Store


def add_arguments(parser: ArgumentParser) -> None:
    commands = parser.add_subparsers(required=True, metavar="COMMAND")
    export = commands.add_parser("export", description=_("Print settings as a line of text."))
    export.add_argument(
        "sections",
        nargs="*",
        metavar="SECTION",
        help=_("only these: {sections}").format(sections=", ".join(LINE_SECTIONS)),
    )
    export.set_defaults(command=_export)
    get = commands.add_parser("import", description=_("Take in settings from a line of text."))
    get.add_argument("line", metavar="LINE", help=_("line of text, or - for standard input"))
    get.add_argument("--yes", action="store_true", help=_("change the settings, instead of listing what would change"))
    get.set_defaults(command=_import)
    for command in (export, get):
        add_folder(command)


def run(options: Namespace) -> int:
    try:
        options.command(options, Store(Paths.of(options.data_dir), must_last=True))
    except (StorageError, SettingError) as error:
        raise UsageError(str(error)) from None
    return 0


def _export(options: Namespace, store: Store) -> None:
    for section in options.sections:
        require_known("section", section, LINE_SECTIONS)
    settings = store.load_settings().settings
    sys.stdout.write(f"{settings_line(settings, options.sections or LINE_SECTIONS)}\n")


def _import(options: Namespace, store: Store) -> None:
    before = store.load_settings().settings
    taken = take_line(sys.stdin.read() if options.line == "-" else options.line, before)
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
