"""From an empty table to the first turn: terrain, sides, deployment, first turn. Clause: UW-QS Setup."""

from collections.abc import Mapping
from types import MappingProxyType

from tablecam.rules.ask import Option, Roll
from tablecam.rules.books.urban_war.rules import topics
from tablecam.rules.books.urban_war.rules.clauses import row
from tablecam.rules.books.urban_war.rules.facts import Deploy
from tablecam.rules.books.urban_war.rules.reasons import illegal
from tablecam.rules.books.urban_war.rules.state import State
from tablecam.rules.books.urban_war.rules.turn_events import (
    Deployed,
    DeploymentOrdered,
    EdgeChosen,
    RolledOff,
    StarterChosen,
    TerrainPlaced,
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
    topic = topics.roll_off(purpose)._asdict()
    asks = [Roll(seat=side, modifiers=modifiers.get(side, ()), **topic) for side in sides]
    while True:
        rolled = [faces[0] for faces in game.together(*asks)]
        totals = [face + added.get(side, 0) for face, side in zip(rolled, sides, strict=True)]
        tied = rolled[0] == rolled[1] if ties_before_penalty else totals[0] == totals[1]
        # if ties are rolled again before the penalty, a tie that the penalty makes goes to the higher die
        keys = list(zip(totals, rolled, strict=True))
        winner = "" if tied else sides[0] if keys[0] > keys[1] else sides[1]
        faces = dict(zip(sides, rolled, strict=True))
        game.tell(RolledOff(purpose=purpose, faces=faces, winner=winner, modifiers=added))
        if winner:
            return winner


def place_terrain(game: Play[State]) -> None:
    """Place one piece, by the side whose turn it is. Clause: UW-QS Setup (UW-113)."""
    state = game.state
    seat = state.next_side or state.sides[0]
    piece = game.choose(seat, topics.PLACE_TERRAIN, state.terrain)
    game.tell(TerrainPlaced(piece=piece, by=seat))


def choose_sides(game: Play[State]) -> None:
    """The side with the higher die picks a table edge. Clause: UW-QS Setup (UW-114)."""
    winner = roll_for_side(game, "table side")  # no text
    game.tell(EdgeChosen(by=winner, edge=game.choose(winner, topics.TABLE_EDGE, EDGES)))


def order_deployment(game: Play[State]) -> None:
    """The side that did not choose the edge names the side that deploys first. Clause: UW-QS Setup (UW-115)."""
    opponent = game.state.other(game.state.edge_chooser)
    game.tell(DeploymentOrdered(first=game.choose(opponent, topics.DEPLOYS_FIRST, game.state.sides)))


def deploy(game: Play[State]) -> None:
    """Deploy one model, within 6 in of its own edge, on the ground. Clause: UW-QS Setup (UW-116)."""
    state = game.state
    seat = state.next_side if to_deploy(state, state.next_side) else state.other(state.next_side)
    model = game.choose(seat, topics.DEPLOY, [Option(name) for name in to_deploy(state, seat)])
    topic = topics.move("deploy", model)
    path = game.ask(Deploy(model=model, allowance_in=STRIP_IN, **topic._asdict()))
    if game.state.is_off_table(path.end):
        raise illegal(row(2), "beyond-edge", model=model)
    game.tell(Deployed(model=model, depth_in=path.length_in, end=path.end))


def to_deploy(state: State, side: str) -> tuple[str, ...]:
    """The models of a side that are not on the table yet."""
    return tuple(model for model in state.alive(side) if not state[model].deployed)


def start(game: Play[State]) -> None:
    """The side with the higher die names the side that takes the first turn. Clause: UW-QS Start of game."""
    winner = roll_for_side(game, "first turn")  # no text
    game.tell(StarterChosen(first=starter(game, winner), game=True))


def starter(game: Play[State], winner: str) -> str:
    """The winner goes first, or lets the other side go first."""
    choice = game.choose(winner, topics.GOES_FIRST, (FIRST, SECOND))
    return winner if choice == FIRST else game.state.other(winner)
