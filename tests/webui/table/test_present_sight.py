"""What the page is told of sight: facts, in plain data."""

from dataclasses import replace

import pytest
import shapely

from tablecam.rules.books.views import SightLimits
from tablecam.table.measure.paths import rings
from tablecam.table.measure.sight import sighting
from tablecam.table.measure.why import why
from tablecam.table.notation import parse
from tablecam.table.snapshot import Snapshot
from webui.table import present

LIMITS = SightLimits(enough=0.25, near_in=1.0)
PAIR = "model ann red 25.4mm at 10,10 name Ann\nmodel bob blue 25.4mm at 20,10 name Bob\n"
WALL = "terrain wall solid 0 to 9 at 15,{low} 15.5,{low} 15.5,{high} 15,{high}\n"
HEDGE = "terrain hedge flimsy 0 to 9 at 10.8,5 11,5 11,10 10.8,10\n"


def told(text: str, sigma_in: float = 0.0) -> dict:
    here = unsure(parse(text), sigma_in)
    return present.sight(sighting(here, "ann", "bob"), here, LIMITS)


def unsure(here: Snapshot, sigma_in: float) -> Snapshot:
    spread = ((sigma_in**2, 0.0, 0.0), (0.0, sigma_in**2, 0.0), (0.0, 0.0, 0.0))
    return replace(here, models=tuple(replace(one, covariance=spread) for one in here.models))


def test_a_free_line_is_seen_whole_and_nothing_hides() -> None:
    sight = told(PAIR)
    assert (sight["answer"], sight["share"], sight["hiding"]) == ("seen", 1.0, [])


def test_behind_a_wall_a_model_is_hidden_by_name_material_and_share() -> None:
    sight = told(PAIR + WALL.format(low=5, high=15))
    assert (sight["answer"], sight["share"]) == ("hidden", 0.0)
    (wall,) = sight["hiding"]
    assert (wall["name"], wall["kind"], wall["number"], wall["material"], wall["share"]) == (
        "wall", "terrain", 0, "solid", 1.0
    )  # fmt: skip
    assert wall["distance_in"] == pytest.approx(4.5)
    assert not wall["near"]


def test_what_stands_within_an_inch_of_the_viewer_is_marked() -> None:
    (hedge,) = told(PAIR + HEDGE)["hiding"]
    assert (hedge["material"], hedge["near"]) == ("flimsy", True)


def test_a_piece_whose_place_decides_the_verdict_is_named() -> None:
    loose = WALL.replace("solid 0 to 9", "solid 0 to 9 sigma 0.03").format(low=5, high=10.12)
    sight = told(PAIR + loose)
    assert (sight["answer"], sight["loose"]) == ("too_close", ["wall"])
    assert told(PAIR + WALL.format(low=5, high=10.12))["loose"] == []
    # where the models' own places decide too, no piece is to blame
    assert told(PAIR + loose, 0.05)["loose"] == []


def test_a_verdict_that_turns_within_the_error_is_too_close_and_leans() -> None:
    # at 10.12 of the wall's plane, half way, a quarter of the target shows
    less, more = (told(PAIR + WALL.format(low=5, high=high), 0.02) for high in (10.132, 10.118))
    assert (less["answer"], less["leans"]) == ("too_close", "hidden")
    assert (more["answer"], more["leans"]) == ("too_close", "seen")
    assert less["spread"][0] < 0.25 < less["spread"][1]


def test_a_model_in_the_way_has_its_players_name() -> None:
    (cid,) = told(PAIR + "model cid blue 32mm at 15,10.2 name Cid\n")["hiding"]
    assert (cid["kind"], cid["name"], cid["number"]) == ("model", "Cid", 2)


def test_reasons_are_sentences_a_wedge_on_the_table_and_a_drawing() -> None:
    here = parse(PAIR + WALL.format(low=5, high=10))
    found = present.why(why(here, "ann", "bob", near_in=1.0), here, LIMITS)
    assert found["sentences"][0] == "Ann sees 50 % of Bob: wall hides 50 %."
    shut, open_ = found["wedge"]
    assert (shut["shows"], open_["shows"]) == ("none", "all")
    assert shut["corners"] == [[10.0, 10.0], [20.0, 9.5], [20.0, 10.0]]
    assert found["eye_svg"].startswith("<svg")
    assert "hides" not in found["eye_svg"].split("</title>")[1]


def test_a_region_is_told_with_its_holes() -> None:
    yard = shapely.box(0, 0, 4, 4).difference(shapely.box(1, 1, 2, 2))
    assert len(rings(yard)) == 2
    assert len(rings(shapely.union(yard, shapely.box(8, 8, 9, 9)))) == 3
    assert rings(shapely.Polygon()) == []
