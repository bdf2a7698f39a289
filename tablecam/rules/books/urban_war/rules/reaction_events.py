"""The events of reactions, and the end of turns and of the game."""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Literal

from tablecam.base.clause import Clause
from tablecam.base.i18n import Message, pgettext
from tablecam.base.i18n import gettext as _
from tablecam.rules.books.urban_war.rules.clauses import row
from tablecam.rules.books.urban_war.rules.reasons import Reason
from tablecam.rules.books.urban_war.rules.state import Order, Phase, State
from tablecam.rules.event import TerseEvent
from tablecam.rules.plain import Json
from tablecam.rules.sentence import ModelNames, Sentence


@dataclass(frozen=True, kw_only=True)
class ReactionAnnounced(TerseEvent):
    """A model on overwatch wants to break in; its counter is revealed."""

    form = (Message("Reaction announced"), Message("A model on overwatch wants to break in; its counter is shown."))
    rests_on = row(51)

    model: str
    target: str
    kind: Literal["shot", "charge"]

    def apply(self, state: State) -> State:
        return state.replace_model(self.model, shown=True)

    def sentence(self, names: ModelNames) -> Sentence:
        target = names(self.target)
        if self.kind == "shot":
            return Sentence(
                names(self.model), _("wants to shoot at {target} from overwatch", target=target), aside=True
            )
        return Sentence(names(self.model), _("wants to charge {target} from overwatch", target=target), aside=True)


@dataclass(frozen=True, kw_only=True)
class ReactionVoid(TerseEvent):
    """The reaction is impossible; a model that has not made its attempt keeps waiting.

    why: the reason that the table shows, or its panic.
    """

    form = (Message("Reaction void"), Message("The model cannot break in; if it has made no attempt yet, it waits on."))
    meanings = {"why": Message("as the table shows, or since the model is panicked")}

    model: str
    kind: Literal["shot", "charge"]
    why: Reason | str

    @classmethod
    def find_clause(cls, record: Mapping[str, Json]) -> Clause | None:
        """The clause of the obstacle to the reaction."""
        return {"shot": row(55), "charge": row(57)}.get(str(record.get("kind")))

    def apply(self, state: State) -> State:
        if state.action is None:
            return state
        void = {**state.action.void, f"{self.model} {self.kind}": self.why}
        return replace(state, action=replace(state.action, void=void))

    def sentence(self, names: ModelNames) -> Sentence:
        """An aside: a transcript of the game does not list every try."""
        return Sentence(names(self.model), _("cannot: {why}", why=names.text(self.why)), aside=True, closes=True)


@dataclass(frozen=True, kw_only=True)
class ReactionAttempted(TerseEvent):
    """A model rolls its check to break in. The attempt is its activation, whatever the result."""

    form = (Message("Reaction attempted"), Message("The model makes its check, and has had its turn with that."))
    rests_on = row(54)

    model: str
    target: str
    kind: Literal["shot", "charge"]

    def apply(self, state: State) -> State:
        if self.model not in state.fighters:
            return state
        restricted = state[self.model].panicked
        state = state.replace_model(self.model, order=Order.NONE, shown=False, activated=True, restricted=restricted)
        if state.action:
            return replace(state, action=replace(state.action, attempts=state.action.attempts + 1))
        return state

    def sentence(self, names: ModelNames) -> Sentence:
        target = names(self.target)
        if self.kind == "shot":
            return Sentence(
                names(self.model), _("tries to break in with a shot at {target}", target=target), aside=True
            )
        return Sentence(names(self.model), _("tries to break in with a charge at {target}", target=target), aside=True)


@dataclass(frozen=True, kw_only=True)
class ReactionSucceeded(TerseEvent):
    """The check passes: the model breaks in."""

    form = (Message("Reaction succeeded"), Message("The check of the model has passed: it breaks in."))
    rests_on = row(55)

    model: str

    def apply(self, state: State) -> State:
        if state.action:
            return replace(state, action=replace(state.action, successes=state.action.successes + 1))
        return state

    def sentence(self, names: ModelNames) -> Sentence:
        return Sentence(names(self.model), _("breaks in"), aside=True)


@dataclass(frozen=True, kw_only=True)
class InterceptFellShort(TerseEvent):
    """The path to the enemy is longer than the charge."""

    form = (Message("Intercept fell short"), Message("The way to the enemy was longer than the charge."))
    rests_on = row(57)

    model: str

    def sentence(self, names: ModelNames) -> Sentence:
        return Sentence(names(self.model), _("falls short"))


@dataclass(frozen=True, kw_only=True)
class EvadeTried(TerseEvent):
    """A model tries to evade template fire. The attempt is its activation."""

    form = (
        Message("Evade tried"),
        Message("A model has tried to evade template fire, and has had its turn with that."),
    )
    rests_on = row(63)

    model: str
    passed: bool

    def apply(self, state: State) -> State:
        return state.replace_model(self.model, order=Order.NONE, shown=False, activated=True, shocked=False)

    def sentence(self, names: ModelNames) -> Sentence:
        return Sentence(names(self.model), _("evades") if self.passed else _("stays"), aside=True)


@dataclass(frozen=True, kw_only=True)
class MarkerPlaced(TerseEvent):
    """A portal or a lingering effect lies on the table until the next marker phase."""

    form = (
        Message("Marker placed"),
        Message("A portal or a lingering effect lies on the table until the next marker phase."),
    )
    rests_on = row(34)
    takes = {"by": "model"}

    marker: Reason | str
    by: str = ""

    def apply(self, state: State) -> State:
        return replace(state, markers=(*state.markers, self.marker))

    def sentence(self, names: ModelNames) -> Sentence:
        marker = names.text(self.marker)
        if self.by:
            return Sentence(names(self.by), _("places a {marker}", marker=marker))
        return Sentence("", _("a {marker} is placed", marker=marker))


@dataclass(frozen=True, kw_only=True)
class TurnEnded(TerseEvent):
    """No snap-fire counter remains."""

    form = (Message("Turn ended"), Message("No snap-fire counter is left."))

    turn: int

    def apply(self, state: State) -> State:
        return replace(state, phase=Phase.MARKERS, action=None, following="")

    def sentence(self, names: ModelNames) -> Sentence:
        return Sentence("", _("turn {turn} is over", turn=self.turn))


@dataclass(frozen=True, kw_only=True)
class WithdrawalDecided(TerseEvent):
    """A side that has lost half of its models answers whether it withdraws."""

    form = (
        Message("Withdrawal decided"),
        Message("A side with half of its models lost was asked whether it withdraws."),
    )
    rests_on = row(119)

    side: str
    withdraws: bool

    def apply(self, state: State) -> State:
        withdrawn = self.side if self.withdraws else state.withdrawn
        return replace(state, withdrawals_asked=(*state.withdrawals_asked, self.side), withdrawn=withdrawn)

    def sentence(self, names: ModelNames) -> Sentence:
        return Sentence(names(self.side), _("withdraws") if self.withdraws else _("fights on"))


@dataclass(frozen=True, kw_only=True)
class GameEnded(TerseEvent):
    """The game is over. winner: empty for a draw, or where both sides have lost."""

    form = (Message("Game ended"), None)
    rests_on = row(118)
    meanings = {"winner": Message("empty for a draw, or where both sides have lost")}

    winner: str
    why: Reason | str

    def apply(self, state: State) -> State:
        return replace(state, phase=Phase.OVER, winner=self.winner, ending=self.why, action=None, following="")

    def sentence(self, names: ModelNames) -> Sentence:
        who = names(self.winner) if self.winner else pgettext("subject of a clause", "nobody")
        return Sentence(who, _("wins: {why}", why=names.text(self.why)), closes=True)
