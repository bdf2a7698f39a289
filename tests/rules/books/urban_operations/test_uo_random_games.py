"""Games at random under each switch that changes a rule: they end, and every question has an answer that is open."""

import random
from typing import Any

import pytest
from quarter import FILLED
from test_uo_properties import SETUP, lawful, sober

from tablecam.game.game import Game
from tablecam.game.log import InMemory
from tablecam.game.playthrough import anything
from tablecam.game.verify import verify
from tablecam.rules.ask import Ask
from tablecam.rules.books.urban_operations.rules.rulebook import URBAN_OPERATIONS
from tablecam.rules.books.urban_operations.rules.state import OperationsState

# half of the blocks, so that a game is short; least_ep gives the machine gun a minimum range
HALF = {side: blocks[::2] for side, blocks in SETUP["blocks"].items()}
CARDS = {
    **SETUP["cards"],
    "machine_gun": {**SETUP["cards"]["machine_gun"], "weapons": {
        "light": {**SETUP["cards"]["machine_gun"]["weapons"]["light"], "least_ep": 4}}},
}  # fmt: skip
SHORT = {**SETUP, "blocks": HALF, "cards": CARDS, "scenario": {**SETUP["scenario"], "turns": 2}}
SWITCHES: dict[str, dict[str, Any]] = {
    "as shipped": {},
    "filled": {"aid": FILLED},
    "uo_no_way_out": {"aid": FILLED, "uo_no_way_out": "stays"},
    "uo_leader_lost": {"aid": FILLED, "uo_leader_lost": "basic"},
    "uo_leader_rows": {"aid": FILLED, "uo_leader_rows": "other"},
    "uo_population_compass": {"aid": FILLED, "uo_population_compass": "other"},
    "night": {"aid": FILLED, "scenario": {**SHORT["scenario"], "night": True}},
}
FIRST, LAST, STEP = 5, 200, 65


def play(seed: int, switch: str) -> Game[OperationsState]:
    """A game to its end; each question that comes up is looked at."""
    game, chance = Game.begin(URBAN_OPERATIONS, {**SHORT, **SWITCHES[switch]}, InMemory()), random.Random(seed)
    while not game.over:
        for question in game.open:
            assert has_an_answer(question.ask), question.ask
        picked = chance.choice(game.open)
        raw = sober(picked.ask, chance) if seed % 2 else anything(picked.ask, chance.randrange)
        game.answer(raw, question=picked.line, by=picked.ask.seat or "table")
        assert not game.stuck
    return game


def has_an_answer(ask: Ask[Any]) -> bool:
    """Whether an option is open, where one must be chosen."""
    options = getattr(ask, "options", None)
    return options is None or hasattr(ask, "least") or any(option.open for option in options)


def check(first: int, last: int, switch: str) -> None:
    for seed in range(first, last):
        game = play(seed, switch)
        lawful(game.state)
        if seed % 10 == 0:
            assert verify(URBAN_OPERATIONS, game.log) is None, seed


@pytest.mark.parametrize("switch", SWITCHES)
def test_random_games_end_and_every_question_has_an_open_answer(switch: str) -> None:
    check(0, FIRST, switch)


@pytest.mark.long
@pytest.mark.parametrize("first", range(FIRST, LAST, STEP))
@pytest.mark.parametrize("switch", SWITCHES)
def test_two_hundred_random_games_end_under_each_switch(switch: str, first: int) -> None:
    check(first, first + STEP, switch)
