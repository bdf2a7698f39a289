"""Events as short plain clauses, so that a game can be read aloud: `Ida` `moves 3.4 in`.

Every event has one function: an event without words is a KeyError, and a test looks for one. A clause is a whole
template in the catalogue; its subject is separate, so that clauses with one subject can be joined.
"""

from collections.abc import Callable, Iterator, Mapping
from typing import Any

from tablecam.base.i18n import Message, listed
from tablecam.base.i18n import gettext as _
from tablecam.base.lengths import TAPE_IN, short_in_words
from tablecam.rules.books.sum_words import with_minus
from tablecam.rules.books.urban_war.rules import events as e
from tablecam.rules.books.urban_war.rules.visibility import HIDDEN
from tablecam.rules.books.urban_war.wording.combat import COMBAT_WORDS, NOBODY
from tablecam.rules.books.urban_war.wording.names import Names
from tablecam.rules.event import Event
from tablecam.rules.system import Rolled, Sentence

Say = Callable[[Any, Names], Sentence]

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
EDGES = {
    "near": Message("picks the near edge"),
    "far": Message("picks the far edge"),
    "left": Message("picks the left edge"),
    "right": Message("picks the right edge"),
}


def describe_event(event: Event, known: Names) -> Sentence:
    """The clause of an event; KeyError for an event of another rulebook."""
    return WORDS[type(event)](event, known)


def _describe_roll_off(event: e.RolledOff, known: Names) -> Sentence:
    rolls, winner = listed(_list_rolls(event, known)), known(event.winner)
    match event.purpose, bool(event.winner):
        case "table side", True:  # no text
            says = _("{rolls} for the table side: {winner} wins", rolls=rolls, winner=winner)
        case "table side", False:  # no text
            says = _("{rolls} for the table side: a tie", rolls=rolls)
        case "first turn", True:  # no text
            says = _("{rolls} for the first turn: {winner} wins", rolls=rolls, winner=winner)
        case "first turn", False:  # no text
            says = _("{rolls} for the first turn: a tie", rolls=rolls)
        case _other, True:
            says = _("{rolls} for initiative: {winner} wins", rolls=rolls, winner=winner)
        case _other, False:
            says = _("{rolls} for initiative: a tie", rolls=rolls)
    return Sentence("", says, closes=True)


def _list_rolls(event: e.RolledOff, known: Names) -> Iterator[str]:
    for side, face in event.faces.items():
        if added := event.modifiers.get(side, 0):
            values = {"side": known(side), "face": face, "amount": abs(added), "total": with_minus(face + added)}
            if added < 0:
                yield _("{side} rolls {face} − {amount} for the Commander = {total}", **values)
            else:
                yield _("{side} rolls {face} + {amount} for the Commander = {total}", **values)
        else:
            yield _("{side} rolls {face}", side=known(side), face=face)


def _describe_deployment(event: e.Deployed, known: Names) -> Sentence:
    if not event.depth_in:
        return Sentence(known(event.model), _("is deployed"))
    return Sentence(known(event.model), _("stands {far} from the edge", far=short_in_words(event.depth_in)))


def _describe_orders(event: e.OrdersGiven, known: Names) -> Sentence:
    orders = [
        _order_text(kind, known.all(model for model, order in event.orders.items() if order == kind))
        for kind in dict.fromkeys(event.orders.values())
    ]
    if event.opened:
        orders.append(_("face-up snap-fire to {models}", models=known.all(event.opened)))
    does = _("gives {orders}", orders=listed(orders)) if orders else _("gives no more orders")
    return Sentence(known(event.seat), does)


def _order_text(kind: str, models: str) -> str:
    match kind:
        case "overwatch":
            return _("overwatch to {models}", models=models)
        case "snap-fire":
            return _("snap-fire to {models}", models=models)
        case kind if kind == HIDDEN:
            return _("hidden orders to {models}", models=models)
    return _("no order to {models}", models=models)


def _describe_action(event: e.ActionChosen, known: Names) -> Sentence:
    """An aside: later events show what an action is; after doing nothing there are none."""
    if event.action == "nothing":
        return Sentence(known(event.model), _("does nothing"))
    does = ACTIONS.get(event.action, Message("chooses to {action}", action=event.action))
    return Sentence(known(event.model), str(does), aside=True)


def _describe_move(event: e.Moved, known: Names) -> Sentence:
    if event.kind in ("move", "rush") and event.length_in < TAPE_IN / 2:
        return Sentence(known(event.model), _("stays where it is"))
    return Sentence(known(event.model), _move_text(event.kind, short_in_words(event.length_in), known))


def _move_text(kind: str, far: Message, known: Names) -> str:
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


def _describe_check(event: e.CommandChecked, known: Names) -> Sentence:
    check = CHECKS.get(event.kind, Message("the command check for {kind}", kind=event.kind))
    does = _("passes {check}", check=check) if event.passed else _("fails {check}", check=check)

    def build_sum_clause(rolled: Rolled) -> Sentence:
        checks = CHECKING.get(event.kind, Message("checks for {kind}", kind=event.kind))
        # Translators: {checks} is "checks to rally", {sum} "command 2d10 7+1 + CD 5 = 13, needs 15: fails"
        return Sentence(known(event.model), _("{checks}, {sum}", checks=checks, sum=rolled.sum), closes=True)

    return Sentence(known(event.model), does, aside=True, summed=build_sum_clause)


def _describe_halt(event: e.ActionHalted, known: Names) -> Sentence:
    return Sentence(known(event.model), _("stops: {why}", why=known.text(event.why)), closes=True)


def _describe_rally(event: e.Rallied, known: Names) -> Sentence:
    return Sentence(known(event.model), _("rallies at once") if event.at_once else _("rallies"))


def _describe_panic(event: e.Panicked, known: Names) -> Sentence:
    if not event.why:
        return Sentence(known(event.model), _("panics"))
    return Sentence(known(event.model), _("panics: {why}", why=known.text(event.why)), closes=True)


def _describe_announcement(event: e.ReactionAnnounced, known: Names) -> Sentence:
    target = known(event.target)
    if event.kind == "shot":
        return Sentence(known(event.model), _("wants to shoot at {target} from overwatch", target=target), aside=True)
    return Sentence(known(event.model), _("wants to charge {target} from overwatch", target=target), aside=True)


def _describe_void_reaction(event: e.ReactionVoid, known: Names) -> Sentence:
    """An aside: a transcript of the game does not list every try."""
    return Sentence(known(event.model), _("cannot: {why}", why=known.text(event.why)), aside=True, closes=True)


def _describe_attempt(event: e.ReactionAttempted, known: Names) -> Sentence:
    target = known(event.target)
    if event.kind == "shot":
        return Sentence(known(event.model), _("tries to break in with a shot at {target}", target=target), aside=True)
    return Sentence(known(event.model), _("tries to break in with a charge at {target}", target=target), aside=True)


def _describe_evade(event: e.EvadeTried, known: Names) -> Sentence:
    return Sentence(known(event.model), _("evades") if event.passed else _("stays"), aside=True)


def _describe_marker(event: e.MarkerPlaced, known: Names) -> Sentence:
    marker = known.text(event.marker)
    if event.by:
        return Sentence(known(event.by), _("places a {marker}", marker=marker))
    return Sentence("", _("a {marker} is placed", marker=marker))


def _describe_withdrawal(event: e.WithdrawalDecided, known: Names) -> Sentence:
    return Sentence(known(event.side), _("withdraws") if event.withdraws else _("fights on"))


def _describe_end_of_game(event: e.GameEnded, known: Names) -> Sentence:
    who = known(event.winner) if event.winner else str(NOBODY)
    return Sentence(who, _("wins: {why}", why=known.text(event.why)), closes=True)


def _build_describer(text: Message, aside: bool = False) -> Say:
    """A function that describes a model's event without values."""
    return lambda event, known: Sentence(known(event.model), str(text), aside)


WORDS: Mapping[type[Event], Say] = {
    e.TerrainPlaced: lambda event, known: Sentence(known(event.by), _("places {piece}", piece=event.piece)),
    e.RolledOff: _describe_roll_off,
    e.EdgeChosen: lambda event, known: Sentence(known(event.by), str(EDGES.get(event.edge, event.edge))),
    e.DeploymentOrdered: lambda event, known: Sentence(known(event.first), _("deploys first")),
    e.Deployed: _describe_deployment,
    e.StarterChosen: lambda event, known: Sentence(known(event.first), _("goes first")),
    e.TurnBegan: lambda event, _known: Sentence("", _("turn {turn} begins", turn=event.turn)),
    e.OrdersGiven: _describe_orders,
    e.Activated: _build_describer(Message("is activated")),
    e.Passed: lambda event, known: Sentence(known(event.seat), _("activates nobody")),
    e.FollowUpDeclared: _build_describer(Message("declares a follow-up")),
    e.FollowUpBegan: _build_describer(Message("acts again")),
    e.ActionChosen: _describe_action,
    e.Moved: _describe_move,
    e.ActionHalted: _describe_halt,
    e.ActionEnded: _build_describer(Message("is done"), aside=True),
    e.CommandChecked: _describe_check,
    e.Rallied: _describe_rally,
    e.Panicked: _describe_panic,
    e.Shocked: _build_describer(Message("is shocked")),
    e.ReactionAnnounced: _describe_announcement,
    e.ReactionVoid: _describe_void_reaction,
    e.ReactionAttempted: _describe_attempt,
    e.ReactionSucceeded: _build_describer(Message("breaks in"), aside=True),
    e.InterceptFellShort: _build_describer(Message("falls short")),
    e.EvadeTried: _describe_evade,
    e.MarkerPlaced: _describe_marker,
    e.TurnEnded: lambda event, _known: Sentence("", _("turn {turn} is over", turn=event.turn)),
    e.WithdrawalDecided: _describe_withdrawal,
    e.GameEnded: _describe_end_of_game,
    **COMBAT_WORDS,
}
