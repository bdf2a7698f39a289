"""Tables that suit a player: a wish decides among tables that are as new to the pair, and never against the guide."""

import random

import pytest
from test_club_event import refused
from test_wishes import event_of

from tablecam.club.tournament.club_event import ClubEvent
from tablecam.club.tournament.club_state import fold_club
from tablecam.club.tournament.entrant import Card
from tablecam.club.tournament.scoring import Side
from tablecam.club.tournament.tables import choice, tables_for
from tablecam.club.tournament.wishes import describe_table, wish_table


def card(player: str, suiting: set[int] | None = None, tables: tuple[int, ...] = (), points: int = 0) -> Card:
    return Card(player, points, tables=frozenset(tables), suiting=None if suiting is None else frozenset(suiting))


def tables_of(*cards: Card, tables: int = 4, pinned: dict[str, int] | None = None) -> tuple[int, ...]:
    """Of pairs of neighbours."""
    pairs = [(one.player, other.player) for one, other in zip(cards[::2], cards[1::2], strict=True)]
    return tables_for(pairs, {each.player: each for each in cards}, range(1, tables + 1), pinned)


def test_a_pair_gets_the_table_that_suits_more_of_it_and_the_lowest_of_those() -> None:
    assert tables_of(card("a", {3, 4}), card("b")) == (3,)
    assert tables_of(card("a", {3, 4}), card("b", {4})) == (4,)
    assert tables_of(card("a", set()), card("b")) == (1,)


def test_a_pair_without_a_wish_leaves_the_table_to_a_later_one_while_another_is_free() -> None:
    assert tables_of(card("a"), card("b"), card("c", {1}), card("d")) == (2, 1)
    assert tables_of(card("a"), card("b"), card("c", {1, 2}), card("d"), tables=2) == (1, 2)
    # a later pair that has its table kept wants no other
    assert tables_of(card("a"), card("b"), card("c", {1}), card("d"), pinned={"c": 3}) == (1, 3)


def test_a_table_that_is_new_to_both_comes_before_one_that_is_wished_for() -> None:
    assert tables_of(card("a", {1}, tables=(1,)), card("b")) == (2,)
    assert tables_of(card("a"), card("b", tables=(2, 3, 4)), card("c", {1}), card("d")) == (1, 2)


def test_without_wishes_every_table_is_that_of_the_guide() -> None:
    for seed in range(300):
        chance = random.Random(seed)
        free = chance.sample(range(1, 9), 4)
        one, other = (
            card(name, tables=tuple(chance.sample(range(1, 9), 5)), points=chance.randint(0, 2)) for name in "ab"
        )
        higher, lower = (one, other) if one.points >= other.points else (other, one)
        kinds = {each: 2 * (each in higher.tables) + (each in lower.tables) for each in free}
        assert choice(one, other, free) == min(free, key=lambda each: (kinds[each], each))


# in an event


def described(event: ClubEvent) -> ClubEvent:
    event = event.set_tables(range(1, 5))
    return event.decide(lambda _state, by: describe_table(3, " Old  ruins ", True, by))


def wishing(event: ClubEvent, player: str, terrain: str = "", camera: bool = False) -> ClubEvent:
    return event.decide(lambda state, by: wish_table(state, player, terrain, camera, by))


def test_a_wish_holds_round_after_round_and_the_draft_says_where_it_is_not_kept() -> None:
    event = wishing(described(event_of()), "a", "old RUINS").draft()
    assert fold_club(event.log_events) == event.state
    game = dict(zip(event.drafted().pairs, event.drafted().tables, strict=True))
    assert next(table for pair, table in game.items() if "a" in pair) == 3
    assert event.drafted().breaches == ()
    event = event.publish()
    for one, other in (game.pair for game in event.state.event.open_games):
        event = event.report(Side(one), Side(other))
    # the only one of that kind is not new to a any more
    assert [violation.row for violation in event.draft().drafted().breaches] == ["T8"]


def test_what_is_described_anew_is_drafted_anew_and_a_wish_is_taken_back() -> None:
    drafted = wishing(described(event_of()), "a", camera=True).draft()
    moved = drafted.decide(lambda _state, by: describe_table(3, "", False, by))
    assert refused(moved, ClubEvent.publish, "draft it again").code == "draft-outdated"
    assert {violation.row for violation in moved.draft().drafted().breaches} == {"T8"}
    freed = wishing(moved, "a")
    assert freed.state.event.table_wishes == {}
    assert freed.draft().drafted() == event_of().set_tables(range(1, 5)).draft().drafted()


@pytest.mark.parametrize(
    ("table", "terrain", "why"), [(0, "", "numbered from 1"), (501, "", "up to 500"), (1, "x" * 41, "a word or two")]
)
def test_what_no_table_has_is_refused(table: int, terrain: str, why: str) -> None:
    refused(event_of(), lambda event: event.decide(lambda _state, by: describe_table(table, terrain, False, by)), why)
