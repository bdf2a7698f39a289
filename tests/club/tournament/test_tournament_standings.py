"""Places, ties, and those who take none."""

from tablecam.club.tournament.standings import StandingRow, level_players, standings

POINTS = {"ann": 40, "bob": 40, "cat": 24, "dan": 16}
FACED = {"ann": ("cat", "dan"), "bob": ("dan",), "cat": ("ann",), "dan": ("ann", "bob")}


def ranks(table: tuple[StandingRow, ...]) -> list[tuple[str, int | None]]:
    return [(line.player, line.rank) for line in table]


def test_level_points_are_parted_by_what_the_opponents_scored_in_the_end() -> None:
    table = standings(POINTS, FACED)
    assert ranks(table) == [("ann", 1), ("bob", 2), ("cat", 3), ("dan", 4)]
    assert table[0].working({"cat": "Cat", "dan": "Dan"}) == "Cat 24 + Dan 16 = 40"


def test_whoever_met_nobody_has_a_tie_break_of_nought() -> None:
    assert standings({"ann": 24}, {})[0].working({}) == "0"


def test_who_is_still_level_shares_the_rank_and_the_next_is_left_out() -> None:
    table = standings({"ann": 9, "bob": 5, "cat": 5, "dan": 1}, {})
    assert ranks(table) == [("ann", 1), ("bob", 2), ("cat", 2), ("dan", 4)]
    assert level_players(table, "cat") == ("bob", "cat")


def test_the_retired_take_no_place_and_the_ranks_close_up_over_them() -> None:
    table = standings(POINTS, FACED, retired={"ann"})
    assert ranks(table) == [("bob", 1), ("cat", 2), ("dan", 3), ("ann", None)]
    assert level_players(table, "ann") == ()


def test_the_points_of_the_retired_count_for_those_who_met_them() -> None:
    assert next(line for line in standings(POINTS, FACED, retired={"ann"}) if line.player == "cat").tiebreak == 40


def test_a_roll_off_parts_exactly_the_players_it_was_rolled_by() -> None:
    table = standings({"ann": 5, "bob": 5, "cat": 1}, {}, roll_offs=[("bob", "ann")])
    assert [(line.player, line.rank, line.rolled_off) for line in table] == [
        ("bob", 1, True), ("ann", 2, True), ("cat", 3, False),
    ]  # fmt: skip
    assert ranks(standings({"ann": 5, "bob": 5, "cat": 5}, {}, roll_offs=[("bob", "ann")]))[1] == ("bob", 1)
