"""The app's dice and answers drawn at random."""

import random

import pytest

from tablecam.game.random_answers import anything, thrown
from tablecam.rules.ask import Ask, Assign, Choose, Confirm, Option, Roll
from tablecam.rules.dice import D10_FROM_0
from tablecam.rules.facts import Contact, Halted, Ranges, Sight

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
        ask.read(anything(ask, chance.randrange))


def test_the_app_s_dice_show_every_face_and_no_other() -> None:
    assert {face for _ in range(40) for face in thrown(Roll(purpose="event", die=D10_FROM_0, count=10))} == {*range(10)}


def test_a_question_of_an_unknown_kind_is_not_guessed() -> None:
    with pytest.raises(ValueError, match="a Ask cannot be answered at random"):
        anything(Ask(), random.Random(1).randrange)
