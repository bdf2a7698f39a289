"""Games of the machine against itself or against random answers, on a table that chance invents."""

import random
from collections.abc import Iterable, Mapping
from typing import Any

from tablecam.game.game import Game
from tablecam.game.log import InMemory
from tablecam.game.opponent.machine_seats import MachineSeats
from tablecam.game.playthrough import Given, one_answer
from tablecam.rules.ask import Below
from tablecam.rules.books.book import Book
from tablecam.rules.plain import Json

# the level of a side that answers at random
RANDOM = 0


def play_match(book: Book, setup: Mapping[str, Json], levels: Mapping[str, int], seed: int) -> Game[Any]:
    """A whole game. levels: of each seat, `RANDOM` for one that answers at random. A seed gives the same game."""
    game = Game.begin(book.system, setup, InMemory())
    sides = [MachineSeats(book, [seat], level, seed) for seat, level in levels.items() if level != RANDOM]
    chance = random.Random(seed)
    while not game.over:
        if not any(side.answer(game) for side in sides):
            answer_others(game, sides, chance.randrange)
    return game


def answer_others(game: Game[Any], sides: Iterable[MachineSeats], below: Below) -> Given:
    """Answer at random one question that is not the machine's; if there is none, any that is open."""
    own_lines = {question.line for side in sides for question in side.list_questions(game)}
    others = [question for question in game.open if question.line not in own_lines]
    return one_answer(game, below, others)
