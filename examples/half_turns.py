"""Compare the placements of a position with and without rotations by 180 degrees.

pip install piecement-engine
python examples/half_turns.py
"""

from dataclasses import replace

from piecement_engine.play import Position, rules_of

BOARD = """
    #.#..##.##
    .....#....
    ##.###.##.
    #.#.#..###
    """
rules = replace(rules_of("guideline"), rotation_system="srs_plus")
free = Position.from_text(BOARD, "TJ", rules)
barred = Position.from_text(BOARD, "TJ", rules, barred=["rotate_180"])
only = set(free.placements) - set(barred.placements)
print(f"{len(free.placements)} placements, {len(barred.placements)} without half turns")
fewer = [
    placement
    for placement in set(free.placements) & set(barred.placements)
    if len(free.keys(placement)) < len(barred.keys(placement))
]
print(f"half turns alone reach {len(only)}, and {len(fewer)} others by fewer buttons")
for placement in sorted(only, key=repr):
    print(repr(placement), "by", ", ".join(free.keys(placement)))
