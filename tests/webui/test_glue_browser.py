"""A tag glued aside, under fingers: the model's card says how to find out, the note tells it, a tap counts it so."""

import pytest
from fake_table import ShownLive, roster
from flask import Flask, jsonify, request
from playwright.sync_api import expect
from screens import FINGER_PX, Opened

from webui import create_app
from webui.server.dependencies import Dependencies

pytestmark = [pytest.mark.browser, pytest.mark.slow]

SENTENCE = "The tag of Sergeant Ann lies 0.40 mm to the right and 0.81 mm to the back of its position in models.toml"


@pytest.fixture
def turned() -> dict[str, object]:
    """Ann, who was turned once so far."""
    return {"id": "ann", "headings": 2, "needed": 3, "told": False, "by_mm": None, "text": None}


@pytest.fixture
def said() -> list[dict[str, object]]:
    return []


@pytest.fixture
def app(live: ShownLive, turned: dict[str, object], said: list[dict[str, object]]) -> Flask:
    app = create_app(Dependencies(live, roster))

    @app.get("/api/setup/glue")
    def told():
        return jsonify(models=[] if said else [turned])

    @app.post("/api/setup/glue")
    def count():
        said.append(request.get_json())
        return jsonify(models=[])

    return app


def test_a_model_turned_on_the_spot_is_told_and_counted_by_a_tap(address, opened: Opened, turned, said) -> None:
    page = opened(address)
    page.locator(".panel .rows button").filter(has_text="Sergeant Ann").tap()
    page.locator("[data-glue-button]").tap()
    sheet = page.locator("[data-glue-sheet]")
    expect(sheet).to_contain_text("Turn the model on the spot")
    expect(sheet).to_contain_text("Seen so far: 2 of 3 headings.")
    turned |= {"headings": 3, "told": True, "by_mm": [0.4, -0.81], "text": SENTENCE}
    expect(sheet).to_contain_text(SENTENCE)
    button = sheet.get_by_role("button", name="Use this offset")
    box = button.bounding_box()
    assert box is not None
    assert min(box["width"], box["height"]) >= FINGER_PX
    button.tap()
    expect(sheet).to_contain_text("Offset in use.")
    assert [(one["model"], one["right_mm"], one["forward_mm"]) for one in said] == [("ann", 0.4, -0.81)]
    page.close()


def test_a_tag_that_surely_lies_aside_is_told_without_being_asked_for(address, opened: Opened, turned, said) -> None:
    turned |= {"headings": 3, "told": True, "by_mm": [0.4, -0.81], "text": SENTENCE}
    page = opened(address)
    note = page.locator("[data-glue]")
    expect(note).to_contain_text(SENTENCE)
    note.get_by_role("button", name="Use this offset").tap()
    expect(note).to_have_count(0)
    assert len(said) == 1
    page.close()
