"""The words of a book that gives them by id and by action: questions, options, steps, checks and reasons."""

from collections.abc import Mapping
from dataclasses import replace
from typing import Any, ClassVar

import pytest
from duel import DUEL, SETUP
from duel_book import DUEL_BOOK, DuelPhrases

from tablecam.base.i18n import Message
from tablecam.rules.ask import Assign, Choose, Option, Roll
from tablecam.rules.books.catalogue import BrokenBook, Catalogue
from tablecam.rules.books.game_setups import GameSetups, find_seats
from tablecam.rules.books.setup_views import Scenario
from tablecam.rules.books.side_names import add_seat_titles, seat_title
from tablecam.rules.check import Check, Modifier
from tablecam.rules.coded_text import REFUSALS, CodedText


class Reason(CodedText):
    texts = {**REFUSALS, "too-dark": Message("it is too dark for {model}")}


class Worded(DuelPhrases):
    words: ClassVar[Mapping[str, Message]] = {
        "walk": Message("advance"), "orders": Message("hidden orders"), "to-hit": Message("to hit"),
        "shaken": Message("badly shaken"),
    }  # fmt: skip
    questions: ClassVar[Mapping[str, Message]] = {
        "shoot": Message("{model} shoots at {other}"), "orders": Message("orders of {seat} for {models}"),
    }  # fmt: skip
    reasons = Reason


PHRASES = Worded()
NAMES = PHRASES.build_names(DUEL.new_game(SETUP), {"cat": "Catherine"})


def test_a_question_is_asked_in_the_words_of_its_action_with_the_names_of_its_subject() -> None:
    roll = Roll(seat="red", purpose="shot", action="shoot", subject=("ann", "cat")).record()
    assert PHRASES.describe_question(roll, NAMES) == "Ann shoots at Catherine"
    assert PHRASES.describe_answer(roll, [7], "red", NAMES) == "Ann shoots at Catherine: 7"
    orders: dict[str, Any] = {"purpose": "orders", "action": "orders", "subject": ("ann", "cursed")}
    asked = Assign(seat="red", items=("ann",), options=(Option("walk"),), **orders).record()
    assert PHRASES.describe_question(asked, NAMES) == "Orders of Red for Ann and Cursed"
    assert PHRASES.describe_answer(asked, {"ann": "walk"}, "red", NAMES) == "Red gives advance to Ann"


def test_options_steps_checks_modifiers_and_reasons_have_the_words_of_their_ids() -> None:
    options = (Option("walk"), Option("ann", why_not=Reason("too-dark", {"model": "ann"})))
    shown = PHRASES.spell_question(Choose(seat="red", purpose="what", options=options).record(), NAMES)
    assert [option["label"] for option in shown["options"]] == ["Advance", "Ann"]
    assert shown["options"][1]["why_not"] == "it is too dark for Ann"
    assert str(options[1].why_not) == "it is too dark for ann"
    assert (PHRASES.title_step("orders", NAMES), PHRASES.check("to-hit")) == ("Hidden orders", "to hit")
    roll = Roll(seat="red", purpose="shot", check=Check(name="to-hit", target=4, modifiers=(Modifier(-1, "shaken"),)))
    assert "badly shaken −1" in PHRASES.describe_sum(roll.record(), [5], NAMES)


def test_a_text_that_a_book_lacks_stays_plain() -> None:
    roll = Roll(seat="red", purpose="shot at ann", action="other").record()
    assert PHRASES.describe_question(roll, NAMES) == "Red rolls: shot at Ann"


def test_a_seat_of_another_book_has_its_own_title_and_never_changes_one(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("tablecam.rules.books.side_names._brought", {})
    add_seat_titles({"rats": Message("The rats"), "red": Message("Rose")})
    add_seat_titles({"rats": Message("Others")})
    assert [seat_title(seat) for seat in ("rats", "red", "yellow", "moles")] == ["The rats", "Red", "Yellow", "Moles"]


def test_the_seats_of_a_game_are_those_of_its_scenario() -> None:
    scenarios = (Scenario("pair", "Two", seats=("red", "blue")), Scenario("all", "Three"))
    book = replace(DUEL_BOOK, seats=("red", "blue", "green"), scenarios=scenarios)
    sheet = GameSetups(Catalogue({book.name: book}, (BrokenBook("rats", "no cheese"),))).list_books()
    (listed,) = sheet["books"]
    assert sheet["broken"] == [{"name": "rats", "reason": "no cheese"}]
    assert [scenario.get("seats") for scenario in listed["scenarios"]] == [["red", "blue"], None]
    assert [find_seats(book, scenario) for scenario in (*scenarios, None)] == [scenarios[0].seats, *[book.seats] * 2]
