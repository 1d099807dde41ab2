"""List all placements of a position by the way that leads there: drops, tucks below an overhang, and twists.

pip install piecement-engine
python examples/all_placements.py
"""

from piecement_engine.play import Position, Way

position = Position.from_text(
    """
    ......##..
    ##....##..
    #.....###.
    ##.#######
    """,
    queue="LS",
    hold="T",
    rules="guideline",
)
for way in Way:
    found = [placement for placement in position.placements if placement.way is way]
    print(f"{way}: {len(found)}")
    for placement in found if way is not Way.DROP else []:
        print(f"  {placement!r}, {placement.lines} lines, by {' '.join(position.keys(placement))}")
hardest = max(position.placements, key=lambda placement: len(position.keys(placement)))
print(f"most buttons: {hardest!r}")
print(position.unicode(hardest))
