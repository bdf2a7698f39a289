"""The ramp of a siege tower: three weeks of two ordinary units each, under fire from the wall. Clause: UR-33."""

from tablecam.rules.ask import Choose, Option, Pick
from tablecam.rules.books.urr.rules import topics
from tablecam.rules.books.urr.rules.clauses import row
from tablecam.rules.books.urr.rules.losses import take_hit
from tablecam.rules.books.urr.rules.muster import NOBODY
from tablecam.rules.books.urr.rules.reasons import because, not_allowed
from tablecam.rules.books.urr.rules.rounds import HIT_STEPS
from tablecam.rules.books.urr.rules.scores import score
from tablecam.rules.books.urr.rules.state import UrrState
from tablecam.rules.books.urr.rules.unit import UNDEAD
from tablecam.rules.books.urr.rules.week_events import BuilderShotAt, RampPushed
from tablecam.rules.check import Ladder, Modifier
from tablecam.rules.dice import D6
from tablecam.rules.play import Play

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
            Pick(seat=side, options=options, most=BUILDERS, clause=row(33), **topics.builders(section)._asdict())
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
        shooter = game.ask(Choose(seat=seat, options=options, **topics.shooter(builder)._asdict()))
    if shooter == NOBODY:
        game.tell(BuilderShotAt(builder=builder))
        return
    ladder = _ask_ladder(game, shooter, builder)
    faces = game.roll(seat, topics.shoots(shooter), check=ladder)
    hits = ladder.hits(faces)
    game.tell(BuilderShotAt(builder=builder, shooter=shooter, face=faces[0], total=ladder.total(faces), hits=hits))
    for _hit in range(hits):
        if game.state[builder].standing:
            take_hit(game, builder)


def _ask_ladder(game: Play[UrrState], shooter: str, builder: str) -> Ladder:
    number = score(game, game.state[shooter].profile.ranged, topics.score("ranged", shooter))
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
