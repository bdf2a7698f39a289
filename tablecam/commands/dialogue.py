"""A game at a terminal: questions are asked one after the other, and whatever comes of an answer is told.

At one screen nothing can be hidden from the other player but by looking away; a tablet each is better for that.
"""

from collections.abc import Callable, Sequence
from typing import Any

from tablecam.errors import TablecamError
from tablecam.rules.ask import Refused, Roll
from tablecam.rules.event import Event
from tablecam.session.chance import Below, thrown
from tablecam.session.game import Game, Question, RuleFailed
from tablecam.session.game_log import EventLine, Line
from tablecam.session.playthrough import done, named, shown

Say = Callable[[str], None]
# the next line that somebody types, None when there will be no more
Hear = Callable[[], str | None]

# words to the umpire instead of an answer; all but the first three are followed by more
UMPIRE_WORDS = ("undo", "redo", "abandon", "overrule", "correct")
QUIT = ("quit", "exit")
HELP = """\
An answer is one line: dice as faces with spaces, an option by its name, several as ann=snap-fire bob=overwatch or
*=overwatch, ranges as bob=12.3 cat=4, a move as 7.9. Enter alone lets the app roll. Where several questions are
open, `2: ...` answers the second. undo, redo, abandon WHY, overrule VERB JSON because WHY, quit."""


def converse(game: Game[Any], hear: Hear, say: Say, below: Below) -> None:
    """Asks until the game is over or nobody types any more; every answer told is kept already."""
    while not game.over:
        for number, question in enumerate(game.open, 1):
            say(f"{number}: " * (len(game.open) > 1) + f"{named(question)}? {question.ask}")
        if game.stuck:
            say(f"the rulebook cannot go on: {game.stuck}; undo, or correct what happened")
        typed = hear()
        if typed is None or typed.strip() in QUIT:
            return
        for text in told(game, typed.strip(), below):
            say(text)


def told(game: Game[Any], typed: str, below: Below) -> list[str]:
    """What comes of a typed line, a refusal included."""
    if typed in ("help", "?"):
        return HELP.splitlines()
    try:
        lines = _done(game, typed, below)
    except TablecamError as refused:
        if not isinstance(refused, Refused | RuleFailed):
            raise
        return [f"! {refused}"]
    return happened(game, lines)


def happened(game: Game[Any], lines: Sequence[Line]) -> list[str]:
    """New lines of the log for both players at once: what one of them may not know is left out."""
    seen = (_for_all(game, line) if isinstance(line, EventLine) else line for line in lines)
    return [text for line in seen if line and (text := shown(game, line))]


def _done(game: Game[Any], typed: str, below: Below) -> Sequence[Line]:
    if typed == "abandon":
        raise Refused("whoever abandons an action says why: abandon WHY")
    if typed.partition(" ")[0] in UMPIRE_WORDS:
        return done(game, typed)
    question, text = _meant(game, typed)
    ask = question.ask
    raw = thrown(ask, below) if isinstance(ask, Roll) and not text else ask.typed(text)
    source = "app" if isinstance(ask, Roll) and not text else "terminal"
    return game.answer(raw, question=question.line, by=ask.seat or "table", source=source)


def _meant(game: Game[Any], typed: str) -> tuple[Question, str]:
    """`2: bob` answers the second of the open questions, anything else the first."""
    head, colon, rest = typed.partition(":")
    chosen = int(head) if colon and head.isdigit() else 1
    if not 1 <= chosen <= len(game.open):
        raise Refused(f"there is no question {chosen}; {len(game.open)} are open")
    return game.open[chosen - 1], rest.strip() if colon and head.isdigit() else typed


def _for_all(game: Game[Any], line: EventLine) -> EventLine | None:
    event: Event = game.system.event(line.event)
    for seat in game.seats:
        known = game.system.visible_event(event, seat)
        if known is None:
            return None
        event = known
    return EventLine(event=event.record(), by=line.by, why=line.why)
