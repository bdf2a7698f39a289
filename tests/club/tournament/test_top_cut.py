"""The top cut behind the port of ways to pair: the best play on, who loses is out, and all else is the same."""

import random
from itertools import pairwise

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from played_event import opened, played

from tablecam.club.tournament.club_event import ClubEvent
from tablecam.club.tournament.entrant import Entrant, Layout
from tablecam.club.tournament.event import Tournament
from tablecam.club.tournament.pairing_ways import ROUND_ROBIN, SWISS, choose_way, planned_rounds
from tablecam.club.tournament.refusal import TournamentRefusal
from tablecam.club.tournament.round_drafts import replace_player
from tablecam.club.tournament.schedule import rounds_for
from tablecam.club.tournament.scoring import Side
from tablecam.club.tournament.top_cut import came_to


def begun(players: int, cut: int, seed: int = 7, way: str = SWISS) -> Tournament:
    event = opened(players, seed)
    return event.after(choose_way(event.state, way, "TO", cut))


def to_the_cut(event: Tournament, chance: random.Random) -> Tournament:
    """With all rounds before the cut played, and its first one drawn."""
    event = event.next_round()
    while not event.state.drawn[-1].knockout:
        event = played(event, chance).next_round()
    return event


def won(event: Tournament, *losers: str) -> Tournament:
    """The open games, in which the second of each pair loses everything, or a loser who is named."""
    for game in event.state.open_games:
        lost = next((player for player in game.pair if player in losers), game.pair[1])
        sides = (Side(player, event.state.entrants[player].models * (player == lost)) for player in game.pair)
        event = event.report(*sides)
    return event


@pytest.mark.parametrize(("players", "cut"), [(5, 2), (8, 4), (9, 8), (17, 16), (24, 8), (16, 16)])
@pytest.mark.parametrize("way", [SWISS, ROUND_ROBIN])
def test_the_best_play_on_and_one_is_left(players: int, cut: int, way: str) -> None:
    chance = random.Random(players)
    plain = opened(players, 7)
    plain = plain.after(choose_way(plain.state, way, "TO"))
    event = begun(players, cut, way=way).next_round()
    # the rounds before are those of the way
    assert event.state.drawn[0].pairs == plain.next_round().state.drawn[0].pairs
    while event.state.number < event.state.rounds:
        event = played(event, chance).next_round()
    event = played(event, chance)
    knockouts = [drawn for drawn in event.state.drawn if drawn.knockout]
    assert [2 * len(drawn.pairs) for drawn in knockouts] == [cut >> step for step in range(cut.bit_length() - 1)]
    for earlier, later in pairwise(knockouts):
        assert set(later.stack) < set(earlier.stack)
        assert all(len(set(pair) & set(later.stack)) == 1 for pair in earlier.pairs)
    table = event.standings()
    assert {line.player for line in table[:2]} == set(knockouts[-1].stack)
    assert (table[0].rank, table[1].rank) == (1, 2)
    assert {line.player for line in table[:cut]} == set(knockouts[0].stack)


def test_the_best_seed_meets_the_last_and_the_cut_scores_no_points() -> None:
    event = to_the_cut(begun(10, 8), random.Random(3))
    before = played(begun(10, 8).next_round(), random.Random(3))
    while before.state.number < event.state.number - 1:
        before = played(before.next_round(), random.Random(3))
    seeds, drawn = event.state.drawn[-1].stack, event.state.drawn[-1]
    assert drawn.pairs == tuple(zip(seeds[:4], reversed(seeds[4:]), strict=True))
    points, faced = event.state.scores(), event.state.faced()
    after = won(event)
    assert (after.state.scores(), after.state.faced()) == (points, faced)
    assert [line.points for line in event.standings()[:8]] == [points[player] for player in seeds]
    # an outsider beats the best: he is placed by how far he came, whatever his points
    upset = won(event, seeds[0])
    assert seeds[0] not in upset.next_round().state.drawn[-1].stack
    assert upset.next_round().state.drawn[-1].pairs[0] == (seeds[1], seeds[7])


def test_a_draw_sends_the_better_seed_on_and_a_concession_the_other() -> None:
    event = to_the_cut(begun(8, 4), random.Random(1))
    best, second, third, last = event.state.drawn[-1].stack
    event = event.report(Side(best), Side(last)).concede(second)
    assert event.next_round().state.drawn[-1].pairs == ((best, third),)
    assert second not in {line.player for line in event.standings() if line.rank}


def test_with_an_odd_number_left_the_best_goes_on_without_a_game_and_one_is_enough() -> None:
    event = won(to_the_cut(begun(8, 8), random.Random(1)))
    gone = event.state.drawn[-1].stack[1]
    event = event.drop(gone).next_round()
    drawn = event.state.drawn[-1]
    assert (len(drawn.pairs), len(drawn.byes)) == (1, 1)
    assert drawn.byes[0] == drawn.stack[0]
    event = won(event)
    for player in event.next_round().state.drawn[-1].stack[1:]:
        event = event.drop(player)
    with pytest.raises(TournamentRefusal) as refused:
        event.next_round()
    assert refused.value.code == "too-few-players"


def test_a_cut_that_there_is_not_or_too_large_is_refused() -> None:
    event = opened(6, 7)
    with pytest.raises(TournamentRefusal, match=r"2, 4, 8 and 16 players, not 3"):
        choose_way(event.state, SWISS, "TO", 3)
    large = event.after(choose_way(event.state, SWISS, "TO", 8))
    assert planned_rounds(large.state) == 0
    with pytest.raises(TournamentRefusal) as refused:
        large.next_round()
    assert refused.value.code == "cut-too-large"
    assert planned_rounds(begun(6, 4).state) == rounds_for(6) + 2


def test_a_round_of_the_cut_by_hand_has_only_who_is_in_it_and_may_be_a_rematch() -> None:
    event = ClubEvent(by="TO").open("Friday", 7)
    for player in "abcde":
        event = event.enter(Entrant(player, player.title(), "", 10))
    event = event.decide(lambda state, by: choose_way(state, SWISS, by, 4)).set_tables(range(1, 9))
    while not event.state.event.drawn or not event.state.event.drawn[-1].knockout:
        event = event.draft()
        if event.drafted().knockout:
            break
        event = event.publish()
        for game in event.state.event.open_games:
            one, other = game.pair
            event = event.report(Side(one, 1), Side(other, 5))
    one, two, three, four = event.drafted().stack
    by_hand = event.draft_by_hand(Layout(((one, two), (three, four))), "they asked").drafted()
    assert by_hand.knockout
    assert not {violation.row for violation in by_hand.breaches} & {"P2", "P3", "B2"}
    out = next(player for player in "abcde" if player not in event.drafted().stack)
    with pytest.raises(TournamentRefusal) as refused:
        event.draft_by_hand(Layout(((one, two), (three, out)), (), (four,)), "they asked")
    assert refused.value.code == "N5"
    # a no-show of the published round is replaced, and who plays instead may go on
    published = event.publish()
    gone = published.state.event.drawn[-1].pairs[0][0]
    instead = published.repair(lambda state, by: replace_player(state, gone, out, by, "no-show", leaves=True), gone)
    assert instead.state.event.drawn[-1].knockout
    for game in instead.state.event.open_games:
        loser = game.pair[1] if out not in game.pair else game.other(out)
        instead = instead.report(*(Side(player, 10 * (player == loser)) for player in game.pair))
    assert out in instead.draft().drafted().stack


@pytest.mark.slow
@settings(max_examples=40)
@given(players=st.integers(4, 14), cut=st.sampled_from((2, 4)), seed=st.integers(0, 2**32))
def test_whatever_happens_nobody_who_lost_plays_on_and_who_came_further_is_placed_higher(
    players: int, cut: int, seed: int
) -> None:
    chance, event = random.Random(seed), begun(players, cut, seed)
    lost: set[str] = set()
    while event.state.number < (event.state.rounds or 1):
        try:
            event = event.next_round()
        except TournamentRefusal:
            break
        drawn = event.state.drawn[-1]
        event = played(event, chance, concedes=0.05)
        if drawn.knockout:
            assert not lost & {*drawn.stack}
            assert {player for seats in (*drawn.pairs, drawn.byes) for player in seats} == {*drawn.stack}
            assert len(drawn.stack) <= cut
            on = came_to(event.state)
            lost |= {min(pair, key=lambda player: on[player]) for pair in drawn.pairs}
        for player in event.state.active:
            if chance.random() < 0.03 and len(event.state.active) > 2:
                event = event.drop(player)
    assert Tournament.replay(event.log_events).state == event.state
    placed = [line for line in event.standings() if line.rank is not None]
    assert [line.ahead for line in placed] == sorted((line.ahead for line in placed), reverse=True)
    assert all(one.rank <= other.rank for one, other in pairwise(placed) if one.rank and other.rank)
