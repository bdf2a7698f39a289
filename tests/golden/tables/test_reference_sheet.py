"""The formulas say what the four printed tables of the reference sheet say: 220 cells."""

import tomllib
from dataclasses import replace
from pathlib import Path

import pytest

from tablecam.rules.books.urban_war.rules.cards import Band, Figures, Shot
from tablecam.rules.books.urban_war.rules.checks import blow, blow_damage, command, shot_damage, to_hit
from tablecam.rules.books.urban_war.rules.house_rules import HouseRules
from tablecam.rules.books.urban_war.rules.rulebook import new_game
from tablecam.rules.books.urban_war.rules.state import State

PRINTED = tomllib.loads((Path(__file__).parent / "reference_sheet.toml").read_text(encoding="utf-8"))
STATS = range(1, 11)
PLAIN = Figures()
WAYS = ("formulas", "tables")


def duel(way: str, ann: dict[str, int], bob: dict[str, int]) -> State:
    """Two models of these stats, under one of the two ways to read the sheet."""
    sides = {"red": [{"id": "ann", "card": "ann"}], "blue": [{"id": "bob", "card": "bob"}]}
    state = new_game({"cards": {"ann": ann, "bob": bob}, "sides": sides, "deployed": True})
    return replace(state, rules=HouseRules(tables_or_formulas=way))  # type: ignore[arg-type]


def row(check, way: str, stat: str) -> list[int]:
    """The lowest roll that succeeds, for every value of a stat."""
    return [check(duel(way, {stat: value}, {})).lowest_pass for value in STATS]


def grid(check, way: str, stat: str, against: str) -> list[list[int]]:
    return [[check(duel(way, {stat: own}, {against: other})).lowest_pass for other in STATS] for own in STATS]


def test_all_220_cells_are_there() -> None:
    rows = [PRINTED["to_hit"], PRINTED["command"], *PRINTED["close_combat"], *PRINTED["damage"]]
    assert [len(each) for each in rows] == [10] * 22


@pytest.mark.parametrize("way", WAYS)
def test_shooting(way: str) -> None:
    def check(state: State):
        return to_hit(state, state["ann"], state["bob"], PLAIN, Shot(Band.SHORT))

    assert row(check, way, "SH") == PRINTED["to_hit"]


@pytest.mark.parametrize("way", WAYS)
def test_command(way: str) -> None:
    assert row(lambda state: command(state, state["ann"], "panic"), way, "CD") == PRINTED["command"]


@pytest.mark.parametrize("way", WAYS)
def test_close_combat(way: str) -> None:
    def check(state: State):
        return blow(state, state["ann"], state["bob"], PLAIN)

    assert grid(check, way, "AS", "AS") == PRINTED["close_combat"]


@pytest.mark.parametrize("way", WAYS)
def test_damage_of_blows(way: str) -> None:
    def check(state: State):
        return blow_damage(state, state["ann"], state["bob"], Figures(adds=True))

    assert grid(check, way, "ST", "T") == PRINTED["damage"]


@pytest.mark.parametrize("way", WAYS)
def test_damage_of_shots(way: str) -> None:
    def needed(strength: int, toughness: int) -> int | None:
        state = duel(way, {}, {"T": toughness})
        return shot_damage(state, state["ann"], state["bob"], Figures(strength=strength)).lowest_pass

    assert [[needed(strength, toughness) for toughness in STATS] for strength in STATS] == PRINTED["damage"]


def test_with_a_modifier_the_clipped_cells_of_the_sheet_differ_from_the_formula() -> None:
    long_shot = Shot(Band.EXTREME, moved=True)
    needed = {
        way: to_hit(s := duel(way, {"SH": 10}, {}), s["ann"], s["bob"], PLAIN, long_shot).lowest_pass for way in WAYS
    }
    assert needed == {"formulas": 4, "tables": 6}
