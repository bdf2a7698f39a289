"""Twenty tasks of a game through the accessibility tree alone, each in at most six keys: the table in sentences."""

import re
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Literal, NamedTuple

import pytest
from hosting import BLUE, FORCES, choose
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
# these keys only move the focus, to what is there already
MOVING_KEYS = ("ArrowDown", "ArrowRight", "Tab")
ALL_MODELS = "Models on the table"


class Key(NamedTuple):
    """A key, and what has the focus then, or is there: its role and the beginning of its name."""

    key: str
    role: Literal["button", "heading", "option"]
    name: str
    has_focus: bool = True


# what happens at the table between two keys
Happening = Callable[[RealGame, Page], None]
Task = tuple[str, tuple[Key | Happening, ...]]


def heading(key: str, name: str) -> Key:
    return Key(key, "heading", name)


def button(key: str, name: str) -> Key:
    return Key(key, "button", name)


def row(key: str, name: str) -> Key:
    return Key(key, "option", name)


def put_down_ida(game: RealGame, page: Page) -> None:
    game.table.put("ida", y_in=4.0)
    expect(page.get_by_role("button", name="Done")).to_be_enabled()


def carry_lund(game: RealGame, page: Page) -> None:
    game.table.carry("lund", [(14.0, 14.0)])
    expect(page.get_by_role("meter", name="2″ of 4″")).to_be_visible()
    expect(page.get_by_role("button", name="Done")).to_be_enabled()


def carry_lund_into_contact(game: RealGame, page: Page) -> None:
    game.table.carry("lund", [(14.0, 17.0)])
    expect(page.get_by_role("meter", name="5″ of 8″")).to_be_visible()
    expect(page.get_by_role("button", name="Done")).to_be_enabled()


def find_no_correction(_game: RealGame, page: Page) -> None:
    expect(page.get_by_role("button", name="Wrong? Lund has moved 2.00″")).to_be_visible()


LUND = row("l", "Lund, eleven and a half inches from the near edge, thirteen and a half")
AROUND_LUND = row("Enter", "Nearest enemy: Pit, seventeen inches, at twelve o’clock, half in sight past Fence")
WATCHERS = row("ArrowDown", "Six enemies see it: Pit, ")
TO_THE_LIST = row("F6", "Brandt, eleven and a half inches from the near edge")
DEPLOYMENT: tuple[Task, ...] = (
    (
        "roll for the table side",
        (heading("9", "Blue rolls for the table side"), heading("3", "Which table edge?")),
    ),
    (
        "choose an edge, and the side that deploys first",
        (
            button("ArrowDown", "Near"), heading("Enter", "Who deploys the first model?"),
            button("ArrowDown", "Red"), heading("Enter", "Which model is put on the table?"),
        ),
    ),
    (
        "deploy a model",
        (
            button("ArrowDown", "A1 Brandt"), button("ArrowDown", "A2 Ida"),
            heading("Enter", "Ida is put down within 6″ of its own edge"),
            put_down_ida, heading("Control+Enter", "Which model is put on the table?"),
        ),
    ),
)  # fmt: skip
ORDERS: tuple[Task, ...] = (
    (
        "open one's face-down orders",
        (
            button("ArrowDown", "Red: in secret …"), heading("Enter", "Blue: look away"),
            button("ArrowDown", "Red: hold here"), heading("Enter", "Red gives orders, face down"),
        ),
    ),
    (
        "give them, and hand them in",
        (
            button("ArrowDown", "All: Overwatch"), button("ArrowRight", "All: Snap-fire"),
            button("Enter", "All: Snap-fire"),
            heading("Control+Enter", "Blue gives orders, face down"),
        ),
    ),
)  # fmt: skip
INITIATIVE: tuple[Task, ...] = (
    (
        "roll for initiative, and go first",
        (
            heading("9", "Blue rolls for initiative"), heading("3", "Go first or second?"),
            button("ArrowDown", "First"), heading("Enter", "Name a model, or look first"),
        ),
    ),
)  # fmt: skip
# each begins at the question and ends in the list
IN_THE_LIST: tuple[Task, ...] = (
    ("say where a model stands", (TO_THE_LIST, LUND)),
    ("find its nearest enemy", (TO_THE_LIST, LUND, AROUND_LUND)),
    ("count the enemies that see it", (TO_THE_LIST, LUND, AROUND_LUND, WATCHERS)),
    (
        "find a place out of sight",
        (TO_THE_LIST, LUND, AROUND_LUND, WATCHERS, row("ArrowDown", "Out of sight of all enemies: a move of about")),
    ),
    (
        "measure a shot exactly",
        (
            TO_THE_LIST, LUND, AROUND_LUND, row("Enter", "Pit, seventeen inches, at twelve o’clock"),
            row("ArrowDown", "The exact range: 17.00 inches, give or take"),
        ),
    ),
    (
        "find cover",
        (
            TO_THE_LIST, LUND, AROUND_LUND, row("PageDown", "Shale, about seventeen and a half inches"),
            row("PageDown", "Ida, three inches, at nine o’clock"), row("PageDown", "Fence, seven and a half inches"),
        ),
    ),
)  # fmt: skip
ACTIVATION: tuple[Task, ...] = (
    (
        "choose a model to act",
        (
            button("ArrowDown", "A1 Brandt"), button("ArrowDown", "A2 Ida"), button("ArrowDown", "A3 Lund"),
            heading("Enter", "What does Lund do?"),
        ),
    ),
    (
        "move",
        (
            button("ArrowDown", "Rush"), button("ArrowRight", "Move and shoot"),
            heading("Enter", "Lund moves, up to 4″"),
            carry_lund, heading("Control+Enter", "Whom does Lund shoot at?"),
        ),
    ),
    (
        "dispute a distance",
        (
            heading("Shift+F6", "As measured"), button("ArrowDown", "Wrong? Lund has moved 2.00″"),
            heading("Enter", "Wrong? Lund has moved 2.00″"), button("3", "3"),
            heading("Control+Enter", "A correction is proposed"),
        ),
    ),
    (
        "agree to a correction",
        (
            button("ArrowDown", "A Red confirms"), Key("Enter", "button", "A Red confirmed ✓", has_focus=False),
            button("Tab", "Keep it"), button("Tab", "B Blue confirms"), heading("Enter", "Whom does Lund shoot at?"),
        ),
    ),
    (
        "choose a target",
        (button("ArrowDown", "★ priority B3 Pit"), heading("Enter", "Lund rolls to hit Pit")),
    ),
    ("roll to hit", (heading("1", "Name a model, or look first"),)),
    (
        "take a shot back",
        (
            heading("Control+z", "Lund rolls to hit Pit"), heading("Control+z", "Whom does Lund shoot at?"),
            heading("Control+z", "Whom does Lund shoot at?"), find_no_correction,
            heading("Control+z", "Lund moves, up to 4″"), heading("Control+z", "What does Lund do?"),
        ),
    ),
    (
        "charge",
        (
            button("ArrowDown", "Rush"), button("ArrowDown", "Charge"), heading("Enter", "Whom does Lund charge?"),
            button("ArrowDown", "B3 Pit 5.0 of 8 in"), heading("Enter", "Lund charges towards Pit, up to 8″"),
            carry_lund_into_contact, heading("Control+Enter", "Lund rolls to hit Pit"),
        ),
    ),
)  # fmt: skip
TWENTY = (*DEPLOYMENT, *ORDERS, *INITIATIVE, *IN_THE_LIST, *ACTIVATION)


@pytest.fixture
def deployment(tmp_path: Path) -> Iterator[RealGame]:
    """The sides are still to be chosen."""
    (tmp_path / "deployment").mkdir()
    with real_game(tmp_path / "deployment", alone(("red", "blue")), {"forces": FORCES}) as game:
        yield game


@pytest.fixture
def game(tmp_path: Path) -> Iterator[RealGame]:
    """Both teams stand among terrain, and orders are asked for."""
    with real_game(tmp_path, alone(("red", "blue"))) as game:
        game.table.terrain = TERRAIN
        game.table.show()
        yield game


def name_of(key: Key) -> re.Pattern[str]:
    """The name as a screen reader has it: a word that is explained has spaces around it."""
    return re.compile("^" + re.sub(r"(\\?[?,:])", r"\\s*\1", re.escape(key.name)))


def press(page: Page, key: Key) -> None:
    """A key, once what it leads to takes keys, if it is there already; then the focus is there."""
    if key.key in MOVING_KEYS:
        expect(page.get_by_role(key.role, name=name_of(key)).first).to_be_visible()
        expect(page.locator("[inert]")).to_have_count(0)
    page.keyboard.press(key.key)
    expect_heard(page, key)


def expect_heard(page: Page, key: Key) -> None:
    """The words of a screen reader about the focus, or those that it finds where a key leaves the focus nowhere."""
    if key.has_focus:
        focused = page.locator(":focus")
        expect(focused).to_have_accessible_name(name_of(key))
        expect(focused).to_have_role(key.role)
    else:
        expect(page.get_by_role(key.role, name=name_of(key))).to_be_visible()


def do_task(page: Page, game: RealGame, task: Task) -> None:
    name, steps = task
    keys = [step for step in steps if isinstance(step, Key)]
    assert len(keys) <= MOST_KEYS, name
    for step in steps:
        if isinstance(step, Key):
            press(page, step)
        else:
            step(game, page)


def list_of(page: Page) -> Locator:
    return page.get_by_role("listbox")


def come_to_the_question(page: Page, name: str) -> None:
    """By keys, with the list at its first row: where the focus is after an answer."""
    while list_of(page).get_attribute("aria-label") != ALL_MODELS:
        title = list_of(page).get_attribute("aria-label") or ""
        page.keyboard.press("Escape")
        expect(list_of(page)).not_to_have_attribute("aria-label", title)
        expect(page.get_by_role("option", selected=True)).to_be_focused()
    press(page, row("Home", "Brandt, "))
    press(page, heading("F6", name))


def bring_pit_near(game: RealGame, page: Page) -> None:
    """Both sides accept Pit's new place, and the question is asked again."""
    game.table.put("pit", x_in=14.0, y_in=18.0)
    game.accept("pit")
    expect(page.locator("[data-undo]")).to_have_accessible_name(re.compile("Both sides accept: Pit moved"))
    expect_heard(page, heading("", "Name a model, or look first"))


def begin_by_keys(page: Page, question: str) -> None:
    expect(page.get_by_role("heading", name=name_of(heading("", question)))).to_be_visible()
    page.evaluate("window.pointed = 0; addEventListener('pointerdown', () => window.pointed++, true)")
    press(page, TO_THE_LIST)
    come_to_the_question(page, question)


def test_a_side_deploys_by_few_keys(opened: Opened, deployment: RealGame) -> None:
    assert len(TWENTY) == 20
    page = opened(deployment.address)
    begin_by_keys(page, "Red rolls for the table side")
    for task in DEPLOYMENT:
        do_task(page, deployment, task)
    press(page, row("F6", "Brandt, "))
    press(page, row("i", "Ida, three and a half inches from the near edge"))
    assert page.evaluate("window.pointed") == 0


def test_a_turn_is_played_by_few_keys(opened: Opened, game: RealGame, axe: Axe) -> None:
    page = opened(game.address)
    begin_by_keys(page, "Red gives orders, face down")
    for task in ORDERS:
        do_task(page, game, task)
    choose(game.host, "blue", dict.fromkeys(BLUE, "snap-fire"))
    expect_heard(page, heading("", "Red rolls for initiative"))
    do_task(page, game, INITIATIVE[0])
    for task in IN_THE_LIST:
        do_task(page, game, task)
        come_to_the_question(page, "Name a model, or look first")
    bring_pit_near(game, page)
    for task in ACTIVATION:
        do_task(page, game, task)
    assert page.evaluate("window.pointed") == 0
    assert axe(page) == []
