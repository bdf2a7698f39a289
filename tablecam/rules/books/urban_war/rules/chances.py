"""The exact chances of a whole attack, and of a whole close combat, a charge or a break-off.

attack = shot_attack(state, "ann", "bob", figures, Shot(Band.SHORT, "solid"), command=None)
attack.hit, attack.wound, attack.kills(wounds_left)     # overall: the command check and all earlier rolls included
attack.hit_if_allowed, attack.wound_if_hit, attack.kills_if_wounded(wounds_left)      # each if the previous one happens
attack.wounds                                            # the number of wounds, as a distribution

Checks, rallies and initiative are in `check_chances.py`.
In the players' words, with the sums behind them: `tablecam/rules/books/urban_war/advice/odds_words.py`.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property, partial
from typing import NamedTuple

from tablecam.rules.books.urban_war.rules import checks
from tablecam.rules.books.urban_war.rules.action_events import Activated
from tablecam.rules.books.urban_war.rules.actions import BREAK_OFF
from tablecam.rules.books.urban_war.rules.attack_events import Charged, Engaged
from tablecam.rules.books.urban_war.rules.cards import BARE_HANDS, Band, Figures, Shot, Weapon
from tablecam.rules.books.urban_war.rules.close_combat import fights_back, first_strike
from tablecam.rules.books.urban_war.rules.state import State
from tablecam.rules.books.urban_war.rules.target_priority import usable
from tablecam.rules.check import Check, Modifier
from tablecam.rules.event import evolve
from tablecam.rules.odds import Distribution, add_distributions, certainly, either, side_by_side, successes


@dataclass(frozen=True)
class Attack:
    """The rolls of an attack in their order; None is not rolled. shots, dice: the weapon's multipliers.

    apart: each shot names its own target, as a house rule: if the first check fails, all shots are lost; a later
    failure
    loses its own shot, or with `all_lost` those after it too.
    """

    to_hit: Check
    damage: Check
    shots: int = 1
    dice: int = 1
    armour: Check | None = None
    cover: Check | None = None
    command: Check | None = None
    apart: bool = False
    all_lost: bool = False

    @cached_property
    def hits(self) -> Distribution[int]:
        """The number of shots or blows that hit, before armour."""
        return self._wounds_with_check(successes(1, self.to_hit.odds))

    @cached_property
    def wounds(self) -> Distribution[int]:
        """The number of wounds that it costs."""
        return self._wounds_with_check(self._wounds_of_shot())

    @property
    def hit(self) -> Fraction:
        """The chance that anything hits, armour not counted."""
        return self.hits.chance(bool)

    @property
    def wound(self) -> Fraction:
        """The chance that it costs at least one wound."""
        return self.wounds.chance(bool)

    def kills(self, wounds: int) -> Fraction:
        """The chance that a model with this number of wounds left is removed."""
        return self.wounds.chance(lambda n: n >= wounds)

    @property
    def allowed(self) -> Fraction:
        """The chance of the command check that comes first; certain where there is none."""
        return self.command.odds if self.command else Fraction(1)

    @property
    def hit_if_allowed(self) -> Fraction:
        """The chance of a hit once the command check has passed."""
        return compute_share(self.hit, self.allowed)

    @property
    def wound_if_hit(self) -> Fraction:
        """The chance of a wound once something has hit."""
        return compute_share(self.wound, self.hit)

    def kills_if_wounded(self, wounds: int) -> Fraction:
        """The chance that a model with this number of wounds left is removed, once it is wounded."""
        return compute_share(self.kills(wounds), self.wound)

    def _wounds_of_shot(self) -> Distribution[int]:
        hits = successes(1, self.to_hit.odds).then(lambda n: successes(n, failing(self.armour)))
        wounds = hits.then(lambda n: successes(n * self.dice, self.damage.odds))
        return wounds.then(lambda n: successes(n, failing(self.cover)))

    def _wounds_with_check(self, one: Distribution[int]) -> Distribution[int]:
        """The wounds of all shots, where the command check allows them."""
        if not self.command or not self.apart:
            return either(self.allowed, sum_distributions([one] * self.shots), certainly(0))
        return either(
            self.allowed, add_distributions(one, self._wounds_of_later_shots(one, self.shots - 1)), certainly(0)
        )

    def _wounds_of_later_shots(self, one: Distribution[int], shots: int) -> Distribution[int]:
        """The wounds of the shots after the first, each with its own check."""
        if not shots:
            return certainly(0)
        later_wounds = self._wounds_of_later_shots(one, shots - 1)
        return either(
            self.allowed, add_distributions(one, later_wounds), certainly(0) if self.all_lost else later_wounds
        )


def failing(save: Check | None) -> Fraction:
    """The chance that a save does not help; certain where there is none."""
    return 1 - save.odds if save else Fraction(1)


def compute_share(part: Fraction, whole: Fraction) -> Fraction:
    """The chance of the part, given the whole; 0 where the whole never happens."""
    return part / whole if whole else Fraction(0)


def sum_distributions(parts: Sequence[Distribution[int]]) -> Distribution[int]:
    """The sum of all distributions."""
    total = certainly(0)
    for distribution in parts:
        total = add_distributions(total, distribution)
    return total


def shot_attack(
    state: State, shooter: str, target: str, figures: Figures, shot: Shot, command: Check | None = None
) -> Attack:
    """A shot as it would be rolled now. command: the check before it, if any."""
    attacker, defender = state[shooter], state[target]
    return Attack(
        to_hit=checks.to_hit(state, attacker, defender, figures, shot),
        damage=checks.shot_damage(state, attacker, defender, figures),
        shots=figures.shots, dice=figures.dice, armour=checks.armour(state, defender),
        cover=checks.cover(state, shot.cover) if shot.cover else None, command=command,
        apart=state.rules.split_shots, all_lost=state.rules.lost_shot == "action",
    )  # fmt: skip


def blow_attack(state: State, striker: str, target: str, figures: Figures) -> Attack:
    """One model's blows in a close combat as they would be rolled now, without cover."""
    attacker, defender = state[striker], state[target]
    return Attack(
        to_hit=checks.blow(state, attacker, defender, figures),
        damage=checks.blow_damage(state, attacker, defender, figures),
        shots=figures.shots, dice=figures.dice, armour=checks.armour(state, defender),
    )  # fmt: skip


# The exact chances of a whole close combat, of a charge, and of breaking off and surviving it.
#
# odds = fight_odds(state, "ann", "bob", weapons)         # as they stand; weapons by model
# odds = charge_odds(state, "ann", "bob")                 # as if ann had just charged into contact
# weapons, odds = expected_fight(charged(state, "ann", "bob"), "ann", "bob")    # with the weapons both would take
# odds.defender_falls, odds.attacker_falls, odds.both_fall, odds.neither_falls, odds.loses("ann"), odds.strikes_first
# escape = break_off_odds(state, "ann", enemy="bob")      # enemy: her opponent if the check fails
# escape.gets_away, escape.falls, escape.stays, escape.check
#
# `loses` compares the hits that count for the result. The panic checks of friends who see a model fall depend on
# positions, and are not included.


class Blows(NamedTuple):
    """The result of one model's blows. hits: those that count for the result of the combat."""

    hits: int = 0
    wounds: int = 0


@dataclass(frozen=True)
class FightOdds:
    """A combat between two. blows: of the attacker and of the defender. left: the wounds that each has left.

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
        """The model that strikes first; empty where both strike at once."""
        attacker_speed, defender_speed = self.speed
        if self.back is None or attacker_speed > defender_speed:
            return self.attacker
        return "" if attacker_speed == defender_speed else self.defender

    @property
    def wounds(self) -> Distribution[tuple[int, int]]:
        """The wounds of the attacker and of the defender, up to those that each has left."""
        return self.blows.map(lambda it: (min(it[1].wounds, self.left[0]), min(it[0].wounds, self.left[1])))

    @property
    def defender_falls(self) -> Fraction:
        """The chance that the defender is removed, whatever happens to the attacker."""
        return self.wounds.chance(lambda it: it[1] == self.left[1])

    @property
    def attacker_falls(self) -> Fraction:
        """The chance that the attacker is removed, whatever happens to the defender."""
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
        """The chance that both stand and the model was hit more often, so that it checks for panic."""
        mine = 0 if model == self.attacker else 1
        return self.blows.chance(lambda it: self._both_stand(it) and it[1 - mine].hits > it[mine].hits)

    def panics(self, model: str, check: Check) -> Fraction:
        """The chance that it loses and fails this check."""
        return self.loses(model) * (1 - check.odds)

    @property
    def gain(self) -> tuple[Fraction, Fraction]:
        """The attacker's advantage: the enemy's chance to fall less its own, then wounds likewise."""
        dealt = self.wounds.map(lambda it: it[1] - it[0]).mean()
        return self.defender_falls - self.attacker_falls, dealt

    def _both_stand(self, it: tuple[Blows, Blows]) -> bool:
        return it[1].wounds < self.left[0] and it[0].wounds < self.left[1]


def arms(state: State, model: str) -> tuple[Weapon, ...]:
    """The weapons that a model may fight with."""
    return usable(state, model, Band.CONTACT) or (BARE_HANDS,)


def compute_blows(attack: Attack, armoured_hits_count: bool) -> Distribution[Blows]:
    """Hits that count and wounds of one model's blows."""

    def roll_armour(hits: int) -> Distribution[Blows]:
        return successes(hits, failing(attack.armour)).then(lambda left: roll_damage(hits, left))

    def roll_damage(hits: int, left: int) -> Distribution[Blows]:
        counted = hits if armoured_hits_count else left
        return successes(left * attack.dice, attack.damage.odds).map(lambda wounds: Blows(counted, wounds))

    return successes(attack.shots, attack.to_hit.odds).then(roll_armour)


def fight_odds(state: State, attacker: str, defender: str, weapons: Mapping[str, Weapon] | None = None) -> FightOdds:
    """A combat as it would be fought now. weapons: by model; a model without an entry uses its first weapon."""
    weapon_by_model = {model: (weapons or {}).get(model) or arms(state, model)[0] for model in (attacker, defender)}
    attack = blow_attack(state, attacker, defender, _contact_figures(weapon_by_model[attacker]))
    answer = blow_attack(state, defender, attacker, _contact_figures(weapon_by_model[defender]))
    back = answer if fights_back(state, defender, attacker) else None
    speed = (
        first_strike(state, attacker, weapon_by_model[attacker]),
        first_strike(state, defender, weapon_by_model[defender]),
    )
    wounds_left = (state[attacker].wounds, state[defender].wounds)
    counted = state.rules.armoured_hits_count
    mine = compute_blows(attack, counted)
    theirs = compute_blows(back, counted) if back else certainly(Blows())
    return FightOdds(
        attacker, defender, _combine_blows(mine, theirs, speed, wounds_left), wounds_left, attack, back, speed
    )


def _combine_blows(
    mine: Distribution[Blows], theirs: Distribution[Blows], speed: tuple[int, int], left: tuple[int, int]
) -> Distribution[tuple[Blows, Blows]]:
    """Combine the blows of both; a model removed by the faster one does not strike."""
    if speed[0] == speed[1]:
        return side_by_side(mine, theirs)
    if speed[0] > speed[1]:
        return mine.then(lambda one: (theirs if one.wounds < left[1] else _no_blows).map(lambda two: (one, two)))
    return theirs.then(lambda two: (mine if two.wounds < left[0] else _no_blows).map(lambda one: (one, two)))


_no_blows = certainly(Blows())


def _contact_figures(weapon: Weapon) -> Figures:
    return weapon.contact or Figures()


def apply_charge(state: State, model: str, target: str, both: bool = False) -> State:
    """The state after a charge into contact with a target. both: an intercept, in which both count as charging."""
    if not both and not (state.action and state.action.model == model):
        state = evolve(state, Activated(model=model))
    state = evolve(state, Engaged(model=model, enemies=(target,)))
    return evolve(state, Charged(models=(model, target) if both else (model,)))


def charge_odds(
    state: State, model: str, target: str, weapons: Mapping[str, Weapon] | None = None, both: bool = False
) -> FightOdds:
    """The fight if a model charges a target, or, with `both`, intercepts it; the move is not included."""
    return fight_odds(apply_charge(state, model, target, both), model, target, weapons)


def compute_expected_fight(state: State, attacker: str, defender: str) -> tuple[Mapping[str, Weapon], FightOdds]:
    """The weapons that both would take, and the odds with them.

    The attacker names its weapon first; the defender answers with its best weapon, and the attacker knows that. Best:
    the
    enemy falls rather than oneself; on equal terms, more wounds dealt than taken.
    """
    choices = [_choose_answer(state, attacker, defender, weapon) for weapon in arms(state, attacker)]
    return max(choices, key=lambda it: it[1].gain)


def _choose_answer(
    state: State, attacker: str, defender: str, weapon: Weapon
) -> tuple[Mapping[str, Weapon], FightOdds]:
    weapon_choices = [{attacker: weapon, defender: answer} for answer in arms(state, defender)]
    fights = [(weapons, fight_odds(state, attacker, defender, weapons)) for weapons in weapon_choices]
    return min(fights, key=lambda it: it[1].gain)


class Parting(NamedTuple):
    """The end of a break-off. passed: the check; hit: an enemy in contact hit the model as it left."""

    passed: bool
    falls: bool
    enemy_falls: bool = False
    hit: bool = False


@dataclass(frozen=True)
class BreakOffOdds:
    """A break-off. check: the command check; strikes: the blows as it leaves, by model; fight: if the check fails."""

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
        """The chance that it is removed, by a blow as it leaves or in the fight after a failed check."""
        return self.endings.chance(lambda it: it.falls)

    @property
    def stays(self) -> Fraction:
        """The chance that it lives, and had to fight instead."""
        return 1 - self.gets_away - self.falls


def break_off_odds(
    state: State,
    model: str,
    enemy: str = "",
    weapons: Mapping[str, Weapon] | None = None,
    bonus: Sequence[Modifier] = (),
    strikers: Mapping[str, Weapon] | None = None,
) -> BreakOffOdds:
    """A break-off as it would be rolled now. enemy: its opponent if the check fails, the first by default.

    weapons: of that fight, by model. bonus: of the Commander, where it is known. strikers: the models that strike as it
    leaves, and their weapons; by default all that may, or by a house rule the best one, each with its best weapon.
    """
    check = checks.command(state, state[model], BREAK_OFF, bonus)
    fight = fight_odds(state, model, enemy or state[model].contacts[0], weapons)
    weapon_by_striker = _choose_strikers(state, model) if strikers is None else strikers
    strikes = {
        striker: blow_attack(state, striker, model, _contact_figures(weapon))
        for striker, weapon in weapon_by_striker.items()
    }
    blows_taken = _combine_strikes(state, model, tuple(strikes.values()))
    passed = blows_taken.map(lambda it: Parting(True, it.wounds >= state[model].wounds, hit=it.hits > 0))
    failed = fight.wounds.map(lambda it: Parting(False, it[0] == fight.left[0], it[1] == fight.left[1]))
    return BreakOffOdds(check, either(check.odds, passed, failed), strikes, fight)


def _choose_strikers(state: State, model: str) -> dict[str, Weapon]:
    """The enemies in contact that may strike, each with its best weapon."""

    def compute_worth(striker: str, weapon: Weapon) -> tuple[Fraction, Fraction]:
        attack = blow_attack(state, striker, model, _contact_figures(weapon))
        return attack.kills(state[model].wounds), attack.wounds.mean()

    ready = [contact for contact in state[model].contacts if fights_back(state, contact, model)]
    weapon_by_striker = {striker: max(arms(state, striker), key=partial(compute_worth, striker)) for striker in ready}
    if state.rules.breakoff_strikers == "all" or len(ready) < 2:
        return weapon_by_striker
    best = max(ready, key=lambda striker: compute_worth(striker, weapon_by_striker[striker]))
    return {best: weapon_by_striker[best]}


def _combine_strikes(state: State, model: str, attacks: Sequence[Attack]) -> Distribution[Blows]:
    """The blows of the enemies in contact, one after another, as long as the model lives."""
    total: Distribution[Blows] = certainly(Blows())
    for attack in attacks:
        blows = compute_blows(attack, state.rules.armoured_hits_count)
        total = total.then(_strike_while_alive(blows, state[model].wounds))
    return total


def _strike_while_alive(more: Distribution[Blows], left: int) -> Callable[[Blows], Distribution[Blows]]:
    def add_blows(before: Blows) -> Distribution[Blows]:
        if before.wounds >= left:
            return certainly(before)
        return more.map(lambda it: Blows(before.hits + it.hits, before.wounds + it.wounds))

    return add_blows
