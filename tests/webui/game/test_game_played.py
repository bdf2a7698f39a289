"""The page over a real game: the host, the rulebook, and a table whose models are carried."""

import json
import os
import re
from collections.abc import Callable, Iterator
from contextlib import suppress
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Error, Locator, Page, Route, expect
from real_game import RealGame, real_game

from webui.entrance.access import COOKIE, Access, alone

pytestmark = [pytest.mark.browser, pytest.mark.slow]

Opened = Callable[..., Page]
# how often a key is tapped, and how long it is waited for that it is taken
TAPS, TAKEN_MS = 4, 3000
SHOTS = os.environ.get("TABLECAM_SHOTS", "")
COUNT = (
    "window.taps = 0; addEventListener('click', e => e.isTrusted && !e.target.closest('.key') && window.taps++, true)"
)
# everything that the stream brings is kept, to be looked through
HEARD = """
window.heard = [];
const listen = EventSource.prototype.addEventListener;
EventSource.prototype.addEventListener = function (name, take) {
  listen.call(this, name, event => { if (event.data) window.heard.push(event.data); take(event); });
};
"""


@pytest.fixture
def access() -> Access:
    return alone(("red", "blue"))


@pytest.fixture
def game(tmp_path: Path, access: Access) -> Iterator[RealGame]:
    with real_game(tmp_path, access) as game:
        yield game


@pytest.fixture
def tablet(game: RealGame, opened: Opened) -> Page:
    page = opened(game.address)
    page.wait_for_selector(".panel.game")
    return page


def seat(opened: Opened, game: RealGame, access: Access, role: str) -> Page:
    """A seat's own device, which keeps all that it hears."""
    page = opened("about:blank")
    page.context.add_cookies([{"name": COOKIE, "value": access.token(role), "url": game.address}])
    page.add_init_script(HEARD)
    page.goto(game.address)
    page.wait_for_selector(".panel.game")
    return page


def ask(game: RealGame, kind: str) -> dict[str, Any]:
    """The open question of a kind, as the shared tablet has it."""
    return next(each for each in game.told["questions"] if each["kind"] == kind)


def order_all(page: Page, order: str) -> None:
    """One order for all. A form that has just moved takes no tap, and the finger comes again."""
    given = page.get_by_role("button", name="Done: 6 given")
    for _ in range(20):
        page.locator(f"[data-all='{order}']").tap()
        with suppress(AssertionError):
            expect(given).to_be_enabled(timeout=1000)
            return
    pytest.fail("the order is given to nobody")


def done(page: Page) -> None:
    """Hands the orders in: by the place of the button, which is gone before a tap on it could be told to be over."""
    button = page.get_by_role("button", name="Done: 6 given")
    expect(button).to_be_enabled()
    for _ in range(20):
        with suppress(AssertionError, Error):
            button.scroll_into_view_if_needed(timeout=1000)
            if box := button.bounding_box(timeout=1000):
                page.touchscreen.tap(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
            expect(button).to_have_count(0, timeout=1000)
        if button.count() == 0:
            return
    pytest.fail("the orders are never handed in")


def give_orders(page: Page, *seats: str) -> None:
    for each in seats:
        if page.locator(f"[data-open-own={each}]").count():
            page.locator(f"[data-open-own={each}]").tap()
        page.get_by_role("button", name="Show for 20 s").tap()
        order_all(page, "snap-fire")
        done(page)
        expect(page.locator("dialog")).to_have_count(0)
        expect(page.locator(f"[data-secret={each}]")).to_have_count(0)


def roll(page: Page, seat: str, face: int) -> None:
    card = page.locator(".question", has=page.locator(".side-mark", has_text=seat.capitalize()))
    tap_key(card, face)


def tap_key(form: Locator, face: int) -> None:
    """Again where the form has only just appeared: it takes no tap that was meant for what lay there before."""
    for _ in range(TAPS):
        form.locator(f"[data-key='{face}']").tap()
        with suppress(AssertionError):
            expect(form.locator(".key")).to_have_count(0, timeout=TAKEN_MS)
            return
    pytest.fail(f"nobody takes the {face}")


def to_the_first_activation(page: Page) -> None:
    """Red begins: orders, initiative, first."""
    give_orders(page, "red", "blue")
    roll(page, "red", 9)
    roll(page, "blue", 2)
    page.locator(".form [data-option]").first.tap()
    expect(page.locator("[data-name=brandt]")).to_be_visible()


def forward(game: RealGame, model: str, by: float) -> None:
    placed = game.table.placed[model]
    game.table.carry(model, [(placed.x_in, placed.y_in + by)])


def test_a_whole_activation_takes_four_taps_besides_the_dice(tablet: Page, game: RealGame) -> None:
    to_the_first_activation(tablet)
    tablet.evaluate(COUNT)
    tablet.locator("[data-name=brandt]").tap()
    tablet.locator("[data-option='move+shoot']").tap()
    expect(tablet.locator(".live-length")).to_be_visible()
    forward(game, "brandt", 2.0)
    expect(tablet.locator(".live-length")).to_contain_text("2.00″")
    tablet.locator("[data-done]").tap()
    tablet.locator(".form [data-option]:not(:disabled)").first.tap()
    expect(tablet.locator(".need")).to_be_visible()
    tablet.locator(".form [data-key='10']").tap()
    told = tablet.locator(".lately-told li:visible")
    summed = r"^Brandt against \w+, to hit \d\+ \(SH 5, .*against 10\): rolled 10, a hit$"
    expect(told).to_have_text([re.compile(summed)])
    # the dice pad needs the room
    tablet.set_viewport_size({"width": 960, "height": 600})
    expect(told).to_have_text([re.compile(r"^Brandt hits \w+$")])
    assert tablet.evaluate("window.taps") <= 4


@pytest.mark.long
def test_an_activation_ends_with_the_tap_that_begins_the_next(tablet: Page, game: RealGame) -> None:
    to_the_first_activation(tablet)
    tablet.evaluate(COUNT)
    for model, side, following in (("brandt", 1.0, "mother"), ("mother", -1.0, "ida")):
        tablet.locator(f"[data-name={model}]").tap()
        tablet.locator("[data-option=rush]").tap()
        forward(game, model, side)
        expect(tablet.locator(".live-length")).to_contain_text("1.00″")
        tablet.locator("[data-done]").tap()
        # ending it and a follow-up are both still offered
        expect(tablet.locator(".form [data-option=follow-up]")).to_be_enabled()
        expect(tablet.locator(f"[data-name={following}]")).to_be_visible()
    assert tablet.evaluate("window.taps") == 6
    tablet.locator("[data-name=ida]").tap()
    expect(tablet.locator(".game-head h1")).to_contain_text("Ida is activated")


@pytest.mark.long
def test_undo_on_the_tablet_takes_back_one_thing_and_redo_brings_it_again(tablet: Page, game: RealGame) -> None:
    to_the_first_activation(tablet)
    tablet.locator("[data-name=ida]").tap()
    expect(tablet.locator("[data-option=rush]")).to_be_visible()
    tablet.locator("[data-undo]").tap()
    expect(tablet.locator("[data-name=ida]")).to_be_visible()
    tablet.locator("[data-redo]").tap()
    expect(tablet.locator("[data-option=rush]")).to_be_visible()
    assert "Ida is activated" in game.told["heading"]


def test_a_reload_in_the_middle_finds_the_question_again(tablet: Page) -> None:
    to_the_first_activation(tablet)
    tablet.locator("[data-name=ida]").tap()
    expect(tablet.locator("[data-option=rush]")).to_be_visible()
    tablet.reload()
    expect(tablet.locator("[data-option=rush]")).to_be_visible()
    expect(tablet.locator(".game-head h1")).to_contain_text("Ida is activated")


@pytest.mark.long
def test_a_die_is_put_right_when_both_sides_agree(tablet: Page, game: RealGame) -> None:
    give_orders(tablet, "red", "blue")
    roll(tablet, "red", 9)
    roll(tablet, "blue", 2)
    tablet.get_by_role("button", name="Menu of the game").tap()
    tablet.locator("[data-log]").tap()
    tablet.locator("[data-every-line]").tap()
    line = tablet.locator("[data-line]", has_text="Blue rolls 2")
    line.locator("[data-overrule]").tap()
    tablet.locator("dialog [data-key='10']").tap()
    expect(tablet.locator("[data-proposal]")).to_contain_text("Red wins")
    assert "Red wins" in game.told["heading"]
    tablet.locator("[data-agree=red]").tap()
    expect(tablet.locator("[data-agree=red]")).to_be_disabled()
    assert "Red wins" in game.told["heading"]
    tablet.locator("[data-agree=blue]").tap()
    expect(tablet.locator(".game-head h1")).to_contain_text("Blue wins")


def test_a_correction_is_agreed_to_on_the_other_seats_device(opened: Opened, game: RealGame, access: Access) -> None:
    red, blue = (seat(opened, game, access, each) for each in ("red", "blue"))
    for page in (red, blue):
        order_all(page, "snap-fire")
        done(page)
    tap_key(red.locator(".form"), 9)
    tap_key(blue.locator(".form"), 2)
    expect(blue.locator(".question .waiting")).to_contain_text("Waiting for Red")
    blue.get_by_role("button", name="Menu of the game").tap()
    blue.locator("[data-log]").tap()
    blue.locator("[data-every-line]").tap()
    blue.locator("[data-line]", has_text="Blue rolls 2").locator("[data-overrule]").tap()
    blue.locator("dialog [data-key='10']").tap()
    expect(blue.locator("[data-proposal]")).to_contain_text("Waiting for Red")
    red.locator("[data-agree=red]").tap()
    expect(red.locator(".game-head h1")).to_contain_text("Blue wins")


@pytest.mark.long
def test_no_device_hears_the_other_sides_orders(opened: Opened, game: RealGame, access: Access) -> None:
    pages = {role: seat(opened, game, access, role) for role in ("red", "blue", "spectator", "umpire")}
    red, blue = pages["red"], pages["blue"]
    order_all(red, "overwatch")
    done(red)
    order_all(blue, "snap-fire")
    done(blue)
    for page in pages.values():
        expect(page.locator(".game-head h1")).to_contain_text("Initiative")
    counters = {role: counters_heard(page) for role, page in pages.items()}
    assert sum(counter["kind"] == "own" for counter in counters["red"][-1]) == 6
    for role in ("blue", "spectator", "umpire"):
        # blue lays snap-fire, nobody else lays anything: what red laid is only ever told as hidden
        own = {counter["value"] for heard in counters[role] for counter in heard if counter["kind"] == "own"}
        assert own == ({"Snap-fire"} if role == "blue" else set())
        assert sum(counter["kind"] == "hidden" for counter in counters[role][-1]) >= 6


def counters_heard(page: Page) -> list[list[Any]]:
    """The counters of all models, state by state, as they came to a device."""
    states = page.evaluate("window.heard.filter(text => text.startsWith('{\"game\":{'))")
    games = [game for text in states if (game := json.loads(text)["game"])["state"]]
    return [[counter for model in game["state"]["models"].values() for counter in model["counters"]] for game in games]


@pytest.mark.long
def test_an_answer_that_comes_late_is_refused_in_words(tablet: Page, game: RealGame) -> None:
    to_the_first_activation(tablet)
    tablet.locator("[data-name=brandt]").tap()
    expect(tablet.locator("[data-option=rush]")).to_be_visible()
    key = game.told["questions"][0]["key"]

    def first(route: Route) -> None:
        game.host.answer("table", {"key": key, "raw": "nothing"})
        route.continue_()

    tablet.route("**/api/game/answer", first)
    tablet.locator("[data-option=rush]").tap()
    expect(tablet.locator("[data-refused]")).to_contain_text("no longer open")
    assert "nothing" in game.told["last"]["text"]


def test_a_side_gives_up_with_two_taps_the_result_is_confirmed_with_two_and_a_rematch_takes_one(
    tablet: Page, game: RealGame
) -> None:
    to_the_first_activation(tablet)
    tablet.get_by_role("button", name="Menu of the game").tap()
    tablet.locator("[data-stop]").tap()
    tablet.get_by_role("button", name="Red concedes …").tap()
    tablet.get_by_role("button", name="Yes, Red concedes").tap()
    expect(tablet.locator("[data-ending]")).to_be_visible()
    expect(tablet.locator(".winner")).to_have_text("Blue wins")
    expect(tablet.locator("[data-ending] [data-result]")).to_have_count(2)
    tablet.get_by_role("button", name="Confirm the result …").tap()
    assert game.told["over"]
    expect(tablet.locator("[data-rematch]")).to_have_count(0)
    tablet.get_by_role("button", name="Both players confirm").tap()
    expect(tablet.locator("[data-closed]")).to_be_visible()
    first = game.told["id"]
    tablet.locator("[data-rematch]").tap()
    expect(tablet.locator("[data-ending]")).to_have_count(0)
    assert game.told["id"] == first + 1


@pytest.mark.long
def test_both_sides_close_a_game_on_their_own_phones_and_only_then_all_of_it_is_read(
    tablet: Page, game: RealGame, opened: Opened, access: Access, axe
) -> None:
    to_the_first_activation(tablet)
    phones = [seat(opened, game, access, role) for role in ("red", "blue")]
    for phone in phones:
        phone.set_viewport_size({"width": 390, "height": 844})
    tablet.get_by_role("button", name="Menu of the game").tap()
    tablet.locator("[data-stop]").tap()
    tablet.get_by_role("button", name="Red concedes …").tap()
    tablet.get_by_role("button", name="Yes, Red concedes").tap()
    whole = f"{game.address}/api/games/{game.told['id']}/log?whole=1"
    for phone, stands in zip(phones, (409, 200), strict=True):
        assert phone.request.get(whole).status == 409
        expect(phone.locator("[data-closing]")).to_contain_text("everybody can read the whole log")
        expect(phone.locator("[data-ending]")).to_contain_text("its own part")
        phone.get_by_role("button", name="Confirm the result …").tap()
        phone.locator("[data-closing]").scroll_into_view_if_needed()
        shot(phone, f"closing-phone-{stands}")
        assert axe(phone) == []
        phone.get_by_role("button", name="Yes, I confirm it").tap()
        if stands == 409:
            expect(tablet.locator("[data-confirmed=true]")).to_contain_text("Red has confirmed")
            expect(tablet.locator("[data-confirmed=false]")).to_contain_text("Blue has not confirmed yet")
            shot(tablet, "closing-tablet")
            expect(phone.get_by_role("button", name="Confirm the result …")).to_have_count(0)
    expect(tablet.locator("[data-closed]")).to_contain_text("The game is closed")
    shot(tablet, "closed-tablet")
    shot(phones[0], "closed-phone")
    assert game.told["last"] is None
    expect(tablet.get_by_role("button", name="Undo")).to_be_disabled()
    for page in (tablet, *phones):
        assert page.request.get(whole).status == 200
    tablet.get_by_role("button", name="Put the game away").tap()
    expect(tablet.get_by_role("button", name="Start a game …")).to_be_visible()


def shot(page: Page, name: str) -> None:
    if SHOTS:
        page.screenshot(path=f"{SHOTS}/{name}.png")


def test_a_game_is_begun_and_broken_off_from_the_tablet(tablet: Page, game: RealGame) -> None:
    before = game.told["id"]
    tablet.get_by_role("button", name="Menu of the game").tap()
    tablet.locator("[data-new-game]").tap()
    tablet.locator("[data-begin]").tap()
    expect(tablet.locator("dialog")).to_have_count(0)
    expect(tablet.locator(".game-head h1")).to_have_text("Table sides")
    assert game.told["id"] != before
    # the menu's button rests for a moment after each tap
    tablet.wait_for_timeout(300)
    tablet.get_by_role("button", name="Menu of the game").tap()
    tablet.get_by_role("button", name="Another game …").tap()
    tablet.locator(f"[data-kept='{before}']").tap()
    expect(tablet.locator(".game-head h1")).to_contain_text("Orders of turn 1")
