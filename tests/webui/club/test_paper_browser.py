"""What a club event prints, on both papers: pages, what is on them, and codes that a camera reads."""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

import cv2
import numpy as np
import pypdfium2 as pdfium
import pytest
from evening import Evening
from playwright.sync_api import Page, expect
from screens import SIZES, Axe, Opened

from tablecam.club.event.evening_acts import set_place_prize
from webui.entrance.access import COOKIE

pytestmark = [pytest.mark.browser, pytest.mark.long]

PAPERS = ("A4", "Letter")
# as a phone sees a card at arm's length, and less
DOTS_PER_INCH = 150
# pdfium's sign for a hyphen at the end of a line
BROKEN_HERE = "\x02"


@dataclass
class Printed:
    """A PDF as its pages: text, and picture."""

    texts: list[str]
    pictures: list[Any]

    @property
    def text(self) -> str:
        return "\n".join(self.texts)


@pytest.fixture
def evening(tmp_path: Path) -> Evening:
    evening = Evening(tmp_path)
    evening.club.act("TO", lambda event: set_place_prize(event, 1, "50 pounds and the cup"))
    evening.draw()
    return evening


@pytest.fixture
def address(evening: Evening) -> Iterator[str]:
    with evening.served() as address:
        yield address


def shown(opened: Opened, evening: Evening, address: str, what: str, role: str = "table") -> Page:
    """The page as the organiser has it before him, with every code drawn."""
    page = opened("about:blank", SIZES["landscape"])
    page.context.add_cookies([{"name": COOKIE, "value": evening.access.token(role), "url": address}])
    page.goto(f"{address}/club/1/print/{what}")
    page.locator("main > *").first.wait_for()
    # a function that is waited for would be read from a string, which the page's policy forbids
    page.evaluate("Promise.all([...document.images].map(one => one.decode()))")
    return page


def printed(page: Page, paper: str) -> Printed:
    document = pdfium.PdfDocument(page.pdf(format=paper))
    try:
        pages = list(document)
        texts = [each.get_textpage().get_text_bounded() for each in pages]
        pictures = [each.render(scale=DOTS_PER_INCH / 72, grayscale=True).to_numpy() for each in pages]
        return Printed([text.replace(BROKEN_HERE, "-") for text in texts], pictures)
    finally:
        document.close()


def cut_off(page: Page) -> list[str]:
    """What is larger than what it stands in."""
    found: list[str] = page.locator("main article, main td, main th, main header, main section").evaluate_all(
        "all => all.filter(one => one.scrollWidth > one.clientWidth + 1 || one.scrollHeight > one.clientHeight + 1)"
        ".map(one => one.outerHTML.slice(0, 120))"
    )
    return found


def white_margin(picture: Any, margin_mm: float = 6.0) -> bool:
    """Whether nothing is printed where no printer prints."""
    edge = int(margin_mm / 25.4 * DOTS_PER_INCH)
    ink = picture.reshape(picture.shape[0], picture.shape[1]) < 128
    return not (ink[:edge].any() or ink[-edge:].any() or ink[:, :edge].any() or ink[:, -edge:].any())


def codes(picture: Any) -> list[str]:
    """What is read off the cards of a page, one by one as a phone is held to them."""
    grey = picture.reshape(picture.shape[0], picture.shape[1])
    found = []
    for number in range(3):
        top, left, right = (int(mm / 25.4 * DOTS_PER_INCH) for mm in (8 + 85 * number, 6, 52))
        card = np.ascontiguousarray(grey[top : top + int(50 / 25.4 * DOTS_PER_INCH), left:right])
        # the detector for markers misses none of these; the plain one misses one in twelve, as drawn
        found.append(cv2.QRCodeDetectorAruco().detectAndDecode(card)[0])
    return [text for text in found if text]


@pytest.mark.parametrize("paper", PAPERS)
@pytest.mark.parametrize(
    ("what", "pages"),
    [("cards", 3), ("slips", 1), ("lists", None), ("pairings", 2), ("standings", 1), ("prizes", 1), ("signs", 3)],
)
def test_every_sheet_has_its_pages_and_nothing_is_cut_off(
    opened: Opened, evening: Evening, address: str, what: str, pages: int | None, paper: str
) -> None:
    page = shown(opened, evening, address, what)
    page.emulate_media(media="print")
    assert cut_off(page) == []
    sheets = printed(page, paper)
    assert len(sheets.pictures) == (pages or {"A4": 2, "Letter": 3}[paper])
    assert all(white_margin(picture) for picture in sheets.pictures)
    assert "Print" not in sheets.text.split()


@pytest.mark.parametrize("paper", PAPERS)
def test_the_code_of_each_card_opens_that_card(opened: Opened, evening: Evening, address: str, paper: str) -> None:
    sheets = printed(shown(opened, evening, address, "cards"), paper)
    players = evening.club.state.event.entrants
    read = [urlsplit(code) for picture in sheets.pictures for code in codes(picture)]
    assert {code.port for code in read} == {urlsplit(address).port}
    assert sorted(code.path for code in read) == sorted(f"/card/{evening.code(player)}" for player in players)
    for player in players:
        letters = evening.code(player).split(".")[1]
        assert f"{letters[:4]} {letters[4:]}" in sheets.text


def test_each_card_stands_beside_its_own_code(opened: Opened, evening: Evening, address: str) -> None:
    page = shown(opened, evening, address, "cards")
    for player, name in evening.club.state.names.items():
        card = page.locator(f"[data-card='{player}']")
        expect(card.get_by_role("heading")).to_have_text(name)
        expect(card.locator("img")).to_have_attribute("data-path", f"/card/{evening.code(player)}")


def test_slips_cut_and_stacked_lie_in_the_order_of_tables(opened: Opened, tmp_path: Path) -> None:
    evening = Evening(tmp_path, players=32)
    evening.draw()
    with evening.served() as address:
        page = shown(opened, evening, address, "slips")
        sheets = printed(page, "A4")
        places = page.locator(".cut-page").evaluate_all(
            "all => all.map(sheet => [...sheet.children].map(slip => slip.dataset.slip))"
        )
    assert len(sheets.pictures) == 4
    stacked = [places[sheet][place] for place in range(4) for sheet in range(4)]
    assert stacked == [str(table) for table in range(1, 17)]


@pytest.mark.parametrize("players", [10, 13, 22])
def test_slips_that_do_not_fill_the_last_sheet_still_stack(opened: Opened, tmp_path: Path, players: int) -> None:
    evening = Evening(tmp_path, players=players)
    evening.draw()
    with evening.served() as address:
        places = (
            shown(opened, evening, address, "slips")
            .locator(".cut-page")
            .evaluate_all("all => all.map(sheet => [...sheet.children].map(slip => slip.dataset.slip || ''))")
        )
    stacked = [sheet[place] for place in range(4) for sheet in places]
    assert [each for each in stacked if each] == [str(table) for table in range(1, players // 2 + 1)]


def test_lists_pairings_and_places_have_everybody(opened: Opened, evening: Evening, address: str) -> None:
    evening.settle()
    for what in ("lists", "pairings", "standings"):
        text = re.sub(r"\s+", " ", printed(shown(opened, evening, address, what), "A4").text)
        for name in evening.club.state.names.values():
            assert name in text, (what, name)


def test_a_list_is_printed_with_its_sums(opened: Opened, evening: Evening, address: str) -> None:
    page = shown(opened, evening, address, "lists")
    expect(page.locator("[data-list=p1]")).to_contain_text("secret of p1")
    expect(page.locator("[data-list=p1] tfoot")).to_contain_text("210")


def test_final_standings_show_the_tie_break_as_a_sum_of_named_opponents(
    opened: Opened, evening: Evening, address: str
) -> None:
    evening.settle()
    page = shown(opened, evening, address, "standings")
    expect(page.locator("tbody tr").first).to_contain_text(re.compile(r"\d+ = \d+|^1"))
    expect(page.locator("tbody")).to_contain_text(" = ")


def test_before_the_draw_cards_and_blank_slips_can_be_printed(opened: Opened, tmp_path: Path) -> None:
    evening = Evening(tmp_path, players=5)
    with evening.served() as address:
        cards = shown(opened, evening, address, "cards")
        assert cards.locator("[data-card=p1] tbody tr").count() == 3
        slips = shown(opened, evening, address, "slips")
        assert slips.locator(".slip").count() == 4


def test_where_no_phone_gets_in_no_code_is_printed_and_it_is_said_why(opened: Opened, tmp_path: Path) -> None:
    evening = Evening(tmp_path, players=5, host="127.0.0.1")
    evening.draw()
    with evening.served() as address:
        page = shown(opened, evening, address, "cards")
        expect(page.locator(".unprinted")).to_contain_text("--host 0.0.0.0")
        assert page.locator("main img").count() == 0


def test_only_the_organiser_prints_and_others_are_told_so(opened: Opened, evening: Evening, address: str) -> None:
    page = opened(f"{address}/club/1/print/cards", SIZES["landscape"])
    expect(page.get_by_role("alert")).to_contain_text("Only")
    assert page.locator("[data-card]").count() == 0


@pytest.mark.parametrize("what", ["cards", "slips", "lists", "pairings", "standings", "signs"])
def test_the_sheets_on_the_screen_have_no_barriers(
    opened: Opened, evening: Evening, address: str, what: str, axe: Axe
) -> None:
    assert axe(shown(opened, evening, address, what)) == []
