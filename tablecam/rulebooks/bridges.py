"""The bridges from the host of a game to its rulebook, by the rulebook's name."""

from collections.abc import Callable, Mapping

from tablecam.rulebooks.book import Hands, Tongue
from tablecam.rulebooks.urban_war.table.sight_reasons import Seen, seen_again
from tablecam.rulebooks.urban_war.table.table_facts import UrbanWarHands
from tablecam.rulebooks.urban_war.wording.wording import UrbanWarTongue

TONGUES: Mapping[str, Tongue] = {"urban-war": UrbanWarTongue()}
HANDS: Mapping[str, Hands] = {"urban-war": UrbanWarHands()}
# a sight that the log has, with its reasons
SEEN_AGAIN: Mapping[str, Callable[..., Seen | None]] = {"urban-war": seen_again}
