"""Urr as a rulebook: the next procedure; the other modules do the rest."""

from collections.abc import Mapping
from dataclasses import dataclass

from tablecam.rules.books.urr.rules.bombardment import bombardment_step
from tablecam.rules.books.urr.rules.events import EVENTS
from tablecam.rules.books.urr.rules.losses import all_fallen, remove_fallen
from tablecam.rules.books.urr.rules.reasons import because
from tablecam.rules.books.urr.rules.setup import new_game
from tablecam.rules.books.urr.rules.siege_events import PlayEnded, UndeadWentBerserk
from tablecam.rules.books.urr.rules.state import UrrPhase, UrrState
from tablecam.rules.books.urr.rules.strategic import strategic_step
from tablecam.rules.books.urr.rules.tactical import combat_step, tactical_step
from tablecam.rules.books.urr.rules.unit import UNDEAD, UrrUnit
from tablecam.rules.plain import Json, to_plain
from tablecam.rules.play import Play
from tablecam.rules.system import EventSystem, Step


@dataclass(frozen=True)
class UrrRules(EventSystem):
    """The rulebook of Urr: combat and siege."""

    events = EVENTS
    name: str = "urr"

    def new_game(self, setup: Mapping[str, Json]) -> UrrState:
        """The state before the first question; see `setup.py` for the keys."""
        return new_game(setup)

    def seats(self, state: UrrState) -> tuple[str, ...]:
        """The two sides."""
        return state.seats

    def next_procedure(self, state: UrrState) -> Step | None:
        """The next procedure, from the state alone."""
        return next_step(state)

    def get_visible_state(self, state: UrrState, seat: str) -> Json:
        """The state as a seat may know it."""
        return build_visible_state(state, seat)


def next_step(state: UrrState) -> Step | None:
    """The next procedure by phase; units that are out, and sides without units, come first."""
    if state.phase is UrrPhase.OVER:
        return None
    if all_fallen(state):
        return Step("units out", remove_fallen)  # no text
    if leaderless(state):
        return Step("the Grand Necromancer is dead", go_berserk)  # no text
    if state.combat:
        return combat_step(state, state.combat)
    if list_destroyed_sides(state):
        return Step("end of the game", end)  # no text
    if state.phase is UrrPhase.STRATEGIC:
        return strategic_step(state)
    return bombardment_step(state) if state.phase is UrrPhase.BOMBARDMENT else tactical_step(state)


def leaderless(state: UrrState) -> str:
    """The side whose undead have lost the Grand Necromancer and are not berserk yet. Clause: UR-21."""
    for unit in state.units.values():
        if unit.profile.necromancer and unit.removed and _has_led_undead(state, unit.side):
            return unit.side
    return ""


def _has_led_undead(state: UrrState, side: str) -> bool:
    return any(
        unit.side == side and unit.profile.people == UNDEAD and not unit.removed and not unit.berserk
        for unit in state.units.values()
    )


def go_berserk(game: Play[UrrState]) -> None:
    """Make the undead attack all living units from now on."""
    game.tell(UndeadWentBerserk(side=leaderless(game.state)))


def list_destroyed_sides(state: UrrState) -> tuple[str, ...]:
    """The sides without units."""
    return tuple(seat for seat in state.seats if not state.standing(seat))


def end(game: Play[UrrState]) -> None:
    """End the game: a side without units cannot go on; the players know what else it has lost."""
    gone = list_destroyed_sides(game.state)
    if len(gone) > 1:
        game.tell(PlayEnded(why=because("both-destroyed")))
    else:
        game.tell(PlayEnded(winner=game.state.other(gone[0]), why=because("destroyed", side=gone[0])))


URR_RULES = UrrRules()


def build_visible_state(state: UrrState, seat: str) -> Json:  # noqa: ARG001 both see the same
    """The state for the screen of a seat."""
    return {
        "phase": state.phase.value,
        "turn": state.turn,
        "sides": {name: to_plain(side) for name, side in state.sides.items()},
        "attacker": state.attacker,
        "combat": to_plain(state.combat),
        "places": to_plain(state.places),
        "sections": {
            name: {"ring": wall.ring, "strength": wall.strength, "left": wall.left, "feature": wall.feature}
            for name, wall in state.sections.items()
        },
        "engines": to_plain(state.engines),
        "towers": to_plain(state.towers),
        "palisades": to_plain(state.palisades),
        "works": to_plain(state.works),
        "fires": to_plain(state.fires),
        "flooded": list(state.flooded),
        "quarters_lost": list(state.quarters_lost),
        "places_lost": list(state.places_lost),
        "winner": state.winner,
        "rules": to_plain(state.rules),
        "models": {name: _unit_to_json(state, unit) for name, unit in state.units.items()},
    }


def _unit_to_json(state: UrrState, unit: UrrUnit) -> Json:
    combat = state.combat
    profile = unit.profile
    return {
        "alive": unit.standing,
        "steps": unit.steps,
        "armour": unit.armour,
        "of": profile.steps,
        "duty": unit.duty,
        "inside": unit.inside,
        "berserk": unit.berserk,
        "profile": to_plain(profile),
        "men": profile.men,
        "stance": state.stance(unit.id),
        "fights": bool(combat and combat.find_party(unit.id)),
        "raiders": combat.attached.get(unit.id, "") if combat else "",
        "tower": combat.tower.get(unit.id, "") if combat else "",
    }
