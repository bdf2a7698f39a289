"""The tactical turn: fires, combats, berserk undead, and the end of the week. Clauses: UR-02, UR-21, UR-36, UR-40."""

from tablecam.rules.ask import Ask, Confirm, Option, Pick
from tablecam.rules.books.urr.rules import codes, step_names
from tablecam.rules.books.urr.rules.codes import because, not_allowed, row
from tablecam.rules.books.urr.rules.combat_events import CombatBegan, Mustered
from tablecam.rules.books.urr.rules.muster import (
    attach_raiders,
    beginner,
    is_undefended,
    man_tower,
    muster,
    next_combat,
    raiders_to_attach,
    take_place,
    to_muster,
    tower_to_man,
)
from tablecam.rules.books.urr.rules.pieces import BURNT_SHARE, UNDEAD
from tablecam.rules.books.urr.rules.rounds import (
    begin_round,
    can_enter,
    close_phase,
    end_combat,
    end_round,
    enter_breach,
    heal,
    roll,
    suffer,
    take_stances,
    to_heal,
    to_roll,
    to_suffer,
)
from tablecam.rules.books.urr.rules.siege_events import (
    BerserkWent,
    EndingAsked,
    FireDoused,
    FireFought,
    PlayEnded,
    QuarterBurnt,
)
from tablecam.rules.books.urr.rules.state import BERSERK, CombatStage, UrrCombat, UrrState
from tablecam.rules.books.urr.rules.week_events import WeekBegan
from tablecam.rules.facts import Ranges
from tablecam.rules.play import Play
from tablecam.rules.system import Step

FIREMEN = 2


def combat_step(state: UrrState, combat: UrrCombat) -> Step:
    """The next step of the combat in progress."""
    match combat.stage:
        case CombatStage.MUSTER:
            return _muster_step(state, combat)
        case CombatStage.ROUND:
            return _round_step(state, combat)
        case CombatStage.AFTER:
            if party := to_heal(state):
                return Step(step_names.MAGIC(side=party), heal)
            return Step(step_names.ROUND_END(round=combat.round), end_round)
    return _phase_step(state, combat)


def _muster_step(state: UrrState, combat: UrrCombat) -> Step:
    if party := to_muster(state):
        return Step(step_names.MUSTER(side=party), muster)
    if is_undefended(state):
        return Step(step_names.PLACE_TAKEN(), take_place)
    if not all(map(state.living, combat.sides)):
        return Step(step_names.COMBAT_END(), end_combat)
    if raiders := raiders_to_attach(state):
        return Step(step_names.RAIDERS(unit=raiders), attach_raiders)
    if tower_to_man(state):
        return Step(step_names.TOWER_CREW(), man_tower)
    return Step(step_names.ROUND(round=1), begin_round)


def _round_step(state: UrrState, combat: UrrCombat) -> Step:
    if not all(map(state.living, combat.sides)):
        return Step(step_names.COMBAT_END(), end_combat)
    if can_enter(state):
        return Step(step_names.BREACH(), enter_breach)
    return Step(step_names.STANCES(round=combat.round), take_stances)


def _phase_step(state: UrrState, combat: UrrCombat) -> Step:
    name = combat.stage.value
    if to_roll(state):
        return Step(step_names.PHASES[name](round=combat.round), roll)
    if party := to_suffer(state):
        return Step(step_names.HITS(side=party), suffer)
    return Step(step_names.PHASE_ENDS[name](), close_phase)


def tactical_step(state: UrrState) -> Step:
    """The next step: fires first, since their fighters do nothing else; then combats, berserk undead, end of week."""
    if "skipped" not in state.done:
        if fire_to_fight(state):
            return Step(step_names.FIRE(), fight_fire)
        if beginner(state):
            return Step(step_names.NEXT_COMBAT(), next_combat)
    if to_run(state):
        return Step(step_names.BERSERK_UNDEAD(), run_berserk)
    if state.fires:
        return Step(step_names.FIRES_END(), end_fires)
    if "ending:on" in state.done:
        return Step(step_names.WEEK(week=state.turn + 1), begin_week)
    return Step(step_names.WEEK_END(week=state.turn), end_week)


def fire_to_fight(state: UrrState) -> str:
    """A fire without a decision yet; empty for none."""
    return next((quarter for quarter in state.fires if f"fire:{quarter}" not in state.done), "")


def holder(state: UrrState) -> str:
    """The side that holds the city."""
    return next((seat for seat, side in state.sides.items() if side.holds_city), state.defender)


def fight_fire(game: Play[UrrState]) -> None:
    """Let two units fight a fire for the whole turn, or none; the players may say magic does it. Clause: UR-36."""
    quarter, seat = fire_to_fight(game.state), holder(game.state)
    free = [unit for unit in game.state.standing(seat) if not game.state[unit].duty]
    if any(game.state[unit].profile.magic for unit in free) and game.ask(
        Confirm(**codes.FIRE_MAGIC(quarter)._asdict())
    ):
        game.tell(FireFought(quarter=quarter, magic=True))
        return
    units: tuple[str, ...] = ()
    if len(free) >= FIREMEN:
        options = tuple(map(Option, free))
        units = game.ask(
            Pick(seat=seat, options=options, most=FIREMEN, clause=row(36), **codes.FIRE(quarter)._asdict())
        )
    if units and len(units) != FIREMEN:
        raise not_allowed(row(36), "two-or-none")
    game.tell(FireFought(quarter=quarter, units=units))


def end_fires(game: Play[UrrState]) -> None:
    """End the fires: two units put a fire out; any other fire destroys its quarter and a share of the stocks."""
    for quarter, units in game.state.fires.items():
        fighting = [unit for unit in units if unit in game.state.units and game.state[unit].standing]
        if len(fighting) >= FIREMEN:
            game.tell(FireDoused(quarter=quarter))
        else:
            food, gold = burnt(game.state)
            game.tell(QuarterBurnt(quarter=quarter, food=food, gold=gold))


def burnt(state: UrrState) -> tuple[float, float]:
    """The food and gold that a fire costs: 5 % of the present or first stock, or whole tokens. Clause: UR-36."""
    side, rule = state.sides[holder(state)], state.rules.fire_stock
    stock = side.at_first if rule == "start" else side.stock
    food, gold = stock.food * BURNT_SHARE, stock.gold * BURNT_SHARE
    if rule == "rounded":
        food, gold = float(round(food)), float(round(gold))
    return min(food, side.stock.food), min(gold, side.stock.gold)


def to_run(state: UrrState) -> str:
    """Berserk undead that have not attacked in this tactical turn; empty for none."""
    running = (name for name, unit in state.units.items() if unit.berserk and unit.standing)
    return next((name for name in running if f"berserk:{name}" not in state.done), "")


def run_berserk(game: Play[UrrState]) -> None:
    """Let berserk undead attack the nearest living unit, of either side. Clause: UR-21."""
    unit = to_run(game.state)
    living = tuple(
        name
        for name, candidate in game.state.units.items()
        if candidate.standing and candidate.profile.people != UNDEAD and not candidate.berserk
    )
    if not living:
        game.tell(BerserkWent(unit=unit))
        return
    ranges = game.ask(Ranges(model=unit, others=living))
    nearest = min(living, key=lambda each: ranges[each].value)
    game.tell(BerserkWent(unit=unit, target=nearest))
    side = game.state[nearest].side
    game.tell(CombatBegan(place="", by=BERSERK, against=side))
    game.tell(Mustered(party=BERSERK, units=(unit,)))
    game.tell(Mustered(party=side, units=(nearest,)))


def end_week(game: Play[UrrState]) -> None:
    """End the week: the rules name no victory, so both sides decide whether the game goes on. Clause: UR-40."""
    state = game.state
    if state.weeks and state.turn >= state.weeks:
        game.tell(PlayEnded(why=because("weeks-over")))
        return
    questions: list[Ask[bool]] = [Confirm(seat=seat, **codes.GOES_ON._asdict()) for seat in state.seats]
    answers: tuple[bool, ...] = game.together(*questions)
    if any(answers):
        game.tell(EndingAsked(goes_on=True))
    else:
        game.tell(PlayEnded(why=because("agreed")))


def begin_week(game: Play[UrrState]) -> None:
    """Begin the next week."""
    game.tell(WeekBegan(week=game.state.turn + 1))
