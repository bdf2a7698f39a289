"""An event from sign-up to standings, and whatever is refused on the way: who, which clause, and nothing changed."""

from collections.abc import Callable

import pytest

from tablecam.base.errors import TablecamError
from tablecam.club.tournament.entrant import Entrant, Layout
from tablecam.club.tournament.event import Tournament
from tablecam.club.tournament.events import GameCorrected, RoundDrawn
from tablecam.club.tournament.refusal import TournamentRefusal
from tablecam.club.tournament.scoring import Side
from tablecam.club.tournament.violations import violation_text

NAMES = ("Ann", "Bob", "Cat", "Dan", "Eve", "Fay")


def opened(players: int = 4, tables: int = 5) -> Tournament:
    """Ann, Bob and so on under the first letter of their names, with ten models each and a faction of their own."""
    entrants = [Entrant(name[0].lower(), name, f"faction of {name}", 10) for name in NAMES[:players]]
    return Tournament.open(7, entrants).set_tables(range(1, tables + 1))


def of_pairs(event: Tournament, text: str, byes: str = "") -> Tournament:
    """The next round as `ab cd` lays it out."""
    pairs = tuple((pair[0], pair[1]) for pair in text.split())
    return event.round_by_hand(Layout(pairs, tuple(byes)), "TO", "for the test")


def all_draws(event: Tournament) -> Tournament:
    for game in event.state.open_games:
        event = event.report(Side(game.pair[0]), Side(game.pair[1]))
    return event


def last_round(event: Tournament) -> RoundDrawn:
    return event.state.drawn[-1]


def broken(drawn: RoundDrawn) -> list[str]:
    names = {name[0].lower(): f"{name} ({name[0].lower()})" for name in NAMES}
    return [str(violation_text(violation, names)) for violation in drawn.breaches]


def refused(event: Tournament, what: Callable[[Tournament], Tournament], message: str) -> TournamentRefusal:
    before = event.log_events, event.state
    with pytest.raises(TournamentRefusal, match=message) as error:
        what(event)
    assert (event.log_events, event.state) == before
    assert isinstance(error.value, TablecamError)
    assert "\n" not in str(error.value)
    return error.value


def test_an_event_of_four_runs_to_its_standings() -> None:
    event = of_pairs(opened(), "ab cd")
    event = event.report(Side("a", 1), Side("b", 8)).report(Side("d", 5), Side("c", 3))
    assert event.state.scores() == {"a": 24, "b": 0, "c": 16, "d": 8}
    event = event.next_round()
    assert last_round(event).pairs == (("a", "c"), ("d", "b"))
    event = event.report(Side("a", 8), Side("c", 8)).report(Side("b", 0, withdrew=True), Side("d", 0))
    table = event.standings()
    assert [(line.rank, line.player, line.points) for line in table] == [
        (1, "a", 36), (2, "d", 32), (3, "c", 28), (4, "b", 0),
    ]  # fmt: skip
    assert table[2].working({"a": "Ann", "d": "Dan"}) == "Dan 32 + Ann 36 = 68"


def test_a_draw_keeps_its_seed_and_its_stacks_and_comes_out_the_same_again() -> None:
    event = opened(5)
    first = last_round(event.next_round())
    assert first == last_round(event.next_round())
    assert (first.seed, len(first.stack), len(first.bye_stack)) == (7, 5, 5)
    assert first.byes == first.bye_stack[:1]


def test_the_bye_scores_24_and_is_neither_opponent_nor_table() -> None:
    event = of_pairs(opened(3), "ab", byes="c")
    card = event.state.cards()["c"]
    assert (card.points, card.had_bye, card.met, card.tables) == (24, True, frozenset(), frozenset())
    assert all_draws(event).standings()[0].faced == ()


def test_rounds_and_tables_are_fixed_with_the_first_round() -> None:
    event = Tournament.open(7, [Entrant(name, name, name, 10) for name in "abcdefgh"]).next_round()
    assert (event.state.rounds, event.state.tables) == (3, (1, 2, 3, 4))
    event = all_draws(event).enter(Entrant("i", "i", "i", 10)).enter(Entrant("j", "j", "j", 10))
    refused(event, Tournament.next_round, r"5 pairs need 5 tables, but there are 4.*\(T0\)")
    event = event.set_tables(range(1, 6)).next_round()
    assert event.state.rounds == 3


def test_a_round_follows_only_when_all_games_are_in() -> None:
    event = of_pairs(opened(), "ab cd").report(Side("a"), Side("b"))
    refused(event, Tournament.next_round, "round 1 is not over; these games continue: Cat \\(c\\) against Dan \\(d\\)")


def test_after_the_last_round_only_the_organiser_can_set_another() -> None:
    event = all_draws(opened(2).next_round())
    refused(event, Tournament.next_round, r"round 1 was the last.*\(N1\)")
    refused(event, lambda e: e.set_rounds(2, "", ""), r"\(N2\)")
    refused(event, lambda e: e.set_rounds(0, "TO", "why not"), r"\(N2\)")
    again = event.set_rounds(2, "TO", "a rubber")
    found = refused(again, Tournament.next_round, r"no round without a rematch \(E1\).*fewest rematches: .*Ann")
    event = again.round_by_hand(found.remedies[0].layout, "TO", "they want to")
    assert last_round(event).edited
    assert any("again, against UW-TG" in text and "(P2)" in text for text in broken(last_round(event)))


@pytest.mark.parametrize(
    ("sides", "message"),
    [
        ((Side("a"), Side("z")), r"nobody here has the ID z.*\(ID\)"),
        (
            (Side("a"), Side("c")),
            r"Ann .* does not meet Cat \(c\) in round 1: .* meets Bob \(b\) at table 1.*\(P1\)",
        ),
        ((Side("a"), Side("a")), r"Ann \(a\) does not meet Ann \(a\)"),
        ((Side("a", 11), Side("b")), r"Ann \(a\) cannot have lost 11 of 10 models.*\(A4\)"),
        ((Side("a"), Side("b", bonus=-1)), r"Bob \(b\) cannot have a bonus of -1.*\(A6\)"),
    ],
)
def test_a_report_that_cannot_be_is_refused(sides: tuple[Side, Side], message: str) -> None:
    refused(of_pairs(opened(), "ab cd"), lambda event: event.report(*sides), message)


def test_a_game_is_reported_once_and_corrected_after_that() -> None:
    event = of_pairs(opened(), "ab cd").report(Side("b", 9), Side("a"))
    refused(event, lambda e: e.report(Side("a"), Side("b")), r"reported already: correct it.*\(S3\)")
    refused(event, lambda e: e.correct(1, (Side("c"), Side("d")), "TO", "x"), r"not reported yet.*\(S3\)")
    refused(event, lambda e: e.correct(1, (Side("a"), Side("b")), "TO", ""), r"name and a reason.*\(S3\)")


def test_a_correction_moves_totals_and_tie_breaks_and_leaves_drawn_rounds_alone() -> None:
    event = all_draws(of_pairs(opened(), "ab cd")).next_round()
    pairs = last_round(event).pairs
    event = event.correct(1, (Side("b", 10), Side("a")), "TO", "slips swapped")
    assert event.state.scores()["a"] == 24
    assert last_round(event).pairs == pairs
    assert isinstance(event.log_events[-1], GameCorrected)
    assert event.log_events[-1].drawn_since == (2,)
    assert next(line for line in event.standings() if line.player == "b").faced == (("a", 24),)


@pytest.mark.parametrize(("lost", "expected"), [(0, (0, 24)), (3, (4, 20)), (5, (8, 16)), (8, (12, 12))])
def test_a_conceder_has_lost_everything_and_his_opponent_what_he_lost(lost: int, expected: tuple[int, int]) -> None:
    event = of_pairs(opened(), "ab cd").concede("a", Side("b", lost))
    assert (event.state.scores()["a"], event.state.scores()["b"]) == expected


def test_the_opponent_of_a_conceder_gets_his_bonus() -> None:
    assert of_pairs(opened(), "ab cd").concede("a", Side("b", bonus=3)).state.scores()["b"] == 27


def test_a_conceder_is_out_and_his_points_still_count_for_his_opponents() -> None:
    event = all_draws(all_draws(of_pairs(opened(), "ab cd")).next_round().concede("a"))
    assert event.standings()[-1].player == "a"
    assert event.standings()[-1].rank is None
    assert ("a", 12) in next(line for line in event.standings() if line.player == "b").faced
    refused(event, lambda e: e.reinstate("a"), r"Ann \(a\) has conceded a game and is out.*\(C2\)")
    refused(event, lambda e: e.drop("a"), r"left the event already.*\(C2\)")


def test_both_concede_for_12_each_and_are_both_out() -> None:
    event = of_pairs(opened(), "ab cd").report(Side("a", conceded=True), Side("b", conceded=True))
    assert (event.state.scores()["a"], event.state.scores()["b"]) == (12, 12)
    assert event.state.active == ("c", "d")


def test_dropping_is_for_between_rounds_and_can_be_taken_back() -> None:
    event = of_pairs(opened(), "ab cd")
    refused(event, lambda e: e.drop("a"), r"Ann \(a\) is in a game: report it or record a concession.*\(C4\)")
    event = all_draws(event)
    refused(event, lambda e: e.concede("a"), r"no game to concede; drop the player instead.*\(C4\)")
    refused(event, lambda e: e.reinstate("a"), r"has not been dropped.*\(C4\)")
    gone = event.drop("a")
    assert "a" not in gone.state.active
    assert gone.reinstate("a").state == event.state
    assert "a" not in str(last_round(gone.next_round()).pairs)


def test_when_everybody_has_gone_no_round_is_drawn() -> None:
    event = all_draws(of_pairs(opened(), "ab cd")).drop("a").drop("b").drop("c")
    refused(event, Tournament.next_round, r"only Dan \(d\) is left to pair.*\(P1\).*end the event here")


def test_a_late_entry_joins_the_next_round_with_what_the_organiser_grants() -> None:
    event = all_draws(of_pairs(opened(), "ab cd"))
    late = Entrant("e", "Eve", "syntha", 10)
    assert event.enter(late).state.scores()["e"] == 0
    assert event.enter(late, [12]).state.scores()["e"] == 12
    assert last_round(event.enter(late).next_round()).byes == ("e",)
    for granted in ([24], [12, 12]):
        refused(
            event,
            lambda e, granted=granted: e.enter(late, granted),
            r"can be granted 0 or 12 points for each of 1 missed.*\(P7\)",
        )


@pytest.mark.parametrize(("id", "models", "row"), [("a", 10, "ID"), ("", 10, "ID"), ("x", 0, "A4")])
def test_an_id_that_is_taken_and_an_empty_force_are_refused(id: str, models: int, row: str) -> None:
    refused(opened(), lambda event: event.enter(Entrant(id, "Zoe", "syntha", models)), rf"\({row}\)")


def test_an_event_of_one_cannot_begin() -> None:
    refused(opened(1), Tournament.next_round, r"needs at least two players.*\(N1\)")


def test_a_round_by_hand_is_marked_and_lists_every_clause_that_it_breaks() -> None:
    event = all_draws(of_pairs(opened(6), "ab cd", byes="ef"))
    layout = Layout((("a", "b"), ("c", "f")), ("e",), ("d",))
    edited = last_round(event.round_by_hand(layout, "Olga", "a lift home", tables=(1, 2)))
    assert (edited.edited, edited.by, edited.reason) == (True, "Olga", "a lift home")
    assert broken(edited) == [
        "Dan (d) sits out, against UW-TG Second & Subsequent Round Pairing (P1)",
        "the byes are 1 among 6 players, against UW-TG Byes (B1)",
        "Eve (e) takes a second bye, against UW-TG Byes (B2)",
        "Ann (a) meets Bob (b) again, against UW-TG Second & Subsequent Round Pairing (P2)",
        "Ann (a) plays at table 1 again, against UW-TG Table Allocation (T2)",
        "Bob (b) plays at table 1 again, against UW-TG Table Allocation (T2)",
        "Cat (c) plays at table 2 again, against UW-TG Table Allocation (T2)",
        "the pairs are not those of the stack, against UW-TG Second & Subsequent Round Pairing (P3)",
    ]


def test_a_round_by_hand_that_is_the_guides_own_breaks_nothing() -> None:
    event = all_draws(of_pairs(opened(5), "ab cd", byes="e"))
    drawn = last_round(event.next_round())
    edited = last_round(event.round_by_hand(Layout(drawn.pairs, drawn.byes), "TO", "as drawn"))
    assert (edited.breaches, edited.tables, edited.stack) == ((), drawn.tables, drawn.stack)


def test_a_bye_by_hand_that_is_somebody_elses_is_listed() -> None:
    event = of_pairs(opened(5), "ab cd", byes="e").report(Side("a"), Side("b", 9)).report(Side("c"), Side("d", 3))
    edited = last_round(of_pairs(event, "be cd", byes="a"))
    assert "Ann (a) takes the bye that is due to Bob (b), against UW-TG Byes (B3)" in broken(edited)


def test_a_mirror_match_by_hand_in_the_first_round_is_listed() -> None:
    event = Tournament.open(7, [Entrant(name, name, "syntha", 10) for name in "ab"])
    assert broken(last_round(of_pairs(event, "ab"))) == [
        "Ann (a) and Bob (b) are both syntha, against UW-TG First Round Pairing (F1)",
    ]


@pytest.mark.parametrize(
    ("layout", "message"),
    [
        (Layout((("a", "b"), ("c", "z"))), r"nobody here has the ID z"),
        (Layout((("a", "b"), ("a", "c"))), r"Ann \(a\) would be in 2 places.*\(P1\)"),
        (Layout((("a", "b"),)), r"Cat \(c\) would have no place.*\(P1\)"),
        (Layout((("a", "b"), ("c", "d"))), r"Dan \(d\) has left the event.*\(C2\)"),
    ],
)
def test_a_round_by_hand_that_cannot_be_played_is_refused(layout: Layout, message: str) -> None:
    event = opened().drop("d")
    refused(event, lambda e: e.round_by_hand(layout, "TO", "why not"), message)


def test_a_round_by_hand_needs_a_name_a_reason_and_tables_enough() -> None:
    layout = Layout((("a", "b"), ("c", "d")))
    refused(opened(), lambda event: event.round_by_hand(layout, "TO", ""), r"name and a reason.*\(P8\)")
    refused(
        opened(),
        lambda event: event.round_by_hand(layout, "TO", "x", (1,)),
        r"2 pairs need the same number of tables.*\(T0\)",
    )
    refused(opened(), lambda event: event.round_by_hand(layout, "TO", "x", (1, 1)), r"without repeats.*\(T0\)")


def test_a_table_out_of_order_is_left_out_and_one_can_be_kept_for_a_player() -> None:
    event = of_pairs(opened().set_tables([2, 3, 5], {"d": 5}, "TO", "the rig stands there"), "ab cd")
    assert last_round(event).tables == (2, 5)
    refused(opened(), lambda e: e.set_tables([1, 2], {"a": 3}), "table 3 cannot be reserved for Ann.*\\(T6\\)")
    refused(opened(), lambda e: e.set_tables([1, 2], {"z": 1}), r"nobody here has the ID z")


def test_too_few_tables_are_refused_before_anything_is_drawn() -> None:
    refused(opened(6, tables=2), Tournament.next_round, r"3 pairs need 3 tables, but there are 2: set up more.*\(T0\)")


def test_players_who_share_a_place_may_roll_for_it() -> None:
    event = all_draws(opened(2).next_round())
    assert [line.rank for line in event.standings()] == [1, 1]
    refused(event, lambda e: e.roll_off(["a"]), r"players who share a place.*\(S2\)")
    refused(event, lambda e: e.roll_off(["a", "b", "b"]), r"\(S2\)")
    rolled = event.roll_off(["b", "a"]).standings()
    assert [(line.player, line.rank, line.rolled_off) for line in rolled] == [("b", 1, True), ("a", 2, True)]
