"""Evading indirect template fire. Clause: UW-RS Evade.

The documents lack the template's own procedure: the players say which models lie under it, before and after.
"""

from tablecam.rules.ask import Confirm
from tablecam.rules.books.urban_war.rules import topics
from tablecam.rules.books.urban_war.rules.action_events import Moved
from tablecam.rules.books.urban_war.rules.command_check import command_check
from tablecam.rules.books.urban_war.rules.facts import Under
from tablecam.rules.books.urban_war.rules.morale import rally
from tablecam.rules.books.urban_war.rules.reaction_events import EvadeTried
from tablecam.rules.books.urban_war.rules.state import State
from tablecam.rules.facts import Move
from tablecam.rules.play import Play

EVADE = "evade"


def evaded(game: Play[State], shooter: str, target: str) -> bool:
    """Check whether the target is out from under the template when the shot falls; its friends there may run too."""
    state = game.state
    friends = state.friends(target)
    others = game.ask(Under(model=target, others=friends)).touching if friends else ()
    moved = [model for model in (target, *others) if try_to_evade(game, model)]
    return target in moved and not game.ask(Confirm(**topics.still_there(target, shooter)._asdict()))


def try_to_evade(game: Play[State], model: str) -> bool:
    """Let a model with an order move away, up to its MV; the try is its activation. Return whether it moved."""
    fighter = game.state[model]
    if not fighter.waits or fighter.contacts:
        return False
    if not game.ask(Confirm(seat=fighter.side, **topics.evade(model)._asdict())):
        return False
    rally(game, model)
    passed = command_check(game, model, EVADE)
    game.tell(EvadeTried(model=model, passed=passed))
    if passed:
        topic = topics.move(EVADE, model)
        path = game.ask(Move(model=model, allowance_in=float(fighter.profile.MV), **topic._asdict()))
        game.tell(Moved(model=model, length_in=path.length_in, kind=EVADE, end=path.end))
    return passed
