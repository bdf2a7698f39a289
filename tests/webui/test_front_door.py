"""The first page of a table that is not set up, and every state that a banner tells of: readable, and a way on."""

from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from fake_table import ShownLive, position, roster
from playwright.sync_api import Page, expect
from screens import SIZES, Axe, Opened
from serving import served

from tablecam.game.hosting.game_host import GameHost
from tablecam.live.live_loop import PublishedFrame
from tablecam.rules.books.catalogue import BOOKS
from tablecam.rules.books.game_setups import GameSetups
from tablecam.storage.database import open_database
from tablecam.storage.game_store import GameStore
from webui import create_app
from webui.server.dependencies import Dependencies

BARE = PublishedFrame(1, missing="the table is not set up yet: camera.yaml (the lens) is still missing")
FORCES = {"red": "harbour-watch", "blue": "tunnel-kin"}
# the least contrast of words on the page, by WCAG 2.2
CONTRAST = """() => {
  const light = colour => {
    const [r, g, b] = colour.match(/[\\d.]+/g).map(Number).map(value => value / 255)
      .map(value => value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4);
    return 0.2126 * r + 0.7152 * g + 0.0722 * b;
  };
  const ground = one => {
    for (let at = one; at; at = at.parentElement) {
      const colour = getComputedStyle(at).backgroundColor;
      if (!/, 0\\)$/.test(colour)) return colour;
    }
    return "rgb(255, 255, 255)";
  };
  const worded = [...document.querySelectorAll("#page *")].filter(one => one.checkVisibility({ opacityProperty: true })
    && !one.closest("svg, :disabled") && [...one.childNodes].some(node => node.nodeType === 3 && node.data.trim()));
  return Math.min(...worded.map(one => {
    const [a, b] = [light(getComputedStyle(one).color), light(ground(one))].sort((a, b) => b - a);
    return (a + 0.05) / (b + 0.05);
  }));
}"""


class Stage:
    """A drawn table, as far as a game that starts has its hands stop."""

    def __init__(self) -> None:
        self.told: list[bool] = []

    def hands(self, on: bool) -> None:
        self.told.append(on)


def parts(live: ShownLive, folder: Path, **more: Any) -> Dependencies:
    host = GameHost(GameStore(open_database(str(folder / "games.db"))), GameSetups(BOOKS), dict)
    return Dependencies(live, roster, host=host, **more)


def begin(parts: Dependencies) -> Any:
    body = {"id": "0" * 24, "forces": FORCES, "instead": True}
    return create_app(parts).test_client().post("/api/game/new", json=body, headers={"X-Tablecam": "page"})


def test_no_game_starts_at_a_table_that_is_not_set_up(tmp_path: Path) -> None:
    live = ShownLive()
    live.show(BARE)
    made = parts(live, tmp_path)
    refused = begin(made)
    assert (refused.status_code, refused.json["error"]["code"]) == (409, "table-not-set-up")
    assert "not set up" in refused.json["error"]["says"]
    live.show(PublishedFrame(2, position()))
    assert begin(made).status_code == 200


def test_the_hands_of_the_demo_stop_when_a_game_starts(tmp_path: Path) -> None:
    live, stage = ShownLive(), Stage()
    live.show(PublishedFrame(1, position()))
    assert begin(parts(live, tmp_path, stage=stage)).status_code == 200
    assert stage.told == [False]


@pytest.mark.browser
@pytest.mark.slow
def test_a_table_that_is_not_set_up_opens_with_its_set_up(tmp_path: Path, opened: Opened, axe: Axe) -> None:
    live = ShownLive()
    live.show(BARE)
    with served(create_app(parts(live, tmp_path))) as address:
        page = opened(address)
        door = page.locator("[data-front-door]")
        for width, height in SIZES.values():
            page.set_viewport_size({"width": width, "height": height})
            expect(door.locator("[data-set-up]")).to_be_in_viewport(ratio=1)
            assert page.evaluate(CONTRAST) >= 7
            assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
        assert axe(page) == []
        said = page.locator("#page").inner_text()
        assert ".yaml" not in said
        assert ".toml" not in said
        expect(door.locator("[data-new-game]")).to_be_disabled()
        expect(door).to_contain_text("No game can start until the table is set up")
        page.get_by_role("button", name="Menu of the game").tap()
        expect(page.locator("dialog [data-new-game]")).to_be_disabled()
        page.locator("dialog").get_by_role("button", name="Close").tap()
        door.locator("[data-set-up]").tap()
        page.wait_for_url("**/setup")
        live.stop()


@pytest.mark.browser
@pytest.mark.slow
def test_every_banner_can_be_read_and_a_lifted_model_stands_on_nothing(
    opened: Opened, address: str, live: ShownLive, view: PublishedFrame, pose_untrusted: PublishedFrame, axe: Axe
) -> None:
    page = opened(address)
    assert view.snapshot
    states = {
        "waiting": PublishedFrame(3),
        "trouble": replace(view, number=4, trouble="the camera gives no picture"),
        "ended": replace(view, number=5, over="the video is at its end"),
        "held_back": replace(pose_untrusted, number=6),
    }
    for state, shown in states.items():
        live.show(shown)
        expect(page.locator(f".banner.{state}")).to_be_visible()
        assert page.evaluate(CONTRAST) >= 7, state
        assert axe(page) == [], state
    models = tuple(
        replace(placed, stands_on="air", z_in=2.0) if placed.model.id == "ann" else placed
        for placed in view.snapshot.models
    )
    live.show(replace(view, number=7, snapshot=replace(view.snapshot, models=models)))
    expect(page.locator(".banner")).to_have_count(0)
    page.set_viewport_size({"width": 960, "height": 600})
    listed = page.locator(".panel .row", has_text="Sergeant Ann")
    # far down a list: what is read of the model begins at its first line all the same
    page.locator(".panel").evaluate("panel => panel.scrollTo(0, panel.scrollHeight)")
    lowest_first(page)
    expect(page.locator("[data-range-to]").first).to_be_in_viewport()
    page.get_by_label("Deselect this model").tap()
    listed.tap()
    expect(page.locator(".panel .head")).to_contain_text("lifted off the table")


def lowest_first(page: Page) -> None:
    """Taps the last row of the list, where the panel was scrolled to."""
    page.locator(".panel .rows .row").last.tap()
    expect(page.locator(".panel .head.chosen")).to_have_count(1)
