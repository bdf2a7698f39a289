"""A club event around the event: drafts, lists, score cards of two reports; what is refused changes nothing."""

from collections.abc import Callable
from dataclasses import replace

import pytest

from tablecam.club.tournament.club_event import ClubEvent
from tablecam.club.tournament.club_state import ClubState, fold_club
from tablecam.club.tournament.entrant import Entrant, Layout
from tablecam.club.tournament.events import GameReported, RoundDrawn
from tablecam.club.tournament.forces import ForceLine, ForceList
from tablecam.club.tournament.refusal import TournamentRefusal
from tablecam.club.tournament.round_drafts import layout_of, swapped
from tablecam.club.tournament.scoring import Side

NAMES = {"a": "Ann", "b": "Bob", "c": "Cat", "d": "Dan", "e": "Eve", "f": "Fay"}
LIST = ForceList.with_totals("Night Ferry", "", (ForceLine("Deckhand", 90, 6), ForceLine("Bosun", 30)))


def opened(players: str = "abcd") -> ClubEvent:
    night = ClubEvent(by="TO").open("Friday", 7)
    for player in players:
        night = night.enter(Entrant(player, NAMES[player], "", 10))
    return night.set_tables(range(1, 6))


def paired(text: str = "ab cd", byes: str = "", night: ClubEvent | None = None) -> ClubEvent:
    """The next round, published as `ab cd` lays it out."""
    layout = Layout(tuple((pair[0], pair[1]) for pair in text.split()), tuple(byes))
    return (night or opened()).draft_by_hand(layout, "for the test").publish()


def refused(night: ClubEvent, what: Callable[[ClubEvent], ClubEvent], message: str) -> TournamentRefusal:
    before = night.state
    with pytest.raises(TournamentRefusal, match=message) as error:
        what(night)
    assert night.state == before
    assert "\n" not in str(error.value)
    return error.value


def all_draws(night: ClubEvent) -> ClubEvent:
    for game in night.state.event.open_games:
        night = night.report(Side(game.pair[0]), Side(game.pair[1]))
    return night


def test_what_was_told_is_the_night() -> None:
    night = paired().report_side("a", Side("b", 3)).start_clock()
    assert fold_club(night.log_events) == night.state


def test_a_night_is_opened_once_and_has_a_name() -> None:
    refused(ClubEvent(), lambda night: night.open("  ", 7), "needs a name")
    refused(opened(), lambda night: night.open("Saturday", 7), "opened only once")


@pytest.mark.parametrize(("id", "name"), [("", "Ann"), ("a b", "Ann"), ("x", ""), ("x", "Ann\nBob"), ("x/y", "Ann")])
def test_an_id_and_a_name_can_be_printed_on_a_card(id: str, name: str) -> None:
    refused(opened(), lambda night: night.enter(Entrant(id, name, "", 10)), r"\(ID\)")


# drafts


def test_a_draft_is_not_played_until_it_is_published() -> None:
    draft = opened().draft()
    assert draft.state.draft is not None
    assert draft.state.event.games == ()
    published = draft.publish()
    assert published.state.draft is None
    assert published.state.event.drawn == (draft.state.draft,)


def test_a_draft_can_be_dropped_and_comes_out_the_same_again() -> None:
    draft = opened().draft()
    dropped = draft.drop_draft()
    assert dropped.state.draft is None
    assert dropped.draft().state.draft == draft.state.draft
    refused(dropped, lambda night: night.drop_draft(), "no draft of round 1")
    refused(dropped, lambda night: night.publish(), "no draft of round 1")


@pytest.mark.parametrize(
    "change",
    [
        lambda night: night.enter(Entrant("e", "Eve", "", 5)),
        lambda night: night.drop("a"),
        lambda night: night.set_tables([2, 3, 4]),
    ],
    ids=["late entry", "drop", "tables"],
)
def test_a_draft_that_no_longer_fits_is_not_published(change) -> None:
    stale = change(opened().draft())
    refused(stale, lambda night: night.publish(), "does not fit later changes: draft it again")
    assert stale.draft().publish().state.event.number == 1


def test_a_draft_by_hand_lists_what_it_breaks_and_who_wants_it_so() -> None:
    again = all_draws(paired()).draft_by_hand(Layout((("a", "b"), ("c", "d"))), "they asked for it")
    draft = again.state.draft
    assert draft is not None
    assert [violation.row for violation in draft.breaches] == ["P2", "P2", "P3"]
    assert (draft.edited, draft.by, draft.reason) == (True, "TO", "they asked for it")
    assert again.publish().state.event.drawn[-1] == draft


def test_a_draft_from_a_log_before_violations_had_codes_is_published() -> None:
    again = all_draws(paired()).draft_by_hand(Layout((("a", "b"), ("c", "d"))), "they asked for it")
    old = replace(again.state.draft, breaches=("Ann (a) meets Bob (b) again, against UW-TG (P2)",))
    night = replace(again, state=replace(again.state, draft=old))
    assert night.publish().state.event.drawn[-1] == old


def test_two_players_of_a_draft_change_places() -> None:
    night = paired("ab cd", "e", opened("abcde"))
    layout = layout_of(night.state.event.drawn[0])
    assert swapped(layout, "a", "d") == Layout((("d", "b"), ("c", "a")), ("e",))
    assert swapped(layout, "e", "b") == Layout((("a", "e"), ("c", "d")), ("b",))
    assert swapped(layout, "a", "b") == Layout((("b", "a"), ("c", "d")), ("e",))
    assert swapped(Layout((("a", "b"),), (), ("c",)), "c", "a") == Layout((("c", "b"),), (), ("a",))
    with pytest.raises(TournamentRefusal, match="x has no place"):
        swapped(layout, "a", "x")


def test_a_draft_by_hand_without_a_reason_is_refused() -> None:
    refused(opened(), lambda night: night.draft_by_hand(Layout((("a", "b"), ("c", "d"))), ""), "give both")


def test_a_round_that_cannot_be_drawn_offers_remedies_to_draft() -> None:
    night = opened().set_rounds(4, "a long night")
    for text in ("ab cd", "ac bd", "ad bc"):
        night = all_draws(paired(text, night=night))
    wrong = refused(night, lambda night: night.draft(), "remedies")
    assert night.remedies() == wrong.remedies
    draft = night.draft_remedy(1, "played on").state.draft
    assert draft is not None
    assert (draft.pairs, draft.byes) == (wrong.remedies[0].layout.pairs, wrong.remedies[0].layout.byes)
    refused(night, lambda night: night.draft_remedy(9, "?"), "none has the number 9")
    refused(night, lambda night: night.draft_remedy(len(wrong.remedies), "?"), "set the number of rounds")


def test_there_are_no_remedies_where_nothing_is_wrong() -> None:
    assert opened().remedies() == ()


# force lists


def test_a_list_says_how_many_models_a_player_has() -> None:
    night = opened().list_force("a", LIST)
    assert night.state.event.entrants["a"].models == 7
    assert night.state.forces["a"] == LIST


def test_a_player_may_enter_with_his_list() -> None:
    night = opened().enter(Entrant("e", "Eve", "", 0), force=LIST)
    assert night.state.event.entrants["e"].models == 7
    assert night.state.forces["e"].points == 120


@pytest.mark.parametrize(
    ("force", "message"),
    [
        (replace(LIST, points=119), "states 119 points, but its lines add up to 120"),
        (replace(LIST, models=8), "states 8 models, but its lines add up to 7"),
        (
            ForceList.with_totals("Horde", "", (ForceLine("Giant", 301),)),
            "costs 301 points, 1 over the 300 of the event",
        ),
        (ForceList.with_totals("None", "", ()), "has no models"),
        (ForceList.with_totals("Odd", "", (ForceLine("Ghost", -1),)), "an invalid line: Ghost"),
        (replace(LIST, faction="triads"), "is for triads, but the player’s faction is junkers"),
    ],
)
def test_a_list_that_cannot_be_is_refused(force: ForceList, message: str) -> None:
    night = opened().enter(Entrant("e", "Eve", "junkers", 7))
    force = force if force.faction else replace(force, faction="junkers")
    wrong = refused(night, lambda night: night.list_force("e", force), message)
    assert wrong.clause.row == "LIST"
    assert wrong.players == ("e",)


def test_a_list_is_locked_once_its_player_is_paired() -> None:
    night = paired()
    refused(night, lambda night: night.list_force("a", LIST), "the force list of Ann .* has been locked")
    assert night.list_force("a", LIST, "he had brought the wrong one").state.forces["a"] == LIST
    late = night.enter(Entrant("e", "Eve", "", 5)).list_force("e", LIST)
    assert late.state.forces["e"] == LIST


def test_a_changed_list_cannot_be_smaller_than_what_was_lost() -> None:
    night = paired().report(Side("a", 9), Side("b", 0))
    wrong = refused(night, lambda night: night.list_force("a", LIST, "typo"), "has lost 9 models")
    assert wrong.clause.row == "A4"


def test_a_list_is_seen_by_its_player_and_by_those_he_was_paired_with() -> None:
    draft = opened().draft().state
    assert [one for one in "abcd" if draft.sees_force("a", one)] == ["a"]
    state = paired("ab cd").state
    assert [one for one in "abcd" if state.sees_force("a", one)] == ["a", "b"]


# score cards


def test_two_reports_that_agree_close_the_game() -> None:
    night = paired().report_side("a", Side("b", 9), Side("a", 3))
    assert night.state.event.open_games[0].pair == ("a", "b")
    night = night.report_side("b", Side("a", 3), Side("b", 9))
    game = night.state.event.games[0]
    assert game.sides == (Side("a", 3), Side("b", 9))
    assert night.state.event.game_points(game) == (20, 4)
    assert isinstance(night.log_events[-1], GameReported)
    assert night.log_events[-1].by == "a and b"
    assert night.by == "TO"


def test_each_may_enter_the_opponents_half_alone() -> None:
    night = paired().report_side("b", Side("a", 3)).report_side("a", Side("b", 9))
    assert night.state.event.games[0].sides == (Side("a", 3), Side("b", 9))


def test_a_mismatch_waits_for_the_organiser() -> None:
    night = paired().report_side("a", Side("b", 9), Side("a", 3)).report_side("b", Side("a", 3), Side("b", 8))
    game = night.state.event.games[0]
    assert game.sides is None
    assert night.state.disputed == (game,)
    assert list(map(str, night.state.disputes(game))) == ["Ann (a) reports for Bob (b): lost 9; Bob reports: lost 8"]
    settled = night.report(Side("a", 3), Side("b", 8))
    assert settled.state.disputed == ()
    assert settled.state.cards == {}


def test_one_person_cannot_report_twice() -> None:
    night = paired().report_side("a", Side("b", 9))
    refused(night, lambda night: night.report_side("a", Side("b", 9)), "Ann .* has already entered a report")
    cleared = night.clear_card("b", "a slip of the finger")
    assert cleared.report_side("a", Side("b", 8)).state.card(cleared.state.event.games[0]).reports


def test_a_card_is_cleared_for_a_reason_and_only_where_there_is_something() -> None:
    refused(paired(), lambda night: night.clear_card("a", "why not"), "wait for a report")
    refused(paired().report_side("a", Side("b", 1)), lambda night: night.clear_card("a", ""), "give a reason")


def test_nobody_reports_for_another_pair_or_about_himself() -> None:
    refused(paired(), lambda night: night.report_side("a", Side("c", 1)), "does not meet Cat")
    refused(paired(), lambda night: night.report_side("a", Side("a", 1)), "does not meet Ann")
    refused(paired(), lambda night: night.report_side("x", Side("a", 1)), "nobody here has the ID x")
    refused(paired(), lambda night: night.report_side("a", Side("b", 1), Side("b", 1)), "only their own losses")


def test_losses_above_the_force_are_refused_from_a_player_as_well() -> None:
    refused(paired(), lambda night: night.report_side("a", Side("b", 11)), "cannot have lost 11 of 10")
    refused(paired(), lambda night: night.report_side("a", Side("b", 1), Side("a", 11)), "cannot have lost 11 of 10")


def test_a_concession_wants_the_word_of_the_one_who_concedes() -> None:
    night = paired().report_side("a", Side("b", 2, conceded=True)).report_side("b", Side("a", 3))
    assert list(map(str, night.state.disputes(night.state.event.games[0]))) == [
        "Ann (a) reports that Bob (b) conceded, but Bob (b) has not confirmed it"
    ]
    agreed = (
        paired().report_side("a", Side("b", 2, conceded=True)).report_side("b", Side("a", 3), Side("b", 0, False, True))
    )
    assert agreed.state.event.conceded == {"b"}


def test_each_saying_that_the_other_conceded_is_a_quarrel() -> None:
    one, other = Side("b", conceded=True), Side("a", conceded=True)
    night = paired().report_side("a", one).report_side("b", other)
    assert len(night.state.disputes(night.state.event.games[0])) == 2


def test_a_tracked_game_fills_the_card_in_and_both_confirm() -> None:
    night = paired().fill_card(Side("b", 9), Side("a", 3), "game 12")
    game = night.state.event.games[0]
    assert night.state.card(game).filled == (Side("a", 3), Side("b", 9))
    once = night.confirm("a")
    assert once.state.event.open_games[0] == game
    assert once.confirm("b").state.event.games[0].sides == (Side("a", 3), Side("b", 9))


def test_a_player_may_confirm_what_his_opponent_has_entered_for_both() -> None:
    night = paired().report_side("a", Side("b", 9), Side("a", 3)).confirm("b")
    assert night.state.event.games[0].sides == (Side("a", 3), Side("b", 9))


def test_there_is_nothing_to_confirm_on_a_blank_card_or_without_a_game() -> None:
    refused(paired(), lambda night: night.confirm("a"), "nothing yet for Ann .* to confirm")
    refused(paired().report_side("a", Side("b", 9)), lambda night: night.confirm("b"), "nothing yet")
    refused(paired("ab", "c", opened("abc")), lambda night: night.confirm("c"), "Cat .* has no game")
    refused(all_draws(paired()), lambda night: night.confirm("a"), "is already reported")


# the rest


def test_a_published_round_stands_when_an_earlier_result_is_corrected() -> None:
    night = all_draws(paired()).draft().publish()
    drawn = night.state.event.drawn
    night = night.correct(1, (Side("a", 0), Side("b", 10)), "misread")
    assert night.state.event.drawn == drawn
    assert night.state.event.scores()["a"] == 24


def test_a_correction_makes_a_draft_out_of_date() -> None:
    night = all_draws(paired()).draft().correct(1, (Side("a", 10), Side("b", 0)), "misread")
    refused(night, lambda night: night.publish(), "draft it again")


def test_everything_of_the_event_is_logged_with_who_did_it() -> None:
    night = paired("ab", "c", opened("abc"))
    night = replace(night, by="Ref").concede("a").drop("c").reinstate("c").set_rounds(1, "late")
    assert {each.by for each in night.log_events[-4:]} == {"Ref"}
    assert night.state.over
    assert [line.player for line in night.standings()] == ["b", "c", "a"]


def test_a_shared_place_is_rolled_for() -> None:
    night = all_draws(paired()).roll_off(["b", "a", "c", "d"])
    assert [line.player for line in night.standings()] == ["b", "a", "c", "d"]


def test_a_roll_off_is_asked_for_only_once_a_place_hangs_on_it() -> None:
    # four players level after the first of two rounds: places still change, and the next pairing is drawn by lot
    first = all_draws(paired())
    assert [line.rank for line in first.standings()] == [1, 1, 1, 1]
    assert first.state.roll_offs_due == ()
    last = all_draws(paired("ac bd", night=first))
    assert last.state.over
    assert last.state.roll_offs_due == (("a", "b", "c", "d"),)
    assert last.roll_off(["b", "a", "c", "d"]).state.roll_offs_due == ()


def test_places_that_nobody_shares_need_no_roll_off() -> None:
    night = opened("ab").draft().publish()
    assert night.report(Side("a", 1), Side("b", 9)).state.roll_offs_due == ()


def test_a_state_has_a_usual_beginning() -> None:
    assert ClubState().title == ""
    assert not ClubState().over
    assert ClubState().game_of("a") is None


def test_a_draft_keeps_its_seed_and_its_stacks() -> None:
    drawn = opened("abcde").draft().publish().state.event.drawn[0]
    assert isinstance(drawn, RoundDrawn)
    assert (drawn.seed, len(drawn.stack), len(drawn.bye_stack)) == (7, 5, 5)


def test_a_report_is_taken_back_until_the_opponent_has_reported() -> None:
    event = paired().report_side("a", Side("b", 3), Side("a", 5))
    after = event.withdraw_report("a")
    assert fold_club(after.log_events) == after.state
    game = after.state.game_of("a")
    assert game
    assert after.state.card(game).reports == ()
    assert refused(after, lambda event: event.withdraw_report("a"), "no report").code == "no-report"
    both = after.report_side("a", Side("b", 5), Side("a", 3)).report_side("b", Side("a", 9), Side("b", 5))
    assert (
        refused(both, lambda event: event.withdraw_report("a"), "is waiting for the organiser").code == "both-reported"
    )
