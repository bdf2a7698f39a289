"""What a game on this server can be begun with: the forces there are, the house rules, and the table's size."""

import dataclasses
import typing
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path

from tablecam.errors import TablecamError
from tablecam.rulebooks.urban_war.forces.force_toml import STARTERS, read_force, starters
from tablecam.rulebooks.urban_war.rules.force import Force, setup_of
from tablecam.rulebooks.urban_war.rules.house_rules import HouseRules
from tablecam.rulebooks.urban_war.wording.house_rule_labels import GROUPS, HouseRuleLabel
from tablecam.rules.ask import IllegalAnswer
from tablecam.rules.plain import Json
from tablecam.storage.faults import Faulty

URBAN_WAR = "urban-war"
SEATS = ("red", "blue")
# beside the house rules, what may be said of a game before it begins
BEFORE = ("deployed", "terrain")
LONGEST_TAG = 80


@dataclasses.dataclass(frozen=True)
class GameSetups:
    """forces: the files of forces, by name. table_in: the two sides of the battlefield, None while it is not known."""

    forces: Callable[[], Mapping[str, Path]]
    table_in: Callable[[], tuple[float, float] | None] = lambda: None

    def listed(self) -> dict[str, Json]:
        """Every force with its faults, and every house rule with its usual value."""
        return {"forces": self.forces_listed(), "rules": house_rules()}

    def forces_listed(self) -> list[Json]:
        """Every force with its models, points, faults and warnings, by name."""
        return [_listed(name, path) for name, path in sorted(self.forces().items())]

    def setup(self, said: Mapping[str, Json]) -> tuple[str, dict[str, Json], dict[str, str]]:
        """The rulebook, the setup and the tags of a game; Refused for what cannot be played."""
        named = said.get("forces")
        if not isinstance(named, Mapping) or set(named) != set(SEATS):
            raise IllegalAnswer(
                'name a force for each seat: {"forces": {"red": "harbour-watch", "blue": "tunnel-kin"}}'
            )
        forces = {seat: self._force(named[seat]) for seat in SEATS}
        size = self.table_in()
        setup = setup_of(forces) | ({"table_in": list(size)} if size else {}) | _rules(said.get("rules") or {})
        tags = {seat.capitalize(): force.name for seat, force in forces.items()} | _tags(said.get("tags") or {})
        return URBAN_WAR, setup, tags

    def _force(self, name: Json) -> Force:
        known = self.forces()
        path = known.get(str(name)) or known.get(str(name).replace("-", "_"))
        if path is None:
            raise IllegalAnswer(f"there is no force {name}; there are {', '.join(known)}")
        return read_force(path).force


def usual_forces(folder: Path | None = None) -> dict[str, Path]:
    """The starter teams, and the force files in the `forces` folder of a table folder."""
    own = sorted((folder / "forces").glob("*.toml")) if folder else []
    found = {name: STARTERS / f"{name}.toml" for name in starters()}
    return found | {path.stem: path for path in own if not path.stem.endswith("_cards")}


def house_rules() -> list[dict[str, Json]]:
    """Every switch, as a form may offer it. kind: flag, number or choice; a default of null follows the profile.

    group, title, says: in the players' words; words: what its values are called, where yes and no do not do.
    """
    hints = typing.get_type_hints(HouseRules)
    defaults = {field.name: field.default for field in dataclasses.fields(HouseRules)}
    return [
        {"group": str(group)} | _switch(key, worded, hints[key], defaults[key])
        for group, switches in GROUPS.items()
        for key, worded in switches.items()
    ]


def _switch(key: str, worded: HouseRuleLabel, hint: typing.Any, default: Json) -> dict[str, Json]:
    said = {"key": key, "title": str(worded.title), "says": str(worded.says), "default": default, "value": default}
    said |= {"words": {value: str(word) for value, word in worded.words.items()}}
    if typing.get_origin(hint) is typing.Literal:
        return {**said, "kind": "choice", "options": list(typing.get_args(hint))}
    return {**said, "kind": "number" if hint is float else "flag"}


def _listed(name: str, path: Path) -> dict[str, Json]:
    shown = {"name": name, "title": name, "faction": "", "points": 0, "models": [], "faults": [], "warnings": []}
    try:
        file = read_force(path)
    except Faulty as faulty:
        return {**shown, "faults": [str(each) for each in faulty.faults]}
    except TablecamError as fault:
        return {**shown, "faults": [str(fault)]}
    force = file.force
    models = [_member(force, index) for index in range(len(force.members))]
    factions: Sequence[str] = list(dict.fromkeys(getattr(card, "faction", "") for card in force.cards))
    return {
        **shown, "title": force.name, "faction": ", ".join(filter(None, factions)), "points": force.points,
        "models": models, "warnings": list(file.warnings),
    }  # fmt: skip


def _member(force: Force, index: int) -> dict[str, Json]:
    member = force.members[index]
    return {"id": member.id, "card": member.card, "points": force.cost(member), "commander": member.commander}


def _rules(said: Json) -> dict[str, Json]:
    known = (*(field.name for field in dataclasses.fields(HouseRules)), *BEFORE)
    if not isinstance(said, Mapping):
        raise IllegalAnswer('house rules are named with their values: {"rules": {"shock": true}}')
    for key in said:
        if key not in known:
            raise IllegalAnswer(f"there is no house rule {key}")
    return dict(said)


def _tags(said: Json) -> dict[str, str]:
    fine = isinstance(said, Mapping) and all(isinstance(each, str) for pair in said.items() for each in pair)
    if not fine:
        raise IllegalAnswer('tags are words by name: {"tags": {"Place": "Club room"}}')
    return {key[:LONGEST_TAG]: value[:LONGEST_TAG] for key, value in said.items()}
