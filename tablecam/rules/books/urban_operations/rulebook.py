"""Urban Operations as the single object that a rulebook exports."""

from pathlib import Path

from tablecam.base.i18n import Message
from tablecam.rules.books.book import Book
from tablecam.rules.books.plain_setup import shot_by_check
from tablecam.rules.books.rule_rows import RuleRow, Unknown, read_rows
from tablecam.rules.books.urban_operations.advice.questions import question_advice
from tablecam.rules.books.urban_operations.aid_file import load_shipped_aid
from tablecam.rules.books.urban_operations.board import FACE_DOWN, board, name_hidden_blocks
from tablecam.rules.books.urban_operations.demo import demo_game
from tablecam.rules.books.urban_operations.result import result
from tablecam.rules.books.urban_operations.rules import aid
from tablecam.rules.books.urban_operations.rules.gaps import carry_answers
from tablecam.rules.books.urban_operations.rules.rulebook import URBAN_OPERATIONS
from tablecam.rules.books.urban_operations.scenario_file import SCENARIOS
from tablecam.rules.books.urban_operations.table_facts import OperationsTableFacts
from tablecam.rules.books.urban_operations.wording.aid_words import asks_whole
from tablecam.rules.books.urban_operations.wording.glossary import GLOSSARY
from tablecam.rules.books.urban_operations.wording.house_rule_labels import house_rules
from tablecam.rules.books.urban_operations.wording.wording import UrbanOperationsPhrases

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
    question_advice=question_advice,
    board=board,
    result=result,
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
