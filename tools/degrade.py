"""Gives a photograph, or the folder of its table, one fault of a real room: to see what is measured and said then.

    python -m tools.degrade --list
    python -m tools.degrade "noise of 8 levels" photo.jpg TABLE OUT

writes OUT/photo.png and OUT/table. `make bench PART=room` measures every fault.
"""

import argparse
from pathlib import Path

import cv2

from tablecam.sensing.camera.recording import load_image
from tablecam.storage.table_folder import read_folder, write_folder
from tools.bench.faults import BY_NAME
from tools.bench.tables import KnownTable


def main() -> None:
    """Reads the arguments and writes the spoilt photograph with its folder."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--list", action="version", version="\n".join(BY_NAME), help="names the faults")
    parser.add_argument("fault", choices=BY_NAME, metavar="FAULT")
    parser.add_argument("photo", type=Path)
    parser.add_argument("table", type=Path)
    parser.add_argument("out", type=Path)
    given = parser.parse_args()
    degrade(given.fault, given.photo, given.table, given.out)


def degrade(fault: str, photo: Path, table: Path, out: Path) -> None:
    """Writes the photograph with the fault, and the table's folder, which some faults change instead."""
    known = BY_NAME[fault].on(KnownTable(photo.stem, read_folder(table), load_image(photo), {}, {}))
    out.mkdir(parents=True, exist_ok=True)
    cv2.imwrite(str(out / "photo.png"), known.frame.image)
    write_folder(out / "table", known.folder)


if __name__ == "__main__":
    main()
