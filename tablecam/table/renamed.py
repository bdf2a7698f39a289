"""A table whose models go by other names: for those who are not to know who a model is."""

from collections.abc import Mapping
from dataclasses import replace

from tablecam.table.miniature import Miniature
from tablecam.table.roster import Roster
from tablecam.table.snapshot import Snapshot


def renamed(snapshot: Snapshot, names: Mapping[str, str]) -> Snapshot:
    """The same position with these names, by id; what such a model is by its card is left out too."""
    if not names:
        return snapshot
    models = tuple(replace(placed, model=_renamed(placed.model, names)) for placed in snapshot.models)
    return replace(snapshot, models=models)


def renamed_roster(roster: Roster, names: Mapping[str, str]) -> Roster:
    """The same roster with these names, by id."""
    return Roster(tuple(_renamed(model, names) for model in roster.models)) if names else roster


def _renamed(model: Miniature, names: Mapping[str, str]) -> Miniature:
    return replace(model, name=names[model.id], profile=None) if model.id in names else model
