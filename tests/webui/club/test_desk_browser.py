"""The organiser's desk by touch: a whole evening of nine, on a server that is killed in between."""

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from evening import served_here
from organiser import (
    NAMES,
    PAUSE_MS,
    begin,
    extend,
    night,
    publish,
    report,
    report_all,
    settle,
    sheet_of,
    to,
    twice,
    yes,
)
from playwright.sync_api import Page, expect
from room import HERE, Served
from screens import FINGER_PX, SIZES, Axe, Opened

pytestmark = [pytest.mark.browser, pytest.mark.slow]


@pytest.fixture
def room(tmp_path: Path) -> Iterator[Served]:
    room = Served(tmp_path, host=HERE)
    yield room
    room.end()


@pytest.fixture
def venue(tmp_path: Path) -> Iterator[str]:
    """The address of a club room where no event has begun."""
    with served_here(tmp_path) as address:
        yield address


@pytest.mark.long
def test_a_whole_evening_of_nine_by_touch_on_a_phone_with_a_kill_in_between(opened: Opened, room: Served) -> None:
    page = opened(room.address, SIZES["phone"])
    begin(page)
    publish(page, 1)
    to(page, "clock")
    page.locator("[data-start]").tap()
    expect(page.locator("[data-face=running]")).to_be_visible()
    report_all(page)
    publish(page, 2)
    to(page, "scores")
    report(page, "1", (2, 6)) if page.locator("[data-game='1']").count() else None
    before = night(page)
    # the plug is pulled, in the middle of typing a slip in
    page.locator("[data-game]:not(.over)").first.tap()
    page.locator("dialog [data-half]").first.locator("[data-lost='3']").tap()
    room.kill()
    expect(page.locator("[data-banner=offline]")).to_be_attached()
    expect(page.locator("dialog [data-yes]")).to_be_disabled()
    room.start()
    page.locator("dialog [data-half]").last.locator("[data-lost='1']").tap()
    expect(page.locator("dialog [data-lost='3'][aria-pressed=true]")).to_have_count(1)
    expect(page.locator("dialog [data-yes]")).to_be_enabled()
    after = night(page)
    assert {key: after[key] for key in before if key not in {"time", "entrants"}} == {
        key: before[key] for key in before if key not in {"time", "entrants"}
    }
    yes(page)
    report_all(page)
    for number in (3, 4):
        publish(page, number)
        report_all(page)
    to(page, "round")
    page.locator("[data-next-round]").tap()
    expect(page.locator("[data-over]")).to_be_visible()
    to(page, "standings")
    expect(page.locator("[data-place]")).to_have_count(9)
    expect(page.locator("[data-place] .working").first).to_contain_text(re.compile(r"\d \+ .* = \d"))
    final = night(page)
    assert final["over"]
    assert sum(line["points"] for line in final["standings"]) == 4 * (4 * 24 + 24)
    assert (room.folder / "snapshots" / "tournament-1-round-4.json").is_file()


def test_two_players_tapped_change_places_and_what_that_breaks_is_named(opened: Opened, venue: str) -> None:
    page = opened(venue)
    begin(page, NAMES[:5])
    publish(page, 1)
    report_all(page)
    to(page, "round")
    page.locator("[data-next-round]").tap()
    page.locator("[data-draft]").tap()
    games = night(page)["drawn"][0]["games"]
    one, other = (each["id"] for each in games[0]["players"])
    # they meet again: whoever was to play the one now plays the other's opponent
    draft = night(page)["draft"]
    pair = next(pair["players"] for pair in draft["pairs"] if one in [each["id"] for each in pair["players"]])
    opponent = next(each["id"] for each in pair if each["id"] != one)
    page.locator(f"[data-seat={other}]").tap()
    expect(page.get_by_text("changes places with")).to_be_visible()
    page.locator(f"[data-seat={opponent}]").tap()
    page.locator("dialog [data-reason]").first.tap()
    yes(page)
    expect(page.locator(".broken")).to_contain_text("again, against")
    expect(page.locator(".broken")).to_contain_text(games[0]["players"][0]["name"])


def test_undo_shows_what_it_takes_back_and_redo_gives_it_again(opened: Opened, venue: str) -> None:
    page = opened(venue)
    begin(page, NAMES[:3])
    publish(page, 1)
    page.locator("[data-undo]").tap()
    expect(page.locator("dialog")).to_contain_text("publishes round 1")
    yes(page)
    to(page, "round")
    expect(page.get_by_role("heading", name="Draft of round 1")).to_be_visible()
    page.locator("[data-redo]").tap()
    expect(page.locator("dialog")).to_contain_text("publishes round 1")
    yes(page)
    to(page, "scores")
    expect(page.locator("[data-game]")).to_have_count(1)


@pytest.mark.long
def test_who_concedes_is_named_and_out_and_a_drop_names_its_player(opened: Opened, venue: str) -> None:
    page = opened(venue, SIZES["phone"])
    begin(page, NAMES[:4])
    publish(page, 1)
    to(page, "scores")
    page.locator("[data-game='1']").tap()
    name = night(page)["games"][0]["players"][0]["name"]
    page.locator("dialog [data-half]").first.locator("[data-conceded]").tap()
    page.locator("dialog [data-half]").last.locator("[data-lost='0']").tap()
    expect(page.locator("dialog")).to_contain_text(f"{name} counts as having lost everything")
    expect(page.locator("dialog [data-yes]")).to_have_text(f"Yes, {name} conceded")
    yes(page)
    report_all(page)
    to(page, "entrants")
    page.locator("[data-player]:not(.conceded)").first.tap()
    who = page.locator("dialog h1").inner_text()
    twice(page, "leaves …", f"Yes, drop {who}")
    expect(page.locator("[data-player].dropped")).to_have_count(1)
    expect(page.locator("dialog")).to_have_count(0)
    sheet_of(page, "[data-player].dropped")
    page.locator("[data-reinstate]").tap()
    expect(page.locator("[data-player].dropped")).to_have_count(0)


def test_where_no_round_is_left_the_remedies_are_buttons(opened: Opened, venue: str) -> None:
    page = opened(venue)
    begin(page, NAMES[:2])
    page.locator("[data-rounds]").tap()
    page.get_by_role("button", name="One round more").tap()
    page.locator("dialog [data-reason]").first.tap()
    yes(page)
    publish(page, 1)
    report_all(page)
    to(page, "round")
    page.locator("[data-next-round]").tap()
    expect(page.locator("[data-refused]")).to_contain_text("no round without a rematch")
    expect(page.locator("[data-remedy]")).to_have_count(4)
    page.locator("[data-remedy='1']").tap()
    page.locator("dialog [data-reason]").first.tap()
    yes(page)
    expect(page.locator(".broken")).to_contain_text("meets")


def test_a_list_over_the_points_is_refused_beside_what_was_typed(opened: Opened, venue: str) -> None:
    page = opened(venue, SIZES["phone"])
    begin(page, NAMES[:2])
    page.locator("[data-player=ann]").tap()
    page.locator("[data-list]").tap()
    page.locator("dialog textarea").fill("Captain 45\n3 x Trooper 290")
    expect(page.locator("dialog")).to_contain_text("335 of 300 points: 35 too many")
    page.locator("[data-give]").tap()
    expect(page.locator("dialog [role=alert]").first).to_contain_text("35 over the 300")
    page.locator("dialog textarea").fill("Captain 45\n3 x Trooper 250")
    page.wait_for_timeout(PAUSE_MS)
    page.locator("[data-give]").tap()
    expect(page.locator("dialog .force-list")).to_contain_text("295")


@pytest.mark.long
def test_the_clocks_signals_are_colour_and_words_across_the_screen(opened: Opened, venue: str) -> None:
    page = opened(venue, SIZES["phone"])
    begin(page, NAMES[:2])
    publish(page, 1)
    to(page, "clock")
    page.locator("[data-start]").tap()
    for minutes in (15, 10, 5, 0):
        said = "fetch('/api/club/1').then(a => a.json()).then(n => n.clock.length_s + n.clock.added_s)"
        rest = int(page.evaluate(said)) - 60 * minutes + 5
        extend(page, -rest)
        band = page.locator(f"[data-signal='{minutes}']")
        expect(band).to_contain_text("Time is up" if minutes == 0 else f"{minutes} minutes")
        box = band.bounding_box()
        assert box is not None
        assert box["width"] >= SIZES["phone"][0] - 1
    page.locator("[data-pause]").tap()
    expect(page.locator("[data-signal=paused]")).to_be_visible()


def from_phone(page: Page, venue: str, card: str, said: dict[str, Any]) -> None:
    """A player opens his card and reports."""
    context = page.context.browser.new_context()  # type: ignore[union-attr]
    for number, (path, body) in enumerate((("open", {"card": card}), ("report", said))):
        answer = context.request.post(
            f"{venue}/api/card/{path}",
            data=body | {"id": f"{number}{card.encode().hex()}".ljust(24, "0")[:24]},
            headers={"X-Tablecam": "page"},
        )
        assert answer.ok, answer.text()
    context.close()


def test_what_two_phones_do_not_agree_on_waits_for_the_organiser_who_takes_either(opened: Opened, venue: str) -> None:
    page = opened(venue)
    begin(page, NAMES[:2])
    publish(page, 1)
    cards = {each["id"]: f"1.{each['code']}" for each in night(page)["entrants"]}
    to(page, "scores")
    for own, other, lost in (("ann", "bob", 5), ("bob", "ann", 2)):
        halves = {"theirs": {"lost": lost}, "own": {"lost": 3 if own == "ann" else 5}}
        from_phone(page, venue, cards[own], {"round": 1, "opponent": other, **halves})
    expect(page.locator("[data-game='1']")).to_contain_text("the reports differ")
    expect(page.locator("[data-room=scores] .mark")).to_have_text("! 1")
    page.locator("[data-game='1']").tap()
    expect(page.locator("dialog")).to_contain_text("Ann Archer reports: lost 3")
    for player, lost in (("ann", 5), ("bob", 3)):
        page.locator(f"[data-half={player}] [data-lost='{lost}']").tap()
    expect(page.locator("[data-swapped]")).to_contain_text("Ann Archer has reported these losses the other way round")
    page.locator("[data-report=bob]").tap()
    expect(page.locator("[data-swapped]")).to_have_count(0)
    yes(page)
    expect(page.locator("[data-game='1'].over")).to_contain_text("Ann Archer lost 2 of 9")


def small(page: Page) -> list[str]:
    """What a finger would miss."""
    return page.evaluate(
        """least => [...document.querySelectorAll('button, a.big, input, textarea')].filter(one => {
            const box = one.getBoundingClientRect();
            return box.width > 0 && (box.width < least || box.height < least);
        }).map(one => one.outerHTML.slice(0, 120))""",
        FINGER_PX,
    )


@pytest.mark.long
@pytest.mark.parametrize("size", ["landscape", "portrait", "small", "phone"])
def test_every_page_fits_its_screen_and_every_finger_and_has_no_barrier(
    opened: Opened, venue: str, axe: Axe, size: str
) -> None:
    page = opened(venue, SIZES[size])
    found = {"nights": [*axe(page), *small(page)]}
    begin(page, NAMES[:5])

    def look(where: str) -> None:
        settle(page)
        assert page.evaluate("document.documentElement.scrollWidth") <= SIZES[size][0], where
        found[where] = [*axe(page), *small(page)]

    look("entrants")
    for button in ("enter", "tables", "rounds", "menu", "undo"):
        sheet_of(page, f"[data-{button}]")
        look(button)
        page.locator("dialog .close").tap()
    sheet_of(page, "[data-player=ann]")
    look("player")
    page.locator("dialog .close").tap()
    to(page, "round")
    page.locator("[data-draft]").tap()
    page.locator("[data-seat]").first.wait_for()
    look("draft")
    twice(page, "Publish round 1 …", "Yes, publish round 1")
    for where in ("scores", "clock", "standings", "log"):
        to(page, where)
        look(where)
    to(page, "scores")
    sheet_of(page, "[data-game]")
    look("card")
    assert {where: faults for where, faults in found.items() if faults} == {}


@pytest.mark.long
def test_a_published_round_is_changed_for_a_late_arrival_and_for_a_no_show(opened: Opened, venue: str) -> None:
    page = opened(venue)
    begin(page, NAMES[:4])
    sheet_of(page, "[data-paste]")
    page.locator("textarea[name=entrants]").fill("Name, Faction, Models\nEve East, Syntha, nine")
    page.locator("dialog [data-yes]").tap()
    expect(page.locator("dialog .why-not")).to_contain_text("line 2: ")
    page.locator("textarea[name=entrants]").fill("Name, Faction, Models\nEve East, Syntha, 9")
    page.wait_for_timeout(PAUSE_MS)
    yes(page)
    expect(page.locator("[data-player]")).to_have_count(5)
    publish(page, 1)
    to(page, "entrants")
    sheet_of(page, "[data-enter]")
    page.locator("input[name=name]").fill("Fay Ford")
    yes(page)
    bye = night(page)["drawn"][0]["byes"][0]
    to(page, "round")
    page.locator(".rounds button").first.tap()
    page.locator("[data-change]").tap()
    change(page, bye["id"], "fay", "seat")
    seated = night(page)["drawn"][0]
    assert [bye["id"], "fay"] in [[player["id"] for player in pair["players"]] for pair in seated["pairs"]]
    assert seated["byes"] == []
    # who is named first is nothing that could be swapped
    (one, other), *_ = ([player["id"] for player in pair["players"]] for pair in seated["pairs"])
    change(page, one, other, "swap", refused="is already like that")
    page.keyboard.press("Escape")
    expect(page.locator("[data-move]")).to_have_count(3)
    page.locator("[data-move='1']").tap()
    page.locator("dialog [data-to='4']").tap()
    page.locator("dialog [data-reason]").first.tap()
    yes(page)
    expect(page.locator("[data-move='4']")).to_be_visible()
    page.locator("[data-changed]").tap()
    expect(page.get_by_role("heading", name="changed by hand")).to_be_visible()


def change(page: Page, one: str, other: str, to_what: str, refused: str = "") -> None:
    page.locator(f"[data-seat='{one}']").tap()
    expect(page.locator(f"[data-seat='{one}']")).to_have_attribute("aria-pressed", "true")
    page.locator(f"[data-seat='{other}']").tap()
    page.locator(f"dialog [data-change-to={to_what}]").tap()
    page.locator("dialog [data-reason]").first.tap()
    if refused:
        page.locator("dialog [data-yes]").tap()
        expect(page.locator("dialog .why-not")).to_contain_text(refused)
    else:
        yes(page)
