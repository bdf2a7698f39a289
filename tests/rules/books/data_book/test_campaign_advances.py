"""A campaign's gains change the cards of the next game by themselves, as the book says."""

from functools import partial
from pathlib import Path
from typing import Any

import pytest
from small_book import SMALL, write_book

from tablecam.rules.ask import IllegalAnswer
from tablecam.rules.books.book import DATA_BOOK_FILE, Book
from tablecam.rules.books.catalogue import BOOKS
from tablecam.rules.books.data_book.load_toml import load_book, read_form
from tablecam.rules.books.data_book.rules.amounts_toml import Term
from tablecam.rules.books.data_book.rules.context import Context, Pairing
from tablecam.rules.books.game_setups import GameSetups
from tablecam.storage.record import Faulty

CAMPAIGN = """
[campaign]
counters = { kills = "Kills", scars = "Scars" }
advances = [
  { counter = "kills", each = 2, number = "aim", most = 2 },
  { counter = "scars", number = "wounds", gives = -1 },
]
"""
SIDES = {"sides": {"red": {"ann": "hunter", "art": "chief"}, "blue": {"bob": "hunter"}}}


@pytest.fixture(scope="module")
def book(tmp_path_factory: pytest.TempPathFactory) -> Book:
    return load_book(write_book(tmp_path_factory.mktemp("book"), SMALL + CAMPAIGN))


def bring(book: Book, **counters: int) -> Any:
    assert book.campaign
    assert book.campaign.bring
    return book.system.new_game(book.campaign.bring(SIDES, {"red": {"ANN": counters}, "blue": {"Ann": {"scars": 9}}}))


def aim(book: Book, state: Any, model: str) -> int:
    return Context(book.system.form, state, Pairing(model)).read_number(Term(1, name="aim"))  # type: ignore[attr-defined]


@pytest.mark.parametrize(("kills", "more"), [(1, 0), (2, 1), (3, 1), (9, 2), (-4, 0)])
def test_steps_of_a_counter_change_a_number_of_that_model_alone(book: Book, kills: int, more: int) -> None:
    plain, state = book.system.new_game(SIDES), bring(book, kills=kills)
    assert aim(book, state, "ann") == aim(book, plain, "ann") + more
    assert [aim(book, state, model) for model in ("art", "bob")] == [aim(book, plain, it) for it in ("art", "bob")]
    shown = book.state_shown(book.system.get_visible_state(state, "red"), "red")["models"]["ann"]["card"]["numbers"]
    assert next(number["value"] for number in shown if number["label"] == "Aim") == aim(book, state, "ann")


def test_a_model_keeps_a_wound_however_many_scars_it_has(book: Book) -> None:
    assert bring(book, scars=30)["ann"].wounds == bring(book, scars=30)["ann"].of == 1
    assert bring(book, scars=30)["ann"].alive


@pytest.mark.parametrize(
    ("wrong", "says"),
    [
        ('{ counter = "luck", number = "aim" }', "luck is no counter of the campaign; there are kills, scars"),
        ('{ counter = "kills", number = "bite" }', "bite is no number of a profile; there are wounds, aim, hide"),
    ],
)
def test_an_advance_names_a_counter_and_a_number_of_profiles(tmp_path: Path, wrong: str, says: str) -> None:
    write_book(tmp_path, SMALL + CAMPAIGN.replace("advances = [", f"advances = [{wrong},"))
    with pytest.raises(Faulty, match=says):
        read_form(tmp_path / DATA_BOOK_FILE)


def test_the_setup_of_a_game_takes_warbands_where_the_rules_read_them() -> None:
    setup = partial(GameSetups(BOOKS).setup)
    orchard = {"book": "brass-orchard", "warbands": {"red": {"Tock": {"polish": 3}}}}
    assert setup(orchard)[1]["warbands"] == {"tock": {"polish": 3}}
    assert "warbands" not in setup({**orchard, "book": "urr"})[1]
    for wrong in (["red"], {"red": 3}, {"red": {"Tock": {"polish": "3"}}}):
        with pytest.raises(IllegalAnswer, match="name what models bring along"):
            setup({**orchard, "warbands": wrong})
