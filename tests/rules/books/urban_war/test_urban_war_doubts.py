"""Doubts of the measurement about targets: the players settle what matters to the one that is chosen."""

import random
from collections.abc import Callable
from typing import Any

import pytest
from skirmish import play, state

from tablecam.game.playthrough import anything
from tablecam.rules.ask import Ask
from tablecam.rules.books.urban_war.force_files import build_game_setup
from tablecam.rules.books.urban_war.rules.action_events import Activated
from tablecam.rules.books.urban_war.rules.codes import MATERIALS
from tablecam.rules.books.urban_war.rules.facts import Look, find_cover, is_in_sight
from tablecam.rules.books.urban_war.rules.house_rules import HouseRules
from tablecam.rules.books.urban_war.rules.state import State
from tablecam.rules.books.urban_war.rules.targeting import choose_target
from tablecam.rules.play import Waiting

ENEMIES = ("bob", "cat", "dan")
WALL = {"name": "wall", "kind": "terrain", "distance_in": 3.0, "hidden": 0.5, "material": "solid"}
Oracle = Callable[[Ask[Any]], Any]


def acting(waits: bool = True, shooter: str = "gunner", **rules: Any) -> State:
    return state(f"ann:{shooter}", " ".join(ENEMIES), Activated(model="ann"), doubts_wait=waits, **rules)


def sight(visible: float = 1.0, *doubt: str, wall: bool = False) -> dict[str, Any]:
    return {"visible": visible, "obstructions": [WALL] if wall else [], "doubt": list(doubt)}


class Table:
    """Answers what is measured, and players who know the truth; keeps what the players were asked."""

    def __init__(self, ranges: dict[str, Any], seen: dict[str, Any], **truth: Any) -> None:
        self.ranges, self.seen, self.truth = ranges, seen, truth
        self.asked: list[str] = []

    def __call__(self, ask: Ask[Any]) -> Any:
        match type(ask).__name__:
            case "Ranges":
                return self.ranges
            case "Look":
                return self.seen
            case "Roll":
                return [10, 10]
        code = " ".join((ask.action, *ask.subject))
        self.asked.append(code)
        if ask.action == "shoot.target":
            targets = self.truth["targets"]
            return targets.pop(0) if len(targets) > 1 else targets[0]
        return self.truth[code]


def run(now: State, oracle: Oracle) -> tuple[Any, list[Ask[Any]]]:
    """The target and how it is shot at, and every question on the way."""
    answers: list[Any] = []
    while True:
        game = play(now, *answers)
        try:
            return choose_target(game, "ann"), list(game.told)
        except Waiting:
            answers.append(oracle(game.questions[0]))


def last_question(now: State, *answers: Any) -> Ask[Any]:
    game = play(now, *answers)
    with pytest.raises(Waiting):
        choose_target(game, "ann")
    return game.questions[0]


FAR = {"bob": [12.0, 0.1], "cat": [20.0, 0.1], "dan": [30.0, 0.1]}
SEEN = {"bob": sight(0.25, "sight"), "cat": sight(), "dan": sight()}


def test_nobody_is_asked_about_a_doubt_before_a_target_is_chosen() -> None:
    asked = last_question(acting(), FAR, SEEN)
    assert asked.action == "shoot.target"
    options = {option.id: option for option in asked.options}
    assert options["bob"].open
    # whether Bob is seen decides who comes first, and that is told after the choice
    assert last_question(acting(waits=False), FAR).action == "range"


def test_a_doubt_of_the_chosen_target_is_settled_and_those_of_others_are_not() -> None:
    table = Table(FAR, SEEN | {"dan": sight(0.25, "sight", "cover", wall=True)}, targets=["bob"],
                  **{"sight.enough ann bob": True, "range ann bob": False})  # fmt: skip
    (target, shot), _told = run(acting(), table)
    assert (target, shot.band.value) == ("bob", "medium")
    assert table.asked == ["shoot.target ann", "range ann bob", "sight.enough ann bob"]


def test_whether_a_nearer_one_is_seen_matters_where_it_decides_about_the_check() -> None:
    for seen, checked in ((True, True), (False, False)):
        table = Table(FAR, SEEN, targets=["cat"], **{"sight.enough ann bob": seen})
        (target, _shot), told = run(acting(), table)
        assert target == "cat"
        assert table.asked == ["shoot.target ann", "sight.enough ann bob"]
        assert bool(told) == checked


def test_a_target_that_a_verdict_closes_is_chosen_again_and_nothing_is_measured_twice() -> None:
    table = Table(FAR, SEEN, targets=["bob", "cat"], **{"range ann bob": True, "sight.enough ann bob": False})
    (target, _shot), told = run(acting(), table)
    assert (target, told) == ("cat", [])
    assert table.asked == ["shoot.target ann", "range ann bob", "sight.enough ann bob", "shoot.target ann"]
    asked = last_question(acting(), FAR, SEEN, "bob", True, False)
    assert [option.id for option in asked.options if not option.open] == ["bob"]


def test_who_is_nearest_is_asked_only_for_one_who_may_be_or_whose_check_depends_on_it() -> None:
    close = FAR | {"cat": [12.05, 0.1], "bob": [12.2, 0.1]}
    sure = dict.fromkeys(ENEMIES, sight())
    truth = {"shoot.nearest ann": "cat", "range ann cat": True}
    table = Table(close, sure, targets=["cat"], **truth)
    assert run(acting(), table)[1] == []
    assert table.asked == ["shoot.target ann", "range ann cat", "shoot.nearest ann"]
    table = Table(close, sure, targets=["dan"], **truth)
    assert run(acting(), table)[1] != []
    assert table.asked == ["shoot.target ann"]
    # cover of the one that comes first makes the check for others easier
    table = Table(close, sure | {"cat": sight(0.5, wall=True)}, targets=["dan"], **truth)
    run(acting(), table)
    assert table.asked == ["shoot.target ann", "shoot.nearest ann"]


@pytest.mark.parametrize(
    "seed", [0, 5, *(pytest.param(seed, marks=pytest.mark.slow) for seed in (1, 2, 3, 4, 6, 7, 8, 9, 10, 11))]
)
def test_the_ruling_is_the_same_as_where_everything_is_settled_first(seed: int) -> None:
    chance = random.Random(seed)
    ranges = {name: [chance.choice([11.95, 12.0, 12.1, 20.0, 24.02, 30.0]), 0.05] for name in ENEMIES}
    seen = {}
    for name in ENEMIES:
        doubt = [what for what in ("sight", "cover") if chance.random() < 0.4]
        seen[name] = sight(chance.choice([0.24, 0.26, 0.9]) if "sight" in doubt else 0.9, *doubt, wall="cover" in doubt)
    truth: dict[str, Any] = {}
    for name in ENEMIES:
        truth[f"sight.enough ann {name}"] = chance.random() < 0.5
        truth[f"sight.cover ann {name}"] = chance.random() < 0.5
        truth[f"range ann {name}"] = chance.random() < 0.5

    def players(target: str) -> Oracle:
        table = Table(ranges, seen, targets=[target], **truth)

        def answer(ask: Ask[Any]) -> Any:
            if ask.action == "shoot.nearest":
                # whoever of them the players see first in the alphabet
                return min(option.id for option in ask.options if option.id != "equal")
            if ask.action == "shoot.target":
                chosen = next(option for option in ask.options if option.id == target)
                return target if chosen.open else "nobody"
            return table(ask)

        return answer

    for target in ENEMIES:
        first, told_first = run(acting(waits=False), players(target))
        late, told_late = run(acting(), players(target))
        assert (late, told_late) == (first, told_first)


HIDDEN = {name: sight(0.0) for name in ENEMIES}
FAR_AWAY = {name: [60.0, 0.1] for name in ENEMIES}


@pytest.mark.parametrize(("shooter", "end"), [("pistoleer", 12.0), ("gunner", 48.0)])
def test_uw_087_a_speculative_shot_that_the_players_find_out_of_range_is_not_made(shooter: str, end: float) -> None:
    ranges = FAR_AWAY | {"bob": [end, 0.1]}
    now = acting(shooter=shooter, speculative_fire=True)
    table = Table(ranges, HIDDEN, targets=["speculative bob", "nobody"], **{"range ann bob": False})
    assert run(now, table) == (None, [])
    asked = last_question(now, ranges, HIDDEN, "speculative bob", False)
    assert [option.id for option in asked.options if option.open] == ["nobody"]


@pytest.mark.parametrize("measured", [12.05, 11.95])
def test_uw_087_a_speculative_shot_within_the_range_as_the_players_say_is_made(measured: float) -> None:
    ranges = FAR_AWAY | {"bob": [measured, 0.1]}
    now = acting(shooter="pistoleer", speculative_fire=True)
    asked = last_question(now, ranges, HIDDEN)
    assert {option.id: str(option.label) for option in asked.options if option.open} == {
        "speculative bob": "bob, speculatively: too close to call", "nobody": "nobody",
    }  # fmt: skip
    table = Table(ranges, HIDDEN, targets=["speculative bob"], **{"range ann bob": True})
    (target, shot), told = run(now, table)
    assert (target, shot.band.value, shot.speculative, told) == ("bob", "short", True, [])


def test_uw_087_an_enemy_that_is_seen_as_the_players_say_is_shot_at_in_the_ordinary_way() -> None:
    seen = {"bob": sight(0.24, "sight"), "cat": sight(), "dan": sight()}
    table = Table(FAR | {"bob": [5.0, 0.1]}, seen, targets=["speculative bob", "bob"],
                  **{"sight.enough ann bob": True})  # fmt: skip
    (target, shot), told = run(acting(speculative_fire=True), table)
    assert (target, shot.speculative, told) == ("bob", False, [])
    assert table.asked == ["shoot.target ann", "sight.enough ann bob", "shoot.target ann"]


def test_random_sights_show_every_material_all_covers_and_all_doubts() -> None:
    asked, chance, rules = Look(viewer="ann", targets=ENEMIES), random.Random(2), HouseRules()
    seen = [sighting for _ in range(300) for sighting in asked.parse_json(anything(asked, chance.randrange)).values()]
    pieces = [thing for sighting in seen for thing in sighting.obstructions if thing.kind == "terrain"]
    assert {thing.material for thing in pieces} == {*MATERIALS}
    assert {find_cover(sighting, rules) for sighting in seen} == {*MATERIALS, ""}
    assert {is_in_sight(sighting, rules) for sighting in seen} == {True, False}
    assert {doubt for sighting in seen for doubt in sighting.doubt} == {"sight", "cover"}


def test_new_games_wait_with_doubts_and_old_logs_do_not() -> None:
    assert build_game_setup({}, None)["doubts_wait"] is True
    assert not state().doubts_wait
