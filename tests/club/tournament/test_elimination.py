"""Single and double elimination behind the port of ways to pair: who loses is out, and one is left."""

import random
from collections import Counter

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from played_event import opened, played

from tablecam.club.tournament.club_state import ClubState
from tablecam.club.tournament.elimination import (
    DOUBLE_ELIMINATION,
    LIVES,
    SINGLE_ELIMINATION,
    count_losses,
    count_rounds,
    is_decided,
    list_survivors,
)
from tablecam.club.tournament.entrant import Entrant, Layout
from tablecam.club.tournament.event import Tournament
from tablecam.club.tournament.pairing_ways import choose_way
from tablecam.club.tournament.refusal import TournamentRefusal
from tablecam.club.tournament.scoring import Side

ways = pytest.mark.parametrize("way", [SINGLE_ELIMINATION, DOUBLE_ELIMINATION])


def begun(players: int, way: str, seed: int = 7) -> Tournament:
    event = opened(players, seed, spare=players)
    return event.after(choose_way(event.state, way, "TO")).next_round()


def win(event: Tournament, *winners: str) -> Tournament:
    """The open games: the first of each pair wins, unless the other one is named."""
    for game in event.state.open_games:
        lost = game.pair[game.pair[1] not in winners]
        event = event.report(
            *(Side(player, event.state.entrants[player].models * (player == lost)) for player in game.pair)
        )
    return event


def numbered(event: Tournament, number: int) -> tuple[list[tuple[int, int]], list[int]]:
    """The pairs and byes of a round, by the numbers of the seeds."""
    seeds, drawn = event.state.drawn[0].stack, event.state.drawn[number - 1]
    place = {player: at for at, player in enumerate(seeds, 1)}
    return [(place[one], place[other]) for one, other in drawn.pairs], [place[player] for player in drawn.byes]


def seed(event: Tournament, number: int) -> str:
    return event.state.drawn[0].stack[number - 1]


def test_a_single_elimination_of_six_from_the_first_round_to_the_last() -> None:
    event = begun(6, SINGLE_ELIMINATION)
    assert numbered(event, 1) == ([(3, 6), (4, 5)], [1, 2])
    event = win(event, seed(event, 6)).next_round()
    assert numbered(event, 2) == ([(1, 6), (2, 4)], [])
    event = win(event).next_round()
    assert numbered(event, 3) == ([(1, 2)], [])
    event = win(event)
    assert event.state.rounds == 3
    assert [(line.rank, line.points) for line in event.standings()] == [(1, 0), (2, 0), (3, 0), (3, 0), (5, 0), (5, 0)]
    assert [line.player for line in event.standings()[:2]] == [seed(event, 1), seed(event, 2)]
    assert not ClubState(event=event.state).roll_offs_due
    with pytest.raises(TournamentRefusal, match="was the last round"):
        event.next_round()


def test_a_double_elimination_of_four_in_which_the_beaten_one_wins_both_finals() -> None:
    event = win(begun(4, DOUBLE_ELIMINATION)).next_round()
    # two unbeaten, two with a loss
    assert numbered(event, 2) == ([(1, 2), (3, 4)], [])
    event = win(event).next_round()
    # the first waits for the final
    assert numbered(event, 3) == ([(2, 3)], [1])
    event = win(event).next_round()
    assert numbered(event, 4) == ([(1, 2)], [])
    assert not ClubState(event=event.state).over
    event = win(event, seed(event, 2)).next_round()
    assert numbered(event, 5) == ([(1, 2)], [])
    event = win(event, seed(event, 2))
    assert [line.player for line in event.standings()] == [seed(event, place) for place in (2, 1, 3, 4)]
    assert [line.rank for line in event.standings()] == [1, 2, 3, 4]


def test_a_double_elimination_ends_with_the_first_final_that_the_unbeaten_one_wins() -> None:
    event = begun(4, DOUBLE_ELIMINATION)
    for _ in range(3):
        event = win(event).next_round()
    event = win(event)
    assert (event.state.number, event.state.rounds) == (4, 5)
    assert ClubState(event=event.state).over
    with pytest.raises(TournamentRefusal, match="round 4 was the last round"):
        event.next_round()


@settings(max_examples=30, deadline=None)
@given(st.integers(2, 20), st.sampled_from(sorted(LIVES)), st.integers(0, 10**6), st.sampled_from([0.0, 0.05]))
def test_everybody_plays_until_they_have_lost_and_one_is_left(
    players: int, way: str, chance: int, gives_up: float
) -> None:
    rolls, lives = random.Random(chance), LIVES[way]
    event = begun(players, way, chance)
    while True:
        drawn, before = event.state.drawn[-1], count_losses(event.state)
        seats = Counter(player for seats in (*drawn.pairs, drawn.byes) for player in seats)
        assert seats == Counter(set(list_survivors(event.state)) - event.state.retired)
        # who meets has lost as often, but in the finals of a double elimination
        assert all(before.get(one, 0) == before.get(other, 0) for one, other in drawn.pairs) or len(seats) == 2
        unbeaten = [player for player in drawn.byes if not before.get(player, 0)]
        assert len(unbeaten) <= 1 or drawn.number == 1
        event = played(event, rolls, concedes=gives_up)
        if is_decided(event.state) or event.state.number == event.state.rounds:
            break
        event = event.next_round()
    assert is_decided(event.state)
    table, left = event.standings(), set(list_survivors(event.state)) - event.state.retired
    assert {line.player for line in table if line.rank == 1} == left or not left
    if not gives_up:
        assert event.state.rounds - event.state.number in (0, lives - 1)
        losses = count_losses(event.state)
        assert all(losses[player] == lives for player in event.state.entrants if player not in left)


@pytest.mark.parametrize(
    ("players", "single", "double"), [(2, 1, 3), (3, 2, 5), (4, 2, 5), (6, 3, 7), (8, 3, 7), (16, 4, 8), (32, 5, 10)]
)
def test_the_number_of_rounds(players: int, single: int, double: int) -> None:
    assert (count_rounds(players, 1), count_rounds(players, 2)) == (single, double)


@ways
def test_a_player_who_leaves_gives_the_opponent_a_way_on(way: str) -> None:
    event = win(begun(8, way))
    event = event.drop(seed(event, 1)).next_round()
    unbeaten = {player for player in list_survivors(event.state) if not count_losses(event.state).get(player)}
    seated = {player for seats in (*event.state.drawn[-1].pairs, event.state.drawn[-1].byes) for player in seats}
    assert unbeaten - {seed(event, 1)} <= seated
    assert seed(event, 1) not in seated
    assert numbered(event, 2)[1][0] == 2


@ways
def test_nobody_enters_a_bracket_that_is_drawn(way: str) -> None:
    with pytest.raises(TournamentRefusal, match="the bracket is drawn"):
        begun(4, way).enter(Entrant("late", "Late", "triads", 9))


@ways
def test_the_organiser_may_lay_the_round_out_but_not_bring_back_who_is_out(way: str) -> None:
    event = begun(6, way)
    while not (out := set(event.state.entrants) - set(list_survivors(event.state))):
        event = win(event).next_round() if not event.state.open_games else win(event)
    event = win(event)
    left = [player for player in list_survivors(event.state) if player not in out]
    with pytest.raises(TournamentRefusal, match="not in the bracket any more"):
        event.round_by_hand(Layout(((left[0], min(out)),), tuple(left[1:])), "TO", "a favour")


def test_an_elimination_has_no_top_cut() -> None:
    event = opened(8, 7)
    with pytest.raises(TournamentRefusal, match="no top cut after an elimination"):
        choose_way(event.state, SINGLE_ELIMINATION, "TO", 4)
