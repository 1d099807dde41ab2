"""A program in place of the game: it tells what it was given, and what it hears."""

from typing import Final

# A signal that comes just before a read would not end that read: its handler would wait for the next key.
TELLS: Final = """
import json, os, select, shutil, signal, sys
signalled, wakes = os.pipe()
os.set_blocking(wakes, False)
signal.set_wakeup_fd(wakes)
signal.signal(signal.SIGWINCH, lambda *_: os.write(1, str(shutil.get_terminal_size()).encode()))
def hang_up(*_):
    open(sys.argv[-1] + "/hung_up", "w").close()
    sys.exit()
signal.signal(signal.SIGHUP, hang_up)
def put_back(*_):
    if os.path.isdir(sys.argv[-1]):
        open(sys.argv[-1] + "/asked_to_end", "w").close()
    os.write(1, b"as it was before")
    sys.exit()
signal.signal(signal.SIGTERM, put_back)
print(json.dumps([dict(os.environ), sys.argv[1:], list(shutil.get_terminal_size())]), flush=True)
while True:
    ready, _, _ = select.select([0, signalled], [], [])
    if signalled in ready:
        os.read(signalled, 1)
    else:
        line = os.read(0, 1000).decode()
        if line in {"", "leave\\n"}:
            break
        print("heard", line, flush=True)
"""

OWN_VARIABLES: Final = {"COLUMNS", "LINES", "LC_CTYPE"}
"""What Python itself sets."""
