"""Measures a photograph: where the models stand, and which enemies are near each other.

python examples/photo_to_ranges.py                     the photograph and the table beside this file
python examples/photo_to_ranges.py PHOTO TABLE_FOLDER  your own
"""

import sys
from pathlib import Path

import tablecam

HERE = Path(__file__).parent
LIMIT_IN = 20.0


def main(photo: str | Path = HERE / "photo.jpg", folder: str | Path = HERE / "table") -> None:
    position = tablecam.open_table(folder).measure(photo)
    side = {placed.model.id: placed.model.side for placed in position.models}
    print(f"{len(position.models)} models found")
    for placed in position.models:
        print(f"{placed.model.name:<24} at {placed.x_in:5.2f}, {placed.y_in:5.2f} in, on {placed.stands_on}")
    print("\nEnemies, nearest first:")
    enemies = [pair for pair in position.ranges() if side[pair.a] != side[pair.b]]
    for pair in sorted(enemies, key=lambda pair: pair.range_in)[:6]:
        measured = f"{pair.range_in:.2f} ± {2 * pair.sigma_in:.2f} in"
        print(f"{pair.a} to {pair.b}: {measured}; within {LIMIT_IN:g} in: {pair.verdict(LIMIT_IN).value}")
    for problem in position.problems:
        print(f"note: {problem}")


if __name__ == "__main__":
    main(*sys.argv[1:])
