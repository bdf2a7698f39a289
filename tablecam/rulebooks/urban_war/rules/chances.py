"""The exact chances of a whole attack: to hit, armour, damage, cover and multipliers, command check included.

wounds = shot_wounds(state, "ann", "bob", figures, Shot(Band.SHORT, "solid"))
wounds.chance(lambda n: n >= state["bob"].wounds)
"""

from dataclasses import dataclass
from fractions import Fraction

from tablecam.rulebooks.urban_war.rules import checks
from tablecam.rulebooks.urban_war.rules.card import Figures
from tablecam.rulebooks.urban_war.rules.shot import Shot
from tablecam.rulebooks.urban_war.rules.state import State
from tablecam.rules.check import Check
from tablecam.rules.odds import Distribution, certainly, either, successes


@dataclass(frozen=True)
class Attack:
    """The rolls of an attack in their order; what is None is not rolled. shots, dice: the weapon's multipliers."""

    to_hit: Check
    damage: Check
    shots: int = 1
    dice: int = 1
    armour: Check | None = None
    cover: Check | None = None
    command: Check | None = None

    @property
    def wounds(self) -> Distribution[int]:
        """How many wounds it costs, each as likely as it is."""
        hits = successes(self.shots, self.to_hit.odds).then(lambda n: successes(n, failing(self.armour)))
        made = hits.then(lambda n: successes(n * self.dice, self.damage.odds))
        left = made.then(lambda n: successes(n, failing(self.cover)))
        return either(self.command.odds, left, certainly(0)) if self.command else left

    def kills(self, wounds: int) -> Fraction:
        """The chance that a model with so many wounds left is removed."""
        return self.wounds.chance(lambda n: n >= wounds)


def failing(save: Check | None) -> Fraction:
    """The chance that a save does not help; certain where there is none."""
    return 1 - save.odds if save else Fraction(1)


def shot_attack(
    state: State, shooter: str, target: str, figures: Figures, shot: Shot, command: Check | None = None
) -> Attack:
    """A shot as it would be rolled now. command: the check that it takes first, if any."""
    one, two = state[shooter], state[target]
    return Attack(
        to_hit=checks.to_hit(state, one, two, figures, shot),
        damage=checks.shot_damage(state, one, two, figures),
        shots=figures.shots, dice=figures.dice, armour=checks.armour(state, two),
        cover=checks.cover(state, shot.cover) if shot.cover else None, command=command,
    )  # fmt: skip


def blow_attack(state: State, striker: str, target: str, figures: Figures) -> Attack:
    """One model's blows in a close combat as they would be rolled now; there is no cover."""
    one, two = state[striker], state[target]
    return Attack(
        to_hit=checks.blow(state, one, two, figures), damage=checks.blow_damage(state, one, two, figures),
        shots=figures.shots, dice=figures.dice, armour=checks.armour(state, two),
    )  # fmt: skip
