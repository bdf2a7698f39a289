"""A fight from the announcement to the losses, in the order of the aid, with helpers, bonuses and withdrawal.

Clauses: UO Fire (UO-050..066), Supporting fire (UO-090), Suppressing fire (UO-091).
"""

from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import Any

from tablecam.rules.books.urban_operations.rules import aid
from tablecam.rules.books.urban_operations.rules.codes import (
    Game,
    choose,
    confirm,
    count,
    option,
    pick,
    reason,
    roll,
    row,
)
from tablecam.rules.books.urban_operations.rules.duel import FightSide, Outcome, duel
from tablecam.rules.books.urban_operations.rules.fight_events import (
    CoverGiven,
    FireAnnounced,
    PositionTaken,
    Reacted,
    Withdrew,
)
from tablecam.rules.books.urban_operations.rules.impulse_events import AlsoActivated, NothingDone, PairEnded
from tablecam.rules.books.urban_operations.rules.losses import (
    blast,
    compute_sniper_loss,
    destroy,
    lose,
    pair_losses,
    reveal,
    riders_suffer,
    weapons_effect,
)
from tablecam.rules.books.urban_operations.rules.menu import room
from tablecam.rules.books.urban_operations.rules.pieces import LEADERS
from tablecam.rules.books.urban_operations.rules.state import OperationsState
from tablecam.rules.books.urban_operations.rules.weapons import (
    band,
    choose_weapon,
    farthest,
    firepower,
    list_weapons_in_reach,
    measure_distance,
)
from tablecam.rules.check import Ladder, Modifier
from tablecam.rules.dice import D10_FROM_0

# one or more of them give a single +1. Clause: UO Total Firepower (UO-058).
POSITIONS = ("opening", "fortified", "high", "sewers")


@dataclass(frozen=True)
class Firing:
    """The fire of a block. kind: fire, suppress, opportunity, assault or reply; helper: the block that supports it.

    wall: the target crosses an outer wall. joined: the modifiers that cover fire adds.
    """

    block: str
    weapon: str
    fp: int
    kind: str
    wall: bool = False
    helper: str = ""
    joined: tuple[Modifier, ...] = ()


def bonuses(game: Game, firing: Firing) -> tuple[Modifier, ...]:
    """The firepower of a block with all its modifiers."""
    block = firing.block
    granted = pick(game, "bonuses", (*_chain_options(game, block), *POSITIONS), block, number=57)
    added = [Modifier(firing.fp, reason(f"firepower.{firing.weapon}"), row(5))] if firing.weapon else []
    if "chain" in granted:
        added.append(Modifier(1, reason("chain"), row(57)))
    if set(POSITIONS) & set(granted):
        added.append(Modifier(1, reason("position"), row(58)))
    return (*added, *_list_kind_modifiers(firing), *firing.joined, *_wear_modifiers(game, block))


def _list_kind_modifiers(firing: Firing) -> Iterator[Modifier]:
    """Clauses: UO-059, UO Supporting fire (UO-090), Suppressing fire (UO-091), Crossing walls (UO-097)."""
    if firing.kind == "opportunity":
        yield Modifier(3 if firing.wall else 2, reason("opportunity"), row(97 if firing.wall else 59))
    if firing.kind == "suppress":
        yield Modifier(1, reason("suppress"), row(91))
    if firing.helper:
        yield Modifier(2, reason("support"), row(90))


def _chain_options(game: Game, block: str) -> tuple[str, ...]:
    """The option of the command chain, where a leader is on the map and the side lost no leader this turn."""
    state = game.state
    if state.leaderless.get(state[block].side) == "basic":
        return ()
    return ("chain",) if chain(state, state[block].side) else ()


def chain(state: OperationsState, side: str) -> tuple[str, ...]:
    """The leaders who form the command chain. Clause: UO Total Firepower (UO-057)."""
    kinds = aid.entry(state, "chain.leaders")
    return state.leaders(side, tuple(kinds) if isinstance(kinds, list) else LEADERS)


def _wear_modifiers(game: Game, block: str) -> tuple[Modifier, ...]:
    """-1 for a block that is worn down. Clause: UO Total Firepower (UO-060)."""
    fighter = game.state[block]
    if fighter.osl >= fighter.card.osl or fighter.osl > aid.number(game, "osl.weak", about=(block,)):
        return ()
    return (Modifier(-1, reason("worn"), row(60)),)


NOBODY = "nobody"
COVER_EP = 3
# Clause: UO Anti-sniping (UO-094).
COUNTER_FROM_EP = 11
COUNTER_TO_EP = 20


@dataclass(frozen=True)
class Cover:
    """Cover fire by a friend of the target. ep: from the friend to the attacker. joined: its modifiers."""

    by: str = ""
    effect: str = ""
    ep: int = 0
    joined: tuple[Modifier, ...] = ()


def cover(game: Game, attacker: str, target: str) -> Cover:
    """Cover fire by a friend within 3 EP of the target; the aid or the table sets its effect. Clause: UO-053."""
    state = game.state
    friends = [friend for friend in state.friends(target) if not state[friend].reacted]
    if not friends:
        return Cover()
    by = choose(game, state[target].side, "cover", [*friends, NOBODY], target, attacker)
    if by == NOBODY:
        return Cover()
    fresh = not state[by].revealed
    reveal(game, "fire", by)
    counter = _can_counter_snipe(game, attacker, by)
    if not counter and not confirm(game, "cover.near", by, target, COVER_EP):
        return Cover()
    game.tell(Reacted(block=by, to=attacker, kind="cover"))
    effect = aid.ask_code(game, "cover_fire.effect", about=(by, target))
    game.tell(CoverGiven(block=by, target=target, effect=effect))
    ep = measure_distance(game, by, attacker, farthest()) if effect != "takes" else 0
    joined = _join_modifiers(game, by, ep, counter and fresh) if effect == "joins" else ()
    return Cover(by, effect, ep, joined)


def _can_counter_snipe(game: Game, attacker: str, by: str) -> bool:
    """Whether a sniper answers a sniper from 11 to 20 EP away. Clause: UO Anti-sniping (UO-094)."""
    state = game.state
    are_snipers = state[attacker].card.kind == state[by].card.kind == "sniper"
    return are_snipers and state.scenario.advanced and confirm(
        game, "counter-sniper", by, attacker, COUNTER_FROM_EP, COUNTER_TO_EP
    )  # fmt: skip


def _join_modifiers(game: Game, by: str, ep: int, fresh_sniper: bool) -> tuple[Modifier, ...]:
    weapon = choose_weapon(game, by, ep)
    added = [Modifier(firepower(game, by, weapon, ep), reason("cover"), row(53))] if weapon else []
    if fresh_sniper:
        added.append(Modifier(2, reason("anti-sniping"), row(94)))
    return tuple(added)


def supporting(game: Game, attacker: str, target: str) -> str:
    """The block that adds 2 as it sees the target, or empty; both are activated. Clause: UO-090."""
    state = game.state
    fresh = [friend for friend in state.friends(attacker) if not state[friend].activated and room(state, friend)]
    if not state.scenario.advanced or not fresh:
        return ""
    by = choose(game, state[attacker].side, "supporting", [*fresh, NOBODY], attacker, target)
    if by == NOBODY or not confirm(game, "sees", by, target, farthest()):
        return ""
    reveal(game, "fire", by)
    game.tell(AlsoActivated(block=by, why="supporting"))
    return by


# each hit on the ladder saves 1 OSL. Clause: UO Fire (UO-051).
STEPS = (2, 7)
MOST_LOST = 2


def ladder(wall: bool) -> Ladder:
    """The die: 0-1 loses 2 OSL, 2-6 loses 1, 7-9 none; over an outer wall the die counts one less (UO-097)."""
    modifiers = (Modifier(-1, reason("outer-wall"), row(97)),) if wall else ()
    return Ladder(name="withdrawal", steps=STEPS, modifiers=modifiers, die=D10_FROM_0, clause=row(51))


def leaves(game: Game, block: str, enemy: str) -> bool:
    """Whether a target leaves instead of fighting; its side decides. Clauses: UO-051, UO Reactions (UO-067)."""
    state = game.state
    options = [option("stay"), option("withdraw", "reacted" if state[block].reacted else "", 67)]
    decision = choose(game, state[block].side, "withdraw", options, block, enemy)
    return decision == "withdraw" and withdraw(game, block, enemy)


def withdraw(game: Game, block: str, enemy: str) -> bool:
    """Withdraw a block by a few MP, with a possible loss of OSL; False where it goes 0 MP, and so stays.

    Quality does not change the loss.
    """
    mp = _choose_distance(game, block)
    if not mp:
        game.tell(NothingDone(block=block, why="stays"))
        return False
    game.tell(Reacted(block=block, to=enemy, kind="withdrawal"))
    reveal(game, "reaction", block)
    _end_pair(game, block)
    wall = game.state.scenario.advanced and confirm(game, "wall", block)
    check = ladder(wall)
    faces = roll(game, game.state[block].side, "withdrawal", block, check=check)
    loss = MOST_LOST - check.hits(faces)
    game.tell(Withdrew(block=block, mp=mp, faces=faces, loss=loss))
    lose(game, block, loss, "withdrawal")
    return True


def _choose_distance(game: Game, block: str, least: int = 0) -> int:
    weight = game.state[block].card.weight
    most_mp = int(aid.ask_code(game, f"withdraw.{weight}.mp", about=(block,)))
    return count(game, "withdraw.mp", most_mp, block, number=51, least=least)


def _end_pair(game: Game, block: str) -> None:
    """End the pair of a block that leaves a shared hex."""
    if game.state[block].pair:
        game.tell(PairEnded(block=block))


def is_driven_away(game: Game, block: str) -> bool:
    """Whether the loser of an assault leaves; without a way out it is lost, or stays. Clause: UO Result (UO-062)."""
    if not game.state[block].alive:
        return True
    if confirm(game, "way-out", block):
        mp = _choose_distance(game, block, least=1)
        _end_pair(game, block)
        game.tell(Withdrew(block=block, mp=mp, forced=True))
        return True
    if game.state.rules.uo_no_way_out == "stays":
        return False
    destroy(game, block, "no-way-out")
    return True


INADEQUATE_OSL = 2
AMBUSH_FP = 5
BACKBLAST_OSL = 1


@dataclass(frozen=True)
class AttackPlan:
    """A planned attack. kind: fire, suppress, opportunity or assault. wall: the target crosses an outer wall."""

    block: str
    target: str
    kind: str
    ep: int
    wall: bool = False
    weapon: str = ""

    @property
    def area(self) -> str:
        """The kind of the attack's weapons effect."""
        return "assault" if self.kind == "assault" else "fire"


def fight(game: Game, attack: AttackPlan) -> None:
    """Resolve a fight with a target in sight and in range, from announcement to losses. Clause: UO Fire (UO-050)."""
    reveal(game, "fire", attack.block, attack.target)
    weapon = choose_weapon(game, attack.block, attack.ep)
    if not weapon:
        game.tell(NothingDone(block=attack.block, why="no-weapon"))
        return
    attack = replace(attack, weapon=weapon)
    announce(game, attack)
    if not aid_allows(game, attack):
        return
    if leaves(game, attack.target, attack.block):
        effect(game, attack)
        take(game, attack)
    elif not inadequate(game, attack):
        exchange(game, attack)
    aftereffects(game, attack)


def announce(game: Game, attack: AttackPlan) -> None:
    """Record the announcement with its band. Clause: UO Fire (UO-050)."""
    band_number = band(game.state, game.state[attack.block].card, attack.ep, attack.weapon)
    fields: dict[str, Any] = {"kind": attack.kind, "ep": attack.ep, "band": band_number, "weapon": attack.weapon}
    game.tell(FireAnnounced(block=attack.block, target=attack.target, **fields))


def aid_allows(game: Game, attack: AttackPlan) -> bool:
    """Whether a sniper may fire at the target. Clause: UO Sniper (UO-087)."""
    if choose_reply(game, attack.block, attack.target) != "none":
        return True
    game.tell(NothingDone(block=attack.block, why="not-for-snipers"))
    return False


def inadequate(game: Game, attack: AttackPlan) -> bool:
    """Whether the weapon may not fire at the target: 2 OSL and the effect, no duel. Clause: UO Fire (UO-052)."""
    weapon = game.state[attack.block].card.weapons[attack.weapon]
    weight = game.state[attack.target].card.weight
    if aid.ask_membership(game, f"weapon.{weapon.kind}.targets", weight, (attack.block, attack.weapon)):
        return False
    side = aid.ask_code(game, "inadequate.side", about=(attack.block, attack.weapon))
    loser, enemy = (attack.block, attack.target) if side == "shooter" else (attack.target, attack.block)
    effect(game, attack)
    lose(game, loser, INADEQUATE_OSL, "inadequate")
    if game.state[loser].alive:
        leaves(game, loser, enemy)
    return True


def exchange(game: Game, attack: AttackPlan) -> None:
    """Resolve cover fire, supporting fire, duel, effect and losses. Clauses: UO-053 to UO-065."""
    cover_fire = cover(game, attack.block, attack.target) if attack.kind != "assault" else Cover()
    helper = supporting(game, attack.block, attack.target) if attack.kind in ("fire", "suppress") else ""
    reply = choose_reply(game, attack.block, attack.target)
    outcome = duel(
        game, attack.kind, attack.ep,
        (attacker(game, attack, cover_fire, helper), defender(game, attack, cover_fire, reply)),
    )  # fmt: skip
    effect(game, attack)
    harmless = reply == "no_reply"
    losses(
        game,
        attack,
        outcome,
        victim=cover_fire.by if cover_fire.effect == "takes" else attack.target,
        harmless=harmless,
    )


def attacker(game: Game, attack: AttackPlan, covered: Cover, helper: str) -> FightSide:
    """The side that has announced, with all modifiers of its firepower."""
    block, card = attack.block, game.state[attack.block].card
    fp = firepower(game, block, attack.weapon, attack.ep)
    if not covered.by and ambushes(game, attack):
        fp = AMBUSH_FP
    added = bonuses(game, Firing(block, attack.weapon, fp, attack.kind, attack.wall, helper))
    return FightSide(block, card.weapons[attack.weapon].kind, added, sniper=card.kind == "sniper")


def ambushes(game: Game, attack: AttackPlan) -> bool:
    """Whether firepower is 5 at any range, for some units and vehicles. Clause: UO Ambush against vehicle (UO-095)."""
    card, target = game.state[attack.block].card, game.state[attack.target].card
    if not game.state.scenario.advanced or target.foot or not card.foot:
        return False
    block, weapon = attack.block, attack.weapon
    return aid.ask_membership(game, "ambush.units", card.kind, (block, weapon)) and aid.ask_membership(
        game, "ambush.targets", target.weight, (block, weapon)
    )


def defender(game: Game, attack: AttackPlan, covered: Cover, reply: str) -> FightSide:
    """The target's side. A block that cannot reply adds only its die."""
    block = covered.by if covered.effect == "fires" else attack.target
    ep = covered.ep if covered.effect == "fires" else attack.ep
    card = game.state[block].card
    mute = reply == "no_reply" or (reply == "reply_in_range" and not list_weapons_in_reach(game.state, block, ep))
    weapon = "" if mute and block == attack.target else choose_weapon(game, block, ep)
    fp = firepower(game, block, weapon, ep) if weapon else 0
    firing = Firing(block, weapon, fp, "reply", joined=covered.joined)
    added = bonuses(game, firing) if weapon or covered.joined else ()
    kind = card.weapons[weapon].kind if weapon else ""
    return FightSide(block, kind, added, sniper=card.kind == "sniper")


def losses(game: Game, attack: AttackPlan, ends: Outcome, victim: str, harmless: bool) -> None:
    """Apply losses. Clauses: UO Result (UO-061, UO-062), Apply losses (UO-065), Suppressing fire (UO-091)."""
    losers = (0, 1) if ends.loser is None else (ends.loser,)
    if attack.kind == "suppress" and ends.loser == 1:
        game.tell(Reacted(block=attack.target, to=attack.block, kind="suppressed"))
        return
    for side in losers:
        block = victim if side else attack.block
        if side or not harmless:
            _apply_losses(game, attack, block, ends, side)
    if attack.kind == "assault" and ends.loser is not None:
        loser = attack.target if ends.loser else attack.block
        if is_driven_away(game, loser) and ends.loser:
            take(game, attack)


def _apply_losses(game: Game, attack: AttackPlan, block: str, ends: Outcome, side: int) -> None:
    if ends.destroyed[side]:
        destroy(game, block, "critical")
        return
    usual = 2 if attack.kind == "assault" and ends.loser is not None else 1
    osl = usual + ends.extra[side]
    if side and game.state[attack.block].card.kind == "sniper":
        osl = compute_sniper_loss(game, block, osl)
    lose(game, block, osl, attack.area)
    riders_suffer(game, block, osl, attack.weapon == "heavy")


def effect(game: Game, attack: AttackPlan) -> None:
    """Apply the weapons effect, which vehicles lack in assaults. Clauses: UO Fire (UO-064), Assault (UO-038)."""
    if attack.kind == "assault" and not game.state[attack.block].card.foot:
        return
    weapons_effect(game, attack.area, attack.block)


def take(game: Game, attack: AttackPlan) -> None:
    """Take the position of a target that is lost or has left an assault, free. Clause: UO Apply losses (UO-066)."""
    if attack.kind == "assault" and game.state[attack.block].alive:
        game.tell(PositionTaken(block=attack.block))


def aftereffects(game: Game, attack: AttackPlan) -> None:
    """Apply the back blast and the losses of a pair that fires. Clauses: UO Tokens (UO-082), Armor cover."""
    kind = game.state[attack.block].card.weapons[attack.weapon].kind
    if aid.ask_membership(game, "backblast.weapons", kind, (attack.block, attack.weapon)):
        blast(game, "backblast", attack.block, BACKBLAST_OSL)
    pair_losses(game, attack.block)


SNIPER = "sniper"


def choose_reply(game: Game, attacker: str, target: str) -> str:
    """The reply of a target: `none` where a sniper may not fire at it; `reply` against other attackers."""
    if game.state[attacker].card.kind != SNIPER:
        return "reply"
    return aid.ask_code(game, "sniper.targets", game.state[target].card.weight, (attacker, target))
