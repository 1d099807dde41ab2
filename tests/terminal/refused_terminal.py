"""The game on a system whose event loops refuse a terminal, as macOS' kqueue does: `refused_terminal.py PLATFORM …`."""

import errno
import os
import selectors
import sys
from types import SimpleNamespace
from typing import Any

from piecement.__main__ import main
from piecement.terminal import event_loop


class _Refusing(selectors.SelectSelector):
    def register(self, fileobj: Any, events: int, data: Any = None) -> selectors.SelectorKey:
        if os.isatty(fileobj):
            raise OSError(errno.EINVAL, os.strerror(errno.EINVAL))
        return super().register(fileobj, events, data)


setattr(selectors, "DefaultSelector", _Refusing)  # noqa: B010  # a type checker knows it as a class
setattr(event_loop, "sys", SimpleNamespace(platform=sys.argv.pop(1)))  # noqa: B010  # as one of another system
sys.exit(main())
