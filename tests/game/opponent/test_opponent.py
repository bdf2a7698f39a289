"""The machine in a seat: its choices are legal, repeatable, and never rest on what its seat may not know."""

import random
from collections.abc import Mapping
from dataclasses import replace
from typing import Any

import pytest
from drawn_knowledge import bare_table
from forward_games import build_setup

from tablecam.game.game import Game
from tablecam.game.log import InMemory
from tablecam.game.opponent import opponent
from tablecam.game.opponent.candidates import list_candidates
from tablecam.game.opponent.habits import Habits
from tablecam.game.opponent.machine_seats import MachineSeats
from tablecam.game.opponent.match import answer_others, play_match
from tablecam.game.opponent.opponent import Choice, Opponent
from tablecam.game.opponent.position_value import PositionValues, find_winner
from tablecam.game.opponent.search import SearchLimits
from tablecam.game.opponent.trial_game import DecisionPoint, TrialGame, World
from tablecam.rules.ask import Assign, Choose, IllegalAnswer, Option, Roll
from tablecam.rules.books.catalogue import BOOKS
from tablecam.rules.books.views import AdviceRow, AdviceView
from tablecam.rules.facts import Move
from tablecam.rules.forward import ScriptedAnswer, ScriptMisfit

BOOK, SETUP = build_setup("urban-war")


@pytest.fixture(autouse=True)
def few_trials(monkeypatch) -> None:
    searches = {2: SearchLimits(6), 3: SearchLimits(12, ahead=8), 5: SearchLimits(16, ahead=8)}
    monkeypatch.setattr(opponent, "SEARCHES", searches)


def begin(red_orders: Mapping[str, str], blue_rolls: int = 9) -> Game[Any]:
    """A game in which blue is about to name the model that it activates."""
    game = Game.begin(BOOK.system, SETUP, InMemory())
    blue_orders = dict.fromkeys(game.open[1].ask.items, "snap-fire")
    for seat, raw in (("red", red_orders), ("blue", blue_orders), ("red", [2]), ("blue", [blue_rolls])):
        answer(game, seat, raw)
    answer(game, "blue", "first")
    return game


def answer(game: Game[Any], seat: str, raw: Any) -> None:
    question = next(question for question in game.open if question.ask.seat == seat)
    game.answer(raw, question=question.line, by=seat)


def say(choice: Choice | None) -> str:
    """All that a screen could show of a choice."""
    return f"{choice.ranked} {choice.reason}" if choice else "waits"


MODELS = tuple(member["id"] for member in SETUP["sides"]["red"])
WATCHING = dict.fromkeys(MODELS, "overwatch")
MIXED = {**WATCHING, **dict.fromkeys(MODELS[::2], "snap-fire")}


@pytest.mark.parametrize("level", [1, 2, 3, 5])
def test_a_choice_is_the_same_whatever_orders_the_other_side_hides(level: int) -> None:
    games = [begin(WATCHING), begin(MIXED)]
    choices = [say(Opponent(BOOK, "blue", level, seed=3).choose(game)) for game in games]
    assert choices[0] == choices[1]
    for game in games:
        answer(game, "blue", "gruff")
    choices = [say(Opponent(BOOK, "blue", level, seed=3).choose(game)) for game in games]
    assert choices[0] == choices[1]


def shuffle_face_down(setup: Mapping[str, Any]) -> dict[str, Any]:
    """The setup of Urban Operations with other units in the blocks of red, and other tokens face down."""
    blocks, tokens = setup["blocks"], setup["tokens"]
    cards = [record["card"] for record in reversed(blocks["red"])]
    red = [{**record, "card": card} for record, card in zip(blocks["red"], cards, strict=True)]
    hidden = ["mine"] * len(tokens["hidden"])
    return {**setup, "blocks": {**blocks, "red": red}, "tokens": {**tokens, "hidden": hidden}}


def answer_alike(games: list[Game[Any]], chance: random.Random) -> bool:
    """The same answer of people in both games; False where the games go different ways."""
    asked = games[0].open[chance.randrange(len(games[0].open))].ask
    raw = asked.draw_answer(chance.randrange)
    for game in games:
        same = [
            question for question in game.open if (question.ask.seat, question.ask.action) == (asked.seat, asked.action)
        ]
        try:
            game.answer(raw, question=same[0].line, by=asked.seat or "table")
        except (IllegalAnswer, IndexError):
            return False
    return games[0].visible_lines("blue") == games[1].visible_lines("blue")


def test_in_urban_operations_a_choice_is_the_same_whatever_lies_face_down() -> None:
    book, setup = build_setup("urban-operations")
    games = [Game.begin(book.system, of, InMemory()) for of in (setup, shuffle_face_down(setup))]
    machines = [Opponent(book, "blue", 3, seed=3) for _game in games]
    searched, chance, alike = set(), random.Random(6), True
    while alike:
        first, second = (machine.choose(game) for machine, game in zip(machines, games, strict=True))
        assert say(first) == say(second)
        if first is None:
            alike = answer_alike(games, chance)
            continue
        searched |= {first.question.ask.action} if "trials" in say(first) else set()
        for game in games:
            answer(game, "blue", first.ranked[0])
    assert {"impulse", "activate", "react"} <= searched


def test_no_trial_begins_after_an_answer_that_stays_private() -> None:
    book, setup = build_setup("urban-operations")
    private = Choose(seat="red", seen_by=("red",), purpose="reaction", options=(Option("fire"),))
    own = Choose(seat="blue", purpose="impulse", options=(Option("pass"),))
    state = book.system.new_game(setup)
    moment = DecisionPoint(state, (ScriptedAnswer(private, "fire"),), own, "blue", "blue")
    world = World(book.system, PositionValues(book, state))
    with pytest.raises(ScriptMisfit, match="private"):
        TrialGame(world, moment, Habits(), "pass", 1).play(4)


def test_a_seed_gives_the_same_choice_again() -> None:
    first, again = (say(Opponent(BOOK, "blue", 3, seed=5).choose(begin(MIXED))) for _time in range(2))
    assert first == again
    assert "trials" in first


def test_orders_of_the_other_side_are_drawn_and_its_own_are_kept() -> None:
    state = begin(WATCHING).state
    drawn = [BOOK.system.sample_hidden(state, "blue", random.Random(k).randrange) for k in range(4)]
    assert {model.order.value for it in drawn for model in it.fighters.values() if model.side == "red"} == {
        "overwatch",
        "snap-fire",
    }
    assert all(it[model] == state[model] for it in drawn for model in state.alive("blue"))
    assert all(
        BOOK.system.get_visible_state(it, "blue") == BOOK.system.get_visible_state(state, "blue") for it in drawn
    )


@pytest.mark.parametrize("name", BOOKS.books)
def test_the_machine_plays_every_book(name: str) -> None:
    book, setup = build_setup(name)
    game = Game.begin(book.system, setup, InMemory())
    machines = MachineSeats(book, [game.seats[-1]], level=2, seed=1)
    answered, chance = 0, random.Random(1)
    for _step in range(40):
        if given := machines.answer(game):
            answered += 1
            assert machines.describe(game, given)
        else:
            answer_others(game, [machines], chance.randrange)
    assert answered


def test_level_1_takes_the_first_row_of_the_advice() -> None:
    rows = tuple(AdviceRow(option, "way", "", option=option) for option in ("nobody", "pit", "gruff"))
    advised = replace(BOOK, question_advice=lambda *_: AdviceView("", rows=rows))
    choice = Opponent(advised, "blue", 1, seed=1, table=bare_table()).choose(begin(MIXED))
    assert choice is not None
    assert (choice.ranked, str(choice.reason)) == (("pit",), "The advice puts it first.")


def test_answers_that_the_rules_refuse_are_weighed_no_more() -> None:
    """Undead stand with few others: the question for the units that fight accepts answers that the rule refuses."""
    book, setup = build_setup("urr")
    game = Game.begin(book.system, setup, InMemory())
    machines = MachineSeats(book, game.seats, level=2, seed=2)
    while not game.over and type(game.open[0].ask).__name__ != "Pick":
        if not machines.answer(game):
            answer_others(game, [machines], random.Random(1).randrange)
    given = machines.answer(game)
    assert given is not None
    assert given.choice.question.ask.verb == "pick"


def test_a_secret_answer_is_not_described() -> None:
    game = Game.begin(BOOK.system, SETUP, InMemory())
    machines = MachineSeats(BOOK, ["blue"], level=2, seed=1)
    given = machines.answer(game)
    assert given is not None
    assert machines.describe(game, given) == "Blue has answered"


def test_people_may_break_in_before_the_machine_answers() -> None:
    game = begin(WATCHING)
    machines = MachineSeats(BOOK, ["blue"], level=1, seed=1)
    assert machines.list_offers(game) == []
    answer(game, "blue", "gruff")
    assert [question.ask.seat for question in machines.list_offers(game)] == ["red"]


def test_candidates_are_open_options_and_different() -> None:
    options = (Option("walk"), Option("fly", why_not="no wings"), Option("wait"))
    assert list_candidates(Choose(purpose="action", options=options), lambda _n: 0) == ["walk", "wait"]
    orders = list_candidates(Assign(purpose="orders", items=("ann", "bob"), options=options), lambda _n: 0)
    assert orders == [{"ann": "walk", "bob": "walk"}, {"ann": "wait", "bob": "wait"}]
    moves = list_candidates(Move(model="ann", allowance_in=8.0), lambda _n: 0)
    assert moves == [{"length_in": 8.0}, {"length_in": 4.0}, {"length_in": 0.0}]
    assert list_candidates(Roll(purpose="to hit", count=2), lambda _n: 0) == [[1, 1]]


def test_in_urr_a_position_is_worth_the_steps_of_its_units() -> None:
    book, setup = build_setup("urr")
    state = book.system.new_game(setup)
    unit = next(unit for unit in state.units.values() if unit.side == "red")
    values = PositionValues(book, state)
    hurt = state.with_unit(unit.id, steps=unit.steps - 1)
    assert values.value_state(hurt)["red"] < values.value_state(state)["red"]
    assert values.value_state(hurt, over=True) == values.value_state(hurt)


@pytest.mark.long
def test_a_match_of_one_seed_is_the_same_match() -> None:
    book, setup = build_setup("brass-orchard")
    levels = dict.fromkeys(book.seats, 0) | {book.seats[0]: 2}
    first, again = (play_match(book, setup, levels, seed=4) for _time in range(2))
    assert first.log.lines == again.log.lines
    assert find_winner(book, first.state) in ("", *book.seats)
