"""A game at a terminal: questions are asked one after the other, and whatever comes of an answer is told.

At one screen nothing can be hidden from the other player but by looking away; a tablet each is better for that.
"""

import json
from collections.abc import Callable, Sequence
from typing import Any, Protocol

from tablecam.base.errors import TablecamError
from tablecam.commands.games import spoken
from tablecam.game.game import Game, Question, RuleFailed
from tablecam.game.log import EventLine, Line
from tablecam.game.overrule_preview import propose
from tablecam.game.playthrough import describe_line, do_typed, named, overruling
from tablecam.game.random_answers import Below, thrown
from tablecam.rules.ask import Ask, IllegalAnswer, Roll
from tablecam.rules.event import Event
from tablecam.rules.facts import Move
from tablecam.rules.plain import Json
from tablecam.rules.system import AS_WRITTEN, Wording

Say = Callable[[str], None]
# the next line that somebody types, None when there will be no more
Hear = Callable[[], str | None]


class Measurer(Protocol):
    """What can measure in the players' place."""

    def answer(self, ask: Ask[Any], state: Any) -> Json:
        """The answer to a question, None where it cannot tell."""
        ...

    def position(self, state: Any) -> str:
        """Where everything stands, in snapshot notation."""
        ...


# words to the umpire instead of an answer; all but the first three are followed by more
UMPIRE_WORDS = ("undo", "redo", "abandon", "overrule", "correct")
QUIT = ("quit", "exit")
AGREE = "agree"
HELP = """\
An answer is one line: dice as faces with spaces, an option by its name, several as ann=walk bob=wait or *=wait,
ranges as bob=12.3 cat=4, a move as 7.9. Enter alone lets the app roll. Where several questions are open,
`2: ...` answers the second. undo, redo, abandon WHY, overrule VERB JSON because WHY, quit."""


def converse(
    game: Game[Any],
    hear: Hear,
    say: Say,
    below: Below,
    table: Measurer | None = None,
    wording: Wording = AS_WRITTEN,
) -> None:
    """Asks until the game is over or nobody types any more; every answer told is kept already.

    table: answers what it can before the players are asked. wording: the words of the rulebook.
    """
    while not game.over:
        if table and (lines := _from_table(game, table, say)):
            for text in happened(game, lines, wording):
                say(text)
            continue
        for number, question in enumerate(game.open, 1):
            say(f"{number}: " * (len(game.open) > 1) + f"{named(question)}? {question.ask}")
        if game.stuck:
            say(f"the rulebook cannot go on: {game.stuck}; undo, or correct what happened")
        typed = hear()
        if typed is None or typed.strip() in QUIT:
            return
        if typed.split()[:1] == ["overrule"] and not _agreed(game, typed.strip(), hear, say):
            continue
        for text in carry_out(game, typed.strip(), below, table, wording):
            say(text)


def _agreed(game: Game[Any], typed: str, hear: Hear, say: Say) -> bool:
    """Overruling takes two steps: what would come of it is told, and done when both players agree."""
    try:
        proposal = propose(game, *overruling(game, typed.partition(" ")[2]))
    except json.JSONDecodeError as unread:
        say(_unread(unread))
        return False
    except (IllegalAnswer, RuleFailed) as refused:
        say(f"! {refused}")
        return False
    others = f"; {len(proposal.lost)} later answers would be asked for again" if proposal.lost else ""
    say(f"that takes back {len(proposal.undone)} events and brings {len(proposal.brought)}{others}: `{AGREE}` does it")
    if (hear() or "").strip() == AGREE:
        return True
    say("nothing is changed")
    return False


def carry_out(
    game: Game[Any], typed: str, below: Below, table: Measurer | None = None, wording: Wording = AS_WRITTEN
) -> list[str]:
    """What comes of a typed line, a refusal included."""
    if typed in ("help", "?"):
        return HELP.splitlines()
    try:
        lines = _do_typed(game, typed, below, table)
    except json.JSONDecodeError as unread:
        return [_unread(unread)]
    except TablecamError as refused:
        if not isinstance(refused, IllegalAnswer | RuleFailed):
            raise
        return [f"! {refused}"]
    return happened(game, lines, wording)


def _unread(unread: json.JSONDecodeError) -> str:
    return f"! '{unread.doc}' cannot be read; write it as in: overrule roll [9] because it was cocked"


def happened(game: Game[Any], lines: Sequence[Line], wording: Wording) -> list[str]:
    """New lines of the log for both players at once: what one of them may not know is left out."""
    seen = (_for_all(game, line) if isinstance(line, EventLine) else line for line in lines)
    return [text for line in seen if line and (text := describe_line(game, line, wording.told, wording.rolled))]


def in_words(measured: Json) -> str:
    """What the table has measured, for a person: `bob 36.8 in`, `bob 40 % seen, behind wall`, `bob yes`."""
    if not isinstance(measured, dict):
        return spoken(measured)
    return ", ".join(f"{name} {_in_words(fact)}" for name, fact in measured.items()) or "none"


def _in_words(fact: Json) -> str:
    match fact:
        case [value, sigma]:
            return f"{value:.1f} in" + (f" give or take {sigma:.2f}" if sigma else "")
        case {"visible": visible, "obstructions": obstructions}:
            behind = ", ".join(obstruction["name"] for obstruction in obstructions)
            return f"{100 * visible:.0f} % seen" + (f", behind {behind}" if behind else "")
    return spoken(fact)


def _from_table(game: Game[Any], table: Measurer, say: Say) -> Sequence[Line]:
    """The lines that come of the first question that the table can answer; none where it can answer none."""
    for question in game.open:
        raw = table.answer(question.ask, game.state)
        if raw is None:
            continue
        say(f"table: {question.ask.verb} {question.ask}: {in_words(raw)}")
        try:
            return game.answer(
                raw, question=question.line, by="table", source="table", position=table.position(game.state)
            )
        except IllegalAnswer as refused:
            say(f"! {refused}")
    return ()


def _do_typed(game: Game[Any], typed: str, below: Below, table: Measurer | None) -> Sequence[Line]:
    if typed == "abandon":
        raise IllegalAnswer("whoever abandons an action says why: abandon WHY")
    if typed.partition(" ")[0] in UMPIRE_WORDS:
        return do_typed(game, typed)
    question, text = _meant(game, typed)
    ask = question.ask
    raw = thrown(ask, below) if isinstance(ask, Roll) and not text else ask.typed(text)
    if table and isinstance(ask, Move) and isinstance(raw, dict) and "end" not in raw:
        raise IllegalAnswer("the table measures from where models stand, so say where this one is now: 3.5 at 10.2,8")
    source = "app" if isinstance(ask, Roll) and not text else "terminal"
    return game.answer(raw, question=question.line, by=ask.seat or "table", source=source)


def _meant(game: Game[Any], typed: str) -> tuple[Question, str]:
    """`2: bob` answers the second of the open questions, anything else the first."""
    head, colon, rest = typed.partition(":")
    chosen = int(head) if colon and head.isdigit() else 1
    if not 1 <= chosen <= len(game.open):
        raise IllegalAnswer(f"there is no question {chosen}; {len(game.open)} are open")
    return game.open[chosen - 1], rest.strip() if colon and head.isdigit() else typed


def _for_all(game: Game[Any], line: EventLine) -> EventLine | None:
    event: Event = game.system.event(line.event)
    for seat in game.seats:
        known = game.system.visible_event(event, seat)
        if known is None:
            return None
        event = known
    return EventLine(event=event.record(), by=line.by, why=line.why)
