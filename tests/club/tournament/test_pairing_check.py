"""Rounds are compared with an optimum that is found another way, and a plain search agrees with both."""

import random
from dataclasses import replace

import pytest
from played_event import first_complete

from tablecam.club.event.log import read_club_log
from tablecam.club.event.random_event import RandomEvening, play_random_event
from tablecam.club.tournament.club_events import ClubLogEvent
from tablecam.club.tournament.entrant import Card
from tablecam.club.tournament.events import RoundDrawn
from tablecam.club.tournament.pairing_check import check_pairings, find_heaviest_pairs, find_optimum

EVENTS = 5000


def log_events(evening: RandomEvening) -> list[ClubLogEvent]:
    return [log_event for line in evening.lines for log_event in line.did]


def played(seed: int) -> RandomEvening:
    evening = RandomEvening(seed)
    evening.play()
    return evening


def check_events(seeds: range) -> tuple[int, int]:
    """No round differs, and each refused round cannot be drawn; the numbers of both."""
    rounds = refused = 0
    for evening in map(played, seeds):
        check = check_pairings(log_events(evening))
        assert check.differences == [], f"event {evening.event.state.event.seed}"
        assert [event for event in evening.refusals if find_optimum(event.state.event)] == []
        rounds, refused = rounds + check.rounds, refused + len(evening.refusals)
    return rounds, refused


def test_rounds_of_random_events_are_the_best_ones() -> None:
    rounds, refused = check_events(range(20, 50))
    assert rounds > 50
    assert refused


@pytest.mark.long
def test_rounds_of_thousands_of_random_events_are_the_best_ones() -> None:
    rounds, refused = check_events(range(1000, 1000 + EVENTS))
    assert rounds > 3 * EVENTS
    assert refused > 100


def change_round(evening: RandomEvening, number: int, **changes: object) -> list[ClubLogEvent]:
    return [
        replace(log_event, **changes) if isinstance(log_event, RoundDrawn) and log_event.number == number else log_event
        for log_event in log_events(evening)
    ]


def test_each_part_of_a_round_that_was_drawn_otherwise_is_found() -> None:
    evening = next(one for one in map(played, range(50)) if one.players > 6 and one.event.state.event.number > 2)
    drawn = next(one for one in log_events(evening) if isinstance(one, RoundDrawn) and one.number == 2)
    assert not drawn.edited
    one, other, *rest = drawn.pairs
    swapped = ((one[0], other[0]), (one[1], other[1]), *rest)
    for row, changes in {
        "P4": {"pairs": swapped, "breaches": ()},
        "P5": {"stack": drawn.stack[::-1]},
        "T2": {"tables": (99, *drawn.tables[1:])},
        "B4": {"byes": ("p01", *drawn.byes)},
    }.items():
        differences = check_pairings(change_round(evening, 2, **changes)).differences
        assert row in {difference.row for difference in differences if difference.number == 2}


def test_the_optimum_of_small_stacks_is_that_of_a_plain_search() -> None:
    incomplete = 0
    for seed in range(300):
        chance = random.Random(seed)
        names = [f"p{number}" for number in range(chance.choice((4, 6, 8)))]
        met: dict[str, set[str]] = {name: set() for name in names}
        for place, name in enumerate(names):
            for other in names[:place]:
                if chance.random() < 0.5:
                    met[name].add(other)
                    met[other].add(name)
        pairs = find_heaviest_pairs([Card(name, met=frozenset(met[name])) for name in names])
        expected = first_complete(names, met, set())
        complete = 2 * len(pairs) == len(names)
        assert (list(pairs) if complete else None) == expected
        incomplete += not complete
    assert 0 < incomplete < 300


def test_the_same_seed_plays_the_same_event_and_its_log_can_be_read() -> None:
    lines = play_random_event(7, players=9)
    assert lines == play_random_event(7, players=9)
    state = read_club_log(lines).state()
    assert len(state.event.entrants) >= 9
    assert state.event.number > 1


def test_random_events_have_everything_that_troubles_a_draw() -> None:
    names: set[str] = set()
    for seed in range(60):
        names |= {type(log_event).__name__ for log_event in log_events(played(seed))}
    assert names >= {
        "PlayersKeptApart", "TableWished", "TableDescribed", "PlayerDropped", "PlayerReinstated", "PresenceMarked",
        "GameCorrected", "PlayerPenalised", "RoundDrawn",
    }  # fmt: skip


def test_two_players_who_have_met_have_no_further_round() -> None:
    evening = RandomEvening(3, players=2)
    evening.trouble = 0
    for _player in range(2):
        evening.enter_player()
    assert find_optimum(evening.event.state.event) is not None
    evening.play_round()
    assert find_optimum(evening.event.state.event) is None
