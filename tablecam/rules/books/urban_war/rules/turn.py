"""The game turn: markers, orders, initiative, one activation after the other. Clause: UW-QS Game Turn Sequence."""

from collections.abc import Mapping

from tablecam.rules.ask import Assign, Choose, Option
from tablecam.rules.books.urban_war.rules import topics
from tablecam.rules.books.urban_war.rules.action_events import Activated, FollowUpBegan, Passed
from tablecam.rules.books.urban_war.rules.actions import act
from tablecam.rules.books.urban_war.rules.clauses import row
from tablecam.rules.books.urban_war.rules.deployment import roll_for_side, starter
from tablecam.rules.books.urban_war.rules.reaction_events import TurnEnded
from tablecam.rules.books.urban_war.rules.reasons import Reason, reason
from tablecam.rules.books.urban_war.rules.state import Order, Phase, State
from tablecam.rules.books.urban_war.rules.turn_events import OrdersGiven, StarterChosen, TurnBegan
from tablecam.rules.check import Modifier
from tablecam.rules.play import Play

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
        Assign(seat=side, secret=True, items=list_hidden(game.state, side), options=ORDERS, **topics.ORDERS._asdict())
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
            ask = Assign(seat=side, secret=True, items=(model,), options=ORDERS, **topics.ORDER._asdict())
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


def why_not_active(state: State, model: str) -> Reason | None:
    """The reason why a model cannot be activated now, for its own side's screen; None where it can."""
    fighter = state[model]
    if not fighter.alive:
        return reason("removed", model=model)
    if state.action and state.action.model == model:
        return None
    if fighter.activated:
        return reason("had-its-turn", model=model)
    if fighter.order is Order.OVERWATCH:
        return reason("on-overwatch", model=model)
    if state.phase is not Phase.ACTIVATION or fighter.order is Order.NONE:
        return reason("no-order", model=model)
    if state.action:
        return reason("acting", model=state.action.model)
    return None if to_activate(state) == fighter.side else reason("not-its-turn", side=to_activate(state))


def activation(game: Play[State]) -> None:
    """Activate one model with snap-fire; its counter comes off first. Clause: UW-QS The Activation Phase (UW-049).

    Only its own side sees the question, because the options are the models that are not on overwatch.
    """
    state = game.state
    seat = to_activate(state)
    options = [Option(model) for model in state.ready(seat)]
    if state.rules.may_pass_activation and state.ready(state.other(seat)):
        options.append(Option(PASS, reason("activate-nobody")))
    model = game.ask(Choose(seat=seat, seen_by=(seat,), options=tuple(options), **topics.ACTIVATE._asdict()))
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
