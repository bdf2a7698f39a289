"""Urr as the one object that a rulebook hands over."""

from pathlib import Path

from tablecam.i18n import Message
from tablecam.rulebooks.book import Book
from tablecam.rulebooks.rule_rows import RuleRow, read_rows
from tablecam.rulebooks.urr.advice.questions import question_advice
from tablecam.rulebooks.urr.board import board, turn_title
from tablecam.rulebooks.urr.demo import demo_game
from tablecam.rulebooks.urr.forces.reader import UrrForces, setup_between
from tablecam.rulebooks.urr.forces.scenario_toml import URR_SCENARIOS
from tablecam.rulebooks.urr.result import result_view
from tablecam.rulebooks.urr.rules.rulebook import URR_RULES
from tablecam.rulebooks.urr.rules.setup import SCENARIO_KEYS
from tablecam.rulebooks.urr.wording.glossary import GLOSSARY
from tablecam.rulebooks.urr.wording.house_rule_labels import house_rules
from tablecam.rulebooks.urr.wording.wording import UrrPhrases

ROWS = Path(__file__).parent / "rows.toml"


def rows() -> tuple[RuleRow, ...]:
    """What is played, row by row."""
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
    setup_of=setup_between,
    setup_keys=SCENARIO_KEYS,
    house_rules=house_rules,
    rows=rows,
    glossary=GLOSSARY,
    demo=demo_game,
)
