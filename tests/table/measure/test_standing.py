"""Which models stand on terrain or beside it: as the table answers, as it is read, settled and drawn."""

import random

import pytest

from tablecam.rules.ask import Confirm, IllegalAnswer
from tablecam.rules.books import plain_words
from tablecam.rules.books.plain_table_facts import PlainTableFacts
from tablecam.rules.books.plain_words import PlainNames
from tablecam.rules.books.table_facts import TableNow
from tablecam.rules.facts import Standing, Standings
from tablecam.rules.play import Play
from tablecam.table.measure.moves import standing
from tablecam.table.notation import parse

WALL = """
terrain "wall 1" solid 0 to 3 standable piece wall at 10,10 20,10 20,11 10,11
terrain "wall 2" solid 0 to 3 standable piece wall at 20,10 30,10 30,11 20,11
"""
MODELS = ("ann", "bob", "cat", "dan", "eve")
# ann on the wall, bob against it, cat an inch away, dan and eve where nobody can tell
STANDING = """
model ann red 25.4mm at 15,10.5 z 3 on "wall 1"
model bob red 25.4mm at 15,9.45
model cat red 25.4mm at 15,8.5
model dan red 25.4mm at 18,10 on undecided z 3
model eve red 25.4mm at 12,9.38 sigma 0.05
"""
ASK = Standing(feature="wall 1", models=MODELS)
NAMES = PlainNames({each: each.capitalize() for each in MODELS})


def test_a_model_is_on_a_feature_beside_it_away_or_too_close_to_call() -> None:
    found = standing(parse(WALL + STANDING), "wall 1", MODELS, 0.1)
    assert found == {"ann": "on", "bob": "beside", "dan": "on?", "eve": "beside?"}


def test_only_the_named_feature_counts_or_every_part_of_the_named_piece() -> None:
    snapshot = parse(WALL + 'model fox red 25.4mm at 25,10.5 z 3 on "wall 2"\n')
    assert standing(snapshot, "wall 1", ["fox"], 0.1) == {}
    assert standing(snapshot, "wall", ["fox"], 0.1) == {"fox": "on"}
    assert standing(snapshot, "moat", ["fox"], 0.1) is None


@pytest.mark.parametrize(("within_in", "there"), [(0.1, {}), (0.6, {"cat": "beside"})])
def test_how_far_is_beside_is_the_books_to_say(within_in: float, there: dict) -> None:
    assert standing(parse(WALL + "model cat red 25.4mm at 15,9"), "wall 1", ["cat"], within_in) == there


def test_the_table_answers_by_itself_and_in_words() -> None:
    facts, seen = PlainTableFacts(), TableNow(parse(WALL + STANDING), {})
    measured = facts.measure_answer(ASK, None, seen, NAMES)
    assert measured
    assert measured.raw == {"ann": "on", "bob": "beside", "dan": "on?", "eve": "beside?"}
    assert str(measured.says) == "Ann on wall 1, Bob beside wall 1, perhaps Dan on wall 1 and perhaps Eve beside wall 1"
    assert facts.by_itself(ASK)
    assert plain_words.is_unsure(measured.raw)
    assert facts.measure_answer(Standing(feature="moat", models=("ann",)), None, seen, NAMES) is None


def test_what_is_too_close_to_call_the_players_settle() -> None:
    play = Play(None, lambda state, event: state, [{"ann": "on", "dan": "on?", "eve": "beside?"}, False, False])
    assert play.ask(ASK) == Standings(on=("ann",), beside=("dan",))
    asked = [entry.question for entry in play.tape if hasattr(entry, "question")][1:]
    assert [(type(each), each.action, each.subject) for each in asked] == [
        (Confirm, "stands-on", ("dan", "wall 1")),
        (Confirm, "stands-beside", ("eve", "wall 1")),
    ]


def test_it_is_typed_by_hand_and_wrong_answers_are_refused() -> None:
    assert ASK.parse_json(ASK.parse_text("ann=on bob=beside")) == Standings(on=("ann",), beside=("bob",))
    assert ASK.parse_json(ASK.parse_text("none")).there == ()
    with pytest.raises(IllegalAnswer, match="for wall 1 the answer can name ann, bob, cat, dan and eve"):
        ASK.parse_json({"zed": "on"})
    with pytest.raises(IllegalAnswer, match="ann must be on, beside or away, not under"):
        ASK.parse_json({"ann": "under"})
    with pytest.raises(IllegalAnswer, match="can name"):
        ASK.parse_json("ann")


def test_whatever_is_drawn_can_be_read() -> None:
    chance, seen = random.Random(1), set()
    for _try in range(40):
        seen |= {*ASK.draw_answer(chance.randrange).values()}
        ASK.parse_json(ASK.draw_answer(chance.randrange))
    assert seen == {"on", "beside", "on?", "beside?"}


def test_a_question_and_its_answer_in_plain_words() -> None:
    assert plain_words.describe_question(ASK.record(), NAMES) == "Who stands on wall 1 or beside it?"
    assert plain_words.describe_answer(ASK.record(), {}, "red", NAMES) == "Nobody stands on wall 1 or beside it"
