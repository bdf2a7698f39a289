"""A hub that lacks lines for a while is named in every pulse, and in the header of the table's page."""

from collections.abc import Iterator
from types import SimpleNamespace

import pytest
from fake_table import ShownLive, roster
from playwright.sync_api import expect
from screens import Axe, Opened
from serving import served

from tablecam.doors.hub.courier import HubState
from webui import create_app
from webui.server.dependencies import Dependencies
from webui.wall.hub_show import hub_notice, together


def test_only_a_hub_that_lacks_lines_for_a_while_is_named() -> None:
    courier = SimpleNamespace(state=HubState(connected=True, behind=3))
    notice = hub_notice(courier)
    assert notice() == {}
    courier.state = HubState(behind=420, late=True)
    assert notice() == {"hub": {"behind": 420, "connected": False}}
    assert hub_notice(None)() == {}


def test_notices_are_told_together() -> None:
    assert together(lambda: {"database": "away"}, dict, lambda: {"hub": 1})() == {"database": "away", "hub": 1}


@pytest.fixture
def courier() -> SimpleNamespace:
    return SimpleNamespace(state=HubState(behind=420, late=True))


@pytest.fixture
def behind(live: ShownLive, courier: SimpleNamespace) -> Iterator[str]:
    """The page of a table whose hub lacks lines."""
    with served(create_app(Dependencies(live, roster, courier=courier))) as address:
        yield address
        live.stop()


@pytest.mark.browser
@pytest.mark.slow
def test_the_header_says_how_many_lines_the_hub_lacks_until_it_has_them(
    behind: str, courier: SimpleNamespace, opened: Opened, axe: Axe
) -> None:
    page = opened(behind)
    expect(page.locator(".bar .hub")).to_have_text("hub: 420 lines behind")
    assert axe(page) == []
    courier.state = HubState(connected=True, behind=1, late=True)
    expect(page.locator(".bar .hub")).to_have_text("hub: 1 line behind")
    courier.state = HubState(connected=True)
    expect(page.locator(".bar .hub")).to_have_count(0)
