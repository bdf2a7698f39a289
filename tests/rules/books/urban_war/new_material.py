"""A material that is one row more of the table, and what the program then shows: run in an interpreter of its own.

The row comes before any other module of the book is loaded, as if it stood in the table.
"""

import json
import sys
from pathlib import Path
from types import SimpleNamespace

from tablecam.base.i18n import InContext, Message
from tablecam.rules.books.urban_war.rules.codes import MATERIALS, Material

MATERIALS["wicker"] = Material(9, InContext("a material", "wicker"), Message("wicker cover"), "weave")

PIECES = """
[[pieces]]
id = "screen"
tag = 301
tag_size_mm = 24.0

[[pieces.features]]
name = "screen"
material = "wicker"
z_bottom_in = 0.0
z_top_in = 3.0
standable = false
outline = [[-1, -1], [1, -1], [1, 1], [-1, 1]]
"""


def main(folder: Path) -> None:
    """Prints as JSON what the set-up page, a drawing, a reader of TOML, a question and the docs say of the material."""
    from test_urban_war_compliance import saves_in_docs, saves_in_program

    from tablecam.rules.books.catalogue import BOOKS
    from tablecam.rules.books.urban_war.wording.questions import list_answers_by_hand
    from tablecam.rules.books.urban_war.wording.wording import CHECKS
    from tablecam.setup.terrain_step import TerrainStep
    from tablecam.storage.models_toml import read_pieces
    from webui.setup.terrain import state
    from webui.table.present import terrain_feature

    file = folder / "pieces.toml"
    file.write_text(PIECES)
    (piece,) = read_pieces(file, BOOKS.materials)
    setup = SimpleNamespace(terrain=TerrainStep(folder, lambda: None), terrain_unchecked=False, book=BOOKS.usual)
    page = state(setup, SimpleNamespace(frame=None, camera=None, snapshot=None))
    print(json.dumps({
        "page": page["materials"][-1],
        "drawing": terrain_feature(piece.features[0], 0, BOOKS)["pattern"],
        "by hand": [answer["label"] for answer in list_answers_by_hand()],
        "statistics": str(CHECKS["wicker cover"]),
        "docs agree": saves_in_docs() == saves_in_program(),
    }))  # fmt: skip


if __name__ == "__main__":
    main(Path(sys.argv[1]))
