"""Urban Operations as the single object that a rulebook exports, with its result and its demonstration."""

from collections.abc import Mapping
from pathlib import Path

from shapely import box

from tablecam.base.i18n import Message
from tablecam.rules.books.book import Book, DemoGame
from tablecam.rules.books.demo_table import DemoModel, DemoTable
from tablecam.rules.books.plain_setup import shot_by_check
from tablecam.rules.books.rule_rows import RuleRow, Unknown, read_rows
from tablecam.rules.books.urban_operations.advice import model_advice, question_advice
from tablecam.rules.books.urban_operations.board import FACE_DOWN, board, name_hidden_blocks
from tablecam.rules.books.urban_operations.rules import aid
from tablecam.rules.books.urban_operations.rules.aid import carry_answers
from tablecam.rules.books.urban_operations.rules.rulebook import URBAN_OPERATIONS, beaten, block_id
from tablecam.rules.books.urban_operations.rules.state import OperationsState
from tablecam.rules.books.urban_operations.scenario_file import SCENARIOS, load_shipped_aid
from tablecam.rules.books.urban_operations.table_facts import OperationsTableFacts
from tablecam.rules.books.urban_operations.wording.aid_words import asks_whole
from tablecam.rules.books.urban_operations.wording.glossary import GLOSSARY
from tablecam.rules.books.urban_operations.wording.house_rule_labels import house_rules
from tablecam.rules.books.urban_operations.wording.questions import number_name
from tablecam.rules.books.urban_operations.wording.wording import UrbanOperationsPhrases
from tablecam.rules.books.views import GameResultView, ResultColumn, SideResult
from tablecam.rules.event_scoring import LOST, WON, EventScoring, ScoreField, ScoreStep, SeatScore
from tablecam.rules.sentence import ModelNames
from tablecam.table.miniature import Rectangle
from tablecam.table.table import Hex, HexGrid
from tablecam.table.terrain import SOLID, Feature, Terrain

GRID = HexGrid(2.0, (24.0, 24.0))
BLOCK_BASE, BLOCK_HEIGHT_IN = Rectangle(30.0, 20.0), 1.0
SHED_TOP_IN, HOUSE_TOP_IN, HALL_TOP_IN, WALL_TOP_IN = 1.5, 2.5, 3.0, 0.8
# name; left, near, right and far edge in inches; top in inches; kind of piece
BUILDINGS: tuple[tuple[str, float, float, float, float, float, str], ...] = (
    ("salt hall", 19.0, 20.5, 29.0, 27.5, HALL_TOP_IN, "hall"),  # no text
    ("salt shed 1", 4.0, 19.0, 11.0, 23.5, SHED_TOP_IN, "shed"),  # no text
    ("salt shed 2", 4.0, 27.0, 11.0, 31.5, SHED_TOP_IN, "shed"),  # no text
    ("cooper", 36.5, 17.0, 43.0, 21.5, HOUSE_TOP_IN, "house"),
    ("bakery", 36.5, 29.0, 43.5, 34.0, HOUSE_TOP_IN, "house"),
    ("belfry", 21.5, 34.0, 26.5, 39.0, HALL_TOP_IN, "hall"),
    ("market wall 1", 14.5, 31.0, 15.0, 36.5, WALL_TOP_IN, "wall"),  # no text
    ("market wall 2", 32.5, 12.5, 33.0, 18.0, WALL_TOP_IN, "wall"),  # no text
)
PAINT = {"hall": "brick", "shed": "wood", "house": "brick", "wall": "concrete"}
NORTH, SOUTH = 90.0, 270.0
# each block's hex and the feature that it stands on, in the order of the scenario's numbers
RED: tuple[tuple[int, int, str], ...] = (
    (-7, -5, ""), (-9, -3, ""), (-5, -5, ""), (-7, -3, ""),
    (0, -8, ""), (-2, -6, ""), (2, -8, ""),
    (8, -12, ""), (10, -12, ""), (6, -12, ""),
)  # fmt: skip
BLUE: tuple[tuple[int, int, str], ...] = (
    (-6, 12, ""), (-9, 11, ""), (-8, 10, ""), (-4, 9, ""),
    (3, 5, ""), (4, 7, ""), (0, 6, "belfry"),
    (8, 5, ""), (11, 2, ""), (6, 4, ""),
)  # fmt: skip


def demo_game() -> DemoGame:
    """The table of the scenario `ten-blocks`, with every block at its start."""
    models = (*_build_blocks("red", RED, 1, NORTH), *_build_blocks("blue", BLUE, 1 + len(RED), SOUTH))
    return DemoGame(table=DemoTable(models, _build_terrain(), PAINT, "street", GRID))


def _build_terrain() -> Terrain:
    return Terrain(
        tuple(
            Feature(name, SOLID, 0.0, top_in, top_in > WALL_TOP_IN, box(left, near, right, far), piece)
            for name, left, near, right, far, top_in, piece in BUILDINGS
        )
    )


def _build_blocks(
    seat: str, places: tuple[tuple[int, int, str], ...], first: int, heading_deg: float
) -> tuple[DemoModel, ...]:
    """The blocks of a side, named by their numbers, since a name must not reveal the unit."""
    return tuple(
        DemoModel(
            block_id(number), number_name(number), seat, BLOCK_BASE, BLOCK_HEIGHT_IN,
            *GRID.middle(Hex(q, r)), heading_deg, on,
        )
        for number, (q, r, on) in enumerate(places, first)
    )  # fmt: skip


BLOCKS = ResultColumn("blocks", Message("Blocks left"))
# a total would reveal the strength of blocks face down, so it appears only at the end
OSL = ResultColumn("osl", Message("OSL left"))


def result(state: OperationsState, names: ModelNames) -> GameResultView:
    """The result that players see. A side wins when only the other has lost all blocks, or has conceded."""
    winning_side, is_over = winner(state), URBAN_OPERATIONS.next_procedure(state) is None
    return GameResultView(
        headline=Message("{who} wins", who=names(winning_side))
        if winning_side
        else Message("Nobody wins by the player aid"),
        reason=_explain_result(state) if is_over else "",
        columns=(BLOCKS, OSL) if is_over else (BLOCKS,),
        sides=tuple(_side_result(state, side, is_over) for side in state.sides),
        winner=winning_side,
    )


def winner(state: OperationsState) -> str:
    """The side that has won; empty while neither has, or where both have lost all their blocks."""
    if state.conceded:
        return state.other(state.conceded)
    losers = beaten(state)
    return state.other(losers[0]) if len(losers) == 1 else ""


def _explain_result(state: OperationsState) -> Message:
    if state.conceded:
        return Message("the other side has conceded")
    losers = beaten(state)
    if len(losers) > 1:
        return Message("no block is left")
    return Message("the other side has no block left") if losers else Message("the last turn is over")


def _side_result(state: OperationsState, side: str, over: bool) -> SideResult:
    blocks = [block for block in state.blocks.values() if block.side == side]
    cells = {"blocks": Message("{left} of {all}", left=sum(block.alive for block in blocks), all=len(blocks))}
    if over:
        printed_osl = sum(block.card.osl for block in blocks)
        cells["osl"] = Message("{left} of {all}", left=sum(block.osl for block in blocks), all=printed_osl)
    return SideResult(side, cells)


# the player aid knows only who has won; how many blocks fell breaks ties
SCORING = EventScoring(
    fields=(WON, ScoreField(key=LOST, title=Message("Blocks lost"), most=50)),
    steps=(ScoreStep(0, 1, 1), ScoreStep(1, 3, 0)),
    concession=1,
)


def read_scores(state: OperationsState) -> Mapping[str, SeatScore]:
    """The halves of a score card, by side."""
    winning_side = winner(state)
    scores = {}
    for side in state.sides:
        blocks = [block for block in state.blocks.values() if block.side == side]
        values = {WON.key: int(side == winning_side), LOST: sum(not block.alive for block in blocks)}
        scores[side] = SeatScore(values, len(blocks), side == state.conceded)
    return scores


ROWS = Path(__file__).resolve().parent / "rows.toml"


def rows() -> tuple[RuleRow, ...]:
    """The rows of the player aid, with how each is played."""
    return read_rows(ROWS)


def unknowns() -> tuple[Unknown, ...]:
    """The parameters that the player aid lost, with the questions that the table answers in their place."""
    return tuple(
        Unknown(parameter.key, parameter.row, str(asks_whole(parameter.key)))
        for parameter in aid.unknowns(load_shipped_aid())
    )


URBAN_OPERATIONS_BOOK = Book(
    system=URBAN_OPERATIONS,
    title=Message("Urban Operations"),
    seats=("red", "blue"),
    phrases=UrbanOperationsPhrases(),
    facts=OperationsTableFacts(),
    advice=model_advice,
    question_advice=question_advice,
    board=board,
    result=result,
    scoring=SCORING,
    scores=read_scores,
    hidden_title=FACE_DOWN,
    hidden_names=name_hidden_blocks,
    scenario_files=SCENARIOS,
    setup_keys=("aid",),
    carried=carry_answers,
    house_rules=house_rules,
    rows=rows,
    glossary=GLOSSARY,
    unknowns=unknowns,
    demo=demo_game,
    # for fire and for assault
    shot=shot_by_check("fight"),
)
