"""The answers that the machine weighs for a question: every option, or a sample where there are too many."""

import json
from collections.abc import Callable, Iterable
from functools import partial
from typing import Any

from tablecam.rules.ask import Ask, AskByChance, Assign, Below, Choose, Confirm, Count, IllegalAnswer
from tablecam.rules.facts import Move
from tablecam.rules.plain import Json

MOST = 12
# shares of an allowance that a model may move, where nobody knows its place
SHARES = (1.0, 0.5, 0.0)


def list_candidates(
    question: Ask[Any], below: Below, most: int = MOST, draw: Callable[[Ask[Any]], Json] | None = None
) -> list[Json]:
    """Different answers to a question that the question itself accepts, at most about `most`.

    draw: draws some of them where there are too many to list; at random without it.
    """
    if isinstance(question, AskByChance):
        return [question.draw_answer(below)]
    listed = list(_list_all(question, most))
    draw_one = partial(draw, question) if draw else partial(question.draw_answer, below)
    drawn = [] if listed and not isinstance(question, Assign) else [draw_one() for _ in range(most)]
    by_key = {key_answer(raw): raw for raw in (*listed, *drawn) if _is_accepted(question, raw)}
    return list(by_key.values())


def key_answer(raw: Json) -> str:
    """The same text for the same answer."""
    return raw if isinstance(raw, str) else json.dumps(raw, sort_keys=True)


def _list_all(question: Ask[Any], most: int) -> Iterable[Json]:
    match question:
        case Choose(options=options):
            return [option.id for option in options if option.open]
        case Confirm():
            return [True, False]
        case Assign(items=items, options=options):
            return [dict.fromkeys(items, option.id) for option in options if option.open]
        case Count() if question.most - question.least < most:
            return range(question.least, question.most + 1)
        case Move():
            return [{"length_in": round(share * question.allowance_in, 2)} for share in SHARES]
    return ()


def _is_accepted(question: Ask[Any], raw: Json) -> bool:
    try:
        question.parse_json(raw)
    except IllegalAnswer:
        return False
    return True
