"""The exact chances of a whole close combat, of a charge, and of breaking off and surviving it.

odds = fight_odds(state, "ann", "bob", weapons)         # as they stand; weapons by model
odds = charge_odds(state, "ann", "bob")                 # as if ann had just charged into contact
weapons, odds = expected_fight(charged(state, "ann", "bob"), "ann", "bob")    # with what both would take
odds.defender_falls, odds.attacker_falls, odds.both_fall, odds.neither_falls, odds.loses("ann"), odds.strikes_first
away = break_off_odds(state, "ann", enemy="bob")        # enemy: whom it fights if the check fails
away.gets_away, away.falls, away.stays, away.check

Who is hit counts the hits that count for the result. The checks for panic of friends who see somebody fall rest on
where they stand, and are in none of these.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import partial
from typing import NamedTuple

from tablecam.rules.books.urban_war.rules import checks
from tablecam.rules.books.urban_war.rules.actions import BREAK_OFF
from tablecam.rules.books.urban_war.rules.card import Band, Figures, Weapon
from tablecam.rules.books.urban_war.rules.chances import Attack, blow_attack, failing
from tablecam.rules.books.urban_war.rules.close_combat import BARE_HANDS, fights_back, first_strike
from tablecam.rules.books.urban_war.rules.combat_events import Charged, Engaged
from tablecam.rules.books.urban_war.rules.events import Activated
from tablecam.rules.books.urban_war.rules.evolve import evolve
from tablecam.rules.books.urban_war.rules.state import State
from tablecam.rules.books.urban_war.rules.target_priority import usable
from tablecam.rules.check import Check, Modifier
from tablecam.rules.odds import Distribution, certainly, either, side_by_side, successes


class Blows(NamedTuple):
    """What one model's blows come to. hits: those that count for the result of the combat."""

    hits: int = 0
    wounds: int = 0


@dataclass(frozen=True)
class FightOdds:
    """A combat between two. blows: of the attacker and of the defender. left: the wounds that both have left.

    attack, back: the rolls; back is None where the defender does not fight back. speed: first strike of both.
    """

    attacker: str
    defender: str
    blows: Distribution[tuple[Blows, Blows]]
    left: tuple[int, int]
    attack: Attack
    back: Attack | None
    speed: tuple[int, int]

    @property
    def strikes_first(self) -> str:
        """Who does; empty where both strike at once."""
        one, two = self.speed
        if self.back is None or one > two:
            return self.attacker
        return "" if one == two else self.defender

    @property
    def wounds(self) -> Distribution[tuple[int, int]]:
        """The wounds that the attacker takes, and that the defender takes, as far as they have any left."""
        return self.blows.map(lambda it: (min(it[1].wounds, self.left[0]), min(it[0].wounds, self.left[1])))

    @property
    def defender_falls(self) -> Fraction:
        """The chance that the defender is removed, whatever becomes of the attacker."""
        return self.wounds.chance(lambda it: it[1] == self.left[1])

    @property
    def attacker_falls(self) -> Fraction:
        """The chance that the attacker is removed, whatever becomes of the defender."""
        return self.wounds.chance(lambda it: it[0] == self.left[0])

    @property
    def both_fall(self) -> Fraction:
        """The chance that both are removed."""
        return self.wounds.chance(lambda it: it == self.left)

    @property
    def neither_falls(self) -> Fraction:
        """The chance that both stand afterwards."""
        return 1 - self.defender_falls - self.attacker_falls + self.both_fall

    def loses(self, model: str) -> Fraction:
        """The chance that both stand and that this one was hit more often, so that it checks for panic."""
        mine = 0 if model == self.attacker else 1
        return self.blows.chance(lambda it: self._both_stand(it) and it[1 - mine].hits > it[mine].hits)

    def panics(self, model: str, check: Check) -> Fraction:
        """The chance that it loses and fails this check."""
        return self.loses(model) * (1 - check.odds)

    @property
    def gain(self) -> tuple[Fraction, Fraction]:
        """How good it is for the attacker: falls of the other less its own, then wounds likewise."""
        dealt = self.wounds.map(lambda it: it[1] - it[0]).mean()
        return self.defender_falls - self.attacker_falls, dealt

    def _both_stand(self, it: tuple[Blows, Blows]) -> bool:
        return it[1].wounds < self.left[0] and it[0].wounds < self.left[1]


def arms(state: State, model: str) -> tuple[Weapon, ...]:
    """What it may fight with."""
    return usable(state, model, Band.CONTACT) or (BARE_HANDS,)


def blows_of(attack: Attack, armoured_hits_count: bool) -> Distribution[Blows]:
    """Hits that count and wounds of one model's blows."""

    def of_hits(hits: int) -> Distribution[Blows]:
        return successes(hits, failing(attack.armour)).then(lambda left: of_left(hits, left))

    def of_left(hits: int, left: int) -> Distribution[Blows]:
        counted = hits if armoured_hits_count else left
        return successes(left * attack.dice, attack.damage.odds).map(lambda wounds: Blows(counted, wounds))

    return successes(attack.shots, attack.to_hit.odds).then(of_hits)


def fight_odds(state: State, attacker: str, defender: str, weapons: Mapping[str, Weapon] | None = None) -> FightOdds:
    """A combat as it would be fought now. weapons: by model; what is missing is the first that it has for it."""
    held = {model: (weapons or {}).get(model) or arms(state, model)[0] for model in (attacker, defender)}
    attack = blow_attack(state, attacker, defender, _figures(held[attacker]))
    answer = blow_attack(state, defender, attacker, _figures(held[defender]))
    back = answer if fights_back(state, defender, attacker) else None
    speed = (first_strike(state, attacker, held[attacker]), first_strike(state, defender, held[defender]))
    left = (state[attacker].wounds, state[defender].wounds)
    counted = state.rules.armoured_hits_count
    mine = blows_of(attack, counted)
    theirs = blows_of(back, counted) if back else certainly(Blows())
    return FightOdds(attacker, defender, _in_order(mine, theirs, speed, left), left, attack, back, speed)


def _in_order(
    mine: Distribution[Blows], theirs: Distribution[Blows], speed: tuple[int, int], left: tuple[int, int]
) -> Distribution[tuple[Blows, Blows]]:
    """Who is removed by the one that strikes first does not strike."""
    if speed[0] == speed[1]:
        return side_by_side(mine, theirs)
    if speed[0] > speed[1]:
        return mine.then(lambda one: (theirs if one.wounds < left[1] else _none).map(lambda two: (one, two)))
    return theirs.then(lambda two: (mine if two.wounds < left[0] else _none).map(lambda one: (one, two)))


_none = certainly(Blows())


def _figures(weapon: Weapon) -> Figures:
    return weapon.contact or Figures()


def charged(state: State, model: str, target: str, both: bool = False) -> State:
    """As if a model had just charged into contact with a target. both: an intercept, both count as charging."""
    if not both and not (state.action and state.action.model == model):
        state = evolve(state, Activated(model=model))
    state = evolve(state, Engaged(model=model, enemies=(target,)))
    return evolve(state, Charged(models=(model, target) if both else (model,)))


def charge_odds(
    state: State, model: str, target: str, weapons: Mapping[str, Weapon] | None = None, both: bool = False
) -> FightOdds:
    """The fight if a model charges a target, or, with `both`, intercepts it; the way there is not in it."""
    return fight_odds(charged(state, model, target, both), model, target, weapons)


def expected_fight(state: State, attacker: str, defender: str) -> tuple[Mapping[str, Weapon], FightOdds]:
    """The weapons that both would take, and the odds with them.

    The attacker names its weapon first; the defender answers with what is best for it, and the attacker knows that.
    What is good: that the other falls rather than oneself; where that is equal, more wounds dealt than taken.
    """
    found = [_answered(state, attacker, defender, weapon) for weapon in arms(state, attacker)]
    return max(found, key=lambda it: it[1].gain)


def _answered(state: State, attacker: str, defender: str, weapon: Weapon) -> tuple[Mapping[str, Weapon], FightOdds]:
    tried = [{attacker: weapon, defender: answer} for answer in arms(state, defender)]
    found = [(held, fight_odds(state, attacker, defender, held)) for held in tried]
    return min(found, key=lambda it: it[1].gain)


class Parting(NamedTuple):
    """How breaking off ends. passed: the check; hit: those in contact have hit it on its way out."""

    passed: bool
    falls: bool
    enemy_falls: bool = False
    hit: bool = False


@dataclass(frozen=True)
class BreakOffOdds:
    """A break-off. check: the command check; strikes: the blows on its way out, by model; fight: if the check fails."""

    check: Check
    endings: Distribution[Parting]
    strikes: Mapping[str, Attack]
    fight: FightOdds

    @property
    def gets_away(self) -> Fraction:
        """The chance that it leaves the combat alive."""
        return self.endings.chance(lambda it: it.passed and not it.falls)

    @property
    def falls(self) -> Fraction:
        """The chance that it is removed, by a blow on its way out or in the fight that it must fight instead."""
        return self.endings.chance(lambda it: it.falls)

    @property
    def stays(self) -> Fraction:
        """The chance that it lives, and has had to fight instead."""
        return 1 - self.gets_away - self.falls

    @property
    def struck_down(self) -> Fraction:
        """The chance that it falls on its way out once the check has passed."""
        passed = self.endings.chance(lambda it: it.passed)
        return self.endings.chance(lambda it: it.passed and it.falls) / passed if passed else Fraction(0)


def break_off_odds(
    state: State,
    model: str,
    enemy: str = "",
    weapons: Mapping[str, Weapon] | None = None,
    bonus: Sequence[Modifier] = (),
    strikers: Mapping[str, Weapon] | None = None,
) -> BreakOffOdds:
    """Breaking off as it would be rolled now. enemy: whom it fights if the check fails, the first by default.

    weapons: of that fight, by model. bonus: of the Commander, where it is known. strikers: who strikes at it on its way
    out, and with what; by default all who may, or as a house rule the one best at it, each with what removes it best.
    """
    check = checks.command(state, state[model], BREAK_OFF, bonus)
    fight = fight_odds(state, model, enemy or state[model].contacts[0], weapons)
    held = _strikers(state, model) if strikers is None else strikers
    strikes = {striker: blow_attack(state, striker, model, _figures(weapon)) for striker, weapon in held.items()}
    out = _struck_at(state, model, tuple(strikes.values()))
    passed = out.map(lambda it: Parting(True, it.wounds >= state[model].wounds, hit=it.hits > 0))
    failed = fight.wounds.map(lambda it: Parting(False, it[0] == fight.left[0], it[1] == fight.left[1]))
    return BreakOffOdds(check, either(check.odds, passed, failed), strikes, fight)


def _strikers(state: State, model: str) -> dict[str, Weapon]:
    """Those in contact that may strike, each with what it strikes best with."""

    def worth(striker: str, weapon: Weapon) -> tuple[Fraction, Fraction]:
        attack = blow_attack(state, striker, model, _figures(weapon))
        return attack.kills(state[model].wounds), attack.wounds.mean()

    ready = [contact for contact in state[model].contacts if fights_back(state, contact, model)]
    held = {striker: max(arms(state, striker), key=partial(worth, striker)) for striker in ready}
    if state.rules.breakoff_strikers == "all" or len(ready) < 2:
        return held
    best = max(ready, key=lambda striker: worth(striker, held[striker]))
    return {best: held[best]}


def _struck_at(state: State, model: str, attacks: Sequence[Attack]) -> Distribution[Blows]:
    """Those in contact strike one after the other, as long as it lives."""
    total: Distribution[Blows] = certainly(Blows())
    for attack in attacks:
        more = blows_of(attack, state.rules.armoured_hits_count)
        total = total.then(_while_it_lives(more, state[model].wounds))
    return total


def _while_it_lives(more: Distribution[Blows], left: int) -> Callable[[Blows], Distribution[Blows]]:
    def after(before: Blows) -> Distribution[Blows]:
        if before.wounds >= left:
            return certainly(before)
        return more.map(lambda it: Blows(before.hits + it.hits, before.wounds + it.wounds))

    return after
