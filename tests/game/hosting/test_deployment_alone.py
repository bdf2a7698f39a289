"""A model put down in its deployment zone is deployed without a tap."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from hosting import BLUE, FORCES, RED, Table, choose, hosted, keys

from tablecam.game.hosting.game_host import GameHost
from tablecam.live.game_observer import GameObserver

# long enough for a model to count as put down
RESTED_S = 2.0


class Strip:
    """A game whose sides have chosen their edges: red deploys near, and first."""

    def __init__(self, folder: Path) -> None:
        self.table = Table()
        self.observer = GameObserver(self.table)
        self.host: GameHost = hosted(folder, self.observer)
        self.host.begin({"forces": FORCES})
        choose(self.host, "red", [9], source="dice pad")
        choose(self.host, "blue", [3], source="dice pad")
        choose(self.host, "red", "near")
        choose(self.host, "blue", "red")

    def look(self, seconds: float = RESTED_S) -> set[str]:
        """The table at rest for some seconds; returns the models that are deployed then."""
        self.observer.look(self.host, self.table.show())
        self.table.time += seconds
        self.observer.look(self.host, self.table.show())
        return self.deployed()

    def deployed(self) -> set[str]:
        with self.host.reading() as open_game:
            assert open_game
            return {name for name, fighter in open_game.game.state.fighters.items() if fighter.deployed}

    def answered_by(self) -> list[str]:
        """Who gave each answer since the sides were ready."""
        with self.host.reading() as open_game:
            assert open_game
            return [line.by for line in open_game.game.log.lines if hasattr(line, "source")][4:]


@pytest.fixture
def strip(tmp_path: Path) -> Iterator[Strip]:
    strip = Strip(tmp_path)
    yield strip
    strip.table.stop()
    strip.host.close()


def test_twelve_models_in_their_zones_are_deployed_without_a_tap(strip: Strip) -> None:
    for number, (red, blue) in enumerate(zip(RED, BLUE, strict=True)):
        strip.table.put(red, x_in=6.0 + 4 * number, y_in=3.0)
        strip.table.put(blue, x_in=6.0 + 4 * number, y_in=45.0)
    assert strip.look() == {*RED, *BLUE}
    assert set(strip.answered_by()) == {"table"}
    texts = [line["text"] for line in strip.host.log("red", None, 0)["lines"]]
    assert sum("deploy" in text.lower() for text in texts) >= 12


def test_a_model_counts_once_it_has_rested_inside_and_in_its_turn(strip: Strip) -> None:
    strip.table.put("ida", x_in=20.0, y_in=3.0)
    assert strip.look(0.3) == set()
    # the hand shifts it once more: its rest begins again
    strip.table.time += RESTED_S
    strip.table.put("ida", x_in=21.0, y_in=3.0)
    assert strip.look(0.3) == set()
    assert strip.look() == {"ida"}
    # it is blue's turn: red waits, and blue's models stand too far out
    strip.table.put("lund", x_in=30.0, y_in=3.0)
    strip.table.put("pit", x_in=20.0, y_in=41.3)
    assert strip.look() == {"ida"}
    strip.table.put("pit", y_in=44.0)
    assert strip.look() == {"ida", "pit", "lund"}


def test_a_model_chosen_by_hand_is_deployed_where_it_is_put_down(strip: Strip) -> None:
    choose(strip.host, "red", "vik")
    assert strip.look() == set()
    assert keys(strip.host, "red")[0]["kind"] == "Deploy"
    strip.table.put("vik", x_in=20.0, y_in=3.0)
    assert strip.look() == {"vik"}


def test_the_last_model_of_a_side_is_chosen_by_itself_and_the_log_says_so(strip: Strip) -> None:
    for number, (red, blue) in enumerate(zip(RED, BLUE, strict=True)):
        if red != "vik":
            strip.table.put(red, x_in=6.0 + 4 * number, y_in=3.0)
        strip.table.put(blue, x_in=6.0 + 4 * number, y_in=45.0)
    assert strip.look() == {*RED, *BLUE} - {"vik", "anvil"}
    (question,) = keys(strip.host, "red")
    assert (question["kind"], question["ask"]["model"]) == ("Deploy", "vik")
    texts = [line["text"] for line in strip.host.log("red", None, 0)["lines"]]
    assert "Red: Vik, every other answer is ruled out" in texts
