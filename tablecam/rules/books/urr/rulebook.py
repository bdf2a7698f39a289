"""Urr as the one object that a rulebook hands over, with its result and its demonstration."""

from collections.abc import Mapping
from pathlib import Path

from shapely import Point, box

from tablecam.base.i18n import Message
from tablecam.rules.books.book import Book, DemoGame
from tablecam.rules.books.demo_table import DemoModel, DemoTable
from tablecam.rules.books.rule_rows import RuleRow, read_rows
from tablecam.rules.books.urr.advice import question_advice
from tablecam.rules.books.urr.board import board, turn_title
from tablecam.rules.books.urr.force_files import UNIT_BASE, UNIT_HEIGHT_IN, URR_SCENARIOS, UrrForces, build_game_setup
from tablecam.rules.books.urr.imported_force import UrrRosterForces
from tablecam.rules.books.urr.rules.codes import because
from tablecam.rules.books.urr.rules.rulebook import SCENARIO_KEYS, URR_RULES
from tablecam.rules.books.urr.rules.state import UrrPhase, UrrState
from tablecam.rules.books.urr.wording.glossary import GLOSSARY
from tablecam.rules.books.urr.wording.house_rule_labels import house_rules
from tablecam.rules.books.urr.wording.wording import UrrPhrases
from tablecam.rules.books.views import GameResultView, ResultColumn, SideResult, Text
from tablecam.rules.event_scoring import LOST, WON, EventScoring, ScoreField, ScoreStep, SeatScore
from tablecam.rules.sentence import ModelNames
from tablecam.table.terrain import SOLID, Feature, Terrain

WALL_TOP_IN, TOWER_TOP_IN, HOUSE_TOP_IN, HILL_TOP_IN = 2.5, 4.5, 2.0, 1.0
# name, left, near, right, far edge in inches, top, piece
BLOCKS: tuple[tuple[str, float, float, float, float, float, str], ...] = (
    ("wall 1", 0.5, 30.0, 12.5, 33.6, WALL_TOP_IN, "wall"),
    ("wall 2", 15.5, 30.0, 29.5, 33.6, WALL_TOP_IN, "wall"),
    ("wall 3", 32.5, 30.0, 47.5, 33.6, WALL_TOP_IN, "wall"),
    ("tower 1", 12.5, 29.4, 15.5, 34.2, TOWER_TOP_IN, "tower"),
    ("tower 2", 29.5, 29.4, 32.5, 34.2, TOWER_TOP_IN, "tower"),
    ("tanners", 4.0, 41.5, 9.0, 45.0, HOUSE_TOP_IN, "house"),
    ("ropewalk", 20.0, 42.5, 28.5, 45.0, HOUSE_TOP_IN, "house"),
    ("old market", 38.0, 41.0, 43.5, 45.5, HOUSE_TOP_IN, "house"),  # no text
)
PAINT = {"wall": "concrete", "tower": "brick", "house": "wood", "hill": "grass"}
TOWARDS_CITY, TOWARDS_FIELD = 90.0, 270.0
# unit, x, y, the feature that it stands on
HOST: tuple[tuple[str, float, float, str], ...] = (
    ("ash_spears_1", 19.0, 28.9, ""),
    ("ash_spears_2", 22.5, 28.9, ""),
    ("cinder_axes", 26.0, 28.9, ""),
    ("soot_bows", 22.5, 22.0, ""),
    ("bone_levy_1", 36.0, 26.0, ""),
    ("bone_levy_2", 39.5, 26.0, ""),
    ("hill_mauls", 43.0, 26.0, ""),
    ("pale_choir", 8.0, 12.0, "hill"),
    ("ash_wagons", 24.0, 8.0, ""),
    ("night_knives", 32.0, 9.0, ""),
)
GUARDS: tuple[tuple[str, float, float, str], ...] = (
    ("wall_watch_1", 20.0, 31.3, "wall 2"),
    ("lantern_pikes", 25.5, 31.3, "wall 2"),
    ("wall_watch_2", 36.0, 31.3, "wall 3"),
    ("larch_bows", 42.0, 31.3, "wall 3"),
    ("guild_swords", 14.0, 38.0, ""),
    ("deep_masons", 33.0, 38.0, ""),
    ("roof_runners", 41.0, 37.5, ""),
)
FORCES = {"red": "ash_host", "blue": "lantern_guard"}


def demo_game() -> DemoGame:
    """The storm of the scenario, on its own table."""
    table = DemoTable(
        (*_place_units("red", HOST, TOWARDS_CITY), *_place_units("blue", GUARDS, TOWARDS_FIELD)),
        _build_terrain(),
        PAINT,
    )
    return DemoGame(forces=FORCES, table=table)


def _build_terrain() -> Terrain:
    blocks = (
        Feature(name, SOLID, 0.0, top_in, True, box(left_in, near_in, right_in, far_in), piece)
        for name, left_in, near_in, right_in, far_in, top_in, piece in BLOCKS
    )
    hill = Feature("hill", SOLID, 0.0, HILL_TOP_IN, True, Point(8.0, 12.0).buffer(4.5, quad_segs=10), "hill")
    return Terrain((*blocks, hill))


def _place_units(
    seat: str, places: tuple[tuple[str, float, float, str], ...], heading_deg: float
) -> tuple[DemoModel, ...]:
    """The units of a starter force at their positions, with the names from its file."""
    forces = UrrForces()
    models_by_id = {model.id: model for model in forces.read_force(forces.starters()[FORCES[seat]]).models}
    return tuple(
        DemoModel(
            id, models_by_id[id].name, seat, UNIT_BASE, UNIT_HEIGHT_IN, x, y, heading_deg, on, models_by_id[id].profile
        )
        for id, x, y, on in places
    )


COLUMNS = (
    ResultColumn("units", Message("Units left")),
    ResultColumn("steps", Message("Steps left")),
    ResultColumn("walls", Message("Wall steps left")),
    ResultColumn("stock", Message("Food and gold")),
)


def result_view(state: UrrState, names: ModelNames) -> GameResultView:
    """The result, for pages, replay and report."""
    return GameResultView(
        headline=_word_headline(state, names),
        reason=names.text(state.ending) if state.ending else "",
        columns=COLUMNS,
        sides=tuple(SideResult(seat, _build_cells(state, seat)) for seat in state.seats),
        winner=state.winner,
    )


# the strength that a hit on a wall takes from its side, where a step of a unit is 1
WALL_HIT = 0.25


def measure_strength(state: UrrState) -> dict[str, float]:
    """The steps of the units that stand, with their armour, and the hits that the walls can still take."""
    strength = dict.fromkeys(state.seats, 0.0)
    for unit in state.units.values():
        if unit.standing and unit.side in strength:
            strength[unit.side] += unit.steps + unit.armour
    for section in state.sections.values():
        strength[section.side] += WALL_HIT * section.left
    return strength


def _word_headline(state: UrrState, names: ModelNames) -> Message:
    if state.winner:
        return Message("{who} wins", who=names(state.winner))
    if state.phase is UrrPhase.OVER:
        return Message("The players judge who has won")
    return Message("The game is not over")


def _build_cells(state: UrrState, seat: str) -> dict[str, Text]:
    units = [unit for unit in state.units.values() if unit.side == seat and not unit.profile.raider]
    standing = [unit for unit in units if unit.standing]
    side = state.sides[seat]
    walls = [section for section in state.sections.values() if section.side == seat]
    return {
        "units": Message("{left} of {all}", left=len(standing), all=len(units)),
        "steps": Message(
            "{left} of {all}", left=sum(item.steps for item in standing), all=sum(item.profile.steps for item in units)
        ),
        "walls": _format_remaining(sum(item.left for item in walls), sum(item.most for item in walls))
        if walls
        else "–",
        "stock": Message("{food} and {gold}", food=f"{side.stock.food:g}", gold=f"{side.stock.gold:g}"),
    }


def _format_remaining(left: int, most: int) -> Message:
    return Message("{left} of {all}", left=left, all=most)


# where the rules leave the victory to the players, they mark it on the card
SCORING = EventScoring(
    fields=(
        WON,
        ScoreField(key=LOST, title=Message("Units lost"), most=99),
        ScoreField(key="walls", title=Message("Wall steps left"), most=99, tie_break=True),
    ),
    steps=(ScoreStep(0, 1, 1), ScoreStep(1, 3, 0)),
    concession=1,
)


def read_scores(state: UrrState) -> Mapping[str, SeatScore]:
    """The halves of a score card, by side."""
    return {seat: _score_seat(state, seat) for seat in state.seats}


def _score_seat(state: UrrState, seat: str) -> SeatScore:
    units = [unit for unit in state.units.values() if unit.side == seat and not unit.profile.raider]
    walls = sum(section.left for section in state.sections.values() if section.side == seat)
    values = {WON.key: int(seat == state.winner), LOST: sum(not unit.standing for unit in units), "walls": walls}
    return SeatScore(values, len(units), state.ending == because("concedes", side=seat))


ROWS = Path(__file__).parent / "rows.toml"


def rows() -> tuple[RuleRow, ...]:
    """The rules that are played, row by row."""
    return read_rows(ROWS)


URR_BOOK = Book(
    system=URR_RULES,
    title=Message("Urr, combat and siege"),
    seats=("red", "blue"),
    phrases=UrrPhrases(),
    turn_title=turn_title,
    question_advice=question_advice,
    board=board,
    result=result_view,
    scoring=SCORING,
    scores=read_scores,
    strength=measure_strength,
    hidden_title="",
    scenario_files=URR_SCENARIOS,
    forces=UrrRosterForces(),
    build_setup=build_game_setup,
    setup_keys=SCENARIO_KEYS,
    house_rules=house_rules,
    rows=rows,
    glossary=GLOSSARY,
    demo=demo_game,
)
