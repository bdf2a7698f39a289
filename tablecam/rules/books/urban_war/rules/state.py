"""The memory of the rules: every model with its counters, the action in progress, the turn. Plain frozen data."""

import enum
from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any

from tablecam.rules.books.urban_war.rules.cards import Tag, Weapon
from tablecam.rules.books.urban_war.rules.codes import Reason
from tablecam.rules.books.urban_war.rules.house_rules import HouseRules
from tablecam.rules.facts import Point
from tablecam.rules.frozen import copy_with

# the order of a counter that a seat may not see
HIDDEN = "hidden"


class Order(enum.Enum):
    """An order counter; NONE: the counter was taken off or never placed."""

    NONE = ""
    OVERWATCH = "overwatch"
    SNAP_FIRE = "snap-fire"


class Phase(enum.Enum):
    """The phases of a game."""

    TERRAIN = "terrain"
    SIDES = "sides"
    DEPLOYMENT = "deployment"
    START = "start of game"  # no text
    MARKERS = "marker phase"  # no text
    ORDERS = "order phase"  # no text
    INITIATIVE = "initiative"
    ACTIVATION = "activation phase"  # no text
    OVER = "over"


@dataclass(frozen=True)
class Profile:
    """A model by its card and the options ticked on it; it never changes during a game."""

    id: str
    side: str
    name: str
    AS: int
    SH: int
    ST: int
    T: int
    W: int
    CD: int
    SZ: int
    MV: int
    CAL: int
    FS: int
    weapons: tuple[Weapon, ...] = ()
    tags: tuple[Tag, ...] = ()
    commander: bool = False
    points: int = 0

    def tag(self, name: str) -> Tag | None:
        """The model's special rule of that name, if any."""
        return next((tag for tag in self.tags if tag.name == name), None)

    @cached_property
    def armed(self) -> bool:
        """Whether it has a weapon that shoots."""
        return any(weapon.shoots for weapon in self.weapons)

    @property
    def charge_in(self) -> int:
        """The length of a rush or charge, in inches. Clause: UW-QS Rush."""
        return 2 * self.MV + self.CAL

    @property
    def break_off_in(self) -> int:
        """The length of a break-off move, in inches. Clause: UW-QS Assault."""
        return self.MV + self.CAL


@dataclass(frozen=True)
class Fighter:
    """A model in the game.

    shown: its order is face up. activated: its turn is over, or its action in progress. restricted: it had a panic
    counter when its last action began. contacts: enemies in base contact, in the order in which they came.
    first_attacker: the first enemy that fought it this turn. shield_vs: the enemy that its battleshield is held
    against.
    """

    profile: Profile
    wounds: int
    place: Point | None = None
    deployed: bool = True
    order: Order = Order.NONE
    shown: bool = False
    activated: bool = False
    panicked: bool = False
    shocked: bool = False
    restricted: bool = False
    charging: bool = False
    followups_used: int = 0
    first_attacker: str = ""
    fought_back: bool = False
    half_seen: bool = False
    removed: bool = False
    shield_vs: str = ""
    contacts: tuple[str, ...] = ()

    @property
    def id(self) -> str:
        """Its name on the table."""
        return self.profile.id

    @property
    def side(self) -> str:
        """The side that it belongs to."""
        return self.profile.side

    @property
    def alive(self) -> bool:
        """True while it is in play."""
        return self.wounds > 0

    @property
    def waits(self) -> bool:
        """True while a counter lies beside it: everybody sees that it does, but not which."""
        return self.wounds > 0 and not self.activated and self.order is not Order.NONE


@dataclass(frozen=True)
class Action:
    """The action in progress. over: no more of it may be done. shocked: it began with a shock counter.

    void: reactions, `bob shot`, that have just been shown to be impossible, each with the reason; the model's next step
    clears them.
    """

    model: str
    moved_in: float = 0.0
    attempts: int = 0
    successes: int = 0
    shocked: bool = False
    intercepted: bool = False
    over: bool = False
    void: Mapping[str, Reason | str] = field(default_factory=dict)


@dataclass(frozen=True)
class State:
    """A game. first: the side that began the phase; next_side: activates next; following: the model due to follow up.

    doubts_wait: the players settle doubts of the measurement when a target is chosen, and only those that matter to it;
    in
    old games, they settle all of them first.
    markers: portals and lingering effects, taken off in the marker phase. portals: models whose card has warp portals
    are asked about them; in old games, the umpire places their markers.
    """

    fighters: Mapping[str, Fighter]
    sides: tuple[str, ...]
    rules: HouseRules = field(default_factory=HouseRules)
    phase: Phase = Phase.MARKERS
    turn: int = 0
    table_in: tuple[float, float] = (48.0, 48.0)
    terrain: tuple[str, ...] = ()
    edges: Mapping[str, str] = field(default_factory=dict)
    edge_chooser: str = ""
    first: str = ""
    next_side: str = ""
    orders_given: tuple[str, ...] = ()
    action: Action | None = None
    following: str = ""
    markers: tuple[Reason | str, ...] = ()
    withdrawals_asked: tuple[str, ...] = ()
    withdrawn: str = ""
    winner: str = ""
    ending: Reason | str = ""
    doubts_wait: bool = False
    portals: bool = False

    def __getitem__(self, model: str) -> Fighter:
        return self.fighters[model]

    def other(self, side: str) -> str:
        """The opponent of a side."""
        for opponent in self.sides:
            if opponent != side:
                return opponent
        return side

    def alive(self, side: str) -> tuple[str, ...]:
        """The models of a side that are in play."""
        # a list and plain fields, because every question asks this
        return tuple([n for n, fighter in self.fighters.items() if fighter.wounds > 0 and fighter.profile.side == side])

    def friends(self, model: str) -> tuple[str, ...]:
        """The other models of its side in play."""
        return tuple(friend for friend in self.alive(self[model].side) if friend != model)

    def enemies(self, model: str) -> tuple[str, ...]:
        """The models of the other side in play."""
        return self.alive(self.other(self[model].side))

    def commander(self, side: str) -> Fighter | None:
        """The Commander of a side, dead or alive."""
        return next(
            (fighter for fighter in self.fighters.values() if fighter.side == side and fighter.profile.commander), None
        )

    def ready(self, side: str) -> tuple[str, ...]:
        """Living models with a snap-fire order that have not been activated. Clause: UW-QS The Activation Phase."""
        return self.list_waiting(side, Order.SNAP_FIRE)

    def list_waiting(self, side: str, *orders: Order) -> tuple[str, ...]:
        """The models of a side beside which one of these counters lies."""
        return tuple(
            [n for n, it in self.fighters.items() if it.order in orders and it.waits and it.profile.side == side]
        )

    def is_off_table(self, place: Point | None) -> bool:
        """Check whether a place is beyond the edge of the battlefield. Clause: UW-QS Setting Up The Battlefield."""
        width, depth = self.table_in
        return place is not None and not (0 <= place[0] <= width and 0 <= place[1] <= depth)

    def list_fallen(self) -> tuple[str, ...]:
        """Models without wounds that are still on the table."""
        return tuple([name for name, fighter in self.fighters.items() if fighter.wounds <= 0 and not fighter.removed])

    def losses(self, side: str) -> tuple[int, int]:
        """The number of models that a side has lost, and its number of models in all."""
        all_of_side = [fighter for fighter in self.fighters.values() if fighter.side == side]
        return len(all_of_side) - len(self.alive(side)), len(all_of_side)

    def suffers(self, model: str) -> bool:
        """Check whether panic restricts the model now. Clause: UW-QS Panicked."""
        fighter = self[model]
        return fighter.restricted or (fighter.panicked and self.rules.panicked_state == "now")

    def replace_model(self, model: str, **fields: Any) -> "State":
        """Return a copy with new values for fields of a model; an unknown model changes nothing."""
        if model not in self.fighters:
            return self
        return copy_with(self, fighters={**self.fighters, model: copy_with(self.fighters[model], **fields)})

    def with_places(self, places: Mapping[str, tuple[float, float, float]]) -> "State":
        """The state with models at these places."""
        state = self
        for model, place in places.items():
            state = state.replace_model(model, place=place)
        return state

    def all_changed(self, **fields: Any) -> "State":
        """Return a copy with new values for fields of every model."""
        fighters = self.fighters
        changed = {
            name for field, value in fields.items() for name in fighters if getattr(fighters[name], field) != value
        }
        copies = {name: copy_with(fighters[name], **fields) for name in changed}
        return copy_with(self, fighters={**fighters, **copies}) if copies else self
