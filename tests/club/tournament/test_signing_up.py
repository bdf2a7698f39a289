"""Sign-up: as many as there are places, the others wait in their order; every fault of an entry is named at once."""

import pytest
from hypothesis import given
from hypothesis import strategies as st
from test_club_event import LIST, all_draws, opened, paired, refused

from tablecam.club.tournament.club_event import ClubEvent
from tablecam.club.tournament.club_state import fold_club
from tablecam.club.tournament.entrant import Entrant
from tablecam.club.tournament.events import PlayerEntered
from tablecam.club.tournament.forces import ForceLine, ForceList
from tablecam.club.tournament.refusal import TournamentRefusal
from tablecam.club.tournament.sign_up_list import SignUpSet
from tablecam.club.tournament.signing_up import (
    MOST_PLACES,
    Application,
    admitted,
    free_places,
    list_changed,
    marked,
    sign_up_set,
    signed_off,
    signed_up,
    taken_places,
)

CHANGES = st.lists(
    st.one_of(
        st.tuples(st.just("sign up"), st.integers(0, 30)),
        st.tuples(st.sampled_from(["off", "drop", "reinstate", "admit", "force"]), st.integers(0, 12)),
        st.tuples(st.just("places"), st.integers(0, 6)),
    ),
    max_size=40,
)


def opening(places: int, event: ClubEvent | None = None) -> ClubEvent:
    event = event or ClubEvent(by="TO").open("Friday", 7)
    return event.sign(lambda state: sign_up_set(state, SignUpSet(open=True, places=places)))


def apply(event: ClubEvent, name: str, force: ForceList | None = None, faction: str = "") -> ClubEvent:
    who = Application(name, faction, 9, force)
    return event.sign(lambda state: signed_up(state, who, "sign-up"))


def off(event: ClubEvent, player: str) -> ClubEvent:
    return event.sign(lambda state: signed_off(state, player, player))


def everybody(names: str, places: int) -> ClubEvent:
    event = opening(places)
    for name in names.split():
        event = apply(event, name)
    return event


def test_who_comes_after_the_last_place_waits_and_gets_the_place_of_who_drops() -> None:
    event = everybody("Ann Bob Cat Dan Eve", 2)
    assert (list(event.state.event.entrants), list(event.state.sign_up.waiting)) == (
        ["ann", "bob"],
        ["cat", "dan", "eve"],
    )
    event = event.drop("ann")
    assert event.state.event.active == ("bob", "cat")
    event = off(off(event, "dan"), "bob")
    assert event.state.event.active == ("cat", "eve")
    assert fold_club(event.log_events) == event.state


def test_more_places_let_in_as_many_and_fewer_drop_nobody() -> None:
    event = opening(3, everybody("Ann Bob Cat Dan", 1))
    assert event.state.event.active == ("ann", "bob", "cat")
    fewer = opening(1, event)
    assert fewer.state.event.active == ("ann", "bob", "cat")
    assert fewer.drop("ann").state.event.active == ("bob", "cat"), "more play than there are places"
    assert [*opening(0, event).state.sign_up.waiting] == []


def test_who_waits_keeps_list_and_place_in_the_row() -> None:
    event = apply(apply(everybody("Ann", 1), "Bob", LIST), "Cat")
    other = ForceList.with_totals("Other", "", (ForceLine("Bosun", 60, 4),))
    event = event.sign(lambda state: list_changed(state, "bob", other))
    assert list(event.state.sign_up.waiting) == ["bob", "cat"]
    event = event.drop("ann")
    assert event.state.forces["bob"] == other
    assert event.state.event.entrants["bob"].models == 4


def test_an_id_of_the_waiting_list_belongs_to_nobody_else() -> None:
    event = off(everybody("Ann Bob", 1), "bob")
    assert [*apply(event, "Bob").state.sign_up.waiting] == ["bob2"]
    waiting = everybody("Ann Bob", 1)
    refused(waiting, lambda event: event.enter(Entrant("bob", "Bob", "", 9)), "waiting list")
    assert waiting.sign(lambda state: admitted(state, "bob", "TO")).state.event.active == ("ann", "bob")


def test_every_fault_of_an_entry_is_named() -> None:
    costly = ForceList.with_totals(
        "X", "junkers", (ForceLine("Hulk", 280), ForceLine("Hulk", 90), ForceLine("", -2, 0))
    )
    event = everybody("Ann", 4)
    refusal = refused(event, lambda event: apply(event, " ann ", costly, "triads"), "ann is not signed up")
    for fault in ("add a letter", "costs 368 points, 68 over the 300", "without a name", "is for junkers, but"):
        assert fault in str(refusal)
    assert refusal.code == "faults-of-sign-up"
    for name, why in (("", "give your name"), ("x" * 61, "at most 60"), ("a\x07", "at most 60")):
        refused(event, lambda event, n=name: apply(event, n), why)
    assert apply(event, "Eve", ForceList.with_totals("X", "Junkers", LIST.lines), "junkers").state.forces["eve"]


def test_sign_up_is_refused_while_it_is_closed_and_once_round_1_is_drawn() -> None:
    assert refused(opened(), lambda event: apply(event, "Eve"), "not open").code == "sign-up-closed"
    drawn = paired(night=opening(0, opened()))
    assert "round 1 is drawn" in str(refused(drawn, lambda event: apply(event, "Eve"), "ask the organiser"))
    assert refused(drawn, lambda event: off(event, "a"), "tell the organiser").code == "round-drawn"
    refused(opened(), lambda event: opening(MOST_PLACES + 1, event), "places")


def test_who_waits_longest_is_not_let_in_once_round_1_is_drawn() -> None:
    drawn = all_draws(paired(night=apply(opening(4, opened()), "Eve"))).drop("a")
    assert "eve" not in drawn.state.event.entrants
    late = drawn.sign(lambda state: admitted(state, "eve", "TO"))
    assert "eve" in late.state.event.active


def test_a_new_list_is_not_approved_yet() -> None:
    event = opened("ab").list_force("a", LIST).sign(lambda state: marked(state, "a", True, True))
    assert (event.state.sign_up.paid, event.state.sign_up.approved) == ({"a"}, {"a"})
    event = event.list_force("a", LIST)
    assert (event.state.sign_up.paid, event.state.sign_up.approved) == ({"a"}, set())
    refused(event, lambda event: event.sign(lambda state: marked(state, "b", True, True)), "has not handed in a list")
    refused(event, lambda event: event.sign(lambda state: admitted(state, "a", "TO")), "has a place")
    refused(event, lambda event: event.sign(lambda state: admitted(state, "z", "TO")), "z")


def changed(event: ClubEvent, what: str, number: int) -> ClubEvent:
    waiting, playing = [*event.state.sign_up.waiting], [*event.state.event.entrants]
    some = waiting if what == "admit" else waiting + playing
    if what in ("sign up", "places"):
        return apply(event, f"Player {number}") if what == "sign up" else opening(number, event)
    if not some:
        return event
    player = some[number % len(some)]
    if what == "off":
        return off(event, player)
    if what == "admit":
        return event.sign(lambda state: admitted(state, player, "TO"))
    if what == "force":
        return event.list_force(player, LIST)
    return event.drop(player) if what == "drop" else event.reinstate(player)


@pytest.mark.slow
@given(CHANGES, st.integers(0, 4))
def test_nobody_waits_while_a_place_is_free_and_nobody_overtakes(changes: list[tuple[str, int]], places: int) -> None:
    event, order = opening(places), list[str]()
    for what, number in changes:
        before = event
        try:
            event = changed(event, what, number)
        except TournamentRefusal:
            continue
        state = event.state
        assert fold_club(event.log_events) == state
        assert not state.sign_up.waiting or free_places(state) == 0
        assert not state.sign_up.waiting.keys() & state.event.entrants.keys()
        order += [id for id in state.sign_up.waiting if id not in order]
        assert [*state.sign_up.waiting] == [id for id in order if id in state.sign_up.waiting]
        new = event.log_events[len(before.log_events) :]
        entered = [act.entrant.id for act in new if isinstance(act, PlayerEntered)]
        if what in ("off", "drop", "places"):
            assert entered == [*before.state.sign_up.waiting][: len(entered)] or what == "off"
        limit = state.sign_up.settings.places
        assert not limit or not entered or what == "admit" or taken_places(state) <= limit
