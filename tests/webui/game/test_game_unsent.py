"""What the server could not take is kept by the page and sent again: over a 503, a closed tab and another game."""

import json
from typing import Any

import pytest
from fake_game import FakeGame, question, wait_until
from playwright.sync_api import Page, Route, expect

pytestmark = [pytest.mark.browser, pytest.mark.slow]

ANSWER = "/api/game/answer"
AWAY = {"error": {"status": 503, "says": "The table’s computer cannot reach its database just now."}}


def lost(ids: list[Any]):
    """Notes what is sent, and lets nothing through."""

    def lose(route: Route) -> None:
        ids.append(route.request.post_data_json["id"])
        route.abort()

    return lose


def another_tab(page: Page) -> Page:
    """The tab is closed, and the page opened in another one of the same browser."""
    again = page.context.new_page()
    address = page.url
    page.close(run_before_unload=False)
    again.goto(address)
    again.wait_for_selector(".panel.game")
    return again


def stored(page: Page) -> list[str]:
    """What the browser keeps of commands."""
    return page.evaluate("Object.keys(localStorage).filter((key) => key.startsWith('unsent'))")


def test_an_answer_that_the_database_could_not_take_is_sent_again_under_its_own_id(page: Page, fake: FakeGame) -> None:
    fake.answers[ANSWER] = (AWAY, 503)
    page.locator("[data-key='7']").tap()
    wait_until(page, lambda: len(fake.done(ANSWER)) >= 2)
    expect(page.locator("[data-unsent]")).to_contain_text("Not sent: Dice: 7")
    expect(page.locator("[data-refused]")).to_have_count(0)
    del fake.answers[ANSWER]
    expect(page.locator("[data-unsent]")).to_have_count(0)
    assert len({body["id"] for body in fake.done(ANSWER)}) == 1


def test_what_is_unsent_outlives_a_closed_tab(page: Page, fake: FakeGame) -> None:
    ids: list[Any] = []
    page.context.route(f"**{ANSWER}", lost(ids))
    page.locator("[data-key='7']").tap()
    wait_until(page, lambda: len(ids) > 0)
    page.context.unroute(f"**{ANSWER}")
    assert stored(page) == [f"unsent {ids[0]}"]
    page = another_tab(page)
    wait_until(page, lambda: len(fake.done(ANSWER)) == 1)
    assert fake.done(ANSWER)[0]["id"] == ids[0]
    assert not stored(page)


@pytest.mark.parametrize("other", [{"id": 8}, {"role": "red"}], ids=["game", "role"])
def test_what_was_meant_for_another_game_or_role_is_not_sent_but_said(
    page: Page, fake: FakeGame, other: dict[str, Any]
) -> None:
    ids: list[Any] = []
    page.context.route(f"**{ANSWER}", lost(ids))
    page.locator("[data-key='7']").tap()
    wait_until(page, lambda: len(ids) > 0)
    page.context.unroute(f"**{ANSWER}")
    fake.say(**other)
    page = another_tab(page)
    expect(page.locator("[data-refused]")).to_contain_text(
        "It was meant for another game, or for another player’s device"
    )
    assert fake.done(ANSWER) == []
    assert not stored(page)


def test_a_private_answer_of_the_shared_tablet_is_written_nowhere(page: Page, fake: FakeGame) -> None:
    options = [{"id": "overwatch", "label": "Overwatch"}, {"id": "snap-fire", "label": "Snap fire"}]
    ask = {"kind": "Assign", "purpose": "orders", "items": ["ann"], "options": options, "secret": True, "seat": "red"}
    orders = question("7.41.0", "Orders of Red", ask)
    fake.say(questions=[orders], waits="")
    fake.answers["/api/game/private"] = ({"seat": "red", "hidden": [], "questions": [orders]}, 200)
    fake.answers[ANSWER] = (AWAY, 503)
    page.get_by_role("button", name="Show for 20 s").tap()
    page.locator("[data-item=ann][data-option=overwatch]").tap()
    page.get_by_role("button", name="Done: 1 given").tap()
    wait_until(page, lambda: len(fake.done(ANSWER)) >= 2)
    assert fake.done(ANSWER)[0]["raw"] == {"ann": "overwatch"}
    kept = json.dumps(page.evaluate("({...sessionStorage, ...localStorage})"))
    assert "overwatch" not in kept
    assert "unsent" not in kept


def test_the_owner_is_offered_a_new_file_when_the_database_is_lost_and_others_are_told(
    page: Page, fake: FakeGame
) -> None:
    fake.answers["/api/me"] = ({"role": "table", "may": [], "seats": [], "joined": {}}, 200)
    page.reload()
    banner = page.locator("[data-banner=database]")
    expect(banner).to_have_count(0)
    fake.trouble = {"database": "lost"}
    expect(banner).to_contain_text("The database file was deleted, moved or replaced while it was in use.")
    banner.locator("[data-rescue]").tap()
    wait_until(page, lambda: len(fake.done("/api/database/rescue")) == 1)
    expect(page.get_by_text("The program now writes to a new file.")).to_be_visible()
    fake.trouble = {"database": "away"}
    expect(banner).to_contain_text("the page sends it again by itself")
    expect(banner.locator("[data-rescue]")).to_have_count(0)
    fake.trouble = {}
    expect(banner).to_have_count(0)
    fake.answers["/api/me"] = ({"role": "spectator", "may": [], "seats": [], "joined": {}}, 200)
    page.reload()
    fake.trouble = {"database": "lost"}
    expect(banner).to_contain_text("Everything up to now is in memory")
    expect(banner.locator("[data-rescue]")).to_have_count(0)
