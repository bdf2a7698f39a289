"""A data book by touch, on a German tablet: uploaded as files, chosen, and played with measured ranges and odds."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from hosting import Table, miniature
from playwright.sync_api import Page, expect
from real_game import RealGame
from screens import Opened
from serving import served
from small_book import SMALL, write_book

from tablecam.game.hosting.game_host import GameHost
from tablecam.game.replay.archive import Archive
from tablecam.live.game_observer import GameObserver
from tablecam.live.lifecycle import AdviceWorker
from tablecam.rules.books.catalogue import BOOKS
from tablecam.rules.books.game_setups import GameSetups
from tablecam.setup.table_books import TableBooks
from tablecam.storage.database import open_database
from tablecam.storage.game_store import GameStore
from tablecam.table.miniature import Placed, Roster
from webui import create_app
from webui.server.dependencies import Dependencies

pytestmark = [pytest.mark.browser, pytest.mark.slow]

STANDING = {
    "ann": ("red", 10.0, 10.0), "art": ("red", 16.0, 10.0), "bob": ("blue", 10.0, 15.0), "ben": ("blue", 40.0, 40.0),
}  # fmt: skip
GERMAN = {"Small": "Klein", "Shoot": "Schießen", "to hit": "Treffer", "Aim": "Zielen", "Bow": "Bogen", "Near": "Nah"}


@pytest.fixture
def table(tmp_path: Path) -> Iterator[RealGame]:
    """Four models stand on a table whose folder takes data books; no game is on."""
    table, store, books = Table(), GameStore(open_database(str(tmp_path / "games.db"))), TableBooks(tmp_path, BOOKS)
    noise = table.placed["ida"].covariance
    table.placed = {
        model: Placed(miniature(model, side), x, y, 0.0, 0.0, noise) for model, (side, x, y) in STANDING.items()
    }
    table.show()
    follower, adviser = GameObserver(table), AdviceWorker(table)
    host = GameHost(store, GameSetups(books.catalogue), dict, follower)
    roster = Roster(tuple(placed.model for placed in table.placed.values()))
    parts = Dependencies(
        table, lambda: roster, host=host, archive=Archive(store, books.catalogue), books=books.catalogue,
        table_books=books,
    )  # fmt: skip
    with served(create_app(parts)) as address:
        follower.follow(host)
        adviser.follow(host)
        try:
            yield RealGame(host, table, address)
        finally:
            adviser.stop()
            follower.stop()
            table.stop()
            host.close()


def upload(page: Page, *files: Path) -> None:
    page.locator(".add-book input[type=file]").set_input_files(files)


def german(page: Page, address: str) -> None:
    page.context.add_cookies([{"name": "language", "value": "de", "url": address}])
    page.goto(address)
    page.wait_for_selector(".begin-game")


def test_a_data_book_is_uploaded_and_played_in_german(opened: Opened, table: RealGame, tmp_path: Path) -> None:
    folder = write_book(tmp_path / "mine")
    (folder / "de.po").write_text(
        "".join(f'msgid "{text}"\nmsgstr "{german}"\n\n' for text, german in GERMAN.items()), encoding="utf-8"
    )
    page = opened(table.address)
    german(page, table.address)
    page.locator(".begin-game").tap()
    wrong = write_book(tmp_path / "wrong", SMALL.replace("wounds = 3", "wounds = 0"))
    upload(page, wrong / "book.toml")
    expect(page.locator(".add-book [role=alert]")).to_contain_text("wounds must be from 1 to 100, not 0")
    upload(page, folder / "book.toml", folder / "de.po")
    expect(page.locator("[data-book=small]")).to_have_text("Klein")
    expect(page.locator("[data-book=small]")).to_have_attribute("aria-pressed", "true")
    expect(page.locator(".add-book [role=alert]")).to_have_count(0)
    page.locator("[data-begin]").tap()
    play(page, table)


def play(page: Page, table: RealGame) -> None:
    heading = page.locator(".question h2")
    for side in ("Rot", "Blau"):
        expect(heading).to_have_text(f"Stehen alle Modelle von {side} auf dem Tisch?")
        page.locator(".form button", has_text="Ja").tap()
    for face in (6, 1):
        page.locator(f".form [data-key='{face}']").first.tap()
    expect(heading).to_have_text("Rot: Welches Modell handelt?")
    page.locator(".form [data-option=ann]").tap()
    expect(heading).to_have_text("Ann: Welche Aktion?")
    page.locator(".form [data-option=shoot]").tap()
    # the table has measured ranges and sight: bob is near, ben is out of reach
    expect(heading).to_have_text("Ann: Welches Ziel?")
    expect(page.locator(".form")).to_contain_text("Nah")
    expect(page.locator(".form")).to_contain_text("Bob scheidet aus")
    expect(page.locator(".form")).to_contain_text("Ben ist außer Reichweite")
    page.locator(".form [data-option=bob]").first.tap()
    expect(heading).to_have_text("Rot würfelt: Ann gegen Bob, Treffer")
    expect(page.locator(".need")).to_contain_text("4+")
    table.answer("check", [6, 6])
    expect(heading).to_have_text("Blau würfelt: Ann gegen Bob, to save")
    expect(page.locator(".game-foot .last")).to_contain_text("Treffer 4+ (Zielen 2, gegen 6): 6 und 6 gewürfelt")
