"""What a page over another picture paints: its cards, and nothing beside them."""

import io

import numpy as np
from PIL import Image
from playwright.sync_api import Page

CARDS = "[...document.querySelectorAll('.o-card')].map(each => each.getBoundingClientRect().toJSON())"
BESIDES = "document.documentElement.scrollWidth > innerWidth || document.documentElement.scrollHeight > innerHeight"


def is_painted_on_cards_alone(page: Page) -> None:
    """Beside the cards nothing is painted at all, and each card is dark enough to be read over anything."""
    assert not page.evaluate(BESIDES)
    alpha = np.asarray(Image.open(io.BytesIO(page.screenshot(omit_background=True))).convert("RGBA"))[..., 3]
    outside = np.ones(alpha.shape, bool)
    for box in page.evaluate(CARDS):
        assert box["left"] >= 0
        assert box["right"] <= alpha.shape[1]
        assert box["bottom"] <= alpha.shape[0]
        # an edge between two pixels is painted on both
        rows = slice(max(0, int(box["top"]) - 1), int(np.ceil(box["bottom"])) + 1)
        columns = slice(max(0, int(box["left"]) - 1), int(np.ceil(box["right"])) + 1)
        outside[rows, columns] = False
        assert np.median(alpha[rows, columns]) > 200
    assert alpha[outside].max() == 0
    assert outside.mean() > 0.4
    # what is filmed is seen over the middle
    assert alpha[alpha.shape[0] * 35 // 100, alpha.shape[1] // 4] == 0
