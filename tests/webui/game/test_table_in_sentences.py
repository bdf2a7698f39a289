"""Twenty tasks of a game through the accessibility tree alone, each in at most six keys: the table in sentences."""

import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from hosting import orders
from playwright.sync_api import Locator, Page, expect
from real_game import RealGame, real_game
from screens import Axe, Opened
from shapely import box

from tablecam.table.terrain import Feature, Terrain
from webui.entrance.access import alone

pytestmark = [pytest.mark.browser, pytest.mark.long]

MOST_KEYS = 6
TERRAIN = Terrain(
    (
        Feature("Fence", "solid", 0.0, 0.85, False, box(12, 20, 16, 20.2)),
        Feature("Wall", "solid", 0.0, 3.0, False, box(20, 18, 30, 18.4)),
        Feature("Tower", "solid", 0.0, 4.0, True, box(40, 40, 46, 46)),
    )
)
# each task that begins beside the list: the keys, and the beginning of the row where they lead
TASKS = (
    ("find the own models", ("F6",), "Brandt, eleven and a half inches from the near edge"),
    ("say where a model stands", ("F6", "l"), "Lund, eleven and a half inches from the near edge, thirteen and a half"),
    (
        "find its nearest enemy",
        ("F6", "l", "Enter"),
        "Nearest enemy: Pit, seventeen inches, at twelve o’clock, half in",
    ),
    ("count who sees it", ("F6", "l", "Enter", "ArrowDown"), "Six enemies see it: Pit, "),
    ("find a place out of all sight", ("F6", "l", "Enter", "ArrowDown", "ArrowDown"), "Out of sight of all enemies: "),
    ("measure a shot exactly", ("F6", "l", "Enter", "Enter", "ArrowDown"), "The exact range: 17.00 inches, "),
    ("judge the sight of a target", ("F6", "l", "Enter", "Enter", "End", "ArrowUp"), "Seen from Pit, Lund is half in"),
    (
        "find a place out of one's sight",
        ("F6", "l", "Enter", "Enter", "End"),
        "Out of sight of Pit: a move of about nine",
    ),
    ("find the second target", ("F6", "l", "Enter", "PageDown"), "Shale, about seventeen and a half inches"),
    ("measure a charge", ("F6", "l", "Enter", "PageDown", "Enter", "ArrowDown"), "The exact range: 17.44 inches, "),
    ("dispute a distance", ("F6", "l", "Enter", "PageDown", "PageDown", "Enter"), "Ida, three inches, at nine"),
    ("find support", ("F6", "l", "Enter", "PageDown", "PageDown"), "Ida, three inches, at nine o’clock"),
    ("find cover", ("F6", "l", "Enter", "PageDown", "PageDown", "PageDown"), "Fence, seven and a half inches"),
    ("find the farthest terrain", ("F6", "l", "Enter", "End"), "Tower, about thirty-eight inches"),
    ("find an enemy by name", ("F6", "p"), "Pit, "),
    ("see with an enemy's eyes", ("F6", "p", "Enter"), "Nearest enemy: Lund, seventeen inches, at six o’clock"),
    ("come to the last model", ("F6", "End"), "Anvil, "),
    ("return to the list at the same row", ("F6", "l", "Enter", "Escape"), "Lund, "),
)


@pytest.fixture
def game(tmp_path: Path) -> Iterator[RealGame]:
    with real_game(tmp_path, alone(("red", "blue"))) as game:
        game.table.terrain = TERRAIN
        game.table.show()
        yield game


def list_of(page: Page) -> Locator:
    return page.get_by_role("listbox")


def begin_task(page: Page) -> None:
    """The focus is at the question, as after an answer, and the list shows all models from the first."""
    if list_of(page).count():
        while list_of(page).get_attribute("aria-label") != "Models on the table":
            press(page, "Escape")
        page.get_by_role("option").first.focus()
    page.locator("[data-focus-first]").first.focus()


def press(page: Page, *keys: str) -> None:
    """The keys of one task; after a key that changes the list, the next one waits for the new list."""
    assert len(keys) <= MOST_KEYS
    for key in keys:
        title = list_of(page).get_attribute("aria-label") if list_of(page).count() else ""
        page.keyboard.press(key)
        if key in ("Enter", "Escape"):
            expect(list_of(page)).not_to_have_attribute("aria-label", title or "")
        if key in ("F6", "Enter", "Escape"):
            expect(page.locator("[role=option]:focus")).to_have_count(1)


def test_twenty_tasks_take_six_keys_each(opened: Opened, game: RealGame, axe: Axe) -> None:
    page = opened(game.address)
    orders(game.host)
    expect(page.get_by_role("region", name="Question for Red")).to_be_visible()
    for task, keys, beginning in TASKS:
        begin_task(page)
        press(page, *keys)
        row = page.get_by_role("option", name=re.compile("^" + re.escape(beginning)))
        expect(row, task).to_be_focused()
    assert axe(page) == []
    # from the list to the game beside it, and rolls of both sides
    begin_task(page)
    press(page, "F6")
    page.keyboard.press("F6")
    expect(page.locator("[data-focus-first]").first).to_be_focused()
    asked = page.locator("[data-question]").first.get_attribute("data-question")
    page.keyboard.press("9")
    expect(page.locator(f"[data-question='{asked}']")).to_have_count(0)
