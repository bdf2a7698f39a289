"""The second edition of the alley: a third gun, and smoke that a blast clears away. The rest is the first one's."""

import sys
from dataclasses import dataclass, replace

import alley
from alley import ALLEY_BOOK, GUN, Alley, AlleyPhrases, State

from tablecam.rules.books.catalogue import BOOKS
from tablecam.rules.event import Event, collect_events
from tablecam.rules.play import Play
from tablecam.rules.pool import Pool, PoolDice
from tablecam.rules.scenery import TemplateRemoved
from tablecam.rules.steps import replace_steps


@dataclass(frozen=True, kw_only=True)
class SmokeCleared(Event):
    clouds: int


def build_pool(game: Play[State], card: str) -> Pool:
    first = alley.build_pool.original(game, card)
    return replace(first, dice=(*first.dice, PoolDice(GUN)))


def throw_blast(game: Play[State], seat: str, model: str) -> None:
    alley.throw_blast.original(game, seat, model)
    clouds = game.state.scenery.list_of_kind("smoke")
    for cloud in clouds:
        game.tell(TemplateRemoved(piece=cloud))
    game.tell(SmokeCleared(clouds=len(clouds)))


@dataclass(frozen=True)
class SecondAlley(Alley):
    events = {**Alley.events, **collect_events(sys.modules[__name__])}
    steps = replace_steps(alley.STEPS, build_pool, throw_blast)
    name: str = "second-alley"


class SecondPhrases(AlleyPhrases):
    events = SecondAlley.events


SECOND_ALLEY = SecondAlley()
SECOND_BOOK = replace(ALLEY_BOOK, system=SECOND_ALLEY, title="The alley, second edition", phrases=SecondPhrases())
WITH_BOTH_ALLEYS = BOOKS.with_book(ALLEY_BOOK).with_book(SECOND_BOOK)
