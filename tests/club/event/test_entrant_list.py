"""Many players at once: however the lines are written, and every fault by its line before anybody is entered."""

import pytest

from tablecam.club.event.entrant_acts import LinesRefused, enter_lines
from tablecam.club.event.event_forces import EventForces
from tablecam.club.tournament.club_event import ClubEvent
from tablecam.rules.books.catalogue import BOOKS

WAR = EventForces(BOOKS, "urban-war")


def entered(text: str) -> ClubEvent:
    return enter_lines(ClubEvent(by="TO").open("Friday", 7), text, WAR.read_starter)


@pytest.mark.parametrize(
    "text",
    [
        "Name,Faction,Models\nAnn Archer,junkers,9\nBob Brook,triads,10\n",
        "Ann Archer; junkers; 9\n\nBob Brook; triads; 10",
        "\ufeffAnn Archer\tjunkers\t9\r\nBob Brook\ttriads\t10\r\n",
        'Player,Faction,Force\n"Ann Archer",junkers,9\n"Bob Brook",triads,10',
    ],
)
def test_lines_of_every_spreadsheet_are_read(text: str) -> None:
    entrants = entered(text).state.event.entrants
    assert [(one.id, one.name, one.faction, one.models) for one in entrants.values()] == [
        ("ann", "Ann Archer", "junkers", 9),
        ("bob", "Bob Brook", "triads", 10),
    ]


def test_a_name_may_have_a_comma_and_two_players_one_first_name() -> None:
    assert list(entered('"Archer, Ann",junkers,9\nAnn Brook,,8\nAnn Crane,,7').state.event.entrants) == [
        "archer", "ann", "ann2",
    ]  # fmt: skip


def test_a_starter_force_gives_faction_and_models() -> None:
    state = entered("Ann,,harbour_watch").state
    assert state.forces["ann"].models == state.event.entrants["ann"].models > 0
    assert state.event.entrants["ann"].faction == state.forces["ann"].faction


def test_every_fault_is_told_with_its_line_and_nobody_is_entered() -> None:
    text = "Name,Faction,Models\nAnn,junkers,9\nBob,triads\n\n,syntha,9\nCat,,../secret.toml\nDan,,201\nEve,a,9,more"
    with pytest.raises(LinesRefused) as refused:
        entered(text)
    told = str(refused.value)
    assert refused.value.code == "faults-by-line"
    assert told.startswith("nobody is entered: ")
    assert "line 3" not in told
    for part in ("line 5: an ID can contain only letters", "line 6: there is no starter force",
                 "line 7: a force can have at most 200", "line 8: give a name, a faction and models"):  # fmt: skip
        assert part in told
    assert "line 2" not in told


def test_an_empty_text_has_no_player() -> None:
    with pytest.raises(LinesRefused, match="there is no player"):
        entered(" \n\n")


def test_late_players_of_a_list_have_no_points_for_the_rounds_before() -> None:
    event = entered("Ann,,9\nBob,,9").set_tables(range(1, 4)).draft().publish()
    assert enter_lines(event, "Cat,,9", WAR.read_starter).state.event.scores()["cat"] == 0
