import math
from xml.etree import ElementTree as ET

import cv2
import numpy as np
import pytest
from flask.testing import FlaskClient

from webui.server import page


@pytest.fixture
def client(app) -> FlaskClient:
    return app.test_client()


def test_the_manifest_makes_an_app_of_the_page_with_icons_that_are_there(client: FlaskClient) -> None:
    response = client.get("/manifest.webmanifest")
    assert response.mimetype == "application/manifest+json"
    manifest = response.json
    assert (manifest["display"], manifest["start_url"], manifest["scope"]) == ("standalone", "/", "/")
    assert {one["purpose"] for one in manifest["icons"] if "purpose" in one} == {"any", "maskable"}
    for one in manifest["icons"]:
        answer = client.get(one["src"])
        assert (answer.status_code, answer.mimetype) == (200, one["type"])


@pytest.mark.parametrize("size", page.SIZES)
def test_an_icon_is_as_large_as_it_is_called_and_shows_both_sides(size: int) -> None:
    picture = cv2.imdecode(np.frombuffer(page.png(size), np.uint8), cv2.IMREAD_COLOR)
    assert picture.shape == (size, size, 3)
    for name, (x, y) in (("first", page.FIRST), ("second", page.SECOND), ("ground", (0.02, 0.02))):
        blue, green, red = picture[round(y * size), round(x * size)].tolist()
        assert f"#{red:02x}{green:02x}{blue:02x}" == page.COLOURS[name]


def test_the_drawing_is_whole(client: FlaskClient) -> None:
    assert ET.fromstring(client.get("/icon.svg").text).tag.endswith("svg")


def test_no_mask_cuts_into_the_mark() -> None:
    corners = [
        (x + dx, y + dy)
        for x, y in (page.FIRST, page.SECOND)
        for dx in (-page.RADIUS, page.RADIUS)
        for dy in (-page.RADIUS, page.RADIUS)
    ]
    assert max(math.dist(corner, (0.5, 0.5)) for corner in corners) <= 0.4
