"""The state that the rules remember: house rules, blocks, tokens, the turn and current activity. Plain frozen data."""

import enum
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, Literal, Protocol

from tablecam.rules.books.urban_operations.rules.pieces import UnitCard
from tablecam.rules.frozen import copy_with
from tablecam.rules.plain import Json
from tablecam.rules.roll_sum import RollSum
from tablecam.rules.sentence import ModelNames


@dataclass(frozen=True)
class OperationsRules:
    """The house rules with their defaults."""

    # both: on equal dice both sides get the firepower of the higher die
    uo_duel_tie: Literal["none", "both"] = "none"
    # ignore: only the higher die makes its opponent lose or destroys it
    uo_losing_die_critical: Literal["effects", "ignore"] = "effects"
    # other: the row 6-9 is that of recruits, the row 0-3 that of elites
    uo_quality_rows: Literal["elite 6-9", "other"] = "elite 6-9"  # no text
    # other: recruits have the row of 4 blocks, elites that of 2
    uo_leader_rows: Literal["elite 4", "other"] = "elite 4"  # no text
    # other: 1 north, then counter-clockwise
    uo_population_compass: Literal["clockwise", "other"] = "clockwise"
    uo_test_hidden: bool = False
    # once: a wreck that has exploded is not tested again
    uo_wreck_retest: Literal["yes", "once"] = "yes"
    uo_support_cap: Literal["printed", "none"] = "printed"
    uo_no_way_out: Literal["destroyed", "stays"] = "destroyed"
    # apply: where each side makes the other lose, the extra losses and destruction of both rows apply
    uo_mutual_critical: Literal["equality", "apply"] = "equality"
    uo_leader_lost: Literal["quality", "basic"] = "quality"


class TurnPhase(enum.Enum):
    """The phase of the turn. Clause: UO 1 turn (UO-010)."""

    SETUP = "setup"
    INITIAL = "initial phase"  # no text
    IMPULSES = "impulses"
    FINAL = "final phase"  # no text
    OVER = "over"


class InitialStage(enum.Enum):
    """The steps of the initial phase, in order. Clause: UO Initial phase."""

    HIDE = "hide"
    POPULATION = "population"
    TESTS = "tests"
    EVENTS = "events"
    ADJUST = "3d adjust"  # no text
    RESOLVE = "3d resolve"  # no text
    REQUEST = "3d request"  # no text
    ORDER = "order of battle"  # no text
    INITIATIVE = "initiative"
    DONE = "done"


STAGES = tuple(InitialStage)
# in `OperationsState.ruled`: the table plays the program's proposal
PROPOSAL = "proposal"
# turn 1 has nothing to hide, test or resolve
FIRST_TURN = (InitialStage.EVENTS, InitialStage.REQUEST, InitialStage.INITIATIVE, InitialStage.DONE)


@dataclass(frozen=True)
class Block:
    """A block. number: its name for the other side until it is revealed. aboard: the carrier that it is in or on.

    pair: the block that shares its hex for armour cover, or carries it. riding: on the outside of the carrier.
    reacted: it has a reaction marker.
    """

    card: UnitCard
    side: str
    number: int
    osl: int
    impulse: str
    revealed: bool = False
    activated: bool = False
    reacted: bool = False
    aboard: str = ""
    pair: str = ""
    riding: bool = False

    @property
    def alive(self) -> bool:
        """Whether the block is in play: it is lost at OSL 0."""
        return self.osl > 0


@dataclass(frozen=True)
class Token:
    """A token on the map. side: the side that placed it, empty for the scenario's. exploded: for a wreck.

    shown_as: the kind that it was revealed as, which may differ from `kind`.
    """

    kind: str
    number: int
    side: str = ""
    revealed: bool = False
    exploded: bool = False
    shown_as: str = ""


@dataclass(frozen=True)
class Request:
    """A 3D action that a side has requested. turn: the turn in which it is resolved."""

    id: str
    side: str
    kind: str
    turn: int


@dataclass(frozen=True)
class Acting:
    """The activation in progress. how: its movement, `stand`, `before`, `after`, `split` or `move`.

    stage: the next stage, `move`, `action`, `again` for the rest of a split move, `end`. left: MP for that rest.
    """

    block: str
    action: str
    how: str
    stage: str
    left: int = 0
    moved: bool = False


@dataclass(frozen=True)
class PlayedScenario:
    """The content of a scenario. impulses: their names by side. support: 3D actions by side, [uses, most a turn].

    initiative: a side, `roll` or `alternate`. events: cards, table or none. advanced: the advanced rules are played.
    """

    name: str = ""
    turns: int = 6
    night: bool = False
    advanced: bool = True
    initiative: str = "roll"
    events: str = "none"
    impulses: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    support: Mapping[str, Mapping[str, tuple[int, int]]] = field(default_factory=dict)
    maps: tuple[str, ...] = ()


@dataclass(frozen=True)
class OperationsState:
    """A game.

    made: the number of tokens that the game has had. handled: the items that the current stage has handled.
    first: the side that began the impulses; active: the side to play; passes: in a row. played: this turn's impulses by
    side; impulse: the current one, of `active`; used: its blocks that have acted; limit: of such blocks.
    aid: the parameters of the player aid; ruled: the table's answers for unknown ones.
    requests: 3D actions to come; spent: uses by `side kind`; asked_now: requests of this turn by the same key.
    hands: event cards kept, by side. leaderless: by side, the quality of the leader lost this turn.
    aftermath: lost blocks that are not settled yet.
    """

    blocks: Mapping[str, Block]
    sides: tuple[str, ...]
    scenario: PlayedScenario = field(default_factory=PlayedScenario)
    rules: OperationsRules = field(default_factory=OperationsRules)
    aid: Mapping[str, Json] = field(default_factory=dict)
    ruled: Mapping[str, str] = field(default_factory=dict)
    tokens: Mapping[str, Token] = field(default_factory=dict)
    made: int = 0
    phase: TurnPhase = TurnPhase.SETUP
    stage: InitialStage = InitialStage.DONE
    turn: int = 0
    handled: tuple[str, ...] = ()
    first: str = ""
    active: str = ""
    passes: int = 0
    played: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    impulse: str = ""
    used: int = 0
    limit: int = 0
    supporting: str = ""
    acting: Acting | None = None
    requests: tuple[Request, ...] = ()
    spent: Mapping[str, int] = field(default_factory=dict)
    asked_now: Mapping[str, int] = field(default_factory=dict)
    asked_by: tuple[str, ...] = ()
    hands: Mapping[str, int] = field(default_factory=dict)
    leaderless: Mapping[str, str] = field(default_factory=dict)
    aftermath: tuple[str, ...] = ()
    conceded: str = ""

    def __getitem__(self, block: str) -> Block:
        return self.blocks[block]

    def other(self, side: str) -> str:
        """The opponent of a side."""
        return next((name for name in self.sides if name != side), side)

    def alive(self, side: str) -> tuple[str, ...]:
        """The blocks of a side that are in play, those inside carriers among them."""
        return tuple(name for name, block in self.blocks.items() if block.side == side and block.alive)

    def on_map(self, side: str) -> tuple[str, ...]:
        """The blocks of a side that stand on the map."""
        return tuple(name for name in self.alive(side) if not self[name].aboard)

    def everywhere(self) -> tuple[str, ...]:
        """All blocks that stand on the map."""
        return tuple(name for side in self.sides for name in self.on_map(side))

    def enemies(self, block: str) -> tuple[str, ...]:
        """The blocks of the other side that stand on the map."""
        return self.on_map(self.other(self[block].side))

    def friends(self, block: str) -> tuple[str, ...]:
        """The other blocks of the same side on the map."""
        return tuple(name for name in self.on_map(self[block].side) if name != block)

    def aboard(self, carrier: str) -> tuple[str, ...]:
        """The blocks inside or on a carrier."""
        return tuple(name for name, block in self.blocks.items() if block.aboard == carrier and block.alive)

    def leaders(self, side: str, kinds: tuple[str, ...]) -> tuple[str, ...]:
        """The leaders of these kinds on the map."""
        return tuple(name for name in self.on_map(side) if self[name].card.leader in kinds)

    def list_tokens(self, *kinds: str) -> tuple[str, ...]:
        """The tokens of these kinds on the map."""
        return tuple(name for name, token in self.tokens.items() if token.kind in kinds)

    def replace_block(self, block: str, **fields: Any) -> "OperationsState":
        """The state with other fields of a block; unchanged for an unknown block."""
        if block not in self.blocks:
            return self
        return copy_with(self, blocks={**self.blocks, block: copy_with(self.blocks[block], **fields)})

    def without_token(self, name: str) -> "OperationsState":
        """The state without a token."""
        return copy_with(self, tokens={key: token for key, token in self.tokens.items() if key != name})

    def all_changed(self, **fields: Any) -> "OperationsState":
        """The state with other fields of every block."""
        return copy_with(self, blocks={name: copy_with(block, **fields) for name, block in self.blocks.items()})


class OperationsNames(ModelNames, Protocol):
    """The names of blocks, tokens and sides, of 3D actions, and of the aid's parameters."""

    def action(self, kind: str) -> str:
        """The name of a 3D action."""
        ...

    def setting(self, key: str, value: str) -> str:
        """A parameter of the aid with its value, as question and answer."""
        ...

    def die_and_firepower(self, sum: RollSum, total: int) -> str:
        """The gain of a fight's die with all modifiers: `1 (die 7) + light weapons 3 = 4`."""
        ...
