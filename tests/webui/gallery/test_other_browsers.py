"""Firefox and WebKit open every state of the gallery, Firefox every page: no fault, and the board where one belongs."""

from pathlib import Path

import cv2
import numpy as np
import pytest
from flask import Flask, Response
from gallery_pages import gallery_app, list_states
from other_browsers import Found, Open, Walk, find_firefox, find_webkit
from serving import served
from whole import whole

pytestmark = [pytest.mark.browser, pytest.mark.long]

ENGINES = {"Firefox": find_firefox, "WebKit": find_webkit}
# what stands on each page once it is shown
BOARD = ".board .mat"
STEPS = ("camera", "print", "lens", "place", "gauge", "terrain", "roster", "play")
PAGES = {
    "/": BOARD,
    "/join": "[data-letter]",
    "/overlay": BOARD,
    "/replay/1": BOARD,
    "/setup/cameras": "[data-step=cameras]",
    **{f"/setup/{step}": f"[data-step={step}]" for step in STEPS},
    **dict.fromkeys(("/certificate", "/replay", "/club", "/club/1", "/projector/1", "/card/1", "/signup/1"), "h1"),
    "/nowhere": "h1",
}
# of a window of the browser's own choice
LEAST_BOARD = 0.2
QR_CODE = '<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"/>'


def find_engine(name: str) -> Open:
    found = ENGINES[name]()
    if found is None:
        pytest.skip(f"no {name} on this machine: `sh tools/system.sh browsers` installs it")
    return found


def walk_through(walk: Walk, app: Flask, opens: Open, folder: Path) -> dict[str, Found]:
    with served(app) as address, opens(f"{address}{walk.begins}", folder):
        walk.await_end()
    return walk.found


def test_every_page_opens_without_a_fault(tmp_path: Path) -> None:
    opens = find_engine("Firefox")
    (tmp_path / "table").mkdir()
    everything = whole(tmp_path / "table")
    found = walk_through(Walk(everything.app, PAGES), everything.app, opens, tmp_path)
    everything.parts.live.stop()
    assert {path: page.faults for path, page in found.items() if page.faults} == {}


@pytest.mark.parametrize("engine", list(ENGINES))
def test_every_state_opens_without_a_fault_and_with_its_board(engine: str, tmp_path: Path) -> None:
    opens = find_engine(engine)
    app, states = gallery_app(), list_states()
    # the sheet to join and the roll in a tray have pictures besides their data
    app.add_url_rule("/api/qr.svg", "code", lambda: Response(QR_CODE, mimetype="image/svg+xml"))
    roll = cv2.imencode(".jpg", np.full((80, 118, 3), 90, np.uint8))[1].tobytes()
    app.add_url_rule("/api/tray/2.jpg", "roll", lambda: Response(roll, mimetype="image/jpeg"))
    stops = {f"/gallery/{state.slug}": f"html[data-gallery='{state.slug}'] #page > *" for state in states}
    turned = {f"/gallery/{state.slug}" for state in states[1:] if not state.loaded}
    found = walk_through(Walk(app, stops, turned), app, opens, tmp_path)
    assert {path: page.faults for path, page in found.items() if page.faults} == {}
    # a table in sentences has no board
    drawn = [state for state in states if state.has_game and not state.slug.endswith("in-sentences")]
    with_game = {f"/gallery/{state.slug}" for state in drawn}
    assert {path: page.board for path, page in found.items() if path in with_game and page.board < LEAST_BOARD} == {}
