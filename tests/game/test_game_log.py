"""The log's lines as text, and what is said of a log that is broken."""

import json

import pytest
from duel import DUEL
from playing import WALK_AND_WAIT, begun, lines, played

from tablecam.game.change_plan import fold
from tablecam.game.log import (
    AbandonedLine,
    AnswerLine,
    AskLine,
    BadLog,
    BoundaryLine,
    ClocksLine,
    EventLine,
    GameLine,
    IntendsLine,
    StruckLine,
    read,
    read_log,
    write,
)

EVERY_KIND = [
    (GameLine(game="duel", setup={"red": ["ann"]}, seats=("red", "blue")), '"game":"duel"'),
    (BoundaryLine(boundary="activation"), '{"boundary":"activation"}'),
    (AskLine(ask={"kind": "Roll"}), '{"ask":{"kind":"Roll"}}'),
    (AnswerLine(answer=[6], to=3, by="red"), '{"answer":[6],"to":3,"by":"red"}'),
    (AnswerLine(answer=False, to=3, by="red", secret=True), '{"answer":false,"to":3,"by":"red","secret":true}'),
    (AnswerLine(answer=None, to=3, by="ümpire", overrules=4, why="w"), '"by":"ümpire","why":"w","overrules":4'),
    (EventLine(event={"name": "Shot"}), '{"event":{"name":"Shot"}}'),
    (AbandonedLine(abandoned="activation", by="red", why="late"), '"abandoned":"activation"'),
    (StruckLine(struck=(3, 9), why="no", undone=True), '{"struck":[3,9],"why":"no","undone":true}'),
    (
        IntendsLine(intends="ann", by="red", way=((3.0, 4.0), (6.5, 8.0)), length_in=5.32),
        '{"intends":"ann","by":"red","way":[[3.0,4.0],[6.5,8.0]],"length_in":5.32}',
    ),
    (
        ClocksLine(clocks={"red": 59.5, "blue": -3.0}, runs=("red",)),
        '{"clocks":{"red":59.5,"blue":-3.0},"runs":["red"]}',
    ),
    (IntendsLine(intends="ann", by="red", withdrawn=True), '{"intends":"ann","by":"red","way":[],"withdrawn":true}'),
]


@pytest.mark.parametrize(("line", "text"), EVERY_KIND)
def test_a_line_is_one_line_of_text_and_comes_back_as_it_was(line, text: str) -> None:
    assert text in write(line)
    assert "\n" not in write(line)
    assert read(write(line), 7) == line


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ('{"answer":[6],"to":3', "line 7 of the log is not JSON"),
        ('{"reply":[6]}', "line 7 of the log is not one of game, boundary, ask, answer"),
        ("[]", "line 7 of the log is not one of"),
        ('{"answer":[6],"ask":{}}', "line 7 of the log is not one of"),
        ('{"answer":[6],"by":"red"}', "line 7 of the log: AnswerLine lacks its field 'to'"),
        ('{"answer":[6],"by":"red","to":"3"}', "line 7 of the log, to: '3' is not a int"),
        ('{"answer":[6],"by":"red","to":3,"at":4}', "has no field 'at'"),
        ('{"struck":[3],"why":"no"}', "not a list of 2"),
    ],
)
def test_a_line_that_is_none_says_which_and_why(text: str, sentence: str) -> None:
    with pytest.raises(BadLog, match=sentence):
        read(text, 7)


def test_a_log_cut_off_in_a_line_hands_over_what_is_whole() -> None:
    whole = lines(begun(*WALK_AND_WAIT, "choose ann"))
    with pytest.raises(BadLog, match=f"line {len(whole)} of the log is not JSON") as broken:
        read_log([*whole[:-1], whole[-1][:20]])
    assert broken.value.whole.last == len(whole) - 1
    assert fold(DUEL, broken.value.whole).models["ann"].spent


def edited(index: int, **fields):
    texts = lines(begun(*WALK_AND_WAIT, "choose ann"))
    return [*texts[:index], json.dumps(json.loads(texts[index]) | fields), *texts[index + 1 :]]


@pytest.mark.parametrize(
    ("texts", "sentence"),
    [
        ([], "the log has no lines"),
        (lines(begun())[1:], "line 1 of the log: a game is named by its first line"),
        (lines(begun())[:1] * 2, "line 2 of the log: a game is named by its first line"),
        (edited(4, to=2), "line 5 of the log answers line 2, where no question is open"),
        (edited(5, to=3), "line 6 of the log answers line 3, where no question is open"),
        (
            [*lines(begun()), '{"struck":[2,9],"why":"no"}'],
            "line 5 of the log strikes lines 2 to 9, not up",
        ),
        ([*lines(begun()), '{"struck":[1,4],"why":"no"}'], "line 5 of the log strikes lines 1 to 4"),
    ],
)
def test_a_log_whose_lines_do_not_follow_each_other_names_the_line(texts, sentence: str) -> None:
    with pytest.raises(BadLog, match=sentence):
        read_log(texts)


def test_a_log_with_a_line_missing_is_found_out() -> None:
    whole = lines(played(3))
    answers = [n for n, line in enumerate(whole) if line.startswith('{"answer"')]
    with pytest.raises(BadLog, match="where no question is open"):
        read_log([*whole[: answers[3] - 1], *whole[answers[3] :]])


def test_what_counts_is_what_has_not_been_struck() -> None:
    game = begun(*WALK_AND_WAIT)
    count = len(game.log.live)
    game.undo()
    assert not game.log.counts(game.log.last)
    assert game.log.counts(2)
    assert len(game.log.live) < count
    assert game.log.since(2, 4) == [2, 3]
