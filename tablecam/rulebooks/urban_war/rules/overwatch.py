"""Overwatch: the offer to break in beside every question of the active model, and what becomes of it.

    play = Play(state, evolve, answers=[{"ann": 10}, {"ann": 1}, [7, 5], [9], [8]])
    react(play, Reaction("bob", "shot"))

Dice carry no offer, so rolls and their effects cannot be broken into; a reaction asks without offers, so that nobody
reacts to it. A panic counter that an interruption brings does not call off a charge that has begun: it was declared.
"""

from collections.abc import Callable
from typing import Any, TypeVar

from tablecam.clause import Clause
from tablecam.rulebooks.urban_war.rules.card import HIGH_MORALE, JUMP_TROOPER
from tablecam.rulebooks.urban_war.rules.clauses import row
from tablecam.rulebooks.urban_war.rules.close_combat import fight
from tablecam.rulebooks.urban_war.rules.combat_events import Charged, Engaged
from tablecam.rulebooks.urban_war.rules.command_check import command_check
from tablecam.rulebooks.urban_war.rules.events import (
    ActionHalted,
    InterceptFellShort,
    Moved,
    ReactionAnnounced,
    ReactionAttempted,
    ReactionSucceeded,
    ReactionVoid,
)
from tablecam.rulebooks.urban_war.rules.facts import ROUNDING, Kind, React, Reaction, in_sight
from tablecam.rulebooks.urban_war.rules.morale import rally
from tablecam.rulebooks.urban_war.rules.shooting import shoot
from tablecam.rulebooks.urban_war.rules.shot import Shot
from tablecam.rulebooks.urban_war.rules.state import Order, State
from tablecam.rulebooks.urban_war.rules.target_priority import choose_weapon, look, survey_targets, usable
from tablecam.rules.ask import Ask, Confirm, IllegalAnswer, Option
from tablecam.rules.check import Modifier
from tablecam.rules.facts import Contact, Halted, Move, PathFact, Ranges
from tablecam.rules.play import Play

A = TypeVar("A")

SHOT, CHARGE = "shot", "charge"
DISRUPTION, INTERCEPT = "disruption shot", "intercept charge"
# what each needs of the table
REACTING = {SHOT: row(55), CHARGE: row(57)}


def going(state: State) -> bool:
    """Whether the action in progress goes on."""
    action = state.action
    return action is not None and not action.over and action.model in state.fighters and state[action.model].alive


def may_be_watched(state: State, side: str) -> bool:
    """Whether, as everybody can see, an enemy might break in: counters lie there, which ones nobody knows."""
    return not spent(state) and any(state[each].waits for each in state.alive(state.other(side)))


def spent(state: State) -> bool:
    """Whether somebody has broken into this action already. Clause: UW-QS Overwatch (UW-052)."""
    if state.action is None:
        return True
    tries = state.action.attempts if state.rules.attempts_per_action == "attempt" else state.action.successes
    return tries > 0


def offer(state: State) -> React | None:
    """Who may break into the action in progress, and how; None: nobody."""
    if not going(state) or spent(state):
        return None
    assert state.action
    target = state.action.model
    seat = state.other(state[target].side)
    watching = [each for each in state.alive(seat) if state[each].order is Order.OVERWATCH and state[each].waits]
    options = tuple(
        Option(f"{model} {kind}", "", *(barred(state, model, target, kind) or ("", None)))
        for model in watching
        for kind in (SHOT, CHARGE)
    )
    if not any(each.open for each in options):
        return None
    return React(
        seat=seat, seen_by=(seat,), purpose=f"break into the action of {target}", options=options, target=target
    )


def barred(state: State, model: str, target: str, kind: str) -> tuple[str, Clause] | None:
    """Why a model on overwatch cannot break in that way, before anything is measured; None where it can."""
    watcher, mover, rules = state[model], state[target], state.rules
    touching = target in watcher.contacts
    void = state.action.void.get(f"{model} {kind}") if state.action else None
    if void is not None:
        # an umpire may have told it without a reason
        return void or f"{model} cannot", REACTING[kind]
    if watcher.shocked:
        return f"{model} is shocked and may only evade", row(112)
    if watcher.panicked and rules.panicked_reaction == "none":
        return f"{model} is panicked", row(107)
    if watcher.contacts and rules.overwatch_in_contact == "none":
        return f"{model} is in base contact", row(62)
    if kind == SHOT:
        return _no_shot(state, model, target)
    if watcher.panicked and not watcher.profile.tag(HIGH_MORALE):
        return panicked_charge(model), row(72)
    if watcher.contacts and not touching:
        return f"{model} is in base contact and may only intercept whom it touches", row(62)
    if mover.contacts and not touching:
        return f"{target} is in base contact: only those that touch it may intercept", row(60)
    return None


def panicked_charge(model: str) -> str:
    """Why a panicked model does not intercept. Clause: UW-QS Panicked (UW-072)."""
    return f"{model} is panicked and may not charge"


def _no_shot(state: State, model: str, target: str) -> tuple[str, Clause] | None:
    watcher = state[model]
    if watcher.contacts:
        return f"{model} is in base contact", row(62)
    if state[target].contacts and not state.rules.interrupt_engaged:
        return f"{target} is in close combat", row(79)
    if not any(weapon.shoots for weapon in watcher.profile.weapons):
        return f"{model} has nothing to shoot with", row(18)
    return None


def unless(game: Play[State], question: Callable[[], Ask[A]]) -> A | None:
    """The active side's answer, with overwatch able to break in before it; None where that ended the action.

    question: made anew after every interruption, since what it rests on may have changed.
    """
    while going(game.state):
        asked = question()
        offered = offer(game.state)
        if offered is None:
            return game.ask(asked)
        got: Any = game.ask_unless(asked, offered)
        reaction = reaction_of(offered, got)
        if reaction is None:
            return got
        react(game, reaction)
    return None


def reaction_of(offered: React, answer: Any) -> Reaction | None:
    """The reaction that an answer means; None where it was to the question beside the offer."""
    if not isinstance(answer, str) or answer not in (each.id for each in offered.options):
        return None
    model, _, kind = answer.rpartition(" ")
    return Reaction(model, "shot" if kind == SHOT else "charge")


def travel(game: Play[State], model: str, allowance_in: float, kind: str) -> bool:
    """A move on the table, halted wherever somebody breaks in; whether the model came to where it wanted to go."""
    left = allowance_in
    while going(game.state):
        question = Move(model=model, allowance_in=left, purpose=kind)
        offered = offer(game.state)
        got: Any = game.ask_unless(question, offered) if offered else game.ask(question)
        if isinstance(got, PathFact):
            went(game, model, got, kind)
            return True
        assert offered
        reaction = reaction_of(offered, got)
        assert reaction
        way = game.ask(Halted(model=model, allowance_in=left))
        left = max(0.0, left - way.length_in)
        went(game, model, way, kind)
        react(game, reaction)
    return False


def went(game: Play[State], model: str, way: PathFact, kind: str) -> None:
    """A model has gone a way, which may not lead off the table. Clause: UW-QS Setting Up The Battlefield."""
    if game.state.off_table(way.end):
        raise IllegalAnswer(f"{model} has left the battlefield", row(2))
    game.tell(Moved(model=model, length_in=way.length_in, kind=kind, end=way.end))


def react(game: Play[State], reaction: Reaction) -> None:
    """An attempt to break in: what the table says, the command check, and the shot or the charge."""
    model, target, kind = reaction.model, active(game.state), reaction.kind
    game.tell(ReactionAnnounced(model=model, target=target, kind=kind))
    shot, why = seen(game, model, target, kind)
    if why:
        game.tell(ReactionVoid(model=model, kind=kind, why=why))
        return
    game.tell(ReactionAttempted(model=model, target=target, kind=kind))
    rally(game, model)
    if shot:
        disrupt(game, model, target, shot)
    else:
        intercept(game, model, target)


def active(state: State) -> str:
    """The model whose action is in progress; ValueError where there is none."""
    if state.action is None:
        raise ValueError("no action is in progress that could be broken into")
    return state.action.model


def seen(game: Play[State], model: str, target: str, kind: Kind) -> tuple[Shot | None, str]:
    """The shot as the table has it, and why the reaction cannot be. Clauses: UW-055, UW-057, UW-059."""
    if kind == CHARGE:
        return None, "" if target in game.state[model].contacts else _no_way(game, model, target)
    view = survey_targets(game, model, (target,))[target]
    if not view.visible:
        return None, f"{model} does not see {target}"
    if view.band and usable(game.state, model, view.band):
        return Shot(view.band, view.cover), ""
    return None, f"{target} is out of the range of {model}"


def _no_way(game: Play[State], model: str, target: str) -> str:
    """Why it cannot be charged, by what the table shows."""
    reach = float(game.state[model].profile.charge_in)
    distance = game.ask(Ranges(model=model, others=(target,), limits=(reach,)))[target]
    if distance.more_than(reach):
        return f"{target} is {distance.value:.1f} in away and {model} charges {reach:g} in"
    if not in_sight(look(game, model, (target,))[target], game.state.rules):
        return f"{model} does not see {target}"
    if game.state[target].profile.tag(JUMP_TROOPER) and game.ask(Confirm(purpose=f"{target} is off the ground")):
        return f"{target} is off the ground"
    return ""


def disrupt(game: Play[State], model: str, target: str, shot: Shot) -> None:
    """A disruption shot: -1 on the check for every band beyond short. Clause: UW-QS Overwatch (UW-055)."""
    beyond = 1 - shot.band.beyond_contact
    penalty = (Modifier(beyond, f"{shot.band.value} range", row(55)),) if beyond else ()
    if not command_check(game, model, DISRUPTION, *penalty):
        return
    game.tell(ReactionSucceeded(model=model))
    weapon = choose_weapon(game, model, usable(game.state, model, shot.band))
    shoot(game, model, target, weapon, shot)


def intercept(game: Play[State], model: str, target: str) -> None:
    """An intercept charge: both count as charging, and the target's action ends. Clauses: UW-057, UW-058, UW-061.

    High Morale may try it with a panic counter, but must have rallied to charge: else there is nothing to check.
    """
    if game.state.suffers(model):
        game.tell(ReactionVoid(model=model, kind="charge", why=panicked_charge(model)))
        return
    if not command_check(game, model, INTERCEPT):
        return
    game.tell(ReactionSucceeded(model=model))
    if target not in game.state[model].contacts and not came_into_contact(game, model, target):
        game.tell(InterceptFellShort(model=model))
        return
    game.tell(Charged(models=(model, target)))
    # first of all, so that the action is over even if the fight is dropped
    game.tell(ActionHalted(model=target, why=f"intercepted by {model}", intercepted=True))
    fight(game, model, target)


def came_into_contact(game: Play[State], model: str, target: str) -> bool:
    """The interceptor's move; nobody may react to it."""
    reach = float(game.state[model].profile.charge_in)
    went(game, model, game.ask(Move(model=model, allowance_in=reach, purpose=f"intercept {target}")), "intercept")
    touching = game.ask(Contact(model=model, others=game.state.enemies(model))).touching
    if touching:
        game.tell(Engaged(model=model, enemies=tuple(sorted(touching, key=lambda each: each != target))))
    return target in touching


def moved(state: State) -> bool:
    """Whether the active model has moved more in this action than noise. Clause: UW-QS Move + Shoot (UW-067)."""
    action = state.action
    return action is not None and action.moved_in > state.rules.move_epsilon + ROUNDING
