"""The log of a game's inputs, of which the oldest are packed."""

import zlib
from collections.abc import Iterable, Iterator, Sequence
from typing import Final, Self

from piecement_engine.game.inputs import Input, held_by

PACKED_INPUTS: Final = 512
"""Number of inputs in a pack."""


class InputLog:
    """The inputs of a game so far.

    An hour of fast play has a hundred thousand: a game compresses old ones, to five bytes each. The latest are in
    `fresh`, to which it appends. The log of a recording has packs too, but uncompressed ones.
    """

    __slots__ = ("_packs", "fresh")

    def __init__(self, inputs: Iterable[Input] = ()) -> None:
        """Begin with inputs, except ones without effect."""
        given = tuple(_changes(inputs))
        packed = len(given) - len(given) % PACKED_INPUTS
        self._packs: list[bytes | tuple[Input, ...]] = [
            given[start : start + PACKED_INPUTS] for start in range(0, packed, PACKED_INPUTS)
        ]
        self.fresh = [*given[packed:]]

    def __len__(self) -> int:
        return len(self._packs) * PACKED_INPUTS + len(self.fresh)

    def since(self, count: int) -> tuple[Input, ...]:
        pack = min(count // PACKED_INPUTS, len(self._packs))
        found = [entry for each in self._packs[pack:] for entry in _unpacked(each)]
        return tuple([*found, *self.fresh][count - pack * PACKED_INPUTS :])

    def first(self, count: int) -> Self:
        """Return a log of the first `count` inputs only."""
        other = type(self)()
        other._packs = self._packs[: count // PACKED_INPUTS]
        packs = len(other._packs)
        rest = _unpacked(self._packs[packs]) if packs < len(self._packs) else self.fresh
        other.fresh = [*rest[: count - packs * PACKED_INPUTS]]
        return other

    def pack(self) -> None:
        """Pack the oldest fresh inputs, if there are enough."""
        while len(self.fresh) >= PACKED_INPUTS:
            oldest = self.fresh[:PACKED_INPUTS]
            text = " ".join(f"{time_ns:x} {change:x}" for time_ns, change in oldest)  # decimal digits have a limit
            packer = zlib.compressobj(zlib.Z_BEST_SPEED, wbits=12, memLevel=5)  # takes 32 KiB, not 256
            self._packs.append(packer.compress(text.encode()) + packer.flush())
            del self.fresh[:PACKED_INPUTS]

    def copy(self) -> Self:
        return self.first(len(self))


def _changes(inputs: Iterable[Input]) -> Iterator[Input]:
    held = 0
    for time_ns, change in inputs:
        if change != held:
            after = held_by(change)
            held = held if after is None else after
            yield time_ns, change


def _unpacked(pack: bytes | tuple[Input, ...]) -> Sequence[Input]:
    if isinstance(pack, tuple):
        return pack
    words = iter(zlib.decompress(pack).split())
    return [(int(time_ns, 16), int(change, 16)) for time_ns, change in zip(words, words, strict=True)]
