"""Teams at the desk and on captains' phones: nominations are hidden, undone by their authors, and survive an export."""

from functools import partial
from pathlib import Path
from typing import Any

import pytest
from club_events import begun, store_in

from tablecam.club.event.entrant_acts import choose_pairing, show_name
from tablecam.club.event.evening_acts import set_place_prize
from tablecam.club.event.event_store import NothingToUndo, StoredEvent
from tablecam.club.event.export import as_json, prizes_csv, teams_csv
from tablecam.club.event.log import DESK, PLAYER
from tablecam.club.event.organiser_view import describe_for_organiser
from tablecam.club.event.public_view import describe_for_player, describe_for_print, describe_for_public
from tablecam.club.event.team_acts import draw_teams, form_team, nominate, nominated, restart_pairing
from tablecam.club.site.club_site import read_site
from tablecam.club.site.publish_club import all_files
from tablecam.club.tournament.club_event import ClubEvent
from tablecam.club.tournament.refusal import TournamentRefusal
from tablecam.club.tournament.scoring import Side

TEAMS = {"Foxes": "abcd", "Owls": "wxyz"}


@pytest.fixture
def club(tmp_path: Path) -> StoredEvent:
    """Two teams of four, drawn against each other."""
    club = begun(store_in(tmp_path), "abcdwxyz")
    club.act("TO", partial(choose_pairing, pairing="swiss", team_size=4))
    for team, players in TEAMS.items():
        club.act("TO", partial(form_team, team=team, **dict(zip(FIELDS, players, strict=True))))
    club.act("TO", draw_teams)
    return club


FIELDS = ("captain", "second", "third", "fourth")


def send(club: StoredEvent, captain: str, players: str, step: int) -> None:
    payload = {"round": 1, "step": step, "players": [*players]}
    club.act(captain, lambda event: nominated(event, captain, payload), author=PLAYER)


def pair_all(club: StoredEvent) -> None:
    for step, (foxes, owls) in enumerate((("b", "x"), ("cd", "yz"), ("y", "c"))):
        send(club, "a", foxes, step)
        send(club, "w", owls, step)


def test_captains_pair_their_players_and_the_round_follows(club: StoredEvent) -> None:
    pair_all(club)
    club.act("TO", ClubEvent.draft)
    state = club.act("TO", ClubEvent.publish)
    assert {frozenset(pair) for pair in state.event.drawn[0].pairs} == {*map(frozenset, ("by", "cx", "dz", "aw"))}


def test_nobody_reads_a_nomination_before_the_other_captain_has_nominated(club: StoredEvent) -> None:
    viewers = [
        partial(describe_for_player, club, "w"),
        partial(describe_for_player, club, "b"),
        partial(describe_for_public, club),
        partial(describe_for_organiser, club, lambda _player: ""),
    ]
    before = [strip(view()) for view in viewers]
    send(club, "a", "b", 0)
    assert [strip(view()) for view in viewers] == before
    assert describe_for_player(club, "a")["captain"]["own"] == ["b"]
    assert club.audit[-1].sentence == "Foxes nominates 1 player"


def strip(view: dict[str, Any]) -> dict[str, Any]:
    """A view without the fact that there is a new line, and that a team has nominated."""
    for match in view["teams"]["matches"]:
        match["done"] = None
    return {key: value for key, value in view.items() if key not in ("sequence", "audit", "undo")}


def test_only_a_captain_nominates_and_only_in_the_step_that_is_on(club: StoredEvent) -> None:
    for player, step in (("b", 0), ("a", 1)):
        with pytest.raises(TournamentRefusal):
            send(club, player, "c", step)
    send(club, "a", "b", 0)
    send(club, "a", "", 0)
    assert describe_for_player(club, "a")["captain"]["own"] == []


def test_undo_of_the_desk_takes_no_nomination_of_a_captain_back(club: StoredEvent) -> None:
    send(club, "a", "b", 0)
    with pytest.raises(NothingToUndo, match="players have reported since"):
        club.undo("TO")
    club.act("TO", partial(restart_pairing, team="Owls", reason="a slip"))
    club.undo("TO")
    assert describe_for_player(club, "a")["captain"]["own"] == ["b"]


def test_the_desk_nominates_for_a_team_and_takes_it_back(club: StoredEvent) -> None:
    club.act("TO", partial(nominate, team="Owls", players=("x",)), author=DESK)
    club.undo("TO")
    assert describe_for_player(club, "w")["captain"]["own"] == []


def test_the_teams_standings_are_on_paper_in_csv_and_on_public_pages_without_names(club: StoredEvent) -> None:
    pair_all(club)
    club.act("TO", partial(set_place_prize, place=1, prize="50 pounds"))
    club.act("TO", ClubEvent.draft)
    club.act("TO", ClubEvent.publish)
    for one, other in club.state.event.drawn[0].pairs:
        fox, owl = (one, other) if one in TEAMS["Foxes"] else (other, one)
        club.act("TO", partial(ClubEvent.report, one=Side(fox, 0), other=Side(owl, 8)))
    club.act("TO", partial(show_name, player="a", shown=True))
    club.act("TO", lambda event: event.set_rounds(1, "late"))
    assert teams_csv(club.state).splitlines()[1:] == [
        "1,Foxes,2,96,a; b; c; d,A; B; C; D",
        "2,Owls,0,0,w; x; y; z,W; X; Y; Z",
    ]
    assert prizes_csv(club.state).splitlines()[1:] == ["1,50 pounds,Foxes,Foxes"]
    paper = describe_for_print(club, str)
    assert [row["team"] for row in paper["teams"]["standings"]] == ["Foxes", "Owls"]
    assert paper["place_prizes"] == [{"place": 1, "prize": "50 pounds", "winners": ["Foxes"]}]
    site = read_site([club], None, [("en", "")], "2026-05-02")
    files = all_files(site)
    assert files["evening-1-teams.csv"].decode().splitlines()[1:] == [
        "1,Foxes,2,96,A; Guest 2; Guest 3; Guest 4",
        "2,Owls,0,0,Guest 5; Guest 6; Guest 7; Guest 8",
    ]
    page = files["evening-1.html"].decode()
    assert "<td>Foxes</td><td>A, Guest 2, Guest 3 and Guest 4</td>" in page
    assert '<td>Owls</td><td class="number">0 : 96</td><td>Foxes</td>' in page
    assert "<td>50 pounds</td><td>Foxes</td>" in page
    assert not any(f">{name}<" in page for name in "BCDWXYZ")
    assert "<td>Foxes</td>" in files["index.html"].decode()


def test_an_export_with_nominations_is_taken_in_again(club: StoredEvent) -> None:
    pair_all(club)
    club.act("TO", ClubEvent.draft)
    club.act("TO", ClubEvent.publish)
    copy = StoredEvent.take_in(club.store, as_json(club.lines, club.state))
    assert copy.state == club.state
