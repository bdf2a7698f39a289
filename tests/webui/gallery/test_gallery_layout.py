"""The layout of each state: its large parts lie where they lay when tests/golden/webui/gallery_layout.json was written.

Letters decide where lines break, so that other fonts skip the comparison. `make golden` writes the file.
"""

import json
from collections.abc import Callable, Iterator

import pytest
from gallery_pages import gallery_app, to_size, walk_states
from playwright.sync_api import Page
from screens import Opened, settle
from serving import served

pytestmark = [pytest.mark.browser, pytest.mark.long]

FILE = "webui/gallery_layout.json"
SIZES = ("landscape", "phone")
# a part that moves less was not moved by intention; what is as long as its words may have two lines more or less
TOLERANCE_PX, WORDS_PX = 24, 80
WORDS = {"question", "answer", "last answer", "banner", "dialog"}
ANSWERS = ".panel .question .form :is(button, input)"
PARTS = {
    "bar": ".bar, .step-head",
    "menu": ".menu-button",
    "board": ".board .mat",
    "tools": ".board .zoom",
    "panel": ".panel, .step-words",
    "question": ".panel .question",
    "answer": ANSWERS,
    "last answer": ANSWERS,
    "undo": "[data-undo]",
    "foot": ".game-foot, .step-foot",
    "banner": "[data-banner]",
    "dialog": "dialog[open]",
}
# looks in a row at the same boxes
LOOKS = 6
AT_REST = """async ([parts, looks]) => {
  const measure = () => Object.fromEntries(Object.entries(parts).flatMap(([name, css]) => {
    const seen = [...document.querySelectorAll(css)].filter((one) => one.checkVisibility());
    const box = seen.at(name.startsWith('last') ? -1 : 0)?.getBoundingClientRect();
    return box ? [[name, [box.left, box.top, box.width, box.height].map((side) => 4 * Math.round(side / 4))]] : [];
  }));
  let boxes = measure();
  for (let same = 1, tries = 0; same < looks; tries++) {
    if (tries === 1000) return null;
    await new Promise((done) => requestAnimationFrame(() => setTimeout(done, 20)));
    const now = measure();
    same = JSON.stringify(now) === JSON.stringify(boxes) ? same + 1 : 1;
    boxes = now;
  }
  return boxes;
}"""
LETTERS = """() => ['400', '700'].map((weight) => {
  const pen = document.createElement('canvas').getContext('2d');
  pen.font = `${weight} 100px ${getComputedStyle(document.body).fontFamily}`;
  return Math.round(pen.measureText('Ann shoots at Fox with her rifle: 0123456789 ″').width);
})"""

Layout = dict[str, dict[str, list[int]]]


@pytest.fixture(scope="module")
def address() -> Iterator[str]:
    with served(gallery_app()) as address:
        yield address


def measure_layout(page: Page, address: str) -> Layout:
    """The boxes of each state's parts, on a tablet and on a phone."""
    layout: Layout = {}
    for state in walk_states(page, address):
        for size in SIZES:
            to_size(page, size)
            settle(page)
            layout[f"{state.slug} {size}"] = measure_at_rest(page)
    return layout


def measure_at_rest(page: Page) -> dict[str, list[int]]:
    """The boxes of the parts, once they are the same for a while: a board follows its room some frames later."""
    boxes = page.evaluate(AT_REST, [PARTS, LOOKS])
    assert boxes is not None, "the parts do not come to rest"
    return boxes  # type: ignore[no-any-return]


def find_moves(kept: Layout, now: Layout) -> list[str]:
    """The parts that came, went, or moved by more than the tolerance."""
    return [
        f"{state}, {part}: {kept[state].get(part)} was kept, {now[state].get(part)} is shown"
        for state in kept.keys() & now.keys()
        for part in kept[state].keys() | now[state].keys()
        if not _is_near(kept[state].get(part), now[state].get(part), WORDS_PX if part in WORDS else TOLERANCE_PX)
    ]


def _is_near(kept: list[int] | None, now: list[int] | None, tolerance_px: int) -> bool:
    if kept is None or now is None:
        return kept is now
    return all(abs(earlier - later) <= tolerance_px for earlier, later in zip(kept, now, strict=True))


def test_the_parts_of_each_state_lie_where_they_lay(
    opened: Opened, address: str, golden: Callable[[str, str], None], request: pytest.FixtureRequest
) -> None:
    page = opened(f"{address}/gallery/menu")
    page.wait_for_selector("html[data-gallery]", state="attached")
    letters = page.evaluate(LETTERS)
    if request.config.getoption("--golden"):
        rows = [f" {json.dumps(state)}: {json.dumps(boxes)}" for state, boxes in measure_layout(page, address).items()]
        golden(FILE, f'{{"letters": {json.dumps(letters)}, "states": {{\n' + ",\n".join(rows) + "\n}}\n")
        return
    kept = json.loads((request.config.rootpath / "tests" / "golden" / FILE).read_text(encoding="utf-8"))
    if kept["letters"] != letters:
        pytest.skip(f"letters of {kept['letters']} px were kept, here they have {letters}: lines break elsewhere")
    now = measure_layout(page, address)
    assert find_moves(kept["states"], now) == []
    assert now.keys() == kept["states"].keys(), "`make golden` takes in new states"


@pytest.mark.parametrize(
    ("change", "part"),
    [
        (".board .mat { transform: scale(0.9); transform-origin: 0 0 }", "board"),
        (".panel .question .form button { translate: 0 100px }", "answer"),
        (".menu-button { display: none }", "menu"),
    ],
)
def test_a_smaller_board_and_a_key_that_moves_or_goes_are_found(
    opened: Opened, address: str, change: str, part: str
) -> None:
    page = opened(f"{address}/gallery/asked-five-dice")
    page.wait_for_selector("html[data-gallery='asked-five-dice']", state="attached")
    kept = {"asked": measure_at_rest(page)}
    page.evaluate(
        "css => { const sheet = new CSSStyleSheet(); sheet.replaceSync(css); document.adoptedStyleSheets = [sheet]; }",
        change,
    )
    assert any(f"asked, {part}:" in move for move in find_moves(kept, {"asked": measure_at_rest(page)}))
