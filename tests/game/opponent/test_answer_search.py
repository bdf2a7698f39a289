"""The search of the machine: the better answers get more trials, and habits add up over decisions."""

import random

import pytest

from tablecam.game.opponent import search
from tablecam.game.opponent.habits import Habits, list_habit_keys
from tablecam.game.opponent.search import AnswerSearch, SearchLimits
from tablecam.game.opponent.trial_game import AnswerRefused, DecisionPoint
from tablecam.rules.ask import Assign, Choose, Option
from tablecam.rules.forward import ScriptMisfit

ANSWERS = ("walk", "run", "shoot", "wait here")
QUESTION = Choose(seat="red", purpose="action", action="act", options=tuple(map(Option, ANSWERS)))
ORDERS = Assign(seat="red", purpose="orders", action="orders", items=("ann", "bob"), options=QUESTION.options)


class NoTable:
    table = None


class DrawnTrial:
    """A trial whose value is that of its answer, with the luck of its seed."""

    means = dict(zip(ANSWERS, (0.50, 0.52, 0.56, 0.50), strict=True))
    luck = 0.1
    refused = ""
    horizons: list[int]

    def __init__(self, _world, _moment, _habits, raw, seed) -> None:
        self.raw, self.seed = raw, seed
        self.choices = [(list_habit_keys(QUESTION, "run"), "blue")]

    def play(self, horizon: int) -> dict[str, float]:
        if self.raw == self.refused:
            raise AnswerRefused
        self.horizons.append(horizon)
        value = self.means[self.raw] + self.luck * (random.Random(self.seed).random() - 0.5)
        return {"red": value, "blue": 1 - value}


@pytest.fixture(autouse=True)
def trial(monkeypatch) -> type[DrawnTrial]:
    class Trial(DrawnTrial):
        horizons = []

    monkeypatch.setattr(search, "TrialGame", Trial)
    return Trial


def make_search(habits: Habits, trials: int = 24) -> AnswerSearch:
    moment = DecisionPoint(None, (), QUESTION, "red", "red")
    return AnswerSearch(NoTable(), moment, SearchLimits(trials), ANSWERS, random.Random(1), habits)


def run(habits: Habits, trials: int = 24) -> list[search.Arm]:
    return make_search(habits, trials).run()


def test_the_best_answer_comes_first_and_gets_most_trials() -> None:
    arms = run(Habits())
    assert arms[0].raw == "shoot"
    assert arms[0].visits == max(arm.visits for arm in arms) > arms[-1].visits


def test_answers_share_their_luck(trial) -> None:
    """Luck ten times as large as the differences between the answers decides nothing."""
    trial.luck = 0.6
    assert run(Habits())[0].raw == "shoot"


def test_trials_of_one_decision_weigh_the_answers_of_the_next() -> None:
    habits = Habits()
    run(habits)
    assert habits.find_advantage(list_habit_keys(QUESTION, "shoot")) > 0.01
    assert habits.find_advantage(list_habit_keys(QUESTION, "walk")) < 0
    drawn = [habits.draw_answer(QUESTION, random.Random(k).randrange, random.Random(k).random) for k in range(40)]
    assert drawn.count("shoot") > 20
    assert set(drawn) == set(ANSWERS)


def test_the_parts_of_an_answer_have_their_own_habits() -> None:
    habits = Habits()
    for raw, advantage in (({"ann": "run", "bob": "walk"}, 0.1), ({"ann": "walk", "bob": "walk"}, -0.1)):
        habits.add(list_habit_keys(ORDERS, raw), advantage)
    better, worse = ({"ann": ann, "bob": "shoot"} for ann in ("run", "walk"))
    assert habits.find_advantage(list_habit_keys(ORDERS, better)) > habits.find_advantage(
        list_habit_keys(ORDERS, worse)
    )


def test_trials_go_on_further_where_all_end_alike(trial) -> None:
    trial.means, trial.luck = dict.fromkeys(ANSWERS, 0.5), 0.0
    run(Habits())
    assert (trial.horizons[0], trial.horizons[-1]) == (0, SearchLimits(24).ahead)


def test_an_answer_that_the_rules_refuse_is_not_among_the_answers(trial) -> None:
    trial.refused = "shoot"
    answers = [arm.raw for arm in run(Habits())]
    assert answers[0] == "run"
    assert sorted(answers) == ["run", "wait here", "walk"]


def test_no_trial_begins_when_the_time_is_over(trial) -> None:
    left = iter([True, True, False])
    arms = make_search(Habits()).run(lambda: next(left, False))
    assert sum(arm.visits for arm in arms) == len(trial.horizons) == 3
    assert sorted(arm.raw for arm in arms) == sorted(ANSWERS)


def test_without_a_fitting_draw_of_what_is_hidden_there_is_no_answer(trial, monkeypatch) -> None:
    def misfit(*_):
        raise ScriptMisfit

    monkeypatch.setattr(trial, "play", misfit)
    assert run(Habits()) == []
