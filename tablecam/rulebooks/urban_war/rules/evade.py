"""Evading indirect template fire. Clause: UW-RS Evade.

The documents do not have the template's own procedure: the table says who lies under it, before and after.
"""

from tablecam.rulebooks.urban_war.rules.command_check import command_check
from tablecam.rulebooks.urban_war.rules.events import EvadeTried, Moved
from tablecam.rulebooks.urban_war.rules.facts import Under
from tablecam.rulebooks.urban_war.rules.morale import rally
from tablecam.rulebooks.urban_war.rules.state import State
from tablecam.rules.ask import Confirm
from tablecam.rules.facts import Move
from tablecam.rules.play import Play

EVADE = "evade"


def evaded(game: Play[State], shooter: str, target: str) -> bool:
    """Whether the target is out from under the template when the shot falls; its friends there may run as well."""
    state = game.state
    friends = state.friends(target)
    others = game.ask(Under(model=target, others=friends)).touching if friends else ()
    moved = [each for each in (target, *others) if try_to_evade(game, each)]
    return target in moved and not game.ask(Confirm(purpose=f"{target} is still where {shooter}'s shot falls"))


def try_to_evade(game: Play[State], model: str) -> bool:
    """Whether a model with an order has moved away, up to its MV; pass or fail, it has had its turn with that."""
    fighter = game.state[model]
    if not fighter.waits or fighter.contacts:
        return False
    if not game.ask(Confirm(seat=fighter.side, purpose=f"{model} evades")):
        return False
    rally(game, model)
    passed = command_check(game, model, EVADE)
    game.tell(EvadeTried(model=model, passed=passed))
    if passed:
        way = game.ask(Move(model=model, allowance_in=float(fighter.profile.MV), purpose=EVADE))
        game.tell(Moved(model=model, length_in=way.length_in, kind=EVADE, end=way.end))
    return passed
