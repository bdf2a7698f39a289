"""Cards and penalties in points, and points for the rounds that a late player missed."""

import pytest

from tablecam.club.tournament.club_event import ClubEvent
from tablecam.club.tournament.conduct import grant, lift, penalise
from tablecam.club.tournament.drawing import marked_present
from tablecam.club.tournament.entrant import Entrant
from tablecam.club.tournament.refusal import TournamentRefusal
from tablecam.club.tournament.round_drafts import seat_player
from tablecam.club.tournament.scoring import Side


def evening(players: str = "abcd") -> ClubEvent:
    event = ClubEvent(by="TO").open("Friday", 7)
    for player in players:
        event = event.enter(Entrant(player, player.title(), "", 10))
    return event.set_rounds(3, "a long evening").set_tables(range(1, 8))


def marked(event: ClubEvent, player: str, presence: str) -> ClubEvent:
    return event.decide(lambda state, by: marked_present(state, player, presence, by))


def played(event: ClubEvent) -> ClubEvent:
    event = event.draft().publish()
    for game in event.state.event.open_games:
        event = event.report(Side(game.pair[0], 1), Side(game.pair[1], 9))
    return event


def penalised(event: ClubEvent, player: str, card: str = "", points: int = 0, reason: str = "slow") -> ClubEvent:
    return event.decide(lambda state, by: penalise(state, player, card, points, by, reason))


def granted(event: ClubEvent, player: str, *points: int) -> ClubEvent:
    return event.decide(lambda state, by: grant(state, player, points, by))


def test_points_go_from_the_player_and_not_from_the_tie_breaks_of_opponents() -> None:
    before = played(evening())
    first = before.standings()[0]
    after = penalised(before, first.player, "yellow", 4)
    lines = {line.player: line for line in after.standings()}
    assert (lines[first.player].points, lines[first.player].penalty) == (first.points - 4, 4)
    assert {line.player: line.tiebreak for line in before.standings()} == {
        player: line.tiebreak for player, line in lines.items()
    }
    # the next round is paired by what is left
    assert after.state.event.scores()[first.player] == first.points - 4
    lifted = after.decide(lambda state, by: lift(state, first.player, 1, by))
    assert lifted.standings() == before.standings()


def test_a_card_alone_takes_nothing() -> None:
    event = penalised(evening(), "a", "red")
    assert event.state.event.penalty("a") == 0
    assert [penalty.card for penalty in event.state.event.penalties["a"]] == ["red"]


@pytest.mark.parametrize(
    ("card", "points", "reason", "says"),
    [
        ("", 0, "slow", "a card, 1 to 100 points, or both"),
        ("blue", 1, "slow", "yellow or red"),
        ("red", 101, "slow", "1 to 100"),
        ("red", -1, "slow", "1 to 100"),
        ("red", 4, "", "with a name and a reason"),
    ],
)
def test_a_penalty_that_is_none_is_refused(card: str, points: int, reason: str, says: str) -> None:
    with pytest.raises(TournamentRefusal, match=says):
        penalised(evening(), "a", card, points, reason)


def test_only_a_penalty_that_there_is_is_taken_back() -> None:
    with pytest.raises(TournamentRefusal) as refused:
        penalised(evening(), "a", "red").decide(lambda state, by: lift(state, "a", 2, by))
    assert refused.value.code == "no-penalty"


def test_a_late_player_who_was_entered_has_points_for_each_round_missed() -> None:
    event = played(played(marked(evening("abcde"), "e", "late")))
    assert event.state.event.missed == {"e": (1, 2)}
    here = granted(marked(event, "e", "here"), "e", 12, 0)
    assert here.state.event.scores()["e"] == 12
    with pytest.raises(TournamentRefusal, match="has missed no round") as refused:
        granted(here, "e", 12)
    assert refused.value.code == "nothing-missed"
    with pytest.raises(TournamentRefusal, match="0 or 12 points for each of 2 missed"):
        granted(event, "e", 12)
    with pytest.raises(TournamentRefusal, match="0 or 12"):
        granted(event, "e", 12, 8)


def test_who_is_seated_in_the_round_has_not_missed_it() -> None:
    event = marked(evening("abcde"), "e", "late").draft().publish()
    seated = event.repair(lambda state, by: seat_player(state, "e", by, "a late train"))
    assert seated.state.event.missed["e"] == ()
    first = granted(event, "e", 12)
    assert first.state.event.scores()["e"] == 12
    again = first.repair(lambda state, by: seat_player(state, "e", by, "a late train"))
    # the bye alone
    assert again.state.event.scores()["e"] == 24


def test_who_was_dropped_has_no_points_for_it() -> None:
    event = played(evening("abcde").drop("e")).reinstate("e")
    with pytest.raises(TournamentRefusal, match="has missed no round"):
        granted(event, "e", 12)
