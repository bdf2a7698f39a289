"""The bridges from the host of a game to its rulebook, by the rulebook's name."""

from collections.abc import Callable, Mapping

from tablecam.session.tongue import Hands, Tongue
from tablecam.session.urban_war_hands import UrbanWarHands
from tablecam.session.urban_war_tongue import UrbanWarTongue
from tablecam.session.urban_war_why import Seen, seen_again

TONGUES: Mapping[str, Tongue] = {"urban-war": UrbanWarTongue()}
HANDS: Mapping[str, Hands] = {"urban-war": UrbanWarHands()}
# a sight that the log has, with its reasons
SEEN_AGAIN: Mapping[str, Callable[..., Seen | None]] = {"urban-war": seen_again}
