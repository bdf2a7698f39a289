"""Our sight, held to the corpus: every share, every obstruction, every verdict."""

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from click.testing import CliRunner

from tablecam.commands.measure import measure
from tablecam.rules.books.urban_war.measurements import blocking, cover, is_in_sight
from tablecam.storage.position import read_position
from tablecam.storage.table_folder import TableFolder, write_folder
from tablecam.storage.terrain_geojson import read_terrain
from tablecam.table.measure.facts import Verdict
from tablecam.table.measure.sight import Eye, all_sight, sighting
from tablecam.table.measure.sighting import Sighting
from tablecam.table.miniature import Roster
from tablecam.table.snapshot import Snapshot
from tablecam.table.table import ReferenceTag, Table
from tests.golden.sight.make import SAME, families

CORPUS = Path(__file__).resolve().parent / "sight"
EYES = {"standard": Eye.CENTRE, "best of base": Eye.ANYWHERE}

# the polygons that stand for curves leave the corpus this much in doubt
TOLERANCE = 2.5e-7
# distances are written to six places
DISTANCE_TOLERANCE_IN = 1e-6
# `tablecam measure` prints five places
PRINTED = 6e-6
# the best point of a base is found by search
BEST_TOLERANCE = 1e-5

TAGS = tuple(
    ReferenceTag(id, 40.0, place, 0.0) for id, place in ((0, (-2.0, -2.0)), (1, (50.0, -2.0)), (2, (24.0, 50.0)))
)
TABLE = Table(48.0, 48.0, "tag36h11", TAGS)

# scenes in which Urban War's own choice of what blocks is the one asked for
PRINTED_SCENES = ("several-model-behind-wall", "roof-parapet-before-target", "exempt-friend-next-to-shooter")


def scenes() -> Iterator[dict[str, Any]]:
    for path in sorted(CORPUS.glob("*.json")):
        yield from json.loads(path.read_text(encoding="utf-8"))["scenes"]


SCENES = {scene["id"]: scene for scene in scenes()}
QUESTIONS = [
    pytest.param(scene, question, id=f"{scene['id']}-{question['viewer']}-{question['target']}-{number}")
    for scene in SCENES.values()
    for number, question in enumerate(scene["questions"])
]


def write_table(scene: dict[str, Any], path: Path) -> TableFolder:
    """A table folder with the scene's terrain, exactly where it is, and its models as a written position beside it."""
    (path / "position.json").write_text(json.dumps({"models": scene["models"]}))
    exact = [{**each, "properties": {**each["properties"], "sigma_in": 0}} for each in scene["terrain"]]
    (path / "drawn.geojson").write_text(json.dumps({"type": "FeatureCollection", "features": exact}))
    return TableFolder(None, TABLE, Roster(()), read_terrain(path / "drawn.geojson"), path)


@pytest.fixture
def snapshot(scene: dict[str, Any], tmp_path: Path) -> Snapshot:
    return read_position(tmp_path / "position.json", write_table(scene, tmp_path))


def named(snapshot: Snapshot, ids: list[str]) -> np.ndarray:
    return np.array([placed.model.id in ids for placed in snapshot.models])


@pytest.mark.parametrize(("scene", "question"), QUESTIONS)
def test_sight_and_what_urban_war_reads_in_it_are_as_the_corpus_has_them(scene, question, snapshot) -> None:
    blocks, eye = named(snapshot, question["blocking"]), EYES[question["eye"]]
    seen = sighting(snapshot, question["viewer"], question["target"], blocks, eye)
    assert_seen(seen, eye, question["expected"], scene["story"])
    assert (is_in_sight(seen) is Verdict.YES) == question["verdict"]["line_of_sight"], scene["story"]
    if "cover" in question["verdict"]:
        found = cover(seen)
        assert (found and found.material) == question["verdict"]["cover"], scene["story"]


def assert_seen(seen: Sighting, eye: Eye, expected: dict[str, Any], story: str) -> None:
    if eye is Eye.ANYWHERE:
        assert seen.visible == pytest.approx(expected["visible"], abs=BEST_TOLERANCE), story
        return
    assert seen.visible == pytest.approx(expected["visible"], abs=TOLERANCE), story
    assert seen.visible_past_terrain == pytest.approx(expected["visible_past_terrain"], abs=TOLERANCE), story
    hiding = {each.name: each for each in seen.obstructions if each.hidden > TOLERANCE}
    assert hiding.keys() == {each["name"] for each in expected["obstructions"]}, story
    for each in expected["obstructions"]:
        found = hiding[each["name"]]
        assert (found.kind, found.material) == (each["kind"], each["material"]), story
        assert found.hidden == pytest.approx(each["hidden"], abs=TOLERANCE), story
        assert found.distance_in == pytest.approx(each["distance_in"], abs=DISTANCE_TOLERANCE_IN), story


@pytest.mark.slow
@pytest.mark.parametrize("scene", [pytest.param(scene, id=id) for id, scene in SCENES.items()])
def test_the_whole_table_at_once_sees_what_each_pair_sees(scene, snapshot) -> None:
    for each in all_sight(snapshot, blocking(snapshot)).without_error():
        alone = sighting(snapshot, each.viewer, each.target, blocking(snapshot))
        assert (alone.visible, alone.obstructions) == (each.visible, each.obstructions), scene["story"]


@pytest.mark.parametrize("name", PRINTED_SCENES)
def test_the_command_prints_what_the_corpus_has(name: str, tmp_path: Path) -> None:
    scene = SCENES[name]
    write_folder(tmp_path / "table", write_table(scene, tmp_path))
    position = ["--position", str(tmp_path / "position.json")]
    ran = CliRunner().invoke(measure, [*position, "--table", str(tmp_path / "table"), "--json"])
    assert ran.exit_code == 0, ran.output
    for question in scene["questions"]:
        pair = (question["viewer"], question["target"])
        printed = next(each for each in json.loads(ran.stdout)["sight"] if (each["viewer"], each["target"]) == pair)
        assert_printed(printed, question["expected"])


def assert_printed(printed: dict[str, Any], expected: dict[str, Any]) -> None:
    for key in ("visible", "visible_past_terrain"):
        assert printed[key] == pytest.approx(expected[key], abs=PRINTED)
    found = {each["name"]: each for each in printed["obstructions"]}
    assert found.keys() == {each["name"] for each in expected["obstructions"]}
    for each in expected["obstructions"]:
        assert found[each["name"]] == {
            **each,
            "distance_in": pytest.approx(each["distance_in"], abs=PRINTED),
            "hidden": pytest.approx(each["hidden"], abs=PRINTED),
        }


def test_the_corpus_is_large_and_every_scene_has_its_own_sentence() -> None:
    assert len(SCENES) >= 200
    assert len({scene["story"] for scene in SCENES.values()}) == len(SCENES)


def test_a_scene_that_is_another_one_moved_has_its_answers() -> None:
    moved = [scene for scene in SCENES.values() if "same_as" in scene]
    assert moved
    for scene in moved:
        for here, there in zip(scene["questions"], SCENES[scene["same_as"]]["questions"], strict=True):
            assert here["expected"]["visible"] == pytest.approx(there["expected"]["visible"], abs=SAME)


def test_every_story_that_is_told_is_in_the_files() -> None:
    assert [story.id for family in families() for story in family.stories] == list(SCENES)


def test_the_readme_lists_the_files_as_they_are() -> None:
    readme = (CORPUS / "README.md").read_text(encoding="utf-8")
    files = {path.name: json.loads(path.read_text(encoding="utf-8")) for path in sorted(CORPUS.glob("*.json"))}
    listed = [line for line in readme.splitlines() if line.startswith("| `") and ".json" in line]
    assert listed == [f"| `{name}` | {len(file['scenes'])} | {file['about']} |" for name, file in files.items()]
    assert readme.count(f"{len(SCENES)} small scenes in {len(files)} files") == 1
