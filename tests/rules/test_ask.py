"""Questions: what they take, what they refuse and why, and how they are written."""

from dataclasses import dataclass

import pytest

from tablecam.base.clause import Clause
from tablecam.rules.ask import Ask, Assign, Choose, Confirm, Count, IllegalAnswer, Option, Pick, Roll, same_question
from tablecam.rules.check import Check, Modifier
from tablecam.rules.coded_text import CodedText
from tablecam.rules.dice import D6, D10_FROM_0

PANIC = Clause("UW-QS", "Panicked", "UW-072")
ACTIONS = (Option("rush"), Option("charge", "Charge!", why_not="ann is panicked and may not charge", clause=PANIC))
ACTION = Choose(seat="red", purpose="action", options=ACTIONS)
MEN = Count(purpose="men that climb", least=1, most=4, clause=PANIC)
WHO = (Option("ann", "Sergeant Ann"), Option("bob"), Option("cat", why_not="cat has gone"), Option("dan"))
GUARDS = Pick(seat="red", purpose="guards", options=WHO, least=1, most=2)
PAIR = Pick(seat="red", purpose="pair", options=WHO, least=2, most=2)
ORDERS = Assign(seat="red", secret=True, purpose="orders", items=("ann", "bob"), options=ACTIONS[:1])


@pytest.mark.parametrize(
    ("question", "raw", "answer"),
    [
        (Roll(purpose="to hit"), [10], (10,)),
        (Roll(purpose="to hit"), 10, (10,)),
        (Roll(purpose="event", die=D10_FROM_0, count=2), [0, 9], (0, 9)),
        (ACTION, "rush", "rush"),
        (ORDERS, {"bob": "rush", "ann": "rush"}, {"ann": "rush", "bob": "rush"}),
        (Confirm(purpose="hold fire"), True, True),
        (MEN, 4, 4),
        (GUARDS, ["dan", "ann"], ("ann", "dan")),
        (Pick(purpose="any", options=WHO), [], ()),
    ],
)
def test_an_answer_is_read_from_json(question, raw, answer) -> None:
    assert question.parse_json(raw) == answer


@pytest.mark.parametrize(
    ("question", "raw", "sentence"),
    [
        (Roll(purpose="to hit"), [11], "a d10 shows 1 to 10, not 11"),
        (Roll(purpose="to hit"), [0], "a d10 shows 1 to 10, not 0"),
        (Roll(purpose="event", die=D10_FROM_0), [10], "a d10 from 0 shows 0 to 9, not 10"),
        (Roll(purpose="hits", die=D6, count=3), [6, 6], "3 dice are needed, not 2"),
        (Roll(purpose="to hit"), [True], "a d10 shows 1 to 10, not True"),
        (Roll(purpose="to hit"), ["6"], "a d10 shows 1 to 10, not 6"),
        (Roll(purpose="to hit"), None, "a d10 shows 1 to 10, not None"),
        (ACTION, "fly", "fly is not one of rush"),
        (ACTION, ["rush"], "is not one of rush"),
        (ORDERS, {"ann": "rush"}, "must name each of ann and bob once"),
        (ORDERS, {"ann": "rush", "bob": "fly"}, "fly is not one of rush"),
        (ORDERS, "rush", "must name each of ann and bob once"),
        (Confirm(purpose="hold fire"), "maybe", "yes or no, not maybe"),
        (MEN, 5, "a number from 1 to 4, not 5"),
        (MEN, 0, "a number from 1 to 4, not 0"),
        (MEN, True, "a whole number, not True"),
        (MEN, 2.0, "a whole number, not 2.0"),
        (MEN, "2", "a whole number, not 2"),
        (GUARDS, [], "choose 1 to 2 options, not 0"),
        (GUARDS, ["ann", "bob", "dan"], "choose 1 to 2 options, not 3"),
        (PAIR, ["ann"], "choose 2 options, not 1"),
        (GUARDS, ["ann", "ann"], "ann is named twice"),
        (GUARDS, ["cat"], "cat has gone"),
        (GUARDS, ["eve"], "eve is not one of ann, bob and dan"),
        (GUARDS, "ann", "a list of options, not ann"),
    ],
)
def test_an_answer_that_cannot_stand_is_refused_with_a_sentence(question, raw, sentence: str) -> None:
    with pytest.raises(IllegalAnswer, match=sentence):
        question.parse_json(raw)


def test_a_closed_option_is_refused_with_its_own_reason_and_clause() -> None:
    with pytest.raises(IllegalAnswer) as refused:
        ACTION.parse_json("charge")
    assert refused.value.message == "ann is panicked and may not charge"
    assert refused.value.clause is PANIC
    assert str(refused.value).endswith("[UW-QS Panicked (UW-072)]")


@pytest.mark.parametrize(
    ("question", "text", "raw"),
    [
        (Roll(purpose="to hit", count=2), "6 10", [6, 10]),
        (Roll(purpose="to hit", count=2), "6,10", [6, 10]),
        (ACTION, "Charge!", "charge"),
        (ACTION, "rush", "rush"),
        (ORDERS, "*=rush", {"ann": "rush", "bob": "rush"}),
        (ORDERS, "*=rush ann=charge", {"ann": "charge", "bob": "rush"}),
        (Confirm(purpose="hold fire"), "Yes", True),
        (MEN, " 3 ", 3),
        (GUARDS, "ann bob", ["ann", "bob"]),
        (GUARDS, "Sergeant Ann", ["ann"]),
        (GUARDS, "Sergeant Ann, dan", ["ann", "dan"]),
        (GUARDS, "none", []),
    ],
)
def test_what_a_player_types_becomes_json(question, text: str, raw) -> None:
    assert question.parse_text(text) == raw


@dataclass(frozen=True, kw_only=True)
class Weather(Ask[str]):
    """A rulebook's own question, with nothing said about how it is typed or shown."""

    day: int

    def parse_json(self, raw) -> str:
        return str(raw)


def test_a_rulebook_s_own_question_is_typed_as_json_and_shown_by_its_fields() -> None:
    weather = Weather(seat="red", day=0)
    assert weather.parse_text('"rain"') == "rain"
    assert str(weather) == "day=0"
    assert weather.record() == {"kind": "Weather", "seat": "red", "day": 0}
    assert weather.verb == "weather"
    with pytest.raises(IllegalAnswer, match="'rain' is not JSON"):
        weather.parse_text("rain")


def test_words_for_dice_are_refused() -> None:
    with pytest.raises(IllegalAnswer, match="'six' is not a list of die faces"):
        Roll(purpose="to hit").parse_text("six")


def test_the_record_of_a_question_is_what_its_screen_needs() -> None:
    roll = Roll(seat="red", purpose="to hit", check=Check(name="to hit", target=6)).record()
    assert (roll["kind"], roll["seat"], roll["purpose"]) == ("Roll", "red", "to hit")
    assert (roll["check"]["needed"], roll["check"]["odds"]) == (6, "1/2")
    assert ACTION.record()["options"][1]["why_not"] == "ann is panicked and may not charge"
    assert "secret" not in ACTION.record()
    assert ORDERS.record()["secret"] is True


def test_only_those_a_question_is_shown_to_know_of_it() -> None:
    offer = Choose(seat="blue", seen_by=("blue",), purpose="shoot at ann", options=ACTIONS)
    assert offer.is_visible("blue")
    assert not offer.is_visible("red")
    assert offer.hidden
    assert ORDERS.is_visible("blue")
    assert ORDERS.hidden


def test_a_question_is_one_line_for_a_person() -> None:
    assert str(ACTION) == "action: rush | charge (ann is panicked and may not charge)"
    assert str(Roll(purpose="hits", die=D6, count=3)) == "hits, 3d6"
    assert str(ORDERS) == "orders of ann, bob: rush"


def test_a_question_is_the_same_when_the_reason_of_a_closed_option_is_put_in_other_words() -> None:
    def asked(*options: Option) -> object:
        return Choose(purpose="shoot at", options=options).record()

    old = asked(Option("bob", why_not="the table has shown it"), Option("cat"))
    assert same_question(old, asked(Option("bob", why_not="bob is hidden"), Option("cat")))
    assert not same_question(old, asked(Option("bob"), Option("cat")))
    assert not same_question(old, asked(Option("bob", why_not="bob is hidden"), Option("dan")))


def test_a_refusal_has_a_code_that_is_the_same_in_every_language() -> None:
    with pytest.raises(IllegalAnswer) as refused:
        ACTION.parse_json("fly")
    assert refused.value.code == "not-an-option"
    with pytest.raises(IllegalAnswer) as refused:
        ACTION.parse_json("charge")
    assert (refused.value.code, refused.value.clause) == ("closed", PANIC)
    coded = Choose(purpose="action", options=(Option("charge", why_not=CodedText("panicked", {"model": "ann"})),))
    with pytest.raises(IllegalAnswer) as refused:
        coded.parse_json("charge")
    assert refused.value.code == "panicked"


def test_a_question_of_an_old_log_is_the_same_without_action_and_with_sentences() -> None:
    now = Roll(
        purpose="panic check of ann", action="panic", subject=("ann",), modifiers=(Modifier(-2, CodedText("panicked")),)
    ).record()
    assert (now["action"], now["subject"], now["modifiers"][0]["why"]) == ("panic", ["ann"], {"code": "panicked"})
    old = Roll(purpose="panic check of ann", modifiers=(Modifier(-2, "panicked"),)).record()
    assert not {"action", "subject"} & old.keys()
    assert same_question(old, now)
    assert not same_question(old, {**now, "modifiers": [{**now["modifiers"][0], "amount": -1}]})
    assert not same_question(old, {**now, "modifiers": [{**now["modifiers"][0], "why": "luck"}]})


def test_no_more_can_be_picked_than_are_open() -> None:
    assert Pick(purpose="any", options=WHO).limit == 3
    assert Pick(purpose="any", options=WHO, most=9).limit == 3
    assert str(GUARDS) == "guards, 1 to 2 of: ann | bob | cat (cat has gone) | dan"


def test_the_record_of_a_count_has_its_bounds_and_clause() -> None:
    assert MEN.record() == {
        "kind": "Count", "purpose": "men that climb", "most": 4, "least": 1, "clause": str(PANIC),
    }  # fmt: skip
    assert str(MEN) == "men that climb, 1 to 4"
    with pytest.raises(IllegalAnswer, match="a whole number, not three"):
        MEN.parse_text("three")
