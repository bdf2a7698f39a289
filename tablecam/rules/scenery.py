"""Things that a game puts on or takes off the table: templates, markers, objectives, smoke, and terrain that is gone.

    SMOKE = TemplateShape("smoke", radius_in=2.5, height_in=3.0, material="smoke")      hides what is behind it
    MINE = TemplateShape("mine", radius_in=0.5)                                         a marker hides nothing
    BREACH = TemplateShape("breach", width_in=2.0, depth_in=2.0, breach=True)           terrain under it is gone

A state that has them is a dataclass with a field `scenery: Scenery = NO_SCENERY`, and its book lists the events of this
module: `events = collect_events(sys.modules[__name__], scenery)`. `place_template` in `tablecam/rules/placing.py` asks
and tells them.
"""

import math
from collections.abc import Callable
from dataclasses import dataclass, is_dataclass, replace
from itertools import count
from typing import Any, ClassVar

from tablecam.base.i18n import Message
from tablecam.base.i18n import gettext as _
from tablecam.rules.event import TerseEvent
from tablecam.rules.sentence import ModelNames, Sentence

# the corners of a circle, which is drawn and measured as a polygon: at a radius of 5 in, it is 0.002 in too small
CORNERS = 128
# a heading that leaves a template as it is drawn: its own y along the table's
UNTURNED_DEG = 90.0
Outline = tuple[tuple[float, float], ...]


@dataclass(frozen=True)
class TemplateShape:
    """A template, marker or objective: a circle, a rectangle, or an outline in its own frame (x right, y forward).

    kind: its code, which `words` of the book has a name for. height_in, material: of the terrain that it makes while
    it lies there; without a material it makes none. breach: the terrain under it is gone while it lies there.
    """

    kind: str
    radius_in: float = 0.0
    width_in: float = 0.0
    depth_in: float = 0.0
    outline_in: Outline = ()
    height_in: float = 0.0
    material: str = ""
    breach: bool = False

    @property
    def round(self) -> bool:
        """Whether a heading makes no difference."""
        return not self.outline_in and not (self.width_in or self.depth_in)

    @property
    def own_outline(self) -> Outline:
        """Its corners in its own frame."""
        if self.outline_in:
            return self.outline_in
        if not self.round:
            x, y = self.width_in / 2, self.depth_in / 2
            return ((-x, -y), (x, -y), (x, y), (-x, y))
        turns = (2 * math.pi * corner / CORNERS for corner in range(CORNERS))
        return tuple((self.radius_in * math.cos(turn), self.radius_in * math.sin(turn)) for turn in turns)


@dataclass(frozen=True)
class PlacedTemplate:
    """A template on the table. at: its origin (x, y, z) in inches; heading_deg: its forward, anticlockwise from x."""

    id: str
    shape: TemplateShape
    at: tuple[float, float, float]
    heading_deg: float = UNTURNED_DEG

    @property
    def outline(self) -> Outline:
        """Its corners on the table."""
        turn = math.radians(self.heading_deg - UNTURNED_DEG)
        sin, cos = math.sin(turn), math.cos(turn)
        x0, y0, _z = self.at
        return tuple((x0 + cos * x - sin * y, y0 + sin * x + cos * y) for x, y in self.shape.own_outline)


@dataclass(frozen=True)
class Scenery:
    """The templates on the table, in the order in which they were placed, and the names of terrain that is gone."""

    templates: tuple[PlacedTemplate, ...] = ()
    removed: tuple[str, ...] = ()

    def find(self, id: str) -> PlacedTemplate | None:
        """The template with that id, None if it is not on the table."""
        return next((template for template in self.templates if template.id == id), None)

    @property
    def ids(self) -> tuple[str, ...]:
        """The ids of all templates."""
        return tuple(template.id for template in self.templates)

    def list_of_kind(self, kind: str) -> tuple[str, ...]:
        """The ids of the templates of one kind."""
        return tuple(template.id for template in self.templates if template.shape.kind == kind)

    def find_free_id(self, kind: str) -> str:
        """An id for the next template of a kind: `smoke-1`."""
        return next(id for number in count(1) if (id := f"{kind}-{number}") not in self.ids)

    def with_template(self, template: PlacedTemplate) -> "Scenery":
        """The same with one more template; one with the same id moves there."""
        return replace(self, templates=(*self.without(template.id).templates, template))

    def without(self, id: str) -> "Scenery":
        """The same without a template."""
        return replace(self, templates=tuple(template for template in self.templates if template.id != id))

    def with_removed(self, feature: str) -> "Scenery":
        """The same without a feature of the terrain."""
        return replace(self, removed=(*self.with_restored(feature).removed, feature))

    def with_restored(self, feature: str) -> "Scenery":
        """The same with a feature that was gone."""
        return replace(self, removed=tuple(name for name in self.removed if name != feature))


NO_SCENERY = Scenery()


def get_scenery(state: Any) -> Scenery:
    """The scenery of a state, empty for a state that has none."""
    scenery = getattr(state, "scenery", None)
    return scenery if isinstance(scenery, Scenery) else NO_SCENERY


def change_scenery(state: Any, change: Callable[[Scenery], Scenery]) -> Any:
    """The state with other scenery; unchanged if it is no dataclass with a field for it."""
    scenery = getattr(state, "scenery", None)
    if not isinstance(scenery, Scenery) or not is_dataclass(state) or isinstance(state, type):
        return state
    changed: Any = replace(state, scenery=change(scenery))
    return changed


def name_template(names: ModelNames, id: str, kind: str) -> str:
    """The name of a template: that of its id if there is one, else that of its kind."""
    name = names(id)
    return names(kind) if name == id else name


@dataclass(frozen=True, kw_only=True)
class TemplatePlaced(TerseEvent):
    """A template, marker or objective lies on the table, or was moved there."""

    form = (Message("Template placed"), Message("A template, marker or objective lies on the table at this place."))
    takes: ClassVar = {"piece": "text", "shape": "json", "at": "json"}

    piece: str
    shape: TemplateShape
    at: tuple[float, float, float]
    heading_deg: float = UNTURNED_DEG

    def apply(self, state: Any) -> Any:
        """The state with the template at its place."""
        template = PlacedTemplate(self.piece, self.shape, self.at, self.heading_deg)
        return change_scenery(state, lambda scenery: scenery.with_template(template))

    def sentence(self, names: ModelNames) -> Sentence:
        """The template and its place."""
        x, y, _z = self.at
        return Sentence(
            name_template(names, self.piece, self.shape.kind), _("is placed at {x}, {y}", x=f"{x:.1f}", y=f"{y:.1f}")
        )


@dataclass(frozen=True, kw_only=True)
class TemplateRemoved(TerseEvent):
    """A template, marker or objective is taken off the table."""

    form = (Message("Template removed"), Message("A template, marker or objective is taken off the table."))
    takes: ClassVar = {"piece": "text"}

    piece: str

    def apply(self, state: Any) -> Any:
        """The state without the template."""
        return change_scenery(state, lambda scenery: scenery.without(self.piece))

    def sentence(self, names: ModelNames) -> Sentence:
        """The template."""
        return Sentence(names(self.piece), _("is removed"))


@dataclass(frozen=True, kw_only=True)
class TerrainRemoved(TerseEvent):
    """A feature of the terrain, or a piece with all its features, is gone for the rest of the game."""

    form = (Message("Terrain removed"), Message("A feature or piece of the terrain no longer counts."))
    takes: ClassVar = {"feature": "text"}

    feature: str

    def apply(self, state: Any) -> Any:
        """The state without the feature."""
        return change_scenery(state, lambda scenery: scenery.with_removed(self.feature))

    def sentence(self, names: ModelNames) -> Sentence:
        """The feature."""
        return Sentence(names(self.feature), _("is gone"))


@dataclass(frozen=True, kw_only=True)
class TerrainRestored(TerseEvent):
    """A feature of the terrain that was gone counts again."""

    form = (Message("Terrain restored"), Message("A feature or piece of the terrain that was gone counts again."))
    takes: ClassVar = {"feature": "text"}

    feature: str

    def apply(self, state: Any) -> Any:
        """The state with the feature."""
        return change_scenery(state, lambda scenery: scenery.with_restored(self.feature))

    def sentence(self, names: ModelNames) -> Sentence:
        """The feature."""
        return Sentence(names(self.feature), _("is there again"))
