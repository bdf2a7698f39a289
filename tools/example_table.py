"""Writes examples/table and examples/photo.jpg: the synthetic table with two forces, and one photograph of it.

Run it when the synthetic table changes; `tests/doors/api` compares the photograph with the true places.
"""

from pathlib import Path

import cv2

from tablecam.commands.drawn_table import make_company
from tablecam.rules.books.catalogue import BOOKS
from tablecam.sensing.camera.synthetic.camera import write_table_folder
from tablecam.sensing.camera.synthetic.demo import two_forces
from tablecam.sensing.camera.synthetic.render import Renderer

EXAMPLES = Path(__file__).resolve().parents[1] / "examples"
SIZE = 1920, 1080
# of 100: every tag is still read, and the file stays under 400 kB
QUALITY = 85


def main() -> None:
    """Draws the table and writes its folder and its photograph."""
    scene = two_forces(*SIZE, company=make_company(BOOKS.usual))
    write_table_folder(scene, EXAMPLES / "table")
    cv2.imwrite(str(EXAMPLES / "photo.jpg"), Renderer(scene).picture(), [cv2.IMWRITE_JPEG_QUALITY, QUALITY])


if __name__ == "__main__":
    main()
