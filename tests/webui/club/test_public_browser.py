"""Phones and projector of a club event in a real browser."""

import re
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from evening import Evening, report_of
from playwright.sync_api import Page, expect
from screens import EACH_SIZE, FINGER_PX, SIZES, Axe, Opened

from tablecam.club.tournament.scoring import Side

pytestmark = [pytest.mark.browser, pytest.mark.slow]

PHONE = SIZES["phone"]
# what hangs on a wall
SCREENS = {"full HD": (1920, 1080), "HD": (1280, 720)}
# at eight metres a letter is read from a 250th of the distance on: 32 mm, of a picture a good metre high
LEAST_SHARE = 1 / 35


@pytest.fixture
def evening(tmp_path: Path) -> Evening:
    evening = Evening(tmp_path)
    evening.name_everybody()
    evening.draw()
    return evening


@pytest.fixture
def address(evening: Evening) -> Iterator[str]:
    with evening.served() as address:
        yield address


def pair(evening: Evening) -> tuple[str, str]:
    return evening.club.state.event.games[0].pair


@pytest.fixture
def phone(opened: Opened, evening: Evening, address: str) -> Callable[[str], Page]:
    """`phone("p1")`: the phone of a player who has scanned his card."""

    def phone(player: str, size: tuple[int, int] = PHONE) -> Page:
        page = opened(f"{address}/card/{evening.code(player)}", size)
        page.locator(".card-page").wait_for()
        return page

    return phone


def enter(page: Page, theirs: int, own: int) -> None:
    """Both halves by touch, read, and sent."""
    for lost in (theirs, own):
        page.locator(f"[data-lost='{lost}']").tap()
        page.locator("[data-next]").tap()
    page.locator("[data-send]").tap()


def test_two_phones_close_a_game_by_touch(phone: Callable[[str], Page], evening: Evening) -> None:
    one, other = (phone(player) for player in pair(evening))
    enter(one, theirs=2, own=5)
    expect(one.get_by_role("heading", name="Waiting for")).to_be_visible()
    one.get_by_role("button", name="Take my report back").tap()
    one.get_by_role("button", name="Yes, take it back").tap()
    enter(one, theirs=5, own=2)
    expect(one.get_by_role("heading", name="Waiting for")).to_be_visible()
    foretold = one.locator(".scored").inner_text()
    expect(other.get_by_role("heading", name="has reported")).to_be_visible()
    other.locator("[data-right]").tap()
    assert evening.club.state.event.games[0].sides is None
    other.locator("[data-confirm]").tap()
    for page in (one, other):
        expect(page.get_by_role("heading", name="The game is closed")).to_be_visible()
    game = evening.club.state.event.games[0]
    points = dict(zip(game.pair, evening.club.state.event.game_points(game), strict=True))
    own, theirs = (points[player] for player in pair(evening))
    assert f"Points: {own} for you, {theirs} for" in foretold
    sides = game.sides
    assert sides
    assert {side.player: side.lost for side in sides} == dict(zip(pair(evening), (2, 5), strict=True))


def test_the_tap_that_closes_lies_elsewhere_than_the_one_before(phone: Callable[[str], Page], evening: Evening) -> None:
    one, other = pair(evening)
    evening.club.act(one, lambda night: night.report_side(one, Side(other, 5), Side(one, 2)))
    page = phone(other)
    before = page.locator("[data-right]").bounding_box()
    page.locator("[data-right]").tap()
    after = page.locator("[data-confirm]").bounding_box()
    assert before
    assert after
    middle = before["x"] + before["width"] / 2, before["y"] + before["height"] / 2
    inside = (
        after["x"] <= middle[0] <= after["x"] + after["width"]
        and after["y"] <= middle[1] <= after["y"] + after["height"]
    )
    assert not inside


@pytest.mark.long
def test_a_mismatch_is_said_to_both_and_goes_away_when_the_organiser_clears_the_card(
    phone: Callable[[str], Page], evening: Evening
) -> None:
    players = pair(evening)
    one, other = (phone(player) for player in players)
    enter(one, theirs=5, own=2)
    other.get_by_role("button", name="No, that is wrong").tap()
    for lost in (5, 2):
        other.locator(f"[data-lost='{lost}']").tap()
        other.locator("[data-next]").tap()
    expect(other.locator("[data-swapped]")).to_be_visible()
    other.get_by_role("button", name="Change it").tap()
    enter(other, theirs=3, own=5)
    for page in (one, other):
        expect(page.get_by_role("alert").filter(has_text="Your two reports differ")).to_contain_text("lost 3")
    evening.club.act("TO", lambda night: night.clear_card(players[0], "a slip"))
    for page in (one, other):
        page.locator("[data-lost='5']").wait_for()
    enter(one, theirs=5, own=2)
    expect(other.locator("[data-right]")).to_be_visible()


def test_the_code_leaves_the_address_and_the_card_lasts_over_a_reload(
    phone: Callable[[str], Page], evening: Evening
) -> None:
    page = phone(pair(evening)[0])
    assert page.url.endswith("/card")
    page.locator("[data-lost='5']").tap()
    page.reload()
    expect(page.locator("[data-lost='5']")).to_have_attribute("aria-pressed", "true")


def test_another_card_is_taken_only_after_asking(phone: Callable[[str], Page], evening: Evening, address: str) -> None:
    one, other = pair(evening)
    page = phone(one)
    page.goto(f"{address}/card/{evening.code(other)}")
    expect(page.get_by_role("heading", name="This phone has the card of")).to_be_visible()
    page.get_by_role("button", name="Keep that card").tap()
    page.locator(".card-page").wait_for()
    page.goto(f"{address}/card/{evening.code(other)}")
    page.get_by_role("button", name="Use the scanned card").tap()
    expect(page.locator(".card-page header")).to_contain_text(evening.club.state.names[other])


def test_the_sign_on_the_table_asks_for_the_code_of_ones_own_card(
    opened: Opened, evening: Evening, address: str
) -> None:
    page = opened(f"{address}/card/1", PHONE)
    expect(page.get_by_role("heading", name="Friday at the Anvil")).to_be_visible()
    for letter in evening.code(pair(evening)[0]).split(".")[1]:
        page.locator(f"[data-letter='{letter}']").tap()
        page.wait_for_timeout(100)  # a finger bounces faster
    page.locator(".card-page").wait_for()


def test_a_wrong_code_is_said_and_may_be_typed_again(opened: Opened, address: str) -> None:
    page = opened(f"{address}/card/1.CCCCCCCC", PHONE)
    expect(page.get_by_role("alert")).to_contain_text("No card has that code")
    expect(page.locator("[data-letter='C']")).to_be_visible()


def test_a_report_entered_out_of_reach_is_kept_and_sent_when_the_server_is_back(
    phone: Callable[[str], Page], evening: Evening
) -> None:
    page = phone(pair(evening)[0])
    page.locator("[data-lost='5']").wait_for()
    page.context.set_offline(True)
    enter(page, theirs=5, own=2)
    expect(page.locator("[data-unsent]")).to_be_visible()
    assert not evening.club.state.cards
    page.context.set_offline(False)
    expect(page.get_by_role("heading", name="Waiting for")).to_be_visible()
    assert len(evening.club.state.card(evening.club.state.event.games[0]).reports) == 1


def test_a_report_that_comes_too_late_is_shown_with_the_reason(phone: Callable[[str], Page], evening: Evening) -> None:
    page = phone(pair(evening)[0])
    page.locator("[data-lost='5']").wait_for()
    page.context.set_offline(True)
    enter(page, theirs=5, own=2)
    evening.settle()
    evening.draw()
    page.context.set_offline(False)
    expect(page.locator("[data-refused]")).to_contain_text("concerns round 1")


def test_a_player_reads_the_list_of_whom_he_meets(phone: Callable[[str], Page], evening: Evening) -> None:
    one, other = pair(evening)
    page = phone(one)
    page.get_by_text("The list of").tap()
    expect(page.locator(".force-list").filter(has_text=f"secret of {other}")).to_be_visible()


@pytest.mark.parametrize("size", EACH_SIZE)
def test_the_card_fits_every_screen_and_every_finger(
    phone: Callable[..., Page], evening: Evening, size: str, axe: Axe
) -> None:
    page = phone(
        "p6" if "p6" in dict.fromkeys(sum((g.pair for g in evening.club.state.event.games), ())) else "p1", SIZES[size]
    )
    page.locator("summary").last.wait_for()
    assert page.evaluate("document.documentElement.scrollWidth") <= SIZES[size][0]
    boxes = page.locator("button, summary").evaluate_all(
        "all => all.map(one => { const box = one.getBoundingClientRect(); return Math.min(box.width, box.height); })"
    )
    assert min(boxes) >= FINGER_PX
    keys = page.locator(".losses button").evaluate_all("all => all.map(one => one.getBoundingClientRect().height)")
    assert min(keys, default=64) >= 64
    assert axe(page) == []
    page.locator("[data-open-appearance]").tap()
    expect(page.locator("dialog [data-appears=light]")).to_be_visible()


def projected(opened: Opened, address: str, size: tuple[int, int]) -> Page:
    page = opened(f"{address}/projector/1", size)
    page.locator(".p-page").wait_for()
    return page


@pytest.mark.parametrize("size", ["HD", pytest.param("full HD", marks=pytest.mark.long)])
def test_the_projector_shows_both_lists_and_the_clock_without_a_login(
    opened: Opened, address: str, evening: Evening, size: str, axe: Axe
) -> None:
    page = projected(opened, address, SCREENS[size])
    expect(page.get_by_role("heading", name="By table")).to_be_visible()
    expect(page.get_by_role("heading", name="By name")).to_be_visible()
    expect(page.locator(".p-clock")).to_have_text(re.compile(r"^\d\d:\d\d$"))
    for name in evening.club.state.names.values():
        expect(page.locator(".p-page")).to_contain_text(name)
    assert page.locator(".p-page b", has_text="Brook").count() == 0
    width, height = SCREENS[size]
    assert page.evaluate("[document.documentElement.scrollWidth, document.documentElement.scrollHeight]") == [
        width,
        height,
    ]
    letters = page.locator(".p-page *").evaluate_all(
        "all => all.filter(one => one.textContent.trim()).map(one => parseFloat(getComputedStyle(one).fontSize))"
    )
    assert min(letters) >= height * LEAST_SHARE
    assert cut(page) == []
    key = page.locator("[data-help]").evaluate("one => one.getBoundingClientRect().left")
    rows = page.locator(".p-rows li").evaluate_all("all => all.map(one => one.getBoundingClientRect().right)")
    assert max(rows) <= key
    assert axe(page) == []
    # for whoever stands at the computer; nothing of it is seen in the hall
    shown = page.locator(".p-appearance")
    assert shown.evaluate("one => getComputedStyle(one).opacity") == "0"
    # the question mark comes first
    page.keyboard.press("Tab")
    page.keyboard.press("Tab")
    assert shown.evaluate("one => getComputedStyle(one).opacity") == "1"
    page.keyboard.press("Enter")
    page.locator("dialog [data-appears=light]").tap()
    assert page.evaluate("document.documentElement.dataset.theme") == "light"


def cut(page: Page) -> list[str]:
    """What does not fit where it stands."""
    found: list[str] = page.locator(".p-rows span, .p-head p, .p-head h1, .p-clock").evaluate_all(
        """all => all.filter(one => {
            const letters = parseFloat(getComputedStyle(one).fontSize);
            // of a line that is as high as its letters, accents and tails look out
            return one.scrollWidth > one.clientWidth + 1 || one.scrollHeight > one.clientHeight + letters / 3;
        }).map(one => one.textContent)"""
    )
    return found


@pytest.mark.long
def test_every_name_of_a_full_room_is_on_the_wall_within_twelve_seconds(opened: Opened, tmp_path: Path) -> None:
    evening = Evening(tmp_path, players=128)
    evening.name_everybody()
    evening.draw()
    names = set(evening.club.state.names.values())
    with evening.served() as address:
        page = opened("about:blank", SCREENS["HD"], lasting=False)
        page.clock.install()
        page.goto(f"{address}/projector/1")
        wall = page.locator("[data-page^=names]")
        seen, parts = set(), set()
        # three slides of four seconds; one that turns before it is read comes again
        for _ in range(12):
            wall.wait_for()
            part, shown = wall.evaluate("wall => [wall.dataset.page, wall.innerText]")
            parts.add(part)
            seen |= {name for name in names if name in shown}
            assert cut(page) == []
            if len(parts) == 3:
                break
            page.clock.fast_forward(4_000)
            expect(page.locator(f"[data-page={part}]")).to_have_count(0)
    assert parts == {"names-0", "names-1", "names-2"}
    assert seen == names


@pytest.mark.long
def test_no_pair_is_cut_beside_the_wall_of_names(opened: Opened, tmp_path: Path) -> None:
    evening = Evening(tmp_path, players=128)
    evening.name_everybody()
    evening.draw()
    with evening.served() as address:
        page = opened("about:blank", SCREENS["HD"], lasting=False)
        page.clock.install()
        page.goto(f"{address}/projector/1")
        row, long = page.locator("[data-page^=tables] li span"), "Maximilian von Hohenstein-Wittelsbach"
        row.first.wait_for()
        while not row.filter(has_text=long).count():
            before = row.first.inner_text()
            page.clock.fast_forward(12_000)
            expect(row.first).not_to_have_text(before)
        assert cut(page) == []


@pytest.mark.long
@pytest.mark.parametrize(
    ("minutes", "said"),
    [(14, "Less than 15 minutes left"), (9, "Less than 10"), (4, "Less than 5"), (-1, "Time is up")],
)
def test_each_signal_of_the_clock_fills_the_width_with_a_colour_and_words(
    opened: Opened, address: str, evening: Evening, minutes: int, said: str, axe: Axe
) -> None:
    page = projected(opened, address, SCREENS["HD"])
    plain = page.locator(".p-head").evaluate("one => getComputedStyle(one).backgroundColor")
    evening.club.act("TO", lambda night: night.extend_clock(60 * (minutes - 80) + 20, reason="late"))
    expect(page.locator(".p-called")).to_contain_text(said)
    head = page.locator(".p-head")
    box = head.bounding_box()
    assert box
    assert box["width"] == SCREENS["HD"][0]
    assert head.evaluate("one => getComputedStyle(one).backgroundColor") != plain
    assert cut(page) == []
    assert axe(page) == []


def test_what_is_reported_and_drawn_is_on_the_wall_at_once(opened: Opened, address: str, evening: Evening) -> None:
    page = projected(opened, address, SCREENS["HD"])
    evening.settle(evening.club.state.event.open_games[:1])
    expect(page.locator(".p-rows small", has_text=" : ")).to_have_count(1)
    evening.settle()
    expect(page.get_by_role("heading", name="Standings after round 1")).to_be_visible()
    expect(page.locator(".p-head")).to_contain_text("Round 1 of 4 is over")
    evening.draw()
    expect(page.locator(".p-head")).to_contain_text("Round 2 of 4")


def test_nothing_hidden_reaches_the_projector(opened: Opened, address: str, evening: Evening) -> None:
    one = evening.phone(pair(evening)[0])
    one.post("/api/card/report", **report_of(one.card, own=2, theirs=5))
    page = projected(opened, address, SCREENS["HD"])
    said = page.evaluate(
        """() => new Promise(told => {
            const stream = new EventSource("/api/club/1/events?view=public");
            stream.addEventListener("club", event => { stream.close(); told(event.data); });
        })"""
    )
    codes = [evening.code(player).split(".")[1] for player in evening.club.state.event.entrants]
    assert not [word for word in ("secret", "list of", "seed", "report", *codes) if word in said]


def test_the_projector_asks_no_other_machine(opened: Opened, address: str) -> None:
    page = opened("about:blank", SCREENS["HD"])
    asked: list[str] = []
    page.on("request", lambda request: asked.append(request.url))
    page.goto(f"{address}/projector/1")
    page.locator(".p-page").wait_for()
    assert [url for url in asked if not url.startswith(address)] == []


def test_with_less_motion_nothing_on_the_wall_moves(opened: Opened, address: str) -> None:
    page = projected(opened, address, SCREENS["HD"])
    page.emulate_media(reduced_motion="reduce")
    assert page.evaluate("document.getAnimations().length") == 0
