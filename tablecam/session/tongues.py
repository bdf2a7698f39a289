"""The bridges from the host of a game to its rulebook, by the rulebook's name."""

from collections.abc import Mapping

from tablecam.session.tongue import Hands, Tongue
from tablecam.session.urban_war_hands import UrbanWarHands
from tablecam.session.urban_war_tongue import UrbanWarTongue

TONGUES: Mapping[str, Tongue] = {"urban-war": UrbanWarTongue()}
HANDS: Mapping[str, Hands] = {"urban-war": UrbanWarHands()}
