"""Writes the terrain of a table as a Universal VTT map, reads it back, and says what each became.

python examples/terrain_as_a_map.py [TABLE_FOLDER]
"""

import json
import subprocess
import sys
import tempfile
from pathlib import Path


def main(folder: str | Path = Path(__file__).parent / "table") -> None:
    with tempfile.TemporaryDirectory() as there:
        made, back = Path(there) / "table.dd2vtt", Path(there) / "back.geojson"
        terrain("export", folder, made, "--grid", "1")
        table = json.loads(made.read_text())
        size = table["resolution"]["map_size"]
        print(f"a map of {size['x']:g} x {size['y']:g} squares, {made.stat().st_size // 1000} kB")
        for kind in ("line_of_sight", "objects_line_of_sight", "portals"):
            print(f"  {len(table[kind])} in {kind}")
        terrain("import", made, "--out", back, "--height", "3")
        print(f"read back: {len(json.loads(back.read_text())['features'])} features")


def terrain(*words: str | Path) -> None:
    subprocess.run([sys.executable, "-m", "tablecam", "terrain", *words], check=True, stdout=subprocess.DEVNULL)


if __name__ == "__main__":
    main(*sys.argv[1:])
