"""The models that may stand on this table, and their tags."""

from dataclasses import dataclass
from functools import cached_property

from tablecam.table.miniature import Miniature


@dataclass(frozen=True)
class Roster:
    """The models of `models.toml`; ids and tags are unique."""

    models: tuple[Miniature, ...]

    @cached_property
    def by_tag(self) -> dict[int, Miniature]:
        """The model that wears each tag."""
        return {tag: model for model in self.models for tag in model.tags}

    @cached_property
    def by_id(self) -> dict[str, Miniature]:
        """Each model under its id."""
        return {model.id: model for model in self.models}
