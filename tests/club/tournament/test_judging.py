"""Calls for a judge: from a player with an open game, until somebody takes them; the game goes on meanwhile."""

from test_club_event import paired, refused

from tablecam.club.tournament.club_event import ClubEvent
from tablecam.club.tournament.club_state import fold_club
from tablecam.club.tournament.round_drafts import move_pair
from tablecam.club.tournament.scoring import Side


def waiting(event: ClubEvent) -> list[int]:
    assert fold_club(event.log_events) == event.state
    return list(event.state.calls)


def test_a_call_stands_until_somebody_takes_it() -> None:
    event = paired().call_judge("d")
    assert waiting(event) == [2]
    assert event.state.calls[2].player == "d"
    assert refused(event, lambda event: event.call_judge("c"), "table 2 has asked").code == "called-already"
    taken = event.take_call(2)
    assert waiting(taken) == []
    assert refused(taken, lambda event: event.take_call(2), "table 2 does not wait").code == "no-call"
    assert waiting(taken.call_judge("c")) == [2]


def test_who_has_no_open_game_calls_nobody() -> None:
    over = paired().report(Side("a", 3), Side("b", 4))
    for player in ("a", "b"):
        assert refused(over, lambda event, who=player: event.call_judge(who), "no open game").code == "no-open-game"
    refused(over, lambda event: event.call_judge("nobody"), "nobody")


def test_a_call_ends_with_its_game_and_goes_with_its_pair_to_another_table() -> None:
    event = paired().call_judge("a").call_judge("c")
    moved = event.repair(lambda state, by: move_pair(state, 1, 5, by, "a lamp is broken"))
    assert sorted(waiting(moved)) == [2, 5]
    assert waiting(moved.report(Side("c", 3), Side("d", 4))) == [5]
