"""Games of Urr from before a house rule keep the rules that they were played by."""

import gzip
import random
from pathlib import Path

import pytest

from tablecam.game.game import Game
from tablecam.game.log import GameLog, InMemory, read_log
from tablecam.game.playthrough import autoplay
from tablecam.game.verify import verify, what_if
from tablecam.rules.books.urr.rules.rulebook import EVENTS, URR_RULES

HERE = Path(__file__).parent
NAMES = ("storm", "open_field")


def lines(name: str) -> list[str]:
    return gzip.decompress((HERE / f"{name}.jsonl.gz").read_bytes()).decode("utf-8").splitlines()


def log(name: str) -> GameLog:
    return read_log(lines(name))


@pytest.mark.parametrize("name", NAMES)
def test_a_game_from_before_the_rules_is_ruled_as_it_was(name: str) -> None:
    assert verify(URR_RULES, log(name)) is None


@pytest.mark.parametrize(("name", "rules"), [
    ("storm", {"empty_places_fall": True}), ("storm", {"fights_per_turn": "any"}),
    ("open_field", {"fights_per_turn": "any"}),
])  # fmt: skip
def test_the_rules_of_today_would_have_ruled_otherwise(name: str, rules: dict) -> None:
    assert what_if(URR_RULES, log(name), rules)


@pytest.mark.parametrize("name", NAMES)
def test_a_game_from_before_the_rules_goes_on_by_its_own(name: str) -> None:
    half = lines(name)[: len(lines(name)) // 2]
    game = Game.resume(URR_RULES, half, InMemory())
    for _given in autoplay(game, random.Random(5).randrange):
        pass
    assert game.over
    assert "PlaceTaken" in EVENTS
    assert not any("PlaceTaken" in line for line in game.sink.lines)
    assert verify(URR_RULES, game.log) is None
