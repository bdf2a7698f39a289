"""Units of several models: moved together, held together, and measured from unit to unit."""

from dataclasses import replace
from typing import Any

import pytest
from squads import SQUADS, SQUADS_BOOK, UNITS

from tablecam.commands.rulebook_check import RandomPlays
from tablecam.commands.rulebook_page import check_page
from tablecam.game.game import Game
from tablecam.game.log import InMemory
from tablecam.game.playthrough import do_typed
from tablecam.rules.ask import Ask
from tablecam.rules.books.plain_table_facts import PlainTableFacts
from tablecam.rules.books.table_facts import TableNow
from tablecam.rules.facts import Contacts
from tablecam.rules.play import Play
from tablecam.rules.units import Coherency, UnitRanges, UnitSight
from tablecam.table.miniature import Circle, Miniature, Placed
from tablecam.table.snapshot import Snapshot

PLAYS = RandomPlays(SQUADS_BOOK, None)


def put(model: str, x_in: float, y_in: float, sigma_in: float = 0.0) -> Placed:
    """A model on a base of an inch."""
    miniature = Miniature(model, model, "red", 1, 16.0, (0.0, 0.0), 1.2, Circle(25.4), 1.25)
    variance = sigma_in**2
    return Placed(miniature, x_in, y_in, 0.0, 0.0, ((variance, 0.0, 0.0), (0.0, variance, 0.0), (0.0, 0.0, 0.0)))


def measure(ask: Ask[Any], *models: Placed) -> Any:
    return PlainTableFacts().answer(ask, None, TableNow(Snapshot(0.0, models), {}))


def begin(*typed: str) -> Game[Any]:
    game = Game.begin(SQUADS, {}, InMemory())
    for answer in typed:
        do_typed(game, answer)
    return game


def test_units_are_measured_between_their_nearest_models() -> None:
    ask = UnitRanges(model="guard", others=("raiders", "gunners"), members=UNITS, limits=(12.0,))
    enemies = (put("bea", 10.0, 0.0), put("bob", 5.0, 4.0), put("ben", 0.0, 20.0), put("bix", 3.0, 20.0))
    measured = measure(ask, put("ann", 0.0, 0.0), put("art", 5.0, 0.0), *enemies)
    assert {unit: range_in for unit, (range_in, _sigma) in measured.items()} == pytest.approx(
        {"raiders": 3.0, "gunners": 19.0}
    )
    assert measure(ask, put("ann", 0.0, 0.0), *enemies) is None
    assert set(PlainTableFacts().list_models(ask)) == {"ann", "art", "bea", "bob", "ben", "bix"}


def test_a_unit_sees_as_much_of_another_as_its_best_placed_model_of_the_most_visible_one() -> None:
    ask = UnitSight(viewer="guard", targets=("raiders",), members=UNITS)
    scene = (put("ann", 0.0, 0.0), put("art", 0.0, 8.0), put("bea", 10.0, 0.0), put("bob", 20.0, 0.0))
    assert measure(ask, *scene, put("ben", 5.0, 0.0))["raiders"]["visible"] == pytest.approx(1.0)
    # ann alone sees nothing, for a model stands in the way, unless it is transparent
    alone = replace(ask, members={"guard": ("ann",), "raiders": ("bob",)})
    assert measure(alone, *scene)["raiders"]["visible"] == pytest.approx(0.0)
    assert measure(replace(alone, transparent=("bea",)), *scene)["raiders"]["visible"] == pytest.approx(1.0)
    assert measure(ask, *scene[1:]) is None
    assert PlainTableFacts().list_models(ask) == ("ann", "art", "bea", "bob")


def test_the_sight_of_a_unit_is_in_the_words_of_models_with_the_names_of_units() -> None:
    phrases = SQUADS_BOOK.phrases
    record = UnitSight(viewer="guard", targets=("raiders",), members=UNITS).record()
    names = phrases.build_names(begin().state, {})
    assert phrases.describe_question(record, names) == "How much does Guard see of Raiders?"
    assert phrases.spell_question(record, names)["titles"] == {"guard": "Guard", "raiders": "Raiders"}
    assert phrases.describe_answer(record, {"raiders": 0.5}, "red", names) == "Guard sees 50 % of Raiders"


def find_apart(*models: Placed) -> Any:
    ids = tuple(placed.model.id for placed in models)
    return measure(Coherency(model="guard", others=ids, within_in=2.0), *models)


def test_a_chain_of_models_holds_together_and_the_smaller_group_stands_apart() -> None:
    chain = [put(model, 2.9 * n, 0.0) for n, model in enumerate(("ann", "art", "amy"))]
    assert find_apart(*chain) == {}
    assert find_apart(*chain, put("asa", 20.0, 0.0), put("bea", 22.0, 0.0)) == {"asa": "yes", "bea": "yes"}
    # of two groups of one size, the one with the first model is the unit
    assert find_apart(put("ann", 0.0, 0.0), put("art", 9.0, 0.0)) == {"art": "yes"}


def test_a_gap_at_the_limit_is_for_the_players() -> None:
    assert find_apart(put("ann", 0.0, 0.0), put("art", 3.0, 0.0, 0.02)) == {"art": "too close"}
    question = Coherency(model="guard", others=("ann", "art"), within_in=2.0)
    (doubt,) = question.list_doubts(Contacts((), ("art",)))
    assert (doubt.action, doubt.subject) == ("stands-apart", ("art", "guard"))
    game = Play(None, lambda state, _event: state, answers=[{"art": "too close"}, True])
    assert game.ask(question).models == ("art",)


def test_all_models_of_a_unit_move_at_once_and_a_lost_one_no_longer_counts() -> None:
    game = begin("choose guard")
    assert [question.ask.model for question in game.open] == ["ann", "art"]
    for answer in ("move 6", "move 2", "coherency art", "unitranges raiders=4 gunners=20"):
        do_typed(game, answer)
    do_typed(game, "unitsight raiders=1 gunners=1")
    assert game.state.units["guard"] == ("ann",)
    assert [option.id for option in game.open[0].ask.options if option.open] == ["raiders", "nobody"]


def test_a_unit_fires_only_at_units_that_it_sees() -> None:
    game = begin("choose guard", "move 1", "move 1", "coherency none", "unitranges raiders=4 gunners=4")
    do_typed(game, "unitsight raiders=0 gunners=.2")
    assert [option.id for option in game.open[0].ask.options if option.open] == ["gunners", "nobody"]
    do_typed(game, "choose gunners")
    assert (game.state.units["gunners"], game.state.units["raiders"]) == (("ben",), ("bea", "bob"))


def test_units_are_called_by_their_names() -> None:
    phrases = SQUADS_BOOK.phrases
    game = begin("choose guard", "move 1", "move 1", "coherency none")
    names = phrases.build_names(game.state, {})
    record = game.open[0].ask.record()
    assert phrases.describe_question(record, names) == "How far is it from Guard to Raiders and Gunners?"
    titles = phrases.spell_question(record, names)["titles"]
    assert titles == {"guard": "Guard", "raiders": "Raiders", "gunners": "Gunners"}
    answer = phrases.describe_answer(record, {"raiders": 4.0, "gunners": 20.0}, "red", names)
    assert answer.startswith("Guard to Raiders")


def test_one_card_serves_all_models_of_a_unit() -> None:
    models = SQUADS_BOOK.state_shown(SQUADS.get_visible_state(begin().state, "red"), "red")["models"]
    assert models["ann"]["card"] == models["art"]["card"] != models["bea"]["card"]


def test_a_game_at_random_holds_all_that_a_rulebook_promises() -> None:
    checks = (PLAYS.check_game, PLAYS.check_cuts, PLAYS.check_undo, PLAYS.check_abandoning)
    assert [fault for check in checks for fault in check(2)] == []


@pytest.mark.long
def test_every_question_of_units_has_a_form_on_the_page() -> None:
    assert list(check_page(SQUADS_BOOK, [None])) == []
