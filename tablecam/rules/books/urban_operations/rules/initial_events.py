"""The events of the set-up, of initial phases and of tokens."""

from dataclasses import dataclass, replace
from typing import Any

from tablecam.base.i18n import Message, join_items, ngettext
from tablecam.base.i18n import gettext as _
from tablecam.rules.books.urban_operations.rules.codes import row
from tablecam.rules.books.urban_operations.rules.pieces import HIDDEN, KINDS, WRECK, get_title
from tablecam.rules.books.urban_operations.rules.state import (
    FIRST_TURN,
    PROPOSAL,
    STAGES,
    InitialStage,
    OperationsNames,
    OperationsState,
    Token,
    TurnPhase,
)
from tablecam.rules.event import Event, TerseEvent
from tablecam.rules.frozen import copy_with
from tablecam.rules.sentence import Rolled, Sentence


@dataclass(frozen=True, kw_only=True)
class SetUp(TerseEvent):
    """Maps, tokens and blocks lie in the scenario's set-up."""

    form = (Message("Set up"), Message("Maps, tokens and blocks lie as the scenario says."))
    rests_on = row(104)

    def apply(self, state: OperationsState) -> OperationsState:
        return copy_with(state, phase=TurnPhase.FINAL)

    def sentence(self, names: OperationsNames) -> Sentence:
        return Sentence("", _("the game is set up"))


@dataclass(frozen=True, kw_only=True)
class ParameterSet(TerseEvent):
    """An unknown parameter of the aid, settled for this game."""

    form = (Message("Parameter set"), Message("An unknown of the aid, settled for this game."))

    key: str
    value: str

    def apply(self, state: OperationsState) -> OperationsState:
        return copy_with(state, ruled={**state.ruled, self.key: self.value})

    def sentence(self, names: OperationsNames) -> Sentence:
        return Sentence("", names.setting(self.key, self.value), aside=True)


@dataclass(frozen=True, kw_only=True)
class AidFilled(TerseEvent):
    """The table plays these proposals where the aid has lost something. proposals: names of parameters."""

    form = (Message("Aid filled"), Message("The table plays these proposals where the aid has lost something."))

    proposals: tuple[str, ...]

    def apply(self, state: OperationsState) -> OperationsState:
        return copy_with(state, ruled={**state.ruled, **dict.fromkeys(self.proposals, PROPOSAL)})

    def sentence(self, names: OperationsNames) -> Sentence:
        return Sentence(
            "",
            ngettext(
                "{n} gap of the aid is played as proposed",
                "{n} gaps of the aid are played as proposed",
                len(self.proposals),
            ),
            aside=True,
        )


@dataclass(frozen=True, kw_only=True)
class TurnOpened(TerseEvent):
    """A turn begins with its initial phase."""

    form = (Message("Turn began"), Message("A turn begins with its initial phase."))
    rests_on = row(10)

    turn: int

    def apply(self, state: OperationsState) -> OperationsState:
        """Clause: UO 1 turn (UO-010); the first turn has fewer steps (UO-021)."""
        stage = FIRST_TURN[0] if self.turn <= 1 else STAGES[0]
        return copy_with(state, turn=self.turn, phase=TurnPhase.INITIAL, stage=stage, handled=())

    def sentence(self, names: OperationsNames) -> Sentence:
        return Sentence("", _("turn {turn} begins", turn=self.turn))


@dataclass(frozen=True, kw_only=True)
class StageReached(TerseEvent):
    """The initial phase goes on with another step."""

    form = (Message("Stage reached"), Message("The initial phase goes on with another step."))
    takes = {"stage": tuple(each.value for each in STAGES)}

    stage: str

    def apply(self, state: OperationsState) -> OperationsState:
        stage = next((candidate for candidate in STAGES if candidate.value == self.stage), state.stage)
        if stage is not InitialStage.DONE:
            return copy_with(state, stage=stage, handled=())
        active = state.first or state.sides[0]
        return copy_with(state, stage=stage, handled=(), phase=TurnPhase.IMPULSES, active=active, passes=0)

    def sentence(self, names: OperationsNames) -> Sentence:
        return Sentence("", _("the initial phase goes on"), aside=True)


@dataclass(frozen=True, kw_only=True)
class Handled(TerseEvent):
    """The stage in progress has dealt with a token, a side or an action."""

    form = (Message("Handled"), Message("The stage in progress has dealt with a token, a side or an action."))

    what: str

    def apply(self, state: OperationsState) -> OperationsState:
        return copy_with(state, handled=(*state.handled, self.what))

    def sentence(self, names: OperationsNames) -> Sentence:
        return Sentence("", _("that is done"), aside=True)


@dataclass(frozen=True, kw_only=True)
class Hidden(TerseEvent):
    """Revealed blocks turn face down again."""

    form = (Message("Hidden"), Message("Revealed blocks are turned back."))
    rests_on = row(11)

    blocks: tuple[str, ...]

    def apply(self, state: OperationsState) -> OperationsState:
        """Clause: UO Initial phase (UO-011)."""
        for block in self.blocks:
            state = state.replace_block(block, revealed=False)
        return state

    def sentence(self, names: OperationsNames) -> Sentence:
        return Sentence(
            names.all(self.blocks), ngettext("turns face down again", "turn face down again", len(self.blocks))
        )


@dataclass(frozen=True, kw_only=True)
class Revealed(TerseEvent):
    """Blocks turn face up."""

    form = (Message("Revealed"), Message("Blocks are turned face up."))
    rests_on = row(86)

    blocks: tuple[str, ...]
    why: str = ""

    def apply(self, state: OperationsState) -> OperationsState:
        for block in self.blocks:
            state = state.replace_block(block, revealed=True)
        return state

    def sentence(self, names: OperationsNames) -> Sentence:
        return Sentence(names.all(self.blocks), ngettext("turns face up", "turn face up", len(self.blocks)))


@dataclass(frozen=True, kw_only=True)
class TokenRevealed(TerseEvent):
    """A token of no man's land is revealed."""

    form = (Message("Token revealed"), Message("A token of no man's land comes to light."))
    takes = {"kind": KINDS}

    token: str
    kind: str
    why: str = ""

    def apply(self, state: OperationsState) -> OperationsState:
        return _change_token(state, self.token, revealed=True, shown_as=self.kind)

    def sentence(self, names: OperationsNames) -> Sentence:
        return Sentence(names(self.token), _("comes to light: {kind}", kind=get_title(self.kind)), closes=True)


@dataclass(frozen=True, kw_only=True)
class TokenPlaced(TerseEvent):
    """A token is put on the map."""

    form = (Message("Token placed"), Message("A token is put on the map."))
    rests_on = row(32)
    takes = {"kind": KINDS, "by": "text"}

    token: str
    kind: str
    seat: str = ""
    revealed: bool = True
    by: str = ""

    def get_visible_event(self, seat: str) -> Event:
        return self if self.revealed or self.seat == seat else replace(self, kind=HIDDEN)

    def apply(self, state: OperationsState) -> OperationsState:
        if self.token in state.tokens:
            return state
        number = state.made + 1
        token = Token(self.kind, number, self.seat, self.revealed, shown_as=self.kind if self.revealed else "")
        return copy_with(state, tokens={**state.tokens, self.token: token}, made=number)

    def sentence(self, names: OperationsNames) -> Sentence:
        if self.by:
            return Sentence(names(self.by), _("places a token: {kind}", kind=get_title(self.kind)))
        return Sentence("", _("a token is placed: {kind}", kind=get_title(self.kind)))


@dataclass(frozen=True, kw_only=True)
class TokenRemoved(TerseEvent):
    """A token leaves the map. faces: the die that removes it, if any."""

    form = (Message("Token removed"), Message("A token leaves the map."))
    rests_on = row(32)

    token: str
    why: str = ""
    faces: tuple[int, ...] = ()

    def apply(self, state: OperationsState) -> OperationsState:
        return state.without_token(self.token)

    def sentence(self, names: OperationsNames) -> Sentence:
        return Sentence(names(self.token), _prepend_roll(self.faces, _("leaves the map")))


@dataclass(frozen=True, kw_only=True)
class TokenTested(TerseEvent):
    """A die is rolled for an explosive or a wreck."""

    form = (Message("Token tested"), Message("A die is thrown for an explosive or a wreck."))
    rests_on = row(13)

    token: str
    faces: tuple[int, ...]
    explodes: bool

    def apply(self, state: OperationsState) -> OperationsState:
        return copy_with(state, handled=(*state.handled, self.token))

    def sentence(self, names: OperationsNames) -> Sentence:
        token = names(self.token)

        def describe_sum(rolled: Rolled) -> Sentence:
            if self.explodes:
                return Sentence(token, _("explodes, {sum}", sum=rolled.sum), closes=True)
            return Sentence(token, _("does not explode, {sum}", sum=rolled.sum), closes=True)

        return Sentence(token, _("explodes") if self.explodes else _("does not explode"), summed=describe_sum)


@dataclass(frozen=True, kw_only=True)
class Exploded(TerseEvent):
    """An explosive has gone off and leaves the map, or a wreck has exploded and stays."""

    form = (Message("Exploded"), Message("An explosive leaves the map, or a wreck stays."))
    rests_on = row(70)

    token: str

    def apply(self, state: OperationsState) -> OperationsState:
        """Remove an exploded token; a wreck stays. Clause: UO Initial phase (UO-013)."""
        token = state.tokens.get(self.token)
        if token is None or token.kind == WRECK:
            return _change_token(state, self.token, exploded=True)
        return state.without_token(self.token)

    def sentence(self, names: OperationsNames) -> Sentence:
        return Sentence(names(self.token), _("has exploded"), aside=True)


@dataclass(frozen=True, kw_only=True)
class PopulationMoved(TerseEvent):
    """A population token has moved. faces: the die for its direction, if one was rolled."""

    form = (Message("Population moved"), Message("A population token has moved."))
    rests_on = row(85)
    takes = {"by": "text"}

    token: str
    mp: int
    by: str = ""
    direction: int = 0
    why: str = ""
    faces: tuple[int, ...] = ()

    def apply(self, state: OperationsState) -> OperationsState:
        return copy_with(state, handled=(*state.handled, self.token))

    def sentence(self, names: OperationsNames) -> Sentence:
        return Sentence(names(self.token), _prepend_roll(self.faces, _describe_path(self)))


def _change_token(state: OperationsState, name: str, **fields: Any) -> OperationsState:
    if name not in state.tokens:
        return state
    return copy_with(state, tokens={**state.tokens, name: copy_with(state.tokens[name], **fields)})


def _prepend_roll(faces: tuple[int, ...], does: str) -> str:
    """The result of a die without a target number, after the die; events of earlier versions lack the die."""
    # Translators: "rolls 3 and goes 1 MP towards hex side 3"
    return _("rolls {dice} and {does}", dice=join_items(faces), does=does) if faces else does


def _describe_path(event: PopulationMoved) -> str:
    if not event.mp:
        return _("stays")
    if event.direction:
        return _("goes 1 MP towards hex side {n}", n=event.direction)
    return _("goes {mp} MP", mp=event.mp)
