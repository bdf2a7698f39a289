"""The actions of a block. Clauses: UO Actions (UO-031..035), Smoke block (UO-039), Changing order of battle."""

from collections.abc import Callable, Mapping

from tablecam.rules.books.urban_operations.rules import aid, menu
from tablecam.rules.books.urban_operations.rules.asking import Game, choose, confirm, count, pick
from tablecam.rules.books.urban_operations.rules.boarding import dismount, mount, pair
from tablecam.rules.books.urban_operations.rules.effects import weapons_effect
from tablecam.rules.books.urban_operations.rules.engineers import close_tunnel, destroy_token, place_token, record_token
from tablecam.rules.books.urban_operations.rules.impulse_events import (
    BlockMoved,
    ImpulseChanged,
    NothingDone,
    Supported,
)
from tablecam.rules.books.urban_operations.rules.initial_events import PopulationMoved
from tablecam.rules.books.urban_operations.rules.losses import reveal
from tablecam.rules.books.urban_operations.rules.scouting import scout
from tablecam.rules.books.urban_operations.rules.shooting import assault, fire, suppress
from tablecam.rules.books.urban_operations.rules.tokens import BREACH, POPULATION, SMOKE
from tablecam.rules.books.urban_operations.rules.weapons import farthest

NEAR_EP = 2
AWAY_MP = 2


def can_breach(game: Game, block: str, how: str) -> bool:
    """Whether a weapon of a block breaches in this way. Clause: UO Weaponry (UO-004)."""
    weapons = {weapon.kind: name for name, weapon in game.state[block].card.weapons.items()}
    return any(aid.ask_code(game, f"weapon.{kind}.breach", about=(block, weapon)) == how
               for kind, weapon in weapons.items())  # fmt: skip


def breach_at_contact(game: Game, block: str) -> None:
    """Breach within 2 EP and in the arc; the block first goes away up to 2 MP, free."""
    reveal(game, "action", block)
    if not can_breach(game, block, "contact"):
        game.tell(NothingDone(block=block, why="no-weapon"))
    elif not confirm(game, "breach.near", block, NEAR_EP):
        game.tell(NothingDone(block=block, why="not-in-arc"))
    else:
        mp = count(game, "breach.away", AWAY_MP, block, number=36)
        game.tell(BlockMoved(block=block, seat=game.state[block].side, mp=mp, why="breach"))
        _make_breach(game, block)


def breach_afar(game: Game, block: str) -> None:
    """Breach at least 2 EP away and in the arc."""
    reveal(game, "action", block)
    if not can_breach(game, block, "distance"):
        game.tell(NothingDone(block=block, why="no-weapon"))
    elif not confirm(game, "breach.afar", block, NEAR_EP, farthest()):
        game.tell(NothingDone(block=block, why="not-in-arc"))
    else:
        _make_breach(game, block)


def _make_breach(game: Game, block: str) -> None:
    record_token(game, block, BREACH)
    weapons_effect(game, "breach", block)


SMOKE_EP = 3
SCATTER_MP = 6


def nothing(game: Game, block: str, why: str) -> None:
    """Record that an action came to nothing."""
    game.tell(NothingDone(block=block, why=why))


def support(game: Game, block: str) -> None:
    """Give +1 OSL to one of two adjacent blocks of an impulse, which act one after the other. Clause: UO-031."""
    state = game.state
    seat = state[block].side
    allies = [ally for ally in menu.partners(state, block) if menu.list_weakened(state, block, ally)]
    if not allies:
        nothing(game, block, "nobody-left")
        return
    partner = choose(game, seat, "support", allies, block, private=True)
    if not confirm(game, "adjacent", block, partner):
        nothing(game, block, "not-adjacent")
        return
    gains = choose(
        game, seat, "support.gains", menu.list_weakened(game.state, block, partner), block, partner, private=True
    )
    game.tell(Supported(block=gains, by=block, partner=partner, osl=1))


def scatter(game: Game, block: str) -> None:
    """Move population beside the block away from it, up to 6 MP. Clause: UO-035."""
    tokens = game.state.tokens
    population = [name for name, token in tokens.items() if token.revealed and token.kind == POPULATION]
    beside = pick(game, "scatter", population, block, number=35)
    if not beside:
        nothing(game, block, "nothing-there")
    for token in beside:
        mp = count(game, "scatter.mp", SCATTER_MP, token, block, number=35)
        game.tell(PopulationMoved(token=token, mp=mp, why="scattered"))


def smoke(game: Game, block: str) -> None:
    """Fire smoke grenades instead of shots, within 3 EP, over obstacles and through openings. Clause: UO-039."""
    reveal(game, "action", block)
    if not aid.ask_membership(game, "smoke.units", game.state[block].card.kind, (block,)):
        nothing(game, block, "not-this-unit")
    elif confirm(game, "smoke.near", block, SMOKE_EP):
        record_token(game, block, SMOKE)
    else:
        nothing(game, block, "too-far")


def change_impulse(game: Game, block: str) -> None:
    """Move a block to another impulse by numbered markers, without fire or assault. Clause: UO-098."""
    state = game.state
    impulses = [
        impulse for impulse in state.scenario.impulses.get(state[block].side, ()) if impulse != state[block].impulse
    ]
    if impulses:
        game.tell(ImpulseChanged(block=block, impulse=choose(game, state[block].side, "new-impulse", impulses, block)))


ACTS: Mapping[str, Callable[[Game, str], None]] = {
    "fire": fire, "suppress": suppress, "assault": assault, "support": support, "scout": scout, "scatter": scatter,
    "place": place_token, "destroy": destroy_token, "mount": mount, "dismount": dismount, "breach": breach_at_contact,
    "blast": breach_afar, "smoke": smoke, "pair": pair, "impulse": change_impulse, "tunnel": close_tunnel,
}  # fmt: skip
