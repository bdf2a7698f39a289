"""The deeds of a model in a data book: its moves and its attacks, as answers that its questions take."""

import pytest
from small_book import small_book

from tablecam.rules.books.book import Book
from tablecam.rules.books.data_book.rules.activation import Activation
from tablecam.rules.books.data_book.rules.game_events import Attacked, ModelOut, WoundsLost
from tablecam.rules.books.views import AdviceView, dump_view
from tablecam.rules.play import Play, Waiting
from tablecam.table.notation import parse

SIDES = {"sides": {"red": {"ann": "hunter", "art": "chief"}, "blue": {"bob": "hunter", "ben": "hunter"}}}
# Bob 3 in from Ann, Ben out of reach of everything
FIELD = """model ann red 25.4mm at 5,10
model art red 25.4mm at 5,30
model bob blue 25.4mm at 9,10
model ben blue 25.4mm at 40,10
"""


@pytest.fixture(scope="module")
def book(tmp_path_factory: pytest.TempPathFactory) -> Book:
    return small_book(tmp_path_factory.mktemp("deeds"))


def advise(book: Book, **change: object) -> AdviceView:
    assert book.advice
    state = book.system.new_game(SIDES).changed("ann", **change)
    return book.advice(parse(FIELD), state, "ann", book.phrases.build_names(state, {}))


def test_an_attack_at_a_model_is_answers_that_the_rules_ask_for(book: Book) -> None:
    deeds = {row.key: row for row in advise(book).rows if row.answers}
    assert {key: row.answers for key, row in deeds.items()} == {
        "shoot bob": ("shoot", "bob"), "throw bob": ("throw", "bob"),
    }  # fmt: skip
    assert str(deeds["shoot bob"].deed) == "Shoot: Bob"
    game = Play(book.system.new_game(SIDES), book.system.evolve, ["ann", "shoot"])
    with pytest.raises(Waiting):
        Activation(book.system.form)(game)  # type: ignore[attr-defined]
    assert deeds["shoot bob"].odds[0].per_cent > 0


def test_what_is_out_of_reach_has_a_reason_and_no_deed(book: Book) -> None:
    (far,) = (row for row in advise(book).rows if row.key == "shoot ben")
    assert (far.answers, far.deed) == ((), "")
    assert "reach" in str(dump_view(advise(book)))


def test_the_moves_of_a_model_are_regions_that_begin_them(book: Book) -> None:
    (walk,) = advise(book).regions
    assert (walk.key, walk.answers, walk.inches) == ("walk", ("walk",), 4.0)
    assert walk.rings


def test_losses_are_results_of_the_attack_before_them_in_the_log(book: Book) -> None:
    names = book.phrases.build_names(book.system.new_game(SIDES), {})
    events = Attacked(model="ann", target="bob", weapon="bow"), WoundsLost(model="bob", wounds=1), ModelOut(model="bob")
    told = [book.phrases.describe_event(event, names) for event in events]
    assert [sentence.outcome for sentence in told] == ["", "loses 1 wound", "is out"]
    assert [sentence.moment for sentence in told] == [None, "hit", "out"]


@pytest.mark.parametrize(("lost", "left"), [(-1, 3), (0, 3), (1, 2), (9, 0)])
def test_losing_wounds_never_heals_and_leaves_no_fewer_than_none(book: Book, lost: int, left: int) -> None:
    state = book.system.new_game(SIDES).changed("bob", wounds=3)
    assert WoundsLost(model="bob", wounds=lost).apply(state)["bob"].wounds == left
