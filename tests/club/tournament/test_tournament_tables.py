"""Tables by score, lowest first."""

import pytest

from tablecam.club.tournament.entrant import Card
from tablecam.club.tournament.refusal import TournamentRefusal
from tablecam.club.tournament.tables import choice, tables_for


def card(player: str, points: int = 0, *tables: int) -> Card:
    return Card(player, points, tables=frozenset(tables))


def by_id(*cards: Card) -> dict[str, Card]:
    return {each.player: each for each in cards}


def test_in_the_first_round_the_first_pair_gets_table_1() -> None:
    cards = by_id(*(card(name) for name in "abcd"))
    assert tables_for([("a", "b"), ("c", "d")], cards, [3, 1, 2]) == (1, 2)


@pytest.mark.parametrize(
    ("higher", "lower", "expected"),
    [
        ((1,), (2,), 3),  # new to both (T2)
        ((1,), (2, 3), 2),  # between them all of them: new to the higher scorer (T3)
        ((1, 2, 3), (1, 3), 2),  # the higher knows all of them: new to the lower (T4)
        ((1, 2, 3), (1, 2, 3), 1),  # both know all of them (T4)
    ],
)
def test_a_table_is_new_to_both_else_to_the_higher_scorer(
    higher: tuple[int, ...], lower: tuple[int, ...], expected: int
) -> None:
    top, other = card("top", 20, *higher), card("other", 8, *lower)
    assert choice(top, other, [1, 2, 3]) == choice(other, top, [1, 2, 3]) == expected


def test_of_level_scorers_the_first_card_counts_as_the_higher() -> None:
    one, two = card("one", 12, 1), card("two", 12, 2)
    assert (choice(one, two, [1, 2]), choice(two, one, [1, 2])) == (2, 1)


def test_pairs_choose_in_the_order_of_their_selection() -> None:
    cards = by_id(card("a", 9, 1), card("b", 8, 2), card("c", 1, 1), card("d", 0, 2))
    assert tables_for([("a", "b"), ("c", "d")], cards, [1, 2, 3]) == (3, 2)


def test_a_kept_table_goes_to_its_player_and_to_nobody_else() -> None:
    cards = by_id(*(card(name) for name in "abcd"))
    assert tables_for([("a", "b"), ("c", "d")], cards, [1, 2, 3], {"d": 1}) == (2, 1)


def test_a_table_kept_for_somebody_who_does_not_play_is_free() -> None:
    assert tables_for([("a", "b")], by_id(card("a"), card("b")), [1, 2], {"z": 1}) == (1,)


@pytest.mark.parametrize(
    ("tables", "pinned", "message"),
    [
        ([1], {}, r"2 pairs need 2 tables, but there are 1.*\(T0\)"),
        ([1, 1], {}, r"without repeats.*\(T0\)"),
        ([0, 1], {}, r"numbered from 1.*\(T0\)"),
        ([1, 2], {"a": 1, "b": 2}, r"a and b meet but have different reserved tables.*\(T6\)"),
        ([1, 2], {"a": 1, "c": 1}, "table 1 cannot be reserved for c and d.*\\(T6\\)"),
        ([1, 2], {"a": 7}, "table 7 cannot be reserved for a and b.*\\(T6\\)"),
    ],
)
def test_tables_that_cannot_be_are_refused(tables: list[int], pinned: dict[str, int], message: str) -> None:
    with pytest.raises(TournamentRefusal, match=message):
        tables_for([("a", "b"), ("c", "d")], by_id(*(card(name) for name in "abcd")), tables, pinned)
