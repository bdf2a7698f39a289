"""The rules of a data book, one by one: conditions, checks with all that follows, actions, morale, and victory."""

from collections.abc import Callable
from fractions import Fraction
from functools import partial
from pathlib import Path
from typing import Any

import pytest
from every_face import every_face
from small_book import small_book

from tablecam.rules.ask import Ask, Assign, Choose, Confirm, IllegalAnswer
from tablecam.rules.books.book import Book
from tablecam.rules.books.data_book.rules.activation import (
    attack,
    count_actions,
    list_actions,
    measure_targets,
    take_action,
)
from tablecam.rules.books.data_book.rules.book_form_toml import BookForm
from tablecam.rules.books.data_book.rules.context import Pairing, build_context
from tablecam.rules.books.data_book.rules.ending import end_turn, find_winner
from tablecam.rules.books.data_book.rules.sequence import compute_outcomes
from tablecam.rules.books.data_book.rules.state import State
from tablecam.rules.facts import Contact, Move, Ranges, Sight, Standing
from tablecam.rules.play import Play, Waiting

SIDES = {"sides": {"red": {"ann": "hunter", "art": "chief"}, "blue": {"bob": "hunter", "ben": "hunter"}}}


@pytest.fixture(scope="module")
def book(tmp_path_factory: pytest.TempPathFactory) -> Book:
    return small_book(tmp_path_factory.mktemp("book"))


def form_of(book: Book) -> BookForm:
    form: BookForm = book.system.form  # type: ignore[attr-defined]
    return form


def state_of(book: Book) -> State:
    state: State = book.system.new_game(SIDES)
    return state


class Table:
    """Answers to what the table or a player decides."""

    def __init__(self, **said: Any) -> None:
        self.said = {"range": 3.0, "seen": 1.0, "hidden": 0.0, "higher": False, "target": "bob", "near": 9.0} | said
        self.asked: list[Ask[Any]] = []

    def __call__(self, ask: Ask[Any]) -> Any:
        self.asked.append(ask)
        match ask:
            case Ranges(model=model, others=others):
                key = "near" if model in others or ask.limits in ((6.0,), (5.0,)) else "range"
                return dict.fromkeys(others, self.said[key])
            case Sight(targets=targets):
                past = 1 - self.said["hidden"]
                return {t: {"visible": self.said["seen"], "visible_past_terrain": past} for t in targets}
            case Contact(others=others):
                return list(others)
            case Confirm():
                return self.said["higher"]
            case Choose():
                return self.said["target"]
            case Move():
                return 1.0
            case Standing(models=models):
                return dict.fromkeys(self.said.get("there", models), "on")
        raise AssertionError(ask)


def play(book: Book, state: State, procedure: Callable[[Play[State]], None], answers: list[Any]) -> Play[State]:
    game = Play(state, book.system.evolve, answers=answers)
    procedure(game)
    return game


def run(book: Book, state: State, procedure: Callable[[Play[State]], None], table: Table, dice: list[Any]) -> State:
    """The state after a procedure: questions are answered by the table, dice from the list."""
    answers: list[Any] = []
    while True:
        game = Play(state, book.system.evolve, answers=answers)
        try:
            procedure(game)
        except Waiting:
            ask = game.questions[0]
            answers.append(dice.pop(0) if hasattr(ask, "die") else table(ask))
        else:
            assert dice == []
            return game.state


# the first check, a book's change, the model, and what the table shows
CASES = [
    ("shot", "hit", "bow", {}),
    ("shot", "hit", "bow", {"hidden": 0.6, "range": 12.0}),
    ("shot", "hit", "bow", {"higher": True}),
    ("grip", "wrestle", "rope", {}),
    ("grip", "wrestle", "rope", {"higher": True}),
    ("stone", "crush", "stone", {}),
]


@pytest.mark.parametrize(("kind", "first", "weapon", "said"), CASES)
def test_the_odds_are_those_of_every_face_of_the_rules(
    book: Book, kind: str, first: str, weapon: str, said: dict[str, Any]
) -> None:
    state, form = state_of(book), form_of(book)
    state = state.changed("art", out="killed").changed("ben", out="killed")
    table = Table(**said)
    answer = lambda ask: weapon if getattr(ask, "action", "") == "weapon" else table(ask)  # noqa: E731
    ends = every_face(state, book.system.evolve, lambda game: attack(form, game, "ann", kind), answer)
    answered = lambda ask: ask.parse_json(table(ask))  # noqa: E731
    pairing = measure_targets(form, state, "ann", weapon, answered)["bob"]
    context = build_context(form, state, pairing, first, answered)
    outcomes = compute_outcomes(context, first, context.compute(form.attacks[kind].rolls))
    for wounds in range(3):
        told = ends.of(lambda game, wounds=wounds: game.state["bob"].wounds == wounds)
        assert outcomes.chance(lambda after, wounds=wounds: after[1].wounds == wounds) == told, wounds
    assert outcomes.chance(lambda after: not after[0].alive) == ends.of(lambda game: not game.state["ann"].alive)
    assert 0 < outcomes.chance(lambda after: after[1].wounds < 2) < 1


def test_a_modifier_counts_while_its_condition_holds(book: Book) -> None:
    state, form = state_of(book).with_markers("ann", "moved").with_markers("bob", "low"), form_of(book)
    table = Table()
    answered = lambda ask: ask.parse_json(table(ask))  # noqa: E731
    seen = Sight(viewer="ann", targets=("bob",)).parse_json({"bob": {"visible": 0.4, "visible_past_terrain": 0.4}})
    far = Ranges(model="ann", others=("bob",)).parse_json({"bob": 10.0})
    context = build_context(form, state, Pairing("ann", "bob", "bow", far["bob"], seen["bob"]), "hit", answered)
    assert context.holding == ("cover", "far_off", "has_moved", "low_target")
    assert sum(modifier.amount for modifier in context.list_modifiers(form.checks["hit"])) == 2 - 4


@pytest.mark.parametrize(("range_in", "holding"), [(6.0, ()), (6.1, ("far_off",)), (18.0, ("far_off",))])
def test_a_band_reaches_up_to_its_inches(book: Book, range_in: float, holding: tuple[str, ...]) -> None:
    far = Ranges(model="ann", others=("bob",)).parse_json({"bob": range_in})["bob"]
    pairing = Pairing("ann", "bob", "bow", far)
    table = Table()
    context = build_context(form_of(book), state_of(book), pairing, "hit", lambda ask: ask.parse_json(table(ask)))
    assert context.holding == holding


def test_a_target_out_of_reach_or_out_of_sight_is_closed_with_the_reason(book: Book) -> None:
    form, state = form_of(book), state_of(book)
    names = book.phrases.build_names(state, {})
    for said, reason in (({"range": 18.1}, "Bob is out of reach"), ({"seen": 0.1}, "too little of Bob is visible")):
        table = Table(target="nobody", **said)
        run(book, state, lambda game: attack(form, game, "ann", "shot"), table, [])
        asked = next(ask for ask in table.asked if isinstance(ask, Choose))
        assert next(names.text(option.why_not) for option in asked.options if not option.open) == reason
        assert [option.id for option in asked.options if option.open] == ["nobody"]


def test_dead_models_score_and_their_friends_roll_for_fear(book: Book) -> None:
    form, state = form_of(book), state_of(book).changed("bob", wounds=1)
    shoot = lambda game: attack(form, game, "ann", "shot")  # noqa: E731
    after = run(book, state, shoot, Table(near=4.0), [[6, 6], [1, 1], [1]])
    assert after["bob"].out == "killed"
    assert after.points == {"red": 2}
    assert after["ben"].markers == ("afraid",)
    # too far from the one that died: nobody rolls
    assert run(book, state, shoot, Table(near=5.5), [[6, 6], [1, 1]])["ben"].markers == ()


def test_a_wounded_model_rolls_for_fear_and_a_chief_nearby_helps(book: Book) -> None:
    form, state = form_of(book), state_of(book)
    grip = lambda game: attack(form, game, "bob", "grip")  # noqa: E731
    # ann wins the duel: bob loses a wound, and has no chief; 2 + 1 is under 4
    assert run(book, state, grip, Table(target="ann"), [[1], [6], [2]])["bob"].markers == ("afraid",)
    grips = lambda game: attack(form, game, "bob", "grip")  # noqa: E731
    hurt = state.changed("ann", wounds=2)
    lost = run(book, hurt.changed("ann", wounds=2, of=9).changed("ann", wounds=5), grips, Table(target="ann", near=4.0),
               [[6], [1], [2]])  # fmt: skip
    assert lost["ann"].wounds == 3
    assert lost["ann"].markers == ()


def test_the_sequence_ends_with_the_target(book: Book) -> None:
    """The stone's three steps would hurt three times; a target with one wound is out once."""
    form, state = form_of(book), state_of(book).changed("bob", wounds=1)
    after = run(book, state, lambda game: attack(form, game, "ann", "stone"), Table(), [[6]])
    assert after["bob"].wounds == 0
    assert after.points == {"red": 2}


def test_actions_are_closed_by_conditions_and_markers_take_actions(book: Book) -> None:
    form, state = form_of(book), state_of(book)
    names = book.phrases.build_names(state, {})

    def closed(state: State, left: int = 2, *taken: str) -> dict[str, str]:
        options = list_actions(form, state, "ann", left, [*taken])
        return {option.id: names.text(option.why_not) for option in options if not option.open}

    assert closed(state) == {"calm": "only with: moved"}
    assert closed(state.with_markers("ann", "moved")) == {"grip": "moved"}
    assert closed(state, 2, "shoot") == {"shoot": "it has done this already", "calm": "only with: moved"}
    assert list_actions(form, state, "art", 2, [])[1].why_not
    assert count_actions(form, state, "ann") == 2
    assert count_actions(form, state.with_markers("ann", "afraid"), "ann") == 1


def test_a_move_may_be_as_long_as_its_amount_says(book: Book) -> None:
    table = Table()
    after = run(book, state_of(book), lambda game: take_action(form_of(book), game, "ann", "walk"), table, [])
    assert [ask.allowance_in for ask in table.asked if isinstance(ask, Move)] == [4.0]
    assert after["ann"].markers == ("moved",)


def test_markers_go_when_they_should(book: Book) -> None:
    system, state = book.system, state_of(book)
    for seat in ("red", "blue"):
        state = system.evolve(state, system.event({"name": "SideDeployed", "seat": seat}))
    state = system.evolve(state, system.event({"name": "TurnBegun", "turn": 1, "first": "red"}))
    state = state.with_markers("ann", "moved", "afraid", "low")
    step = system.next_procedure(state)
    assert step
    game = Play(state, system.evolve, answers=["ann"])
    with pytest.raises(Waiting):
        step.procedure(game)
    assert game.state["ann"].markers == ("moved", "afraid")
    after = play(book, state, step.procedure, ["ann", "done"]).state
    assert after["ann"].markers == ("moved",)
    assert (after["ann"].acted, after.active) == (True, "blue")
    ended = run(book, after, partial(end_turn, form_of(book)), Table(there=["ann"]), [])
    assert ended["ann"].markers == ()
    assert not ended["ann"].acted


def test_an_objective_scores_for_the_side_with_more_models_there(book: Book) -> None:
    state = book.system.new_game({**SIDES, "objectives": ["well"]})
    hold = partial(end_turn, form_of(book))
    assert run(book, state, hold, Table(there=["ann", "art", "bob"]), []).points == {"red": 1}
    assert run(book, state, hold, Table(there=["ann", "bob"]), []).points == {}


def test_the_most_points_win_then_the_most_models_and_a_loser_never(book: Book) -> None:
    state = state_of(book)
    event = book.system.event({"name": "Scored", "seat": "blue", "points": 1})
    assert find_winner(state) == ""
    assert find_winner(state.changed("bob", out="killed")) == "red"
    assert find_winner(book.system.evolve(state.changed("bob", out="killed"), event)) == "blue"
    assert find_winner(book.system.evolve(state, book.phrases.make_concession(state, "red"))) == "blue"  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("setup", "says"),
    [
        ({"sides": {"red": {"ann": "hunter"}}}, "blue has no models: choose a force for each side"),
        ({"sides": {"red": {"ann": "hunter"}, "blue": {"ann": "hunter"}}}, "ann is in two forces"),
        ({"sides": {"red": {"ann": "wizard"}, "blue": {"bob": "hunter"}}}, "there is no profile wizard in this book"),
    ],
)
def test_a_setup_that_cannot_be_played_is_refused(book: Book, setup: dict[str, Any], says: str) -> None:
    with pytest.raises(IllegalAnswer, match=says):
        book.system.new_game(setup)


def test_a_force_over_the_limit_is_refused(tmp_path: Path) -> None:
    dear = small_book(tmp_path, 'title = "Small"', 'title = "Small"\nlimit = 13')
    with pytest.raises(IllegalAnswer, match="the force of red costs 14 points, and 13 are allowed"):
        dear.system.new_game(SIDES)


def test_a_side_that_breaks_loses_at_the_end_of_the_turn(tmp_path: Path) -> None:
    brittle = small_book(tmp_path, "turns = 2", "turns = 2\nbreaks_at = 0.5")
    state = brittle.system.new_game(SIDES).changed("bob", out="killed")
    form = brittle.system.form  # type: ignore[attr-defined]
    after = run(brittle, state, partial(end_turn, form), Table(), [])
    assert (after.ended, after.losers, find_winner(after)) == ("broken", ("blue",), "red")


def test_orders_limit_the_actions_and_their_number(tmp_path: Path) -> None:
    ordered = small_book(
        tmp_path,
        "[[morale]]",
        '[turn]\norders = "open"\n[orders]\nrush = { title = "Rush", actions = ["walk"], count = 3 }\n[[morale]]',
    )
    form, state = ordered.system.form, state_of(ordered).changed("ann", order="rush")  # type: ignore[attr-defined]
    assert [option.id for option in list_actions(form, state, "ann", 3, [])] == ["walk"]
    assert count_actions(form, state, "ann") == 3
    for seat in ("red", "blue"):
        state = ordered.system.evolve(state, ordered.system.event({"name": "SideDeployed", "seat": seat}))
    step = ordered.system.next_procedure(state)
    assert step
    game = Play(state, ordered.system.evolve)
    with pytest.raises(Waiting):
        step.procedure(game)
    assert [type(ask) for ask in game.questions] == [Assign, Assign]
    assert not any(ask.secret for ask in game.questions)


def test_a_share_is_a_fraction_never_rounded(book: Book) -> None:
    """Two dice to hit on 4+, each save on 4+ after a bite of 1: an exact chance."""
    state, form = state_of(book), form_of(book)
    far = Ranges(model="ann", others=("bob",)).parse_json({"bob": 3.0})["bob"]
    context = build_context(form, state, Pairing("ann", "bob", "bow", far), "hit", lambda ask: False)
    unhurt = compute_outcomes(context, "hit", 2).chance(lambda after: after[1].wounds == 2)
    assert unhurt == Fraction(3, 4) ** 2
