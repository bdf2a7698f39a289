"""The strategic turn: raids, sapping and floods as the players say, projects, ramps and rafts.

Clauses: UR-24, UR-26 to UR-33, UR-38.
"""

from collections.abc import Collection, Iterator

from tablecam.rules.ask import Choose, Confirm, Count, Option, Pick
from tablecam.rules.books.urr.rules import codes, step_names
from tablecam.rules.books.urr.rules.codes import UrrReason, because, not_allowed, row
from tablecam.rules.books.urr.rules.muster import NOBODY
from tablecam.rules.books.urr.rules.pieces import UNDEAD, WORK_KINDS
from tablecam.rules.books.urr.rules.rounds import HIT_STEPS, score, take_hit
from tablecam.rules.books.urr.rules.state import UrrState, WallSection
from tablecam.rules.books.urr.rules.week_events import (
    BuilderShotAt,
    EngineDamaged,
    FloodedPlaceLost,
    PlaceFlooded,
    ProjectDone,
    RaftsUsed,
    RampPushed,
    WallSapped,
    WeekPhaseBegan,
)
from tablecam.rules.check import Ladder, Modifier
from tablecam.rules.dice import D6
from tablecam.rules.play import Play
from tablecam.rules.system import Step

BUILDERS = 2


def ramp_to_push(state: UrrState) -> str:
    """The section whose ramp can be built on in this week; empty for none. The shields take a week before it."""
    for section, tower in state.towers.items():
        fresh = f"shields-now:{section}" in state.done
        if not tower.ramp_done and not fresh and f"ramp:{section}" not in state.done:
            return section
    return ""


def push_ramp(game: Play[UrrState]) -> None:
    """Let two ordinary units, no engineers, build on the ramp, or nobody."""
    section = ramp_to_push(game.state)
    side = game.state.towers[section].side
    able = [
        unit
        for unit in game.state.standing(side)
        if not game.state[unit].profile.projects and not game.state[unit].inside and unit not in game.state.builders
    ]
    builders: tuple[str, ...] = ()
    if len(able) >= BUILDERS:
        options = tuple(map(Option, able))
        builders = game.ask(
            Pick(seat=side, options=options, most=BUILDERS, clause=row(33), **codes.BUILDERS(section)._asdict())
        )
    if builders and len(builders) != BUILDERS:
        raise not_allowed(row(33), "two-or-none")
    game.tell(RampPushed(section=section, builders=builders))


def find_exposed_builder(state: UrrState) -> str:
    """A builder that has not taken its one ranged attack of the week; empty for none."""
    for unit in state.builders:
        if f"shot-at:{unit}" not in state.done and unit in state.units and state[unit].standing:
            return unit
    return ""


def shoot_builder(game: Play[UrrState]) -> None:
    """Let one unit on the wall shoot at a builder, with the section's strength as a bonus. Clauses: UR-14, UR-33."""
    state, builder = game.state, find_exposed_builder(game.state)
    seat = state.other(state[builder].side)
    able = [unit for unit in state.standing(seat) if state[unit].profile.ranged and f"shooter:{unit}" not in state.done]
    shooter = NOBODY
    if able:
        options = (*map(Option, able), Option(NOBODY, because(NOBODY)))
        shooter = game.ask(Choose(seat=seat, options=options, **codes.SHOOTER(builder)._asdict()))
    if shooter == NOBODY:
        game.tell(BuilderShotAt(builder=builder))
        return
    ladder = _ask_ladder(game, shooter, builder)
    faces = game.roll(seat, codes.SHOOTS(shooter), check=ladder)
    hits = ladder.hits(faces)
    game.tell(BuilderShotAt(builder=builder, shooter=shooter, face=faces[0], total=ladder.total(faces), hits=hits))
    for _hit in range(hits):
        if game.state[builder].standing:
            take_hit(game, builder)


def _ask_ladder(game: Play[UrrState], shooter: str, builder: str) -> Ladder:
    number = score(game, game.state[shooter].profile.ranged, codes.score("ranged", shooter))
    return build_shot(game.state, shooter, builder, number)


def build_shot(state: UrrState, shooter: str, builder: str, number: int) -> Ladder:
    """The ladder of a shot at a builder, with the score of the shooter."""
    profile = state[shooter].profile
    modifiers = [Modifier(number, because("ranged"), row(3))]
    if section := state.sections.get(state.builders.get(builder, "")):
        modifiers.append(Modifier(section.strength, because("from-wall"), row(14)))
    if profile.bow_worth:
        modifiers.append(Modifier(profile.bow_worth, because("excellent-bow"), row(16)))
    if state[builder].profile.people == UNDEAD:
        modifiers.append(Modifier(-1, because("undead-target"), row(17)))
    return Ladder(name="ranged", steps=HIT_STEPS, modifiers=tuple(modifiers), die=D6, clause=row(33))


NOTHING = "nothing"
MOST_DAMAGE = 6
# rows of the rules by project
WORK_ROWS = {"horse": 29, "rabbit": 29, "bridge": 30, "rafts": 30, "crane": 32, "tunnel": 32}


def strategic_step(state: UrrState) -> Step:
    """The next step of the strategic turn."""
    if engine := to_raid(state):
        return Step(step_names.RAIDS(engine=engine), raids)
    if state.sapping and "sapping" not in state.done and any(not wall.breached for wall in state.sections.values()):
        return Step(step_names.SAPPING(), sap)
    if "flood" not in state.done and any(place not in state.places_lost for place in state.lowlands):
        return Step(step_names.FLOODS(), flood)
    if unit := to_build(state):
        return Step(step_names.PROJECT(unit=unit[0]), build)
    if section := ramp_to_push(state):
        return Step(step_names.RAMP(section=section), push_ramp)
    if builder := find_exposed_builder(state):
        return Step(step_names.SHOT(unit=builder), shoot_builder)
    if side := to_cross(state):
        return Step(step_names.RAFTS(side=side), cross)
    return Step(step_names.STRATEGIC_END(), end_strategic)


def to_raid(state: UrrState) -> str:
    """An engine that raiders of the other side may have reached; empty for none."""
    for name, engine in state.engines.items():
        raiders = any(
            unit.profile.raider and unit.standing and unit.side == state.other(engine.side)
            for unit in state.units.values()
        )
        if raiders and engine.kind == "trebuchet" and f"raids:{name}" not in state.done:
            return name
    return ""


def raids(game: Play[UrrState]) -> None:
    """Ask for the damage of raids, because we lack their rules. Clauses: UR-24, UR-38."""
    engine = to_raid(game.state)
    question = Count(most=MOST_DAMAGE, clause=row(38), **codes.RAID(engine)._asdict())
    game.tell(EngineDamaged(engine=engine, damage=game.ask(question)))


def sap(game: Play[UrrState]) -> None:
    """Ask for the sapped section and its steps, because we lack the rules of sapping. Clause: UR-24."""
    options = [
        Option(name, why_not=because("breached", section=name) if wall.breached else "", clause=row(23))
        for name, wall in game.state.sections.items()
    ]
    all_options = (*options, Option(NOBODY, because(NOBODY)))
    section = game.ask(Choose(options=all_options, **codes.SAPPED._asdict()))
    if section == NOBODY:
        game.tell(WallSapped())
        return
    steps_left = game.state.sections[section].left
    steps = game.ask(Count(most=steps_left, least=1, clause=row(24), **codes.SAPPING_STEPS(section)._asdict()))
    game.tell(WallSapped(section=section, steps=steps))


def flood(game: Play[UrrState]) -> None:
    """Ask whether water or lava has come over a place. Clause: UR-31."""
    dry = [place for place in game.state.lowlands if place not in game.state.places_lost]
    all_options = (*map(Option, dry), Option(NOTHING, because(NOTHING)))
    place = game.ask(Choose(options=all_options, **codes.FLOODED._asdict()))
    game.tell(PlaceFlooded(place="" if place == NOTHING else place))


def to_build(state: UrrState) -> tuple[str, int] | None:
    """The next engineer corps and the number of its project. Clause: UR-26."""
    for seat in (state.attacker, state.defender):
        for name in state.standing(seat):
            for number in range(1, state[name].profile.projects + 1):
                if f"project:{name}:{number}" not in state.done:
                    return name, number
    return None


def build(game: Play[UrrState]) -> None:
    """Let a corps do one project, which takes the whole strategic turn."""
    corps = to_build(game.state)
    assert corps
    unit, number = corps
    side = game.state[unit].side
    unsafe: tuple[str, ...] = ()
    while True:
        options = [*projects(game.state, side, unsafe), Option(NOTHING, because(NOTHING))]
        kind, _, place = game.choose(side, codes.PROJECT(unit), options).partition(":")
        if kind != "repair" or game.ask(Confirm(**codes.SAFE(place)._asdict())):
            game.tell(ProjectDone(unit=unit, number=number, kind=kind, place=place))
            return
        unsafe = (*unsafe, place)


def projects(state: UrrState, side: str, unsafe: Collection[str] = ()) -> Iterator[Option]:
    """All projects of a side's engineers; a project that is impossible now is closed. Clauses: UR-27 to UR-33.

    unsafe: sections where they would be disturbed.
    """
    for flooded in state.flooded:
        yield Option(f"flood:{flooded}", because("flood", place=flooded), clause=row(31))
    for name, place in state.places.items():
        if place.kind == "open":
            why_not: UrrReason | str = because("already-there") if name in state.palisades else ""
            yield Option(f"palisade:{name}", because("build-palisade", place=name), why_not, row(27))
    holds_city = state.sides[side].holds_city
    for name, section in state.sections.items():
        yield _repair_option(section, name in unsafe) if holds_city else _shields_option(state, name)
        if not holds_city and name in state.towers:
            yield _tower_option(state, name)
    for kind in WORK_KINDS:
        closed = because("city-only") if kind == "crane" and not holds_city else ""
        yield Option(kind, because(kind), closed, row(WORK_ROWS[kind]))


def _repair_option(section: WallSection, unsafe: bool) -> Option:
    why_not: UrrReason | str = "" if section.hits else because("whole", section=section.id)
    if unsafe:
        why_not = because("unsafe", section=section.id)
    return Option(f"repair:{section.id}", because("repair", section=section.id), why_not, row(28))


def _shields_option(state: UrrState, section: str) -> Option:
    why_not: UrrReason | str = because("already-there") if section in state.towers else ""
    return Option(f"shields:{section}", because("shields", section=section), why_not, row(33))


def _tower_option(state: UrrState, section: str) -> Option:
    """The project of the tower itself, in the weeks when the ramp is built."""
    tower = state.towers[section]
    why_not: UrrReason | str = because("already-there") if tower.built else ""
    if f"shields-now:{section}" in state.done:
        why_not = because("ramp-first")
    return Option(f"tower:{section}", because("tower", section=section), why_not, row(33))


def to_cross(state: UrrState) -> str:
    """A side with rafts that has not decided on them yet; empty for none."""
    rafts = {work.side for work in state.works if work.kind == "rafts"}
    return next((seat for seat in state.seats if seat in rafts and f"rafts:{seat}" not in state.done), "")


def cross(game: Play[UrrState]) -> None:
    """Let an army cross once on its rafts, to any place. Clause: UR-30."""
    side = to_cross(game.state)
    options = [*map(Option, game.state.places), Option(NOBODY, because(NOBODY))]
    place = game.choose(side, codes.RAFTS(side), options)
    game.tell(RaftsUsed(side=side, place="" if place == NOBODY else place))


def end_strategic(game: Play[UrrState]) -> None:
    """End the turn: places that are still flooded are lost; then the trebuchet phase. Clauses: UR-31, UR-39."""
    for place in game.state.flooded:
        game.tell(FloodedPlaceLost(place=place))
    game.tell(WeekPhaseBegan(phase="bombardment"))
