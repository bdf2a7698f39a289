"""Follows the models through a video and prints every move.

python examples/track_a_video.py SOURCE TABLE_FOLDER    a video, a folder of pictures, a camera's number, a stream
python examples/track_a_video.py                        a table that is drawn as it goes, until the first move
"""

import sys
from pathlib import Path

import tablecam

DRAWN = "synthetic"


def main(source: str = DRAWN, folder: str | Path = Path(__file__).parent / "table") -> None:
    table = tablecam.open_table(folder)
    names = {model.id: model.name for model in table.models}
    for change in table.track(source, skipped=print):
        name = names.get(change.model or "", "The camera")
        if not isinstance(change, tablecam.TrackMoved):
            print(f"{change.time:6.2f} s  {name}: {change.event}")
            continue
        path = "path unknown" if change.path_in is None else f"{change.path_in:.2f} in along its path"
        print(f"{change.time:6.2f} s  {name}: moved {change.straight_in:.2f} in straight, {path}")
        if source == DRAWN:
            break


if __name__ == "__main__":
    main(*sys.argv[1:])
