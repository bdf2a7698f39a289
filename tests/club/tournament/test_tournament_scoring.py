"""Thresholds, levels and points, by the guide's own examples and tables."""

import pytest

from tablecam.club.tournament.entrant import Entrant
from tablecam.club.tournament.refusal import TournamentRefusal
from tablecam.club.tournament.schedule import rounds_for, warning
from tablecam.club.tournament.scoring import (
    GUIDE,
    Degree,
    Side,
    check_values,
    checked_bonus,
    degree,
    points,
    scored_half,
    thresholds,
)
from tablecam.rules.casualty_levels import Level


def ann(models: int) -> Entrant:
    return Entrant("ann", "ann", "syntha", models)


def level_of(side: Side, entrant: Entrant) -> Level:
    check_values(side, entrant)
    return Level(GUIDE.count_field(GUIDE.fields[0], scored_half(side, entrant)))


@pytest.mark.parametrize(
    ("players", "rounds"), [(2, 1), (3, 2), (4, 2), (5, 3), (8, 3), (9, 4), (16, 4), (17, 5), (32, 5), (33, 6), (64, 6)]
)
def test_rounds_are_the_powers_of_two(players: int, rounds: int) -> None:
    assert rounds_for(players) == rounds


def test_an_event_of_one_is_refused_and_one_below_five_is_warned_of() -> None:
    with pytest.raises(TournamentRefusal, match=r"needs at least two players.*Rounds \(N1\)"):
        rounds_for(1)
    assert "(N2)" in str(warning(4))
    assert warning(5) is None


@pytest.mark.parametrize(
    ("models", "expected"), [(12, (3, 6, 9)), (13, (4, 7, 10)), (1, (1, 1, 1)), (2, (1, 1, 2)), (3, (1, 2, 3))]
)
def test_thresholds_are_quarters_rounded_up(models: int, expected: tuple[int, ...]) -> None:
    assert thresholds(models) == expected


@pytest.mark.parametrize("models", range(1, 60))
def test_a_level_is_reached_with_the_exact_share_of_the_force(models: int) -> None:
    for lost in range(models + 1):
        assert level_of(Side("ann", lost), ann(models)) == sum(4 * lost >= share * models for share in (1, 2, 3))


def test_whoever_withdrew_or_conceded_is_severe_whatever_is_left() -> None:
    assert level_of(Side("ann", withdrew=True), ann(9)) == Level.SEVERE
    assert level_of(Side("ann", conceded=True), ann(9)) == Level.SEVERE


@pytest.mark.parametrize("lost", [-1, 10])
def test_losses_outside_the_force_are_refused(lost: int) -> None:
    with pytest.raises(TournamentRefusal, match=rf"ann cannot have lost {lost} of 9 models, under UW-TG .*\(A4\)"):
        level_of(Side("ann", lost), ann(9))


def test_an_empty_force_is_refused() -> None:
    with pytest.raises(TournamentRefusal, match=r"\(A4\)"):
        thresholds(0)


def test_points_are_those_of_the_printed_table() -> None:
    printed = ((12, 16, 20, 24), (8, 12, 16, 20), (4, 8, 12, 16), (0, 4, 8, 12))
    assert tuple(tuple(points(own, other) for other in Level) for own in Level) == printed


def test_the_degree_is_the_number_of_levels_between_the_sides() -> None:
    assert degree(Level.HEAVY, Level.LIGHT) == degree(Level.LIGHT, Level.HEAVY) == Degree.MAJOR
    assert degree(Level.SEVERE, Level.SEVERE) == Degree.DRAW


def test_a_bonus_below_nought_is_refused() -> None:
    assert checked_bonus(Side("ann", bonus=3), ann(9)) == 3
    with pytest.raises(TournamentRefusal, match=r"\(A6\)"):
        checked_bonus(Side("ann", bonus=-1), ann(9))
