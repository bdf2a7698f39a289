"""A game at a terminal: the players answer questions one after the other, and see the results.

At a shared screen a player can only look away from the other's secrets; a tablet each is better.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any, NamedTuple, Protocol

from tablecam.base.errors import TablecamError
from tablecam.commands.options import spoken
from tablecam.rules.ask import Ask, AskByChance, Below, IllegalAnswer
from tablecam.rules.plain import Json
from tablecam.rules.system import AS_WRITTEN

if TYPE_CHECKING:
    from tablecam.game.game import Game, Question
    from tablecam.game.log import EventLine, Line
    from tablecam.game.opponent.machine_seats import MachineSeats
    from tablecam.rules.event import Event
    from tablecam.rules.system import Wording

Say = Callable[[str], None]
# the next line that somebody types; None at the end of the input
Hear = Callable[[], str | None]


class Measurer(Protocol):
    """A table that measures in the players' place."""

    def answer(self, ask: Ask[Any], state: Any) -> Json:
        """The answer to a question; None where it cannot measure it."""
        ...

    def position(self, state: Any) -> str:
        """The position of everything, in snapshot notation."""
        ...


# words to the umpire instead of an answer; all but undo and redo need more words
UMPIRE_WORDS = ("undo", "redo", "abandon", "overrule", "correct")
QUIT = ("quit", "exit")
AGREE = "agree"
HELP = """\
An answer is one line: dice as faces with spaces, an option by its name, several as ann=walk bob=wait or *=wait,
ranges as bob=12.3 cat=4, a move as 7.9. Enter alone lets the app roll. Where several questions are open,
`2: ...` answers the second. undo, redo, abandon WHY, overrule VERB JSON because WHY, quit."""


class Terminal(NamedTuple):
    """A terminal. below: the app's dice."""

    hear: Hear
    say: Say
    below: Below


def converse(
    game: Game[Any],
    terminal: Terminal,
    table: Measurer | None = None,
    wording: Wording = AS_WRITTEN,
    machines: MachineSeats | None = None,
) -> None:
    """Ask until the game is over or the input ends; every reported answer is already saved.

    table: answers the questions that it can, before the players. wording: the words of the rulebook. machines: the
    seats that the machine plays.
    """
    say = terminal.say
    while not game.over:
        if table and (lines := _answer_from_table(game, table, say)):
            for text in describe_lines(game, lines, wording):
                say(text)
            continue
        offers = machines.list_offers(game) if machines else []
        if machines and not offers and _answer_by_machine(game, machines, wording, say):
            continue
        _say_questions(game, say)
        if offers:
            say("Enter lets the machine go on")
        typed = terminal.hear()
        if typed is None or typed.strip() in QUIT:
            return
        if machines and offers and not typed.strip():
            _answer_by_machine(game, machines, wording, say)
        else:
            _do_line(game, typed.strip(), terminal, table, wording)


def _say_questions(game: Game[Any], say: Say) -> None:
    from tablecam.game.playthrough import name_question

    for number, question in enumerate(game.open, 1):
        say(f"{number}: " * (len(game.open) > 1) + f"{name_question(question)}? {question.ask}")
    if game.stuck:
        say(f"the rulebook cannot go on: {game.stuck}; undo, or correct what happened")


def _do_line(game: Game[Any], typed: str, terminal: Terminal, table: Measurer | None, wording: Wording) -> None:
    if typed.split()[:1] == ["overrule"] and not _confirm_overrule(game, typed, terminal.hear, terminal.say):
        return
    for text in run_line(game, typed, terminal.below, table, wording):
        terminal.say(text)


def _answer_by_machine(game: Game[Any], machines: MachineSeats, wording: Wording, say: Say) -> bool:
    """Let the machine answer one question, and report it; False if it has none to answer."""
    answer = machines.answer(game)
    if answer is None:
        return False
    for text in [machines.describe(game, answer), *describe_lines(game, answer.lines, wording)]:
        say(text)
    return True


def _confirm_overrule(game: Game[Any], typed: str, hear: Hear, say: Say) -> bool:
    """Whether both players agree to an overrule, after a preview of its consequences."""
    from tablecam.game.game import RuleFailed
    from tablecam.game.overrule_preview import propose
    from tablecam.game.playthrough import overruling

    try:
        proposal = propose(game, *overruling(game, typed.partition(" ")[2]))
    except json.JSONDecodeError as fault:
        say(_describe_unreadable(fault))
        return False
    except (IllegalAnswer, RuleFailed) as refusal:
        say(f"! {refusal}")
        return False
    again = f"; {len(proposal.lost)} later answers would be asked for again" if proposal.lost else ""
    say(f"that takes back {len(proposal.undone)} events and brings {len(proposal.brought)}{again}: `{AGREE}` does it")
    if (hear() or "").strip() == AGREE:
        return True
    say("nothing is changed")
    return False


def run_line(
    game: Game[Any], typed: str, below: Below, table: Measurer | None = None, wording: Wording = AS_WRITTEN
) -> list[str]:
    """The lines that a typed line causes, including a refusal."""
    from tablecam.game.game import RuleFailed

    if typed in ("help", "?"):
        return HELP.splitlines()
    try:
        lines = _run_typed(game, typed, below, table)
    except json.JSONDecodeError as fault:
        return [_describe_unreadable(fault)]
    except TablecamError as refusal:
        if not isinstance(refusal, IllegalAnswer | RuleFailed):
            raise
        return [f"! {refusal}"]
    return describe_lines(game, lines, wording)


def _describe_unreadable(unread: json.JSONDecodeError) -> str:
    return f"! '{unread.doc}' cannot be read; write it as in: overrule roll [9] because it was cocked"


def describe_lines(game: Game[Any], lines: Sequence[Line], wording: Wording) -> list[str]:
    """New log lines for both players at once, without anything that one of them may not know."""
    from tablecam.game.log import EventLine
    from tablecam.game.playthrough import describe_line

    visible_lines = (_hide_secrets(game, line) if isinstance(line, EventLine) else line for line in lines)
    return [
        text for line in visible_lines if line and (text := describe_line(game, line, wording.told, wording.rolled))
    ]


def describe_measurement(measured: Json) -> str:
    """A table's measurement for a reader: `bob 36.8 in`, `bob 40 % seen, behind wall`, `bob yes`."""
    if not isinstance(measured, dict):
        return spoken(measured)
    return ", ".join(f"{name} {_describe_fact(fact)}" for name, fact in measured.items()) or "none"


def _describe_fact(fact: Json) -> str:
    match fact:
        case [value, sigma]:
            return f"{value:.1f} in" + (f" give or take {sigma:.2f}" if sigma else "")
        case {"visible": visible, "obstructions": obstructions}:
            behind = ", ".join(obstruction["name"] for obstruction in obstructions)
            return f"{100 * visible:.0f} % seen" + (f", behind {behind}" if behind else "")
    return spoken(fact)


def _answer_from_table(game: Game[Any], table: Measurer, say: Say) -> Sequence[Line]:
    """The lines from the first question that the table can answer; empty where it can answer none."""
    for question in game.open:
        raw = table.answer(question.ask, game.state)
        if raw is None:
            continue
        say(f"table: {question.ask.verb} {question.ask}: {describe_measurement(raw)}")
        try:
            return game.answer(
                raw, question=question.line, by="table", source="table", position=table.position(game.state)
            )
        except IllegalAnswer as refusal:
            say(f"! {refusal}")
    return ()


def _run_typed(game: Game[Any], typed: str, below: Below, table: Measurer | None) -> Sequence[Line]:
    from tablecam.game.playthrough import do_typed, throw_dice
    from tablecam.rules.facts import Move

    if typed == "abandon":
        raise IllegalAnswer("whoever abandons an action says why: abandon WHY")
    if typed.partition(" ")[0] in UMPIRE_WORDS:
        return do_typed(game, typed)
    question, text = _find_question(game, typed)
    ask = question.ask
    raw = throw_dice(ask, below) if isinstance(ask, AskByChance) and not text else ask.parse_text(text)
    if table and isinstance(ask, Move) and isinstance(raw, dict) and "end" not in raw:
        raise IllegalAnswer("the table measures from where models stand, so say where this one is now: 3.5 at 10.2,8")
    source = "app" if isinstance(ask, AskByChance) and not text else "terminal"
    return game.answer(raw, question=question.line, by=ask.seat or "table", source=source)


def _find_question(game: Game[Any], typed: str) -> tuple[Question, str]:
    """The question and its answer: `2: bob` answers the second open question, anything else the first."""
    head, colon, answer = typed.partition(":")
    number = int(head) if colon and head.isdigit() else 1
    if not 1 <= number <= len(game.open):
        raise IllegalAnswer(f"there is no question {number}; {len(game.open)} are open")
    return game.open[number - 1], answer.strip() if colon and head.isdigit() else typed


def _hide_secrets(game: Game[Any], line: EventLine) -> EventLine | None:
    from tablecam.game.log import EventLine

    event: Event = game.system.event(line.event)
    for seat in game.seats:
        visible = game.system.visible_event(event, seat)
        if visible is None:
            return None
        event = visible
    return EventLine(event=event.record(), by=line.by, why=line.why)
