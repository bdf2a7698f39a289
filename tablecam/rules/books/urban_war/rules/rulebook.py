"""Urban War as a rulebook: it picks the next procedure and delegates everything else."""

from collections.abc import Mapping
from dataclasses import dataclass, replace

from tablecam.rules.books.urban_war.rules import deployment, ending, turn
from tablecam.rules.books.urban_war.rules.action_events import ActionEnded
from tablecam.rules.books.urban_war.rules.events import EVENTS
from tablecam.rules.books.urban_war.rules.morale import casualties
from tablecam.rules.books.urban_war.rules.setup import new_game, remarks
from tablecam.rules.books.urban_war.rules.state import HIDDEN, Fighter, Order, Phase, State
from tablecam.rules.plain import Json, to_plain
from tablecam.rules.play import Play
from tablecam.rules.system import EventSystem, Step


@dataclass(frozen=True)
class UrbanWar(EventSystem):
    """The rulebook of Urban War, second edition: quick-start rules and reference sheet."""

    events = EVENTS
    name: str = "urban-war"

    def new_game(self, setup: Mapping[str, Json]) -> State:
        """The state before the first question; see `setup.py` for the keys."""
        return new_game(setup)

    def seats(self, state: State) -> tuple[str, ...]:
        """The two sides."""
        return state.sides

    def next_procedure(self, state: State) -> Step | None:
        """The next procedure, from the state alone."""
        return next_step(state)

    def get_visible_state(self, state: State, seat: str) -> Json:
        """The state as a seat may see it."""
        return build_visible_state(state, seat)


def next_step(state: State) -> Step | None:
    """The next procedure by phase; a decided game ends first."""
    if state.phase is Phase.OVER:
        return None
    if fallen := state.list_fallen():
        return Step(f"casualties: {', '.join(fallen)}", remove_fallen)  # no text
    if state.action:
        return Step(f"end of the action of {state.action.model}", end_action)  # no text
    if ending.is_decided(state):
        return Step("end of the game", ending.end)  # no text
    if state.phase is Phase.ACTIVATION:
        return activation_step(state)
    if side := ending.withdrawing(state):
        return Step(f"strategic withdrawal of {side}", ending.withdrawal)  # no text
    if state.phase is Phase.DEPLOYMENT and not state.next_side:
        return Step("who deploys first", deployment.order_deployment)  # no text
    return {
        Phase.TERRAIN: Step("terrain", deployment.place_terrain),
        Phase.SIDES: Step("table sides", deployment.choose_sides),  # no text
        Phase.DEPLOYMENT: Step("deployment", deployment.deploy),
        Phase.START: Step("start of the game", deployment.start),  # no text
        Phase.MARKERS: Step(f"marker phase of turn {state.turn + 1}", turn.markers),  # no text
        Phase.ORDERS: Step(f"orders of turn {state.turn}", turn.orders),  # no text
        Phase.INITIATIVE: Step(f"initiative of turn {state.turn}", turn.initiative),  # no text
    }[state.phase]


def remove_fallen(game: Play[State]) -> None:
    """Remove casualties left by an interrupted action or an umpire's correction."""
    casualties(game, game.state.list_fallen())


def end_action(game: Play[State]) -> None:
    """End an action that was interrupted or that the umpire reported: no action goes on into another procedure."""
    if game.state.action:
        game.tell(ActionEnded(model=game.state.action.model))


def activation_step(state: State) -> Step:
    """A follow-up that has been declared, the next activation, or the end of the turn."""
    if state.following and state.following in state.fighters and state[state.following].alive:
        return Step(f"follow-up of {state.following}", turn.follow_up)  # no text
    if side := turn.to_activate(state):
        return Step(f"activation by {side}", turn.activation)  # no text
    return Step(f"end of turn {state.turn}", turn.end_of_turn)  # no text


URBAN_WAR = UrbanWar()


def build_visible_state(state: State, seat: str) -> Json:
    """The state for a seat's screen. It never depends on the other side's hidden orders."""
    return {
        "phase": state.phase.value,
        "turn": state.turn,
        "sides": list(state.sides),
        "edges": to_plain(state.edges),
        "first": state.first,
        "terrain": list(state.terrain),
        "action": to_plain(state.action),
        "following": state.following,
        "markers": list(map(str, state.markers)),
        "withdrawn": state.withdrawn,
        "winner": state.winner,
        "ending": str(state.ending),
        "remarks": list(map(str, remarks(state))),
        "rules": to_plain(state.rules),
        "models": {name: _model_to_json(fighter, seat) for name, fighter in state.fighters.items()},
    }


def _model_to_json(fighter: Fighter, seat: str) -> Json:
    written = to_plain(replace(fighter, order=Order.NONE))
    return {**written, "order": _visible_order(fighter, seat), "alive": fighter.alive, "tags": _list_tags(fighter)}


def _visible_order(fighter: Fighter, seat: str) -> str:
    if fighter.order is Order.NONE or fighter.side == seat or fighter.shown:
        return fighter.order.value
    return HIDDEN


def _list_tags(fighter: Fighter) -> Json:
    """List special rules with their text; the players apply those that the documents do not define.

    Clause: UW-QS Special And Weapon Rules (UW-023).
    """
    card_tags = [(str(tag), tag) for tag in fighter.profile.tags]
    armed = [(f"{weapon.name}: {tag}", tag) for weapon in fighter.profile.weapons for tag in weapon.tags]
    return [{"name": name, "text": tag.text, "mark": tag.mark, "known": tag.known} for name, tag in card_tags + armed]
