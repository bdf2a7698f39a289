"""Overwatch: the offer to break in beside every question of the active model, and its consequences.

    play = Play(state, evolve, answers=[{"ann": 10}, {"ann": 1}, [7, 5], [9], [8]])
    react(play, Reaction("bob", "shot"))

Dice carry no offer, so nobody can break into rolls and their effects. A reaction asks without offers, so nobody reacts
to a reaction. A panic counter from an interruption does not call off a charge in progress: it was declared.
"""

from collections.abc import Callable
from functools import lru_cache
from typing import Any, NamedTuple, TypeVar

from tablecam.base.clause import Clause
from tablecam.rules.ask import Ask, Confirm, Option
from tablecam.rules.books.urban_war.rules import codes
from tablecam.rules.books.urban_war.rules.action_events import ActionHalted, Moved
from tablecam.rules.books.urban_war.rules.attack_events import Charged, Engaged
from tablecam.rules.books.urban_war.rules.cards import HIGH_MORALE, JUMP_TROOPER, Band, Shot
from tablecam.rules.books.urban_war.rules.close_combat import fight
from tablecam.rules.books.urban_war.rules.codes import Reason, illegal, reason, row
from tablecam.rules.books.urban_war.rules.facts import ROUNDING, Kind, React, Reaction, is_in_sight
from tablecam.rules.books.urban_war.rules.morale import command_check, rally
from tablecam.rules.books.urban_war.rules.shooting import shoot
from tablecam.rules.books.urban_war.rules.state import Order, State
from tablecam.rules.books.urban_war.rules.target_priority import choose_weapon, look, survey_targets, usable
from tablecam.rules.books.urban_war.rules.turn_events import (
    InterceptFellShort,
    ReactionAnnounced,
    ReactionAttempted,
    ReactionSucceeded,
    ReactionVoid,
)
from tablecam.rules.check import Modifier
from tablecam.rules.facts import Contact, Halted, Move, PathFact, Ranges
from tablecam.rules.play import Play
from tablecam.rules.steps import replaceable

A = TypeVar("A")

SHOT, CHARGE = "shot", "charge"
DISRUPTION, INTERCEPT = "disruption shot", "intercept charge"  # no text
# the facts that each reaction needs from the table
REACTING = {SHOT: row(55), CHARGE: row(57)}
# the reason why a model cannot break in, and its clause
Bar = tuple[Reason | str, Clause]


def going(state: State) -> bool:
    """Check whether the action in progress goes on."""
    action = state.action
    return action is not None and not action.over and action.model in state.fighters and state[action.model].alive


def may_be_watched(state: State, side: str) -> bool:
    """Check whether an enemy might break in, by what everybody sees: the counters that wait, but not their faces."""
    return not is_spent(state) and bool(state.list_waiting(state.other(side), Order.OVERWATCH, Order.SNAP_FIRE))


def is_spent(state: State) -> bool:
    """Check whether a model has already broken into this action. Clause: UW-QS Overwatch (UW-052)."""
    if state.action is None:
        return True
    tries = state.action.attempts if state.rules.attempts_per_action == "attempt" else state.action.successes
    return tries > 0


def offer(state: State) -> React | None:
    """The offer to break into the action in progress; None where nobody may."""
    if not going(state) or is_spent(state):
        return None
    assert state.action
    target = state.action.model
    seat = state.other(state[target].side)
    watching = state.list_waiting(seat, Order.OVERWATCH)
    options = tuple([option for model in watching for option in _list_reactions(state, model, target)])
    if all(option.why_not for option in options):
        return None
    return React(seat=seat, seen_by=(seat,), options=options, target=target, **codes.REACT(target)._asdict())


class WatchSituation(NamedTuple):
    """All that decides how a model on overwatch may break in, before any measurement.

    touches: it touches the active model; engaged: it touches anybody; target_engaged: the active model does.
    """

    model: str
    target: str
    touches: bool
    engaged: bool
    target_engaged: bool
    armed: bool
    shocked: bool
    panicked: bool
    barred_by_panic: bool
    panicked_reaction: str
    overwatch_in_contact: str
    interrupt_engaged: bool


def _find_situation(state: State, model: str, target: str) -> WatchSituation:
    watcher, mover, rules = state[model], state[target], state.rules
    return WatchSituation(
        model, target, target in watcher.contacts, bool(watcher.contacts), bool(mover.contacts), watcher.profile.armed,
        watcher.shocked, watcher.panicked, watcher.panicked and not watcher.profile.tag(HIGH_MORALE),
        rules.panicked_reaction, rules.overwatch_in_contact, rules.interrupt_engaged,
    )  # fmt: skip


def find_bar(state: State, model: str, target: str, kind: str) -> Bar | None:
    """The reason why a model on overwatch cannot break in that way, before any measurement; None where it can."""
    void = state.action.void.get(f"{model} {kind}") if state.action else None
    if void is not None:
        # an umpire may report it without a reason, and an old log has a sentence
        return void or reason("cannot", model=model), REACTING[kind]
    return _find_usual_bar(_find_situation(state, model, target), kind)


def _list_reactions(state: State, model: str, target: str) -> tuple[Option, ...]:
    usual = _list_usual_reactions(_find_situation(state, model, target))
    void = state.action.void if state.action else {}
    if not void:
        return usual
    return tuple(
        _make_option(model, kind, find_bar(state, model, target, kind)) if option.id in void else option
        for kind, option in zip(REACTING, usual, strict=True)
    )


@lru_cache(maxsize=4096)
def _list_usual_reactions(now: WatchSituation) -> tuple[Option, ...]:
    return tuple(_make_option(now.model, kind, _find_usual_bar(now, kind)) for kind in REACTING)


def _make_option(model: str, kind: str, bar: Bar | None) -> Option:
    return Option(f"{model} {kind}", "", *(bar or ("", None)))


def _find_usual_bar(now: WatchSituation, kind: str) -> Bar | None:
    model = now.model
    if now.shocked:
        return reason("shocked", model=model), row(112)
    if now.panicked and now.panicked_reaction == "none":
        return reason("panicked", model=model), row(107)
    if now.engaged and now.overwatch_in_contact == "none":
        return reason("in-contact", model=model), row(62)
    if kind == SHOT:
        return _find_shot_obstacle(now)
    if now.barred_by_panic:
        return make_panic_reason(model), row(72)
    if now.engaged and not now.touches:
        return reason("only-whom-it-touches", model=model), row(62)
    if now.target_engaged and not now.touches:
        return reason("only-those-in-contact", model=now.target), row(60)
    return None


def make_panic_reason(model: str) -> Reason:
    """The reason why a panicked model does not intercept. Clause: UW-QS Panicked (UW-072)."""
    return reason("panicked-charge", model=model)


def _find_shot_obstacle(now: WatchSituation) -> Bar | None:
    if now.engaged:
        return reason("in-contact", model=now.model), row(62)
    if now.target_engaged and not now.interrupt_engaged:
        return reason("in-close-combat", model=now.target), row(79)
    if not now.armed:
        return reason("unarmed", model=now.model), row(18)
    return None


def unless(game: Play[State], question: Callable[[], Ask[A]]) -> A | None:
    """Return the active side's answer; overwatch may break in before it. None where an interruption ended the action.

    question: makes the question again after every interruption, because its facts may have changed.
    """
    while going(game.state):
        question_now = question()
        offered = offer(game.state)
        if offered is None:
            return game.ask(question_now)
        got: Any = game.ask_unless(question_now, offered)
        reaction = find_reaction(offered, got)
        if reaction is None:
            return got
        react(game, reaction)
    return None


def find_reaction(offered: React, answer: Any) -> Reaction | None:
    """The reaction that an answer means; None where it answers the question beside the offer."""
    if not isinstance(answer, str) or answer not in (option.id for option in offered.options):
        return None
    model, _, kind = answer.rpartition(" ")
    return Reaction(model, "shot" if kind == SHOT else "charge")


def travel(game: Play[State], model: str, allowance_in: float, kind: str, enemy: str = "") -> bool:
    """Move a model on the table, halting wherever an enemy breaks in; True if the model reaches its destination."""
    remaining_in, topic = allowance_in, codes.move(kind, model, enemy)
    while going(game.state):
        question = Move(model=model, allowance_in=remaining_in, **topic._asdict())
        offered = offer(game.state)
        got: Any = game.ask_unless(question, offered) if offered else game.ask(question)
        if isinstance(got, PathFact):
            tell_move(game, model, got, topic.purpose)
            return True
        assert offered
        reaction = find_reaction(offered, got)
        assert reaction
        walked_path = game.ask(Halted(model=model, allowance_in=remaining_in))
        remaining_in = max(0.0, remaining_in - walked_path.length_in)
        tell_move(game, model, walked_path, topic.purpose)
        react(game, reaction)
    return False


def tell_move(game: Play[State], model: str, path: PathFact, kind: str) -> None:
    """Report a move along a path; the path may not lead off the table. Clause: UW-QS Setting Up The Battlefield."""
    if game.state.is_off_table(path.end):
        raise illegal(row(2), "off-table", model=model)
    game.tell(Moved(model=model, length_in=path.length_in, kind=kind, end=path.end))


def react(game: Play[State], reaction: Reaction) -> None:
    """Play an attempt to break in: the table's answer, the command check, and the shot or the charge."""
    model, target, kind = reaction.model, active(game.state), reaction.kind
    game.tell(ReactionAnnounced(model=model, target=target, kind=kind))
    shot, why = observe_shot(game, model, target, kind)
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


@replaceable
def observe_shot(game: Play[State], model: str, target: str, kind: Kind) -> tuple[Shot | None, Reason | None]:
    """Return the shot that the table shows, and the reason against the reaction. Clauses: UW-055, UW-057, UW-059."""
    if kind == CHARGE:
        return None, None if target in game.state[model].contacts else _find_charge_obstacle(game, model, target)
    view = survey_targets(game, model, (target,))[target]
    if not view.visible:
        return None, reason("not-seen", model=model, other=target)
    if view.band and usable(game.state, model, view.band):
        return Shot(view.band, view.cover), None
    return None, reason("out-of-range", model=model, other=target)


def _find_charge_obstacle(game: Play[State], model: str, target: str) -> Reason | None:
    """Return the reason why a target cannot be charged, from what the table shows; None where it can."""
    reach = float(game.state[model].profile.charge_in)
    distance = game.ask(Ranges(model=model, others=(target,), limits=(reach,)))[target]
    if distance.more_than(reach):
        return reason("charge-reach", model=model, other=target, far=round(distance.value, 1), reach=reach)
    if not is_in_sight(look(game, model, (target,))[target], game.state.rules):
        return reason("not-seen", model=model, other=target)
    if game.state[target].profile.tag(JUMP_TROOPER) and game.ask(Confirm(**codes.FLIGHT(target)._asdict())):
        return reason("off-ground", model=target)
    return None


def disrupt(game: Play[State], model: str, target: str, shot: Shot) -> None:
    """Play a disruption shot: -1 on the check for every band beyond short. Clause: UW-QS Overwatch (UW-055)."""
    if not command_check(game, model, DISRUPTION, *band_penalty(shot.band)):
        return
    game.tell(ReactionSucceeded(model=model))
    weapon = choose_weapon(game, model, usable(game.state, model, shot.band))
    shoot(game, model, target, weapon, shot)


def band_penalty(band: Band) -> tuple[Modifier, ...]:
    """The penalty of range on the check of a disruption shot. Clause: UW-RS Disruption shot (UW-055)."""
    beyond = 1 - band.beyond_contact
    return (Modifier(beyond, reason(f"range.{band.value}"), row(55)),) if beyond else ()


def intercept(game: Play[State], model: str, target: str) -> None:
    """Play an intercept charge: both count as charging, and the target's action ends. Clauses: UW-057, UW-058, UW-061.

    A model with High Morale may try it with a panic counter, but has to rally before it charges: otherwise no check is
    made.
    """
    if game.state.suffers(model):
        game.tell(ReactionVoid(model=model, kind="charge", why=make_panic_reason(model)))
        return
    if not command_check(game, model, INTERCEPT):
        return
    game.tell(ReactionSucceeded(model=model))
    if target not in game.state[model].contacts and not came_into_contact(game, model, target):
        game.tell(InterceptFellShort(model=model))
        return
    game.tell(Charged(models=(model, target)))
    # first, so that the action is over even if the fight is dropped
    game.tell(ActionHalted(model=target, why=reason("intercepted", model=model), intercepted=True))
    fight(game, model, target)


@replaceable
def came_into_contact(game: Play[State], model: str, target: str) -> bool:
    """Move the interceptor; nobody may react to it. Return whether it touches the target."""
    reach = float(game.state[model].profile.charge_in)
    path = game.ask(Move(model=model, allowance_in=reach, **codes.move("intercept", model, target)._asdict()))
    tell_move(game, model, path, "intercept")
    touching = game.ask(Contact(model=model, others=game.state.enemies(model))).touching
    if touching:
        game.tell(Engaged(model=model, enemies=tuple(sorted(touching, key=lambda enemy: enemy != target))))
    return target in touching


def has_active_moved(state: State) -> bool:
    """Check whether the active model has moved more than noise in this action. Clause: UW-QS Move + Shoot (UW-067)."""
    action = state.action
    return action is not None and action.moved_in > state.rules.move_epsilon + ROUNDING
