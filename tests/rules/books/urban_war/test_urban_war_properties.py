"""What holds of every game, tried on random ones: they end, they fold, they replay, and nobody sees what is hidden."""

import json
import random
from collections.abc import Iterator
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from skirmish import begun, one_answer, played, setup

from tablecam.game.change_plan import fold
from tablecam.game.game import Game
from tablecam.game.log import EventLine, InMemory
from tablecam.game.verify import verify
from tablecam.rules.books.urban_war.rules.action_events import Activated, FollowUpDeclared
from tablecam.rules.books.urban_war.rules.rulebook import URBAN_WAR
from tablecam.rules.books.urban_war.rules.state import Order, State
from tablecam.rules.books.urban_war.rules.turn_events import ReactionAttempted, TurnBegan

RED, BLUE = "ann:veteran/2* abe:gunner", "bob:trooper/1* ben:brute"
TEAMS = ((RED, BLUE), ("pip:pistoleer* phi:phazon", "bill:shield* bea:grenadier"))
LARGER = ("ann:veteran/2* abe:gunner al:shield axl:jumper", "bob:trooper/1* ben:brute bea:grenadier bill:shield")

# every switch away from its default in at least one of these
HOUSES: tuple[dict[str, Any], ...] = (
    {},
    {"profile": "reference"},
    {"profile": "reference", "deployed": False, "terrain": ["ruin", "wall"]},
    {
        "move_before_shot": False, "rush_into_contact": True, "failed_charge": "rush", "charge_requires_los": True,
        "may_pass_activation": True, "intercepted_followup": False, "priority_requires_los": False, "tournament": True,
        "engaged_targets": "check", "priority_tie": "check", "split_shots": True, "lost_shot": "action",
        "attempts_per_action": "success", "interrupt_engaged": True, "overwatch_in_contact": "none",
        "panicked_reaction": "none", "cc_weapon_modifier": False, "cc_strength": "model", "armoured_hits_count": True,
    },
    {
        "save_automatics": True, "cover_best": "nearest", "tables_or_formulas": "tables", "breakoff_panic": False,
        "fight_back_same_enemy": False, "breakoff_strikers": "one", "panicked_state": "activation",
        "panic_order": "in turn", "duplicate_panic": True, "half_wounds": "exactly", "initiative_tie": "before",
        "first_turn_roll": "both", "simultaneous_orders": False, "mutual_destruction": "both lose", "shock": True,
    },
)  # fmt: skip


def house(seed: int) -> dict[str, Any]:
    """A new game under one house after the other, and between other teams in every second round of them."""
    return setup(*TEAMS[seed // len(HOUSES) % 2], doubts_wait=True, portals=True, **HOUSES[seed % len(HOUSES)])


def lawful(state: State) -> None:
    """Wounds and counters as they may be."""
    for name, each in state.fighters.items():
        assert 0 <= each.wounds <= each.profile.W
        assert 0 <= each.followups_used <= each.profile.CAL
        assert not (each.activated and each.order is not Order.NONE)
        assert all(name in state[other].contacts and state[other].side != each.side for other in each.contacts)
        assert each.shield_vs == "" or each.shield_vs in each.contacts
        if each.removed:
            assert (each.order, each.panicked, each.contacts) == (Order.NONE, False, ())


def once(game: Game[State]) -> None:
    """No model acts twice in a turn, but for a follow-up that it has declared."""
    acted: set[str] = set()
    for number in game.log.live:
        line = game.log[number]
        match URBAN_WAR.event(line.event) if isinstance(line, EventLine) else None:
            case TurnBegan():
                acted = set()
            case Activated(model=model) | ReactionAttempted(model=model):
                assert model not in acted
                acted.add(model)
            case FollowUpDeclared(model=model):
                assert model in acted


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(60))
def test_random_games_end_without_an_error_and_no_model_acts_twice(seed: int) -> None:
    game = played(seed, house(seed))
    assert game.over
    assert not game.stuck
    once(game)
    lawful(game.state)
    assert fold(URBAN_WAR, game.log) == game.state


@pytest.mark.long
@pytest.mark.parametrize("seed", range(60, 1000))
def test_a_thousand_random_games_end_without_an_error(seed: int) -> None:
    game = played(seed, house(seed))
    once(game)
    lawful(game.state)


@settings(max_examples=5, suppress_health_check=[HealthCheck.too_slow])
@given(st.randoms(use_true_random=False), st.sampled_from(HOUSES))
def test_however_it_is_played_the_game_stays_lawful_and_folds_to_its_state(chance: random.Random, rules: dict) -> None:
    game = begun(setup(RED, BLUE, **rules))
    for _ in range(60):
        if game.over:
            return
        one_answer(game, chance)
        lawful(game.state)
    once(game)
    assert fold(URBAN_WAR, game.log) == game.state


def other_orders(state: State, seat: str) -> State:
    """The same state with the counters of a side's enemy that lie face down turned into the other kind."""
    for name, each in state.fighters.items():
        if each.side != seat and each.waits and not each.shown:
            swapped = Order.OVERWATCH if each.order is Order.SNAP_FIRE else Order.SNAP_FIRE
            state = state.replace_model(name, order=swapped)
    return state


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(5))
def test_the_view_of_a_seat_is_the_same_to_the_byte_whatever_the_enemys_hidden_counters_are(seed: int) -> None:
    for game in steps(seed, 100, setup(*LARGER, **HOUSES[seed])):
        for seat in ("red", "blue"):
            views = [URBAN_WAR.get_visible_state(each, seat) for each in (game.state, other_orders(game.state, seat))]
            assert json.dumps(views[0]).encode() == json.dumps(views[1]).encode()


def steps(seed: int, most: int, said: dict[str, Any]) -> Iterator[Game[State]]:
    """A game at random, after every answer that stood."""
    game, chance = begun(said), random.Random(seed)
    for _ in range(most):
        if game.over:
            return
        if one_answer(game, chance):
            yield game


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(5))
def test_the_fold_of_the_events_is_the_live_state_after_every_answer(seed: int) -> None:
    for game in steps(seed, 100, setup(*LARGER, **HOUSES[seed])):
        assert fold(URBAN_WAR, game.log) == game.state
        lawful(game.state)


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(5))
def test_a_game_resumed_from_any_prefix_of_its_log_stands_as_it_stood_then(seed: int) -> None:
    stood = [(len(game.sink.lines), game.state, game.open) for game in steps(seed, 80, setup(*LARGER, **HOUSES[seed]))]
    *_, game = steps(seed, 80, setup(*LARGER, **HOUSES[seed]))
    for lines, state, questions in stood:
        again = Game.resume(URBAN_WAR, game.sink.lines[:lines], InMemory())
        assert again.state == state
        assert again.open == questions


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(5))
def test_taken_back_and_done_again_is_as_if_nothing_had_been(seed: int) -> None:
    for game in steps(seed, 60, setup(*LARGER, **HOUSES[seed])):
        before = game.state, [each.ask for each in game.open]
        game.undo()
        game.redo()
        assert (game.state, [each.ask for each in game.open]) == before


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(5))
def test_the_rules_would_write_the_same_log_again(seed: int) -> None:
    assert verify(URBAN_WAR, played(seed, house(seed)).log) is None


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(8))
def test_every_action_can_be_abandoned_at_every_question(seed: int) -> None:
    game, chance = begun(house(seed)), random.Random(seed)
    for _ in range(60):
        if game.over:
            return
        other = Game.resume(URBAN_WAR, list(game.sink.lines), InMemory())
        other.abandon("the light went out")
        assert not other.stuck
        lawful(other.state)
        one_answer(game, chance)


@pytest.mark.parametrize("rules", HOUSES[:2])
def test_what_a_side_sees_never_depends_on_the_other_sides_hidden_orders(rules: dict[str, Any]) -> None:
    """Blue's counters are changed; what red is sent is the same to the byte, until a counter is shown."""
    sent = []
    for kind in ("overwatch", "snap-fire"):
        game = begun(setup("ann abe", "bob ben bea", **rules))
        answers = [
            ("red", {"ann": "snap-fire", "abe": "snap-fire"}),
            ("blue", {"bob": "overwatch", "ben": kind, "bea": "snap-fire"}),
            ("red", [9]), ("blue", [2]), ("red", "first"), ("red", "ann"), ("red", "rush"), ("table", 4.0),
            ("red", "end"),
        ]  # fmt: skip
        bytes_sent = []
        for by, raw in answers:
            question = next(each for each in game.open if each.ask.seat in (by, None) and each.ask.verb != "react")
            game.answer(raw, question=question.line, by=by)
            waiting = [each.ask.record() for each in game.waiting_for("red")]
            seen = [game.visible_lines("red"), URBAN_WAR.get_visible_state(game.state, "red"), waiting]
            bytes_sent.append(json.dumps(seen, ensure_ascii=False).encode())
        sent.append(bytes_sent)
    assert sent[0] == sent[1]


@pytest.mark.slow
def test_random_answers_reach_every_kind_of_question() -> None:
    left = {"Roll", "Choose", "Assign", "Confirm", "Ranges", "Look", "Move", "Halted", "React", "Touch", "Settle"}
    for seed in range(20):
        for game in steps(seed, 150, house(seed)):
            left -= {type(each.ask).__name__ for each in game.open}
        if not left:
            return
    assert left == set()
