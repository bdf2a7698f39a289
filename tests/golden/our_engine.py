"""tablecam as a program for score.py: `python -m tests.golden.our_engine sight` and `swiss`."""

import json
import sys
import tempfile
from pathlib import Path
from typing import Any

import numpy as np

from tablecam.club.tournament.entrant import Card
from tablecam.club.tournament.pairing import first_round, next_round
from tablecam.club.tournament.refusal import TournamentRefusal
from tablecam.storage.position import read_position
from tablecam.storage.table_folder import TableFolder
from tablecam.storage.terrain_geojson import read_terrain
from tablecam.table.measure.sight import Eye, sighting
from tablecam.table.miniature import Roster
from tablecam.table.snapshot import Snapshot
from tablecam.table.table import Table

Json = dict[str, Any]
EYES = {"standard": Eye.CENTRE, "best of base": Eye.ANYWHERE}
TABLE = Table(48.0, 48.0, "tag36h11", ())


def answer_sight(question: Json) -> Json:
    """The share that is visible, and the obstructions."""
    with tempfile.TemporaryDirectory() as folder:
        snapshot = _read_scene(question, Path(folder))
    blocks = np.array([placed.model.id in question["blocking"] for placed in snapshot.models])
    found = sighting(snapshot, question["viewer"], question["target"], blocks, EYES[question["eye"]], error=False)
    obstructions = [
        {"name": each.name, "hidden": each.hidden, "distance_in": each.distance_in} for each in found.obstructions
    ]
    shares = {"visible": found.visible, "visible_past_terrain": found.visible_past_terrain}
    return {"id": question["id"], **shares, "obstructions": obstructions}


def _read_scene(question: Json, folder: Path) -> Snapshot:
    (folder / "position.json").write_text(json.dumps({"models": question["models"]}))
    collection = {"type": "FeatureCollection", "features": question["terrain"]}
    (folder / "drawn.geojson").write_text(json.dumps(collection))
    table = TableFolder(None, TABLE, Roster(()), read_terrain(folder / "drawn.geojson"), folder)
    return read_position(folder / "position.json", table)


def answer_swiss(question: Json) -> Json:
    """The pairs and byes of the round, or the refusal."""
    stack = [
        Card(card["player"], card["points"], card["faction"], frozenset(card["met"]), had_bye=card["had_bye"])
        for card in question["stack"]
    ]
    try:
        layout = first_round(stack, question.get("bye", "")) if question["round"] == 1 else next_round(stack).layout
    except TournamentRefusal as refused:
        return {"id": question["id"], "refused": refused.code}
    return {"id": question["id"], "pairs": [list(pair) for pair in layout.pairs], "byes": list(layout.byes)}


def main() -> None:
    """Answers until the input ends."""
    answer = {"sight": answer_sight, "swiss": answer_swiss}[sys.argv[1]]
    for line in sys.stdin:
        print(json.dumps(answer(json.loads(line))), flush=True)


if __name__ == "__main__":
    main()
