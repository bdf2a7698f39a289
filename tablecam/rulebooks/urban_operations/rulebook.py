"""Urban Operations as the one object that a rulebook hands over."""

from pathlib import Path

from tablecam.i18n import Message
from tablecam.rulebooks.book import Book
from tablecam.rulebooks.plain_setup import shot_by_check
from tablecam.rulebooks.rule_rows import RuleRow, Unknown, read_rows
from tablecam.rulebooks.urban_operations.advice.questions import question_advice
from tablecam.rulebooks.urban_operations.aid_file import shipped
from tablecam.rulebooks.urban_operations.board import FACE_DOWN, board, hidden_names
from tablecam.rulebooks.urban_operations.demo import demo_game
from tablecam.rulebooks.urban_operations.result import result
from tablecam.rulebooks.urban_operations.rules import aid
from tablecam.rulebooks.urban_operations.rules.gaps import carried
from tablecam.rulebooks.urban_operations.rules.rulebook import URBAN_OPERATIONS
from tablecam.rulebooks.urban_operations.scenario_file import SCENARIOS
from tablecam.rulebooks.urban_operations.table_facts import OperationsTableFacts
from tablecam.rulebooks.urban_operations.wording.aid_words import asks_whole
from tablecam.rulebooks.urban_operations.wording.glossary import GLOSSARY
from tablecam.rulebooks.urban_operations.wording.house_rule_labels import house_rules
from tablecam.rulebooks.urban_operations.wording.wording import UrbanOperationsPhrases

ROWS = Path(__file__).resolve().parent / "rows.toml"


def rows() -> tuple[RuleRow, ...]:
    """What of the player aid is played."""
    return read_rows(ROWS)


def unknowns() -> tuple[Unknown, ...]:
    """What the player aid lost, and the table would be asked."""
    return tuple(Unknown(each.key, each.row, str(asks_whole(each.key))) for each in aid.unknowns(shipped()))


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
    hidden_names=hidden_names,
    scenario_files=SCENARIOS,
    setup_keys=("aid",),
    carried=carried,
    house_rules=house_rules,
    rows=rows,
    glossary=GLOSSARY,
    unknowns=unknowns,
    demo=demo_game,
    # fire and assault alike
    shot=shot_by_check("fight"),
)
