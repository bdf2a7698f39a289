"""What everybody and a player may read of a club event, and what they are not."""

import json
from pathlib import Path

import pytest

from tablecam.club.event.event_store import StoredEvent
from tablecam.club.event.public_view import describe_for_player, describe_for_print, describe_for_public
from tablecam.club.tournament.club_event import ClubEvent
from tablecam.club.tournament.entrant import Entrant
from tablecam.club.tournament.forces import ForceLine, ForceList
from tablecam.club.tournament.scoring import Side
from tablecam.storage.database import open_database
from tablecam.storage.line_store import TournamentStore

PLAYERS = ("ann", "bob", "cat", "dan", "eve")
SEED = 123_456_789


@pytest.fixture
def club(tmp_path: Path) -> StoredEvent:
    """Five players, each with a list of his own, whose first round is published."""
    store = TournamentStore(open_database(str(tmp_path / "games.db")))
    club = StoredEvent.begin(store, "Friday", seed=SEED, by="TO")
    for player in PLAYERS:
        force = ForceList.with_totals(f"list of {player}", "junkers", (ForceLine(f"secret of {player}", 100, 8),))
        club.act("TO", lambda night, p=player, f=force: night.enter(Entrant(p, p.title(), "junkers", 8), force=f))
    club.act("TO", lambda night: night.draft().publish())
    return club


def play(club: StoredEvent, player: str, lost: int, taken: int) -> None:
    game = club.state.game_of(player)
    assert game
    club.act("TO", lambda night: night.report(Side(player, lost), Side(game.other(player), taken)))


def at_a_table(club: StoredEvent) -> tuple[str, str, str]:
    """A player, his opponent, and somebody else who plays."""
    first, second = club.state.event.games[:2]
    return first.pair[0], first.pair[1], second.pair[0]


def test_the_hall_is_told_no_list_no_seed_no_stack_and_no_report(club: StoredEvent) -> None:
    one, other, _ = at_a_table(club)
    club.act(one, lambda night: night.report_side(one, Side(other, 7, withdrew=True), Side(one, 6)))
    said = json.dumps(describe_for_public(club))
    assert not [word for word in ("secret", "list of", str(SEED), "stack", "withdrew", "report") if word in said]


def test_the_hall_is_not_told_of_a_draft(club: StoredEvent) -> None:
    before = describe_for_public(club)
    for game in club.state.event.games:
        play(club, game.pair[0], 1, 5)
    over = describe_for_public(club)
    club.act("TO", ClubEvent.draft)
    drafted = describe_for_public(club)
    assert before["round"] == drafted["round"] == 1
    assert {**drafted, "sequence": 0} == {**over, "sequence": 0}


def test_while_a_round_is_played_the_table_is_that_of_the_rounds_before(club: StoredEvent) -> None:
    assert describe_for_public(club)["standings"] == {"after": 0, "lines": []}
    first, second = club.state.event.games
    play(club, first.pair[0], 0, 8)
    assert describe_for_public(club)["standings"] == {"after": 0, "lines": []}
    play(club, second.pair[0], 0, 8)
    table = describe_for_public(club)["standings"]
    assert table["after"] == 1
    assert sorted(line["points"] for line in table["lines"]) == [0, 0, 24, 24, 24]


def test_a_player_reads_his_own_list_and_that_of_whom_he_meets_and_no_other(club: StoredEvent) -> None:
    one, other, third = at_a_table(club)
    said = json.dumps(describe_for_player(club, one))
    assert f"secret of {one}" in said
    assert f"secret of {other}" in said
    assert f"secret of {third}" not in said


def test_before_the_first_round_no_player_reads_anothers_list(club: StoredEvent) -> None:
    club.undo("TO")
    said = json.dumps(describe_for_player(club, "ann"))
    assert "secret of ann" in said
    assert not [player for player in PLAYERS[1:] if f"secret of {player}" in said]


def test_a_player_sees_his_own_card_and_nobody_elses(club: StoredEvent) -> None:
    one, other, third = at_a_table(club)
    club.act(one, lambda night: night.report_side(one, Side(other, 7), Side(one, 2)))
    half = {"lost": 7, "withdrew": False, "conceded": False, "bonus": 0}
    assert describe_for_player(club, one)["game"]["said"] == {"own": {**half, "lost": 2}, "theirs": half}
    assert describe_for_player(club, other)["game"]["stands"] == {"own": half, "theirs": {**half, "lost": 2}}
    assert describe_for_player(club, other)["game"]["said"] is None
    game = describe_for_player(club, third)["game"]
    assert (game["said"], game["stands"], game["disputes"]) == (None, None, [])


def test_both_are_told_that_their_reports_differ_and_in_which_words(club: StoredEvent) -> None:
    one, other, third = at_a_table(club)
    club.act(one, lambda night: night.report_side(one, Side(other, 7), Side(one, 2)))
    club.act(other, lambda night: night.report_side(other, Side(one, 3), Side(other, 7)))
    disputes = describe_for_player(club, one)["game"]["disputes"]
    assert disputes == describe_for_player(club, other)["game"]["disputes"]
    assert any("lost 3" in each and "lost 2" in each for each in disputes)
    assert describe_for_player(club, third)["game"]["disputes"] == []


def test_a_closed_game_has_levels_and_points_for_its_players(club: StoredEvent) -> None:
    one, other, _ = at_a_table(club)
    play(club, one, 1, 6)
    result = describe_for_player(club, one)["game"]["result"]
    assert (result["own"]["level"], result["own"]["points"]) == ("light", 24)
    assert (result["theirs"]["level"], result["theirs"]["points"]) == ("severe", 0)
    assert describe_for_player(club, other)["game"]["result"]["own"] == result["theirs"]


def test_whose_entry_was_taken_back_is_told_that_he_has_left(club: StoredEvent) -> None:
    for _ in range(2):
        club.undo("TO")
    told = describe_for_player(club, "eve")
    assert told["left"]
    assert told["game"] is None


def test_paper_has_every_list_and_code_and_as_many_rounds_as_there_will_be(club: StoredEvent) -> None:
    club.undo("TO")
    paper = describe_for_print(club, str.upper)
    assert paper["rounds"] == 3
    assert [card["code"] for card in paper["cards"]] == [player.upper() for player in PLAYERS]
    assert paper["cards"][0]["thresholds"] == [2, 4, 6]
    assert paper["cards"][0]["force"]["lines"] == [{"name": "secret of ann", "models": 8, "points": 100}]


def waits(club: StoredEvent, player: str) -> tuple[str, bool]:
    """Whom a player's phone waits for, and whether the card was cleared."""
    game = describe_for_player(club, player)["game"]
    assert isinstance(game, dict)
    assert "a slip" not in json.dumps(game)
    return str(game["waits_for"]), bool(game["cleared"])


def test_each_phone_says_whom_it_waits_for_in_a_dispute_and_after_it(club: StoredEvent) -> None:
    one, other, _ = at_a_table(club)
    assert (waits(club, one), waits(club, other)) == (("both", False), ("both", False))
    club.act(one, lambda night: night.report_side(one, Side(other, 7), Side(one, 6)))
    assert (waits(club, one), waits(club, other)) == (("opponent", False), ("you", False))
    club.act(other, lambda night: night.report_side(other, Side(one, 2), Side(other, 7)))
    assert (waits(club, one), waits(club, other)) == (("organiser", False), ("organiser", False))
    club.act("TO", lambda night: night.clear_card(one, "a slip"))
    assert (waits(club, one), waits(club, other)) == (("both", True), ("both", True))
    club.act(other, lambda night: night.report_side(other, Side(one, 6), Side(other, 7)))
    assert (waits(club, one), waits(club, other)) == (("you", True), ("opponent", True))
    play(club, one, 6, 7)
    assert waits(club, one) == ("nobody", False)
