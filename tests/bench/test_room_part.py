"""The faults of a real room at a small size: that each does what it is named for, and that truth stays truth."""

import math
from dataclasses import replace

import numpy as np
import pytest

from tablecam.sensing.camera.synthetic.demo import demo_scene
from tablecam.sensing.camera.synthetic.scene import Spot, find_lean, model_tag
from tablecam.sensing.vision.frame import Frame
from tools.bench import tables
from tools.bench.accuracy import RoomScore
from tools.bench.faults import CLEAN, FAULTS, glued_off, printed, refocused, stretched
from tools.bench.tables import (
    SHORT_WAVE_IN,
    WAVE_IN,
    KnownTable,
    draw_leaning,
    draw_sagging,
    draw_tables,
    draw_waves,
    folder_of,
)

pytestmark = pytest.mark.long

SMALL = (320, 180)


@pytest.fixture(scope="module")
def known() -> KnownTable:
    """A table with a picture too small to be read, but quickly spoilt."""
    picture = np.random.default_rng(1).integers(60, 200, (*SMALL[::-1], 3)).astype(np.uint8)
    return KnownTable("small", folder_of(demo_scene(*SMALL, models=4)), Frame(picture, 0.0), {"a": (1, 2, 0)}, {})


@pytest.mark.parametrize("fault", FAULTS, ids=lambda fault: fault.name)
def test_a_fault_is_the_same_each_time_and_leaves_the_truth(fault, known) -> None:
    spoilt, again = fault.on(known), fault.on(known)
    assert spoilt.places == known.places
    assert spoilt.frame.size == known.frame.size
    assert np.array_equal(spoilt.frame.image, again.frame.image)
    assert spoilt.folder.table == again.folder.table
    assert spoilt.folder.roster == again.folder.roster
    lens, true_lens = spoilt.folder.intrinsics, known.folder.intrinsics
    same_lens = np.array_equal(lens.matrix, true_lens.matrix) and np.array_equal(lens.distortion, true_lens.distortion)
    same_files = (spoilt.folder.table, spoilt.folder.roster) == (known.folder.table, known.folder.roster)
    same = same_lens and same_files and np.array_equal(spoilt.frame.image, known.frame.image)
    assert same == (fault is CLEAN)


def test_faults_of_print_glue_tape_and_lens_are_faults_of_the_files(known) -> None:
    random = np.random.default_rng(3)
    worn = known.folder.roster.models[0]
    assert printed(models=1.03)(known, random).folder.roster.models[0].tag_size_mm == pytest.approx(
        worn.tag_size_mm / 1.03
    )
    glued = glued_off(0.2)(known, random).folder.roster.models
    assert 0 < math.dist(glued[0].tag_offset_mm, worn.tag_offset_mm) < 1
    tag = known.folder.table.reference_tags[4]
    assert stretched(0.005)(known, random).folder.table.reference_tags[4].center_in == pytest.approx(
        (tag.center_in[0] * 1.005, tag.center_in[1] * 1.005)
    )
    assert refocused(0.01)(known, random).folder.intrinsics.matrix[0, 0] == pytest.approx(
        known.folder.intrinsics.matrix[0, 0] / 1.01
    )


def test_short_waves_are_as_high_as_long_ones_and_steeper(monkeypatch) -> None:
    bends = []
    monkeypatch.setattr(tables, "_drawn", lambda mat, size, models, bend, flat: bends.append(bend))
    draw_waves("1080p", 2.0)
    draw_waves("1080p", 2.0, length_in=SHORT_WAVE_IN)
    random = np.random.default_rng(1)
    laid = [[bend(Spot(x / 4, 0.0, 0.0, 0.0), random) for x in range(192)] for bend in (bends[0], bends[-1])]
    heights = [max(spot.z_in for spot in spots) - min(spot.z_in for spot in spots) for spots in laid]
    assert heights == pytest.approx([2 / 25.4] * 2, rel=0.01)
    long, short = (max(spot.lean_rad for spot in spots) for spots in laid)
    assert short == pytest.approx(long * WAVE_IN / SHORT_WAVE_IN, rel=0.02)


def test_a_leaning_model_turns_about_its_rim_and_keeps_its_shape() -> None:
    model = demo_scene(*SMALL, models=1).roster.models[0]
    level = Spot(20.0, 20.0, 0.0, math.radians(90))
    forward = replace(level, lean_rad=math.radians(8), lean_to_rad=math.radians(90))
    radius_in = model.base.half_extents_in[0]
    rim = np.array([[20.0, 20.0 + radius_in, 0.0]])
    assert find_lean(model, forward).lean_points(rim) == pytest.approx(rim)
    square, tilted = model_tag(model, level).square(), model_tag(model, forward).square()
    # its tag lies behind the base, so it rises when the model leans forward
    behind_in = radius_in - model.tag_offset_mm[1] / 25.4
    assert tilted[:, 2].mean() == pytest.approx(math.sin(math.radians(8)) * behind_in, abs=0.06)
    assert np.linalg.norm(np.diff(tilted, axis=0), axis=1) == pytest.approx(
        np.linalg.norm(np.diff(square, axis=0), axis=1)
    )
    backward = replace(level, lean_rad=math.radians(8), lean_to_rad=math.radians(-90))
    # it leans over the edge of its tray, on which the tag lies, and no part of the tray sinks into the table
    assert model_tag(model, backward).square(10)[:, 2].min() > 0
    assert find_lean(model, level) is None


def test_a_clean_table_is_scored_and_a_spoilt_one_is_worse() -> None:
    clean = RoomScore.of(CLEAN, [draw_tables("1080p", 8)[0]])
    leaning = RoomScore.of(CLEAN, [draw_leaning("1080p", 8.0, 8)[0]])
    sagging = RoomScore.of(CLEAN, [draw_sagging("1080p", 8.0, 8)[0]])
    assert (clean.score.found, clean.score.phantom, clean.refused, clean.said) == (8, 0, 0, [])
    assert clean.p95_in < 0.01 < sagging.p95_in
    # a lean is seen, and the place of the base follows from it
    assert clean.p95_in < leaning.p95_in < 0.025
    assert leaning.coverage > 0.85
    assert any("tilted" in sentence for sentence in leaning.said)
    assert "recall 1.00" in clean.note(clean)
    assert "stated 1.0x clean" in clean.note(clean)


def test_a_picture_that_is_refused_is_counted_and_says_why(known) -> None:
    refused = RoomScore.of(CLEAN, [known])
    assert (refused.refused, refused.score.found, math.isnan(refused.coverage)) == (1, 0, True)
    assert "reference tags are in sight" in refused.said[0]
