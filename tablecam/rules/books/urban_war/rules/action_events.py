"""The events of actions, command checks and morale."""

from dataclasses import dataclass

from tablecam.base.i18n import Message
from tablecam.base.i18n import gettext as _
from tablecam.base.lengths import TAPE_IN, short_in_words
from tablecam.rules.books.urban_war.rules.codes import Reason, row
from tablecam.rules.books.urban_war.rules.state import Action, Order, State
from tablecam.rules.event import TerseEvent
from tablecam.rules.facts import Point
from tablecam.rules.frozen import copy_with
from tablecam.rules.sentence import ModelNames, Rolled, Sentence

CHECKS = {
    "another target": Message("the command check to shoot at another target"),  # no text
    "disruption shot": Message("the command check for a disruption shot"),  # no text
    "intercept charge": Message("the command check for an intercept charge"),  # no text
    "panic check": Message("the command check against panic"),  # no text
    "rally": Message("the command check to rally"),
    "shock test": Message("the command check against shock"),  # no text
    "break off": Message("the command check to break off"),  # no text
    "evade": Message("the command check to evade"),
}
CHECKING = {
    "another target": Message("checks to shoot at another target"),  # no text
    "disruption shot": Message("checks for a disruption shot"),  # no text
    "intercept charge": Message("checks for an intercept charge"),  # no text
    "panic check": Message("checks against panic"),  # no text
    "rally": Message("checks to rally"),
    "shock test": Message("checks against shock"),  # no text
    "break off": Message("checks to break off"),  # no text
    "evade": Message("checks to evade"),
}
ACTIONS = {
    "rush": Message("chooses to rush"),
    "move+shoot": Message("chooses to move and shoot"),
    "shoot+move": Message("chooses to shoot and move"),
    "charge": Message("chooses to charge"),
    "fight": Message("chooses to fight"),
    "break off": Message("chooses to break off"),  # no text
    "move": Message("chooses to move"),
    "evade": Message("chooses to evade"),
}


@dataclass(frozen=True, kw_only=True)
class Activated(TerseEvent):
    """A model's counter comes off, and its action begins."""

    form = (Message("Activated"), Message("A model's counter comes off, and its action begins."))
    rests_on = row(49)

    model: str

    def apply(self, state: State) -> State:
        if self.model not in state.fighters:
            return state
        state = _start_action(state, self.model).replace_model(
            self.model, order=Order.NONE, shown=False, activated=True
        )
        return copy_with(state, next_side=state.other(state[self.model].side))

    def sentence(self, names: ModelNames) -> Sentence:
        return Sentence(names(self.model), _("is activated"))


@dataclass(frozen=True, kw_only=True)
class Passed(TerseEvent):
    """A side activates no model, as a house rule allows."""

    form = (Message("Passed"), Message("A side activates nobody, as the house allows."))

    seat: str

    def apply(self, state: State) -> State:
        return copy_with(state, next_side=state.other(self.seat))

    def sentence(self, names: ModelNames) -> Sentence:
        return Sentence(names(self.seat), _("activates nobody"))


@dataclass(frozen=True, kw_only=True)
class FollowUpDeclared(TerseEvent):
    """A model ticks a follow-up box to act again at once."""

    form = (Message("Follow-up declared"), Message("A model ticks a box to act again at once."))
    rests_on = row(73)

    model: str

    def apply(self, state: State) -> State:
        if self.model not in state.fighters:
            return state
        used = state[self.model].followups_used + 1
        return copy_with(state.replace_model(self.model, followups_used=used), following=self.model, action=None)

    def sentence(self, names: ModelNames) -> Sentence:
        return Sentence(names(self.model), _("declares a follow-up"))


@dataclass(frozen=True, kw_only=True)
class FollowUpBegan(TerseEvent):
    """A follow-up action begins."""

    form = (Message("Follow-up began"), Message("The follow-up action of a model begins."))
    rests_on = row(75)

    model: str

    def apply(self, state: State) -> State:
        return _start_action(state, self.model)

    def sentence(self, names: ModelNames) -> Sentence:
        return Sentence(names(self.model), _("acts again"))


@dataclass(frozen=True, kw_only=True)
class ActionChosen(TerseEvent):
    """A model's player picks its action."""

    form = (Message("Action chosen"), Message("What a model does."))

    model: str
    action: str

    def sentence(self, names: ModelNames) -> Sentence:
        """An aside: later events show what an action is; after doing nothing there are none."""
        if self.action == "nothing":
            return Sentence(names(self.model), _("does nothing"))
        does = ACTIONS.get(self.action, Message("chooses to {action}", action=self.action))
        return Sentence(names(self.model), str(does), aside=True)


@dataclass(frozen=True, kw_only=True)
class Moved(TerseEvent):
    """A model moves along a path, or part of it. kind: move, rush, charge, break off, evade, intercept."""

    form = (Message("Moved"), Message("A model has gone along a way, or part of it."))
    takes = {"kind": ("move", "rush", "charge", "break off", "evade", "intercept")}  # no text
    meanings = {"kind": Message("move, rush, charge, break off, evade, intercept")}

    model: str
    length_in: float
    kind: str
    end: Point | None = None

    def apply(self, state: State) -> State:
        state = state.replace_model(self.model, place=self.end) if self.end else state
        action = state.action
        if action and action.model == self.model:
            return copy_with(state, action=copy_with(action, moved_in=action.moved_in + self.length_in, void={}))
        return state

    def sentence(self, names: ModelNames) -> Sentence:
        if self.kind in ("move", "rush") and self.length_in < TAPE_IN / 2:
            return Sentence(names(self.model), _("stays where it is"), outcome=_("no move"), of=self.model)
        return Sentence(names(self.model), _move_text(self.kind, short_in_words(self.length_in), names))


@dataclass(frozen=True, kw_only=True)
class ActionHalted(TerseEvent):
    """An action ends before its time."""

    form = (Message("Action halted"), Message("An action ends before its time."))

    model: str
    why: Reason | str
    intercepted: bool = False

    def apply(self, state: State) -> State:
        if not state.action or state.action.model != self.model:
            return state
        return copy_with(state, action=copy_with(state.action, over=True, intercepted=self.intercepted))

    def sentence(self, names: ModelNames) -> Sentence:
        return Sentence(names(self.model), _("stops: {why}", why=names.text(self.why)), closes=True)


@dataclass(frozen=True, kw_only=True)
class ActionEnded(TerseEvent):
    """An action is over."""

    form = (Message("Action ended"), Message("An action is over."))

    model: str

    def apply(self, state: State) -> State:
        state = state.all_changed(charging=False)
        if state.rules.panicked_state == "now":
            state = state.all_changed(restricted=False)
        return copy_with(state, action=None)

    def sentence(self, names: ModelNames) -> Sentence:
        return Sentence(names(self.model), _("is done"), aside=True)


@dataclass(frozen=True, kw_only=True)
class CommandChecked(TerseEvent):
    """A model rolls two dice plus CD and CAL against 15. kind: the purpose of the check."""

    form = (Message("Command checked"), Message("Two dice, CD and CAL against 15."))
    rests_on = row(99)
    meanings = {"kind": Message("purpose of the check")}

    model: str
    kind: str
    faces: tuple[int, ...]
    total: int
    passed: bool

    def sentence(self, names: ModelNames) -> Sentence:
        check = CHECKS.get(self.kind, Message("the command check for {kind}", kind=self.kind))
        does = _("passes {check}", check=check) if self.passed else _("fails {check}", check=check)

        def build_sum_clause(rolled: Rolled) -> Sentence:
            checks = CHECKING.get(self.kind, Message("checks for {kind}", kind=self.kind))
            # Translators: {checks} is "checks to rally", {sum} "command 2d10 7+1 + CD 5 = 13, needs 15: fails"
            return Sentence(names(self.model), _("{checks}, {sum}", checks=checks, sum=rolled.sum), closes=True)

        return Sentence(names(self.model), does, aside=True, summed=build_sum_clause)


@dataclass(frozen=True, kw_only=True)
class Rallied(TerseEvent):
    """A panic counter comes off. at_once: the action that begins is free of panic too."""

    form = (Message("Rallied"), Message("A panic counter comes off."))
    rests_on = row(108)
    meanings = {"at_once": Message("the action that begins is free of panic too")}

    model: str
    at_once: bool = False

    def apply(self, state: State) -> State:
        state = state.replace_model(self.model, panicked=False)
        return state.replace_model(self.model, restricted=False) if self.at_once else state

    def sentence(self, names: ModelNames) -> Sentence:
        return Sentence(names(self.model), _("rallies at once") if self.at_once else _("rallies"))


@dataclass(frozen=True, kw_only=True)
class Panicked(TerseEvent):
    """A model gets a panic counter."""

    form = (Message("Panicked"), Message("A model gets a panic counter."))
    rests_on = row(102)

    model: str
    why: Reason | str = ""

    def apply(self, state: State) -> State:
        return state.replace_model(self.model, panicked=True)

    def sentence(self, names: ModelNames) -> Sentence:
        if not self.why:
            return Sentence(names(self.model), _("panics"), outcome=_("panics"), of=self.model)
        does = _("panics: {why}", why=names.text(self.why))
        return Sentence(names(self.model), does, closes=True, outcome=_("panics"), of=self.model)


@dataclass(frozen=True, kw_only=True)
class Shocked(TerseEvent):
    """A model gets a shock counter."""

    form = (Message("Shocked"), Message("A model gets a shock counter."))
    rests_on = row(111)

    model: str

    def apply(self, state: State) -> State:
        return state.replace_model(self.model, shocked=True)

    def sentence(self, names: ModelNames) -> Sentence:
        return Sentence(names(self.model), _("is shocked"), outcome=_("shocked"), of=self.model)


def _start_action(state: State, model: str) -> State:
    """Flags belong to one action. Clause: UW-QS Follow-up actions (UW-077)."""
    state = state.all_changed(charging=False)
    if state.rules.panicked_state == "now":
        state = state.all_changed(restricted=False)
    if model not in state.fighters:
        return copy_with(state, action=None, following="")
    fighter = state[model]
    state = state.replace_model(model, restricted=fighter.panicked, shocked=False)
    return copy_with(state, action=Action(model, shocked=fighter.shocked), following="")


def _move_text(kind: str, far: Message, known: ModelNames) -> str:
    """The move in words. A charge names its enemy: `charge bob`."""
    word, _space, enemy = kind.partition(" ")
    match word:
        case "rush":
            return _("rushes {far}", far=far)
        case "charge" if enemy:
            return _("charges {far} towards {enemy}", far=far, enemy=known(enemy))
        case "charge":
            return _("charges {far} towards the enemy", far=far)
        case "break":
            return _("moves {far}, breaking off", far=far)
        case "evade":
            return _("moves {far}, evading", far=far)
        case "intercept":
            return _("moves {far} to intercept", far=far)
    return _("moves {far}", far=far)
