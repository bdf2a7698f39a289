"""A whole club night with phones and a projector open: nine players on a server that is killed."""

import os
from collections.abc import Iterator
from pathlib import Path

import pytest
from evening import named
from playwright.sync_api import Page, expect
from room import Asking, Served
from screens import SIZES, Axe, Opened

pytestmark = [pytest.mark.browser, pytest.mark.long]

PHONE = SIZES["phone"]
HD = (1280, 720)
FACTIONS = ("Junkers", "Syntha", "Triads", "Viridians")
# players with a phone on whose screen a finger taps
TOUCHED = ("p1", "p2")
# for whoever wants to look at the screens
SHOTS = os.environ.get("TABLECAM_SHOTS", "")


@pytest.fixture
def served(tmp_path: Path) -> Iterator[Served]:
    served = Served(tmp_path)
    yield served
    served.end()


def begun(served: Served, players: int) -> Asking:
    """The organiser, with everybody entered and round 1 drawn."""
    organiser = served.organiser()
    organiser.post("/api/club/new", title="Friday at the Anvil")
    for number, (player, name) in enumerate(named(players)):
        faction = FACTIONS[number % len(FACTIONS)]
        organiser.act("enter", player=player, name=name, faction=faction, models=8 + number % 5)
    organiser.act("tables", tables=list(range(1, players // 2 + 3)))
    organiser.draw()
    return organiser


def phone(opened: Opened, served: Served, organiser: Asking, player: str) -> Page:
    page = opened(f"{served.address}/card/{organiser.code(player)}", PHONE)
    page.locator(".card-page").wait_for()
    return page


def enter(page: Page, theirs: int, own: int) -> None:
    for lost in (theirs, own):
        page.locator(f"[data-lost='{lost}']").tap()
        page.locator("[data-next]").tap()
    page.locator("[data-send]").tap()


def agree(page: Page) -> None:
    page.locator("[data-right]").tap()
    page.locator("[data-confirm]").tap()


def shot(page: Page, name: str) -> None:
    if SHOTS:
        page.screenshot(path=f"{SHOTS}/{name}.png")


def pairings(organiser: Asking) -> list[list[str]]:
    """Who still plays."""
    return [each["pair"] for each in organiser.get("/api/club/1/public")["pairings"] if not each["points"]]


def by_phone(organiser: Asking, one: str, other: str, losses: tuple[int, int]) -> None:
    """A game that two players close without anybody looking on."""
    organiser.phone(one).report(*losses)
    organiser.phone(other).agree()


def play_round(organiser: Asking, phones: dict[str, Page], number: int) -> None:
    """Every game of a round is reported, those of the touched phones by touch."""
    for place, (one, other) in enumerate(pairings(organiser)):
        losses = (place + number) % 4, 2 + (3 * place + number) % 6
        if one not in phones and other not in phones:
            by_phone(organiser, one, other, losses)
        elif one in phones:
            enter(phones[one], theirs=losses[1], own=losses[0])
            if other in phones:
                agree(phones[other])
            else:
                expect(phones[one].get_by_role("heading", name="Waiting for")).to_be_visible()
                organiser.phone(other).agree()
        else:
            organiser.phone(one).report(*losses)
            agree(phones[other])
    for page in phones.values():
        expect(page.locator(".closed, p.lead").first).to_be_visible()


def test_an_evening_of_nine_with_two_phones_a_projector_and_a_power_cut(
    opened: Opened, served: Served, axe: Axe
) -> None:
    organiser = begun(served, 9)
    organiser.act("hall_names", shown=True)
    phones = {player: phone(opened, served, organiser, player) for player in TOUCHED}
    wall = opened(f"{served.address}/projector/1", HD)
    expect(wall.locator(".p-head")).to_contain_text("Round 1 of 4")
    settled = cut = False
    for number in range(1, 5):
        if number > 1:
            organiser.draw()
        for page in phones.values():
            expect(page.locator(".card-page header")).to_contain_text(f"round {number} of 4")
        expect(wall.locator(".p-head")).to_contain_text(f"Round {number} of 4")
        playing = [player for pair in pairings(organiser) for player in pair if player in phones]
        if playing and not settled:
            a_mismatch_is_settled(organiser, phones[playing[0]], playing[0])
            settled = True
        elif playing and not cut:
            the_power_is_cut(served, organiser, phones[playing[0]], wall, playing[0])
            cut = True
        play_round(organiser, phones, number)
    assert settled
    assert cut
    the_evening_is_over(organiser, phones, wall)
    for page in (*phones.values(), wall):
        assert axe(page) == []


def a_mismatch_is_settled(organiser: Asking, page: Page, player: str) -> None:
    """Two reports that differ: both read it, and the organiser's word closes the game."""
    other = organiser.phone(organiser.phone(player).card["game"]["opponent"])
    enter(page, theirs=5, own=1)
    expect(page.get_by_role("heading", name="Waiting for")).to_be_visible()
    other.report(own=4, theirs=1)
    expect(page.get_by_role("alert").filter(has_text="differ")).to_contain_text("lost 5")
    assert other.card["game"]["disputes"]
    shot(page, "disputed")
    sides = [{"player": player, "lost": 1}, {"player": other.card["player"], "lost": 4}]
    organiser.act("report", sides=sides)
    expect(page.get_by_role("heading", name="The game is closed")).to_be_visible()


def the_power_is_cut(served: Served, organiser: Asking, page: Page, wall: Page, player: str) -> None:
    """The server is gone while a player reports: his report is kept, and is there when the server is back."""
    standing = organiser.get("/api/club/1/public")
    served.kill()
    for screen in (page, wall):
        expect(screen.get_by_text("No connection").first).to_be_visible()
    enter(page, theirs=6, own=2)
    expect(page.locator("[data-unsent]")).to_be_visible()
    shot(page, "cut")
    served.start()
    expect(page.get_by_role("heading", name="Waiting for")).to_be_visible()
    expect(wall.get_by_text("No connection")).to_have_count(0)
    after = organiser.get("/api/club/1/public")
    assert after["sequence"] == standing["sequence"] + 1
    organiser.phone(organiser.phone(player).card["game"]["opponent"]).agree()
    expect(page.get_by_role("heading", name="The game is closed")).to_be_visible()


def the_evening_is_over(organiser: Asking, phones: dict[str, Page], wall: Page) -> None:
    expect(wall.locator(".p-head")).to_contain_text("Final standings")
    lines = organiser.get("/api/club/1/public")["standings"]["lines"]
    names = dict(named(len(lines)))
    assert wall.locator(".p-rows span").all_inner_texts() == [names[line["player"]] for line in lines]
    assert wall.locator(".p-rows strong").all_inner_texts() == [str(line["points"]) for line in lines]
    # a round of four games hands out 24 a game, and its bye as much
    assert sum(line["points"] for line in lines) == 4 * (4 * 24 + 24)
    for player, page in phones.items():
        page.get_by_text("Final standings").tap()
        mine = next(line for line in lines if line["player"] == player)
        expect(page.locator(".mine strong")).to_have_text(str(mine["points"]))
        shot(page, f"over-{player}")
    shot(wall, "over-wall")
