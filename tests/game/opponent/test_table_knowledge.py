"""What the machine knows of a real table: measured facts, and moves that a model can make."""

import math
import random

import pytest
from drawn_knowledge import BOOK, bare_table
from forward_games import build_setup

from tablecam.game.game import Game
from tablecam.game.log import InMemory
from tablecam.game.opponent import opponent
from tablecam.game.opponent.opponent import Opponent
from tablecam.game.opponent.position_value import PositionValues
from tablecam.game.opponent.search import SearchLimits
from tablecam.game.opponent.trial_game import World
from tablecam.rules.books.urban_war.rules.facts import Touch
from tablecam.rules.event import PositionsAccepted
from tablecam.rules.facts import Move, Ranges

# pit stands south of the wall, ida north of it, and lund in the open
PLACES = {"pit": (12.0, 7.0, 0.0), "ida": (12.0, 12.0, 0.0), "lund": (17.0, 7.0, 0.0)}


def begin() -> Game:
    """A game in which pit, of blue, is about to rush."""
    _book, setup = build_setup("urban-war")
    game = Game.begin(BOOK.system, setup, InMemory())
    game.interject(PositionsAccepted(at=PLACES, moved_in=dict.fromkeys(PLACES, 0.0)), by="umpire")
    orders = {question.ask.seat: dict.fromkeys(question.ask.items, "snap-fire") for question in game.open}
    for seat, raw in (
        ("red", orders["red"]), ("blue", orders["blue"]), ("red", [2]), ("blue", [9]), ("blue", "first"),
        ("blue", "pit"), ("blue", "rush"),
    ):  # fmt: skip
        question = next(question for question in game.open if question.ask.seat == seat)
        game.answer(raw, question=question.line, by=seat)
    return game


def test_ranges_are_measured_from_the_places_in_the_state() -> None:
    table, state = bare_table(), begin().state
    ask = Ranges(model="pit", others=("lund",))
    assert table.answer(ask, state)["lund"][0] == pytest.approx(4.0, abs=0.01)
    moved = state.replace_model("lund", place=(20.0, 7.0, 0.0))
    assert table.answer(ask, moved)["lund"][0] == pytest.approx(7.0, abs=0.01)


def test_moves_keep_to_the_allowance_and_go_round_walls() -> None:
    table, game = bare_table(), begin()
    move = next(question.ask for question in game.open if isinstance(question.ask, Move))
    moves = table.list_moves(move, game.state, random.Random(1).randrange)
    assert all(raw["length_in"] <= move.allowance_in for raw in moves)
    assert all(math.dist(raw["end"][:2], (12.0, 7.0)) <= raw["length_in"] + 0.02 for raw in moves)
    assert not any(8 < raw["end"][0] < 16 and 8.6 < raw["end"][1] < 10.4 for raw in moves)


def test_every_move_of_a_charge_ends_in_contact_and_no_other_does() -> None:
    table, state = bare_table(), begin().state

    def list_gaps(subject: tuple[str, ...]) -> list[float]:
        move = Move(model="pit", allowance_in=9.0, subject=subject)
        ends = [raw["end"] for raw in table.list_moves(move, state, lambda _n: 0)]
        return [math.dist(end[:2], (17.0, 7.0)) - 1.0 for end in ends]

    assert list_gaps(("pit", "lund")) == [pytest.approx(0.0, abs=0.01)]
    assert min(list_gaps(("pit",))) >= 0.49


def test_a_charge_of_a_trial_reaches_its_enemy_wherever_it_ends() -> None:
    state = begin().state
    world = World(BOOK.system, PositionValues(BOOK, state), bare_table())
    ask = Touch(model="pit", others=("lund", "ida"), must="lund")
    chance = random.Random(1)
    drawn = [world.draw_fact(ask, state, chance.randrange) for _ in range(60)]
    assert any("lund" in contacts for contacts in drawn)
    loose = Touch(model="pit", others=("lund", "ida"))
    assert not any(world.draw_fact(loose, state, chance.randrange) for _ in range(60))


def test_the_machine_says_where_its_model_goes(monkeypatch) -> None:
    monkeypatch.setattr(opponent, "SEARCHES", {3: SearchLimits(8, horizon=6)})
    game, table = begin(), bare_table()
    choice = Opponent(BOOK, "blue", 3, seed=1, table=table).choose(game)
    assert choice is not None
    raw = choice.ranked[0]
    game.answer(raw, question=choice.question.line, by="blue")
    assert game.state["pit"].place == tuple(raw["end"])


def test_of_equal_moves_it_takes_the_one_towards_the_enemy(monkeypatch) -> None:
    monkeypatch.setattr(opponent, "SEARCHES", {3: SearchLimits(24, ahead=0)})
    monkeypatch.setattr(PositionValues, "value_state", lambda *_, **__: {"red": 0.5, "blue": 0.5})
    game, table = begin(), bare_table()
    choice = Opponent(BOOK, "blue", 3, seed=1, table=table).choose(game)
    assert choice is not None
    nearest = [table.find_nearest_in(game.state, raw["end"], ["ida", "lund"]) for raw in choice.ranked]
    assert nearest[0] == min(nearest) < 2


def test_people_move_models_whose_place_nobody_knows() -> None:
    game, table = begin(), bare_table()
    machine = Opponent(BOOK, "blue", 1, seed=1, table=table)
    assert [type(question.ask) for question in machine.find_questions(game)] == [Move]
    question = machine.find_questions(game)[0]
    assert not table.has_place(game.state, "gruff")
    assert machine._is_asked(Move(model="gruff", allowance_in=4.0), game.state) is False
    assert machine._is_asked(question.ask, game.state) is True
