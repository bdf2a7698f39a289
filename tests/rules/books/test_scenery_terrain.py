"""The scenery of a game on the table: smoke hides, breaches open, ranges and `Under` know where templates lie."""

import math
from dataclasses import dataclass
from typing import Any

import pytest
from shapely import box

from tablecam.rules.ask import Ask
from tablecam.rules.books.plain_table_facts import PlainTableFacts
from tablecam.rules.books.plain_words import PlainNames
from tablecam.rules.books.scenery_terrain import add_scenery, view_scenery
from tablecam.rules.books.table_facts import TableNow
from tablecam.rules.facts import Ranges, Sight
from tablecam.rules.placing import Placing, Under
from tablecam.rules.scenery import NO_SCENERY, PlacedTemplate, Scenery, TemplateShape
from tablecam.table.miniature import Circle, Miniature, Placed
from tablecam.table.snapshot import Snapshot
from tablecam.table.terrain import Feature, Terrain

SMOKE = TemplateShape("smoke", radius_in=2.5, height_in=4.0, material="smoke")
MINE = TemplateShape("mine", radius_in=0.5)
BREACH = TemplateShape("breach", width_in=4.0, depth_in=4.0, breach=True)
WALL = Terrain((Feature("wall", "solid", 0.0, 5.0, False, box(9.5, 0.0, 10.5, 20.0)),))
NAMES = PlainNames({"ann": "Ann", "bob": "Bob", "smoke": "smoke"})


@dataclass(frozen=True)
class Street:
    scenery: Scenery = NO_SCENERY


def put(model: str, x_in: float, y_in: float, sigma_in: float = 0.0) -> Placed:
    """A model on a base of an inch."""
    miniature = Miniature(model, model, "red", 1, 16.0, (0.0, 0.0), 1.2, Circle(25.4), 1.25)
    variance = sigma_in**2
    return Placed(miniature, x_in, y_in, 0.0, 0.5, ((variance, 0.0, 0.0), (0.0, variance, 0.0), (0.0, 0.0, 0.0)))


def make_table(*models: Placed, terrain: Terrain | None = None) -> Snapshot:
    return Snapshot(0.0, models, terrain or Terrain(), 20.0, 20.0)


ACROSS = (put("ann", 5.0, 10.0), put("bob", 15.0, 10.0))


def place(shape: TemplateShape, x_in: float, y_in: float) -> Street:
    return Street(Scenery((PlacedTemplate(f"{shape.kind}-1", shape, (x_in, y_in, 0.0)),)))


def measure(snapshot: Snapshot, state: Street, ask: Ask[Any]) -> Any:
    return PlainTableFacts().answer(ask, state, TableNow(add_scenery(snapshot, state), {}))


def see(snapshot: Snapshot, state: Street) -> tuple[float, list[str]]:
    """The share of Bob that Ann sees, and the materials that hide the rest."""
    seen = measure(snapshot, state, Sight(viewer="ann", targets=("bob",)))["bob"]
    return seen["visible"], [obstruction["material"] for obstruction in seen["obstructions"]]


def test_smoke_hides_what_is_behind_it_while_it_lies_there() -> None:
    assert see(make_table(*ACROSS), Street()) == (1.0, [])
    assert see(make_table(*ACROSS), place(SMOKE, 10.0, 10.0)) == (0.0, ["smoke"])
    assert see(make_table(*ACROSS), place(SMOKE, 10.0, 16.0)) == (1.0, [])
    assert see(make_table(*ACROSS), place(MINE, 10.0, 10.0)) == (1.0, [])


def test_a_breach_opens_a_wall_where_it_lies() -> None:
    table = make_table(*ACROSS, terrain=WALL)
    assert see(table, Street())[0] == 0.0
    assert see(table, place(BREACH, 10.0, 10.0))[0] == 1.0
    assert see(table, place(BREACH, 10.0, 17.0))[0] == 0.0
    # a breach in the middle leaves the wall on both sides of it
    parts = add_scenery(table, place(BREACH, 10.0, 10.0)).terrain.features
    assert [(part.name, part.polygon.area) for part in parts] == [("wall", 8.0), ("wall", 8.0)]


def test_terrain_that_is_gone_hides_nothing() -> None:
    assert see(make_table(*ACROSS, terrain=WALL), Street(Scenery(removed=("wall",))))[0] == 1.0


def test_a_position_without_scenery_stays_the_same_object() -> None:
    table = make_table(*ACROSS, terrain=WALL)
    assert add_scenery(table, Street()) is table
    assert add_scenery(table, "no state") is table
    first, second = (add_scenery(table, place(SMOKE, 10.0, 10.0)).terrain for _look in range(2))
    assert first is second


def test_ranges_reach_templates_from_both_sides() -> None:
    state, table = place(MINE, 10.0, 10.0), make_table(put("ann", 5.0, 10.0, 0.03), ACROSS[1])
    from_ann = measure(table, state, Ranges(model="ann", others=("bob", "mine-1")))
    assert list(from_ann) == ["bob", "mine-1"]
    assert from_ann["mine-1"] == pytest.approx([4.0, 0.03], abs=0.002)
    assert measure(table, state, Ranges(model="mine-1", others=("ann",)))["ann"][0] == pytest.approx(4.0, abs=0.002)


def test_a_range_to_a_template_is_offered_although_the_camera_sees_no_model_of_that_name() -> None:
    state = place(MINE, 10.0, 10.0)
    moment = TableNow(add_scenery(make_table(*ACROSS), state), {})
    offered = PlainTableFacts().measure_answer(Ranges(model="ann", others=("mine-1",)), state, moment, NAMES)
    assert offered is not None
    assert offered.sure


@pytest.mark.parametrize(
    ("x_in", "part", "verdict"),
    [
        (12.95, "any", "yes"), (13.05, "any", None), (13.0, "any", "too close"),
        (12.45, "centre", "yes"), (12.55, "centre", None), (12.5, "centre", "too close"),
        (11.95, "whole", "yes"), (12.05, "whole", None), (12.0, "whole", "too close"),
    ],
)  # fmt: skip
def test_a_base_lies_under_a_template_as_far_as_its_place_is_known(x_in: float, part: Any, verdict: str | None) -> None:
    # a circle of 2.5 in about (10, 10), and a base with a radius of half an inch, known to a hundredth
    table = make_table(put("ann", x_in, 10.0, 0.01))
    under = measure(table, place(SMOKE, 10.0, 10.0), Under(model="smoke-1", others=("ann",), part=part))
    assert under == ({"ann": verdict} if verdict else {})


def test_the_area_may_be_a_feature_of_the_terrain_and_must_be_somewhere() -> None:
    table = make_table(put("ann", 10.0, 3.0), ACROSS[1], terrain=WALL)
    assert measure(table, Street(), Under(model="wall", others=("ann", "bob"))) == {"ann": "yes"}
    assert measure(table, Street(), Under(model="smoke-1", others=("ann",))) is None
    assert measure(table, Street(), Under(model="wall", others=("ann", "nobody"))) is None


def test_the_camera_places_a_template_with_a_tag_and_a_player_says_when() -> None:
    tagged, placing = make_table(put("wall-1", 7.0, 8.0)), Placing(piece="wall-1", shape=BREACH)
    assert measure(tagged, Street(), placing) == {
        "at": [7.0, 8.0, 0.0],
        "heading_deg": pytest.approx(math.degrees(0.5)),
    }
    offered = PlainTableFacts().measure_answer(placing, Street(), TableNow(tagged, {}), NAMES)
    assert offered is not None
    assert offered.ready
    assert not PlainTableFacts().by_itself(placing)
    assert measure(make_table(), Street(), placing) is None


def test_a_tagged_template_that_lies_on_the_table_blocks_as_terrain_alone() -> None:
    table = make_table(*ACROSS, put("mine-1", 10.0, 10.0))
    assert see(table, place(MINE, 10.0, 10.0))[0] == 1.0


def test_the_screen_gets_every_template_with_its_outline_and_effect() -> None:
    (shown,) = view_scenery(place(BREACH, 10.0, 10.0), NAMES)
    assert (shown["id"], shown["effect"]) == ("breach-1", "breach")
    assert sorted(shown["rings"][0]) == [[8.0, 8.0], [8.0, 12.0], [12.0, 8.0], [12.0, 12.0]]
    assert view_scenery(place(SMOKE, 1.0, 1.0), NAMES)[0]["name"] == "smoke 1"


def test_an_umpire_may_place_a_template_without_any_area() -> None:
    flat = TemplateShape("flat", outline_in=((0.0, 0.0), (1.0, 1.0)), material="smoke", height_in=1.0, breach=True)
    assert add_scenery(make_table(*ACROSS), place(flat, 10.0, 10.0)).terrain.features == ()
