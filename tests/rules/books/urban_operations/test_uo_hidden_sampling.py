"""Draws of what lies face down: they rest on what a seat sees, and leave it as it is."""

import random
from dataclasses import replace

import pytest
from quarter import CARDS, CARRIER, LEADER, MILITIA, RIFLES, SAPPERS, TANK, acting, new_game, setup, state

from tablecam.rules.books.urban_operations.rules.rulebook import URBAN_OPERATIONS
from tablecam.rules.books.urban_operations.rules.state import OperationsState


def draw(of: OperationsState, seed: int = 1) -> OperationsState:
    """The state as blue may imagine it."""
    return URBAN_OPERATIONS.sample_hidden(of, "blue", random.Random(seed).randrange)


def hide_others(of: OperationsState) -> OperationsState:
    """The same state with red's units and all tokens face down exchanged."""
    given = setup()
    red = [{**record, "card": "sappers"} for record in given["blocks"]["red"]]
    hidden = ["mine"] * len(given["tokens"]["hidden"])
    other = new_game(
        {**given, "blocks": {**given["blocks"], "red": red}, "tokens": {**given["tokens"], "hidden": hidden}}
    )
    markers = {name: replace(block, activated=of[name].activated) for name, block in other.blocks.items()}
    return replace(of, blocks=markers, tokens=other.tokens)


@pytest.mark.parametrize(
    ("action", "other", "how", "other_how", "stage"),
    [
        ("scout", "smoke", "stand", "stand", "action"),
        ("fire", "assault", "before", "split", "action"),
        ("fire", "scout", "before", "split", "move"),
        ("fire", "scout", "split", "split", "again"),
    ],
)
def test_a_draw_depends_on_nothing_that_lies_face_down(action, other, how, other_how, stage) -> None:
    one = acting(state(), RIFLES, action, how, stage)
    two = acting(hide_others(state()), RIFLES, other, other_how, stage)
    assert [draw(one, seed) for seed in range(6)] == [draw(two, seed) for seed in range(6)]


def test_a_draw_keeps_what_the_seat_sees() -> None:
    before = state().replace_block(TANK, revealed=True)
    drawn = draw(before)
    assert drawn[MILITIA] == before[MILITIA]
    assert drawn[TANK] == before[TANK]
    assert URBAN_OPERATIONS.get_visible_state(drawn, "blue") == URBAN_OPERATIONS.get_visible_state(before, "blue")


def test_draws_differ_and_use_the_cards_that_the_seat_knows() -> None:
    drawn = [draw(state(), seed) for seed in range(8)]
    assert len({it[LEADER].card.name for it in drawn}) > 1
    blue = {CARDS[record["card"]]["name"] for record in setup()["blocks"]["blue"]}
    assert {it[LEADER].card.name for it in drawn} <= blue


def test_a_carrier_stays_a_vehicle_and_its_passenger_goes_on_foot() -> None:
    loaded = state().replace_block(SAPPERS, aboard=CARRIER)
    for seed in range(8):
        drawn = draw(loaded, seed)
        assert (drawn[CARRIER].card.foot, drawn[SAPPERS].card.foot) == (False, True)


def test_a_seat_that_knows_no_card_draws_plain_units() -> None:
    drawn = URBAN_OPERATIONS.sample_hidden(state(), "", random.Random(1).randrange)
    assert {block.card.name for block in drawn.blocks.values()} == {""}
