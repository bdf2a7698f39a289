"""The sight that `tablecam measure` tells: every ordered pair of sides, with models blocking as Urban War has it."""

import json

import pytest

POSITION = """
model ann red 25.4mm at 10,10
model bob blue 25.4mm at 20,10
model cid red 25.4mm at 12,10
terrain wall flimsy 0 to 9 at 15,10 15.5,10 15.5,12 15,12
"""
SIGHT_KEYS = ["viewer", "target", "visible", "visible_past_terrain", "obstructions", "sigma", "enough", "verdict"]
OBSTRUCTION_KEYS = ["name", "kind", "material", "distance_in", "hidden"]


@pytest.fixture
def told(drawn, command, tmp_path):
    """What is said of the position above, its terrain added to the folder's."""
    position = tmp_path / "position.txt"
    position.write_text(POSITION)

    def tell(*more: str) -> str:
        said = command("measure", "--position", position, "--table", drawn.folder, *more)
        assert (said.status, said.err) == (0, "")
        return said.out

    return tell


@pytest.mark.slow
def test_every_ordered_pair_of_models_on_different_sides_is_told_once(told) -> None:
    sight = json.loads(told("--json"))["sight"]
    assert [(each["viewer"], each["target"]) for each in sight] == [
        ("ann", "bob"),
        ("bob", "ann"),
        ("bob", "cid"),
        ("cid", "bob"),
    ]
    assert all(list(each) == SIGHT_KEYS for each in sight)
    assert all(list(one) == OBSTRUCTION_KEYS for each in sight for one in each["obstructions"])


@pytest.mark.slow
def test_friends_near_the_viewer_do_not_block_and_near_the_target_do(told) -> None:
    there, back = json.loads(told("--json"))["sight"][:2]
    assert "cid" not in [each["name"] for each in there["obstructions"]]
    (cid,) = [each for each in back["obstructions"] if each["name"] == "cid"]
    assert (cid["kind"], cid["material"]) == ("model", None)


@pytest.mark.slow
def test_terrain_is_told_with_its_material_its_distance_and_its_share(told) -> None:
    sight = json.loads(told("--json"))["sight"][0]
    (wall,) = [each for each in sight["obstructions"] if each["name"] == "wall"]
    assert wall == {"name": "wall", "kind": "terrain", "material": "flimsy", "distance_in": 4.5, "hidden": 0.5}
    assert sight["visible"] == sight["visible_past_terrain"] <= 0.5


@pytest.mark.slow
def test_a_person_reads_who_is_hidden_by_what(told) -> None:
    assert "sees 50 % of bob; hidden by wall 50 %" in told()


UNSURE = """
model ann red 25.4mm at 10,10 sigma 0.2
model bob blue 25.4mm at 20,10 sigma 0.2
model cid red 25.4mm at 20,11.2 sigma 0.2
terrain wall flimsy 0 to 9 at 15,9.875 15.1,9.875 15.1,12 15,12
"""


@pytest.mark.slow
def test_sights_and_contacts_carry_sigma_and_verdict_and_say_what_is_too_close_to_call(told, tmp_path) -> None:
    sure = json.loads(told("--json"))
    assert [(each["sigma"], each["enough"], each["verdict"]) for each in sure["sight"]][:1] == [(0, 0.25, "yes")]
    assert {each["contact_verdict"] for each in sure["pairs"]} == {"no"}
    (tmp_path / "position.txt").write_text(UNSURE)
    found = json.loads(told("--json"))
    sight = found["sight"][0]
    assert (sight["viewer"], sight["target"], sight["verdict"]) == ("ann", "bob", "too close")
    assert sight["sigma"] > 0
    pairs = {(each["a"], each["b"]): each for each in found["pairs"]}
    assert pairs["bob", "cid"]["contact_verdict"] == "too close"
    text = told()
    assert "too close to call whether that is 25 %" in text
    assert "in contact, or not: too close to call" in text
