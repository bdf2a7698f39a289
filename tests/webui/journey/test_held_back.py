"""A page behind a proxy that gathers the stream before it passes it on."""

from collections.abc import Callable, Iterator

import pytest
from heard import Wire
from playwright.sync_api import Page, expect

pytestmark = [pytest.mark.browser, pytest.mark.long]

SAID_MS = 4_000
OFFLINE = "[data-banner=offline]"


@pytest.fixture
def gathered(address: str) -> Iterator[Callable[[int], Wire]]:
    """A proxy before the page that gathers so many bytes."""
    wires: list[Wire] = []

    def gathered(most: int) -> Wire:
        wires.append(Wire(int(address.rpartition(":")[2]), hold=most))
        return wires[-1]

    yield gathered
    for wire in wires:
        wire.close()


@pytest.mark.parametrize("most", [4096, 32768])
def test_a_proxy_that_gathers_the_stream_is_filled_up_until_it_passes_it_on(
    gathered: Callable[[int], Wire], opened: Callable[..., Page], most: int
) -> None:
    page = opened("about:blank")
    page.goto(gathered(most).address)
    expect(page.locator("[data-model=ann]").first).to_be_attached()
    expect(page.locator(OFFLINE)).to_have_count(0)
    # it stays so: each second something comes through
    page.wait_for_timeout(SAID_MS)
    expect(page.locator(OFFLINE)).to_have_count(0)


def test_a_proxy_that_passes_nothing_on_is_named_for_what_it_is(
    gathered: Callable[[int], Wire], opened: Callable[..., Page]
) -> None:
    page = opened("about:blank")
    page.goto(gathered(1 << 26).address)
    expect(page.locator(OFFLINE)).to_be_visible()
    expect(page.locator(OFFLINE)).to_contain_text("holds back its messages")


def test_the_stream_asks_proxies_not_to_gather_it_and_is_plain_where_none_does(
    gathered: Callable[[int], Wire], opened: Callable[..., Page]
) -> None:
    wire = gathered(0)
    page = opened("about:blank")
    page.goto(wire.address)
    expect(page.locator("[data-model=ann]").first).to_be_attached()
    assert "x-accel-buffering: no" in wire.heard.lower()
    assert "\n:...." not in wire.heard
