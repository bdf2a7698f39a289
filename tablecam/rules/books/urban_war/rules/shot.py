"""How a shot is made, apart from who shoots whom."""

from dataclasses import dataclass

from tablecam.rules.books.urban_war.rules.card import Band


@dataclass(frozen=True)
class Shot:
    """The band, what saves (solid, flimsy or nothing), and whether the shooter moved or fires speculatively."""

    band: Band
    cover: str = ""
    moved: bool = False
    speculative: bool = False
