"""Joining by touch, and a screen that stays on, in a real browser."""

import os
import re
from collections.abc import Iterator
from dataclasses import replace

import pytest
from fake_table import ShownLive, roster
from playwright.sync_api import Page, expect
from screens import EACH_SIZE, SIZES, Opened
from serving import served

from webui import create_app
from webui.entrance.access import COOKIE, Access, alone
from webui.entrance.keys import ALPHABET
from webui.server.dependencies import Dependencies

pytestmark = [pytest.mark.browser, pytest.mark.slow]

PHONE = SIZES["phone"]
SHOTS = os.environ.get("TABLECAM_SHOTS", "")


@pytest.fixture
def access() -> Access:
    """As on a network: nobody is the table for coming from this machine."""
    return replace(alone(("red", "blue")), host="0.0.0.0")


@pytest.fixture
def shared(live: ShownLive, access: Access) -> Iterator[str]:
    """The page of a table that others join, served to this machine."""
    with served(create_app(Dependencies(live, roster, access=access))) as address:
        yield address
        live.stop()


def role(page: Page) -> str:
    return str(page.evaluate("fetch('/api/me').then(answer => answer.json()).then(me => me.role)"))


def enter(page: Page, code: str) -> None:
    for letter in code:
        page.locator(f"[data-letter='{letter}']").tap()
        page.wait_for_timeout(100)  # a finger bounces faster


def kept_picture(page: Page, name: str) -> None:
    if SHOTS:
        page.screenshot(path=f"{SHOTS}/{name}.png")


def test_a_scanned_code_takes_one_tap_to_the_table(opened: Opened, shared: str, access: Access) -> None:
    page = opened(f"{shared}/join/{access.keys.codes['red']}", PHONE)
    expect(page.get_by_role("heading")).to_have_text(re.compile("This device is now.*Red’s seat"))
    page.get_by_role("button", name="Back to the table").tap()
    page.wait_for_selector("[data-model=ann]")
    assert role(page) == "red"


def test_the_owners_address_makes_the_table(opened: Opened, shared: str, access: Access) -> None:
    page = opened(f"{shared}/join/{access.keys.owner}")
    expect(page.get_by_role("heading")).to_contain_text("the table’s own screen")


def test_a_typed_code_goes_off_with_its_last_letter_and_lasts_over_a_reload(
    opened: Opened, shared: str, access: Access
) -> None:
    page = opened(f"{shared}/join", PHONE)
    enter(page, access.keys.codes["blue"])
    expect(page.get_by_role("heading")).to_contain_text("Blue’s seat")
    page.goto(f"{shared}/")
    page.reload()
    page.wait_for_selector("[data-model=ann]")
    assert role(page) == "blue"


def test_a_wrong_code_is_said_and_the_keys_stay_where_they_are(opened: Opened, shared: str) -> None:
    page = opened(f"{shared}/join", PHONE)
    key = page.locator("[data-letter='2']")
    before = key.bounding_box()
    enter(page, "22222")
    expect(page.get_by_role("alert")).to_contain_text("not right")
    assert key.bounding_box() == before
    expect(page.get_by_label("Code", exact=True)).to_have_text("")
    assert role(page) == "spectator"


@pytest.mark.long
def test_too_many_wrong_codes_are_told_how_long_to_wait(opened: Opened, shared: str) -> None:
    page = opened(f"{shared}/join", PHONE)
    for _ in range(9):
        enter(page, "33333")
        expect(page.get_by_label("Code", exact=True)).to_have_text("")
    expect(page.get_by_role("alert")).to_have_text(re.compile(r"wait \d+ s"))


def test_every_letter_of_a_code_has_a_key_and_a_keyboard_works_too(opened: Opened, shared: str, access: Access) -> None:
    page = opened(f"{shared}/join")
    page.locator("[data-letter]").first.wait_for()
    letters = page.locator("[data-letter]").evaluate_all("all => all.map(one => one.dataset.letter)")
    assert sorted(letters) == sorted(ALPHABET)
    page.keyboard.type(access.keys.codes["umpire"].lower())
    expect(page.get_by_role("heading")).to_contain_text("the umpire")


def test_a_device_that_has_a_seat_is_asked_before_it_gets_another(opened: Opened, shared: str, access: Access) -> None:
    page = opened(f"{shared}/join/{access.keys.codes['red']}", PHONE)
    page.get_by_role("button", name="Back to the table").wait_for()
    page.goto(f"{shared}/join/{access.keys.codes['blue']}")
    expect(page.get_by_role("heading")).to_contain_text("Red’s seat")
    assert role(page) == "red"
    page.get_by_role("button", name="Take the seat of the new code instead").tap()
    expect(page.get_by_role("heading")).to_contain_text("Blue’s seat")
    assert role(page) == "blue"


def test_a_seat_is_given_up_on_the_join_page(opened: Opened, shared: str, access: Access) -> None:
    page = opened(shared)
    page.context.add_cookies([{"name": COOKIE, "value": access.token("red"), "url": shared}])
    page.goto(f"{shared}/join")
    page.get_by_role("button", name="Leave this seat").tap()
    expect(page.get_by_role("button", name="Watch without a code")).to_be_visible()
    assert role(page) == "spectator"


@pytest.mark.parametrize("size", [pytest.param("landscape", marks=pytest.mark.long), "phone"])
def test_the_table_sees_its_devices_and_sends_one_away_which_reads_why_and_joins_again(
    opened: Opened, shared: str, access: Access, axe, size: str
) -> None:
    table, phone = opened(f"{shared}/join/{access.keys.owner}", SIZES[size]), opened(shared, PHONE)
    table.get_by_role("button", name="Back to the table").tap()
    phone.goto(f"{shared}/join/{access.keys.codes['red']}")
    phone.get_by_role("button", name="Back to the table").tap()
    phone.wait_for_selector("[data-model=ann]")
    table.get_by_role("button", name="Menu").tap()
    table.get_by_role("button", name="Join").tap()
    own, red = table.locator("[data-device=table]"), table.locator("[data-device=red]")
    expect(own).to_contain_text("This device")
    expect(own.get_by_role("button")).to_have_count(0)
    expect(red).to_contain_text(re.compile("Red’s seat.*joined .*here now", re.DOTALL))
    red.get_by_role("button", name="Disconnect …").tap()
    red.get_by_role("button", name="Yes, send it away").scroll_into_view_if_needed()
    kept_picture(table, f"devices-{size}")
    assert axe(table) == []
    assert table.evaluate("document.documentElement.scrollWidth") <= SIZES[size][0]
    red.get_by_role("button", name="Yes, send it away").tap()
    expect(red).to_have_count(0)
    told = phone.locator("[data-banner=seat]")
    expect(told).to_contain_text("has disconnected this device")
    kept_picture(phone, f"sent-away-{size}")
    assert axe(phone) == []
    assert role(phone) == "spectator"
    told.get_by_role("button", name="Join again").tap()
    expect(phone.get_by_role("status").first).to_contain_text("has disconnected this device")
    enter(phone, access.keys.codes["red"])
    phone.get_by_role("button", name="Back to the table").tap()
    phone.wait_for_selector("[data-model=ann]")
    expect(phone.locator("[data-banner=seat]")).to_have_count(0)
    assert role(phone) == "red"


@pytest.mark.parametrize("size", EACH_SIZE)
def test_the_join_page_fits_every_screen_and_every_finger(opened: Opened, shared: str, size: str, axe) -> None:
    page = opened(f"{shared}/join", SIZES[size])
    page.locator("[data-letter]").first.wait_for()
    assert page.evaluate("document.documentElement.scrollWidth") <= SIZES[size][0]
    boxes = page.locator("button").evaluate_all(
        "all => all.map(one => { const box = one.getBoundingClientRect(); return [box.width, box.height]; })"
    )
    assert min(min(box) for box in boxes) >= 48
    keys = page.locator("[data-letter]").evaluate_all("all => all.map(one => one.getBoundingClientRect().height)")
    assert min(keys) >= 64
    assert axe(page) == []


def test_a_device_that_follows_the_table_is_counted_until_it_goes(opened: Opened, shared: str, access: Access) -> None:
    table, phone = opened(shared), opened(f"{shared}/join/{access.keys.codes['red']}", PHONE)
    joined = "() => fetch('/api/me').then(answer => answer.json()).then(me => me.joined.red === {})"
    phone.get_by_role("button", name="Back to the table").tap()
    phone.wait_for_selector("[data-model=ann]")
    table.wait_for_function(joined.format(1))
    phone.close()
    table.wait_for_function(joined.format(0))


def test_a_browser_may_install_the_page_and_its_icons_are_ours(opened: Opened, shared: str) -> None:
    page = opened(shared)
    assert page.title() == "tablecam"
    for link in ("icon", "manifest", "apple-touch-icon"):
        address = page.locator(f"link[rel={link}]").get_attribute("href")
        assert page.evaluate("address => fetch(address).then(answer => answer.status)", address) == 200
    assert page.evaluate("navigator.serviceWorker.getRegistrations().then(all => all.length)") == 0
