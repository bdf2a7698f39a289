"""Check-in: the late and the absent are not drawn, and a late one is seated by a repair."""

import random

import pytest
from test_club_event import NAMES, all_draws, opened, refused

from tablecam.club.tournament.club_event import ClubEvent
from tablecam.club.tournament.club_state import fold_club
from tablecam.club.tournament.drawing import checked_in_by_phone, marked_present, unchecked
from tablecam.club.tournament.refusal import TournamentRefusal
from tablecam.club.tournament.round_drafts import layout_of, replace_player, seat_player


def mark(event: ClubEvent, players: str, presence: str) -> ClubEvent:
    for player in players:
        event = event.decide(lambda state, by, p=player: marked_present(state, p, presence, by))
    return event


def in_the_draw(event: ClubEvent) -> str:
    drafted = event.draft().drafted()
    assert {*drafted.stack} == {player for pair in drafted.pairs for player in pair} | {*drafted.byes}
    return "".join(sorted(drafted.stack))


def test_the_late_and_the_absent_are_not_drawn_and_keep_their_place_in_the_standings() -> None:
    event = mark(mark(mark(opened("abcdef"), "a", "late"), "b", "absent"), "cd", "here")
    assert in_the_draw(event) == "cdef"
    assert fold_club(event.log_events) == event.state
    assert {line.player for line in event.standings() if line.rank is not None} == set("abcdef")
    assert in_the_draw(mark(event, "a", "here")) == "acdef"
    assert in_the_draw(mark(event, "b", "")) == "bcdef"


def test_a_late_player_is_seated_in_the_round_by_a_repair_and_drawn_in_the_next() -> None:
    event = mark(opened("abcdef"), "a", "late").draft().publish()
    (bye,) = event.state.event.drawn[0].byes
    seated = event.repair(lambda state, by: seat_player(state, "a", by, "a late train"))
    game = seated.state.game_of("a")
    assert game is not None
    assert set(game.pair) == {"a", bye}
    assert seated.state.event.presence == {"a": "here"}
    assert in_the_draw(all_draws(seated)) == "abcdef"
    assert in_the_draw(mark(all_draws(event), "a", "here")) == "abcdef"
    assert in_the_draw(all_draws(event)) == "bcdef"


def test_an_absent_player_of_the_round_stays_absent_when_somebody_else_is_seated() -> None:
    event = mark(opened("abcde"), "a", "late").draft().publish()
    event = mark(event, "b", "absent")
    event = event.repair(lambda state, by: replace_player(state, "b", "a", by, "no-show"))
    assert event.state.event.presence == {"a": "here", "b": "absent"}
    assert in_the_draw(all_draws(event)) == "acde"


def test_a_draft_no_longer_fits_when_somebody_comes_late() -> None:
    drafted = opened("abcd").draft()
    assert refused(mark(drafted, "a", "late"), ClubEvent.publish, "draft it again").code == "draft-outdated"
    assert mark(drafted, "a", "here").publish().state.event.number == 1


def test_who_is_not_here_is_not_paired_by_hand_and_not_missed_either() -> None:
    event = mark(opened("abcd"), "ab", "late")
    layout = event.draft().drafted()
    assert layout.pairs in ((("c", "d"),), (("d", "c"),))
    by_hand = opened("abcd").draft().drafted()

    assert (
        refused(event, lambda e: e.draft_by_hand(layout_of(by_hand), "why"), "check them in first").code == "not-here"
    )
    assert event.draft_by_hand(layout_of(layout), "why").drafted().pairs == layout.pairs


def test_what_is_no_check_in_is_refused() -> None:
    event = opened("abcd")
    refused(event, lambda e: mark(e, "z", "here"), "z")
    refused(event, lambda e: mark(e, "a", "asleep"), "not asleep")
    refused(event.drop("a"), lambda e: mark(e, "a", "here"), "reinstate")
    for presence in ("absent", ""):
        refused(event, lambda e, p=presence: e.decide(lambda s, _by: checked_in_by_phone(s, "a", p)), "here or late")
    drawn = event.draft().publish()
    refused(drawn, lambda e: e.decide(lambda s, _by: checked_in_by_phone(s, "a", "late")), "a table is waiting for")
    assert drawn.decide(lambda s, _by: checked_in_by_phone(s, "a", "here")).state.event.presence == {"a": "here"}


def test_the_draw_knows_who_is_not_checked_in_where_anybody_checks_in() -> None:
    event = opened("abcd")
    assert unchecked(event.state.event, expected=False) == ()
    assert unchecked(event.state.event, expected=True) == tuple("abcd")
    event = mark(mark(event, "a", "here"), "b", "late")
    assert unchecked(event.state.event, expected=False) == ("c", "d")


def test_a_player_who_is_entered_again_is_not_here_yet() -> None:
    happened = [*mark(opened("ab"), "a", "here").log_events]
    again = next(act for act in happened if getattr(act, "entrant", None) and act.entrant.id == "a")
    assert fold_club([*happened, again]).event.presence == {}


@pytest.mark.parametrize("seed", range(20))
def test_every_round_of_any_evening_has_those_who_are_not_away(seed: int) -> None:
    chance = random.Random(seed)
    event = opened("abcdef").set_rounds(4, "for the test")
    for _round in range(4):
        for player in NAMES:
            event = mark(event, player, chance.choice(["here", "here", "late", "absent", ""]))
        expected = [player for player in NAMES if event.state.event.presence.get(player) not in ("late", "absent")]
        assert [*event.state.event.active] == expected
        try:
            drafted = event.draft()
        except TournamentRefusal:
            continue
        assert in_the_draw(event) == "".join(expected)
        event = all_draws(drafted.publish())


def test_a_late_player_who_gets_the_bye_is_here_too() -> None:
    event = mark(opened("abcde"), "a", "late").draft().publish()
    seated = event.repair(lambda state, by: seat_player(state, "a", by, "a late train"))
    assert seated.state.event.drawn[0].byes == ("a",)
    assert seated.state.event.presence == {"a": "here"}
