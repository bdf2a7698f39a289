"""Urban War's forces for set-up and new games."""

from collections.abc import Mapping
from pathlib import Path
from typing import Any

from tablecam.base.i18n import Counted, Message
from tablecam.rules.books.setup_views import ForceModel, ForceRead, Scenario
from tablecam.rules.books.urban_war.forces.force_toml import STARTERS, ModelBody, read_force, starters
from tablecam.rules.books.urban_war.rules.card import Member, StatCard
from tablecam.rules.books.urban_war.rules.force import Force, build_setup
from tablecam.rules.plain import Json
from tablecam.table.miniature import Circle

COMMANDER = Message("Commander")
# The usual base and height of models of a card's SZ, where the card gives none.
USUAL: Mapping[int, tuple[float, float]] = {1: (25.0, 1.15), 2: (28.5, 1.25), 3: (40.0, 1.6), 4: (60.0, 2.4)}
# the first part of a profile, the book's name
PROFILES = "urban-war"


class UrbanWarForces:
    """Force files in TOML, and the two starter teams."""

    def starters(self) -> dict[str, Path]:
        """The starter teams."""
        return {name: STARTERS / f"{name}.toml" for name in starters()}

    def read_force(self, path: Path) -> ForceRead:
        """Read the force of a file; Faulty with every fault and its line."""
        file = read_force(path)
        force = file.force
        factions = list(dict.fromkeys(filter(None, (card.faction for card in force.cards))))
        return ForceRead(
            force=force,
            name=force.name,
            models=tuple(
                _build_model(force, member, card, file.bodies.get(member.id, ModelBody()))
                for member in force.members
                if (card := force.card(member))
            ),
            facts=(*factions, Counted("{n} point", "{n} points", force.points)),
            warnings=file.warnings,
        )


def build_game_setup(forces: Mapping[str, Any], scenario: Scenario | None) -> dict[str, Json]:
    """The setup of a game between two forces."""
    return build_setup(forces) | {"doubts_wait": True, "portals": True} | dict(scenario.setup if scenario else {})


def _build_model(force: Force, member: Member, card: StatCard, body: ModelBody) -> ForceModel:
    usual_mm, usual_in = USUAL[min(max(card.SZ, 1), max(USUAL))]
    return ForceModel(
        id=member.id,
        name=name_model(member.id, card.name),
        card=card.name,
        base=Circle(body.base_mm or usual_mm),
        height_in=body.height_in or usual_in,
        profile="/".join(map(_to_slug, filter(None, (PROFILES, card.faction, card.name)))),
        points=force.cost(member),
        badges=(COMMANDER,) if member.commander else (),
    )


def name_model(model: str, card: str) -> str:
    """The card's name with the model's own, unless it contains it: Constable Ida, Old Mother."""
    own_name = model.replace("_", " ").replace("-", " ").title()
    return card if own_name.lower() in card.lower() else f"{card} {own_name}"


def _to_slug(name: str) -> str:
    return "-".join(name.lower().split())
