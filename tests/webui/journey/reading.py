"""What a page asks of whoever sits at it, as somebody reads it off the screen."""

import re
from typing import Any

from playwright.sync_api import Error, Page

Json = dict[str, Any]
# What the open questions of a page are, as it draws them; those that rest for a moment after they or their advice came
# are left out, and so are those whose advice is still worked out.
READ = """
() => [...document.querySelectorAll('.question[data-question]')].filter(one => one.querySelector('.form:not([inert])'))
  .map(one => ({
    key: one.dataset.question, kind: one.dataset.kind, text: one.querySelector('h2').textContent,
    dice: one.querySelectorAll('.slot').length || (one.querySelector('.dice') ? 1 : 0),
    empty: [...one.querySelectorAll('.slot')].filter(each => each.textContent === '·').length,
    all: [...one.querySelectorAll('[data-all]')].map(each => each.dataset.all),
    options: [...one.querySelectorAll('[data-option]:not(:disabled)')].map(each => each.dataset.option),
    says: one.querySelector('.live-length')?.textContent ?? null,
    by_table: one.querySelector('[data-by-table]:not(:disabled)') !== null,
    ready: one.querySelector('[data-done]:not(:disabled)') !== null,
    why: one.querySelector('.why-not')?.textContent ?? '',
    sent: one.querySelector('.form > .waiting, .form .advice-awaited, .form [inert]') !== null,
  })).filter(one => !one.sent)
"""
# who is off the table for good, as the page was told
FALLEN = """
() => fetch('/api/game').then(answer => answer.json()).then(({game}) =>
  Object.entries(game?.state.models ?? {}).filter(([, each]) => !each.alive).map(([id]) => id))
"""
# how many lines of the log this page may know
LINES = "() => fetch('/api/game').then(answer => answer.json()).then(({game}) => game?.number ?? 0)"
# why the table does not take it yet, rather than that it cannot be
NOT_YET = ("moving", "Wait", "wait", "seen", "sight", "hand")


def asked(page: Page) -> list[Json]:
    """The questions that can be answered now."""
    try:
        found: list[Json] = page.evaluate(READ)
    except Error:  # the page is being loaded
        return []
    return found


def far_in(text: str) -> float:
    """How far a question lets a model go: up to 8″."""
    found = re.search(r"up to (\d+(?:\.\d+)?)″", text)
    return float(found[1]) if found else 4.0


def gone_in(says: str) -> float:
    """How far the page says that a model has gone."""
    found = re.match(r"\d+(?:\.\d+)?", says)
    return float(found[0]) if found else 0.0


def refused(question: Json) -> bool:
    """Whether the table says that what it measured cannot be, rather than that it still looks."""
    return bool(question["why"]) and not any(word in question["why"] for word in NOT_YET)


def named(question: Json) -> str:
    """A question by its kind and its words."""
    return f"{question['kind']} {question['text']}"
