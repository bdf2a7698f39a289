"""The app's dice and answers drawn at random."""

import random
from typing import Any

import pytest

from tablecam.game.playthrough import anything, throw_dice
from tablecam.rules.ask import Ask, Assign, Choose, Confirm, Option, Roll
from tablecam.rules.dice import D10_FROM_0
from tablecam.rules.facts import Contact, Halted, Move, Ranges, Sight, Standing

OPTIONS = (Option("walk"), Option("fly", why_not="no wings"), Option("wait"))


@pytest.mark.parametrize(
    "ask",
    [
        Roll(purpose="to hit", count=3),
        Choose(purpose="action", options=OPTIONS),
        Assign(purpose="orders", items=("ann", "bob"), options=OPTIONS),
        Confirm(purpose="hold fire"),
        Ranges(model="ann", others=("bob",)),
        Sight(viewer="ann", targets=("bob",)),
        Contact(model="ann", others=("bob", "cat")),
        Halted(model="ann", allowance_in=6.0),
    ],
)
def test_whatever_is_drawn_at_random_can_be_read(ask: Ask) -> None:
    chance = random.Random(1)
    for _ in range(50):
        ask.parse_json(anything(ask, chance.randrange))


def drawn(ask: Ask, times: int = 400) -> list[Any]:
    chance = random.Random(5)
    return [anything(ask, chance.randrange) for _ in range(times)]


def test_random_ranges_lie_near_every_limit_too() -> None:
    asked = Ranges(model="ann", others=("bob",), limits=(12.0, 24.0))
    doubtful = [doubt.limit for raw in drawn(asked) for doubt in asked.list_doubts(asked.parse_json(raw))]
    assert {12.0, 24.0} == set(doubtful)


def test_random_contacts_and_paths_are_too_close_to_call_at_times() -> None:
    for asked in (Contact(model="ann", others=("bob", "cat")), Move(model="ann", allowance_in=6.0)):
        doubtful = [bool(asked.list_doubts(asked.parse_json(raw))) for raw in drawn(asked)]
        assert set(doubtful) == {True, False}


def test_random_standings_name_every_place() -> None:
    asked = Standing(feature="wall", models=("ann", "bob"))
    assert {place for raw in drawn(asked) for place in raw.values()} == {"on", "beside", "on?", "beside?"}


def test_random_sightings_have_obstructions_that_hide_what_is_not_in_view() -> None:
    asked = Sight(viewer="ann", targets=("bob", "cat"), transparent=("dan",))
    seen = [sighting for raw in drawn(asked) for sighting in asked.parse_json(raw).values()]
    kinds = {(thing.kind, thing.name) for sighting in seen for thing in sighting.obstructions}
    assert kinds == {("terrain", "piece 1"), ("terrain", "piece 2"), ("model", "bob"), ("model", "cat")}
    for sighting in seen:
        hidden = sum(thing.hidden for thing in sighting.obstructions)
        assert sighting.visible == pytest.approx(max(0, 1 - hidden))
    assert any(sighting.visible < sighting.visible_past_terrain for sighting in seen)


def test_the_app_s_dice_show_every_face_and_no_other() -> None:
    assert {face for _ in range(40) for face in throw_dice(Roll(purpose="event", die=D10_FROM_0, count=10))} == {
        *range(10)
    }


def test_a_question_of_an_unknown_kind_is_not_guessed() -> None:
    with pytest.raises(ValueError, match="a Ask cannot be answered at random"):
        anything(Ask(), random.Random(1).randrange)
