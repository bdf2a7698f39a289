"""Whole events at random: whatever happens to them, every round that is drawn is the one the guide asks for."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from played_event import Ledger, day, first_complete

from tablecam.club.tournament.event import Tournament
from tablecam.club.tournament.events import RoundDrawn
from tablecam.club.tournament.refusal import TournamentRefusal

SEEDS = st.integers(0, 2**32)


def check_round(before: Tournament, drawn: RoundDrawn) -> None:
    ledger = Ledger(before)
    playing = set(ledger.models) - ledger.retired
    seated = [player for pair in drawn.pairs for player in pair]
    assert sorted([*seated, *drawn.byes]) == sorted(playing), "everybody sits exactly once"
    assert len(drawn.byes) == len(playing) % 2, "a bye exactly when the number is odd"
    assert not any(other in ledger.met[one] for one, other in drawn.pairs), "nobody meets an opponent twice"
    assert not set(drawn.byes) & set(ledger.byes), "nobody has a second bye"
    if drawn.number > 1:
        check_later_round(ledger, drawn)
    check_tables(ledger, drawn, before.state.tables)


def check_later_round(ledger: Ledger, drawn: RoundDrawn) -> None:
    points = [ledger.points[player] for player in drawn.stack]
    assert points == sorted(points, reverse=True), "the stack lies in score order"
    met = {player: set(others) for player, others in ledger.met.items()}
    due = [player for player in reversed(drawn.stack) if player not in ledger.byes]
    if drawn.byes:
        assert due[: len(drawn.passed_over) + 1] == [*drawn.passed_over, *drawn.byes], "the lowest that can be spared"
    for player in drawn.passed_over:
        assert first_complete([each for each in drawn.stack if each != player], met, set()) is None
    rest = [player for player in drawn.stack if player not in drawn.byes]
    assert first_complete(rest, met, set()) == list(drawn.pairs), "the first complete pairing in stack order"


def check_tables(ledger: Ledger, drawn: RoundDrawn, tables: tuple[int, ...]) -> None:
    """Each table is the lowest free one of the best kind that there is: new to both, to the higher, to the lower."""
    free = set(tables)
    for (one, other), table in zip(drawn.pairs, drawn.tables, strict=True):
        low = other if ledger.points[one] >= ledger.points[other] else one
        high = one if low == other else other
        kinds = {each: 2 * (each in ledger.tables[high]) + (each in ledger.tables[low]) for each in free}
        kind = min(kinds.values())
        assert table == min(each for each in free if kinds[each] == kind)
        free.remove(table)


def check_day(players: int, seed: int) -> None:
    event = Tournament()
    for event, drawn in day(players, seed):
        if isinstance(drawn, RoundDrawn):
            check_round(event, drawn)
        elif drawn and len(event.state.active) > 1:
            check_refusal(event, drawn)
    check_standings(event)
    assert Tournament.replay(event.log_events) == event, "the log tells all of it"


def check_refusal(event: Tournament, refused: TournamentRefusal) -> None:
    """There really is no lawful round."""
    ledger = Ledger(event)
    met = {player: set(others) for player, others in ledger.met.items()}
    stack = list(event.state.active)
    out = [player for player in stack if player not in ledger.byes] if len(stack) % 2 else [""]
    assert all(first_complete([each for each in stack if each != one], met, set()) is None for one in out)
    assert refused.remedies


def check_standings(event: Tournament) -> None:
    ledger = Ledger(event)
    table = event.standings()
    assert {line.player: line.points for line in table} == ledger.points
    assert {line.player for line in table if line.rank is None} == ledger.retired
    placed = [line for line in table if line.rank is not None]
    faced = {player: sum(ledger.points[other] for other in others) for player, others in ledger.met.items()}
    scores = {player: (points, faced[player]) for player, points in ledger.points.items()}
    for line in placed:
        assert line.tiebreak == scores[line.player][1]
        assert line.rank == 1 + sum(scores[other.player] > scores[line.player] for other in placed)


def check_points(players: int, seed: int) -> None:
    """24 a game and 24 a bye, and nothing else but what was granted."""
    event = Tournament()
    for event, _ in day(players, seed):
        state = event.state
        assert all(sum(state.game_points(game)) == 24 for game in state.games)
        byes = sum(len(drawn.byes) for drawn in state.drawn)
        assert sum(state.scores().values()) == 24 * (len(state.games) + byes) + sum(state.granted.values())


@pytest.mark.slow
@settings(max_examples=60)
@given(st.integers(5, 40), SEEDS)
def test_every_round_is_lawful_and_the_first_in_stack_order(players: int, seed: int) -> None:
    check_day(players, seed)


@settings(max_examples=15)
@given(st.integers(5, 40), SEEDS)
def test_points_sum_to_24_a_game(players: int, seed: int) -> None:
    check_points(players, seed)


@pytest.mark.long
@settings(max_examples=400)
@given(st.integers(5, 40), SEEDS)
def test_every_round_of_any_event_is_lawful_and_the_first_in_stack_order(players: int, seed: int) -> None:
    check_day(players, seed)


@pytest.mark.long
@settings(max_examples=200)
@given(st.integers(5, 40), SEEDS)
def test_points_sum_to_24_a_game_in_any_event(players: int, seed: int) -> None:
    check_points(players, seed)


def test_random_events_hold_what_they_are_to_try() -> None:
    """Concessions, drops, late entries, byes passed over and rounds that cannot be drawn do come up."""
    seen: set[str] = set()
    for seed in range(60):
        for event, drawn in day(5 + seed % 4, seed, trouble=0.08):
            seen |= {type(each).__name__ for each in event.log_events}
            seen |= {"refused"} if isinstance(drawn, TournamentRefusal) else set()
            seen |= {"passed over"} if isinstance(drawn, RoundDrawn) and drawn.passed_over else set()
            seen |= {"conceded"} if event.state.conceded else set()
            seen |= {"late" for each in event.log_events if getattr(each, "granted", ())}
    wanted = {"refused", "passed over", "conceded", "late", "PlayerDropped", "PlayerReinstated", "GameCorrected"}
    assert wanted <= seen
