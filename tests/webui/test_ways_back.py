"""Every page leads back to the table."""

import re
from collections.abc import Iterator

import pytest
from playwright.sync_api import expect
from screens import BOTH_SIZES, FINGER_PX, SIZES, Opened
from serving import served
from whole import whole

pytestmark = [pytest.mark.browser, pytest.mark.slow]

BACK = re.compile(r"To the table|Back to the table|← Table")


@pytest.fixture(scope="module")
def everywhere(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    of = whole(tmp_path_factory.mktemp("whole"))
    with served(of.app) as address:
        yield address
        assert of.parts.live
        of.parts.live.stop()


@pytest.mark.parametrize("size", BOTH_SIZES)
def test_each_page_leads_back_to_the_table(everywhere: str, opened: Opened, size: str) -> None:
    shown = opened("about:blank", SIZES[size])
    for page in ("setup", "replay", "club", "join"):
        shown.goto(f"{everywhere}/{page}")
        back = shown.get_by_role("button", name=BACK).first
        expect(back).to_be_visible()
        box = back.bounding_box()
        assert box
        assert min(box["width"], box["height"]) >= FINGER_PX, page
        back.tap()
        expect(shown.locator(".bar .menu-button")).to_be_visible()
