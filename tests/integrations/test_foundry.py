"""The module for Foundry VTT: its logic in node, against recorded messages and against a server that runs."""

import json
import re
import subprocess
import sys
from pathlib import Path

import pytest
import shapely
from contract import NODE, ROOT
from fake_table import ShownLive, position, roster, terrain
from serving import served

from tablecam.live.live_loop import PublishedFrame
from tablecam.storage.uvtt import Walls, read_uvtt
from webui import create_app
from webui.server.dependencies import Dependencies

MODULE = ROOT / "integrations" / "foundry"
HERE = Path(__file__).resolve().parent
MANIFEST = json.loads((MODULE / "module.json").read_text(encoding="utf-8"))


def node(*words: object) -> str:
    done = subprocess.run([str(NODE), *map(str, words)], capture_output=True, text=True, timeout=300, check=False)
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout


def test_the_manifest_names_files_that_are_there_and_needs_no_build() -> None:
    files = [*MANIFEST["esmodules"], *(language["path"] for language in MANIFEST["languages"])]
    assert [file for file in files if not (MODULE / file).is_file()] == []
    assert {path.suffix for path in MODULE.rglob("*") if path.is_file()} == {".json", ".mjs"}


def test_every_language_has_every_text_that_is_used() -> None:
    source = (MODULE / "scripts" / "tablecam.mjs").read_text(encoding="utf-8")
    said = set(re.findall(r'say\("\w+", "(\w+)"', source))
    named = set(re.findall(r'named\("(\w+)"', source))
    used = {f"TABLECAM.{key}" for key in said | named | {f"{key}Hint" for key in named}}
    for language in MANIFEST["languages"]:
        assert set(json.loads((MODULE / language["path"]).read_text(encoding="utf-8"))) == used


@pytest.mark.slow
def test_its_logic_holds_against_recorded_messages_and_a_stand_in_of_foundry() -> None:
    assert "fail 0" in node("--test", HERE / "foundry.test.mjs")


@pytest.mark.slow
def test_it_follows_a_server_and_walls_go_there_and_back(tmp_path: Path) -> None:
    live = ShownLive()
    live.show(PublishedFrame(1, position()))
    made = [sys.executable, ROOT / "examples" / "scene_for_foundry.py", tmp_path / "scene.json"]
    with served(create_app(Dependencies(live, roster))) as address:
        told = json.loads(node("--experimental-eventsource", HERE / "foundry_live.mjs", address, "Sergeant Ann", "bea"))
        subprocess.run([*made, address], check=True, capture_output=True)
        scene = json.loads((tmp_path / "scene.json").read_text(encoding="utf-8"))
        names = [token["name"] for token in scene["tokens"]]
        follow = json.loads(node("--experimental-eventsource", HERE / "foundry_live.mjs", address, *names))
    live.stop()
    # a scene that was prepared from the table is as the module has it, but that its unit of height is an inch
    prepared = [[token[key] for key in ("name", "x", "y", "elevation", "rotation")] for token in scene["tokens"]]
    assert {name: [x, y, 5 * up, turn] for name, x, y, up, turn in prepared} == follow["tokens"]
    assert scene["width"] == scene["height"] == 4800
    # a square is an inch of 100 pixels and a token one square; a unit of height is five
    assert told["tokens"] == {"Sergeant Ann": [950, 3750, 0, 270], "bea": [1000, 1700, 15, 180]}
    (tmp_path / "scene.dd2vtt").write_text(json.dumps(told["map"]), encoding="utf-8")
    drawn = shapely.union_all([each.polygon for each in read_uvtt(tmp_path / "scene.dd2vtt", Walls(3.0)).features])
    outlines = [each.polygon.boundary for each in terrain().features if each.z_bottom_in <= 1.0 < each.z_top_in]
    assert told["walls"] == sum(len(shapely.get_coordinates(line)) - len(shapely.get_parts(line)) for line in outlines)
    assert all(drawn.buffer(0.02).covers(line) for line in outlines)
