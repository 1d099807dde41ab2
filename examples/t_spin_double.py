"""Find the T-spin double of a drawn board, and the buttons that play it.

pip install piecement-engine
python examples/t_spin_double.py
"""

from piecement_engine import Spin
from piecement_engine.play import Position

position = Position.from_text(
    """
    ###.......
    ##...#####
    ###.######
    """,
    queue="TI",
    rules="guideline",
)
for placement in position.placements:
    if placement.spin is Spin.FULL and placement.lines == 2:
        print(position.unicode(placement))
        print(repr(placement), "by", ", ".join(position.keys(placement)))
        print(position.push(placement))
