"""`tablecam glue`: pictures of a model turned on the spot, whose tag is drawn half a millimetre off its place."""

import math
import re
import shutil
from dataclasses import replace
from pathlib import Path

import cv2
import numpy as np
import pytest

from tablecam.sensing.camera.synthetic.render import Renderer
from tablecam.storage.models_toml import read_roster
from tablecam.table.miniature import Roster

# whole pictures: left out of the quick round
pytestmark = pytest.mark.slow

OFF_MM = np.array([0.4, 0.3])


@pytest.fixture(scope="module")
def turned(drawn, tmp_path_factory) -> list[Path]:
    """Ida at her place with three headings, each a third of a turn on; her tag is glued to the right and the front."""
    path = tmp_path_factory.mktemp("turned")
    ida = drawn.scene.roster.by_id["ida"]
    glued = replace(ida, tag_offset_mm=tuple(float(length) for length in np.array(ida.tag_offset_mm) + OFF_MM))
    models = tuple(glued if model.id == "ida" else model for model in drawn.scene.roster.models)
    renderer = Renderer(replace(drawn.scene, roster=Roster(models)))
    spots, photos = dict(drawn.scene.spots), []
    for number in range(3):
        heading = drawn.scene.spots["ida"].heading_rad + number * math.tau / 3
        spots["ida"] = replace(drawn.scene.spots["ida"], heading_rad=heading)
        photos.append(path / f"{number}.png")
        cv2.imwrite(str(photos[-1]), renderer.picture(spots))
    return photos


def test_half_a_millimetre_is_found_and_written(drawn, turned, command, tmp_path) -> None:
    folder = Path(shutil.copytree(drawn.folder, tmp_path / "table"))
    said = command("glue", *turned, "--table", folder, "--model", "ida", "--write")
    assert (said.status, said.err) == (0, "")
    told = re.search(
        r"lies (\S+) mm to the right and (\S+) mm to the front of .* \(± (\S+) mm, measured in 3 headings", said.out
    )
    assert told is not None, said.out
    right, forward, sigma_mm = (float(number) for number in told.groups())
    assert sigma_mm < 0.15
    assert (right, forward) == pytest.approx(tuple(OFF_MM), abs=min(3 * sigma_mm, 0.25))
    was, now = read_roster(drawn.folder / "models.toml"), read_roster(folder / "models.toml")
    ida = now.by_id["ida"]
    assert ida.assembly_sigma_mm == pytest.approx(sigma_mm, abs=0.006)
    assert np.array(ida.tag_offset_mm) - was.by_id["ida"].tag_offset_mm == pytest.approx([right, forward], abs=0.006)
    assert [model for model in now.models if model.id != "ida"] == [model for model in was.models if model.id != "ida"]


def test_two_headings_and_strangers_are_refused_with_what_to_do(drawn, turned, command) -> None:
    few = command("glue", *turned[:2], "--table", drawn.folder, "--model", "ida")
    assert few.status == 1
    assert "turn it further on the spot" in few.err
    nobody = command("glue", turned[0], "--table", drawn.folder, "--model", "nobody")
    assert nobody.status == 2
    assert "there is no model 'nobody'" in nobody.err
