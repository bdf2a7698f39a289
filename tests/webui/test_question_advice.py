"""Advice on a question on its way to the pages: with the question, on the stream, and to nobody else."""

import json
from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from hosting import STANDING, Table

from tablecam.game.hosting.game_host import GameHost
from tablecam.live.lifecycle import AdviceWorker
from tablecam.rules.books.book import ModelNames
from tablecam.rules.books.catalogue import BOOKS
from tablecam.rules.books.game_setups import GameSetups
from tablecam.rules.books.views import AdviceRow, AdviceView
from tablecam.storage.database import open_database
from tablecam.storage.game_store import GameStore
from tablecam.table.miniature import Roster
from tablecam.table.snapshot import Snapshot
from webui.game.feed import Feed, GameTexts

SECRET = "this only the seat may read"


def advise(snapshot: Snapshot, state: Any, ask: Mapping[str, Any], names: ModelNames) -> AdviceView | None:
    """On the orders of one side, which the other side may not even see advised on."""
    if ask["kind"] != "Assign" or ask["seat"] != "red":
        return None
    return AdviceView("ida", rows=(AdviceRow("ida", "target", "ida", text=SECRET, option="overwatch"),))


@pytest.fixture
def host(tmp_path: Path) -> GameHost:
    books = BOOKS.with_book(replace(BOOKS.usual, question_advice=advise))
    host = GameHost(GameStore(open_database(str(tmp_path / "games.db"))), GameSetups(books), dict)
    host.begin(STANDING)
    return host


def test_advice_arrives_by_itself_at_the_seat_that_is_asked_and_nowhere_else(host: GameHost) -> None:
    table = Table()
    texts = GameTexts(host, lambda: Roster(tuple(placed.model for placed in table.placed.values())))
    feeds = {role: Feed(texts, role) for role in ("table", "red", "blue", "spectator", "umpire")}
    for feed in feeds.values():
        list(feed.list_parts(feed.share().make()))
        assert not feed.fresh
    AdviceWorker(table).look(host, table.view)
    told = {}
    for role, feed in feeds.items():
        assert feed.fresh
        told[role] = dict(feed.list_parts(feed.share().make()))["game"]
    assert [role for role, text in told.items() if SECRET in text] == ["red"]
    (question,) = [asked for asked in json.loads(told["red"])["game"]["questions"] if asked["mine"]]
    assert question["advice"]["rows"][0]["option"] == "overwatch"
    # at the shared tablet, behind the cover of the seat
    assert SECRET in json.dumps(host.private("red"))
    assert SECRET not in json.dumps(host.private("blue"))
