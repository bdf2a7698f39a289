"""Says how much one model sees of another, and what hides the rest. Needs no camera: the position is a text file.

python examples/sight_between_two_models.py [VIEWER TARGET [POSITION_FILE TABLE_FOLDER]]
"""

import sys
from pathlib import Path

import tablecam

HERE = Path(__file__).parent


def main(
    viewer: str = "ida",
    target: str = "gruff",
    file: str | Path = HERE / "position.txt",
    folder: str | Path = HERE / "table",
) -> None:
    position = tablecam.open_table(folder).position(file)
    sight = position.sight(viewer, target)
    print(f"{viewer} sees {sight.share:.0%} of {target}, {position.range(viewer, target).range_in:.1f} in away")
    for obstruction in sight.obstructions:
        print(f"  {obstruction.name} hides {obstruction.hidden:.0%}, {obstruction.distance_in:.1f} in from {viewer}")
    print(f"At least a quarter visible: {sight.verdict(0.25).value}")


if __name__ == "__main__":
    main(*sys.argv[1:])
