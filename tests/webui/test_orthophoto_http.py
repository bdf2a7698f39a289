"""The photograph of the table from above, over HTTP and on the board."""

from dataclasses import replace

import cv2
import numpy as np
import pytest
from fake_table import ShownLive, position
from flask import Flask
from playwright.sync_api import expect
from screens import Opened

from tablecam.live.live_loop import PublishedFrame
from tablecam.sensing.camera.synthetic.demo import two_forces
from tablecam.sensing.vision.frame import Frame

ADDRESS = "/api/orthophoto.jpg"


@pytest.fixture
def view() -> PublishedFrame:
    camera = two_forces(640, 360).camera
    frame = Frame(np.full((360, 640, 3), (40, 60, 90), np.uint8), 0.0)
    return PublishedFrame(number=1, snapshot=position(), camera=camera, frame=frame)


def test_it_is_sent_once_for_each_change(app: Flask) -> None:
    browser = app.test_client()
    first = browser.get(ADDRESS)
    assert (first.status_code, first.mimetype, first.headers["X-View"]) == (200, "image/jpeg", "1")
    image = cv2.imdecode(np.frombuffer(first.data, np.uint8), cv2.IMREAD_COLOR)
    assert image.shape == (960, 960, 3)
    # a dim table is brightened, and keeps its colour
    blue, green, red = np.median(image, axis=(0, 1))
    assert 85 < blue < green < red < 240
    assert browser.get(f"{ADDRESS}?after=1").status_code == 204


def test_without_an_image_there_is_none(app: Flask, live: ShownLive, view: PublishedFrame) -> None:
    live.show(replace(view, number=2, frame=None))
    assert app.test_client().get(ADDRESS).status_code == 503


@pytest.mark.browser
@pytest.mark.slow
def test_a_tap_puts_the_photograph_away_and_a_reload_keeps_it_away(opened: Opened, address: str) -> None:
    page = opened(address)
    photo = page.locator(".board image.photo")
    expect(photo).to_have_count(1)
    page.get_by_role("button", name="Photo of the table").tap()
    expect(photo).to_have_count(0)
    page.reload()
    expect(page.locator("[data-model=ann]").first).to_be_visible()
    page.wait_for_timeout(500)
    expect(photo).to_have_count(0)
    page.get_by_role("button", name="Photo of the table").tap()
    expect(photo).to_have_count(1)
