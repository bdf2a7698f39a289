"""The exact chances of a whole attack: to hit, armour, damage, cover and multipliers, command check included.

attack = shot_attack(state, "ann", "bob", figures, Shot(Band.SHORT, "solid"), command=None)
attack.hit, attack.wound, attack.kills(wounds_left)     # overall: the command check and all earlier rolls included
attack.hit_if_allowed, attack.wound_if_hit, attack.kills_if_wounded(wounds_left)      # each if the previous one happens
attack.wounds                                            # the number of wounds, as a distribution
in_a_row((attack, attack), wounds_left)                  # a shot and the shot of a follow-up action

A whole fight, a charge and a break-off are in `fight_chances.py`; checks, rallies and initiative in `check_chances.py`.
In the players' words, with the sums behind them: `tablecam/rules/books/urban_war/advice/odds_words.py`.
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import cached_property

from tablecam.rules.books.urban_war.rules import checks
from tablecam.rules.books.urban_war.rules.card import Figures
from tablecam.rules.books.urban_war.rules.shot import Shot
from tablecam.rules.books.urban_war.rules.state import State
from tablecam.rules.check import Check
from tablecam.rules.odds import Distribution, add_distributions, certainly, either, successes


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


def compute_removal_odds(attacks: Sequence[Attack], wounds: int) -> Fraction:
    """The chance that several attacks in sequence remove a model with this number of wounds left."""
    return sum_distributions([attack.wounds for attack in attacks]).chance(lambda n: n >= wounds)


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


def prepend_check(attack: Attack, command: Check) -> Attack:
    """The same attack with a check before it."""
    return replace(attack, command=command)


def blow_attack(state: State, striker: str, target: str, figures: Figures) -> Attack:
    """One model's blows in a close combat as they would be rolled now, without cover."""
    attacker, defender = state[striker], state[target]
    return Attack(
        to_hit=checks.blow(state, attacker, defender, figures),
        damage=checks.blow_damage(state, attacker, defender, figures),
        shots=figures.shots, dice=figures.dice, armour=checks.armour(state, defender),
    )  # fmt: skip
