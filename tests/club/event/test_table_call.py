"""A call for a judge from the tablet of a pairing: it names the round that is being played, and any seat may ask."""

import pytest

from tablecam.club.event.hall_event import Bound, called
from tablecam.club.tournament.club_event import ClubEvent
from tablecam.club.tournament.entrant import Entrant
from tablecam.club.tournament.refusal import TournamentRefusal

PAIRING = Bound(1, 1, {"red": "ann", "blue": "bob"})


def playing() -> ClubEvent:
    event = ClubEvent(by="TO").open("Friday", 7)
    for player in ("ann", "bob"):
        event = event.enter(Entrant(player, player.title(), "", 9))
    return event.draft().publish()


@pytest.mark.parametrize(("seat", "player"), [("red", "ann"), ("blue", "bob"), ("table", "ann")])
def test_any_seat_of_the_table_calls_and_sends_away(seat: str, player: str) -> None:
    event = called(playing(), PAIRING, seat, True)
    assert [(call.table, call.player) for call in event.state.calls.values()] == [(1, player)]
    assert not called(event, PAIRING, seat, False).state.calls


def test_a_call_has_its_question() -> None:
    event = called(playing(), PAIRING, "red", True, "Does  smoke block sight?")
    assert [call.text for call in event.state.calls.values()] == ["Does smoke block sight?"]


def test_a_game_of_another_round_calls_nobody() -> None:
    with pytest.raises(TournamentRefusal, match="concerns round 2"):
        called(playing(), Bound(1, 2, PAIRING.players), "red", True)
