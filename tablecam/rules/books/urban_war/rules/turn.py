"""The game turn: deployment, markers, orders, initiative, one activation after the other, and the end of the game.

Clauses: UW-QS Setup, Game Turn Sequence, Victory conditions; UW-TG Game Results.
"""

from collections.abc import Mapping
from types import MappingProxyType

from tablecam.rules.ask import Assign, Choose, Confirm, Option, Roll, make_plain_option
from tablecam.rules.books.urban_war.rules import codes
from tablecam.rules.books.urban_war.rules.action_events import Activated, FollowUpBegan, Passed
from tablecam.rules.books.urban_war.rules.actions import act
from tablecam.rules.books.urban_war.rules.codes import illegal, reason, row
from tablecam.rules.books.urban_war.rules.facts import Deploy
from tablecam.rules.books.urban_war.rules.state import Order, Phase, State
from tablecam.rules.books.urban_war.rules.turn_events import (
    Deployed,
    DeploymentOrdered,
    EdgeChosen,
    GameEnded,
    OrdersGiven,
    RolledOff,
    StarterChosen,
    TerrainPlaced,
    TurnBegan,
    TurnEnded,
    WithdrawalDecided,
)
from tablecam.rules.check import Modifier
from tablecam.rules.play import Play

# Clause: UW-QS Setup (UW-116).
STRIP_IN = 6.0
EDGES = ("near", "far", "left", "right")
FIRST, SECOND = "first", "second"
NO_MODIFIERS: Mapping[str, tuple[Modifier, ...]] = MappingProxyType({})


def roll_for_side(game: Play[State], purpose: str, modifiers: Mapping[str, tuple[Modifier, ...]] = NO_MODIFIERS) -> str:
    """Roll a die for each side until one is higher; return that side. modifiers: the amounts added, by side."""
    sides = game.state.sides
    ties_before_penalty = game.state.rules.initiative_tie == "before"
    added = {side: sum(modifier.amount for modifier in modifiers[side]) for side in sides if modifiers.get(side)}
    topic = codes.roll_off(purpose)._asdict()
    asks = [Roll(seat=side, modifiers=modifiers.get(side, ()), **topic) for side in sides]

    def roll_once() -> str | None:
        rolled = [faces[0] for faces in game.together(*asks)]
        totals = [face + added.get(side, 0) for face, side in zip(rolled, sides, strict=True)]
        tied = rolled[0] == rolled[1] if ties_before_penalty else totals[0] == totals[1]
        # if ties are rolled again before the penalty, a tie that the penalty makes goes to the higher die
        keys = list(zip(totals, rolled, strict=True))
        winner = "" if tied else sides[0] if keys[0] > keys[1] else sides[1]
        faces = dict(zip(sides, rolled, strict=True))
        game.tell(RolledOff(purpose=purpose, faces=faces, winner=winner, modifiers=added))
        return winner or None

    return game.repeat(roll_once)


def place_terrain(game: Play[State]) -> None:
    """Place one piece, by the side whose turn it is. Clause: UW-QS Setup (UW-113)."""
    state = game.state
    seat = state.next_side or state.sides[0]
    piece = game.choose(seat, codes.PLACE_TERRAIN, state.terrain)
    game.tell(TerrainPlaced(piece=piece, by=seat))


def choose_sides(game: Play[State]) -> None:
    """The side with the higher die picks a table edge. Clause: UW-QS Setup (UW-114)."""
    winner = roll_for_side(game, "table side")  # no text
    game.tell(EdgeChosen(by=winner, edge=game.choose(winner, codes.TABLE_EDGE, EDGES)))


def order_deployment(game: Play[State]) -> None:
    """The side that did not choose the edge names the side that deploys first. Clause: UW-QS Setup (UW-115)."""
    opponent = game.state.other(game.state.edge_chooser)
    game.tell(DeploymentOrdered(first=game.choose(opponent, codes.DEPLOYS_FIRST, game.state.sides)))


def deploy(game: Play[State]) -> None:
    """Deploy one model, within 6 in of its own edge, on the ground. Clause: UW-QS Setup (UW-116)."""
    state = game.state
    seat = state.next_side if to_deploy(state, state.next_side) else state.other(state.next_side)
    model = game.choose(seat, codes.DEPLOY, [Option(name) for name in to_deploy(state, seat)])
    topic = codes.move("deploy", model)
    path = game.ask(Deploy(model=model, allowance_in=STRIP_IN, **topic._asdict()))
    if game.state.is_off_table(path.end):
        raise illegal(row(2), "beyond-edge", model=model)
    game.tell(Deployed(model=model, depth_in=path.length_in, end=path.end))


def to_deploy(state: State, side: str) -> tuple[str, ...]:
    """The models of a side that are not on the table yet."""
    return tuple(model for model in state.alive(side) if not state[model].deployed)


def is_deployed(state: State) -> bool:
    """Whether no model is left to deploy: an umpire may have another edge chosen after the deployment."""
    return not any(to_deploy(state, side) for side in state.sides)


def start(game: Play[State]) -> None:
    """The side with the higher die names the side that takes the first turn. Clause: UW-QS Start of game."""
    winner = roll_for_side(game, "first turn")  # no text
    game.tell(StarterChosen(first=starter(game, winner), game=True))


def starter(game: Play[State], winner: str) -> str:
    """The winner goes first, or lets the other side go first."""
    choice = game.choose(winner, codes.GOES_FIRST, (FIRST, SECOND))
    return winner if choice == FIRST else game.state.other(winner)


ORDERS = (Option(Order.OVERWATCH.value), Option(Order.SNAP_FIRE.value))
PASS = "pass"


def markers(game: Play[State]) -> None:
    """Take counters off, except panic and shock. Clause: UW-QS The Marker Phase."""
    game.tell(TurnBegan(turn=game.state.turn + 1))


def orders(game: Play[State]) -> None:
    """Place snap-fire face up for models in contact, hidden counters for all others. Clause: UW-QS The Order Phase."""
    if game.state.rules.simultaneous_orders:
        together(game)
    else:
        alternating(game)


def together(game: Play[State]) -> None:
    """Ask both sides to confirm at once; neither sees the orders of its opponent."""
    sides = [side for side in game.state.sides if side not in game.state.orders_given]
    asking = [side for side in sides if list_hidden(game.state, side)]
    asks = [
        Assign(seat=side, secret=True, items=list_hidden(game.state, side), options=ORDERS, **codes.ORDERS._asdict())
        for side in asking
    ]
    orders_by_side: Mapping[str, Mapping[str, str]] = dict(zip(asking, game.together(*asks), strict=True))
    for side in sides:
        game.tell(OrdersGiven(seat=side, orders=orders_by_side.get(side, {}), opened=list_engaged(game.state, side)))


def alternating(game: Play[State]) -> None:
    """Place one counter at a time, in turn, as a house rule."""
    for side in game.state.sides:
        game.tell(OrdersGiven(seat=side, opened=list_engaged(game.state, side), complete=False))
    while sides_to_order := [side for side in game.state.sides if list_unordered(game.state, side)]:
        for side in sides_to_order:
            model = list_unordered(game.state, side)[0]
            ask = Assign(seat=side, secret=True, items=(model,), options=ORDERS, **codes.ORDER._asdict())
            game.tell(OrdersGiven(seat=side, orders=game.ask(ask), complete=False))
    for side in game.state.sides:
        game.tell(OrdersGiven(seat=side))


def list_engaged(state: State, side: str) -> tuple[str, ...]:
    """Models in base contact with an enemy. Clause: UW-QS The Order Phase (UW-043)."""
    return tuple(model for model in state.alive(side) if state[model].contacts)


def list_hidden(state: State, side: str) -> tuple[str, ...]:
    """Models that get a counter face down. Clause: UW-QS The Order Phase (UW-044)."""
    return tuple(model for model in state.alive(side) if not state[model].contacts)


def list_unordered(state: State, side: str) -> tuple[str, ...]:
    """The models with a counter face down that have none yet."""
    return tuple(model for model in list_hidden(state, side) if state[model].order is Order.NONE)


def initiative(game: Play[State]) -> None:
    """Roll a die each; a lost or panicked Commander takes 1 off. Clauses: UW-QS The Activation Phase, Commanders."""
    state = game.state
    if state.turn == 1 and state.first and state.rules.first_turn_roll == "replaces":
        game.tell(StarterChosen(first=state.first))
        return
    winner = roll_for_side(game, "initiative", {side: initiative_modifiers(state, side) for side in state.sides})
    game.tell(StarterChosen(first=starter(game, winner)))


def initiative_modifiers(state: State, side: str) -> tuple[Modifier, ...]:
    """-1 while the Commander is panicked or dead. Clause: UW-QS Commanders (UW-046)."""
    commander = state.commander(side)
    if not commander or (commander.alive and not commander.panicked):
        return ()
    code = "commander-panicked" if commander.alive else "commander-dead"
    return (Modifier(-1, reason(code, model=commander.id), row(46)),)


def to_activate(state: State) -> str:
    """The side that activates next; a side without ready models is skipped. Clauses: UW-QS The Activation Phase."""
    side = state.next_side or state.first
    if state.ready(side):
        return side
    opponent = state.other(side)
    return opponent if state.ready(opponent) else ""


def activation(game: Play[State]) -> None:
    """Activate one model with snap-fire; its counter comes off first. Clause: UW-QS The Activation Phase (UW-049).

    Only its own side sees the question, because the options are the models that are not on overwatch.
    """
    state = game.state
    seat = to_activate(state)
    options = list(map(make_plain_option, state.ready(seat)))
    if state.rules.may_pass_activation and state.ready(state.other(seat)):
        options.append(Option(PASS, reason("activate-nobody")))
    model = game.ask(Choose(seat=seat, seen_by=(seat,), options=tuple(options), **codes.ACTIVATE._asdict()))
    if model == PASS:
        game.tell(Passed(seat=seat))
        return
    game.tell(Activated(model=model))
    act(game, model)


def follow_up(game: Play[State]) -> None:
    """Begin a new action for all intents and purposes. Clause: UW-QS Follow-up actions."""
    model = game.state.following
    game.tell(FollowUpBegan(model=model))
    act(game, model)


def end_of_turn(game: Play[State]) -> None:
    """End the turn: no snap-fire counter remains on the table."""
    game.tell(TurnEnded(turn=game.state.turn))


def is_decided(state: State) -> bool:
    """Check whether the fight is over: a side has withdrawn or lost all of its models."""
    return state.phase is not Phase.OVER and (bool(state.withdrawn) or not all(map(state.alive, state.sides)))


def end(game: Play[State]) -> None:
    """Name the winner: the side that destroyed its enemy; if both fall, a draw, or a loss for both as a house rule."""
    state = game.state
    if state.withdrawn:
        game.tell(GameEnded(winner=state.other(state.withdrawn), why=reason("withdraws", side=state.withdrawn)))
        return
    sides_alive = [side for side in state.sides if state.alive(side)]
    if sides_alive:
        game.tell(GameEnded(winner=sides_alive[0], why=reason("destroyed", side=state.other(sides_alive[0]))))
        return
    code = "draw" if state.rules.mutual_destruction == "draw" else "both-lost"
    game.tell(GameEnded(winner="", why=reason(code)))


def withdrawing(state: State) -> str:
    """The side to ask whether it withdraws: once half of its models are lost, at the end of every turn.

    The documents do not say how this is decided, so the players say. Clause: UW-TG Game Results (UW-119).
    """
    if not state.rules.tournament or state.phase is not Phase.MARKERS or not state.turn:
        return ""
    for side in state.sides:
        lost, of = state.losses(side)
        if 2 * lost >= of and side not in state.withdrawals_asked:
            return side
    return ""


def withdrawal(game: Play[State]) -> None:
    """Ask the players whether a side withdraws."""
    side = withdrawing(game.state)
    lost, of = game.state.losses(side)
    withdraws = game.ask(Confirm(**codes.withdraws(side, lost, of)._asdict()))
    game.tell(WithdrawalDecided(side=side, withdraws=withdraws))
