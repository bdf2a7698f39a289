"""The rulebooks of this house, by name: a dict, since three systems written here need no plugins."""

from collections.abc import Mapping
from typing import Any

from tablecam.rulebooks.urban_war.rules.rulebook import URBAN_WAR
from tablecam.rules.ask import IllegalAnswer
from tablecam.rules.system import System

CATALOGUE: Mapping[str, System[Any]] = {URBAN_WAR.name: URBAN_WAR}


def rulebook(name: str) -> System[Any]:
    """The rulebook of a name; Refused where the house has none of that name."""
    if name not in CATALOGUE:
        raise IllegalAnswer(f"there is no rulebook '{name}', only {', '.join(CATALOGUE) or 'none yet'}")
    return CATALOGUE[name]
