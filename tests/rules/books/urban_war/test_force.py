"""A force as plain data: its points, and the setup of a game that it makes."""

import pytest

from tablecam.rules.ask import IllegalAnswer
from tablecam.rules.books.urban_war.rules.cards import Calibre, Extra, Force, Member, StatCard, Tag, build_setup
from tablecam.rules.books.urban_war.rules.rulebook import new_game

TROOPER = StatCard("Trooper", points=10, calibres=(Calibre(0, 4), Calibre(1, 5, 4)), extras=(Extra("Flare", 3),))
OTHER = StatCard("Trooper", T=6, points=12, tags=(Tag("heavy armour", 2),))


def force(name: str, card: StatCard, *members: Member) -> Force:
    return Force(name, members, (card,))


RED = force("Ferry", TROOPER, Member("ann", "Trooper", 1, commander=True), Member("art", "Trooper", extras=("Flare",)))
BLUE = force("Kin", OTHER, Member("bob", "Trooper"))


def test_points_are_those_of_the_card_of_what_is_ticked_and_of_what_was_bought() -> None:
    assert [RED.cost(each) for each in RED.members] == [14, 13]
    assert RED.points == 27


def test_problems_are_told_of_every_member_and_of_the_whole() -> None:
    bad = force("Bad", TROOPER, Member("a", "Trooper", 7), Member("a", "Ghost"))
    said = [(each.member, each.key, each.serious) for each in bad.problems()]
    assert said == [(0, "CAL", True), (1, "card", True), (1, "id", True), (None, "", True), (None, "", False)]


def test_two_forces_make_the_setup_of_a_game_though_both_bring_a_trooper() -> None:
    game = new_game(build_setup({"red": RED, "blue": BLUE}))
    assert [each.profile.T for each in game.fighters.values()] == [4, 4, 6]
    assert [each.profile.name for each in game.fighters.values()] == ["Trooper"] * 3
    assert [each.profile.points for each in game.fighters.values()] == [14, 13, 12]
    assert game.sides == ("red", "blue")
    assert game["ann"].profile.CAL == 1
    assert game["ann"].profile.commander


def test_a_model_that_is_in_both_forces_is_refused() -> None:
    with pytest.raises(IllegalAnswer, match="ann is in both Ferry and Twin; give each model its own id"):
        build_setup({"red": RED, "blue": force("Twin", TROOPER, Member("ann", "Trooper"))})
