"""What holds of every scene: whatever is turned, mirrored, added, moved a little or worked out beside others."""

import math

import numpy as np
import pytest
import shapely
from hypothesis import assume, example, given, settings
from hypothesis import strategies as st
from shapely import Point, Polygon, affinity, box

from tablecam.table.geometry.footprint import Footprint, Prism, collect_parts
from tablecam.table.geometry.sightlines import (
    Hiders,
    Shares,
    Views,
    compute_hidden_pair_shares,
    compute_hidden_shares,
    lines_of_view,
    shares,
)
from tablecam.table.measure import sighting

# whole pictures, programs or many random cases: left out of the quick round
pytestmark = pytest.mark.slow

COORDINATES = st.floats(-3, 13)
SIDEWAYS = st.floats(-2, 2)
STAR = Polygon([(r * math.cos(n * math.pi / 5), r * math.sin(n * math.pi / 5)) for n, r in enumerate([2, 0.7] * 5)])
PLANS = st.sampled_from([STAR, box(-1.5, -0.1, 1.5, 0.1), box(-1, -1, 1, 1).difference(box(-0.8, -0.8, 0.8, 0.8))])
LEVELS = st.sampled_from([0.0, 0.0, 0.7, 1.0, 1.3])


def outlines():
    placed = st.builds(
        lambda plan, x, y, turn: affinity.translate(affinity.rotate(plan, turn, (0, 0)), x, y),
        PLANS, COORDINATES, SIDEWAYS, st.floats(0, 180),
    )  # fmt: skip
    sizes = st.floats(0.2, 1.5)
    bases = st.builds(Footprint, COORDINATES, SIDEWAYS, st.floats(-3, 3), sizes, sizes, st.booleans())
    circles = st.builds(lambda x, y, radius: Footprint(x, y, 0.0, radius, radius), COORDINATES, SIDEWAYS, sizes)
    return st.one_of(placed, bases, circles)


def figures(x, y, z, turn, half_x, half_y, cornered, height):
    # a circle has no heading
    sin, cos = (math.sin(turn), math.cos(turn)) if cornered or half_x != half_y else (0.0, 1.0)
    return x, y, z, sin, cos, half_x, half_y, float(cornered), height


SIZES = st.sampled_from([(0.5, 0.5), (0.3, 0.3), (0.4, 0.9)])
model = st.builds(
    lambda x, y, z, turn, half, cornered, height: figures(x, y, z, turn, *half, cornered, height),
    COORDINATES, SIDEWAYS, LEVELS, st.floats(-3, 3), SIZES, st.booleans(), st.floats(0.2, 2),
)  # fmt: skip
models = st.lists(model, max_size=3)
prisms = st.builds(lambda plan, low, thick: Prism(plan, low, low + thick), outlines(), LEVELS, st.floats(0.1, 2))
scenes = st.lists(prisms, max_size=5)
looks = st.builds(
    lambda z, half, bottom: np.array([0, 0, z, 10, 0, half, bottom, bottom + 1.3]),
    st.floats(0.3, 3), st.floats(0.2, 1.5), st.sampled_from([0.0, 1.0]),
)  # fmt: skip


def views(*rows: np.ndarray) -> Views:
    ex, ey, ez, x, y, half, bottom, top = np.array(rows, float).T
    return Views(np.vstack([ex, ey, ez, half, bottom, top, lines_of_view(np.stack([ex, ey]), np.stack([x, y]))]))


def hiders(scene, models=()) -> Hiders:
    figures = np.array(models, float).reshape(-1, 9).T
    return Hiders(collect_parts(scene), len(scene), figures, np.ones((1, 1, 1), bool))


def hidden(view: Views, scene, models=()) -> Shares:
    nobody = np.full(len(view), -1)
    return shares(view, hiders(scene, models), nobody, nobody)


def moved(scene, turn_rad=0.0, shift=(0.0, 0.0), mirrored=False):
    """The scene mirrored about the x axis, turned about the origin and shifted."""
    flip = -1 if mirrored else 1
    sin, cos = math.sin(turn_rad), math.cos(turn_rad)
    matrix = [cos, -sin * flip, sin, cos * flip, *shift]
    found = []
    for prism in scene:
        outline = prism.outline
        if isinstance(outline, Footprint):
            x, y = cos * outline.x_in - sin * flip * outline.y_in, sin * outline.x_in + cos * flip * outline.y_in
            turned = flip * outline.heading_rad + turn_rad
            sizes = (outline.half_x_in, outline.half_y_in, outline.cornered)
            outline = Footprint(x + shift[0], y + shift[1], turned, *sizes)
        else:
            outline = affinity.affine_transform(outline, matrix)
        found.append(Prism(outline, prism.bottom_in, prism.top_in))
    return found


@given(scenes, looks, st.floats(-math.pi, math.pi), st.floats(-9, 9), st.booleans())
@settings(max_examples=150, deadline=None)
def test_nothing_changes_when_all_is_turned_shifted_and_mirrored(scene, look, turn_rad, far, mirrored):
    there = look.copy()
    there[:2] = [far, 2 * far]
    there[3:5] = [10 * math.cos(turn_rad) + far, 10 * math.sin(turn_rad) + 2 * far]
    # where something just touches, rounding decides which way it counts
    assume_nothing_touches(scene, look, 1e-6)
    before = hidden(views(look), scene)
    after = hidden(views(there), moved(scene, turn_rad, (far, 2 * far), mirrored))
    assert after.hidden[0] == pytest.approx(before.hidden[0], abs=1e-7)
    assert dict(zip(after.owner.tolist(), after.alone.tolist(), strict=True)) == pytest.approx(
        dict(zip(before.owner.tolist(), before.alone.tolist(), strict=True)), abs=1e-7
    )


def assume_nothing_touches(scene, look, hair_in: float) -> None:
    """Drops scenes in which an edge is within a hair of the eye, of its height, or of the target's plane."""
    for prism in scene:
        outline = prism.outline.outline(256) if isinstance(prism.outline, Footprint) else prism.outline
        assume(outline.boundary.distance(Point(0, 0)) > hair_in)
        corners = np.array(outline.exterior.coords)
        assume(np.abs(corners[:, 0] - look[3]).min() > hair_in)
        assume(min(abs(prism.top_in - look[2]), abs(prism.bottom_in - look[2])) > hair_in)


@given(scenes, prisms, looks)
@settings(max_examples=150, deadline=None)
def test_one_more_thing_never_shows_more(scene, more, look):
    before, after = (hidden(views(look), each) for each in (scene, [*scene, more]))
    assert after.hidden[0] >= before.hidden[0] - 1e-9
    alone = dict(zip(after.owner.tolist(), after.alone.tolist(), strict=True))
    assert max(alone.values(), default=0) <= after.hidden[0] + 1e-9
    assert after.hidden[0] <= sum(alone.values()) + 1e-9


@given(scenes, models, looks)
@settings(max_examples=150, deadline=None)
def test_shares_are_shares_and_terrain_hides_no_more_than_everything(scene, stand, look):
    found = hidden(views(look), scene, stand)
    assert 0 <= found.hidden_by_terrain[0] <= found.hidden[0] + 1e-9 <= 1 + 1e-9
    assert all(0 < each <= 1 for each in found.alone)
    terrain = [alone for owner, alone in zip(found.owner, found.alone, strict=True) if owner < len(scene)]
    assert found.hidden_by_terrain[0] >= max(terrain, default=0) - 1e-9


@given(scenes, models, looks)
@settings(max_examples=150, deadline=None)
def test_a_model_hides_what_a_prism_of_its_base_and_height_hides(scene, stand, look):
    bases = [Footprint(x, y, math.atan2(sin, cos), *half, bool(c)) for x, y, _, sin, cos, *half, c, _ in stand]
    prisms = [Prism(base, row[2], row[2] + row[8]) for base, row in zip(bases, stand, strict=True)]
    assume_nothing_touches([*scene, *prisms], look, 1e-6)
    models, terrain = hidden(views(look), scene, stand), hidden(views(look), [*scene, *prisms])
    assert models.owner.tolist() == terrain.owner.tolist()
    assert models.alone.tolist() == pytest.approx(terrain.alone.tolist(), abs=1e-9)
    assert models.hidden[0] == pytest.approx(terrain.hidden[0], abs=1e-9)


@given(scenes, st.lists(model, min_size=2, max_size=5))
@settings(max_examples=150, deadline=None)
def test_models_that_see_models_have_the_shares_of_their_views_to_the_last_bit(scene, stand):
    # one stands straight over another
    what = hiders(scene, [*stand, (*stand[0][:2], stand[0][2] + 3, *stand[0][3:])])
    viewer, target = np.nonzero(~np.eye(len(stand) + 1, dtype=bool))
    looks = sighting.views(what.models[:, viewer], what.models[:, target])
    assert (
        compute_hidden_pair_shares(what, viewer, target).share.tolist()
        == compute_hidden_shares(looks, what, viewer, target).tolist()
    )


@given(scenes, st.lists(looks, min_size=2, max_size=6), st.data())
@settings(max_examples=100, deadline=None)
def test_many_looks_at_once_are_each_look_alone_to_the_last_bit(scene, rows, data):
    together = hidden(views(*rows), scene)
    some = sorted(data.draw(st.sets(st.integers(0, len(rows) - 1), min_size=1)))
    apart = hidden(views(*(rows[row] for row in some)), scene)
    assert apart.hidden.tolist() == together.hidden[some].tolist()
    assert apart.hidden_by_terrain.tolist() == together.hidden_by_terrain[some].tolist()
    kept = np.isin(together.view, some)
    assert apart.owner.tolist() == together.owner[kept].tolist()
    assert apart.alone.tolist() == together.alone[kept].tolist()


def cut_in_two(outline):
    """Both sides of a polygon's middle, in as many polygons as that takes; a base stays whole."""
    if isinstance(outline, Footprint):
        return [outline]
    middle = outline.centroid.x
    sides = [outline & box(-99, -99, middle, 99), outline & box(middle, -99, 99, 99)]
    return [part for side in sides for part in shapely.get_parts(side) if part.area > 0]


@given(scenes, looks)
@settings(max_examples=100, deadline=None)
@example([Prism(box(5, -1, 6, 1), 0.0, 0.9)], np.array([0, 0, 1, 10, 0, 1, 0, 1.3]))
def test_a_prism_cut_in_two_hides_what_it_did(scene, look):
    halves = [Prism(each, prism.bottom_in, prism.top_in) for prism in scene for each in cut_in_two(prism.outline)]
    assert hidden(views(look), halves).hidden[0] == pytest.approx(hidden(views(look), scene).hidden[0], abs=1e-7)


@given(scenes, looks, st.floats(-1e-7, 1e-7))
@settings(max_examples=100, deadline=None)
def test_a_small_step_sideways_changes_little(scene, look, step):
    assume_nothing_touches(scene, look, 0.01)
    there = look.copy()
    there[1] += step
    before, after = (hidden(views(each), scene).hidden[0] for each in (look, there))
    # what is a hundredth off the eye swings over the target, 10 in off, a thousand times as far
    assert after == pytest.approx(before, abs=2e-3)


def by_many_rays(scene, look) -> float:
    """What round prisms on the ground with tops under the eye hide: under the highest of their far rims."""
    z, length, half, bottom, top = look[2], look[3], look[5], look[6], look[7]
    u = half * np.linspace(-1, 1, 200_001)[1::2]
    level = np.full(len(u), bottom)
    for prism in scene:
        base = prism.outline
        sin, cos = math.sin(base.heading_rad), math.cos(base.heading_rad)
        to_unit = np.array([[sin, -cos], [cos, sin]]) / [[base.half_x_in], [base.half_y_in]]
        c, g = to_unit @ [base.x_in, base.y_in], to_unit @ np.array([np.full(len(u), length), u])
        towards, way = c @ g, (g * g).sum(axis=0)
        under = towards**2 - way * (c @ c - 1)
        # parts of the way where the ray comes out of it
        leaves = (towards + np.sqrt(np.maximum(under, 0))) / way
        level = np.where(under > 0, np.maximum(level, z - (z - prism.top_in) / leaves), level)
    return float((np.minimum(level, top) - bottom).mean() / (top - bottom))


turned_bases = st.builds(
    lambda x, y, turn, one, other, top: Prism(Footprint(x, y, turn, one, other), 0.0, top),
    st.floats(4, 7), st.floats(-1, 1), st.floats(-3, 3), st.floats(0.2, 0.9), st.floats(0.2, 0.9), st.floats(0.3, 1.4),
)  # fmt: skip


@given(st.lists(turned_bases, min_size=1, max_size=3))
@settings(max_examples=150, deadline=None)
@example([Prism(Footprint(5, 0, 0.3, 0.3, 0.9), 0.0, 0.8), Prism(Footprint(6, 0.2, 1.2, 0.8, 0.4), 0.0, 0.7)])
def test_ovals_hide_together_what_many_rays_find(scene):
    look = np.array([0, 0, 1.5, 10, 0, 1.2, 0.0, 1.3])
    assert hidden(views(look), scene).hidden[0] == pytest.approx(by_many_rays(scene, look), abs=2e-5)
