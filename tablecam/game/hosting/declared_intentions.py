"""Declare an intention for a model: every board shows it and the log keeps it, but the rules know nothing of it."""

import math
from collections.abc import Callable, Iterable, Mapping

from tablecam.base.i18n import Message
from tablecam.game.hosting.open_game import OpenGame
from tablecam.game.hosting.roles import TABLE
from tablecam.game.intentions import (
    FARTHEST_IN,
    MOST_POINTS,
    Point,
    compute_path_length,
    intention_text,
    standing,
)
from tablecam.game.log import IntendsLine
from tablecam.rules.ask import IllegalAnswer
from tablecam.rules.plain import Json

Payload = Mapping[str, Json]


def intend(open_game: OpenGame, role: str, payload: Payload) -> None:
    """Let a side say where a model of its own is to go. way: points of its base's centre, from where it stands.

    The shared tablet speaks for the model's side.
    """
    model, seat = _find_own_model(open_game, role, payload)
    path = _parse_path(payload.get("way"))
    open_game.game.declare(IntendsLine(intends=model, by=seat, way=path, length_in=compute_path_length(path)))


def withdraw(open_game: OpenGame, role: str, payload: Payload) -> None:
    """Withdraw a side's intention for a model."""
    model, seat = _find_own_model(open_game, role, payload)
    if model not in open_game.intentions:
        raise IllegalAnswer(Message("no declaration about {model} is in force any more", model=open_game.names(model)))
    open_game.game.declare(IntendsLine(intends=model, by=seat, withdrawn=True))


def list_standing_intentions(
    said: Iterable[IntendsLine], called: Callable[[str], object], alive: Iterable[str]
) -> list[dict[str, Json]]:
    """Standing intentions for the board to draw. alive: the models that can still have one."""
    alive_models = set(alive)
    return [
        {
            "model": line.intends, "seat": line.by, "way_in": [list(point) for point in line.way],
            "length_in": line.length_in, "text": intention_text(line, called),
        }
        for line in said
        if line.intends in alive_models
    ]  # fmt: skip


def list_earlier_intentions(open_game: OpenGame, seat: str, number: int, ask: Mapping[str, Json]) -> list[Json]:
    """Intentions for the models of a question when it was answered at a line in the seat's own numbers."""
    standing_intentions = standing(open_game.logs[seat].view.lines[:number])
    concerned = {value for value in ask.values() if isinstance(value, str)}
    return [
        intention_text(line, open_game.get_names(seat))
        for model, line in standing_intentions.items()
        if model in concerned
    ]


def _find_own_model(open_game: OpenGame, role: str, payload: Payload) -> tuple[str, str]:
    """The named model and its side; IllegalAnswer if the role may not speak for it."""
    model = str(payload.get("model", ""))
    seat = open_game.phrases.people(open_game.game.state).get(model)
    if seat is None or role not in (TABLE, seat):
        raise IllegalAnswer(Message("a side can declare intentions only for its own models: check whose they are"))
    if open_game.pending:
        raise IllegalAnswer(Message("a correction has been proposed: settle it first"))
    return model, seat


def _parse_path(raw: Json) -> tuple[Point, ...]:
    points = raw if isinstance(raw, list) else []
    path = tuple(_parse_point(point) for point in points)
    if not 2 <= len(path) <= MOST_POINTS:
        example = '{"model": "ida", "way": [[3, 4], [6, 8]]}'  # no text
        raise IllegalAnswer(
            Message("give the path in 2 to {most} points: {example}", most=MOST_POINTS, example=example)
        )
    return path


def _parse_point(raw: Json) -> Point:
    numbers = [value for value in raw if isinstance(value, int | float)] if isinstance(raw, list) else []
    if len(numbers) != 2 or not all(math.isfinite(value) and abs(value) <= FARTHEST_IN for value in numbers):
        raise IllegalAnswer(Message("a point of a path is two numbers in inches, as in {example}", example="[3.5, 4]"))
    return round(numbers[0], 2), round(numbers[1], 2)
