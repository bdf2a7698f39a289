"""What holds of every game, tried on random ones: it ends or goes on, folds, resumes, verifies, and nobody leaks."""

import json
import os
import random
import subprocess
import sys
from collections.abc import Iterator
from contextlib import suppress
from functools import cache
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from siege import begun, events

from tablecam.game.change_plan import fold
from tablecam.game.game import Game, Question
from tablecam.game.log import AnswerLine, EventLine, InMemory
from tablecam.game.playthrough import anything, autoplay, one_answer
from tablecam.game.verify import verify
from tablecam.rules.ask import IllegalAnswer
from tablecam.rules.books.urr.rulebook import URR_BOOK
from tablecam.rules.books.urr.rules.combat_events import (
    CombatEnded,
    HitsLost,
    HitTaken,
    PlaceTaken,
    StepsRestored,
    UnitRolled,
)
from tablecam.rules.books.urr.rules.rulebook import TODAY, URR_RULES
from tablecam.rules.books.urr.rules.siege_events import UndeadHurled
from tablecam.rules.books.urr.rules.state import UrrState
from tablecam.rules.books.urr.rules.week_events import BuilderShotAt

SWITCHED: tuple[dict[str, Any], ...] = (
    {},
    {
        "urr_stance": "unit", "urr_rounds": 3, "hit_spread": "phase", "dead_units_take_hits": True,
        "ranged_zero": "roll", "undead_target": "any", "raiders_ranged": True, "zombie_steps": "exactly",
    },
    {
        "hit_spread": "free", "weapon_in_defence": False, "armour_steps": "always", "rough_once": False,
        "dwarf_ground": "dwarves", "engine_base": "umpire", "engine_hits": "ladder", "engine_wall": True,
        "fire_stock": "rounded", "fights_per_turn": "once",
    },
)  # fmt: skip


def scenario(name: str, **rules: Any) -> dict[str, Any]:
    assert URR_BOOK.scenario_files
    assert URR_BOOK.forces
    found = URR_BOOK.scenario_files.read_scenario(URR_BOOK.scenario_files.starters()[name])
    starters = URR_BOOK.forces.starters()
    forces = {seat: URR_BOOK.forces.read_force(starters[force]).force for seat, force in found.forces.items()}
    return {**URR_BOOK.build_setup(forces, found), **rules}


def setup_for(seed: int) -> dict[str, Any]:
    return scenario(("storm", "open-field")[seed % 2], **SWITCHED[seed // 2 % 3])


@cache
def played(seed: int) -> Game[UrrState]:
    """A whole game, which nobody may go on with."""
    game = begun(setup_for(seed))
    for _given in autoplay(game, random.Random(seed).randrange):
        pass
    return game


def answer(game: Game[UrrState], question: Question, raw: Any) -> None:
    game.answer(raw, question=question.line, by=question.ask.seat or "table")


def steps(seed: int, most: int) -> Iterator[Game[UrrState]]:
    """A game at random, after every answer that stood."""
    game, chance = begun(setup_for(seed)), random.Random(seed)
    for _answer in range(most):
        if game.over:
            return
        one_answer(game, chance.randrange)
        yield game


def lawful(state: UrrState) -> None:
    """Steps, walls and stocks as they may be."""
    for unit in state.units.values():
        assert unit.steps >= 0
        assert unit.armour >= 0
        assert not (unit.removed and unit.standing)
    for section in state.sections.values():
        assert 0 <= section.hits <= section.most
        assert 1 <= section.strength <= 4
    for side in state.sides.values():
        assert min(side.stock.food, side.stock.gold) >= 0


def every_state(game: Game[UrrState]) -> Iterator[tuple[Any, UrrState, UrrState]]:
    """Each event of a game with the state before it and after it."""
    state = URR_RULES.new_game(game.log.header.setup)
    for number in game.log.live:
        line = game.log[number]
        if isinstance(line, EventLine):
            event, before = URR_RULES.event(line.event), state
            state = URR_RULES.evolve(state, event)
            yield event, before, state


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(24))
def test_random_games_end_fold_and_verify(seed: int) -> None:
    game = played(seed)
    assert game.over
    assert not game.stuck
    lawful(game.state)
    assert fold(URR_RULES, game.log) == game.state
    assert verify(URR_RULES, game.log) is None


@pytest.mark.long
@pytest.mark.parametrize("first", range(24, 1024, 50))
def test_a_thousand_random_games_end_and_verify(first: int) -> None:
    for seed in range(first, first + 50):
        game = played(seed)
        lawful(game.state)
        assert verify(URR_RULES, game.log) is None, seed


# the switch and the rule that this setting decides; None: a log from before both
FIGHTS: tuple[dict[str, Any] | None, ...] = ({"fights_per_turn": "any"}, {"fights_per_turn": "once"}, None)
SEEDS = [*range(20), *(pytest.param(seed, marks=pytest.mark.long) for seed in range(20, 200))]


@pytest.mark.parametrize("rules", FIGHTS, ids=["any", "once", "before"])
@pytest.mark.parametrize("seed", SEEDS)
def test_ur_25_and_ur_40_no_random_game_stops_or_asks_without_an_open_answer(
    seed: int, rules: dict[str, Any] | None
) -> None:
    said = scenario(("storm", "open-field")[seed % 2], **(rules or {}))
    game = begun(said if rules else {key: value for key, value in said.items() if key not in TODAY})
    for _given in autoplay(game, random.Random(seed).randrange):
        assert all(
            any(option.open for option in each.ask.options) for each in game.open if hasattr(each.ask, "options")
        )
    assert game.over
    lawful(game.state)
    assert verify(URR_RULES, game.log) is None


@pytest.mark.slow
def test_ur_25_places_are_taken_in_random_games_of_today_and_never_in_those_of_before() -> None:
    taken: dict[bool, int] = {True: 0, False: 0}
    for seed in range(0, 40, 2):
        for today in taken:
            said = scenario("storm")
            game = begun(said if today else {key: value for key, value in said.items() if key not in TODAY})
            for _given in autoplay(game, random.Random(seed).randrange):
                pass
            taken[today] += len(events(game, PlaceTaken))
    assert taken[True] > 0
    assert taken[False] == 0


@settings(max_examples=5, deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(st.randoms(use_true_random=False), st.sampled_from(SWITCHED), st.sampled_from(("storm", "open-field")))
def test_whatever_is_answered_the_game_stays_lawful(chance: random.Random, rules: dict[str, Any], name: str) -> None:
    game = begun(scenario(name, **rules))
    for _answer in range(80):
        if game.over:
            return
        question = chance.choice(game.open)
        with suppress(IllegalAnswer):
            answer(game, question, anything(question.ask, chance.randrange))
        assert not game.stuck
        lawful(game.state)
    assert fold(URR_RULES, game.log) == game.state


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(12))
def test_steps_never_rise_but_where_a_row_says_so(seed: int) -> None:
    """Magic restores steps (UR-01), and as a house rule undead come down with exactly three (UR-34)."""
    for event, before, after in every_state(played(seed)):
        for name, unit in after.units.items():
            risen = unit.steps > before[name].steps or unit.armour > before[name].armour
            assert not risen or isinstance(event, StepsRestored | UndeadHurled)
            assert not (risen and isinstance(event, StepsRestored)) or unit.steps <= unit.profile.steps
        for name, section in after.sections.items():
            assert section.strength >= 1
            assert section.hits >= before.sections[name].hits or type(event).__name__ == "ProjectDone"


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(24))
def test_the_hits_of_a_combat_are_the_steps_lost_but_for_surplus(seed: int) -> None:
    game = played(seed)
    rolled = lost = taken = 0
    for event, before, after in every_state(game):
        match event:
            case UnitRolled(hits=hits):
                rolled += hits
            case HitsLost(hits=hits):
                lost += hits
            case HitTaken(unit=unit, wasted=wasted) if before.combat:
                taken += 1
                down = total(before, unit) - total(after, unit)
                assert down == (0 if wasted else 1)
            case CombatEnded():
                assert rolled == taken + lost
                rolled = lost = taken = 0


def total(state: UrrState, unit: str) -> int:
    return state[unit].steps + state[unit].armour


@pytest.mark.slow
def test_surplus_and_shots_at_builders_do_happen_in_these_games() -> None:
    told = [event for seed in range(24) for event in events(played(seed), HitsLost, BuilderShotAt, HitTaken)]
    assert {type(event).__name__ for event in told} >= {"HitsLost", "HitTaken"}


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(4))
def test_a_game_resumed_from_any_cut_of_its_log_stands_as_it_stood(seed: int) -> None:
    stood = [(len(game.sink.lines), game.state, game.open) for game in steps(seed, 60)]
    *_, game = steps(seed, 60)
    for lines, state, questions in stood:
        again = Game.resume(URR_RULES, game.sink.lines[:lines], InMemory())
        assert again.state == state
        assert again.open == questions


@pytest.mark.slow
@pytest.mark.parametrize("seed", [5, pytest.param(7, marks=pytest.mark.long)])
def test_every_cut_of_a_log_goes_on_to_the_same_end(seed: int) -> None:
    """Cut after each line, in the middle of a procedure too; the rest of the answers then lead to the same end."""
    end = played(seed)
    answers = [(number, line) for number, line in enumerate(end.log.lines, 1) if isinstance(line, AnswerLine)]
    for cut in range(1, len(end.sink.lines)):
        again = Game.resume(URR_RULES, end.sink.lines[:cut], InMemory())
        for number, line in answers:
            if number > again.log.last:
                again.answer(line.answer, question=line.to, by=line.by, source=line.source)
        assert again.state == end.state
        assert again.over


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(4))
def test_taken_back_and_done_again_is_as_if_nothing_had_been(seed: int) -> None:
    for game in steps(seed, 60):
        before = game.state, [each.ask for each in game.open]
        game.undo()
        game.redo()
        assert (game.state, [each.ask for each in game.open]) == before


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(6))
def test_every_question_can_be_abandoned_and_the_game_goes_on_to_its_end(seed: int) -> None:
    game, chance = begun(setup_for(seed)), random.Random(seed)
    for number in range(50):
        if game.over:
            return
        other = Game.resume(URR_RULES, list(game.sink.lines), InMemory())
        other.abandon("the light went out")
        assert not other.stuck
        lawful(other.state)
        if number % 25 == 0:
            for _given in autoplay(other, chance.randrange):
                pass
            lawful(other.state)
        one_answer(game, chance.randrange)


def bytes_for(game: Game[UrrState], seat: str) -> bytes:
    """All that a device of a seat could be sent."""
    waiting = [each.ask.record() for each in game.waiting_for(seat)]
    seen = [game.visible_lines(seat), URR_RULES.get_visible_state(game.state, seat), waiting]
    return json.dumps(seen, ensure_ascii=False).encode()


@pytest.mark.parametrize("rule", ["side", "unit"])
def test_nobody_learns_a_stance_from_the_bytes_before_both_are_known(rule: str) -> None:
    """Blue's stance is one or the other; what red is sent is the same to the byte."""
    sent = []
    for stance in ("attack", "defend"):
        game = begun(scenario("open-field", urr_stance=rule))
        answers: list[tuple[str, Any]] = [
            ("red", "meadow"), ("red", ["reed_pikes_1", "reed_pikes_2"]), ("blue", ["salt_axes", "salt_spears"]),
            ("red", "nobody"),
        ]  # fmt: skip
        for by, raw in answers:
            game.answer(raw, question=game.open[0].line, by=by)
        assert [each.ask.seat for each in game.open] == ["blue", "red"]
        given = {"salt_axes": stance, "salt_spears": stance} if rule == "unit" else stance
        game.answer(given, question=game.open[0].line, by="blue")
        sent.append((bytes_for(game, "red"), bytes_for(game, "blue")))
    assert sent[0][0] == sent[1][0]
    # the seat itself sees what it has said
    assert sent[0][1] != sent[1][1]


LOG_OF = """
import random, sys
sys.path[:0] = {paths!r}
from test_urr_properties import played
print("\\n".join(played({seed}).sink.lines))
"""


@pytest.mark.slow
def test_a_game_is_the_same_under_two_hash_seeds() -> None:
    """A set that is iterated over would show here."""
    root, here = Path(__file__).resolve().parents[4], Path(__file__).resolve().parent
    source = LOG_OF.format(paths=[str(root), str(here)], seed=3)
    logs = [
        subprocess.run(
            [sys.executable, "-c", source], env={**os.environ, "PYTHONHASHSEED": seed}, capture_output=True, text=True,
            check=True,
        ).stdout
        for seed in ("1", "2")
    ]  # fmt: skip
    assert logs[0] == logs[1]
    assert len(logs[0]) > 1000
