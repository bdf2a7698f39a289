"""Casualty levels as the tournament guide has them, and how a game of Urban War ended."""

from dataclasses import replace

import pytest

from tablecam.rules.books.plain_words import PlainNames
from tablecam.rules.books.urban_war.result import Casualties, GameResult, concession, result_view, urban_war_result
from tablecam.rules.books.urban_war.rules.rulebook import new_game
from tablecam.rules.casualty_levels import Level


@pytest.mark.parametrize(
    ("lost", "level"),
    [(0, Level.LIGHT), (3, Level.LIGHT), (4, Level.MODERATE), (6, Level.MODERATE), (7, Level.HEAVY), (9, Level.HEAVY),
     (10, Level.SEVERE), (13, Level.SEVERE)],
)  # fmt: skip
def test_a_level_begins_at_its_threshold(lost: int, level: Level) -> None:
    assert Casualties(lost, 13).level is level


def test_who_withdrew_has_severe_casualties_whatever_is_left() -> None:
    side = Casualties(6, 12, withdrew=True)
    assert side.level is Level.SEVERE
    assert str(side) == "6 of 12 models left, severe casualties, withdrew"


@pytest.mark.parametrize(
    ("red", "blue", "steps", "ahead"), [(0, 0, 0, ""), (3, 0, 1, "blue"), (0, 6, 2, "red"), (2, 9, 3, "red")]
)
def test_the_side_with_the_lighter_losses_is_ahead_by_so_many_levels(
    red: int, blue: int, steps: int, ahead: str
) -> None:
    result = GameResult({"red": Casualties(red, 12), "blue": Casualties(blue, 12)})
    assert (result.steps, result.ahead) == (steps, ahead)


def test_a_state_of_urban_war_says_who_is_left() -> None:
    sides = {"red": [{"id": "ann", "card": "x"}, {"id": "art", "card": "x"}], "blue": [{"id": "bob", "card": "x"}]}
    state = new_game({"cards": {"x": {}}, "sides": sides, "deployed": True}).replace_model("ann", wounds=0)
    result = urban_war_result(replace(state, winner="blue", ending="red withdraws", withdrawn="red"))
    assert result.sides == {"red": Casualties(1, 2, withdrew=True), "blue": Casualties(0, 1)}
    assert (result.winner, result.ending, result.ahead) == ("blue", "red withdraws", "blue")


def test_a_concession_counts_on_the_card_and_the_page_says_so() -> None:
    sides = {"red": [{"id": "ann", "card": "x"}], "blue": [{"id": "bob", "card": "x"}]}
    state = new_game({"cards": {"x": {}}, "sides": sides, "deployed": True})
    shown = result_view(replace(state, winner="blue", ending=concession("red")), PlainNames({"blue": "Blue"}))
    assert str(shown.headline) == "Blue wins"
    assert shown.tournament is not None
    told = "On the card: Blue is 3 casualty levels ahead, for a concession counts as severe casualties"
    assert (str(shown.tournament.text), shown.tournament.ahead, shown.tournament.steps) == (told, "blue", 3)


def test_a_draw_on_the_card_beside_a_winner_says_why() -> None:
    sides = {"red": [{"id": "ann", "card": "x"}], "blue": [{"id": "bob", "card": "x"}]}
    state = new_game({"cards": {"x": {}}, "sides": sides, "deployed": True})
    shown = result_view(replace(state, winner="blue", ending="the end"), PlainNames({}))
    assert shown.tournament is not None
    assert str(shown.tournament.text).startswith("On the card: a draw, for it counts casualty levels")
