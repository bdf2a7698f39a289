"""Answers that the table shows to be impossible, judged beforehand by the rules that would refuse them.

    closed_answers(MeasuredPlay(table), question.ask)   # (Option("bob shot", why_not=..., clause=...),)

An answer is closed only where no verdict of the players on a doubt would open it, and only where the camera sees every
model that it depends on. All other answers stay open, and the ruling decides.
"""

from collections.abc import Callable, Iterator
from functools import partial
from typing import Any, TypeVar

from tablecam.rules.ask import Ask, Choose, Option
from tablecam.rules.books.plain_table_facts import rests
from tablecam.rules.books.urban_war.advice.watching import MeasuredPlay
from tablecam.rules.books.urban_war.rules.actions import BACK, CHARGE, charge_question
from tablecam.rules.books.urban_war.rules.facts import React, Reaction
from tablecam.rules.books.urban_war.rules.overwatch import REACTING, find_reaction, observe_shot
from tablecam.rules.books.urban_war.rules.reasons import Reason
from tablecam.rules.books.urban_war.table.answers import MeasuredTable
from tablecam.rules.facts import Ranges

R = TypeVar("R")

# doubts beyond this number follow the measurement
MOST_DOUBTS = 5


def list_closed_answers(look: MeasuredPlay, ask: Ask[Any]) -> tuple[Option, ...]:
    """The options of a question that the rules leave open and the table closes, each with its reason."""
    if isinstance(ask, React):
        return tuple(_find_closed_reactions(look, ask))
    if isinstance(ask, Choose) and ask.action == "action" and any(it.open and it.id == CHARGE for it in ask.options):
        return _find_closed_charge(look, ask.subject[0])
    return ()


def sees(table: MeasuredTable, *models: str) -> bool:
    """Check whether the camera sees all of these models now, at rest or in a hand."""
    models_by_id = {it.model.id: it for it in table.snapshot.models}
    return table.has(*models) and all(
        rests(models_by_id[model]) or models_by_id[model].state == "moving" for model in models
    )


def possible_rulings(look: MeasuredPlay, judge: Callable[[MeasuredPlay], R]) -> Iterator[R]:
    """The ruling as measured, then the ruling for every combination of the players' verdicts on doubts."""
    first_look = look.again()
    yield judge(first_look)
    pending = [{doubt: verdict} for doubt in first_look.doubts[:1] for verdict in (True, False)]
    while pending:
        verdicts = pending.pop()
        game = look.again(verdicts)
        ruling = judge(game)
        doubt = next((doubt for doubt in game.doubts if doubt not in verdicts), None)
        if doubt is None or len(verdicts) >= MOST_DOUBTS:
            yield ruling
        else:
            pending += [{**verdicts, doubt: verdict} for verdict in (True, False)]


def _find_closed_reactions(look: MeasuredPlay, ask: React) -> Iterator[Option]:
    """The ways to break in that the ruling would find impossible. Clauses: UW-055, UW-057, UW-059."""
    for option in ask.options:
        reaction = find_reaction(ask, option.id) if option.open else None
        if reaction is None or not sees(look.table, reaction.model, ask.target):
            continue
        reasons = list(possible_rulings(look, partial(_why_void, reaction=reaction, target=ask.target)))
        if reasons[0] and all(reasons):
            yield Option(option.id, option.label, reasons[0], REACTING[reaction.kind])


def _why_void(game: MeasuredPlay, reaction: Reaction, target: str) -> Reason | None:
    return observe_shot(game, reaction.model, target, reaction.kind)[1]


def _find_closed_charge(look: MeasuredPlay, model: str) -> tuple[Option, ...]:
    """A charge without a target, with the reason for the nearest enemy. Clause: UW-QS Assault (UW-069)."""
    enemies = look.state.enemies(model)
    if not enemies or not sees(look.table, model, *enemies):
        return ()

    def find_closed_target(game: MeasuredPlay) -> Option | None:
        targets = [option for option in charge_question(game, model).options if option.id != BACK]
        reach = float(look.state[model].profile.charge_in)
        ranges = game.ask(Ranges(model=model, others=enemies, limits=(reach,)))
        return None if any(it.open for it in targets) else min(targets, key=lambda it: ranges[it.id].value)

    nearest = list(possible_rulings(look, find_closed_target))
    if nearest[0] is None or not all(nearest):
        return ()
    return (Option(CHARGE, "", nearest[0].why_not, nearest[0].clause),)
