"""What a seat decides in secret changes no byte of any page, advice, alert or line that anybody else is sent.

Two evenings of each book differ in nothing but what one side hides, and are played alike.
"""

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

import pytest
from everything_sent import everything_sent
from flask import Flask
from hosting import BEGUN, RED, STANDING, Table, choose, keys, miniature

from tablecam.game.hosting.game_host import GameHost
from tablecam.game.replay.archive import Archive
from tablecam.live.game_observer import GameObserver
from tablecam.live.lifecycle import AdviceWorker
from tablecam.rules.books.catalogue import BOOKS
from tablecam.rules.books.game_setups import GameSetups, usual_scenarios
from tablecam.rules.books.setup_views import Scenario
from tablecam.storage.database import open_database
from tablecam.storage.game_store import GameStore
from tablecam.table.miniature import Placed, Roster
from webui import create_app
from webui.entrance.access import COOKIE, Access, alone
from webui.server.dependencies import Dependencies

pytestmark = pytest.mark.slow

# by the clock, and who they are by chance
DEVICES = "/api/devices"
Scenarios = Callable[[Any], tuple[Scenario, ...]]


@dataclass
class Evening:
    """A game over a table, all of its pages, and what watches and advises, which look when a test tells them to."""

    host: GameHost
    table: Table
    watch: GameObserver
    adviser: AdviceWorker
    app: Flask
    access: Access

    def look(self) -> None:
        self.watch.look(self.host, self.table.view)
        self.adviser.look(self.host, self.table.view)

    def sent(self, role: str, models: Sequence[str]) -> dict[str, str]:
        browser = self.app.test_client()
        browser.set_cookie(COOKIE, self.access.token(role))
        found = everything_sent(self.app, browser, self.host, models)
        return {address: re.sub(r"'Date': '[^']*'", "", text) for address, text in found.items()}

    def asked(self, role: str) -> list[str]:
        return [each["ask"]["action"] for each in keys(self.host, role)]


def evening(
    folder: Path, access: Access, placed: Mapping[str, Placed] | None = None, scenarios: Scenarios = usual_scenarios
) -> Evening:
    folder.mkdir()
    table = Table()
    table.placed = dict(placed or table.placed)
    table.show()
    store = GameStore(open_database(str(folder / "games.db")), lambda: BEGUN)
    watch = GameObserver(table)
    host = GameHost(store, GameSetups(BOOKS, scenarios=scenarios), dict, watch)
    roster = Roster(tuple(one.model for one in table.placed.values()))
    archive = Archive(store, BOOKS)
    parts = Dependencies(table, lambda: roster, access=access, host=host, archive=archive, books=BOOKS)
    return Evening(host, table, watch, AdviceWorker(table), create_app(parts), access)


@pytest.fixture
def close() -> Iterator[list[Evening]]:
    open_ones: list[Evening] = []
    yield open_ones
    for one in open_ones:
        one.table.stop()
        one.host.close()


def pair(tmp_path: Path, close: list[Evening], *scenarios: Scenarios, **how: Any) -> list[Evening]:
    """Two evenings on tables that stand alike, whose devices have the same keys."""
    access = alone(("red", "blue"))
    different = scenarios or (usual_scenarios, usual_scenarios)
    close += [
        evening(tmp_path / name, access, scenarios=each, **how) for name, each in zip("ab", different, strict=True)
    ]
    return close


def alike(games: Sequence[Evening], models: Sequence[str], seat: str = "red") -> list[dict[str, str]]:
    """What everybody but that seat is sent of the first game; that it is the same of the second, to the byte."""
    for game in games:
        game.look()
    told = []
    for role in ("table", "umpire", "spectator", "blue" if seat == "red" else "red"):
        first, second = (game.sent(role, models) for game in games)
        differ = [address for address, text in first.items() if second[address] != text and address != DEVICES]
        assert differ == [], (role, [(first[each], second[each]) for each in differ])
        told.append(first)
    return told


def all_answer(games: Sequence[Evening], role: str, raw: Any, **said: Any) -> None:
    """The first question of a role in both."""
    for game in games:
        choose(game.host, role, raw, **said)


def on_a_grid(models: Mapping[str, str]) -> dict[str, Placed]:
    noise = Table().placed["ida"].covariance
    return {
        model: Placed(miniature(model, side), 4.0 + 4 * (n % 10), 10.0 + 14 * (n // 10), 0.0, 0.0, noise)
        for n, (model, side) in enumerate(models.items())
    }


@pytest.mark.long
def test_the_orders_of_urban_war_change_no_advice_alert_or_line(tmp_path: Path, close: list[Evening]) -> None:
    games, models = pair(tmp_path, close), ("vik", "gruff")
    for game, order in zip(games, ("overwatch", "snap-fire"), strict=True):
        game.host.begin(STANDING)
        choose(game.host, "red", {each: order if each in ("vik", "ida") else "snap-fire" for each in RED})
        choose(game.host, "blue", dict.fromkeys(game.table.placed.keys() - set(RED), "snap-fire"))
    all_answer(games, "red", [3])
    all_answer(games, "blue", [9])
    all_answer(games, "blue", "first")
    all_answer(games, "blue", "gruff")
    # in one of them red may break in: its own alerts and questions tell so, and nothing else
    told = alike(games, models)
    assert games[0].asked("red") != games[1].asked("red")
    assert any("regions" in each["/api/game"] for each in told), "nobody is advised on what gruff does"
    all_answer(games, "blue", "move+shoot")
    for game in games:
        game.table.put("gruff", y_in=27.0, state="moving")
    alike(games, models)
    alerts = [game.host.view_for("red")["game"]["alerts"] for game in games]
    assert (bool(alerts[0]), bool(alerts[1])) == (True, False)
    for game in games:
        game.table.put("gruff", y_in=30.0)
        game.table.carry("gruff", [(10.0, 27.0)])
        game.look()
    all_answer(games, "blue", None, source="table")
    told = alike(games, models)
    assert games[0].asked("blue") == ["shoot.target"]
    assert all('"option":"ida"' in each["/api/game"] for each in told), "nobody is advised on whom gruff shoots at"


CARDS_SWAPPED = (1, 5)


def swapped(book: Any) -> tuple[Scenario, ...]:
    """Two blocks of red are each other."""
    found = usual_scenarios(book)
    if book.name != "urban-operations":
        return found
    blocks = {seat: [dict(each) for each in all_of] for seat, all_of in found[0].setup["blocks"].items()}  # type: ignore[union-attr]
    one, other = CARDS_SWAPPED
    red = blocks["red"]
    red[one]["card"], red[other]["card"] = red[other]["card"], red[one]["card"]
    return (replace(found[0], setup={**found[0].setup, "blocks": blocks}), *found[1:])


@pytest.mark.long
def test_who_a_block_of_urban_operations_is_changes_no_byte(tmp_path: Path, close: list[Evening]) -> None:
    sides = {f"block-{n}": "red" if n <= 10 else "blue" for n in range(1, 21)}
    games = pair(tmp_path, close, usual_scenarios, swapped, placed=on_a_grid(sides))
    models = ("block-2", "block-6")
    for game in games:
        game.host.begin({"book": "urban-operations"})
    alike(games, models)
    own = [game.sent("red", models)["/api/game"] for game in games]
    assert own[0] != own[1]
    for action, raw in (
        ("set-up", True), ("aid.gaps", None), ("event.title", "none"), ("event.title", "none"), ("3d.by", "done"),
        ("3d.by", "done"), ("starts", "first"), ("impulse", "Anchor"),
    ):  # fmt: skip
        both_say(games, action, raw)
    alike(games, models)
    # somebody else acts: who the two are may be asked of nobody
    for action, raw in (("activate", "block-3"), ("action", "fire"), ("how", "stand")):
        both_say(games, action, raw)
    alike(games, models)


def both_say(games: Sequence[Evening], action: str, raw: Any = None) -> None:
    """The players answer the question of that action alike; the first option that is open unless told otherwise."""
    for game in games:
        with game.host.reading() as open_game:
            assert open_game
            asked = {question.ask.action: question for question in open_game.game.open}
            assert action in asked, (action, list(asked))
            seat = asked[action].ask.seat or "red"
            options = getattr(asked[action].ask, "options", ())
            given = next((option.id for option in options if option.open), None) if raw is None else raw
            key = open_game.key(asked[action], seat)
        game.host.answer(seat, {"key": key, "raw": given, "source": "keypad"})


def test_a_stance_of_urr_changes_no_byte_before_it_is_shown(tmp_path: Path, close: list[Evening]) -> None:
    units = {"reed_pikes_1": "red", "reed_bows": "red", "salt_axes": "blue", "pan_levy": "blue"}
    games = pair(tmp_path, close, placed=on_a_grid(units))
    for game in games:
        game.host.begin({"book": "urr"})
    muster = (["reed_pikes_1", "reed_bows"], ["salt_axes", "pan_levy"])
    for action, raw in (("combat.place", "meadow"), *(("muster", side) for side in muster), ("raiders", "nobody")):
        both_say(games, action, raw)
    models = ("reed_bows", "salt_axes")
    before = alike(games, models)
    assert '"option":"attack"' in games[0].sent("red", models)["/api/game"], "nobody is advised on the stance"
    for game, stance in zip(games, ("attack", "defend"), strict=True):
        choose(game.host, "red", stance)
    assert alike(games, models) != before
