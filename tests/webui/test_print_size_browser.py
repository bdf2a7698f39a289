"""Tags that were printed too large, under fingers: the note says so, and a tap counts them as they are."""

import pytest
from fake_table import ShownLive, roster
from flask import Flask, jsonify, request
from playwright.sync_api import expect
from screens import FINGER_PX, Opened

from webui import create_app
from webui.server.dependencies import Dependencies

pytestmark = [pytest.mark.browser, pytest.mark.slow]


@pytest.fixture
def said() -> list[float]:
    return []


@pytest.fixture
def app(live: ShownLive, said: list[float]) -> Flask:
    app = create_app(Dependencies(live, roster))

    @app.get("/api/setup/print-size")
    def told():
        return jsonify(size=None if said else {"share": 1.0297, "text": "103.0%"})

    @app.post("/api/setup/print-size")
    def use():
        said.append(request.get_json()["share"])
        return jsonify(size=None)

    return app


def test_a_tap_counts_the_tags_as_they_are(address: str, opened: Opened, said: list[float]) -> None:
    page = opened(address)
    note = page.locator("[data-print-size]")
    expect(note).to_contain_text("The models’ tags measure 103.0% of their size.")
    button = note.get_by_role("button", name="Use 103.0% as their scale")
    box = button.bounding_box()
    assert box is not None
    assert min(box["width"], box["height"]) >= FINGER_PX
    button.tap()
    expect(note).to_have_count(0)
    assert said == [1.0297]
    page.close()
