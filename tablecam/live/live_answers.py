"""The table's view of the answers to open questions: the impossible ones, and advice on the rest.

A model that could have been interrupted at an earlier point of its path can be put back there: that stays open.
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
    """Closed options and advice for some questions, from a look at the table."""
    live, facts = LiveAnswers(), open_game.book.facts
    for question, table_now in asked:
        seat = question.ask.seat or NOBODY
        earlier = {alert.option: alert for alert in alerts.by_seat([seat]).get(seat, ())}
        current = facts.answers_now(question.ask, state, table_now, open_game.names_of(seat))
        if closed := tuple(option for option in current.closed if option.id not in earlier):
            live.closed[question.line] = closed
        if current.advice:
            missed = {option.id: earlier[option.id] for option in current.closed if option.id in earlier}
            live.advice[question.line] = _restore_earlier(current.advice, missed)
    return live


def _restore_earlier(view: AdviceView, earlier: Mapping[str, AlertView]) -> AdviceView:
    """Advice with the earlier odds for rows that were possible on the path but no longer are."""

    def row_of(row: AdviceRow) -> AdviceRow:
        alert = earlier.get(row.option)
        return replace(row, text=alert.text, odds=alert.odds, facts=(), line=None) if alert else row

    return replace(view, rows=tuple(map(row_of, view.rows)))
