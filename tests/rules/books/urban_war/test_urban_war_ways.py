"""Where a model could go and whom it could charge, as the questions about it are advised on."""

import json
import random
from typing import Any

import pytest
from shapely import Polygon

from tablecam.rules.ask import Choose, Option
from tablecam.rules.books.breather import breathing, is_quiet
from tablecam.rules.books.catalogue import BOOKS
from tablecam.rules.books.urban_war.advice.questions import question_advice
from tablecam.rules.books.urban_war.advice.targets import near_friends
from tablecam.rules.books.urban_war.measurements import MeasuredTable, UrbanWarSightReading, blocks
from tablecam.rules.books.urban_war.rules import codes
from tablecam.rules.books.urban_war.rules.action_events import Activated
from tablecam.rules.books.urban_war.rules.actions import action_question
from tablecam.rules.books.urban_war.rules.attack_events import Engaged, Removed
from tablecam.rules.books.urban_war.rules.codes import reason
from tablecam.rules.books.urban_war.rules.combat_chances import charge_odds
from tablecam.rules.books.urban_war.rules.facts import Deploy
from tablecam.rules.books.urban_war.rules.rulebook import new_game
from tablecam.rules.books.urban_war.rules.state import State
from tablecam.rules.books.urban_war.rules.turn import STRIP_IN
from tablecam.rules.books.urban_war.rules.turn_events import EdgeChosen
from tablecam.rules.books.views import AdviceView, dump_view
from tablecam.rules.event import evolve
from tablecam.rules.facts import Move
from tablecam.table.measure.paths import models_in_the_way, path_to_touch, terrain_in_the_way
from tablecam.table.notation import parse
from tablecam.table.snapshot import Snapshot

CARDS: dict[str, Any] = {"rifleman": {"weapons": [{"name": "rifle", "short": {"strength": 5}}]}}
# Ann; Bob 5 in away, Cat as far behind a wall that has to be gone round, Dan too far
FIELD = """model ann red 25.4mm at 5,10
model bob blue 25.4mm at 11,10
model cat blue 25.4mm at 5,16
model dan blue 25.4mm at 35,10
terrain wall solid 0 to 3 at 3.5,13 6.5,13 6.5,13.5 3.5,13.5
"""


def state_of(snapshot: Snapshot) -> State:
    sides: dict[str, list[Any]] = {"red": [], "blue": []}
    for placed in snapshot.models:
        sides[placed.model.side].append({"id": placed.model.id, "card": "rifleman"})
    return new_game({"cards": CARDS, "sides": sides, "deployed": True})


def asked(ask: Any) -> dict[str, Any]:
    """As it comes from a log."""
    record: dict[str, Any] = json.loads(json.dumps(ask.record()))
    return record


def advised(ask: Any, state: State, snapshot: Snapshot) -> AdviceView:
    names = BOOKS.usual.phrases.build_names(state, {model: model.capitalize() for model in state.fighters})
    found = question_advice(snapshot, state, asked(ask), names)
    assert found
    json.dumps(dump_view(found), allow_nan=False)
    return found


def move(kind: str, allowance_in: float, enemy: str = "") -> Move:
    return Move(model="ann", allowance_in=allowance_in, **codes.move(kind, "ann", enemy)._asdict())


def charge(*options: Option) -> Choose:
    return Choose(seat="red", options=options, **codes.CHARGE_TARGET("ann")._asdict())


@pytest.mark.parametrize(
    ("edge", "strips"),
    [
        ("near", ((0, 0, 48, 6), (0, 42, 48, 48))),
        ("right", ((42, 0, 48, 48), (0, 0, 6, 48))),
    ],
)
def test_a_side_sees_the_strip_along_its_own_edge_while_it_deploys(field: Snapshot, edge: str, strips: Any) -> None:
    choice = Choose(seat="red", options=(Option("ann"),), **codes.DEPLOY._asdict())
    deploy = Deploy(model="bob", allowance_in=STRIP_IN, **codes.move("deploy", "bob")._asdict())
    state = evolve(state_of(field), EdgeChosen(by="red", edge=edge))
    for ask, strip in zip((choice, deploy), strips, strict=True):
        (region,) = advised(ask, state, field).regions
        assert (str(region.label), Polygon(region.rings[0]).bounds) == ("Deploy within 6″", strip)
    assert question_advice(field, state_of(field), asked(choice), BOOKS.usual.phrases.build_names(state, {})) is None


@pytest.fixture
def field() -> Snapshot:
    return parse(FIELD)


def farthest(rings: Any) -> float:
    return max(((x - 5) ** 2 + (y - 10) ** 2) ** 0.5 for ring in rings for x, y in ring)


def test_the_question_what_it_does_shows_the_reach_of_each_kind_of_move_that_is_open(field: Snapshot) -> None:
    state = evolve(state_of(field), Activated(model="ann"))
    found = advised(action_question(state, "ann"), state, field)
    profile = state["ann"].profile
    assert {region.key: region.inches for region in found.regions} == {
        "move": profile.MV, "rush": profile.charge_in, "charge": profile.charge_in,
    }  # fmt: skip
    for region in found.regions:
        assert region.inches - 0.2 < farthest(region.rings) <= region.inches + 0.01
    assert found.model == "ann"
    assert {(row.target, row.group.key if row.group else "") for row in found.rows} == {
        ("bob", "charge"), ("cat", "charge"), ("dan", "charge"),
    }  # fmt: skip


def test_who_is_in_contact_can_only_break_off(field: Snapshot) -> None:
    state = evolve(evolve(state_of(field), Activated(model="ann")), Engaged(model="ann", enemies=("bob",)))
    found = advised(action_question(state, "ann"), state, field)
    assert [region.key for region in found.regions] == ["break off"]
    assert [row.option for row in found.rows] == ["fight", "break off"]


def test_a_charge_says_by_which_way_how_long_and_what_the_fight_would_come_to(field: Snapshot) -> None:
    state = evolve(state_of(field), Activated(model="ann"))
    far = Option("dan", "", "too far", None)
    found = advised(charge(Option("bob"), Option("cat"), far), state, field)
    rows = {row.target: row for row in found.rows}
    assert [row.target for row in found.rows] == ["bob", "cat", "dan"]
    assert [row.option for row in found.rows] == ["bob", "cat", "dan"]
    assert rows["bob"].number
    assert rows["bob"].number.value == pytest.approx(5.0, abs=0.01)
    assert rows["cat"].number
    assert rows["cat"].number.value > 5.2
    assert rows["cat"].line
    assert len(rows["cat"].line) > 2
    assert str(rows["dan"].closed) == "too far"
    assert rows["dan"].odds == ()
    fight = charge_odds(state, "ann", "bob")
    they, you = (round(100 * float(share)) for share in (fight.defender_falls, fight.attacker_falls))
    assert [str(fact.text) for fact in rows["bob"].facts] == ["5.0 of 8 in"]
    assert str(rows["bob"].text) == f"If you charge: {they} % they fall, {you} % you do"
    assert [odds.per_cent for odds in rows["bob"].odds[:2]] == [they, you]
    assert rows["bob"].odds[0].sums


def test_who_is_near_enough_but_may_not_be_charged_says_why(field: Snapshot) -> None:
    state = evolve(state_of(field), Activated(model="ann"))
    unseen = Option("bob", "", reason("not-seen", model="ann", other="bob"), None)
    (bob, *_others) = advised(charge(unseen), state, field).rows
    assert (bob.style, bob.odds, bob.line) == ("too_far", (), None)
    assert str(bob.closed) == "Ann does not see Bob"


@pytest.mark.slow
@pytest.mark.parametrize("seed", [1, 3])
def test_what_lies_out_of_reach_is_left_out_without_changing_what_is_in_reach(seed: int) -> None:
    chance = random.Random(seed)
    lines = [f"model ann red 25.4mm at {24 + chance.random():.2f},24"]
    lines += [f"model e{n} blue 25.4mm at {16 + 3.1 * n:.2f},{28 + 2 * chance.random():.2f}" for n in range(6)]
    for n in range(9):
        x, y = 13 + 7 * (n % 3) + chance.random(), (15, 19.5, 25.2)[n // 3] + chance.random()
        lines.append(f"terrain w{n} solid 0 to 3 at {x},{y} {x + 4},{y} {x + 4},{y + 0.5} {x},{y + 0.5}")
    snapshot = parse("\n".join(lines) + "\n")
    state = evolve(state_of(snapshot), Activated(model="ann"))
    found = advised(charge(*(Option(f"e{n}") for n in range(6))), state, snapshot)
    every = (*terrain_in_the_way(snapshot, "ann"), *models_in_the_way(snapshot, "ann"))
    limit, reached = float(state["ann"].profile.charge_in), 0
    for row in found.rows:
        path = path_to_touch(snapshot, "ann", row.target, every)
        assert (row.style == "plain") == bool(path.length and path.length.value <= limit), row.target
        if row.style == "plain":
            assert row.number
            assert path.length
            assert row.number.value == pytest.approx(path.length.value, abs=0.006)
            reached += 1
    assert 0 < reached < 6


def test_a_move_shows_how_far_it_may_still_go_and_the_way_to_the_enemy_that_it_charges(field: Snapshot) -> None:
    state = evolve(state_of(field), Activated(model="ann"))
    bare = advised(move("move", 2.5), state, field)
    assert [(region.key, region.inches) for region in bare.regions] == [("move", 2.5)]
    assert bare.rows == ()
    found = advised(move("charge", 8.0, "bob"), state, field)
    assert [(row.target, row.style) for row in found.rows] == [("bob", "plain")]
    assert str(found.regions[0].label) == "Charge 8″"


def test_a_fallen_model_that_still_stands_blocks_nobody_for_the_page_and_for_the_umpire() -> None:
    field = parse(FIELD + "model eve red 25.4mm at 6,11.5\n")
    standing = state_of(field)
    fallen = evolve(standing, Removed(model="bob"))
    number = {placed.model.id: row for row, placed in enumerate(field.models)}
    page = UrbanWarSightReading().blocking(field, fallen)
    table = MeasuredTable(field, fallen)
    for viewer in fallen.alive("red") + fallen.alive("blue"):
        umpire = blocks(table, near_friends(table, viewer))
        assert (page[number[viewer]] == umpire[number[viewer]]).all(), viewer
    assert not page[:, 0, number["bob"]].any()
    assert not page[number["ann"], 0, number["eve"]]
    assert UrbanWarSightReading().blocking(field, standing)[:, 0, number["bob"]].any()


def test_only_the_question_whom_it_charges_waits_for_its_advice(field: Snapshot) -> None:
    state, quiet = evolve(state_of(field), Activated(model="ann")), []
    for ask in (action_question(state, "ann"), move("rush", 8.0), charge(Option("bob"))):
        with breathing(lambda: quiet.append(is_quiet())):
            advised(ask, state, field)
        assert set(quiet) == {ask.action != "charge.target"}
        quiet.clear()
