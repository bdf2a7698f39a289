"""Urr as the one object that a rulebook hands over."""

from pathlib import Path

from tablecam.base.i18n import Message
from tablecam.rules.books.book import Book
from tablecam.rules.books.rule_rows import RuleRow, read_rows
from tablecam.rules.books.urr.advice.questions import question_advice
from tablecam.rules.books.urr.board import board, turn_title
from tablecam.rules.books.urr.demo import demo_game
from tablecam.rules.books.urr.forces.reader import UrrForces, build_game_setup
from tablecam.rules.books.urr.forces.scenario_toml import URR_SCENARIOS
from tablecam.rules.books.urr.result import result_view
from tablecam.rules.books.urr.rules.rulebook import URR_RULES
from tablecam.rules.books.urr.rules.setup import SCENARIO_KEYS
from tablecam.rules.books.urr.wording.glossary import GLOSSARY
from tablecam.rules.books.urr.wording.house_rule_labels import house_rules
from tablecam.rules.books.urr.wording.wording import UrrPhrases

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
    hidden_title="",
    scenario_files=URR_SCENARIOS,
    forces=UrrForces(),
    build_setup=build_game_setup,
    setup_keys=SCENARIO_KEYS,
    house_rules=house_rules,
    rows=rows,
    glossary=GLOSSARY,
    demo=demo_game,
)
