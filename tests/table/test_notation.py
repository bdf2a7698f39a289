"""The position as text: what it says, that nothing is lost on the way, and how it refuses."""

import math
from dataclasses import replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from shapely import Polygon, affinity, box

from tablecam.base.errors import BadFile
from tablecam.table.measure.ranges import measure_range
from tablecam.table.miniature import Circle, Ellipse, Miniature, Placed, Rectangle
from tablecam.table.notation import Ambiguous, Impossible, Unreadable, parse, write, write_model
from tablecam.table.snapshot import Snapshot
from tablecam.table.table import HexGrid
from tablecam.table.terrain import Feature, Terrain


def thousandths(low, high, places=4):
    """Numbers that the text holds exactly."""
    scale = 10**places
    return st.integers(round(low * scale), round(high * scale)).map(lambda number: number / scale)


words = st.text(min_size=1, max_size=6).filter(lambda text: bool(text.strip()))
sizes = thousandths(5, 170, 2)
bases = st.one_of(st.builds(Circle, sizes), st.builds(Ellipse, sizes, sizes), st.builds(Rectangle, sizes, sizes))
miniatures = st.builds(
    Miniature,
    id=words,
    name=words,
    side=words,
    tag=st.integers(-1, 586),
    tag_size_mm=st.just(16.0),
    tag_offset_mm=st.just((0.0, 0.0)),
    tag_height_mm=st.just(1.2),
    base=bases,
    height_in=thousandths(0.1, 9),
    profile=st.none() | words,
)
sigmas = thousandths(0, 0.1)
circular = sigmas.map(lambda s: ((s * s, 0.0, 0.0), (0.0, s * s, 0.0), (0.0, 0.0, 0.0)))
figures = thousandths(-1e-3, 1e-3, 8)
full = st.tuples(*[figures] * 6).map(
    lambda c: ((c[0], c[1], c[2]), (c[1], c[3], c[4]), (c[2], c[4], c[5])) if c[0] != c[3] or any(c[1:3]) else None
)
standing = st.builds(
    Placed,
    model=miniatures,
    x_in=thousandths(-5, 60),
    y_in=thousandths(-5, 60),
    z_in=thousandths(0, 9),
    heading_rad=thousandths(-180, 180, 3).map(math.radians),
    covariance=circular | full.filter(bool),
    sigma_z_in=sigmas,
    stands_on=words,
    state=st.sampled_from(["settled", "moving", "lost"]),
    seen_s=thousandths(0, 100),
)


@st.composite
def polygons(draw):
    x, y = draw(thousandths(0, 40)), draw(thousandths(0, 40))
    shell = box(x, y, x + 4, y + 2)
    return Polygon(
        shell.exterior.coords, draw(st.sampled_from([[], [box(x + 1, y + 0.5, x + 2, y + 1).exterior.coords]]))
    )


@st.composite
def features(draw):
    bottom, height = draw(thousandths(0, 5)), draw(thousandths(0.1, 5))
    material = draw(st.sampled_from(["solid", "flimsy"]))
    piece = draw(st.none() | words)
    return Feature(draw(words), material, bottom, bottom + height, draw(st.booleans()), draw(polygons()), piece)


snapshots = st.builds(
    Snapshot,
    time=thousandths(0, 1e5),
    models=st.lists(standing, max_size=2, unique_by=lambda placed: placed.model.id).map(tuple),
    terrain=st.lists(features(), max_size=2).map(lambda each: Terrain(tuple(each))),
    width_in=thousandths(1, 100),
    depth_in=thousandths(1, 100),
    scale_sigma=thousandths(0, 0.01, 6),
    pose_untrusted=st.booleans(),
    unknown_tags=st.lists(st.integers(0, 586), max_size=2).map(tuple),
    problems=st.lists(words, max_size=2).map(tuple),
    grid=st.none() | st.builds(HexGrid, thousandths(0.25, 9), st.tuples(thousandths(-9, 60), thousandths(-9, 60))),
)


def test_a_test_can_write_its_position():
    table = parse("model ann red 30mm at 10.00,10.00\nmodel bob blue 30mm at 20.00,10.00")
    assert measure_range(table, "ann", "bob").range_in == pytest.approx(10 - 30 / 25.4)
    ann = table.model("ann")
    assert (ann.model.side, ann.model.name, ann.model.base, ann.model.height_in) == ("red", "ann", Circle(30), 1.25)
    assert (ann.z_in, ann.heading_rad, ann.stands_on, ann.state) == (0, 0, "table", "settled")


def test_every_word_of_the_text_is_understood():
    table = parse(
        """
        # the second table of the evening
        table 44 by 30
        grid hex 1.5 at 22,15.5
        time 12.5
        scale_sigma 0.0002
        held_back
        unknown_tag 77
        problem "tag 5 was seen twice"
        terrain "ruin floor" solid 2.85 to 3 standable piece ruin at 18,8 22,8 22,12 18,12 hole 19,9 20,9 20,10
        model bob blue oval 60x35mm at 20,10 facing 90deg z 3 on "ruin floor" tall 2 tag 22 name "Bob #1" \
            profile "urban-war/marine" state moving unseen 0.5 sigma 0.01 sigma_z 0.5   # still in a hand
        model crate grey rect 50x25mm at 1,2 covariance 1e-4,0,0,2e-4,0,3e-4
        """.replace("\\\n", "")
    )
    bob, crate = table.models
    assert table.grid == HexGrid(1.5, (22, 15.5))
    assert (table.width_in, table.depth_in, table.time, table.scale_sigma) == (44, 30, 12.5, 0.0002)
    assert (table.pose_untrusted, table.unknown_tags, table.problems) == (True, (77,), ("tag 5 was seen twice",))
    assert bob.model == Miniature(
        "bob", "Bob #1", "blue", 22, 16.0, (0.0, 0.0), 1.2, Ellipse(60, 35), 2.0, "urban-war/marine"
    )
    assert (bob.z_in, bob.heading_rad, bob.stands_on) == (3, math.pi / 2, "ruin floor")
    assert (bob.state, bob.seen_s, bob.sigma_in, bob.sigma_z_in) == ("moving", 0.5, 0.01, 0.5)
    assert crate.model.base == Rectangle(50, 25)
    assert crate.covariance == ((1e-4, 0, 0), (0, 2e-4, 0), (0, 0, 3e-4))
    (floor,) = table.terrain.features
    assert (floor.name, floor.piece, floor.standable, floor.z_top_in) == ("ruin floor", "ruin", True, 3)
    assert floor.polygon.area == 15.5


@pytest.mark.slow
@settings(max_examples=50, deadline=None)
@given(snapshots)
def test_a_position_of_printed_precision_comes_back_as_it_was(snapshot):
    # heights are sums and headings are turned into radians: let the text settle them first
    snapshot = parse(write(snapshot))
    assert parse(write(snapshot)) == snapshot


@pytest.mark.slow
@settings(max_examples=50, deadline=None)
@given(snapshots)
def test_what_is_written_reads_back_to_the_printed_precision(snapshot):
    back = parse(write(snapshot))
    assert write(back) == write(snapshot)
    assert replace(back, models=(), terrain=Terrain()) == replace(snapshot, models=(), terrain=Terrain())
    for before, after in zip(snapshot.models, back.models, strict=True):
        assert after.model == before.model
        assert (after.x_in, after.y_in, after.z_in) == (before.x_in, before.y_in, before.z_in)
        assert after.heading_rad == pytest.approx(before.heading_rad, abs=1e-12)
        assert sum(after.covariance, ()) == pytest.approx(sum(before.covariance, ()), rel=1e-5, abs=1e-12)
        assert (after.sigma_z_in, after.stands_on) == (before.sigma_z_in, before.stands_on)
        assert (after.state, after.seen_s) == (before.state, before.seen_s)
    for before, after in zip(snapshot.terrain.features, back.terrain.features, strict=True):
        assert after.polygon.hausdorff_distance(before.polygon) < 1e-9
        assert after.z_top_in == pytest.approx(before.z_top_in, abs=1e-9)


@pytest.mark.slow
@settings(max_examples=50, deadline=None)
@given(standing, st.floats(-48, 96), st.floats(-48, 96), st.floats(-10, 10))
def test_a_camera_s_reading_is_kept_to_a_ten_thousandth(placed, x, y, heading):
    read = replace(placed, x_in=x, y_in=y, heading_rad=heading)
    back = parse(write_model(read)).models[0]
    assert (back.x_in, back.y_in) == pytest.approx((x, y), abs=5.1e-5)
    assert back.heading_rad == pytest.approx(heading, abs=1e-5)


def test_terrain_of_any_shape_is_kept_to_a_ten_thousandth():
    turned = affinity.rotate(box(3, 3, 9, 5), 17)
    snapshot = Snapshot(0.0, (), Terrain((Feature("wall", "solid", 0.0, 2.0, False, turned),)))
    assert parse(write(snapshot)).terrain.features[0].polygon.hausdorff_distance(turned) < 1e-4


def test_nothing_is_written_with_a_sign():
    assert write_model(parse("model ann red 30mm at -0.00001,0 z -0").models[0]) == "model ann red 30mm at 0.00,0.00"


def test_a_text_adds_to_the_position_it_is_put_onto():
    table = parse("model ann red 30mm at 1,1", onto=Snapshot(0.0, (), width_in=30.0, depth_in=20.0))
    assert (table.width_in, table.depth_in, len(table.models)) == (30, 20, 1)


@pytest.mark.parametrize(
    ("text", "kind", "sentence"),
    [
        ("modle ann red 30mm at 1,1", Unreadable, "line 1: expected model, terrain, table"),
        ("\n\nmodel ann", Unreadable, "line 3: expected the model's side, found the end of the line"),
        ("model ann red 30 at 1,1", Unreadable, "expected a base such as 30mm, oval 60x35mm or rect 50x25mm, found 30"),
        ("model ann red 30mm on 1,1", Unreadable, "expected at, found on"),
        ("model ann red 30mm", Unreadable, "expected at, found the end of the line"),
        ("model ann red 30mm at 1.1", Unreadable, "expected a place such as 10.00,12.50, found 1.1"),
        ("model ann red 30mm at 1,nan", Unreadable, "expected a place such as 10.00,12.50, found 1,nan"),
        ("model ann red 30mm at 1,1 facing 90", Unreadable, "expected degrees such as 90deg, found 90"),
        ("model ann red 30mm at 1,1 high 3", Unreadable, "expected one of covariance, facing, name, on"),
        ("model ann red 30mm at 1,1 tag -3", Unreadable, "expected a tag's number, found -3"),
        ('model "ann red 30mm at 1,1', Unreadable, "expected a closing quote"),
        ('model "ann"red 30mm at 1,1', Unreadable, "expected a closing quote and a blank"),
        (r'model "a\qb" red 30mm at 1,1', Unreadable, "expected the model's id in sound quotes"),
        ("table 44 x 30", Unreadable, "expected by, found x"),
        ("held_back now", Unreadable, "expected the end of the line, found now"),
        ("terrain hut 0 to 2 at 0,0 1,0 1,1", Unreadable, "expected a material such as solid, found 0"),
        ("terrain hut Solid 0 to 2 at 0,0 1,0 1,1", Unreadable, "expected a material such as solid, found Solid"),
        ("terrain hut solid 0 to 2 roof", Unreadable, "expected at, found roof"),
        ("model ann red 60x35mm at 1,1", Ambiguous, "60x35mm may be oval or rect"),
        ("model ann red 30mm at 1,1 z 1 z 2", Ambiguous, "z is said twice of ann"),
        ("model ann red 30mm at 1,1\nmodel ann red 30mm at 5,1", Ambiguous, "line 2: ann stands on the table already"),
        ("table 4 by 4\ntable 5 by 5", Ambiguous, "line 2: table is said twice"),
        ("model ann red 0mm at 1,1", Impossible, "a size is more than nothing, not 0"),
        ("model ann red oval 60x-3mm at 1,1", Impossible, "a size is more than nothing, not -3"),
        ("model ann red 30mm at 1,1 sigma -1", Impossible, "a sigma is nothing or more, not -1"),
        ("table 0 by 4", Impossible, "a table is larger than nothing both ways"),
        ("terrain hut solid 2 to 2 at 0,0 1,0 1,1", Impossible, "the top of hut is not above its underside"),
        ("terrain hut solid 0 to 2 at 0,0 1,1", Impossible, "fewer than three corners"),
        ("terrain hut solid 0 to 2 at 0,0 1,1 1,0 0,1", Impossible, "the outline of hut crosses itself"),
    ],
)
def test_a_text_that_will_not_do_is_refused_by_kind_and_line(text, kind, sentence):
    with pytest.raises(BadFile) as caught:
        parse(text, "evening.txt")
    assert type(caught.value) is kind
    assert str(caught.value).startswith("evening.txt, line ")
    assert sentence in str(caught.value)
