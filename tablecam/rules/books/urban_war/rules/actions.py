"""The actions of an activated model and their procedures, portals included.

Clauses: UW-QS Snap-fire, Follow-up actions.
"""

from collections.abc import Callable, Mapping
from functools import lru_cache
from typing import NamedTuple

from tablecam.base.clause import Clause
from tablecam.rules.ask import Choose, Option, make_plain_option
from tablecam.rules.books.urban_war.rules import codes
from tablecam.rules.books.urban_war.rules.action_events import ActionChosen, ActionEnded, FollowUpDeclared
from tablecam.rules.books.urban_war.rules.attack_events import (
    Charged,
    CombatDecided,
    Disengaged,
    Engaged,
    FoughtBack,
)
from tablecam.rules.books.urban_war.rules.cards import WARP_PORTAL
from tablecam.rules.books.urban_war.rules.close_combat import LOST, choose_combat_weapon, fight, fights_back, strike
from tablecam.rules.books.urban_war.rules.codes import Reason, illegal, reason, row
from tablecam.rules.books.urban_war.rules.facts import Touch
from tablecam.rules.books.urban_war.rules.morale import aim_shields, casualties, command_check, panic, rally, wound
from tablecam.rules.books.urban_war.rules.overwatch import going, has_active_moved, may_be_watched, travel, unless
from tablecam.rules.books.urban_war.rules.state import State
from tablecam.rules.books.urban_war.rules.target_priority import survey_targets
from tablecam.rules.books.urban_war.rules.targeting import take_shot
from tablecam.rules.books.urban_war.rules.turn_events import MarkerPlaced
from tablecam.rules.facts import Ranges
from tablecam.rules.play import Play
from tablecam.rules.steps import replaceable

# Warp portals: their reach, and opening them at the end of an action, when it is known whether the model moved.
#
# All other limits of a portal are on the players' faction sheet. The marker phase takes the markers off.

NOBODY = "nobody"


def portal_reach(state: State, phazon: str, has_moved: bool) -> int:
    """The base reach on the model's card, plus 1 in for every CAL; on the sheet only if it stood still.

    Clauses: UW-QS Calibre, UW-RS Calibre (UW-034). IllegalAnswer for a model whose card has no warp portal.
    """
    profile = state[phazon].profile
    tag = profile.tag(WARP_PORTAL)
    if not tag:
        raise illegal(row(34), "no-portals", model=phazon)
    still = not (has_moved and state.rules.portal_only_if_still)
    return tag.value + (profile.CAL if still else 0)


def can_open_portal(state: State, model: str) -> bool:
    """Check whether a model may open a portal to a friend; each friend gets at most one portal."""
    if not state.portals or not state[model].profile.tag(WARP_PORTAL):
        return False
    return any(_portal_marker(friend) not in state.markers for friend in state.friends(model))


def open_portal(game: Play[State], phazon: str) -> None:
    """Open a portal to a friend within reach; its player picks the friend. Clause: UW-QS Calibre (UW-034)."""
    friend = unless(game, lambda: portal_question(game, phazon))
    if friend is not None and friend != NOBODY:
        game.tell(MarkerPlaced(marker=_portal_marker(friend), by=phazon))


def portal_question(game: Play[State], phazon: str) -> Choose:
    """The question for the model that the portal leads to; models out of reach are closed."""
    state = game.state
    friends, reach = state.friends(phazon), float(portal_reach(state, phazon, has_active_moved(state)))
    ranges = game.ask(Ranges(model=phazon, others=friends, limits=(reach,))) if friends else {}
    options = []
    for friend in friends:
        why: Reason | str = ""
        if _portal_marker(friend) in state.markers:
            why = reason("portal-there", model=friend)
        elif ranges[friend].more_than(reach):
            why = reason("portal-reach", model=friend, far=round(ranges[friend].value, 1), reach=reach)
        options.append(Option(friend, "", why, row(34) if why else None))
    topic = codes.PORTAL(phazon)
    return Choose(seat=state[phazon].side, options=(*options, Option(NOBODY)), **topic._asdict())


def _portal_marker(model: str) -> Reason:
    return reason("portal", model=model)


RUSH, MOVE_SHOOT, SHOOT_MOVE, CHARGE, FIGHT, BREAK_OFF = (
    "rush",
    "move+shoot",
    "shoot+move",
    "charge",
    "fight",
    "break off",  # no text
)
MOVE, EVADE, IDLE, BACK = "move", "evade", "nothing", "another action"  # no text
END, FOLLOW_UP, PORTAL = "end", "follow-up", "portal"


def act(game: Play[State], model: str) -> None:
    """Play an action from its rally to its end. A follow-up is declared at the end and played as its own action."""
    rally(game, model)
    while going(game.state):
        chosen = unless(game, lambda: action_question(game.state, model))
        if chosen is None:
            break
        game.tell(ActionChosen(model=model, action=chosen))
        if DOING[chosen](game, model):
            break
    finish(game, model)


def action_question(state: State, model: str) -> Choose:
    """The question for a model's action; closed options give the reason."""
    return Choose(seat=state[model].side, options=legal_actions(state, model), **codes.ACTION(model)._asdict())


def legal_actions(state: State, model: str) -> tuple[Option, ...]:
    """Every action; a closed one carries its reason. A model that is not active is treated as if it were."""
    return _list_actions(
        ActorSituation(
            model,
            shocked=acts_shocked(state, model),
            engaged=bool(state[model].contacts),
            may_not_charge=cannot_charge(state, model),
            has_enemies=bool(state.enemies(model)),
            move_before_shot=state.rules.move_before_shot,
            with_evade=state.rules.with_evade,
        )
    )


class ActorSituation(NamedTuple):
    """All that decides which actions are open to a model."""

    model: str
    shocked: bool
    engaged: bool
    may_not_charge: bool
    has_enemies: bool
    move_before_shot: bool
    with_evade: bool


@lru_cache(maxsize=4096)
def _list_actions(now: ActorSituation) -> tuple[Option, ...]:
    names = [RUSH, MOVE_SHOOT, CHARGE, FIGHT, BREAK_OFF, IDLE]
    if not now.move_before_shot:
        names.insert(2, SHOOT_MOVE)
    if now.shocked:
        names.append(MOVE)
    if now.with_evade:
        names.append(EVADE)
    return tuple(Option(name, "", *(_find_objection(now, name) or ("", None))) for name in names)


def _find_objection(now: ActorSituation, action: str) -> tuple[Reason, Clause] | None:
    """Return the reason why a model may not take an action; None where it may."""
    model = now.model
    if action == EVADE:
        return reason("no-template"), row(63)
    if now.shocked and action not in (MOVE, FIGHT, IDLE):
        return reason("shocked-action", model=model), row(112)
    if now.engaged and action not in (FIGHT, BREAK_OFF):
        return reason("must-assault", model=model), row(71)
    if not now.engaged and action in (FIGHT, BREAK_OFF):
        return reason("no-contact", model=model), row(68)
    if action == CHARGE and now.may_not_charge:
        return reason("panicked-charge", model=model), row(72)
    if action == CHARGE and not now.has_enemies:
        return reason("nobody-to-charge"), row(69)
    return None


def acts_shocked(state: State, model: str) -> bool:
    """Check whether shock restricts the action: the counter that the model had when it was activated decides.

    Clause: UW-RS Shock Checks (UW-112).
    """
    action = state.action
    return action.shocked if action and action.model == model else state[model].shocked


def cannot_charge(state: State, model: str) -> bool:
    """Check whether panic bars a charge. A model that is not active would begin its action with its present counter."""
    active = state.action is not None and state.action.model == model
    return state.suffers(model) if active else state[model].panicked


def rush(game: Play[State], model: str) -> bool:
    """Move up to twice MV and CAL. Clause: UW-QS Rush."""
    if travel(game, model, float(game.state[model].profile.charge_in), RUSH) and game.state.rules.rush_into_contact:
        find_touched(game, model)
    return True


def find_touched(game: Play[State], model: str, charged: str = "") -> tuple[str, ...]:
    """Find the enemies that a model touches after a move; in the event, the charged enemy comes first.

    A charge has to reach that enemy, unless the house turns a failed charge into a rush.
    """
    must = charged if game.state.rules.failed_charge == "refused" else ""
    touching = game.ask(Touch(model=model, others=game.state.enemies(model), must=must)).touching
    if touching:
        game.tell(Engaged(model=model, enemies=tuple(sorted(touching, key=lambda enemy: enemy != charged))))
    return touching


def move_and_shoot(game: Play[State], model: str) -> bool:
    """Move up to MV, which may be nothing, then shoot; the shot may be left out. Clause: UW-QS Move + Shoot."""
    if travel(game, model, float(game.state[model].profile.MV), MOVE) and may_shoot(game.state, model):
        take_shot(game, model)
    return True


def shoot_and_move(game: Play[State], model: str) -> bool:
    """Shoot, then move, as a house rule."""
    if may_shoot(game.state, model):
        take_shot(game, model)
    travel(game, model, float(game.state[model].profile.MV), MOVE)
    return True


def may_shoot(state: State, model: str) -> bool:
    """Check whether a model is alive, out of contact, and armed to shoot."""
    fighter = state[model]
    return fighter.alive and not fighter.contacts and fighter.profile.armed


def move_only(game: Play[State], model: str) -> bool:
    """Move without a shot, as a shocked model may. Clause: UW-RS Shock Checks."""
    travel(game, model, float(game.state[model].profile.MV), MOVE)
    return True


def idle(game: Play[State], model: str) -> bool:
    """Do nothing."""
    return bool(game.state[model].alive)


def charge(game: Play[State], model: str) -> bool:
    """Move into contact, then fight; False where the player reconsiders. Clause: UW-QS Assault (UW-069)."""
    target = unless(game, lambda: charge_question(game, model))
    if target is None or target == BACK:
        return target is None
    reach = float(game.state[model].profile.charge_in)
    if not travel(game, model, reach, CHARGE, target):
        return True
    if not game.state[target].alive or target not in find_touched(game, model, target):
        return True
    game.tell(Charged(models=(model,)))
    begin_fight(game, model)
    return True


def charge_question(game: Play[State], model: str) -> Choose:
    """The question for the enemy to charge. Reach is known beforehand, because players may measure at any time."""
    state = game.state
    enemies, reach = state.enemies(model), float(state[model].profile.charge_in)
    ranges = game.ask(Ranges(model=model, others=enemies, limits=(reach,)))
    views = survey_targets(game, model, enemies) if state.rules.charge_requires_los else None
    options = []
    for enemy in enemies:
        why: Reason | None = None
        if ranges[enemy].more_than(reach):
            why = reason("charge-reach", model=model, other=enemy, far=round(ranges[enemy].value, 1), reach=reach)
        elif views and not views[enemy].visible:
            why = reason("not-seen", model=model, other=enemy)
        options.append(Option(enemy, "", why, row(69)) if why else make_plain_option(enemy))
    topic = codes.CHARGE_TARGET(model)
    return Choose(seat=state[model].side, options=(*options, make_plain_option(BACK)), **topic._asdict())


def begin_fight(game: Play[State], model: str) -> bool:
    """Fight one enemy in contact; the player picks it. Clause: UW-QS Who can fight (UW-088)."""

    def make_question() -> Choose:
        options = tuple(map(Option, game.state[model].contacts))
        return Choose(seat=game.state[model].side, options=options, **codes.OPPONENT(model)._asdict())

    if not game.state[model].contacts:
        return True
    only_one = len(game.state[model].contacts) == 1 and not may_be_watched(game.state, game.state[model].side)
    opponent = game.state[model].contacts[0] if only_one else unless(game, make_question)
    if opponent is not None:
        fight(game, model, opponent)
    return True


def break_off(game: Play[State], model: str) -> bool:
    """Roll a command check; enemies in contact strike; it moves off or fights. Clause: UW-QS Assault (UW-070)."""
    if not command_check(game, model, BREAK_OFF):
        return begin_fight(game, model)
    strike_leaver(game, model)
    if not going(game.state):
        return True
    enemies = game.state[model].contacts
    game.tell(Disengaged(model=model, enemies=enemies))
    aim_shields(game, enemies)
    travel(game, model, float(game.state[model].profile.break_off_in), BREAK_OFF)
    return True


@replaceable
def strike_leaver(game: Play[State], model: str) -> None:
    """Enemies in contact that may still fight back strike at a model that breaks off, before it moves."""
    strikers = [contact for contact in game.state[model].contacts if fights_back(game.state, contact, model)]
    if len(strikers) > 1 and game.state.rules.breakoff_strikers == "one":
        strikers = [game.choose(game.state.other(game.state[model].side), codes.STRIKER(model), strikers)]
    hits = 0
    for striker in strikers:
        if game.state[model].alive:
            more, wounds = strike(game, striker, model, choose_combat_weapon(game, striker))
            game.tell(FoughtBack(model=striker, enemy=model))
            wound(game, model, wounds)
            hits += more
    casualties(game, (model,))
    if hits and game.state[model].alive and game.state.rules.breakoff_panic:
        game.tell(CombatDecided(loser=model, hits={model: 0, strikers[0]: hits}))
        panic(game, (model,), LOST)


DOING: Mapping[str, Callable[[Play[State], str], bool]] = {
    RUSH: rush, MOVE_SHOOT: move_and_shoot, SHOOT_MOVE: shoot_and_move, CHARGE: charge, FIGHT: begin_fight,
    BREAK_OFF: break_off, MOVE: move_only, IDLE: idle,
}  # fmt: skip


def finish(game: Play[State], model: str) -> None:
    """Offer the last moment to break in, portals, and a follow-up if there is one. Clause: UW-QS Follow-up actions."""
    chosen = end_action(game, model)
    while chosen == PORTAL:
        open_portal(game, model)
        chosen = end_action(game, model)
    if chosen is None and not no_follow_up(game.state, model):
        # the action was cut short, which does not take away the next one
        chosen = game.ask(end_question(game.state, model))
    game.tell(FollowUpDeclared(model=model) if chosen == FOLLOW_UP else ActionEnded(model=model))


def end_action(game: Play[State], model: str) -> str | None:
    """The answer at the end of a continuing action; None with nothing to ask, or after an interruption."""
    state = game.state
    if not going(state):
        return None
    asks = may_be_watched(state, state[model].side) or not no_follow_up(state, model) or can_open_portal(state, model)
    return unless(game, lambda: end_question(game.state, model)) if asks else None


def end_question(state: State, model: str) -> Choose:
    """The question at the end: end the action, open a portal first, or follow up."""
    why = no_follow_up(state, model)
    options = [make_plain_option(END), Option(FOLLOW_UP, "", why, row(73)) if why else make_plain_option(FOLLOW_UP)]
    if going(state) and can_open_portal(state, model):
        options.append(make_plain_option(PORTAL))
    return Choose(seat=state[model].side, options=tuple(options), **codes.END(model)._asdict())


def no_follow_up(state: State, model: str) -> Reason | None:
    """The reason why a model may not follow up; None where it may. Clause: UW-QS Follow-up actions (UW-073)."""
    fighter, action = state[model], state.action
    if not fighter.alive:
        return reason("removed", model=model)
    if fighter.followups_used >= fighter.profile.CAL:
        return reason("follow-ups-used", model=model, used=fighter.followups_used, of=fighter.profile.CAL)
    if action and action.shocked:
        return reason("began-shocked", model=model)
    if fighter.shocked:
        return reason("shocked-follow-up", model=model)
    if action and action.intercepted and not state.rules.intercepted_followup:
        return reason("was-intercepted", model=model)
    return None
