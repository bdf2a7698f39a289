import json
import re
from dataclasses import replace
from gettext import NullTranslations
from html.parser import HTMLParser

import numpy as np
import pytest

from calibration.at_table import OverheadSetting
from calibration.boards import DEFAULT_BOARD
from calibration.intrinsics import estimate_lens
from calibration.judgement import judge
from calibration.report import CalibrationReport, as_json, as_page
from calibration.views import LeftOut
from tablecam.base.i18n import Message, speaking


def report(views, out=()):
    lens = estimate_lens(views)
    return CalibrationReport(DEFAULT_BOARD, lens, judge(lens, OverheadSetting()), tuple(out), 60.0)


@pytest.fixture(scope="module")
def good(studio):
    return report(studio().views(14), [LeftOut("c<03>.jpg", Message("it is blurred & soft"))])


class Links(HTMLParser):
    def __init__(self):
        super().__init__()
        self.found, self.open = [], []

    def handle_starttag(self, tag, attrs):
        self.found += [value for name, value in attrs if name in ("src", "href", "srcset", "action")]
        if tag not in ("meta", "img", "rect", "circle", "path", "br"):
            self.open.append(tag)

    def handle_startendtag(self, tag, attrs):
        pass

    def handle_endtag(self, tag):
        assert self.open.pop() == tag


@pytest.mark.slow
def test_the_page_asks_the_network_for_nothing_and_its_tags_are_closed(good):
    page = as_page(good)
    links = Links()
    links.feed(page)
    assert links.open == []
    assert len(links.found) == 14
    assert all(link.startswith("data:image/png;base64,") for link in links.found)
    assert not re.search(r"https?:|@import|url\(|<script|<link", page)


@pytest.mark.slow
def test_the_page_says_the_verdict_and_what_it_costs_at_the_table(good):
    page = as_page(good)
    assert ">Go<" in page
    assert "24 in" in page
    assert "c&lt;03&gt;.jpg" in page
    assert "blurred &amp; soft" in page


def test_a_no_go_gives_its_reasons_as_sentences(studio):
    page = as_page(report(studio().views(4)))
    assert ">No go<" in page
    assert "Only 4 views count; 8 are needed: take 15 or more." in page
    assert "too few views" in page


class Marked(NullTranslations):
    """A language in which each text has a mark of its own."""

    def gettext(self, message):
        return f"§{message}"

    def info(self):
        return {"language": "de"}


@pytest.mark.slow
def test_the_page_and_its_reasons_are_in_the_reader_s_language(studio):
    few = report(studio().views(4), [LeftOut("c04", Message("it is blurred"))])
    with speaking(Marked()):
        page = as_page(few)
    assert '<html lang="de">' in page
    for text in ("Camera calibration", "No go", "only 4 views count", "The lens", "it is blurred", "Residuals"):
        assert f">§{text}" in page, text
    assert 'aria-label="§Coverage of the image by the views' in page


@pytest.mark.slow
def test_the_pictures_show_every_corner_and_every_cell(good):
    page = as_page(good)
    corners = sum(len(view.ids) for view in good.lens.views)
    assert page.count("<path ") == corners
    assert page.count('fill-opacity=".85"') == corners
    assert page.count("<rect ") == 48 + 169


@pytest.mark.slow
def test_the_json_is_plain_and_complete(good):
    said = json.loads(json.dumps(as_json(good), allow_nan=False))
    assert said["go"] is True
    assert said["intrinsics"]["fx"] == pytest.approx(715.77, rel=1e-3)
    assert set(said["table"]["error_in"]) == {"12", "24", "48"}
    assert len(said["views"]) == 14
    assert said["left_out_views"] == [{"name": "c<03>.jpg", "reason": "it is blurred & soft"}]
    assert next(step["taken"] for step in said["growth"]) is True


@pytest.mark.slow
def test_a_view_s_own_picture_is_in_its_row(studio):
    views = studio().views(8)
    plain = as_page(report(views))
    views[0] = replace(views[0], thumbnail=np.random.default_rng(0).integers(0, 255, (135, 240), np.uint8))
    assert len(as_page(report(views))) > len(plain) + 10_000
