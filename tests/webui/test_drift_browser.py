"""A ruin that was pushed aside, under fingers: the note says so, and a tap moves it on the map."""

from typing import Any

import pytest
from fake_table import ShownLive, roster
from flask import Flask, jsonify, request
from playwright.sync_api import expect
from screens import FINGER_PX, Opened

from webui import create_app
from webui.server.dependencies import Dependencies

pytestmark = [pytest.mark.browser, pytest.mark.slow]


@pytest.fixture
def drifted() -> list[dict[str, Any]]:
    return [{"piece": "ruin", "says": "Ruin stands 1.2 in from where it was mapped."}]


@pytest.fixture
def app(live: ShownLive, drifted: list[dict[str, Any]]) -> Flask:
    app = create_app(Dependencies(live, roster))

    @app.get("/api/setup/drift")
    def told():
        return jsonify(drifts=drifted)

    @app.post("/api/setup/drift")
    def move():
        drifted[:] = [one for one in drifted if one["piece"] != request.get_json()["piece"]]
        return jsonify(drifts=drifted)

    return app


def test_a_tap_moves_the_ruin_on_the_map(address: str, opened: Opened, drifted: list[dict[str, Any]]) -> None:
    page = opened(address)
    note = page.locator("[data-drift=ruin]")
    expect(note).to_contain_text("Ruin stands 1.2 in from where it was mapped.")
    button = note.get_by_role("button", name="Move it on the map")
    box = button.bounding_box()
    assert box is not None
    assert min(box["width"], box["height"]) >= FINGER_PX
    button.tap()
    expect(note).to_have_count(0)
    assert drifted == []
    page.close()
