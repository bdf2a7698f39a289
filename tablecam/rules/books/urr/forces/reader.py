"""The forces of Urr for the setup and a new game."""

from collections.abc import Mapping
from pathlib import Path
from typing import Any

from tablecam.base.i18n import Counted, Message
from tablecam.rules.books.setup_views import ForceModel, ForceRead, Scenario
from tablecam.rules.books.urr.forces.force_toml import build_profile, read_urr_force
from tablecam.rules.books.urr.rules.setup import TODAY
from tablecam.rules.books.urr.rules.unit import UnitProfile
from tablecam.rules.plain import Json
from tablecam.table.miniature import Rectangle

STARTERS = Path(__file__).parent / "starters"
# a unit is one base with one tag: the usual base, and the height of the figures
UNIT_BASE, UNIT_HEIGHT_IN = Rectangle(40.0, 60.0), 1.2
NECROMANCER = Message("Grand Necromancer")
RAIDERS = Message("Raiders")
ENGINEERS = Message("Engineers")
# the side that holds the city if the scenario names none
CITY_SEAT = "blue"


class UrrForces:
    """Force files in TOML, and the forces that come with the book."""

    def starters(self) -> dict[str, Path]:
        """The forces of our own invention."""
        return {path.stem: path for path in sorted(STARTERS.glob("*.toml"))}

    def read_force(self, path: Path) -> ForceRead:
        """The force of a file; Faulty with every fault and its line."""
        file = read_urr_force(path)
        force = file.force
        profiles = [build_profile(unit) for unit in force.units]
        return ForceRead(
            force=force,
            name=force.name,
            models=tuple(map(_to_force_model, profiles)),
            facts=(Counted("{n} unit", "{n} units", len(profiles)), _count_steps(profiles)),
            warnings=file.warnings,
        )


def _count_steps(profiles: list[UnitProfile]) -> Message:
    return Counted("{n} step", "{n} steps", sum(profile.steps for profile in profiles))


def _to_force_model(profile: UnitProfile) -> ForceModel:
    badges = {NECROMANCER: profile.necromancer, RAIDERS: profile.raider, ENGINEERS: profile.projects}
    return ForceModel(
        id=profile.id,
        name=profile.name,
        card=profile.name,
        base=UNIT_BASE,
        height_in=UNIT_HEIGHT_IN,
        profile=f"urr/{profile.people}/{profile.id}",
        badges=tuple(badge for badge, applies in badges.items() if applies),
    )


def build_game_setup(forces: Mapping[str, Any], scenario: Scenario | None) -> dict[str, Json]:
    """The setup of a game between two forces. The scenario names the holder of the city as `city`."""
    overrides = dict(scenario.setup if scenario else {})
    city = overrides.pop("city", CITY_SEAT)
    sides = {seat: {**force.side(), "holds_city": seat == city} for seat, force in forces.items()}
    return {"sides": sides, **TODAY, **overrides}
