"""A table with other names for its models, for readers who may not know which model is which."""

from collections.abc import Mapping
from dataclasses import replace

from tablecam.table.miniature import Miniature
from tablecam.table.roster import Roster
from tablecam.table.snapshot import Snapshot


def rename_models(snapshot: Snapshot, names: Mapping[str, str]) -> Snapshot:
    """The same position with these names, by id; a renamed model loses its card's profile too."""
    if not names:
        return snapshot
    models = tuple(replace(placed, model=_rename_model(placed.model, names)) for placed in snapshot.models)
    return replace(snapshot, models=models)


def rename_roster(roster: Roster, names: Mapping[str, str]) -> Roster:
    """The same roster with these names, by id."""
    return Roster(tuple(_rename_model(model, names) for model in roster.models)) if names else roster


def _rename_model(model: Miniature, names: Mapping[str, str]) -> Miniature:
    return replace(model, name=names[model.id], profile=None) if model.id in names else model
