"""Which tables suit a player: those that have everything that the player wishes for.

Clause: House Wish (T8).
"""

from collections.abc import Iterable

from tablecam.base.i18n import Message
from tablecam.club.tournament.events import TableDescribed, TableWished


def suiting(wish: TableWished | None, described: Iterable[TableDescribed]) -> frozenset[int] | None:
    """The tables that have what a player wishes for; None where the player has no wish."""
    if wish is None:
        return None
    return frozenset(
        traits.table
        for traits in described
        if (traits.camera or not wish.camera) and same_terrain(traits.terrain, wish.terrain)
    )


def same_terrain(there: str, wished: str) -> bool:
    """Whether terrain is what somebody wishes for, in any spelling of small and capital letters."""
    return not wished or there.casefold() == wished.casefold()


def traits_in_words(of: TableDescribed | TableWished) -> Message | str:
    """Terrain and camera, `ruins, with a camera`; empty for neither."""
    if of.camera and of.terrain:
        return Message("{terrain}, with a camera", terrain=of.terrain)
    return Message("with a camera") if of.camera else of.terrain
