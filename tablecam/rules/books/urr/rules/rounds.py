"""A combat round: the breach, stances, the two phases, and whether it goes on.

Clauses: UR-02, UR-03, UR-04, UR-06.
"""

from collections.abc import Iterable
from typing import Any

from tablecam.rules.ask import Ask, Assign, Choose, Confirm, Count, Option, Roll, Topic
from tablecam.rules.books.urr.rules import scores, topics
from tablecam.rules.books.urr.rules.clauses import row
from tablecam.rules.books.urr.rules.combat_events import BreachEntered, RoundBegan, StancesTaken
from tablecam.rules.books.urr.rules.hit_events import (
    CombatEnded,
    FightPhaseClosed,
    HealingAsked,
    StepsRestored,
    UnitRolled,
)
from tablecam.rules.books.urr.rules.modifiers import (
    attack_modifiers,
    defence_modifiers,
    get_place,
    list_ranged_modifiers,
)
from tablecam.rules.books.urr.rules.muster import NOBODY
from tablecam.rules.books.urr.rules.reasons import UrrReason, because
from tablecam.rules.books.urr.rules.state import BERSERK, CombatStage, FightPhase, UrrState
from tablecam.rules.check import Ladder
from tablecam.rules.dice import D6
from tablecam.rules.play import Play

# hits by the total. Clause: Urr Combat resolution (UR-04)
HIT_STEPS = (6, 10, 14)
# limits of the penalty in the breach, and of steps that magic restores
MOST_EXPOSED, MOST_HEALED = 6, 12
STANCES = (Option("attack", because("attack")), Option("defend", because("defend")))


def find_seat(party: str) -> str | None:
    """The seat that answers for a party; None for berserk undead, which nobody leads, so that any player answers."""
    return None if party == BERSERK else party


def begin_round(game: Play[UrrState]) -> None:
    """Begin the next round."""
    combat = game.state.combat
    assert combat
    game.tell(RoundBegan(round=combat.round + 1))


def can_enter(state: UrrState) -> tuple[str, ...]:
    """The units that can climb through the breach in this round. Clause: UR-25."""
    combat, place = state.combat, get_place(state)
    assert combat
    section = state.sections.get(place.section)
    if place.kind != "wall" or section is None or not section.breached or "breach" in combat.prepared:
        return ()
    return tuple(unit for unit in state.living(combat.by) if not state[unit].inside)


def enter_breach(game: Play[UrrState]) -> None:
    """Let one unit a round through the breach; the players supply its penalty on the way. Clause: UR-25."""
    combat, place = game.state.combat, get_place(game.state)
    assert combat
    options = [*map(Option, can_enter(game.state)), Option(NOBODY, because(NOBODY))]
    unit = game.choose(combat.by, topics.enter(place.section), options)
    if unit == NOBODY:
        game.tell(BreachEntered())
        return
    question = Count(most=MOST_EXPOSED, clause=row(25), **topics.exposure(unit)._asdict())
    game.tell(BreachEntered(unit=unit, exposed=game.ask(question)))


def take_stances(game: Play[UrrState]) -> None:
    """Ask both sides for secret stances, by side or by unit as the house rules say. Clauses: UR-06, UR-13."""
    combat = game.state.combat
    assert combat
    stances = {unit: find_fixed_stance(game.state, unit) for party in combat.sides for unit in game.state.living(party)}
    free = {party: [u for u in game.state.living(party) if not stances[u]] for party in combat.sides}
    asking = [party for party in combat.sides if free[party]]
    questions: list[Ask[Any]] = [_ask_stance(game.state, party, free[party]) for party in asking]
    for party, answer in zip(asking, game.together(*questions) if questions else (), strict=True):
        for unit in free[party]:
            stances[unit] = answer if isinstance(answer, str) else answer[unit]
    game.tell(StancesTaken(stances=stances))


def _ask_stance(state: UrrState, party: str, units: Iterable[str]) -> Ask[Any]:
    if state.rules.urr_stance == "unit":
        return Assign(seat=party, secret=True, items=tuple(units), options=STANCES, **topics.STANCES._asdict())
    return Choose(seat=party, secret=True, options=STANCES, **topics.STANCE._asdict())


def find_fixed_stance(state: UrrState, unit: str) -> str:
    """The only stance of a unit whatever its side says; empty if it has both. Clause: UR-13."""
    if state[unit].berserk:
        return "attack"
    return {"attack": "attack", "defence": "defend"}.get(state[unit].profile.limit, "")


def to_roll(state: UrrState) -> tuple[str, ...]:
    """The units that still have to roll in this phase."""
    combat = state.combat
    assert combat
    if not all(map(state.living, combat.sides)) and not combat.rolled:
        return ()
    rolls_in_phase = shoots if combat.stage is CombatStage.RANGED else fights
    return tuple(
        unit
        for party in combat.sides
        for unit in combat.parties.get(party, ())
        if unit in combat.present and unit not in combat.rolled and unit in state.units and rolls_in_phase(state, unit)
    )


def shoots(state: UrrState, unit: str) -> bool:
    """Whether a unit rolls in the ranged phase."""
    combat = state.combat
    assert combat
    if combat.tower.get(unit) == "melee":
        return False
    return state[unit].profile.ranged != 0 or state.rules.ranged_zero == "roll"


def fights(state: UrrState, unit: str) -> bool:
    """Whether a unit rolls in the melee phase: one that defends only if somebody attacks. Clauses: UR-06, UR-33."""
    combat = state.combat
    assert combat
    if combat.tower.get(unit) == "ranged":
        return False
    enemies = [
        enemy for enemy in combat.parties.get(combat.other(combat.find_party(unit)), ()) if enemy in combat.present
    ]
    if state.stance(unit) == "attack":
        return bool(enemies)
    return any(state.stance(enemy) == "attack" and combat.tower.get(enemy) != "ranged" for enemy in enemies)


def roll(game: Play[UrrState]) -> None:
    """Roll all dice of the phase at once, each against 6, 10 and 14. Clauses: UR-02, UR-03, UR-04."""
    combat = game.state.combat
    assert combat
    phase: FightPhase = "ranged" if combat.stage is CombatStage.RANGED else "melee"
    units = to_roll(game.state)
    ladders = [ladder(game, unit, phase) for unit in units]
    rolls = [
        Roll(
            seat=find_seat(combat.find_party(unit)),
            die=D6,
            check=unit_ladder,
            **_roll_topic(game.state, unit, phase)._asdict(),
        )
        for unit, unit_ladder in zip(units, ladders, strict=True)
    ]
    for unit, unit_ladder, faces in zip(units, ladders, game.together(*rolls), strict=True):
        against = combat.other(combat.find_party(unit))
        game.tell(
            UnitRolled(
                unit=unit,
                phase=phase,
                face=faces[0],
                total=unit_ladder.total(faces),
                hits=unit_ladder.hits(faces),
                against=against,
            )
        )


def _roll_topic(state: UrrState, unit: str, phase: FightPhase) -> Topic:
    if phase == "ranged":
        return topics.shoots(unit)
    return topics.attacks(unit) if state.stance(unit) == "attack" else topics.defends(unit)


def ladder(game: Play[UrrState], unit: str, phase: FightPhase) -> Ladder:
    """The ladder of a unit's roll; the players supply stars and magic. Clauses: UR-37, UR-41."""
    profile = game.state[unit].profile
    printed = profile.ranged if phase == "ranged" else profile.melee
    number = scores.score(game, printed, topics.score(phase, unit))
    return build_ladder(game.state, unit, phase, number, scores.magic(game, unit))


def build_ladder(state: UrrState, unit: str, phase: FightPhase, score: int, magic: int = 0) -> Ladder:
    """The ladder of a unit's roll, with its score."""
    table = defence_modifiers
    if phase == "ranged":
        table = list_ranged_modifiers
    elif state.stance(unit) == "attack":
        table = attack_modifiers
    return Ladder(name=phase, steps=HIT_STEPS, modifiers=table(state, unit, score, magic), die=D6, clause=row(4))


def close_phase(game: Play[UrrState]) -> None:
    """Close the phase after all hits have been taken."""
    combat = game.state.combat
    assert combat
    game.tell(FightPhaseClosed(phase="ranged" if combat.stage is CombatStage.RANGED else "melee"))


def to_heal(state: UrrState) -> str:
    """The party of a unit with magic whose healing is not settled yet; empty for none. Clause: UR-01."""
    combat = state.combat
    assert combat
    for party in combat.sides:
        magic = any(state[unit].profile.magic for unit in state.living(party))
        if magic and _list_wounded(state, party) and f"healing:{party}" not in combat.prepared:
            return party
    return ""


def _list_wounded(state: UrrState, party: str) -> tuple[str, ...]:
    return tuple(unit for unit in state.living(party) if state[unit].steps < state[unit].profile.steps)


def heal(game: Play[UrrState]) -> None:
    """Restore steps by magic, as many as the players say. Clauses: UR-01, UR-37."""
    party = to_heal(game.state)
    lost = sum(game.state[unit].profile.steps - game.state[unit].steps for unit in _list_wounded(game.state, party))
    question = Count(most=min(lost, MOST_HEALED), clause=row(37), **topics.healing(party)._asdict())
    steps = game.ask(question)
    game.tell(HealingAsked(party=party))
    for _step in range(steps):
        wounded = _list_wounded(game.state, party)
        options = tuple(map(Option, wounded))
        unit = wounded[0] if len(wounded) == 1 else _choose_healed_unit(game, party, options)
        game.tell(StepsRestored(unit=unit, steps=1))


def _choose_healed_unit(game: Play[UrrState], party: str, options: tuple[Option, ...]) -> str:
    return game.ask(Choose(seat=find_seat(party), options=options, **topics.healing_target(party)._asdict()))


def end_round(game: Play[UrrState]) -> None:
    """Begin the next round if the house rules or both sides want it, else end the combat. Clause: UR-40."""
    combat = game.state.combat
    assert combat
    if beaten_parties := [party for party in combat.sides if not game.state.living(party)]:
        game.tell(CombatEnded(why=because("nobody-left", side=beaten_parties[0])))
        return
    agreed = game.state.rules.urr_rounds
    if agreed > 0:
        game.tell(CombatEnded(why=because("rounds-over")) if combat.round >= agreed else _next_round(combat.round))
        return
    asking = [party for party in combat.sides if party != BERSERK]
    questions: list[Ask[bool]] = [Confirm(seat=party, **topics.FIGHTS_ON._asdict()) for party in asking]
    answers = dict(zip(asking, game.together(*questions), strict=True))
    off = [party for party, on in answers.items() if not on]
    game.tell(CombatEnded(why=_breaking_reason(off)) if off else _next_round(combat.round))


def _next_round(number: int) -> RoundBegan:
    return RoundBegan(round=number + 1)


def _breaking_reason(off: list[str]) -> UrrReason:
    return because("both-break-off") if len(off) > 1 else because("breaks-off", side=off[0])


def end_combat(game: Play[UrrState]) -> None:
    """End a combat in which a party has nobody: it cannot begin, or go on."""
    combat = game.state.combat
    assert combat
    gone = next((party for party in combat.sides if not game.state.living(party)), combat.against)
    game.tell(CombatEnded(why=because("nobody-left", side=gone)))
