"""The time of a server's database, which stands still until a test moves it."""

from typing import Final

NOW_MS: Final = 1_790_000_000_000


class Now:
    ms = NOW_MS

    def __call__(self) -> int:
        return self.ms


DAY_MS = 86_400_000
NOON_MS = 1_795_435_200_000 + DAY_MS // 2


class Clock:
    now_ms = NOON_MS

    def __call__(self) -> int:
        return self.now_ms
