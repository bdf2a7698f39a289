"""A combat round: the breach, stances, the two phases, hits and losses, and whether it goes on.

Clauses: UR-01 to UR-04, UR-06, UR-07, UR-20.
"""

from collections.abc import Iterable
from typing import Any

from tablecam.base.clause import Clause
from tablecam.rules.ask import Ask, Assign, Choose, Confirm, Count, Option, Roll, Topic
from tablecam.rules.books.urr.rules import codes
from tablecam.rules.books.urr.rules.codes import UrrReason, because, row
from tablecam.rules.books.urr.rules.combat_events import (
    BreachEntered,
    CombatEnded,
    FightPhaseClosed,
    HealingAsked,
    HitsLost,
    HitTaken,
    RoundBegan,
    StancesTaken,
    StepsRestored,
    UnitEliminated,
    UnitRolled,
)
from tablecam.rules.books.urr.rules.muster import (
    NOBODY,
    attack_modifiers,
    defence_modifiers,
    get_place,
    list_ranged_modifiers,
)
from tablecam.rules.books.urr.rules.pieces import STAR, Score, UrrUnit
from tablecam.rules.books.urr.rules.state import BERSERK, CombatStage, FightPhase, UrrState
from tablecam.rules.check import Ladder
from tablecam.rules.dice import D6
from tablecam.rules.play import Play

# limits of a score in place of a star, and of magic
MOST_SCORE, MOST_MAGIC = 12, 6


def score(game: Play[UrrState], printed: Score, topic: Topic, clause: Clause | None = None) -> int:
    """The printed number; in place of a star the players supply it each time."""
    if printed != STAR:
        return printed
    return game.ask(Count(most=MOST_SCORE, clause=clause or row(41), **topic._asdict()))


def magic(game: Play[UrrState], unit: str) -> int:
    """The bonus or penalty of magic on a unit's die; 0 for a unit without magic."""
    if not game.state[unit].profile.magic:
        return 0
    return game.ask(Count(least=-MOST_MAGIC, most=MOST_MAGIC, clause=row(37), **codes.MAGIC(unit)._asdict()))


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
    unit = game.choose(combat.by, codes.ENTER(place.section), options)
    if unit == NOBODY:
        game.tell(BreachEntered())
        return
    question = Count(most=MOST_EXPOSED, clause=row(25), **codes.EXPOSURE(unit)._asdict())
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
        return Assign(seat=party, secret=True, items=tuple(units), options=STANCES, **codes.STANCES._asdict())
    return Choose(seat=party, secret=True, options=STANCES, **codes.STANCE._asdict())


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
    roll_units(game, to_roll(game.state))


def roll_units(game: Play[UrrState], units: tuple[str, ...]) -> None:
    """Roll the dice of some units at once."""
    combat = game.state.combat
    assert combat
    phase: FightPhase = "ranged" if combat.stage is CombatStage.RANGED else "melee"
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
        return codes.SHOOTS(unit)
    return codes.ATTACKS(unit) if state.stance(unit) == "attack" else codes.DEFENDS(unit)


def ladder(game: Play[UrrState], unit: str, phase: FightPhase) -> Ladder:
    """The ladder of a unit's roll; the players supply stars and magic. Clauses: UR-37, UR-41."""
    profile = game.state[unit].profile
    printed = profile.ranged if phase == "ranged" else profile.melee
    number = score(game, printed, codes.score(phase, unit))
    return build_ladder(game.state, unit, phase, number, magic(game, unit))


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
    question = Count(most=min(lost, MOST_HEALED), clause=row(37), **codes.HEALING(party)._asdict())
    steps = game.ask(question)
    game.tell(HealingAsked(party=party))
    for _step in range(steps):
        wounded = _list_wounded(game.state, party)
        options = tuple(map(Option, wounded))
        unit = wounded[0] if len(wounded) == 1 else _choose_healed_unit(game, party, options)
        game.tell(StepsRestored(unit=unit, steps=1))


def _choose_healed_unit(game: Play[UrrState], party: str, options: tuple[Option, ...]) -> str:
    return game.ask(Choose(seat=find_seat(party), options=options, **codes.HEALING_TARGET(party)._asdict()))


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
    questions: list[Ask[bool]] = [Confirm(seat=party, **codes.FIGHTS_ON._asdict()) for party in asking]
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


# Hits, spread evenly over the units of the side that suffers them, which chooses among equals.
#
# Clauses: UR-01, UR-07, UR-20.


def to_suffer(state: UrrState) -> str:
    """The party that has hits to take; empty for none."""
    combat = state.combat
    assert combat
    return next((party for party in combat.sides if combat.pending.get(party, 0)), "")


def takers(state: UrrState, party: str) -> tuple[str, ...]:
    """The units that may take the next hit: those with the fewest losses in this battle, or by the house rules."""
    combat, rules = state.combat, state.rules
    assert combat
    living = state.living(party)
    if rules.hit_spread == "free" or not living:
        return living
    pool = living
    if rules.dead_units_take_hits:
        pool = tuple(unit for unit in combat.parties[party] if unit in combat.present)
    counts = combat.in_phase if rules.hit_spread == "phase" else combat.lost
    fewest = min(counts.get(unit, 0) for unit in pool)
    return tuple(unit for unit in pool if counts.get(unit, 0) == fewest)


def suffer(game: Play[UrrState]) -> None:
    """Take the hits one by one. No question if only one unit can take a hit; hits without a unit are lost."""
    party = to_suffer(game.state)
    while (pending := _count_pending_hits(game.state, party)) and (units := takers(game.state, party)):
        unit = units[0] if len(units) == 1 else _choose_unit(game, party, units)
        take_hit(game, unit)
        if not pending:
            return
    if pending:
        game.tell(HitsLost(party=party, hits=pending))


def _count_pending_hits(state: UrrState, party: str) -> int:
    return state.combat.pending.get(party, 0) if state.combat else 0


def _choose_unit(game: Play[UrrState], party: str, units: tuple[str, ...]) -> str:
    options = tuple(map(Option, units))
    return game.ask(Choose(seat=find_seat(party), options=options, **codes.HIT(party)._asdict()))


def take_hit(game: Play[UrrState], unit: str) -> None:
    """Take a step from a unit, of its armour first if that counts; a unit without steps is out."""
    target = game.state[unit]
    if not target.standing:
        game.tell(HitTaken(unit=unit, wasted=True))
        return
    game.tell(HitTaken(unit=unit, armour=target.armour > 0 and is_armoured(game.state, unit)))
    if has_fallen(game.state[unit], is_armoured(game.state, unit)):
        game.tell(UnitEliminated(unit=unit))


def is_armoured(state: UrrState, unit: str) -> bool:
    """Whether the armour of a unit counts now. Clause: UR-20."""
    return state.rules.armour_steps == "always" or state.stance(unit) == "defend"


def all_fallen(state: UrrState) -> tuple[str, ...]:
    """Units without steps, by an umpire's event or because they no longer defend."""
    return tuple(name for name, unit in state.units.items() if has_fallen(unit, is_armoured(state, name)))


def remove_fallen(game: Play[UrrState]) -> None:
    """Remove the fallen units from play."""
    for unit in all_fallen(game.state):
        game.tell(UnitEliminated(unit=unit))


def has_fallen(unit: UrrUnit, defending: bool) -> bool:
    """Whether a unit has no steps left to fight with. Clause: Urr Weapons and armour (UR-20)."""
    return not unit.removed and unit.steps <= 0 and not (defending and unit.armour > 0)
