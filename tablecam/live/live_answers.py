"""What the table says of the answers to open questions just now: which are impossible, and what speaks for the others.

A model that could have been broken in on at an earlier point of its way can be put back there: that stays open.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace
from typing import Any

from tablecam.game.game import Question
from tablecam.game.hosting.open_game import OpenGame
from tablecam.game.hosting.roles import NOBODY
from tablecam.live.expected_positions import Alerts
from tablecam.rules.ask import Option
from tablecam.rules.books.table_facts import TableNow
from tablecam.rules.books.views import AdviceRow, AdviceView, AlertView


@dataclass(frozen=True)
class LiveAnswers:
    """Closed options and advice, by the line of the question."""

    closed: dict[int, tuple[Option, ...]] = field(default_factory=dict)
    advice: dict[int, AdviceView] = field(default_factory=dict)


def find_live_answers(
    open_game: OpenGame, state: Any, asked: Iterable[tuple[Question, TableNow]], alerts: Alerts
) -> LiveAnswers:
    """What a look at the table says of the answers to some questions."""
    found, facts = LiveAnswers(), open_game.book.facts
    for question, seen in asked:
        seat = question.ask.seat or NOBODY
        earlier = {alert.option: alert for alert in alerts.by_seat([seat]).get(seat, ())}
        now = facts.answers_now(question.ask, state, seen, open_game.names_of(seat))
        if still := tuple(option for option in now.closed if option.id not in earlier):
            found.closed[question.line] = still
        if now.advice:
            gone = {option.id: earlier[option.id] for option in now.closed if option.id in earlier}
            found.advice[question.line] = _with_earlier(now.advice, gone)
    return found


def _with_earlier(view: AdviceView, earlier: Mapping[str, AlertView]) -> AdviceView:
    """Rows of what was possible on the way, and is no longer where the mover stands now, with what was possible."""

    def row_of(row: AdviceRow) -> AdviceRow:
        alert = earlier.get(row.option)
        return replace(row, text=alert.text, odds=alert.odds, facts=(), line=None) if alert else row

    return replace(view, rows=tuple(map(row_of, view.rows)))
