"""An export is decided again when it is taken in, and an event that cannot be read keeps no other from being shown."""

import json
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from club_events import all_draws, playing, store_in

from tablecam.base.errors import BadFile
from tablecam.club.event import evening_acts
from tablecam.club.event.entrant_acts import enter_lines
from tablecam.club.event.event_forces import EventForces
from tablecam.club.event.event_store import StoredEvent
from tablecam.club.event.export import as_json
from tablecam.club.event.imported_log import DECISIONS
from tablecam.club.event.log import KINDS
from tablecam.club.event.registry import EventRegistry
from tablecam.rules.books.catalogue import BOOKS
from tablecam.storage.database_file import line_sum
from tablecam.storage.line_store import TournamentStore

WAR = EventForces(BOOKS, "urban-war")
AT = "2026-05-01T18:00:00.000+00:00"


@pytest.fixture
def store(tmp_path: Path) -> TournamentStore:
    return store_in(tmp_path)


@pytest.fixture
def club(store: TournamentStore) -> StoredEvent:
    club = playing(store, "abcde")
    all_draws(club)
    return club


def export(club: StoredEvent, *did: dict[str, Any], by: str = "x", at: str = AT) -> str:
    """The export of an event with one more line, and with right sums."""
    lines = [*club.lines, json.dumps({"did": did, "by": by, "at": at}, separators=(",", ":"))]
    told, total = json.loads(as_json(club.lines, club.state)), ""
    told["log"] = []
    for line in lines:
        total = line_sum(total, line)
        told["log"].append({**json.loads(line), "sum": total})
    return json.dumps(told)


def side(player: str, lost: int) -> dict[str, Any]:
    return {"player": player, "lost": lost, "withdrew": False, "conceded": False, "bonus": 0}


def entry(player: str, name: str = "Zoe") -> dict[str, Any]:
    entrant = {"id": player, "name": name, "faction": "", "models": 9}
    return {"name": "PlayerEntered", "entrant": entrant, "granted": [], "by": "x"}


REFUSED = {
    "a time that is none": ({"name": "DraftDropped", "number": 2}, "isoformat"),
    "a player twice": (entry("a"), "belongs to"),
    "an ID with markup": (entry("<b>"), "not what its act comes to"),
    "a name with a line break": (entry("z", "Zoe\n"), "not what its act comes to"),
    "a result of nobody": (
        {"name": "GameReported", "number": 1, "sides": [side("a", 1), side("zed", 2)], "by": "x"}, "zed"
    ),
    "a drop of nobody": ({"name": "PlayerDropped", "player": "zed", "by": "x"}, "zed"),
    "a vote for oneself": ({"name": "PrizeVoted", "prize": "P", "voter": "a", "player": "a"}, "not allowed"),
    "a clock of another day": ({"name": "ClockStarted", "time": 1e300}, "not what its act comes to"),
    "a day that is none": ({"name": "EveningAnnounced", "day": "<b>", "place": ""}, "is not a date"),
    "a second opening": ({"name": "NightOpened", "title": "Again", "limit": 300, "minutes": 80}, "only once"),
}  # fmt: skip


@pytest.mark.parametrize("what", REFUSED)
def test_an_act_that_is_not_allowed_is_not_taken_in(store: TournamentStore, club: StoredEvent, what: str) -> None:
    act, says = REFUSED[what]
    text = export(club, act, at="<b>" if "isoformat" in says else AT)
    with pytest.raises(BadFile, match=rf"line {club.sequence + 1} of the log.*{says}"):
        StoredEvent.take_in(store, text)
    assert len(store.list_logs()) == 1


def test_a_round_in_which_somebody_sits_twice_is_not_taken_in(store: TournamentStore, club: StoredEvent) -> None:
    drawn = {
        "name": "RoundDrawn", "number": 2, "rounds": 3, "seed": 7, "stack": ["a", "b", "c"], "tables": [1, 2],
        "pairs": [["a", "b"], ["a", "c"]],
    }  # fmt: skip
    with pytest.raises(BadFile, match="is not allowed"):
        StoredEvent.take_in(store, export(club, drawn))


def test_what_is_allowed_is_taken_in_as_it_was(store: TournamentStore, club: StoredEvent) -> None:
    taken = StoredEvent.take_in(store, export(club, entry("z")))
    assert taken.state.event.entrants["z"].name == "Zoe"
    assert taken.lines[:-1] == club.lines


def test_an_event_of_plain_names_is_taken_in_with_all_that_the_organiser_changed_about_the_evening(
    store: TournamentStore,
) -> None:
    club = StoredEvent.begin(store, "Friday", seed=7, by="TO")
    acts = [
        lambda event: enter_lines(event, "Ann\nBob", WAR.read_starter),
        lambda event: evening_acts.reserve_seat(event, "Cat", True),
        lambda event: evening_acts.set_tie_breaks(event, "wins"),
        lambda event: evening_acts.cancel(event, True, "illness"),
        lambda event: evening_acts.cancel(event, False),
        lambda event: evening_acts.set_scenario(event, 1, "The bridge"),
        lambda event: evening_acts.set_place_prize(event, 1, "50 pounds"),
        lambda event: evening_acts.rename_event(event, "Saturday"),
        lambda event: event.draft().publish(),
        lambda event: evening_acts.rename_player(event, "bob", "Robert"),
        lambda event: evening_acts.count_models(event, "ann", 8, "junkers"),
        lambda event: event.list_force("bob", WAR.read_starter("harbour_watch"), "came late"),
        lambda event: evening_acts.rename_force(event, "bob", "The watch"),
        lambda event: event.call_judge("ann", "Is the bridge a roof?"),
        lambda event: evening_acts.archive(event, True),
    ]
    for act in acts:
        club.act("TO", act)
    taken = StoredEvent.take_in(store, as_json(club.lines, club.state))
    assert taken.lines[: club.sequence] == club.lines
    assert replace(taken.state, sign_up=club.state.sign_up) == club.state


def test_every_act_that_a_log_may_have_can_be_decided_again() -> None:
    assert set(DECISIONS) == set(KINDS.values())


def test_an_event_that_cannot_be_read_is_listed_as_such_and_keeps_no_other_from_being_read(
    store: TournamentStore, club: StoredEvent
) -> None:
    broken = json.dumps({"did": [{"name": "PlayerDropped", "player": "zed", "by": "x"}], "by": "x", "at": "<b>"})
    store.append(None, 0, "", [club.lines[0], broken])
    store.append(None, 0, "", ["{"])
    registry = EventRegistry(store)
    assert [(event.id, event.title, event.readable) for event in registry.listed()] == [
        (1, "Friday", True),
        (2, "Friday", False),
        (3, "", False),
    ]
    assert [event.id for event in registry.readable_events()] == [1]
    registry.delete(3)
    registry.delete(2)
    assert [event.id for event in registry.listed()] == [1]
    # a number is given once
    assert registry.begin("Saturday", "TO").id == 4


def test_an_event_that_another_program_has_deleted_takes_no_act(store: TournamentStore, club: StoredEvent) -> None:
    EventRegistry(store).delete(club.id)
    with pytest.raises(BadFile, match="has no tournament 1"):
        club.act("TO", lambda event: event.drop("a"))
