"""A program in place of the game: it tells what it was given, and what it hears."""

from typing import Final

TELLS: Final = """
import json, os, shutil, signal, sys
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
for line in sys.stdin:
    if line == "leave\\n":
        break
    print("heard", line, flush=True)
"""

OWN_VARIABLES: Final = {"COLUMNS", "LINES", "LC_CTYPE"}
"""What Python itself sets."""
