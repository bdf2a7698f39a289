"""The points of enemies that each card and each weapon removes in a game, for each point that the card costs."""

import math
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field

from tablecam.rules.books.setup_views import ForceModel
from tablecam.rules.deeds import AttackMade, Deed, ModelRemoved

# of a normal distribution: within this many standard deviations lie 95 %
DEVIATIONS = 1.96
# the points of enemies removed in a game: by force, card and weapon
Removals = Mapping[str, Mapping[str, Mapping[str, float]]]
Models = Mapping[str, Sequence[ForceModel]]


class RemovalCount:
    """Credits the points of removed enemies to the card and the weapon of the last attack. models: of each force."""

    def __init__(self, models: Models) -> None:
        self.removals: dict[str, dict[str, dict[str, float]]] = {force: {} for force in models}
        self._owners = {model.id: (force, model) for force, listed in models.items() for model in listed}
        self._weapons: dict[str, str] = {}
        self._attacker = ""

    def add(self, deed: Deed | None) -> None:
        """Count a deed."""
        match deed:
            case AttackMade(model=model, weapon=weapon):
                self._attacker = model
                self._weapons[model] = weapon or self._weapons.get(model, "")
            case ModelRemoved(model=model):
                self._credit(model)

    def _credit(self, removed: str) -> None:
        if removed not in self._owners or self._attacker not in self._owners:
            return
        (force, attacker), (lost_by, lost) = self._owners[self._attacker], self._owners[removed]
        if force != lost_by:
            weapons = self.removals[force].setdefault(attacker.card, {})
            weapon = self._weapons[attacker.id]
            weapons[weapon] = weapons.get(weapon, 0.0) + lost.points


@dataclass(frozen=True)
class CardYield:
    """The points that a card removes in a game for each point that its models cost. error: the standard error.

    weapon: empty for all weapons of the card. points: of all models with the card.
    """

    force: str
    card: str
    weapon: str
    points: int
    per_point: float
    error: float = field(default=0.0)

    @property
    def interval(self) -> tuple[float, float]:
        """The values between which the true one lies, 19 times out of 20."""
        return max(0.0, self.per_point - DEVIATIONS * self.error), self.per_point + DEVIATIONS * self.error


def measure_yields(models: Models, games: Sequence[Removals]) -> list[CardYield]:
    """The yields of all cards, each before those of its weapons. Empty without games or points."""
    yields = []
    for force, listed in models.items():
        for card in dict.fromkeys(model.card for model in listed):
            points = sum(model.points for model in listed if model.card == card)
            played = [game.get(force, {}).get(card, {}) for game in games]
            if points and played:
                weapons = sorted({weapon for weapons in played for weapon in weapons})
                totals = [("", [sum(weapons.values()) for weapons in played])]
                totals += [(weapon, [weapons.get(weapon, 0.0) for weapons in played]) for weapon in weapons]
                yields += [CardYield(force, card, name, points, *_average(taken, points)) for name, taken in totals]
    return yields


def _average(taken: Iterable[float], points: int) -> tuple[float, float]:
    """The mean of these values for each point, and its standard error."""
    values = [value / points for value in taken]
    mean = sum(values) / len(values)
    variance = sum((value - mean) ** 2 for value in values) / max(1, len(values) - 1)
    return mean, math.sqrt(variance / len(values))
