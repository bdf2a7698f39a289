"""The pages of a club event behind a proxy that gathers the stream before it passes it on."""

from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from evening import Evening
from heard import Wire
from playwright.sync_api import Page, expect
from screens import SIZES, Opened

pytestmark = [pytest.mark.browser, pytest.mark.long]

# longer than any machine takes to notice silence, and to ask for more, twice
HELPED_MS = 90_000
STAYS_MS = 4_000
LOOKS_MS = 100
OFFLINE = "[data-banner=offline]"
FILLED = "\n:...."


@pytest.fixture
def evening(tmp_path: Path) -> Evening:
    evening = Evening(tmp_path)
    evening.draw()
    return evening


@pytest.fixture
def gathered(evening: Evening) -> Iterator[Callable[[int], Wire]]:
    """A proxy before the pages that gathers so many bytes."""
    wires: list[Wire] = []

    def gathered(most: int) -> Wire:
        wires.append(Wire(int(address.rpartition(":")[2]), hold=most))
        return wires[-1]

    with evening.served() as address:
        yield gathered
    for wire in wires:
        wire.close()


def phone_of(opened: Opened, wire: Wire, evening: Evening) -> Page:
    """The phone of a player who plays, on his card."""
    player = evening.club.state.event.games[0].pair[0]
    return opened(f"{wire.address}/card/{evening.code(player)}", SIZES["phone"])


def until_heard(page: Page, wire: Wire, what: str) -> None:
    """Returns once the server has said it."""
    for _ in range(HELPED_MS // LOOKS_MS):
        if what in wire.heard:
            return
        page.wait_for_timeout(LOOKS_MS)
    pytest.fail(f"{what!r} was never sent")


def hears_of_the_end(page: Page, evening: Evening) -> None:
    """What the organiser does is shown on the phone."""
    expect(page.locator(".card-page")).to_be_visible()
    evening.settle()
    expect(page.locator(".report.closed")).to_be_visible()


@pytest.mark.parametrize("most", [4096, 32768])
def test_a_card_fills_up_a_proxy_until_it_passes_the_night_on(
    gathered: Callable[[int], Wire], opened: Opened, evening: Evening, most: int
) -> None:
    wire = gathered(most)
    page = phone_of(opened, wire, evening)
    until_heard(page, wire, FILLED)
    hears_of_the_end(page, evening)
    # it stays so: each second something comes through
    expect(page.locator(OFFLINE)).to_have_count(0)
    page.wait_for_timeout(STAYS_MS)
    expect(page.locator(OFFLINE)).to_have_count(0)


@pytest.mark.parametrize("most", [4096, 32768])
def test_the_wall_shows_a_night_behind_a_proxy_that_gathers(
    gathered: Callable[[int], Wire], opened: Opened, most: int
) -> None:
    page = opened(f"{gathered(most).address}/projector/1", (1920, 1080))
    expect(page.locator(".p-head h1")).to_have_text("Friday at the Anvil")
    expect(page.locator(".p-called")).not_to_contain_text("No connection")


def test_a_card_behind_a_proxy_that_passes_nothing_on_says_so(
    gathered: Callable[[int], Wire], opened: Opened, evening: Evening
) -> None:
    page = phone_of(opened, gathered(1 << 26), evening)
    expect(page.locator(OFFLINE)).to_contain_text("holds back its messages")


def test_the_stream_of_a_night_is_plain_where_no_proxy_gathers_it(
    gathered: Callable[[int], Wire], opened: Opened, evening: Evening
) -> None:
    wire = gathered(0)
    hears_of_the_end(phone_of(opened, wire, evening), evening)
    assert "x-accel-buffering: no" in wire.heard.lower()
    assert FILLED not in wire.heard
