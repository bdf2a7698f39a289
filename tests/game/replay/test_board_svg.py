"""The board of a turn as a drawing: the table, where models stand and stood, and the title."""

import re
from xml.etree import ElementTree as ET

from tablecam.game.replay.board_svg import MARGIN_IN, TURN_WIDTH_PX, Turn, turn_svg
from tablecam.table.notation import parse

BEFORE = "model ann red 25.4mm at 5,10\nmodel bob blue 25.4mm at 20,10\nmodel cid blue 25.4mm at 30,10\n"


def test_a_turn_is_drawn_with_its_title_and_the_codes_of_the_models_in_it() -> None:
    before, after = parse(BEFORE), parse(BEFORE.replace("5,10", "9,14"))
    turn = Turn(
        before,
        after,
        {},
        frozenset(),
        frozenset({"cid"}),
        {"ann": "A1", "bob": "B1", "cid": "B2"},
        ("red", "blue"),
        "Turn <2>",
    )
    drawing = turn_svg(turn)
    root = ET.fromstring(drawing)
    assert [float(number) for number in root.attrib["viewBox"].split()] == [
        -MARGIN_IN, -after.depth_in - MARGIN_IN, after.width_in + 2 * MARGIN_IN, after.depth_in + 2 * MARGIN_IN,
    ]  # fmt: skip
    assert float(root.attrib["width"]) == TURN_WIDTH_PX
    texts = [element.text for element in root.iter() if element.text]
    assert texts[0] == "Turn <2>"
    assert {"A1", "B1"} <= set(texts)
    assert "B2" not in texts
    assert not re.search(r"nan|inf\b", drawing)
