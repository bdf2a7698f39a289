"""Votes on a prize: one a player, for somebody else, until the organiser closes the vote."""

import pytest

from tablecam.club.tournament.club_event import ClubEvent
from tablecam.club.tournament.conduct import MOST_PRIZES, close_vote, open_vote, vote
from tablecam.club.tournament.entrant import Entrant
from tablecam.club.tournament.refusal import TournamentRefusal

PAINTED = "Best painted"


def evening() -> ClubEvent:
    event = ClubEvent(by="TO").open("Friday", 7)
    for player in "abcd":
        event = event.enter(Entrant(player, player.title(), "", 10))
    return event.after(open_vote(event.state.prizes, PAINTED))


def voted(event: ClubEvent, voter: str, player: str, prize: str = PAINTED) -> ClubEvent:
    return event.after(vote(event.state.prizes, event.state.event, prize, voter, player))


def test_each_player_has_one_vote_that_may_change() -> None:
    event = evening()
    for voter, player in ("ab", "cb", "da", "dc", "ba"):
        event = voted(event, voter, player)
    assert event.state.prizes[PAINTED].tally() == (("b", 2), ("a", 1), ("c", 1))


def test_nobody_votes_for_themselves_or_twice_or_once_it_is_closed() -> None:
    event = evening()
    with pytest.raises(TournamentRefusal, match=r"A \(a\) votes for somebody else"):
        voted(event, "a", "a")
    with pytest.raises(TournamentRefusal, match="nobody here has the ID zoe"):
        voted(event, "a", "zoe")
    with pytest.raises(TournamentRefusal) as unknown:
        voted(event, "a", "b", "Best dressed")
    closed = event.after(close_vote(event.state.prizes, PAINTED))
    with pytest.raises(TournamentRefusal) as refused:
        voted(closed, "a", "b")
    assert unknown.value.code == refused.value.code == "vote-closed"
    again = closed.after(open_vote(closed.state.prizes, PAINTED))
    assert voted(again, "a", "b").state.prizes[PAINTED].tally() == (("b", 1),)


def test_a_vote_is_opened_once_and_has_a_name() -> None:
    event = evening()
    with pytest.raises(TournamentRefusal) as refused:
        open_vote(event.state.prizes, f" {PAINTED} ")
    assert refused.value.code == "vote-open"
    with pytest.raises(TournamentRefusal, match="needs a name"):
        open_vote(event.state.prizes, " ")
    for number in range(MOST_PRIZES - 1):
        event = event.after(open_vote(event.state.prizes, f"Prize {number}"))
    with pytest.raises(TournamentRefusal, match="at most 8 prizes"):
        open_vote(event.state.prizes, "One more")
