"""Games for the tests of the hub: begun with the two starter teams, played by chance, kept or not."""

import random
from typing import Any

from duel import DUEL

from tablecam.game.game import Game
from tablecam.game.log import InMemory, Sink
from tablecam.game.playthrough import autoplay
from tablecam.rules.books.catalogue import BOOKS
from tablecam.rules.books.game_setups import GameSetups
from tablecam.rules.system import System
from tablecam.storage.game_store import GameStore

STANDING = {"forces": {"red": "harbour-watch", "blue": "tunnel-kin"}, "rules": {"deployed": True}}


def begun(sink: Sink | None = None, own_tags: dict[str, str] | None = None) -> Game:
    """A game that has its first line, and asks both sides for their orders."""
    book, setup, tags = GameSetups(BOOKS).setup(STANDING)
    return Game.begin(book.system, setup, sink or InMemory(), tags | (own_tags or {}), closes=True)


def played(game: Game, seed: int, answers: int | None = None) -> Game:
    """So many answers by chance; to the end where none is said."""
    for number, _given in enumerate(autoplay(game, random.Random(seed).randrange), 1):
        if number == answers:
            break
    return game


def duel(sink: Sink, *, closes: bool = True) -> Game:
    """A short game of the book of the tests, without its cursed model, whose dice may stop it."""
    return Game.begin(DUEL, {"red": ["ann", "dan"], "blue": ["bob", "cat"]}, sink, closes=closes)


def closed_duel(store: GameStore, *, closes: bool = True) -> list[str]:
    """A game that was played to its end and closed; its lines."""
    with store.new() as kept:
        game = played(duel(kept, closes=closes), 3)
        if closes:
            game.close("table")
        return list(kept.lines)


def rules(name: str) -> System[Any]:
    """The rules of a book, that of the tests among them."""
    return DUEL if name == DUEL.name else BOOKS.rulebook(name)


def blue_orders(game: Game, kind: str) -> None:
    """Both sides give their orders in secret; one model of blue's gets that kind."""
    for seat in ("red", "blue"):
        question = next(each for each in game.open if each.ask.seat == seat)
        models = question.ask.record()["items"]
        orders = dict.fromkeys(models, "snap-fire")
        if seat == "blue":
            orders[models[0]] = kind
        game.answer(orders, question=question.line, by=seat)
