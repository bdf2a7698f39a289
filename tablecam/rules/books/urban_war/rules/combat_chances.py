"""The odds of close combats, charges and break-offs: the rules themselves, played out from a state.

odds = charge_odds(state, "ann", "bob")                 # as if ann had just charged into contact
odds.defender_falls, odds.attacker_falls, odds.loses("ann"), odds.strikes_first
weapons, odds = compute_expected_fight(apply_charge(state, "ann", "bob"), "ann", "bob")
break_off_odds(state, "ann").gets_away

What is not counted, and `bonus`: see `chances.py`.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import partial
from typing import Any, NamedTuple

from tablecam.rules.books.urban_war.rules import checks
from tablecam.rules.books.urban_war.rules.action_events import Activated
from tablecam.rules.books.urban_war.rules.actions import BREAK_OFF, break_off
from tablecam.rules.books.urban_war.rules.attack_events import Charged, CombatDecided, Engaged
from tablecam.rules.books.urban_war.rules.cards import BARE_HANDS, Band, Weapon
from tablecam.rules.books.urban_war.rules.chances import AWAY, Attack, KnownAnswers, blow_attack, play_rules, skip
from tablecam.rules.books.urban_war.rules.close_combat import fight, fights_back, first_strike
from tablecam.rules.books.urban_war.rules.state import State
from tablecam.rules.books.urban_war.rules.target_priority import usable
from tablecam.rules.check import Check, Modifier
from tablecam.rules.event import evolve
from tablecam.rules.known_odds import remembered
from tablecam.rules.odds import Distribution


class FightEnd(NamedTuple):
    """The end of a combat. lost: the wounds of the attacker and of the defender; loser: where both stand."""

    lost: tuple[int, int]
    loser: str


@dataclass(frozen=True)
class FightOdds:
    """A combat between two. left: the wounds that each has left.

    attack, back: the rolls; back is None where the defender does not fight back. speed: first strike of both.
    """

    attacker: str
    defender: str
    ends: Distribution[FightEnd]
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
        return self.ends.map(lambda it: it.lost)

    @property
    def defender_falls(self) -> Fraction:
        """The chance that the defender is removed, whatever happens to the attacker."""
        return self.ends.chance(lambda it: it.lost[1] == self.left[1])

    @property
    def attacker_falls(self) -> Fraction:
        """The chance that the attacker is removed, whatever happens to the defender."""
        return self.ends.chance(lambda it: it.lost[0] == self.left[0])

    @property
    def both_fall(self) -> Fraction:
        """The chance that both are removed."""
        return self.ends.chance(lambda it: it.lost == self.left)

    @property
    def neither_falls(self) -> Fraction:
        """The chance that both stand afterwards."""
        return 1 - self.defender_falls - self.attacker_falls + self.both_fall

    def loses(self, model: str) -> Fraction:
        """The chance that both stand and the model was hit more often, so that it checks for panic."""
        return self.ends.chance(lambda it: it.loser == model)

    @property
    def gain(self) -> tuple[Fraction, Fraction]:
        """The attacker's advantage: the enemy's chance to fall less its own, then wounds likewise."""
        dealt = self.ends.map(lambda it: it.lost[1] - it.lost[0]).mean()
        return self.defender_falls - self.attacker_falls, dealt


def arms(state: State, model: str) -> tuple[Weapon, ...]:
    """The weapons that a model may fight with."""
    return usable(state, model, Band.CONTACT) or (BARE_HANDS,)


def _choose_arms(state: State, weapons: Mapping[str, Weapon] | None, *models: str) -> dict[str, Weapon]:
    """The weapon of each model, its first without an entry."""
    return {model: (weapons or {}).get(model) or arms(state, model)[0] for model in models}


@remembered
def fight_odds(state: State, attacker: str, defender: str, weapons: Mapping[str, Weapon] | None = None) -> FightOdds:
    """A combat as it would be fought now. weapons: by model; a model without an entry uses its first weapon."""
    armed = _choose_arms(state, weapons, attacker, defender)
    outlook = play_rules(state, lambda game: fight(game, attacker, defender), KnownAnswers(weapons=armed))
    left = (state[attacker].wounds, state[defender].wounds)

    def read(end: Any) -> FightEnd:
        loser = next((model for model in (attacker, defender) if (CombatDecided, model) in end.marks), "")
        return FightEnd((left[0] - end.state[attacker].wounds, left[1] - end.state[defender].wounds), loser)

    back = fights_back(state, defender, attacker)
    return FightOdds(
        attacker, defender, outlook.spread(read), left,
        attack=blow_attack(state, attacker, defender, armed[attacker]),
        back=blow_attack(state, defender, attacker, armed[defender]) if back else None,
        speed=(first_strike(state, attacker, armed[attacker]), first_strike(state, defender, armed[defender])),
    )  # fmt: skip


def apply_charge(state: State, model: str, target: str, both: bool = False) -> State:
    """The state after a charge into contact with a target. both: an intercept, in which both count as charging."""
    if not both and not (state.action and state.action.model == model):
        state = evolve(state, Activated(model=model))
    state = evolve(state, Engaged(model=model, enemies=(target,)))
    return evolve(state, Charged(models=(model, target) if both else (model,)))


@remembered
def charge_odds(
    state: State, model: str, target: str, weapons: Mapping[str, Weapon] | None = None, both: bool = False
) -> FightOdds:
    """The fight if a model charges a target, or, with `both`, intercepts it; the move is not included."""
    return fight_odds(apply_charge(state, model, target, both), model, target, weapons)


def compute_expected_fight(state: State, attacker: str, defender: str) -> tuple[Mapping[str, Weapon], FightOdds]:
    """The weapons that both would take, and the odds with them.

    The attacker names its weapon first; the defender answers with its best weapon, and the attacker knows that. Best:
    the enemy falls rather than oneself; on equal terms, more wounds dealt than taken.
    """
    choices = [_choose_answer(state, attacker, defender, weapon) for weapon in arms(state, attacker)]
    return max(choices, key=lambda it: it[1].gain)


def _choose_answer(
    state: State, attacker: str, defender: str, weapon: Weapon
) -> tuple[Mapping[str, Weapon], FightOdds]:
    weapon_choices = [{attacker: weapon, defender: answer} for answer in arms(state, defender)]
    fights = [(weapons, fight_odds(state, attacker, defender, weapons)) for weapons in weapon_choices]
    return min(fights, key=lambda it: it[1].gain)


@dataclass(frozen=True)
class BreakOffOdds:
    """A break-off. check: the command check; strikes: the blows as it leaves, by model; fight: if the check fails.

    gets_away: the chance that it leaves the combat alive. falls: that it is removed, by a blow as it leaves or in the
    fight after a failed check. stays: that it lives, and had to fight instead. enemy_falls: that its opponent falls.
    """

    check: Check
    strikes: Mapping[str, Attack]
    fight: FightOdds
    gets_away: Fraction
    falls: Fraction
    enemy_falls: Fraction

    @property
    def stays(self) -> Fraction:
        """The chance that it lives, and had to fight instead."""
        return 1 - self.gets_away - self.falls


@remembered
def break_off_odds(
    state: State, model: str, enemy: str = "", weapons: Mapping[str, Weapon] | None = None,
    bonus: Sequence[Modifier] = (),
) -> BreakOffOdds:  # fmt: skip
    """A break-off as it would be rolled now. enemy: its opponent if the check fails, the first by default.

    weapons: of that fight, by model. Each model that may strike as it leaves takes its best weapon; where only one
    strikes, by a house rule, the best one does.
    """
    enemy = enemy or state[model].contacts[0]
    strikers, near = _choose_strikers(state, model), bool(bonus)
    acting = state if state.action else evolve(state, Activated(model=model))
    armed = KnownAnswers(near, _choose_arms(state, weapons, model, enemy), (enemy,))
    struck = KnownAnswers(near, strikers, tuple(strikers))
    leaves = play_rules(acting, lambda game: break_off(game, model), struck, steps={"fight": skip})
    stays = play_rules(acting, lambda game: break_off(game, model), armed, steps={"strike_leaver": skip})
    return BreakOffOdds(
        checks.command(state, state[model], BREAK_OFF, bonus),
        {striker: blow_attack(state, striker, model, weapon) for striker, weapon in strikers.items()},
        fight_odds(state, model, enemy, weapons),
        gets_away=leaves.chance(lambda end: AWAY in end.marks),
        falls=sum((outcome.chance(lambda end: not end.state[model].alive) for outcome in (leaves, stays)), Fraction(0)),
        enemy_falls=stays.chance(lambda end: not end.state[enemy].alive),
    )


def _choose_strikers(state: State, model: str) -> dict[str, Weapon]:
    """The enemies in contact that may strike, each with its best weapon."""

    def compute_worth(striker: str, weapon: Weapon) -> tuple[Fraction, Fraction]:
        wounds = blow_attack(state, striker, model, weapon).ends.map(lambda it: it[1])
        return wounds.chance(lambda lost: lost == state[model].wounds), wounds.mean()

    ready = [contact for contact in state[model].contacts if fights_back(state, contact, model)]
    weapon_by_striker = {striker: max(arms(state, striker), key=partial(compute_worth, striker)) for striker in ready}
    if state.rules.breakoff_strikers == "all" or len(ready) < 2:
        return weapon_by_striker
    best = max(ready, key=lambda striker: compute_worth(striker, weapon_by_striker[striker]))
    return {best: weapon_by_striker[best]}
