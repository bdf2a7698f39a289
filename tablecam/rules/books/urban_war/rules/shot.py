"""The kind of a shot, apart from shooter and target."""

from dataclasses import dataclass

from tablecam.rules.books.urban_war.rules.card import Band


@dataclass(frozen=True)
class Shot:
    """The band, the material of the cover or nothing, and whether the shooter moved or fires speculatively."""

    band: Band
    cover: str = ""
    moved: bool = False
    speculative: bool = False
