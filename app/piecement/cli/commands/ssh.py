"""`piecement ssh`: the game served over SSH."""

from argparse import Namespace
from pathlib import Path
from typing import Final

from piecement.cli.arguments import Option
from piecement.cli.commands.visits import HOST, VISIT_OPTIONS, host_settings, listen, port_option, refuse_windows
from piecement.cli.streams import say
from piecement.cli.usage import UsageError, optional
from piecement.storage.paths import Paths
from piecement_base.language import N_, _

_KEY: Final = "ssh_host_key"
"""Name of the file of the host key in the data folder."""
_KEY_HELP: Final = N_("host key file (default: {name} in the data folder, created at first start)")


def run(options: Namespace) -> None:
    refuse_windows()
    with optional(_("asyncssh is not installed: run pip install 'piecement[ssh]'."), "asyncssh"):
        import asyncssh

        from piecement_server.visits import ssh
    key = options.key or Paths.of(options.data_dir).data / _KEY
    try:
        allowed = asyncssh.read_authorized_keys(options.allow) if options.allow else None
    except (OSError, ValueError, UnicodeError) as error:
        raise UsageError(_("{path} contains no usable keys: {why}."), path=options.allow, why=error) from None
    settings = ssh.SshSettings(
        host=options.host, port=options.port, key=key, allowed=allowed, visits=host_settings(options, "players")
    )

    def listening(port: int, fingerprint: str) -> None:
        say(_("Connect with: ssh -p {port} play@{host}").format(port=port, host=options.host))
        say(_("Host key: {fingerprint}").format(fingerprint=fingerprint))

    try:
        listen(options, ssh.run(settings, listening))
    except (asyncssh.KeyImportError, asyncssh.KeyEncryptionError) as error:
        raise UsageError(_("{path} is not a usable host key: {why}."), path=key, why=error) from None


OPTIONS: Final = (
    HOST,
    port_option(8022),
    Option("--key", "FILE", _KEY_HELP, Path, values={"name": _KEY}),
    Option("--allow", "FILE", N_("file of allowed keys in authorized_keys format (default: allow everyone)"), Path),
    *VISIT_OPTIONS,
)
