"""The fights of a game by their range: counted as its log has them, between where the blocks stood."""

import random
from collections import Counter

import pytest
from test_uo_properties import SETUP, sober

from tablecam.game.game import Game
from tablecam.game.log import EventLine, InMemory
from tablecam.game.replay.game_statistics import STRETCH_IN, STRETCHES, count
from tablecam.game.replay.recorded_game import WHOLE, RecordedGame
from tablecam.rules.books.catalogue import BOOKS
from tablecam.rules.books.urban_operations.rules.rulebook import URBAN_OPERATIONS
from tablecam.table.measure.ranges import measure_range
from tablecam.table.miniature import Circle, Miniature, Placed
from tablecam.table.notation import write
from tablecam.table.snapshot import Snapshot


@pytest.mark.slow
def test_the_fights_of_a_book_of_duels_are_counted_by_their_range() -> None:
    """One die of each side is held against the other: the side that attacks is the one that shoots."""
    game, chance = Game.begin(URBAN_OPERATIONS, SETUP, kept := InMemory()), random.Random(12)
    blocks = list(game.state.blocks)
    made = [Miniature(name, name, "", 1, 16.0, (0.0, 0.0), 1.2, Circle(25.4), 1.25) for name in blocks]
    # no two are as far from each other as other two
    placed = tuple(Placed(each, 2.0 + 0.3 * at * at, 5.0 + at, 0.0, 0.0) for at, each in enumerate(made))
    snapshot = Snapshot(1.0, placed)
    for time in range(350):
        if game.over:
            break
        question = chance.choice(game.open)
        position = write(snapshot) if time == 0 else ""
        who = question.ask.seat or "table"
        game.answer(sober(question.ask, chance), question=question.line, by=who, position=position)
    past = RecordedGame.read(kept.lines, {}, BOOKS)
    fought = [
        line.event
        for line in map(past.log.__getitem__, past.log.live)
        if isinstance(line, EventLine) and line.event["name"] == "Fought"
    ]
    expected: Counter[int] = Counter()
    won: Counter[int] = Counter()
    for event in fought:
        found = measure_range(snapshot, event["block"], event["target"])
        stretch = min(int(found.range_in // STRETCH_IN), STRETCHES - 1)
        expected[stretch] += 1
        won[stretch] += event["loser"] == event["target"]
    assert expected.total() > 3
    counted = count(past.view_as(WHOLE)).shots
    assert {stretch: rolls.rolled for stretch, rolls in counted.items()} == expected
    assert {stretch: rolls.scored for stretch, rolls in counted.items() if rolls.scored} == +won
