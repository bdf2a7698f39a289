"""The questions where a template lies, and which models lie under it.

    smoke = place_template(game, seat, "smoke", SMOKE, within=("ann", 8.0))
    under = game.ask(Under(model=smoke, others=("bob", "cat"))).models

`Sight`, `Ranges`, `Contact` and `Standing` take the templates of the state (`tablecam/rules/scenery.py`) into account.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Literal

from tablecam.rules.ask import Ask, Below, Topic, make_refusal
from tablecam.rules.facts import Contact, Point, Ranges, decimal, point
from tablecam.rules.plain import Json
from tablecam.rules.play import Play, split_topic
from tablecam.rules.random_facts import TABLE_IN
from tablecam.rules.scenery import UNTURNED_DEG, TemplatePlaced, TemplateRemoved, TemplateShape, get_scenery

# the part of a base that must lie under a template
Part = Literal["any", "centre", "whole"]


@dataclass(frozen=True)
class Placement:
    """A place for a template. at: its origin (x, y, z); heading_deg: of its forward, anticlockwise from x."""

    at: Point
    heading_deg: float = UNTURNED_DEG


@dataclass(frozen=True, kw_only=True)
class Placing(Ask[Placement]):
    """The place of a template, marker or objective: [12.5, 8], [12.5, 8, 45] or {"at": [12.5, 8], "heading_deg": 45}.

    The camera measures it if the roster has a tagged model with the id of the piece; otherwise players tap the place on
    the board or type it.
    """

    piece: str
    shape: TemplateShape
    purpose: str = "place"

    def __str__(self) -> str:
        """The piece and its kind."""
        return f"{self.piece}, a {self.shape.kind}: x y" + ("" if self.shape.round else " heading")  # no text

    def parse_json(self, raw: Json) -> Placement:
        """A place on the table."""
        record = raw if isinstance(raw, Mapping) else _name_numbers(raw)
        at, heading = point(record.get("at")), record.get("heading_deg", UNTURNED_DEG)
        if at is None or type(heading) not in (int, float) or not abs(heading) <= 360:
            raise make_refusal("not-placed", piece=self.piece, given=str(raw))
        return Placement(at, float(heading))

    def parse_text(self, text: str) -> Json:
        """Parse `12.5 8`, or `12.5 8 45` with a heading in degrees."""
        return [decimal(word) for word in text.replace(",", " ").split()]

    def draw_answer(self, below: Below) -> Json:
        """A random place on the table."""
        at = [below(TABLE_IN * 100) / 100, below(TABLE_IN * 100) / 100]
        return {"at": at} if self.shape.round else {"at": at, "heading_deg": below(360)}


def _name_numbers(raw: Json) -> Mapping[str, Json]:
    """A list of two or three numbers as a record."""
    if not isinstance(raw, list | tuple) or len(raw) not in (2, 3):
        return {}
    heading = {"heading_deg": raw[2]} if len(raw) == 3 else {}
    return {"at": list(raw[:2]), **heading}


@dataclass(frozen=True, kw_only=True)
class Under(Contact):
    """The models that lie under a template, or in the area of a feature: ["bob"], or {"bob": "too close"}.

    model: the id of the template or the name of the feature. others: the models asked about. part: the part of a base
    that must lie under it. `models` of the answer are those under it. Heights do not matter.
    """

    part: Part = "any"

    def __str__(self) -> str:
        """The template, and the models that might lie under it."""
        return f"{self.model}: {', '.join(self.others)}"  # no text: for the command line

    def get_doubt_topic(self, model: str) -> Topic:
        """The topic of the question whether a model lies under it."""
        return Topic(f"{model} lies under {self.model}", "lies-under", (model, self.model))  # no text


def place_template(
    game: Play[Any],
    seat: str | None,
    purpose: str | Topic,
    shape: TemplateShape,
    *,
    piece: str = "",
    within: tuple[str, float] | None = None,
) -> str:
    """Ask a seat where a template lies, put it there, and return its id.

    piece: its id, a free one such as `smoke-1` if empty. within: a model or template, and how far from it the template
    may lie at most, in inches; further away, it is taken back and asked for again.
    """
    piece = piece or get_scenery(game.state).find_free_id(shape.kind)
    question = Placing(seat=seat, piece=piece, shape=shape, **split_topic(purpose))
    while True:
        placed = game.ask(question)
        game.tell(TemplatePlaced(piece=piece, shape=shape, at=placed.at, heading_deg=placed.heading_deg))
        if within is None or _is_near(game, piece, *within):
            return piece
        game.tell(TemplateRemoved(piece=piece))


def _is_near(game: Play[Any], piece: str, model: str, within_in: float) -> bool:
    ranges = game.ask(Ranges(model=model, others=(piece,), limits=(within_in,)))
    return ranges[piece].is_at_most(within_in)
