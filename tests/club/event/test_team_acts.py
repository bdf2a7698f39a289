"""Teams at the desk and on captains' phones: nominations are hidden, undone by their authors, and survive an export."""

from functools import partial
from pathlib import Path
from typing import Any

import pytest
from club_events import begun, store_in

from tablecam.club.event.entrant_acts import choose_pairing
from tablecam.club.event.event_store import NothingToUndo, StoredEvent
from tablecam.club.event.export import as_json
from tablecam.club.event.log import DESK, PLAYER
from tablecam.club.event.organiser_view import describe_for_organiser
from tablecam.club.event.public_view import describe_for_player, describe_for_public
from tablecam.club.event.team_acts import draw_teams, form_team, nominate, nominated, restart_pairing
from tablecam.club.tournament.club_event import ClubEvent
from tablecam.club.tournament.refusal import TournamentRefusal

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


def test_an_export_with_nominations_is_taken_in_again(club: StoredEvent) -> None:
    pair_all(club)
    club.act("TO", ClubEvent.draft)
    club.act("TO", ClubEvent.publish)
    copy = StoredEvent.take_in(club.store, as_json(club.lines, club.state))
    assert copy.state == club.state
