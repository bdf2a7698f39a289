"""Round robin behind the port of ways to pair: everybody meets everybody once; Swiss is what it was."""

import random
from collections import Counter
from itertools import combinations

import pytest
from played_event import opened, played

from tablecam.club.tournament.club_event import ClubEvent
from tablecam.club.tournament.drawing import marked_present
from tablecam.club.tournament.entrant import Entrant, Layout
from tablecam.club.tournament.event import Tournament
from tablecam.club.tournament.pairing_ways import ROUND_ROBIN, SWISS, WAYS, choose_way, way_of
from tablecam.club.tournament.refusal import TournamentRefusal
from tablecam.club.tournament.schedule import rounds_for
from tablecam.club.tournament.scoring import BYE_POINTS, Side
from tablecam.club.tournament.wishes import keep_apart


def begun(players: int, seed: int = 7) -> Tournament:
    event = opened(players, seed)
    return event.after(choose_way(event.state, ROUND_ROBIN, "TO"))


@pytest.mark.parametrize("players", range(2, 14))
@pytest.mark.parametrize("seed", [1, 2026])
def test_everybody_meets_everybody_once_and_an_odd_number_has_a_bye_each(players: int, seed: int) -> None:
    event, chance = begun(players, seed), random.Random(seed)
    while event.state.number < (event.state.rounds or 1):
        event = played(event.next_round(), chance)
    assert event.state.number == players - 1 + players % 2
    met = Counter(frozenset(game.pair) for game in event.state.games)
    everybody = list(event.state.entrants)
    assert met == {frozenset((one, other)): 1 for one in everybody for other in everybody if one < other}
    byes = Counter(player for drawn in event.state.drawn for player in drawn.byes)
    assert byes == (dict.fromkeys(everybody, 1) if players % 2 else {})
    games = sum(event.state.scores().values()) - sum(side.bonus for g in event.state.games for side in g.sides or ())
    assert games == 24 * len(event.state.games) + BYE_POINTS * len(byes)
    with pytest.raises(TournamentRefusal) as over:
        event.next_round()
    assert over.value.code == "last-round-played"


def test_another_seed_is_another_circle_and_the_same_seed_the_same() -> None:
    first = [begun(8, seed).next_round().state.drawn[0].pairs for seed in (1, 1, 2)]
    assert first[0] == first[1] != first[2]
    assert len(set(first[0][0] + first[0][1] + first[0][2] + first[0][3])) == 8


def test_who_stands_opposite_somebody_who_has_left_has_a_bye() -> None:
    event = played(begun(6).next_round(), random.Random(1))
    gone = next(player for player in event.state.entrants if player not in event.state.retired)
    after = event.drop(gone).next_round()
    drawn = after.state.drawn[-1]
    assert len(drawn.pairs) == 2
    assert len(drawn.byes) == 1
    assert gone not in (*sum(drawn.pairs, ()), *drawn.byes)
    again = played(after, random.Random(2)).reinstate(gone).next_round()
    assert len(again.state.drawn[-1].pairs) == 3


@pytest.mark.parametrize("players", range(3, 10))
@pytest.mark.parametrize("late", [1, 2])
@pytest.mark.parametrize("seed", [1, 2026])
def test_late_players_play_every_round_that_is_left_and_nobody_meets_twice(players: int, late: int, seed: int) -> None:
    event, chance = begun(players, seed), random.Random(seed)
    rounds = players - 1 + players % 2
    joins = sorted(chance.randint(1, rounds - 1) for _ in range(late))
    while event.state.number < rounds:
        for number in [number for number, after in enumerate(joins) if after == event.state.number]:
            missed = (0,) * event.state.number
            event = event.enter(Entrant(f"z{number}", f"Zoe {number}", "", 9), missed)
        event = played(event.next_round(), chance)
        drawn = event.state.drawn[-1]
        assert len(drawn.byes) == len(event.state.active) % 2
        assert not [player for player in drawn.byes if player.startswith("z")]
    assert event.state.rounds == rounds
    met = Counter(frozenset(game.pair) for game in event.state.games)
    assert set(met.values()) == {1}
    assert [len([pair for pair in met if f"z{number}" in pair]) for number in range(late)] == [
        rounds - after for after in joins
    ]


def test_the_circle_has_an_empty_place_for_one_who_comes_late() -> None:
    """The rounds are those that would have been drawn anyway, with the late player instead of the bye."""
    event = played(begun(5).next_round(), random.Random(1))
    late = event.enter(Entrant("zoe", "Zoe", "", 9), (0,))
    for _number in range(4):
        event, late = played(event.next_round(), random.Random(1)), played(late.next_round(), random.Random(1))
        (alone,) = event.state.drawn[-1].byes
        expected = {frozenset(pair) for pair in (*event.state.drawn[-1].pairs, (alone, "zoe"))}
        assert {frozenset(pair) for pair in late.state.drawn[-1].pairs} == expected


def test_with_more_rounds_everybody_meets_a_late_player_too() -> None:
    event = played(begun(4).next_round(), random.Random(1)).enter(Entrant("zoe", "Zoe", "", 9), (0,))
    event = event.set_rounds(9, "TO", "Zoe is late")
    refused = until_refused(event, 8)
    assert refused is not None
    assert (refused.code, "all players here have met" in str(refused)) == ("N4", True)


def test_who_is_entered_and_not_here_is_drawn_once_they_are() -> None:
    event = begun(5)
    event = event.after(marked_present(event.state, "p01", "late", "TO"))
    event = played(event.next_round(), random.Random(1))
    event = event.after(marked_present(event.state, "p01", "here", "TO")).next_round()
    drawn = event.state.drawn[-1]
    assert "p01" in sum(drawn.pairs, ())
    assert len(drawn.byes) == 1


@pytest.mark.parametrize("players", [5, 7, 9])
@pytest.mark.parametrize("after", [1, 2, 3])
def test_with_a_leaver_in_an_odd_field_no_round_has_two_byes_and_nobody_a_second_one(players: int, after: int) -> None:
    for leaver in range(1, players + 1):
        event, chance = begun(players), random.Random(leaver)
        for _number in range(after):
            event = played(event.next_round(), chance)
        event = event.drop(f"p{leaver:02}")
        while event.state.number < (event.state.rounds or 0):
            if until_refused(event, 1):
                break
            event = played(event.next_round(), chance)
        byes = Counter(player for drawn in event.state.drawn for player in drawn.byes)
        assert max(byes.values()) == 1
        assert [len(drawn.byes) for drawn in event.state.drawn[after:]] == [0] * (event.state.number - after)
        met = Counter(frozenset(game.pair) for game in event.state.games)
        assert set(met.values()) == {1}
        active = event.state.active
        assert len([pair for pair in combinations(active, 2) if frozenset(pair) not in met]) <= 1


def test_who_comes_late_counts_for_the_number_of_rounds() -> None:
    event = begun(7)
    for player in ("p01", "p02"):
        event = event.after(marked_present(event.state, player, "late", "TO"))
    assert event.next_round().state.rounds == 7
    swiss = opened(9, 7)
    late = swiss.after(marked_present(swiss.state, "p01", "late", "TO"))
    assert late.next_round().state.rounds == swiss.next_round().state.rounds == rounds_for(9)
    # who does not come at all counts for nothing
    absent = swiss.after(marked_present(swiss.state, "p01", "absent", "TO"))
    assert absent.next_round().state.rounds == rounds_for(8)


def until_refused(event: Tournament, rounds: int) -> TournamentRefusal | None:
    """Why a round cannot be drawn; None where all can."""
    for _number in range(rounds):
        try:
            event = played(event.next_round(), random.Random(1))
        except TournamentRefusal as refused:
            return refused
    return None


def test_a_hard_wish_cannot_be_kept_and_is_not_broken_silently() -> None:
    event = begun(4)
    refused = until_refused(event.after(keep_apart(event.state, ["p01", "p02"], 0, True, "TO")), 3)
    assert refused is not None
    assert (refused.code, set(refused.players)) == ("P9", {"p01", "p02"})
    assert until_refused(event, 3) is None


def test_a_way_is_chosen_before_round_1_and_swiss_is_the_usual_one() -> None:
    event = opened(6, 7)
    assert way_of(event.state) is WAYS[SWISS]
    swiss = event.after(choose_way(event.state, SWISS, "TO"))
    assert swiss.next_round().state.drawn == event.next_round().state.drawn
    assert way_of(event.state).rounds(6) == rounds_for(6)
    with pytest.raises(TournamentRefusal, match="choose how the event is paired before round 1"):
        choose_way(event.next_round().state, ROUND_ROBIN, "TO")
    ways = "swiss, round-robin, single-elimination and double-elimination"
    with pytest.raises(TournamentRefusal, match=f"cannot be paired by chess: choose one of {ways}"):
        choose_way(event.state, "chess", "TO")


def test_a_draft_is_published_and_after_a_round_made_by_hand_nobody_meets_again() -> None:
    event = ClubEvent(by="TO").open("Friday", 7)
    for player in "abcd":
        event = event.enter(Entrant(player, player.title(), "", 10))
    event = event.decide(lambda state, by: choose_way(state, ROUND_ROBIN, by)).draft()
    second = event.draft().drafted()
    assert event.publish().state.event.drawn == (second,)
    (one, two), (three, four) = second.pairs
    from_hand = event.draft_by_hand(Layout(((one, three), (two, four))), "they asked").publish()
    for game in from_hand.state.event.open_games:
        from_hand = from_hand.report(*(Side(player) for player in game.pair))
    last = Tournament(state=from_hand.state.event)
    for _number in range(2):
        last = played(last.next_round(), random.Random(1))
    met = Counter(frozenset(game.pair) for game in last.state.games)
    assert set(met.values()) == {1}
    assert len(met) == 6
