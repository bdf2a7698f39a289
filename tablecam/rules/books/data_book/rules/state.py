"""The state of a game of a data book."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from tablecam.rules.frozen import copy_with


@dataclass(frozen=True)
class ModelState:
    """A model. markers: in the order they came, each once. out: why it is out of the game, empty while it is in.

    acted: whether it has been activated in this turn. changes: of numbers of its card, in a campaign.
    """

    seat: str
    profile: str
    wounds: int
    of: int
    markers: tuple[str, ...] = ()
    order: str = ""
    acted: bool = False
    out: str = ""
    changes: Mapping[str, int] = field(default_factory=dict, hash=False)

    @property
    def alive(self) -> bool:
        """Whether it is in the game."""
        return self.wounds > 0 and not self.out


@dataclass(frozen=True)
class State:
    """The game. active: the side whose turn it is to activate; left: models that it activates before the next side.

    deployed: the sides whose models are on the table. begun, ordered: whether the turn has begun, and has its orders.
    ended: why the game is over; losers: sides that lost it, if not by points. names: of models, by id;
    places: where sides deploy.
    """

    seats: tuple[str, ...]
    models: Mapping[str, ModelState]
    turns: int = 6
    objectives: tuple[str, ...] = ()
    names: Mapping[str, str] = field(default_factory=dict)
    places: Mapping[str, str] = field(default_factory=dict)
    turn: int = 1
    begun: bool = False
    ordered: bool = False
    first: str = ""
    active: str = ""
    left: int = 0
    deployed: tuple[str, ...] = ()
    points: Mapping[str, int] = field(default_factory=dict)
    ended: str = ""
    losers: tuple[str, ...] = ()

    def __getitem__(self, model: str) -> ModelState:
        return self.models[model]

    def alive(self, seat: str) -> tuple[str, ...]:
        """The models of a side that are in the game."""
        return tuple(name for name, model in self.models.items() if model.seat == seat and model.alive)

    def ready(self, seat: str) -> tuple[str, ...]:
        """The models of a side that can still be activated in this turn."""
        return tuple(name for name in self.alive(seat) if not self.models[name].acted)

    def enemies(self, seat: str) -> tuple[str, ...]:
        """The models of all other sides that are in the game."""
        return tuple(name for name, model in self.models.items() if model.seat != seat and model.alive)

    def friends(self, model: str) -> tuple[str, ...]:
        """The other models of its side that are in the game."""
        return tuple(name for name in self.alive(self.models[model].seat) if name != model)

    def next_seat(self, seat: str) -> str:
        """The side that comes after a side."""
        return self.seats[(self.seats.index(seat) + 1) % len(self.seats)] if seat in self.seats else self.seats[0]

    def count(self, seat: str) -> int:
        """The models that a side began with."""
        return sum(model.seat == seat for model in self.models.values())

    def lost_share(self, seat: str) -> float:
        """The share of its models that a side has lost."""
        return 1 - len(self.alive(seat)) / max(1, self.count(seat))

    def changed(self, name: str, **values: Any) -> "State":
        """The state with other values of a model; unchanged for an unknown model."""
        if name not in self.models:
            return self
        return copy_with(self, models={**self.models, name: copy_with(self.models[name], **values)})

    def with_markers(self, name: str, *markers: str) -> "State":
        """The state with more markers beside a model."""
        if name not in self.models:
            return self
        return self.changed(name, markers=tuple(dict.fromkeys((*self.models[name].markers, *markers))))

    def without_markers(self, name: str, *markers: str) -> "State":
        """The state with fewer markers beside a model."""
        if name not in self.models:
            return self
        return self.changed(name, markers=tuple(it for it in self.models[name].markers if it not in markers))
