"""A fight from the announcement to the losses, in the order of the aid. Clauses: UO Fire (UO-050..066)."""

from dataclasses import dataclass, replace
from typing import Any

from tablecam.rules.books.urban_operations.rules import aid
from tablecam.rules.books.urban_operations.rules.asking import Game
from tablecam.rules.books.urban_operations.rules.bonuses import Firing, bonuses
from tablecam.rules.books.urban_operations.rules.cover import Cover, cover, supporting
from tablecam.rules.books.urban_operations.rules.duel import FightSide, duel
from tablecam.rules.books.urban_operations.rules.effects import blast, weapons_effect
from tablecam.rules.books.urban_operations.rules.fight_events import FireAnnounced, PositionTaken, Reacted
from tablecam.rules.books.urban_operations.rules.impulse_events import NothingDone
from tablecam.rules.books.urban_operations.rules.losses import compute_sniper_loss, destroy, lose, reveal
from tablecam.rules.books.urban_operations.rules.randomness import Outcome
from tablecam.rules.books.urban_operations.rules.riders import pair_losses, riders_suffer
from tablecam.rules.books.urban_operations.rules.weapons import band, choose_weapon, firepower, list_weapons_in_reach
from tablecam.rules.books.urban_operations.rules.withdrawal import is_driven_away, leaves

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
