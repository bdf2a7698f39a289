"""Units of several models: ranges and sight from unit to unit, coherency, and moves of all models at once.

    ranges = game.ask(UnitRanges(model="guard", others=("raiders",), members=game.state.units, limits=(12.0,)))
    sights = game.ask(UnitSight(viewer="guard", targets=("raiders",), members=game.state.units))
    apart = game.ask(Coherency(model="guard", others=game.state.units["guard"], within_in=2.0)).models

A unit is an id with the ids of its models; the state keeps them as it likes. Options of a choice may be units as well.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from tablecam.rules.ask import Topic
from tablecam.rules.facts import Contact, Move, PathFact, Ranges, Sight
from tablecam.rules.play import Play


@dataclass(frozen=True, kw_only=True)
class UnitRanges(Ranges):
    """Ranges from one unit to several, between the nearest models of both, in inches: {"raiders": [12.3, 0.05]}.

    model, others: the ids of the units. members: the models of each that stand on the table; more units do no harm.
    """

    members: Mapping[str, tuple[str, ...]]

    @property
    def models(self) -> tuple[str, ...]:
        """The models of all units that it is about, each once."""
        return _list_models(self.members, self.model, *self.others)


@dataclass(frozen=True, kw_only=True)
class UnitSight(Sight):
    """Sight of one unit, in the form of `Sight`: of each target unit, what its most visible model shows to any viewer.

    viewer, targets: the ids of the units. members: the models of each that stand on the table; more units do no harm.
    transparent: models that do not block, such as those of the viewing unit.
    """

    members: Mapping[str, tuple[str, ...]]

    @property
    def models(self) -> tuple[str, ...]:
        """The models of all units that it is about, each once."""
        return _list_models(self.members, self.viewer, *self.targets)


def _list_models(members: Mapping[str, tuple[str, ...]], *units: str) -> tuple[str, ...]:
    return tuple(dict.fromkeys(model for unit in units for model in members[unit]))


@dataclass(frozen=True, kw_only=True)
class Coherency(Contact):
    """The models of a unit that stand apart from it: ["ann"], or {"ann": "too close"}.

    model: the id of the unit. others: its models. within_in: models no further than this from each other belong
    together, directly or by others between them. Apart are those that do not belong to the largest group.
    """

    within_in: float

    def __str__(self) -> str:
        """The unit, its models, and the distance."""
        return f"{self.model}: {', '.join(self.others)}, each within {self.within_in:g} in"  # no text: command line

    def get_doubt_topic(self, model: str) -> Topic:
        """The topic of the question whether a model stands apart."""
        return Topic(f"{model} stands apart from {self.model}", "stands-apart", (model, self.model))  # no text


def move_unit(game: Play[Any], models: Sequence[str], allowance_in: float) -> Mapping[str, PathFact]:
    """Ask for the moves of all models of a unit at once, in any order, and return each."""
    moves = [Move(model=model, allowance_in=allowance_in) for model in models]
    return dict(zip(models, game.together(*moves) if moves else (), strict=True))
