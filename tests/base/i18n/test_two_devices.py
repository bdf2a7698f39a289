"""Two devices at one table show it in two languages, although the camera and the observer know of neither."""

import re
from collections.abc import Callable
from dataclasses import replace
from gettext import NullTranslations
from pathlib import Path
from typing import Any

import pytest
from hosting import choose, orders, watched
from test_two_languages import SEEDS, played

from calibration.lock import Locked
from tablecam.base.i18n import Message, speaking
from tablecam.game.dice_statistics import luck
from tablecam.live.camera_view import camera_problems
from tablecam.live.live_loop import PublishedFrame
from tablecam.live.pipeline import STILL_TO_BE_MADE
from tablecam.rules.books.urban_war.wording.wording import UrbanWarPhrases
from tablecam.sensing.camera.watch import Patience, Watch
from tablecam.table.miniature import Roster
from tablecam.table.notation import parse, write
from webui.table import present

WORD = re.compile(r"[^\W\d_]+")
# names of models, which no language changes; the files of a table folder; a device
OWN = {"ida", "lund", "gruff", "ann", "bob", "dev", "video", "camera", "yaml", "table", "toml"}


def english_in(*texts: str) -> set[str]:
    """The words that were left in English, but for names: every translated word has an accent."""
    return {word for text in texts for word in WORD.findall(text) if word.isascii() and word.lower() not in OWN}


def read_twice(read: Callable[[], list[str]], foreign_language: NullTranslations) -> list[str]:
    """What two devices read; the texts of the one are all English, and none of the other."""
    english = read()
    with speaking(foreign_language):
        foreign = read()
    assert read() == english
    assert all(english_in(text) for text in english)
    assert english_in(*foreign) == set()
    return english


@pytest.fixture
def evening(tmp_path: Path, foreign_language: NullTranslations) -> Any:
    """A game over a table whose observer happens to speak the foreign language: it must not matter."""
    host, table, observer = watched(tmp_path)

    def look() -> None:
        with speaking(foreign_language):
            observer.look(host, table.view)

    orders(host)
    choose(host, "red", [9])
    choose(host, "blue", [3])
    for answer in ("first", "ida", "move+shoot"):
        choose(host, "red", answer)
    look()
    return host, table, look


def texts(host: Any, *keys: str) -> list[str]:
    measured = host.view_for("red")["game"]["questions"][0]["measured"]
    return [measured[key] for key in keys]


@pytest.mark.slow
def test_the_observers_refusal_of_a_move_too_far(evening: Any, foreign_language: NullTranslations) -> None:
    host, table, look = evening
    table.carry("ida", [(10.0, 17.5)])
    look()
    english = read_twice(lambda: texts(host, "says", "why_not"), foreign_language)
    assert english == ["5.50″ ± 0.01, of at most 4″", "Ida moved 5.50 in, but may move only 4 in"]


@pytest.mark.slow
def test_the_observers_word_that_a_model_still_moves(evening: Any, foreign_language: NullTranslations) -> None:
    host, table, look = evening
    table.put("ida", x_in=10.0, y_in=14.0, state="moving")
    look()
    assert read_twice(lambda: texts(host, "why_not"), foreign_language) == ["Ida is still moving"]


@pytest.mark.slow
def test_what_the_observer_offers_where_the_path_was_not_seen(evening: Any, foreign_language: NullTranslations) -> None:
    host, table, look = evening
    table.carry("ida", [(10.0, 15.0)], seen=False)
    look()
    english = read_twice(lambda: texts(host, "says"), foreign_language)
    assert english == ["3.0″ in a straight line"]


@pytest.mark.slow
def test_a_trouble_of_the_camera_in_the_banner_and_the_game(evening: Any, foreign_language: NullTranslations) -> None:
    host, table, look = evening
    table.carry("ida", [(10.0, 15.0)])
    watch = Watch(Message("camera {path}", path="/dev/video0"), None, Patience(), 0.0)
    table._publish(replace(table.view, number=table.view.number + 1, trouble=watch.trouble(9.0)))
    look()

    def read() -> list[str]:
        return [*texts(host, "why_not"), present.camera_state(table.view)["says"]]

    english = read_twice(read, foreign_language)
    assert english[0].startswith("no image from camera /dev/video0 for 9 s")
    assert english[1][1:] == english[0][1:]


POSITION = """table 44 by 30
model ann red 30mm at 50,10
model bob blue 30mm at 20,10 z 2 on none
model ida blue 30mm at 20.3,10 z 2 on none
model lund red 30mm at 30,20 z 1 on undecided sigma_z 0.5
"""


@pytest.mark.slow
def test_problems_of_the_table(foreign_language: NullTranslations) -> None:
    problems = (*parse(POSITION).faults(), *camera_problems(Locked(None, trusted=False)))
    assert len(problems) >= 5
    seen = replace(parse(POSITION), problems=problems)
    view = PublishedFrame(1, seen)
    english = read_twice(lambda: present.table(view, Roster(()))["problems"], foreign_language)
    with speaking(foreign_language):
        # a log keeps them as they are written, whoever reads
        kept = write(seen)
    assert [sentence[1:] for sentence in english] == [str(each)[1:] for each in parse(kept).problems]


@pytest.mark.slow
@pytest.mark.parametrize("missing", STILL_TO_BE_MADE.values(), ids=str)
def test_what_the_folder_of_the_table_lacks(missing: Message, foreign_language: NullTranslations) -> None:
    view = PublishedFrame(1, missing=missing)
    read_twice(lambda: [present.camera_state(view)["says"]], foreign_language)


@pytest.mark.slow
def test_the_choices_of_the_umpires_forms(foreign_language: NullTranslations) -> None:
    def read() -> list[str]:
        fields = [field for form in UrbanWarPhrases().list_forms() for field in form["fields"]]
        return [word for field in fields for word in field.get("words", {}).values()]

    assert "Break off" in read_twice(read, foreign_language)


@pytest.mark.slow
def test_what_the_checks_are_called_in_the_statistics_of_the_dice(foreign_language: NullTranslations) -> None:
    names = {row.name for row in luck(played(SEEDS[0]))} - {"all"}
    assert {"to hit", "damage"} <= names
    english = read_twice(lambda: [UrbanWarPhrases().check(name) for name in sorted(names)], foreign_language)
    assert "To hit" in english
