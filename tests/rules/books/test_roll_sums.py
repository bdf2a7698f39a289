"""Every roll of random games of every book shows its sum: each number that the log has, and it adds up."""

import random
from collections.abc import Iterator
from functools import cache
from typing import Any, NamedTuple

import pytest

from tablecam.game.game import Game
from tablecam.game.hosting.log_view import LogView
from tablecam.game.log import AnswerLine, InMemory
from tablecam.game.playthrough import one_answer
from tablecam.game.transcript import transcript
from tablecam.rules.books.book import Book
from tablecam.rules.books.catalogue import BOOKS
from tablecam.rules.books.game_setups import find_force, find_scenario
from tablecam.rules.books.seat_names import SeatNames
from tablecam.rules.coded_text import is_coded
from tablecam.rules.plain import Json
from tablecam.rules.roll_sum import RollSum, roll_sum

# games in which every kind of roll comes up; more answers than these would only repeat them
GAMES = (
    ("urban-war", None, 0, 160), ("urr", "storm", 3, 220), ("urban-operations", "ten-blocks", 8, 190),
    ("urban-operations", "ten-blocks", 12, 220),
)  # fmt: skip
IDS = [f"{name}-{seed}" for name, _scenario, seed, _answers in GAMES]


class AnsweredRoll(NamedTuple):
    """A roll that was held against something, as the log has it."""

    ask: dict[str, Json]
    faces: list[int]
    by: str
    sum: RollSum


@cache
def played(name: str, scenario_id: str | None, seed: int, answers: int) -> tuple[Book, Game[Any]]:
    book = BOOKS.book(name)
    scenario = find_scenario(book, scenario_id) if scenario_id else None
    names = dict(scenario.forces) if scenario else {"red": "harbour_watch", "blue": "tunnel_kin"}
    forces = {
        seat: book.forces.read_force(find_force(book, force)).force for seat, force in names.items() if book.forces
    }
    rules = {"deployed": True} if name == "urban-war" else {}
    game = Game.begin(book.system, book.build_setup(forces, scenario) | rules, InMemory())
    below = random.Random(seed).randrange
    for _unused in range(answers):
        if not game.over:
            one_answer(game, below)
    return book, game


def rolls(game: Game[Any]) -> Iterator[AnsweredRoll]:
    for number in game.log.live:
        line = game.log[number]
        if isinstance(line, AnswerLine) and (ask := game.log.question(number)).get("check"):
            sum = roll_sum(ask, line.answer)
            assert sum is not None
            yield AnsweredRoll(ask, list(line.answer), line.by, sum)


def judged(check: dict[str, Json], faces: list[int]) -> int:
    """What these dice score by the record alone."""
    total = sum(faces) + sum(modifier["amount"] for modifier in check["modifiers"])
    if "steps" in check:
        return sum(total >= step for step in check["steps"])
    for natural in check["naturals"]:
        if natural["first"] <= sum(faces) <= natural["last"]:
            return int(natural["passes"])
    return int(total >= check["target"])


@pytest.mark.parametrize("game", GAMES, ids=IDS)
def test_every_sum_adds_up_and_comes_to_what_the_rules_say(game) -> None:
    _book, given = played(*game)
    for ask, faces, _by, sum_ in rolls(given):
        check = ask["check"]
        assert list(sum_.faces) == faces
        assert all(total == sum(dice) + sum_.modifier for dice, total in zip(sum_.tries, sum_.totals, strict=True))
        if "sides" in check:
            own = next(side for side in check["sides"] if side["seat"] == ask["seat"])
            assert sum_.duel
            assert sum_.modifier == sum(modifier["amount"] for modifier in own["modifiers"])
            continue
        assert all(len(dice) == check.get("dice", 1) for dice in sum_.tries)
        assert sum_.modifier == sum(modifier["amount"] for modifier in check["modifiers"])
        assert all(summand.amount for summand in sum_.added)
        assert sum_.scores == tuple(judged(check, list(dice)) for dice in sum_.tries)
        if sum_.target is not None and len(sum_.tries[0]) == 1 and not sum_.overriding:
            least = max(sum_.die.first, sum_.target - sum_.modifier)
            assert sum_.needed == check["needed"] == (least if least <= sum_.die.last else None)


@pytest.mark.parametrize("game", GAMES, ids=IDS)
def test_every_line_of_a_roll_has_every_number(game) -> None:
    book, given = played(*game)
    names = book.phrases.build_names(given.state, {})
    assert len(list(rolls(given))) > 4
    for ask, faces, by, sum_ in rolls(given):
        line = book.phrases.describe_answer(ask, faces, by, names)
        assert book.phrases.describe_sum(ask, faces, names) in line
        numbers = line.replace("−", " ").replace("+", " ").replace("/", " ").replace(",", " ").replace(")", " ").split()
        wanted = [*faces, *(abs(summand.amount) for summand in sum_.added), *sum_.steps]
        wanted += [sum_.needed] if sum_.needed is not None and len(sum_.tries[0]) == 1 else []
        wanted += [sum_.target, *sum_.totals] if sum_.target is not None and len(sum_.tries[0]) > 1 else []
        # several of these numbers are often equal: each has a place of its own
        numbers = [number.rstrip(":;.") for number in numbers]
        assert all(numbers.count(str(number)) >= wanted.count(number) for number in wanted), line
        assert line.count("(") == line.count(")")
        assert len(line) < 200


@pytest.mark.parametrize("game", GAMES, ids=IDS)
def test_the_transcript_has_the_sum_of_every_roll(game) -> None:
    book, given = played(*game)
    wording = book.wording(given.state)
    text = transcript(book.system, given.log, wording)
    for ask, faces, by, sum_ in rolls(given):
        rolled = wording.rolled(ask, faces, by)
        assert rolled is not None
        # the clause of a fight says what its two dice are worth
        wanted = f" (die {faces[0]})" if sum_.duel else rolled.sum
        assert wanted in text or rolled.line in text, rolled.line


@pytest.mark.parametrize("game", GAMES, ids=IDS)
def test_the_log_has_the_clause_of_a_roll_and_of_each_modifier(game) -> None:
    book, given = played(*game)
    view = LogView(given, book.phrases, SeatNames(book, {}), given.seats[0])
    lines = [line for line in view.lines if line["kind"] == "answer" and view.reasons(line["n"])]
    for line in lines:
        assert line["clause"]
        reasons = view.reasons(line["n"])
        assert all(reason["clause"] and not is_coded(reason["why"]) for reason in reasons)
    assert lines or game[2] == 8
    events = [line["n"] for line in view.lines if line["kind"] == "event"]
    assert all(not view.reasons(number) for number in events)
