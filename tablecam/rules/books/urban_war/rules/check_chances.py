"""The exact chances of command checks, of breaking into a move, and of initiative.

initiative_duel(state).odds                                     # of both sides; ties by the house rule
rally_check(state, "ann").odds                                  # of losing a panic counter
disruption_odds(state, "ann", "bob", figures, shot).kills(1)    # an overwatch shot, with rally and check before it
intercept_odds(state, "ann", "bob").fight_chance                # an intercept charge, likewise

bonus: modifiers of each check beside CD and CAL, for instance `find_inspiration(state, "ann")` where the Commander is
known to be within reach: the game measures that when the check is made.
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from fractions import Fraction

from tablecam.rules.books.urban_war.rules import checks
from tablecam.rules.books.urban_war.rules.action_events import Rallied
from tablecam.rules.books.urban_war.rules.cards import HIGH_MORALE, Figures, Shot
from tablecam.rules.books.urban_war.rules.chances import (
    Attack,
    FightOdds,
    apply_charge,
    compute_expected_fight,
    shot_attack,
)
from tablecam.rules.books.urban_war.rules.morale import aura_bonus
from tablecam.rules.books.urban_war.rules.overwatch import DISRUPTION, INTERCEPT, SHOT, band_penalty
from tablecam.rules.books.urban_war.rules.state import State
from tablecam.rules.books.urban_war.rules.turn import initiative_modifiers
from tablecam.rules.books.urban_war.rules.turn_events import ReactionAttempted
from tablecam.rules.check import Check, Duel, DuelSide, Modifier
from tablecam.rules.event import evolve
from tablecam.rules.odds import Distribution, either

RALLY = "rally"


def find_inspiration(state: State, model: str) -> tuple[Modifier, ...]:
    """The bonus of a Commander within reach of a model; empty where it gives none."""
    commander = state.commander(state[model].side)
    if not commander or commander.id == model or not commander.alive or commander.panicked or not commander.deployed:
        return ()
    return (aura_bonus(state, commander.id),)


@dataclass(frozen=True, kw_only=True)
class InitiativeDuel(Duel):
    """The roll for initiative. before: ties count before the penalty; a tie that the penalty makes does not count."""

    before: bool = False

    def find_leader(self, first: int, second: int) -> int | None:
        """Return the side that is ahead; None where both roll again."""
        if self.before and first == second:
            return None
        first_total, second_total = self.totals(first, second)
        if first_total == second_total and self.before:
            return int(second > first)
        return super().find_leader(first, second)


def initiative_duel(state: State) -> InitiativeDuel:
    """A die each; a lost or panicked Commander takes 1 off. `odds`: those of the sides in their order."""
    side_a, side_b = (DuelSide(side, initiative_modifiers(state, side)) for side in state.sides)
    ties_before_penalty = state.rules.initiative_tie == "before"
    return InitiativeDuel(name="initiative", sides=(side_a, side_b), ties="again", before=ties_before_penalty)


def rally_check(state: State, model: str, bonus: Sequence[Modifier] = ()) -> Check:
    """The check to lose a panic counter."""
    return checks.command(state, state[model], RALLY, bonus)


@dataclass(frozen=True)
class ReactionOdds:
    """An attempt to break in. rally: rolled first, None without a panic counter.

    rallied, shaken: the shot after a rally, and otherwise.
    """

    check: Check
    rally: Check | None
    rallied: Attack
    shaken: Attack

    @property
    def wounds(self) -> Distribution[int]:
        """The number of wounds that it costs, all checks included."""
        return either(self.rally.odds, self.rallied.wounds, self.shaken.wounds) if self.rally else self.shaken.wounds

    @property
    def hits(self) -> Distribution[int]:
        """The number of shots that hit, all checks included."""
        return either(self.rally.odds, self.rallied.hits, self.shaken.hits) if self.rally else self.shaken.hits

    @property
    def hit(self) -> Fraction:
        """The chance that anything hits."""
        return self.hits.chance(bool)

    @property
    def wound(self) -> Fraction:
        """The chance that it costs at least one wound."""
        return self.wounds.chance(bool)

    def kills(self, wounds: int) -> Fraction:
        """The chance that a model with this number of wounds left is removed."""
        return self.wounds.chance(lambda n: n >= wounds)


def disruption_odds(
    state: State, model: str, target: str, figures: Figures, shot: Shot, bonus: Sequence[Modifier] = ()
) -> ReactionOdds:
    """A disruption shot as it would be rolled now: rally, command check, then all shots at one target."""
    check = checks.command(state, state[model], DISRUPTION, (*band_penalty(shot.band), *bonus))
    rally, steady, shaken = reacting(state, model, target, SHOT, bonus)
    attacks = [shot_attack(outcome_state, model, target, figures, shot, check) for outcome_state in (steady, shaken)]
    steady_attack, shaken_attack = (replace(attack, apart=False) for attack in attacks)
    return ReactionOdds(check, rally, steady_attack, shaken_attack)


@dataclass(frozen=True)
class InterceptOdds:
    """An intercept charge that reaches its target. allowed: the chance that it may be tried, after a rally.

    fight: with both charging.
    """

    check: Check
    allowed: Fraction
    fight: FightOdds

    @property
    def fight_chance(self) -> Fraction:
        """The chance that there is a fight."""
        return self.allowed * self.check.odds

    @property
    def target_falls(self) -> Fraction:
        """The chance that the target is removed, the checks included."""
        return self.fight_chance * self.fight.defender_falls

    @property
    def falls(self) -> Fraction:
        """The chance that the intercepting model is removed, the checks included."""
        return self.fight_chance * self.fight.attacker_falls


def intercept_odds(state: State, model: str, target: str, bonus: Sequence[Modifier] = ()) -> InterceptOdds:
    """An intercept charge as it would be rolled now; the move is not included. Weapons: see `expected_fight`."""
    check = checks.command(state, state[model], INTERCEPT, bonus)
    rally, steady, shaken = reacting(state, model, target, "charge", bonus)
    if shaken.suffers(model):
        allowed = rally.odds if rally and not steady.suffers(model) else Fraction(0)
    else:
        allowed = Fraction(1)
    _weapons, fight = compute_expected_fight(apply_charge(steady, model, target, both=True), model, target)
    return InterceptOdds(check, allowed, fight)


def reacting(
    state: State, model: str, target: str, kind: str, bonus: Sequence[Modifier] = ()
) -> tuple[Check | None, State, State]:
    """The check to rally, if any, and the states after it has passed and after it has failed."""
    shaken = evolve(state, ReactionAttempted(model=model, target=target, kind="shot" if kind == SHOT else "charge"))
    if not state[model].panicked:
        return None, shaken, shaken
    at_once = state[model].profile.tag(HIGH_MORALE) is not None
    return rally_check(state, model, bonus), evolve(shaken, Rallied(model=model, at_once=at_once)), shaken
