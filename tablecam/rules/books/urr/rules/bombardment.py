"""The trebuchet phase: stones at walls, undead and fire over them; dragons and the colossus hammer along.

Clauses: UR-24, UR-34, UR-35.
"""

from collections.abc import Iterator

from tablecam.rules.ask import Confirm, Option, Roll
from tablecam.rules.books.urr.rules import codes, step_names
from tablecam.rules.books.urr.rules.codes import UrrReason, because, row
from tablecam.rules.books.urr.rules.pieces import AMMUNITION_FOOD, STAR, UNDEAD, Score, SiegeEngine
from tablecam.rules.books.urr.rules.rounds import HIT_STEPS, score
from tablecam.rules.books.urr.rules.siege_events import (
    EngineIdle,
    EngineShot,
    FireSet,
    TacticalTurnSkipped,
    UndeadHurled,
)
from tablecam.rules.books.urr.rules.state import UrrState
from tablecam.rules.books.urr.rules.strategic import NOTHING
from tablecam.rules.books.urr.rules.week_events import WeekPhaseBegan
from tablecam.rules.check import Check, Ladder, Modifier
from tablecam.rules.dice import D6
from tablecam.rules.play import Play
from tablecam.rules.system import Step

# the lowest total that hits the section. Clause: Urr Walls and siege engines (UR-24)
SECTION_HIT = 3
# the steps of undead after they come down. Clause: Urr Other uses for trebuchets (UR-34)
HURLED_STEPS = 3


def bombardment_step(state: UrrState) -> Step:
    """The next engine, or the tactical turn."""
    if engine := to_work(state):
        return Step(step_names.ENGINE(engine=engine), work)
    return Step(step_names.BOMBARDMENT_END(), end_bombardment)


def to_work(state: UrrState) -> str:
    """The next engine of the besiegers that has something to do; empty for none."""
    for name, engine in state.engines.items():
        waits = f"engine:{name}" not in state.done and not state.sides[engine.side].holds_city
        if waits and any(option.open for option in tasks(state, engine)):
            return name
    return ""


def tasks(state: UrrState, engine: SiegeEngine) -> Iterator[Option]:
    """The possible tasks of an engine; only trebuchets throw anything other than stones."""
    for name, section in state.sections.items():
        why_not: UrrReason | str = because("breached", section=name) if section.breached else ""
        yield Option(f"section:{name}", because("at-section", section=name), why_not, row(23))
    if engine.kind != "trebuchet":
        return
    for name in state.standing(engine.side):
        if state[name].profile.people == UNDEAD and not state[name].inside:
            yield Option(f"hurl:{name}", because("hurl-unit", unit=name), clause=row(34))
    for quarter in state.quarters:
        if quarter not in state.quarters_lost:
            why_not = _find_fire_obstacle(state, engine, quarter)
            yield Option(f"fire:{quarter}", because("burn-quarter", quarter=quarter), why_not, row(35))


def _find_fire_obstacle(state: UrrState, engine: SiegeEngine, quarter: str) -> UrrReason | str:
    """The reason why a quarter cannot be set on fire; one food token pays for all fires of a bombardment."""
    if quarter in state.fires:
        return because("burning", quarter=quarter)
    paid = f"ammunition:{engine.side}" in state.done
    if not paid and state.sides[engine.side].stock.food < AMMUNITION_FOOD:
        return because("no-food")
    return ""


def work(game: Play[UrrState]) -> None:
    """Let one engine do one task."""
    name = to_work(game.state)
    engine = game.state.engines[name]
    options = [*tasks(game.state, engine), Option(NOTHING, because(NOTHING))]
    kind, _, target = game.choose(engine.side, codes.ENGINE(name), options).partition(":")
    match kind:
        case "section":
            hammer(game, engine, target)
        case "hurl":
            game.tell(UndeadHurled(engine=name, unit=target, steps=arriving(game.state, target)))
        case "fire":
            paid = f"ammunition:{engine.side}" in game.state.done
            game.tell(FireSet(engine=name, quarter=target, food=0 if paid else AMMUNITION_FOOD))
        case _:
            game.tell(EngineIdle(engine=name))


def arriving(state: UrrState, unit: str) -> int:
    """The steps of undead that come down behind the wall, never more than before unless a house rule says so."""
    return HURLED_STEPS if state.rules.zombie_steps == "exactly" else min(HURLED_STEPS, state[unit].steps)


def hammer(game: Play[UrrState], engine: SiegeEngine, section: str) -> None:
    """Roll each die of an engine by itself: 3 or more is a hit on the section. Clauses: UR-23, UR-24."""
    check = engine_check(game.state, engine, section, engine_base(game, engine))
    topic = codes.BOMBARD(engine.id, section)
    roll = Roll(seat=engine.side, die=D6, count=engine.dice, check=check, **topic._asdict())
    faces = game.ask(roll)
    hits = sum(count_hits(check, face) for face in faces)
    steps_left = game.state.sections[section].left
    game.tell(EngineShot(engine=engine.id, section=section, faces=faces, hits=min(hits, steps_left)))


def engine_check(state: UrrState, engine: SiegeEngine, section: str, base: int) -> Check | Ladder:
    """The check of each die of an engine."""
    modifiers = engine_modifiers(state, engine, section, base)
    if state.rules.engine_hits == "ladder":
        return Ladder(name="engine", steps=HIT_STEPS, modifiers=modifiers, die=D6, clause=row(24))
    return Check(name="engine", target=SECTION_HIT, modifiers=modifiers, die=D6, clause=row(24))


def count_hits(check: Check | Ladder, face: int) -> int:
    """The hits of one die."""
    return check.hits((face,)) if isinstance(check, Ladder) else int(check.passes((face,)))


def engine_base(game: Play[UrrState], engine: SiegeEngine) -> int:
    """The score of an engine, which the page does not give: from the data or the players. Clause: UR-24."""
    printed: Score = engine.base if game.state.rules.engine_base == "data" else STAR
    return score(game, printed, codes.score("engine", engine.id), row(24))


def engine_modifiers(state: UrrState, engine: SiegeEngine, section: str, base: int) -> tuple[Modifier, ...]:
    """The modifiers of an engine's dice."""
    modifiers = [Modifier(base, because("engine"), row(24))] if base else []
    if engine.damage:
        modifiers.append(Modifier(-engine.damage, because("damage"), row(24)))
    if state.rules.engine_wall:
        modifiers.append(Modifier(-state.sections[section].strength, because("wall-strength"), row(24)))
    return tuple(modifiers)


def end_bombardment(game: Play[UrrState]) -> None:
    """End the phase. Hurled undead or fire force a tactical turn; else the attacker decides on it. Clause: UR-39."""
    fights = game.state.hurled
    if not fights:
        fights = game.ask(Confirm(seat=game.state.attacker, **codes.TACTICAL._asdict()))
    game.tell(WeekPhaseBegan(phase="tactical"))
    if not fights:
        game.tell(TacticalTurnSkipped())
