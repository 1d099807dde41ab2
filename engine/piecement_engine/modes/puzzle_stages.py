"""The stages of the puzzle mode, from tetrs (MIT, see LICENSE)."""

from collections.abc import Iterator
from typing import Final, NamedTuple


class PuzzleStage(NamedTuple):
    """A board that its pieces can empty, in their order."""

    name: str
    pieces: str
    rows: tuple[str, ...]
    """Rows as `Board.from_text` reads them, but highest first."""


_COLUMN: Final = 17
"""Width of each drawn stage, in characters."""

_DRAWN: Final = """\
I-spin           I-spin           I-spin Triple    I-spin trial     S-spin           S-spins
II               IJ               ILO              IIL              S                SSS
#####.####       #####..###       ##..#...##       #####..###       ####..####       ####....##
#####.####       #####.####       ##....####       ###.##.###       ###..#####       ###....###
#####.####       #####.####       ####.#####       ###.##.###                        #####..###
#####.####       ##....####       ####.#####       ###.....##                        ####..####
####....##                        ####.#####       ###.######

Z-spin galore    SuZ-spins        J-spin           L_J-spin         L-spin           L/J-spins
ZZZZ             SSIIZ            JI               JLI              L                JLJL
#..#######       ####..####       ##.....###       ##......##       #####.####       #...##...#
##..######       ###..#####       ######.###       ##.####.##       ###...####       #.#.##.#.#
###..#####       ##....####       #####..###       ##..##..##                        #...##...#
####..####       ##....####
#####..###       ###....###
######..##       ##..##..##
#######..#
########..

77               7-turn           L-turn           L-turn trial     T-spin           T-spin pt.2
LL               LO               LO               LLO              TI               TL
####..####       #####..###       ####..####       ####..####       ####....##       ####....##
#####.####       ###....###       ####..####       ####..####       ###...####       ###...####
###...####       ####.#####       ####...###       ##.....###       ####.#####       ####.#####
####.#####       ####.#####       ####.#####       ###..#####
####.#####                                         ###.######

T-tuck           T-insert         T-go-round       T T-spin Setup   T T-spin Triple  ~ Finale ~
TT               TO               TO               TO               TLJ              TLOSIJZ
##...#####       ####..####       ###..#####       #####..###       ####...###       ####..####
###..#####       ####..####       ###...####       #####..###       #####..###       #..#..####
###...####       #####.####       #####..###       ###...####       ###...####       ..###.####
                 ####...###       #####.####       ####.#####       ####.#####       ###....###
                                                                    ###..#####       ######...#
                                                                    ####.#####       ..#....###
                                                                                     #####.####
                                                                                     #..#..####
                                                                                     #####.####
"""
"""Name, pieces and rows of each stage."""


def _stages() -> Iterator[PuzzleStage]:
    for band in _DRAWN.split("\n\n"):
        lines = band.splitlines()
        for left in range(0, len(lines[0]), _COLUMN):
            name, pieces, *rows = (line[left : left + _COLUMN].rstrip() for line in lines)
            yield PuzzleStage(name, pieces, tuple(filter(None, rows)))


STAGES: Final = tuple(_stages())
"""All stages in order."""
