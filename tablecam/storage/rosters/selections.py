"""The tree of selections that BattleScribe and New Recruit write, as models with their options."""

from collections.abc import Iterator
from dataclasses import dataclass

from tablecam.base.i18n import Counted, Message
from tablecam.storage.rosters.roster_list import RosterBuilder, RosterEntry, show

# no text: as BattleScribe writes them
MODEL, UNIT, UPGRADE = "model", "unit", "upgrade"


@dataclass(frozen=True)
class Selection:
    """Something that a player has chosen. kind: `model`, `unit`, `upgrade`. points: of all of this choice alone.

    texts: how many rules and profiles it has, which are not read.
    """

    name: str
    kind: str
    number: int
    points: int
    parts: tuple["Selection", ...] = ()
    texts: int = 0

    @property
    def all_points(self) -> int:
        """The points with those of all parts."""
        return self.points + sum(choice.all_points for choice in self.parts)

    def walk(self) -> Iterator["Selection"]:
        """This selection and every part of it."""
        yield self
        for choice in self.parts:
            yield from choice.walk()


def add_selections(builder: RosterBuilder, selections: tuple[Selection, ...]) -> None:
    """Adds the models of a force. A unit without models of its own is a model; other choices outside are losses."""
    for selection in selections:
        if any(choice.kind in (MODEL, UNIT) for choice in selection.walk()):
            _add_models(builder, selection)
        else:
            builder.lose(Message("{name} is no model and was left out", name=show(selection.name)))
    texts = sum(choice.texts for selection in selections for choice in selection.walk())
    if texts:
        builder.lose(
            Counted(
                "{n} text of a rule or profile was left out: only names and numbers are taken",
                "{n} texts of rules and profiles were left out: only names and numbers are taken",
                texts,
            )
        )


def _add_models(builder: RosterBuilder, selection: Selection) -> None:
    inner = [choice for choice in selection.parts if any(deep.kind in (MODEL, UNIT) for deep in choice.walk())]
    if selection.kind == MODEL or (selection.kind == UNIT and not inner):
        builder.add(_make_entry(selection))
        return
    for choice in inner:
        _add_models(builder, choice)
    for choice in selection.parts:
        if choice not in inner:
            builder.lose(
                Message("{option} of {name} was left out: it belongs to no model", option=show(choice.name),
                        name=show(selection.name))
            )  # fmt: skip
    if selection.points:
        builder.lose(
            Message("{n} points of {name} were left out: they belong to no model", n=selection.points,
                    name=show(selection.name))
        )  # fmt: skip


def _make_entry(selection: Selection) -> RosterEntry:
    options = tuple(choice.name for choice in selection.walk() if choice is not selection)
    points = selection.all_points // max(selection.number, 1)
    return RosterEntry(selection.name, selection.number, points or None, options)
