"""What a table shows over its hub: nothing that a spectator may not know, its result, and the round that it plays."""

import json
from pathlib import Path

import pytest
from hosting import FORCES, STANDING, Table, choose, hosted, keys, orders

from tablecam.club.event.hall_event import Bound, called, tags_of
from tablecam.club.event.registry import EventRegistry
from tablecam.club.tournament.club_event import ClubEvent
from tablecam.club.tournament.entrant import Entrant
from tablecam.club.tournament.going_public import HallNamesSet
from tablecam.doors.hub.message import CardSide, HeardEvent, RoundOfEvent, card_text
from tablecam.doors.hub.outbox import GAME_ID
from tablecam.game.hosting.commands import concede
from tablecam.game.hosting.game_host import GameHost
from tablecam.rules.books.catalogue import BOOKS
from tablecam.rules.books.game_tags import EVENT
from tablecam.storage.database import open_database
from tablecam.storage.line_store import TournamentStore
from tablecam.table.miniature import Roster
from webui.game.feed import GameTexts
from webui.server.events import Texts
from webui.table.board_names import choose_hidden_names
from webui.wall.hub_show import HubShow, round_of_hall

PLAYED = {"red": "ann", "blue": "bob"}


def shown(host: GameHost, table: Table, events: EventRegistry | None = None, language: str = "en") -> HubShow:
    roster = Roster(tuple(placed.model for placed in table.placed.values()))
    texts = Texts(lambda: roster, BOOKS, choose_hidden_names(host))
    return HubShow(lambda: table.view, texts, GameTexts(host, lambda: roster), events, language)


@pytest.fixture
def table() -> Table:
    return Table()


def everything(folder: Path, table: Table, **by_model: str) -> str:
    """All that a table shows before, while and after both sides give their orders in secret."""
    folder.mkdir()
    host = hosted(folder)
    host.begin(STANDING)
    show, told = shown(host, table), []
    for seat in ("red", "blue"):
        told += [show.parts(), card_text(show.card(), 0)]
        question = next(each for each in keys(host, seat) if each["kind"] == "Assign")
        models = question["ask"]["items"]
        raw = dict.fromkeys(models, "snap-fire") | {model: kind for model, kind in by_model.items() if model in models}
        host.answer(seat, {"key": question["key"], "raw": raw})
    told += [show.parts(), card_text(show.card(), 0)]
    host.close()
    return json.dumps(told)


def test_what_is_shown_is_the_same_whatever_was_ordered_in_secret(tmp_path: Path, table: Table) -> None:
    one = everything(tmp_path / "one", table)
    other = everything(tmp_path / "other", table, mother="overwatch", brandt="overwatch")
    assert one == other
    assert "Mother" in one


def test_a_card_says_who_plays_and_how_it_stands(tmp_path: Path, table: Table) -> None:
    host = hosted(tmp_path)
    show = shown(host, table)
    assert show.card().game == ""
    host.begin(STANDING | {"tags": {"Red": "Ann", "Blue": "Bob"}})
    host.store.set(1, GAME_ID, "a uuid")
    card = show.card()
    assert (card.game, card.camera, card.over) == ("a uuid", "good", False)
    assert card.sides == (CardSide("red", "Ann", "6/6"), CardSide("blue", "Bob", "6/6"))
    assert card.begun > 0
    orders(host)
    choose(host, "red", [4])
    choose(host, "blue", [3])
    assert show.card().said
    host.close()


def test_a_result_stays_over_the_next_game_and_a_restart(tmp_path: Path, table: Table) -> None:
    host = hosted(tmp_path)
    host.begin(STANDING)
    host.store.set(1, GAME_ID, "first")
    host.do(concede, "red", {})
    show = shown(host, table)
    assert show.card().won == "blue"
    (result,) = json.loads(show.parts()["results"])["list"]
    assert (result["game"], result["won"]) == ("first", "blue")
    host.put_game_away("table", {})
    host.begin(STANDING)
    assert show.card().game != "first"
    assert [each["game"] for each in json.loads(shown(host, table).parts()["results"])["list"]] == ["first"]
    host.close()


def test_a_pairing_has_its_round_its_players_and_a_judge(tmp_path: Path, table: Table) -> None:
    events = EventRegistry(TournamentStore(open_database(str(tmp_path / "events.db"))), tmp_path / "snapshots")
    club = events.begin("Friday", "organiser")
    for player in PLAYED.values():
        club.act("organiser", lambda event, player=player: event.enter(Entrant(player, player.title(), "", 9)))
    club.act("organiser", ClubEvent.draft)
    club.act("organiser", ClubEvent.publish)
    host, bound = hosted(tmp_path), Bound(club.id, 1, PLAYED)
    host.begin({"forces": FORCES, "tags": tags_of(bound)})
    show = shown(host, table, events)
    card = show.card()
    assert [side.name for side in card.sides] == ["Guest 1", "Guest 2"]
    club.act("organiser", lambda event: event.after(HallNamesSet(shown=True)))
    assert [side.name for side in show.card().sides] == ["Ann", "Bob"]
    assert card.round
    assert (card.round.number, card.round.table, card.round.called, card.round.ends) == (1, 1, False, None)
    club.act("ann", lambda event: called(event, bound, "red", True))
    club.act("organiser", ClubEvent.start_clock)
    card = show.card()
    assert card.round
    assert card.round.called
    assert card.round.ends
    host.close()


def test_a_pairing_of_the_hall_has_the_round_that_its_organiser_has_told(tmp_path: Path, table: Table) -> None:
    clock = {"number": 2, "length_s": 4800, "started": 900.0, "paused": None, "stood_s": 0.0, "added_s": 0,
             "by_table": {"4": 300}}  # fmt: skip
    said = {
        "id": "mill/7",
        "round": 2,
        "pairings": [{"table": 4, "pair": ["bob", "ann"]}],
        "clock": clock,
        "calls": [4],
    }
    tags, seats = {**tags_of(Bound(7, 2, PLAYED)), EVENT: "mill/7"}, tuple(PLAYED)
    # this machine's clock is a day ahead of the organiser's
    heard = HeardEvent().then(json.dumps(said), None).then(json.dumps({**said, "at": 1000.0}), 87400.0)
    assert round_of_hall(tags, seats, heard, 87500.0) == RoundOfEvent(2, 4, 92400, 4900, called=True)
    # what is retained says nothing of the clocks
    assert heard.then(json.dumps({**said, "at": 5.0}), None).ahead_s == 86400.0
    waits = {**clock, "started": None}
    waiting = HeardEvent(json.dumps({**said, "clock": waits, "calls": []}))
    assert round_of_hall(tags, seats, waiting, 0.0) == RoundOfEvent(2, 4, None, 5100, called=False)
    for other in ({"round": 3}, {"id": "mill/8"}, {"pairings": []}, {"clock": None}, {"clock": {}}):
        assert round_of_hall(tags, seats, HeardEvent(json.dumps({**said, **other})), 0.0) is None
    host = hosted(tmp_path)
    host.begin({"forces": FORCES, "tags": tags})
    show = shown(host, table)
    assert show.card().round is None
    show.hear(waiting)
    assert show.card().round == RoundOfEvent(2, 4, None, 5100, called=False)
    host.close()


def test_it_is_told_in_the_language_of_the_table(tmp_path: Path, table: Table) -> None:
    host = hosted(tmp_path)
    host.begin(STANDING)
    assert shown(host, table).card().turn.startswith("Turn 1")
    assert shown(host, table, language="de").card().turn.startswith("Zug 1")
    host.close()
