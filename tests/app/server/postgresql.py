"""A real PostgreSQL for tests, in a folder of its own, reached over a unix socket; where the programs are installed."""

import os
import shutil
import signal
import subprocess
from collections.abc import Generator
from contextlib import contextmanager, suppress
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Final

DEBIAN: Final = Path("/usr/lib/postgresql")
USERS: Final = ("postgres", "nobody")
"""Whom it runs as where the tests run as root, which it refuses."""


def programs() -> Path | None:
    """Return the folder of initdb and postgres, or None where they are not installed."""
    found = shutil.which("initdb")
    if found is not None:
        return Path(found).parent
    return next((path.parent for path in sorted(DEBIAN.glob("*/bin/initdb"), reverse=True)), None)


class Postgresql:
    """A server of databases, which can be stopped and started."""

    def __init__(self, bin_folder: Path, folder: Path, user: str | None) -> None:
        self._bin: Final = bin_folder
        self._folder: Final = folder
        self._user: Final = user
        self._run("initdb", "--no-sync", "--auth=trust", "--username=piecement", "--encoding=UTF8", "--locale=C")

    def url(self, schema: str) -> str:
        """Return the URL of a schema, which is like a database of its own."""
        return f"postgresql:///postgres?user=piecement&host={self._folder}&options=-csearch_path%3D{schema}"

    def start(self) -> None:
        options = f"-k {self._folder} -c listen_addresses='' -c fsync=off -c max_connections=40"
        self._run("pg_ctl", "--wait", "--silent", "-l", str(self._folder / "log"), "-o", options, "start")

    def stop(self) -> None:
        """Stop it as if its machine lost power."""
        self._run("pg_ctl", "--wait", "--silent", "--mode=immediate", "stop")

    def freeze(self) -> None:
        """Stop all its processes as a debugger would: connections stay open and nothing is answered."""
        self._signal(signal.SIGSTOP)

    def thaw(self) -> None:
        self._signal(signal.SIGCONT)

    def _signal(self, number: int) -> None:
        postmaster = int((self._folder / "data" / "postmaster.pid").read_text().splitlines()[0])
        children = Path(f"/proc/{postmaster}/task/{postmaster}/children").read_text().split()
        for process in (postmaster, *map(int, children)):
            with suppress(ProcessLookupError):
                os.kill(process, number)

    def make_schema(self, name: str) -> str:
        """Make a schema, and return its URL."""
        import psycopg  # only where it is installed

        with psycopg.connect(self.url("public"), autocommit=True) as connection:
            connection.execute(f"CREATE SCHEMA {name}".encode())
        return self.url(name)

    def _run(self, program: str, *arguments: str) -> None:
        data = str(self._folder / "data")
        subprocess.run(
            (self._bin / program, "-D", data, *arguments),
            check=True,
            user=self._user,
            stdout=subprocess.DEVNULL,
            cwd=self._folder,
        )


@contextmanager
def a_postgresql(bin_folder: Path) -> Generator[Postgresql]:
    """Run a PostgreSQL server."""
    with TemporaryDirectory(prefix="piecement-pg-") as name:
        folder, user = Path(name), None
        if os.geteuid() == 0:
            user = next(user for user in USERS if _is_known(user))
            shutil.chown(folder, user)
        server = Postgresql(bin_folder, folder, user)
        server.start()
        try:
            yield server
        finally:
            server.stop()


def _is_known(user: str) -> bool:
    import pwd  # not on Windows

    try:
        pwd.getpwnam(user)
    except KeyError:
        return False
    return True
