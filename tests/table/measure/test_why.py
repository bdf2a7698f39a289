"""Why a model sees what it sees: sentences that a player can check at the table, and regions that can be drawn."""

import math
from gettext import NullTranslations

import numpy as np
import pytest
import shapely

from tablecam.base.i18n import AS_IT_IS, speaking
from tablecam.table.measure.sight import Eye
from tablecam.table.measure.why import PARTS, PLACES, WHERE, percent, why
from tablecam.table.notation import parse

PAIR = "model ann red 25.4mm at 10,10 name Ann\nmodel bob blue 25.4mm at 20,10 name Bob\n"
CHAPEL = "terrain chapel solid 0 to 9 at 15,5 15.5,5 15.5,10 15,10\n"
CRATE = 'terrain "crate 2" flimsy 0 to 0.9 at 15,8 15.5,8 15.5,12 15,12\n'


def ask(text: str, **about):
    return why(parse(text), "ann", "bob", near_in=1.0, **about)


def test_nothing_between_them_is_one_sentence():
    found = ask(PAIR)
    assert found.sentences == ("Ann sees all of Bob: nothing hides any of it.",)
    assert found.windows[0].share == pytest.approx(1)
    assert (found.hidden, found.near, found.ignored) == ((), (), ())


def test_what_hides_how_much_is_said_and_where_the_rest_shows():
    # of the left half the crate leaves what is over 1.125 - .225 / 5.5 * 10, of 1.25 in
    found = ask(PAIR + CHAPEL + CRATE)
    assert found.sentences[0] == "Ann sees 21 % of Bob: crate 2 hides 57 % and chapel hides 50 %."
    assert found.sentences[1] == "The visible part is the upper left part of it, 2.9 degrees wide."


def test_a_target_wholly_hidden_says_by_what():
    assert ask(PAIR + CHAPEL.replace("10", "15")).sentences == ("Ann sees nothing of Bob: chapel hides all of it.",)
    halves = PAIR + CHAPEL + "terrain barn solid 0 to 9 at 15,10 15.5,10 15.5,15 15,15\n"
    assert ask(halves).sentences == ("Ann sees nothing of Bob: chapel hides 50 % and barn hides 50 % between them.",)


def test_windows_apart_are_told_apart():
    post = "terrain post solid 0 to 9 at 15,9.9 15.1,9.9 15.1,10.1 15,10.1\n"
    found = ask(PAIR + post)
    assert [window.place for window in found.windows] == ["left", "right"] or [
        window.place for window in found.windows
    ] == ["right", "left"]
    assert "The visible parts are separate: " in found.sentences[1]


def test_a_window_is_given_in_angles_from_the_line_of_view():
    (window,) = ask(PAIR + CHAPEL).windows
    assert (window.left_rad, window.right_rad) == (pytest.approx(math.atan2(0.5, 10)), pytest.approx(0, abs=1e-9))
    assert window.low_rad == pytest.approx(math.atan2(-1.125, 10), abs=1e-3)
    assert window.high_rad == pytest.approx(math.atan2(0.125, 10), abs=1e-4)


def test_regions_make_up_what_is_hidden_and_what_shows():
    found = ask(PAIR + CHAPEL + CRATE + "model cid blue oval 60x35mm at 17,10.7 facing 20deg\n")
    whole = float(found.view.area[0])
    assert found.clear.area / whole == pytest.approx(found.sighting.visible, abs=1e-4)
    assert len(found.hidden) == len(found.sighting.obstructions) == 3
    for obstruction, shape in found.hidden:
        assert shape.area / whole == pytest.approx(obstruction.hidden, abs=1e-4)
        assert shapely.intersection(shape, found.clear).area == pytest.approx(0, abs=1e-9)


def test_two_features_of_one_name_are_two_obstructions():
    found = ask(PAIR + CHAPEL + CHAPEL.replace("15,5 15.5,5 15.5,10 15,10", "15,10.3 15.5,10.3 15.5,12 15,12"))
    areas = [shape.area / float(found.view.area[0]) for _, shape in found.hidden]
    assert areas == pytest.approx([each.hidden for each in found.sighting.obstructions], abs=1e-9)


def test_a_wall_near_the_viewers_base_is_named_with_its_distance():
    found = ask(PAIR + "terrain kerb solid 0 to 1 at 11.1,5 11.3,5 11.3,15 11.1,15\n")
    assert [each.name for each in found.near] == ["kerb"]
    assert "kerb is 0.60 in from the base of Ann." in found.sentences


def test_a_model_that_does_not_block_is_mentioned():
    text = PAIR + "model cid red 25.4mm at 15,10 name Cid tall 9\n"
    found = ask(text, blocks=np.array(False))
    assert found.ignored == ("cid",)
    assert found.sentences[-1] == "Cid stands in the way, but does not block."
    assert ask(text).ignored == ()


def test_an_error_that_shows_is_said():
    uncertain = PAIR.replace("at 20,10", "at 20,10 sigma 0.03")
    assert (
        ask(uncertain + CHAPEL).sentences[-1]
        == "Within the error of both positions, that share is between 44 % and 56 %."
    )


def test_the_other_eye_is_where_it_looks_from():
    found = ask(PAIR + CHAPEL, eye=Eye.ANYWHERE)
    assert found.view.eye[:2, 0].tolist() == list(found.sighting.eye[:2])
    assert found.clear.area / float(found.view.area[0]) == pytest.approx(found.sighting.visible, abs=1e-6)


@pytest.mark.parametrize(
    ("share", "said"),
    [(0, "0 %"), (0.001, "less than 1 %"), (0.414, "41 %"), (0.999, "more than 99 %"), (1, "all of it")],
)
def test_shares_are_said_so_that_nothing_and_everything_mean_it(share, said):
    assert percent(share) == said


class Marked(NullTranslations):
    """A language whose texts are the English ones in brackets."""

    def gettext(self, message):
        return message if message == AS_IT_IS else f"[{message}]"

    def ngettext(self, singular, plural, n):
        return f"[{singular if n == 1 else plural}]"

    def pgettext(self, context, message):
        return message if context == "list" else f"[{message}]"


def test_sentences_are_in_the_language_of_the_reader():
    with speaking(Marked()):
        found = ask(PAIR + CHAPEL + CRATE)
    assert found.sentences[:2] == (
        "[Ann sees [21 %] of Bob: [crate 2 hides [57 %]] and [chapel hides [50 %]].]",
        "[The visible part is [the upper left part of it], 2.9 degrees wide.]",
    )
    assert found.windows[0].place == "upper left"


def test_models_that_do_not_block_are_counted():
    text = PAIR + "model cid red 25.4mm at 15,10 name Cid tall 9\nmodel dan red 25.4mm at 17,10 name Dan tall 9\n"
    assert ask(text, blocks=np.array(False)).sentences[-1] == "Cid and Dan stand in the way, but do not block."


def test_every_place_of_a_window_has_its_texts():
    places = set(PLACES.values())
    assert places == PARTS.keys() == WHERE.keys()
    assert all(str(PARTS[place]) == f"the {place} part of it" for place in places)
    assert all(str(WHERE[place]) == f"the {place}" for place in places)
