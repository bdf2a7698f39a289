"""A published round is changed: swaps, tables, a late arrival, a no-show. What is over stays, what breaks is named."""

from collections import Counter

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from test_club_event import NAMES, opened, paired, refused

from tablecam.club.tournament.club_event import ClubEvent, Repair
from tablecam.club.tournament.club_state import fold_club
from tablecam.club.tournament.entrant import Entrant
from tablecam.club.tournament.refusal import TournamentRefusal
from tablecam.club.tournament.round_drafts import move_pair, replace_player, seat_player, swap_players
from tablecam.club.tournament.scoring import Side

WHY = "for the test"


def swapping(one: str, other: str) -> Repair:
    return lambda state, by: swap_players(state, one, other, by, WHY)


def moving(table: int, to: int) -> Repair:
    return lambda state, by: move_pair(state, table, to, by, WHY)


def seating(player: str) -> Repair:
    return lambda state, by: seat_player(state, player, by, WHY)


def replacing(absent: str, player: str, leaves: bool = False) -> Repair:
    return lambda state, by: replace_player(state, absent, player, by, WHY, leaves)


def round_of(event: ClubEvent) -> tuple[set[str], str, str]:
    """Its games as `1ab`, the byes, those who sit out."""
    drawn = event.state.event.drawn[-1]
    games = {f"{game.table}{''.join(game.pair)}" for game in event.state.event.games if game.number == drawn.number}
    assert games == {f"{table}{''.join(pair)}" for table, pair in zip(drawn.tables, drawn.pairs, strict=True)}
    return games, "".join(drawn.byes), "".join(drawn.sitting_out)


def broken(event: ClubEvent) -> list[str]:
    """The rows of the clauses; but for F1, since nobody here has a faction."""
    breaches = event.state.event.drawn[-1].breaches
    return [violation.row for violation in breaches if not isinstance(violation, str) and violation.row != "F1"]


def test_two_players_of_a_published_round_change_places() -> None:
    event = paired().repair(swapping("b", "c"))
    assert round_of(event) == ({"1ac", "2bd"}, "", "")
    assert event.state.event.drawn[-1].reason == WHY
    assert fold_club(event.log_events) == event.state


def test_a_swap_with_the_bye() -> None:
    event = paired("ab cd", "e", opened("abcde")).repair(swapping("a", "e"))
    assert round_of(event) == ({"1eb", "2cd"}, "a", "")


def test_a_pair_moves_and_its_card_and_extra_time_with_it() -> None:
    event = paired().start_clock().extend_clock(120, 1, "a late lunch").report_side("a", Side("b", 3))
    event = event.repair(moving(1, 2))
    assert round_of(event)[0] == {"2ab", "1cd"}
    game = event.state.game_of("a")
    assert game
    assert event.state.card(game).report_of("a")
    assert dict(event.state.clock.by_table) == {2: 120}
    # the same card closes the game, at the table where it is now
    assert event.report_side("b", Side("a", 0)).state.game_of("a").sides  # type: ignore[union-attr]


def test_the_card_of_a_pair_that_is_no_more_is_gone() -> None:
    event = paired().report_side("a", Side("b", 3)).repair(swapping("b", "c"))
    assert not event.state.cards


def test_a_late_arrival_plays_the_player_with_the_bye() -> None:
    event = paired("ab cd", "e", opened("abcde")).enter(Entrant("f", NAMES["f"], "", 10), (0,))
    event = event.repair(seating("f"))
    assert round_of(event) == ({"1ab", "2cd", "3ef"}, "", "")
    assert broken(event) == []
    assert event.state.event.scores()["e"] == 0


def test_a_late_arrival_takes_the_bye_where_nobody_waits() -> None:
    event = paired().enter(Entrant("e", NAMES["e"], "", 10), (0,)).repair(seating("e"))
    assert round_of(event) == ({"1ab", "2cd"}, "e", "")


def test_two_late_arrivals_play_each_other() -> None:
    event = paired("ab", "c", opened("abc"))
    for player in "de":
        event = event.enter(Entrant(player, NAMES[player], "", 10), (0,))
    event = event.repair(lambda state, by: seat_player(state, "e", by, WHY, "d"))
    assert round_of(event) == ({"1ab", "2de"}, "c", "")


def test_a_late_arrival_needs_no_place_while_others_swap() -> None:
    event = paired().enter(Entrant("e", NAMES["e"], "", 10), (0,)).repair(swapping("b", "c"))
    assert round_of(event) == ({"1ac", "2bd"}, "", "")


def test_a_no_show_is_replaced_by_the_player_with_the_bye_and_leaves() -> None:
    event = paired("ab cd", "e", opened("abcde")).repair(replacing("b", "e", leaves=True), "b")
    assert round_of(event) == ({"1ae", "2cd"}, "", "")
    assert broken(event) == []
    assert "b" in event.state.event.retired


def test_a_no_show_who_may_still_come_sits_out_against_the_guide() -> None:
    event = paired("ab cd", "e", opened("abcde")).repair(replacing("b", "e"))
    assert round_of(event) == ({"1ae", "2cd"}, "", "b")
    assert broken(event) == ["P1", "B1"]


def test_a_game_that_is_over_stays_and_the_others_can_change() -> None:
    event = paired("ab cd ef", "", opened("abcdef")).report(Side("a", 3), Side("b", 9))
    before = event.state.game_of("a")
    assert refused(event, lambda event: event.repair(swapping("b", "c")), "table 1 is over").code == "game-over"
    refused(event, lambda event: event.repair(moving(1, 5)), "table 1 is over")
    refused(event, lambda event: event.repair(moving(2, 1)), "table 1 is over")
    after = event.repair(swapping("d", "e"))
    assert round_of(after)[0] == {"1ab", "2ce", "3df"}
    assert after.state.game_of("a") == before


def test_a_player_who_conceded_keeps_their_place_while_others_swap() -> None:
    event = paired("ab cd ef", "", opened("abcdef")).concede("a").repair(swapping("d", "e"))
    assert round_of(event)[0] == {"1ab", "2ce", "3df"}


def test_what_the_guide_drew_is_no_fault_of_the_change() -> None:
    event = ClubEvent(by="TO").open("Friday", 7)
    for player in "abcd":
        event = event.enter(Entrant(player, NAMES[player], "junkers" if player != "d" else "syntha", 10))
    event = event.set_tables(range(1, 6)).draft().publish()
    assert event.state.event.drawn[-1].breaches == ()
    table = event.state.event.games[0].table
    assert event.repair(moving(table, 5)).state.event.drawn[-1].breaches[1:] == ()


def test_the_second_meeting_and_the_same_table_are_named() -> None:
    event = paired().report(Side("a"), Side("b")).report(Side("c"), Side("d"))
    event = paired("ac bd", "", event).repair(swapping("b", "c"))
    assert broken(event) == ["P2", "P2", "P3"]
    table = event.state.game_of("a").table  # type: ignore[union-attr]
    assert broken(event.repair(moving(table, 1))) == ["P2", "T2", "T2", "P2", "P3"]


@pytest.mark.parametrize(
    ("repair", "says"),
    [
        (swapping("a", "x"), "has no place"),
        (swapping("a", "b"), "is already like that"),
        (moving(9, 1), "nobody plays at table 9"),
        (moving(1, 0), "numbered from 1"),
        (seating("a"), "Ann.*has a place"),
        (seating("x"), "ID x"),
        (lambda state, by: seat_player(state, "e", by, WHY, "a"), "Eve.*has a place"),
        (replacing("a", "b"), "Bob.*is already playing"),
        (replacing("e", "e"), "does not play"),
        (lambda state, by: swap_players(state, "a", "c", by, ""), "reason"),
    ],
)
def test_what_is_no_repair_is_refused(repair: Repair, says: str) -> None:
    refused(paired("ab cd", "e", opened("abcde")), lambda event: event.repair(repair), says)


def test_without_a_published_round_there_is_nothing_to_repair() -> None:
    assert refused(opened(), lambda event: event.repair(moving(1, 2)), "no published round").code == "no-round"


PLAYERS = st.sampled_from("abcdefgh")
REPAIRS = st.one_of(
    st.builds(swapping, PLAYERS, PLAYERS),
    st.builds(moving, st.integers(1, 6), st.integers(1, 6)),
    st.builds(seating, PLAYERS),
    st.builds(replacing, PLAYERS, PLAYERS),
)


@pytest.mark.slow
@given(st.lists(st.one_of(REPAIRS, st.integers(0, 3)), max_size=12))
@settings(max_examples=150, deadline=None)
def test_whatever_is_repaired_everybody_has_one_place_and_no_clause_is_broken_in_silence(steps: list[object]) -> None:
    """A number in the steps: a game is reported."""
    event = paired("ab cd", "e", opened("abcde")).enter(Entrant("f", NAMES["f"], "", 10), (0,))
    for step in steps:
        games = event.state.event.open_games
        try:
            if isinstance(step, int):
                event = (
                    event.report(*(Side(player, step) for player in games[step % len(games)].pair)) if games else event
                )
            else:
                event = event.repair(step)  # type: ignore[arg-type]
        except TournamentRefusal:
            continue
        drawn = event.state.event.drawn[-1]
        seated = [player for pair in drawn.pairs for player in pair] + [*drawn.byes, *drawn.sitting_out]
        assert set(Counter(seated).values()) <= {1}
        assert set("abcde") <= {*seated}
        assert len(set(drawn.tables)) == len(drawn.tables) == len(drawn.pairs)
        assert ("P1" in broken(event)) == bool(drawn.sitting_out)
        assert len(drawn.byes) == len(seated) % 2 or "B1" in broken(event)
        assert fold_club(event.log_events) == event.state
