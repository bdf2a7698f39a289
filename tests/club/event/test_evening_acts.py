"""The organiser renames, counts, cancels and archives; scenarios, prizes, reserved places and tie-breaks."""

import pytest

from tablecam.club.event import evening_acts
from tablecam.club.event.commands import CLUB_ACTS, command
from tablecam.club.event.entrant_acts import enter_lines, presence
from tablecam.club.event.event_forces import EventForces
from tablecam.club.tournament.club_event import ClubEvent
from tablecam.club.tournament.entrant import Entrant
from tablecam.club.tournament.evening_changes import open_reservations, without_force
from tablecam.club.tournament.refusal import TournamentRefusal
from tablecam.club.tournament.scoring import Side
from tablecam.club.tournament.sign_up_list import SignUpSet
from tablecam.club.tournament.signing_up import Application, free_places, sign_up_set, signed_up
from tablecam.rules.books.catalogue import BOOKS

WAR = EventForces(BOOKS, "urban-war")


def opened(names: str = "Ann\nBob\nCat\nDan") -> ClubEvent:
    return enter_lines(ClubEvent(by="TO").open("Friday", seed=7), names, WAR.read_starter)


def counted(event: ClubEvent) -> ClubEvent:
    for player in event.state.event.entrants:
        event = evening_acts.count_models(event, player, 8, "junkers")
    return event


def refused(event: ClubEvent, act, *given: object) -> TournamentRefusal:
    with pytest.raises(TournamentRefusal) as refusal:
        act(event, *given)
    return refusal.value


def test_plain_names_are_entered_and_their_forces_are_missing() -> None:
    event = opened("Ann Archer\nBob Brook\nCat Crane")
    assert [entrant.name for entrant in event.state.event.entrants.values()] == ["Ann Archer", "Bob Brook", "Cat Crane"]
    assert without_force(event.state) == ("ann", "bob", "cat")
    assert without_force(evening_acts.count_models(event, "bob", 9).state) == ("ann", "cat")
    # a late player is among those whom the desk counts, and one who has left is not
    assert without_force(presence(event, "bob", "late").drop("cat").state) == ("ann", "bob")


def test_a_game_is_not_reported_before_both_forces_are_in() -> None:
    event = opened("Ann\nBob").draft().publish()
    one, other = event.state.event.games[0].pair
    assert refused(event, ClubEvent.report, Side(one), Side(other)).code == "no-force"
    event = counted(event).report(Side(one, 0), Side(other, 8))
    assert event.state.event.game_points(event.state.event.games[0]) == (24, 0)


def test_a_concession_needs_no_force() -> None:
    event = opened("Ann\nBob").draft().publish()
    one, other = event.state.event.games[0].pair
    event = event.concede(one)
    scores = event.state.event.scores()
    assert (scores[one], scores[other]) == (0, 24)


def test_models_are_not_counted_where_there_is_a_list_or_fewer_than_were_lost() -> None:
    event = enter_lines(opened(), "Eve,,harbour_watch", WAR.read_starter)
    assert refused(event, evening_acts.count_models, "eve", 9).code == "has-list"
    played = counted(opened("Ann\nBob")).draft().publish()
    one, other = played.state.event.games[0].pair
    played = played.report(Side(one, 5), Side(other, 2))
    assert refused(played, evening_acts.count_models, one, 9).code == "list-locked"
    assert "too small" in str(refused(played, evening_acts.count_models, one, 4, "", "a slip"))


def test_a_player_an_event_and_a_force_are_renamed_and_the_card_stays() -> None:
    event = enter_lines(opened(), "Eve,,harbour_watch", WAR.read_starter)
    event = evening_acts.rename_event(event, "  Saturday   Night ")
    event = evening_acts.rename_player(event, "ann", "Anne Archer")
    event = evening_acts.rename_force(event, "eve", "The Old Watch")
    assert event.state.title == "Saturday Night"
    assert event.state.names["ann"] == "Anne Archer"
    assert event.state.forces["eve"].name == "The Old Watch"
    assert refused(event, evening_acts.rename_event, " ").code == "no-text"
    assert refused(event, evening_acts.rename_force, "ann", "x").code == "no-list"


def test_an_evening_is_cancelled_until_round_1_is_published() -> None:
    event = evening_acts.cancel(opened(), True, "illness")
    assert event.state.settings.cancelled is not None
    assert evening_acts.cancel(event, False).state.settings.cancelled is None
    assert refused(opened().draft().publish(), evening_acts.cancel, True).code == "has-begun"


def test_scenarios_and_prizes_are_set_and_taken_back() -> None:
    event = evening_acts.set_scenario(opened(), 2, "Breakthrough")
    event = evening_acts.set_place_prize(evening_acts.set_place_prize(event, 2, "20 pounds"), 1, "50 pounds")
    assert dict(event.state.settings.scenarios) == {2: "Breakthrough"}
    assert list(event.state.settings.prizes.items()) == [(1, "50 pounds"), (2, "20 pounds")]
    assert not evening_acts.set_scenario(event, 2).state.settings.scenarios
    assert refused(event, evening_acts.set_scenario, 0, "x").code == "no-such-round"
    assert refused(event, evening_acts.set_place_prize, 0, "x").code == "no-such-place"


def test_a_reserved_place_stays_free_for_its_name() -> None:
    event = opened().sign(lambda state: sign_up_set(state, SignUpSet(open=True, places=5)))
    event = evening_acts.reserve_seat(event, "Zoe Zander", True)
    assert free_places(event.state) == 0
    event = event.sign(lambda state: signed_up(state, Application("Eve", "junkers", 9), "phone"))
    assert "eve" in event.state.sign_up.waiting
    event = event.sign(lambda state: signed_up(state, Application("zoe  ZANDER", "junkers", 9), "phone"))
    assert "zoe" in event.state.event.entrants
    assert not open_reservations(event.state)
    assert "eve" in event.state.sign_up.waiting


def test_a_reserved_place_that_is_given_up_goes_to_whoever_waits() -> None:
    event = opened().sign(lambda state: sign_up_set(state, SignUpSet(open=True, places=5)))
    event = evening_acts.reserve_seat(event, "Zoe Zander", True)
    event = event.sign(lambda state: signed_up(state, Application("Eve", "junkers", 9), "phone"))
    assert "eve" in evening_acts.reserve_seat(event, "Zoe Zander", False).state.event.entrants
    assert refused(event, evening_acts.reserve_seat, "Zoe Zander", True).code == "reserved-already"
    assert refused(event, evening_acts.reserve_seat, "Ann", True).code == "has-place"


def lopsided(first: str) -> list[str]:
    """Places after one round in which p1 beat p2 with many losses, and p3 beat p4 with few."""
    event = ClubEvent(by="TO").open("Friday", seed=3)
    for number in range(1, 5):
        event = event.enter(Entrant(f"p{number}", f"P{number}", "", 16))
    event = evening_acts.set_tie_breaks(event, first) if first else event
    event = event.draft().publish()
    for game, losses in zip(event.state.event.games, ((7, 15), (4, 14)), strict=True):
        event = event.report(*(Side(player, lost) for player, lost in zip(game.pair, losses, strict=True)))
    winners = [game.pair[0] for game in event.state.event.games]
    return [
        "first" if row.player == winners[0] else "second" for row in event.state.standings() if row.player in winners
    ]


def test_own_tie_breaks_decide_in_their_order() -> None:
    assert lopsided("left") == ["second", "first"]
    assert lopsided("removed") == ["first", "second"]


def test_wins_and_shared_places_by_own_tie_breaks() -> None:
    event = evening_acts.set_tie_breaks(counted(opened("Ann\nBob\nCat\nDan")), "wins").draft().publish()
    for game in event.state.event.games:
        event = event.report(Side(game.pair[0], 0), Side(game.pair[1], 8))
    assert [row.counts for row in event.state.standings()] == [(1,), (1,), (0,), (0,)]
    assert [row.rank for row in event.state.standings()] == [1, 1, 3, 3]
    assert refused(event, evening_acts.set_tie_breaks, "wins").code == "round-drawn"
    assert refused(opened(), evening_acts.set_tie_breaks, "wins", "wins").code == "no-such-tie-break"


def test_a_call_for_a_judge_may_have_its_question() -> None:
    event = counted(opened()).draft().publish()
    player = event.state.event.games[0].pair[0]
    event = event.call_judge(player, "  Does smoke   block sight? ")
    (call,) = event.state.calls.values()
    assert call.text == "Does smoke block sight?"
    other = event.state.event.games[1].pair[0]
    assert refused(event, ClubEvent.call_judge, other, "x" * 121).code == "text-too-long"


def test_every_act_of_the_evening_has_a_command_and_a_form() -> None:
    for act in evening_acts.EVENING_ACTS:
        assert act.command
        assert act.describe()["title"]
        assert CLUB_ACTS[act.name] is act


def test_the_desk_sends_them_as_requests() -> None:
    act = command("set_scenario", {"round": 1, "scenario": "Breakthrough"})
    assert dict(act(opened()).state.settings.scenarios) == {1: "Breakthrough"}
