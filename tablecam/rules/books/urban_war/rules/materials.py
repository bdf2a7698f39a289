"""The materials of terrain. This table is their one definition: rules, words, files and drawings derive from it.

A new material is a row of it, the translations of its two texts, and its save in `docs/rules/urban-war.md`.
"""

from dataclasses import dataclass
from typing import Literal

from tablecam.base.i18n import InContext, Later, Message


@dataclass(frozen=True)
class Material:
    """A material that gives cover. save: the lowest face that saves a wound. pattern: the way it is drawn."""

    save: int
    name: Message
    cover: Message
    pattern: Literal["plain", "weave"]

    @property
    def title(self) -> Message:
        """Its name as a heading or a button."""
        return Later(_capitalise, self.name)


# By their ids in files and logs, the best save first. Clause: UW-RS Obstruction Cover Table
MATERIALS = {
    "solid": Material(6, InContext("a material", "solid"), Message("solid cover"), "plain"),
    "flimsy": Material(8, InContext("a material", "flimsy"), Message("flimsy cover"), "weave"),
}


def cover_check(material: str) -> str:
    """The name of the check for cover of a material, in logs."""
    # no text
    return f"{material} cover"


def materials_by_check() -> dict[str, Material]:
    """The materials by the names of their checks."""
    return {cover_check(material_id): material for material_id, material in MATERIALS.items()}


def title_covers() -> dict[str, Message]:
    """The headings of the checks for cover, by the names of the checks."""
    return {name: Later(_capitalise, material.cover) for name, material in materials_by_check().items()}


def _capitalise(text: Message) -> str:
    words = str(text)
    return words[:1].upper() + words[1:]
