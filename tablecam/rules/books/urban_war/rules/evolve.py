"""The state after an event: a pure and total function, because an umpire may report any event at any time.

Each event has one function; an event without a function changes nothing that the rules remember.
"""

from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import Any

from tablecam.rules.books.urban_war.rules import combat_events as combat
from tablecam.rules.books.urban_war.rules import events as e
from tablecam.rules.books.urban_war.rules.card import BATTLESHIELD
from tablecam.rules.books.urban_war.rules.state import Action, Order, Phase, State
from tablecam.rules.event import Event, PositionsAccepted

OPPOSITE = {"near": "far", "far": "near", "left": "right", "right": "left"}


def evolve(state: State, event: Event) -> State:
    """Return the state after an event."""
    change = CHANGES.get(type(event))
    return change(state, event) if change else state


def _evolve_terrain_placed(state: State, event: e.TerrainPlaced) -> State:
    remaining_pieces = tuple(piece for piece in state.terrain if piece != event.piece)
    phase = state.phase if remaining_pieces or state.phase is not Phase.TERRAIN else Phase.SIDES
    return replace(state, terrain=remaining_pieces, phase=phase, next_side=state.other(event.by))


def _evolve_edge_chosen(state: State, event: e.EdgeChosen) -> State:
    if event.edge not in OPPOSITE:
        return state
    edges = {event.by: event.edge, state.other(event.by): OPPOSITE[event.edge]}
    return replace(state, edges=edges, edge_chooser=event.by, phase=Phase.DEPLOYMENT, next_side="")


def _evolve_deployment_ordered(state: State, event: e.DeploymentOrdered) -> State:
    return replace(state, next_side=event.first)


def _evolve_deployed(state: State, event: e.Deployed) -> State:
    if event.model not in state.fighters:
        return state
    side = state[event.model].side
    state = replace(state.changed(event.model, deployed=True, place=event.end), next_side=state.other(side))
    if state.phase is Phase.DEPLOYMENT and all(fighter.deployed for fighter in state.fighters.values()):
        return replace(state, phase=Phase.START, next_side="")
    return state


def _evolve_starter_chosen(state: State, event: e.StarterChosen) -> State:
    if event.game:
        return replace(state, first=event.first, next_side=event.first, phase=Phase.MARKERS)
    return replace(state, first=event.first, next_side=event.first, phase=Phase.ACTIVATION)


def _evolve_turn_began(state: State, event: e.TurnBegan) -> State:
    """Clause: UW-QS The Marker Phase."""
    fighters = {
        name: replace(
            fighter, order=Order.NONE, shown=False, activated=False, charging=False, first_attacker="",
            fought_back=False, shocked=fighter.shocked and fighter.order is not Order.OVERWATCH,
        )
        for name, fighter in state.fighters.items()
    }  # fmt: skip
    return replace(
        state, fighters=fighters, turn=event.turn, phase=Phase.ORDERS, markers=(), orders_given=(), action=None,
        following="", withdrawals_asked=(),
    )  # fmt: skip


def _evolve_orders_given(state: State, event: e.OrdersGiven) -> State:
    for model in event.opened:
        state = state.changed(model, order=Order.SNAP_FIRE, shown=True)
    for model, order in event.orders.items():
        if order in ("overwatch", "snap-fire"):
            state = state.changed(model, order=Order(order), shown=False)
    if not event.complete:
        return state
    sides_with_orders = (*state.orders_given, event.seat)
    state = replace(state, orders_given=sides_with_orders)
    if state.phase is Phase.ORDERS and all(side in sides_with_orders for side in state.sides):
        return replace(state, phase=Phase.INITIATIVE)
    return state


def _start_action(state: State, model: str) -> State:
    """Flags belong to one action. Clause: UW-QS Follow-up actions (UW-077)."""
    state = state.all_changed(charging=False)
    if state.rules.panicked_state == "now":
        state = state.all_changed(restricted=False)
    if model not in state.fighters:
        return replace(state, action=None, following="")
    fighter = state[model]
    state = state.changed(model, restricted=fighter.panicked, shocked=False)
    return replace(state, action=Action(model, shocked=fighter.shocked), following="")


def _evolve_activated(state: State, event: e.Activated) -> State:
    if event.model not in state.fighters:
        return state
    state = _start_action(state, event.model).changed(event.model, order=Order.NONE, shown=False, activated=True)
    return replace(state, next_side=state.other(state[event.model].side))


def _evolve_passed(state: State, event: e.Passed) -> State:
    return replace(state, next_side=state.other(event.seat))


def _evolve_follow_up_declared(state: State, event: e.FollowUpDeclared) -> State:
    if event.model not in state.fighters:
        return state
    used = state[event.model].followups_used + 1
    return replace(state.changed(event.model, followups_used=used), following=event.model, action=None)


def _evolve_follow_up_began(state: State, event: e.FollowUpBegan) -> State:
    return _start_action(state, event.model)


def _evolve_moved(state: State, event: e.Moved) -> State:
    state = state.changed(event.model, place=event.end) if event.end else state
    action = state.action
    if action and action.model == event.model:
        return replace(state, action=replace(action, moved_in=action.moved_in + event.length_in, void={}))
    return state


def _evolve_positions_accepted(state: State, event: PositionsAccepted) -> State:
    for model, place in event.at.items():
        state = state.changed(model, place=place)
    return state


def _evolve_action_halted(state: State, event: e.ActionHalted) -> State:
    if not state.action or state.action.model != event.model:
        return state
    return replace(state, action=replace(state.action, over=True, intercepted=event.intercepted))


def _evolve_action_ended(state: State, _: e.ActionEnded) -> State:
    state = state.all_changed(charging=False)
    if state.rules.panicked_state == "now":
        state = state.all_changed(restricted=False)
    return replace(state, action=None)


def _evolve_rallied(state: State, event: e.Rallied) -> State:
    state = state.changed(event.model, panicked=False)
    return state.changed(event.model, restricted=False) if event.at_once else state


def _evolve_panicked(state: State, event: e.Panicked) -> State:
    return state.changed(event.model, panicked=True)


def _evolve_shocked(state: State, event: e.Shocked) -> State:
    return state.changed(event.model, shocked=True)


def _evolve_wounded(state: State, event: combat.Wounded) -> State:
    if event.model not in state.fighters:
        return state
    return state.changed(event.model, wounds=max(0, state[event.model].wounds - max(0, event.wounds)))


def _evolve_half_wounds_seen(state: State, event: combat.HalfWoundsSeen) -> State:
    return state.changed(event.model, half_seen=True)


def _evolve_removed(state: State, event: combat.Removed) -> State:
    if event.model not in state.fighters:
        return state
    state = _remove_contacts(state, event.model, tuple(state.fighters))
    place = event.end or state[event.model].place
    state = state.changed(event.model, wounds=0, removed=True, place=place, order=Order.NONE, shown=False)
    return state.changed(event.model, panicked=False, shocked=False, restricted=False, charging=False)


def _evolve_shield_aimed(state: State, event: combat.ShieldAimed) -> State:
    return state.changed(event.model, shield_vs=event.enemy)


def _evolve_engaged(state: State, event: combat.Engaged) -> State:
    for enemy in event.enemies:
        if event.model in state.fighters and enemy in state.fighters:
            state = _add_contact(_add_contact(state, event.model, enemy), enemy, event.model)
    return state


def _add_contact(state: State, model: str, enemy: str) -> State:
    """Add a contact; a battleshield is held against the first enemy engaged. Clause: UW-QS Battleshield (UW-038)."""
    fighter = state[model]
    if enemy in fighter.contacts:
        return state
    shield = fighter.shield_vs or (enemy if fighter.profile.tag(BATTLESHIELD) else "")
    return state.changed(model, contacts=(*fighter.contacts, enemy), shield_vs=shield)


def _evolve_disengaged(state: State, event: combat.Disengaged) -> State:
    return _remove_contacts(state, event.model, event.enemies)


def _remove_contacts(state: State, model: str, others: tuple[str, ...]) -> State:
    for model_a, model_b in [pair for other_model in others for pair in ((model, other_model), (other_model, model))]:
        if model_a in state.fighters and model_b in state[model_a].contacts:
            remaining_contacts = tuple(contact for contact in state[model_a].contacts if contact != model_b)
            shield = "" if state[model_a].shield_vs == model_b else state[model_a].shield_vs
            state = state.changed(model_a, contacts=remaining_contacts, shield_vs=shield)
    return state


def _evolve_charged(state: State, event: combat.Charged) -> State:
    for model in event.models:
        state = state.changed(model, charging=True)
    return state


def _evolve_attacked(state: State, event: combat.Attacked) -> State:
    return _set_first_attacker(state, event.defender, event.attacker)


def _set_first_attacker(state: State, model: str, enemy: str) -> State:
    if model not in state.fighters or state[model].first_attacker:
        return state
    return state.changed(model, first_attacker=enemy)


def _evolve_fought_back(state: State, event: combat.FoughtBack) -> State:
    """Clause: UW-QS Who can fight (UW-090, UW-091)."""
    state = _set_first_attacker(state, event.model, event.enemy).changed(event.model, fought_back=True)
    if event.model in state.fighters and state[event.model].order is Order.OVERWATCH:
        return state.changed(event.model, order=Order.NONE, shown=False, activated=True)
    return state


def _evolve_reaction_announced(state: State, event: e.ReactionAnnounced) -> State:
    return state.changed(event.model, shown=True)


def _evolve_reaction_void(state: State, event: e.ReactionVoid) -> State:
    if state.action is None:
        return state
    void = {**state.action.void, f"{event.model} {event.kind}": event.why}
    return replace(state, action=replace(state.action, void=void))


def _evolve_reaction_attempted(state: State, event: e.ReactionAttempted) -> State:
    if event.model not in state.fighters:
        return state
    restricted = state[event.model].panicked
    state = state.changed(event.model, order=Order.NONE, shown=False, activated=True, restricted=restricted)
    if state.action:
        return replace(state, action=replace(state.action, attempts=state.action.attempts + 1))
    return state


def _evolve_reaction_succeeded(state: State, _: e.ReactionSucceeded) -> State:
    if state.action:
        return replace(state, action=replace(state.action, successes=state.action.successes + 1))
    return state


def _evolve_evade_tried(state: State, event: e.EvadeTried) -> State:
    return state.changed(event.model, order=Order.NONE, shown=False, activated=True, shocked=False)


def _evolve_marker_placed(state: State, event: e.MarkerPlaced) -> State:
    return replace(state, markers=(*state.markers, event.marker))


def _evolve_turn_ended(state: State, _: e.TurnEnded) -> State:
    return replace(state, phase=Phase.MARKERS, action=None, following="")


def _evolve_withdrawal_decided(state: State, event: e.WithdrawalDecided) -> State:
    withdrawn = event.side if event.withdraws else state.withdrawn
    return replace(state, withdrawals_asked=(*state.withdrawals_asked, event.side), withdrawn=withdrawn)


def _evolve_game_ended(state: State, event: e.GameEnded) -> State:
    return replace(state, phase=Phase.OVER, winner=event.winner, ending=event.why, action=None, following="")


CHANGES: Mapping[type[Event], Callable[[State, Any], State]] = {
    e.TerrainPlaced: _evolve_terrain_placed,
    e.EdgeChosen: _evolve_edge_chosen,
    e.DeploymentOrdered: _evolve_deployment_ordered,
    e.Deployed: _evolve_deployed,
    e.StarterChosen: _evolve_starter_chosen,
    e.TurnBegan: _evolve_turn_began,
    e.OrdersGiven: _evolve_orders_given,
    e.Activated: _evolve_activated,
    e.Passed: _evolve_passed,
    e.FollowUpDeclared: _evolve_follow_up_declared,
    e.FollowUpBegan: _evolve_follow_up_began,
    e.Moved: _evolve_moved,
    e.ActionHalted: _evolve_action_halted,
    e.ActionEnded: _evolve_action_ended,
    e.Rallied: _evolve_rallied,
    e.Panicked: _evolve_panicked,
    e.Shocked: _evolve_shocked,
    combat.Wounded: _evolve_wounded,
    combat.HalfWoundsSeen: _evolve_half_wounds_seen,
    combat.Removed: _evolve_removed,
    combat.ShieldAimed: _evolve_shield_aimed,
    combat.Engaged: _evolve_engaged,
    combat.Disengaged: _evolve_disengaged,
    combat.Charged: _evolve_charged,
    combat.Attacked: _evolve_attacked,
    combat.FoughtBack: _evolve_fought_back,
    e.ReactionAnnounced: _evolve_reaction_announced,
    e.ReactionVoid: _evolve_reaction_void,
    e.ReactionAttempted: _evolve_reaction_attempted,
    e.ReactionSucceeded: _evolve_reaction_succeeded,
    e.EvadeTried: _evolve_evade_tried,
    e.MarkerPlaced: _evolve_marker_placed,
    e.TurnEnded: _evolve_turn_ended,
    e.WithdrawalDecided: _evolve_withdrawal_decided,
    e.GameEnded: _evolve_game_ended,
    PositionsAccepted: _evolve_positions_accepted,
}
