"""The actions of a block: fire and assault, mounting, tokens, smoke.

Clauses: UO Actions (UO-031..035), UO-038, Smoke block (UO-039), UO-050, Tunnels (UO-101), AP mine (UO-102).
"""

from collections.abc import Callable, Mapping

from tablecam.rules.ask import Choose, Option
from tablecam.rules.books.urban_operations.rules import aid, menu
from tablecam.rules.books.urban_operations.rules.codes import Game, choose, confirm, count, option, pick, topic
from tablecam.rules.books.urban_operations.rules.fight import AttackPlan, fight
from tablecam.rules.books.urban_operations.rules.impulse_events import (
    AlsoActivated,
    BlockMoved,
    Dismounted,
    ImpulseChanged,
    Mounted,
    NothingDone,
    PairFormed,
    Supported,
    TunnelClosed,
)
from tablecam.rules.books.urban_operations.rules.initial_events import PopulationMoved, TokenPlaced, TokenRemoved
from tablecam.rules.books.urban_operations.rules.losses import destroy, reveal, weapons_effect
from tablecam.rules.books.urban_operations.rules.movement import is_interrupted
from tablecam.rules.books.urban_operations.rules.pieces import (
    BARRICADE,
    BREACH,
    BY_ENGINEERS,
    EXPLOSIVE,
    HIDEABLE,
    MINE,
    MINE_AP,
    PERMANENT,
    PLATOON_LEADER,
    POPULATION,
    SMOKE,
    TUNNEL,
)
from tablecam.rules.books.urban_operations.rules.reactions import Reactor, offer, react, scout, watchers
from tablecam.rules.books.urban_operations.rules.state import OperationsState
from tablecam.rules.books.urban_operations.rules.weapons import closing, farthest, measure_distance, reach

INSIDE, OUTSIDE = "inside", "outside"


def mount(game: Game, block: str) -> None:
    """Mount a vehicle beside a block on foot; both are activated, and the block goes to the scenario card."""
    reveal(game, "action", block)
    options = menu.carriers(game.state, block)
    carrier = choose(game, game.state[block].side, "carrier", options, block) if options else ""
    if not carrier or not confirm(game, "adjacent", block, carrier):
        game.tell(NothingDone(block=block, why="not-adjacent"))
        return
    reveal(game, "action", carrier)
    where = _choose_place(game, block, carrier)
    if not where:
        game.tell(NothingDone(block=block, why="no-room"))
        return
    game.tell(Mounted(block=block, carrier=carrier, riding=where == OUTSIDE))
    game.tell(AlsoActivated(block=carrier, why="mounting"))


def _choose_place(game: Game, block: str, carrier: str) -> str:
    """Inside, or outside where the advanced rules allow it; empty where there is no room."""
    state, card = game.state, game.state[carrier].card
    passengers = [passenger for passenger in state.aboard(carrier) if not state[passenger].riding]
    capacity = card.capacity
    if capacity is None:
        capacity = aid.number(game, "carrier.capacity", card.name, (carrier,))
    places = [INSIDE] if len(passengers) < capacity else []
    if state.scenario.advanced and aid.ask_membership(game, "superstructure.carriers", card.weight, (carrier,)):
        places.append(OUTSIDE)
    return choose(game, state[block].side, "place-aboard", places, block, carrier) if places else ""


def dismount(game: Game, block: str) -> None:
    """Put a passenger beside its carrier; both are activated."""
    state = game.state
    reveal(game, "action", block)
    passengers = [name for name in state.aboard(block) if not state[name].activated]
    if not passengers:
        game.tell(NothingDone(block=block, why="nothing-there"))
        return
    passenger = choose(game, state[block].side, "passenger", passengers, block)
    game.tell(Dismounted(block=passenger))
    game.tell(AlsoActivated(block=passenger, why="dismounting"))


def pair(game: Game, block: str) -> None:
    """Move a block on foot into a vehicle's hex for 0 MP; both are activated."""
    reveal(game, "action", block)
    options = menu.vehicles(game.state, block)
    vehicle = choose(game, game.state[block].side, "vehicle", options, block) if options else ""
    if not vehicle or not confirm(game, "adjacent", block, vehicle):
        game.tell(NothingDone(block=block, why="not-adjacent"))
        return
    game.tell(PairFormed(block=block, vehicle=vehicle))
    game.tell(AlsoActivated(block=vehicle, why="pair"))


FREE_MP = 2
FACE_DOWN = (EXPLOSIVE, MINE, MINE_AP)


def new_token(state: OperationsState) -> str:
    """The id of the next token."""
    return f"token-{state.made + 1}"


def record_token(game: Game, block: str, kind: str, revealed: bool = True) -> None:
    """Record that a block puts a token on the map, face up or face down."""
    seat = game.state[block].side
    game.tell(TokenPlaced(token=new_token(game.state), kind=kind, seat=seat, revealed=revealed, by=block))


def able(game: Game, block: str) -> bool:
    """Whether the unit may place and remove tokens; the table decides where the aid does not."""
    reveal(game, "action", block)
    if aid.ask_membership(game, "engineer.units", game.state[block].card.kind, (block,)):
        return True
    game.tell(NothingDone(block=block, why="not-this-unit"))
    return False


def place_token(game: Game, block: str) -> None:
    """Place a token of no man's land or a barricade beside the block; mines lie face down."""
    if not able(game, block):
        return
    kinds = [token_kind for token_kind in BY_ENGINEERS if token_kind != MINE_AP or game.state.scenario.advanced]
    kind = choose(game, game.state[block].side, "place", kinds, block, private=True)
    if confirm(game, "place.beside", block):
        record_token(game, block, kind, kind not in FACE_DOWN)
    else:
        game.tell(NothingDone(block=block, why="not-adjacent"))


def removable(state: OperationsState) -> list[str]:
    """The tokens that are not permanent, of either side."""
    permanent = (*PERMANENT, POPULATION, SMOKE, TUNNEL)
    return [name for name, token in state.tokens.items() if not token.revealed or token.kind not in permanent]


def destroy_token(game: Game, block: str) -> None:
    """Remove a token, and move up to 2 MP free. Clause: UO Actions (UO-032)."""
    if not able(game, block):
        return
    options = [option(name) for name in removable(game.state)]
    seat = game.state[block].side
    token = choose(game, seat, "destroy", options, block) if options else ""
    if not token or not confirm(game, "token.beside", block, token):
        game.tell(NothingDone(block=block, why="not-adjacent"))
        return
    kind = game.state.tokens[token].kind
    if kind not in HIDEABLE or kind == POPULATION:
        game.tell(NothingDone(block=block, why="never-removed"))
        return
    game.tell(TokenRemoved(token=token, why="engineers"))
    mp = count(game, "free-mp", FREE_MP, block, number=32)
    game.tell(BlockMoved(block=block, seat=seat, mp=mp, why="free"))


def close_tunnel(game: Game, block: str) -> None:
    """Put a barricade in place of an entrance; a block below it is destroyed. Clause: UO Tunnels (UO-101)."""
    if not able(game, block):
        return
    entrances = [name for name, token in game.state.tokens.items() if token.kind == TUNNEL]
    token = choose(game, game.state[block].side, "tunnel", entrances, block) if entrances else ""
    if not token or not confirm(game, "token.beside", block, token):
        game.tell(NothingDone(block=block, why="not-adjacent"))
        return
    below = pick(game, "tunnel.below", [name for name in game.state.everywhere() if name != block], token, number=101)
    game.tell(TunnelClosed(token=token, by=block))
    record_token(game, block, BARRICADE)
    for victim in below:
        destroy(game, victim, "tunnel")


NOBODY = "nobody"
LEADER_EP = 6


def fire(game: Game, block: str) -> None:
    """Fire at an enemy. Clause: UO Fire (UO-050)."""
    _resolve_attack(game, block, "fire")


def suppress(game: Game, block: str) -> None:
    """Suppress an enemy: only some targets, and only without moving first. Clause: UO Suppressing fire (UO-091)."""
    _resolve_attack(game, block, "suppress")


def assault(game: Game, block: str) -> None:
    """Assault an enemy; in a building only with a leader near. Clause: UO Assault (UO-038)."""
    _resolve_attack(game, block, "assault")


def _resolve_attack(game: Game, block: str, kind: str) -> None:
    reveal(game, "fire", block)
    target, ep = _choose_target(game, block, kind)
    if not target:
        game.tell(NothingDone(block=block, why="no-target"))
    elif kind == "assault" and not _is_led(game, block, target):
        game.tell(NothingDone(block=block, why="no-leader"))
    else:
        attack_kind = kind if kind != "suppress" or _can_suppress(game, target) else "fire"
        fight(game, AttackPlan(block, target, attack_kind, ep))


def _choose_target(game: Game, block: str, kind: str) -> tuple[str, int]:
    """The target and its distance in EP. Targets out of range or out of sight are closed, and the question repeats."""
    barred: dict[str, str] = {}
    tried: tuple[str, ...] = ()
    start, reach_ep = game.state[block], reach(game.state, block)
    while True:
        question, enemies = _target_question(game.state, block, kind, barred), watchers(game.state, block, tried)
        answer = game.ask_unless(question, offer(game.state, block, enemies)) if enemies else game.ask(question)
        if isinstance(answer, Reactor):
            tried = (*tried, answer.block)
            if react(game, answer.block, block) and is_interrupted(game, block, start):
                return "", 0
        elif answer == NOBODY:
            return "", 0
        else:
            ep = measure_distance(game, block, answer, reach_ep)
            closed = closing(game.state, block, ep)
            if not closed and confirm(game, "sees", block, answer, ""):
                return answer, ep
            barred[answer] = closed or "unseen"


def _target_question(state: OperationsState, block: str, kind: str, barred: Mapping[str, str]) -> Choose:
    """The question for the target; it lists population, which is never a target. Clause: UO Tokens (UO-076)."""
    options = [option(enemy, barred.get(enemy, ""), 50) for enemy in state.enemies(block)]
    people = [name for name, token in state.tokens.items() if token.kind == POPULATION and token.revealed]
    options += [option(name, "population", 76) for name in people]
    about = topic(f"target.{kind}", block)._asdict()
    return Choose(seat=state[block].side, options=(*options, Option(NOBODY)), **about)


def _is_led(game: Game, block: str, target: str) -> bool:
    """Whether a block may assault a building. Clause: UO Assault (UO-038)."""
    if not confirm(game, "in-building", target):
        return True
    kinds = aid.entry(game.state, "assault.leader")
    leaders = game.state.leaders(game.state[block].side, tuple(kinds) if isinstance(kinds, list) else (PLATOON_LEADER,))
    if leaders and confirm(game, "led", block, LEADER_EP):
        return True
    return aid.ask_membership(game, "assault.exempt", game.state[block].card.kind, (block,))


def _can_suppress(game: Game, target: str) -> bool:
    """Whether fire may suppress the target; otherwise it is ordinary fire."""
    acting = game.state.acting
    reveal(game, "fire", target)
    is_still = not (acting and acting.moved)
    return is_still and aid.ask_membership(game, "suppress.targets", game.state[target].card.weight, (target,))


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
