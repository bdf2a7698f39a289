"""Templates that a game places: their outlines and places, the questions for them, and the state that keeps them."""

import math
from dataclasses import dataclass

import pytest

from tablecam.rules.ask import IllegalAnswer
from tablecam.rules.event import evolve
from tablecam.rules.facts import Contacts
from tablecam.rules.placing import Placement, Placing, Under, place_template
from tablecam.rules.play import Play
from tablecam.rules.scenery import (
    NO_SCENERY,
    PlacedTemplate,
    Scenery,
    TemplatePlaced,
    TemplateRemoved,
    TemplateShape,
    TerrainRemoved,
    TerrainRestored,
)

SMOKE = TemplateShape("smoke", radius_in=2.5, height_in=3.0, material="smoke")
WALL = TemplateShape("wall", width_in=4.0, depth_in=1.0)


@dataclass(frozen=True)
class Street:
    scenery: Scenery = NO_SCENERY


def make_game(*answers: object) -> Play[Street]:
    return Play(Street(), evolve, answers=answers)


def test_a_template_is_placed_under_a_free_id() -> None:
    game = make_game([10, 8], {"at": [12, 8]})
    assert [place_template(game, "red", "smoke", SMOKE) for _smoke in range(2)] == ["smoke-1", "smoke-2"]
    assert game.state.scenery.list_of_kind("smoke") == ("smoke-1", "smoke-2")
    game.tell(TemplateRemoved(piece="smoke-1"))
    assert game.state.scenery.ids == ("smoke-2",)


def test_a_template_too_far_away_is_taken_back_and_asked_for_again() -> None:
    game = make_game([10, 8], {"smoke-1": 9.0}, [14, 8], {"smoke-1": 7.0})
    assert place_template(game, "red", "smoke", SMOKE, within=("ann", 8.0)) == "smoke-1"
    assert [template.at for template in game.state.scenery.templates] == [(14.0, 8.0, 0.0)]


def test_a_rectangle_turns_with_its_heading() -> None:
    up = PlacedTemplate("wall", WALL, (10.0, 5.0, 0.0))
    right = PlacedTemplate("wall", WALL, (10.0, 5.0, 0.0), heading_deg=0.0)
    assert up.outline[0] == pytest.approx((8.0, 4.5))
    assert right.outline[0] == pytest.approx((9.5, 7.0))


def test_a_circle_has_its_radius_all_around() -> None:
    outline = PlacedTemplate("smoke", SMOKE, (3.0, 4.0, 0.0)).outline
    assert {round(math.dist((3.0, 4.0), corner), 6) for corner in outline} == {2.5}


@pytest.mark.parametrize(
    ("raw", "at", "heading"),
    [([3, 4], (3.0, 4.0, 0.0), 90.0), ([3, 4, 45], (3.0, 4.0, 0.0), 45.0), ({"at": [3, 4, 2]}, (3.0, 4.0, 2.0), 90.0)],
)
def test_a_place_is_read_with_and_without_a_heading(raw: object, at: tuple[float, ...], heading: float) -> None:
    assert Placing(piece="wall-1", shape=WALL).parse_json(raw) == Placement(at, heading)


@pytest.mark.parametrize(
    "raw", [None, [3], "here", {"at": [3, 4], "heading_deg": True}, [3, 4, 999], {"heading_deg": 4}]
)
def test_what_is_no_place_is_refused(raw: object) -> None:
    with pytest.raises(IllegalAnswer):
        Placing(piece="wall-1", shape=WALL).parse_json(raw)


def test_a_typed_place_is_read() -> None:
    placing = Placing(piece="wall-1", shape=WALL)
    assert placing.parse_json(placing.parse_text("3.5 4, 45")) == Placement((3.5, 4.0, 0.0), 45.0)


def test_the_players_decide_whether_a_base_at_the_rim_lies_under_it() -> None:
    question = Under(model="smoke-1", others=("ann", "bob"))
    (doubt,) = question.list_doubts(question.parse_json({"ann": "yes", "bob": "too close"}))
    assert (doubt.action, doubt.subject) == ("lies-under", ("bob", "smoke-1"))
    for verdict, under in ((True, ("ann", "bob")), (False, ("ann",))):
        assert make_game({"ann": "yes", "bob": "too close"}, verdict).ask(question) == Contacts(under)


def test_terrain_is_removed_and_restored() -> None:
    state = evolve(Street(), TerrainRemoved(feature="wall"))
    assert state.scenery.removed == ("wall",)
    assert evolve(state, TerrainRestored(feature="wall")) == Street()


def test_a_state_without_scenery_takes_its_events_unchanged() -> None:
    placed = TemplatePlaced(piece="smoke-1", shape=SMOKE, at=(1.0, 2.0, 0.0))
    for event in (placed, TemplateRemoved(piece="smoke-1"), TerrainRemoved(feature="wall")):
        assert evolve("no dataclass", event) == "no dataclass"
