"""A real Chromium without a window, driven through its own protocol for developers: real downs and ups of keys."""

import asyncio
import base64
import itertools
import json
import re
import shutil
import urllib.request
from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager, suppress
from pathlib import Path
from typing import Any, Final

from websockets.asyncio.client import ClientConnection, connect

CHROMIUM: Final = "chromium"

_CODES: Final = {"ArrowLeft": 37, "ArrowUp": 38, "ArrowRight": 39, "Enter": 13, "Escape": 27, "Space": 32}
_TEXTS: Final = {"Enter": "\r", "Space": " "}


class Browser:
    """The one page of a browser."""

    def __init__(self, connection: ClientConnection) -> None:
        self._connection: Final = connection
        self._numbers: Final = itertools.count(1)
        self.faults: Final[list[str]] = []
        """What the page complained of."""

    async def call(self, method: str, **parameters: Any) -> dict[str, Any]:  # of the protocol's own kinds
        number = next(self._numbers)
        await self._connection.send(json.dumps({"id": number, "method": method, "params": parameters}))
        while True:
            message = json.loads(await self._connection.recv())
            if message.get("method") in {"Runtime.exceptionThrown", "Log.entryAdded"}:
                self.faults.append(json.dumps(message["params"]))
            if message.get("id") == number:
                return dict(message["result"])

    async def open(self, address: str) -> None:
        for domain in ("Runtime", "Log", "Page"):
            await self.call(f"{domain}.enable")
        await self.call("Page.navigate", url=address)

    async def value(self, expression: str) -> Any:  # any value of JSON
        """Return the value of an expression in the page."""
        return (await self.call("Runtime.evaluate", expression=expression, returnByValue=True))["result"].get("value")

    async def text(self) -> str:
        """Return the text in the terminal of the page."""
        lines = "Array.from({length: terminal.rows}, (_, y) => terminal.buffer.active.getLine(y)?.translateToString())"
        return str(await self.value(f"typeof terminal === 'undefined' ? '' : {lines}.join('\\n')"))

    async def place_of(self, text: str) -> tuple[float, float]:
        """Return the point where a text on the terminal begins."""
        lines = (await self.text()).splitlines()
        row = next(row for row, line in enumerate(lines) if text in line)
        box = await self.value("document.querySelector('.xterm-screen').getBoundingClientRect().toJSON()")
        columns, rows = await self.value("terminal.cols"), await self.value("terminal.rows")
        column = lines[row].index(text)
        return box["x"] + box["width"] * (column + 0.5) / columns, box["y"] + box["height"] * (row + 0.5) / rows

    async def press(self, key: str) -> None:
        await self._key("keyDown", key, text=_TEXTS.get(key, ""))

    async def release(self, key: str) -> None:
        await self._key("keyUp", key)

    async def tap(self, key: str) -> None:
        await self.press(key)
        await self.release(key)

    async def become_a_phone(self, size: tuple[int, int]) -> None:
        """Emulate a small touch screen without a mouse."""
        width, height = size
        await self.call("Emulation.setTouchEmulationEnabled", enabled=True)
        metrics = {"width": width, "height": height, "deviceScaleFactor": 2, "mobile": True}
        await self.call("Emulation.setDeviceMetricsOverride", **metrics)

    async def touch(self, label: str) -> None:
        """Put a finger on the button with a label."""
        box = await self.value(
            f"document.querySelector('[aria-label={json.dumps(label)}]').getBoundingClientRect().toJSON()"
        )
        at = {"x": box["x"] + box["width"] / 2, "y": box["y"] + box["height"] / 2}
        await self.call("Input.dispatchTouchEvent", type="touchStart", touchPoints=[at])

    async def slide(self, *way: tuple[float, float], seconds: float = 0.0) -> None:
        """Put a finger on a point, move it to the others in this time, and take it away."""
        for kind, (x, y) in zip(("touchStart", *["touchMove"] * len(way)), way, strict=False):
            await self.call("Input.dispatchTouchEvent", type=kind, touchPoints=[{"x": x, "y": y}])
            await asyncio.sleep(seconds / len(way))
        await self.let_go()

    async def let_go(self) -> None:
        """Take the finger away."""
        await self.call("Input.dispatchTouchEvent", type="touchEnd", touchPoints=[])

    async def picture(self, path: Path) -> None:
        shot = await self.call("Page.captureScreenshot")
        path.write_bytes(base64.b64decode(shot["data"]))

    async def _key(self, kind: str, key: str, **more: str) -> None:
        named = " " if key == "Space" else key
        number = _CODES[key]
        await self.call("Input.dispatchKeyEvent", type=kind, key=named, code=key, windowsVirtualKeyCode=number, **more)


def is_installed() -> bool:
    return shutil.which(CHROMIUM) is not None


@asynccontextmanager
async def browser(folder: Path, size: tuple[int, int] = (1280, 800)) -> AsyncGenerator[Browser]:
    """Run Chromium, with its profile in a folder, until the end of the block."""
    process = await asyncio.create_subprocess_exec(
        CHROMIUM,
        *("--headless", "--no-sandbox", "--disable-gpu", "--remote-debugging-port=0"),
        f"--user-data-dir={folder}",
        f"--window-size={size[0]},{size[1]}",
        "about:blank",
        stderr=asyncio.subprocess.PIPE,
    )
    try:
        assert process.stderr is not None
        pages = await asyncio.to_thread(_pages, await _port(process.stderr))
        address = next(page["webSocketDebuggerUrl"] for page in pages if page["type"] == "page")
        async with connect(address, max_size=None) as connection:
            yield Browser(connection)
    finally:
        with suppress(ProcessLookupError):
            process.terminate()
        await process.communicate()


async def _port(errors: asyncio.StreamReader) -> str:
    """Return the port at which Chromium listens, by its own word."""
    async for line in errors:
        if found := re.search(rb"DevTools listening on ws://[^:]+:(\d+)/", line):
            return found[1].decode()
    raise RuntimeError(f"{CHROMIUM} ended before it listened")


def _pages(port: str) -> list[dict[str, str]]:
    with urllib.request.urlopen(f"http://127.0.0.1:{port}/json") as answer:  # of this machine
        pages: list[dict[str, str]] = json.load(answer)
        return pages
