"""What is told of a running game: a spectator's lines, and nothing that depends on what is hidden."""

import json
import random
from itertools import islice

from evenings import begun, blue_orders

from tablecam.doors.hub.public_log import PublicLog
from tablecam.game.playthrough import autoplay
from tablecam.storage.database_file import line_sum


def told_of(game, step: int = 7) -> list[str]:
    """The lines as they are told while the log grows by a few lines at a time."""
    told = PublicLog(game.system)
    lines = game.sink.lines
    return [line for at in range(0, len(lines), step) for line in told.grow(lines[at : at + step])]


def test_hidden_orders_change_no_byte_of_what_is_told() -> None:
    games = [begun(), begun()]
    for game, order in zip(games, ("overwatch", "snap-fire"), strict=True):
        blue_orders(game, order)
    assert games[0].sink.lines != games[1].sink.lines
    assert told_of(games[0]) == told_of(games[1])


def test_the_told_log_counts_its_own_lines() -> None:
    game = begun()
    for _ in islice(autoplay(game, random.Random(3).randrange), 150):
        pass
    told = [json.loads(line) for line in told_of(game)]
    assert len(told) < game.log.last
    for number, line in enumerate(told, 1):
        assert line.get("to", 0) < number
        assert ("ask" in told[line["to"] - 1]) if "to" in line else True
        assert max(line.get("struck", [0])) < number


def test_no_sum_of_the_full_log_is_told() -> None:
    game = begun()
    for _ in islice(autoplay(game, random.Random(4).randrange), 100):
        pass
    text, before = "\n".join(told_of(game)), ""
    for line in game.sink.lines:
        before = line_sum(before, line)
        assert before not in text


def test_what_is_told_does_not_depend_on_when_it_is_asked() -> None:
    game = begun()
    for _ in islice(autoplay(game, random.Random(5).randrange), 60):
        pass
    assert told_of(game, 1) == told_of(game, 1000)
