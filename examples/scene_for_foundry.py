"""Writes a scene for Foundry VTT: a square for each inch, and a token for each model of a table, where it stands.

python examples/scene_for_foundry.py OUT.json ADDRESS    of a table that runs, such as http://192.168.1.20:8000
python examples/scene_for_foundry.py                     of a drawn table, which it starts itself

In Foundry make a scene, choose "Import Data" in its menu, and take OUT.json. The module moves these
tokens from then on, and its `takeWalls` brings the terrain.
"""

import json
import math
import subprocess
import sys
from pathlib import Path
from typing import Any
from urllib.request import urlopen

DEMO = [sys.executable, "-m", "tablecam", "demo", "--no-browser", "--port", "0", "--seconds", "120"]
SQUARE_PX = 100


def main(out: str = "scene.json", address: str = "") -> None:
    if address:
        save(out, address)
        return
    with subprocess.Popen(DEMO, stdout=subprocess.PIPE, text=True) as demo:
        told = demo.stdout.readline() if demo.stdout else ""
        save(out, next(word for word in told.split() if "://" in word))
        demo.terminate()


def save(out: str, address: str) -> None:
    tokens: list[dict[str, Any]] = []
    # a camera that begins has found no model yet
    while not tokens:
        position = json.load(urlopen(f"{address}/api/v1/position"))  # noqa: S310 the address is the user's own
        tokens = [token(model, position["table"]) for model in position["models"] if model["state"] == "settled"]
    width, height = (round(position["table"][side] * SQUARE_PX) for side in ("width_in", "depth_in"))
    grid = {"type": 1, "size": SQUARE_PX, "distance": 1, "units": "in"}
    scene = {"name": "The table", "width": width, "height": height, "padding": 0, "grid": grid, "tokens": tokens}
    Path(out).write_text(json.dumps(scene), encoding="utf-8")
    print(f"{out}: {len(tokens)} tokens on {width} x {height} pixels")


def token(model: dict[str, Any], table: dict[str, float]) -> dict[str, Any]:
    """A square is an inch, and the table's far left corner the scene's upper left one; a token's is its own."""
    return {
        "name": model["name"],
        "x": round((model["x_in"] - 0.5) * SQUARE_PX),
        "y": round((table["depth_in"] - model["y_in"] - 0.5) * SQUARE_PX),
        "elevation": round(model["z_in"], 2),
        "rotation": round(-90 - math.degrees(model["heading_rad"])) % 360,
    }


if __name__ == "__main__":
    main(*sys.argv[1:])
