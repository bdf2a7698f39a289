"""The yield and the worth of cards: removals are credited to attackers, and worths decide the games."""

import math
import random

import pytest

from tablecam.game.opponent.card_worth import compute_worths, draw_left_out, remove_models
from tablecam.game.opponent.card_yield import RemovalCount, measure_yields
from tablecam.rules.books.catalogue import BOOKS
from tablecam.rules.books.setup_views import ForceModel
from tablecam.rules.books.urban_war.rules.attack_events import Removed, ShotFired, Struck, TargetNamed
from tablecam.rules.deeds import AttackMade, ModelRemoved
from tablecam.table.miniature import Circle


def build_model(name: str, card: str, points: int) -> ForceModel:
    """A model with a card."""
    return ForceModel(name, name, card, Circle(25.0), 1.0, points=points)


KIN = (build_model("ann", "Digger", 10), build_model("bob", "Digger", 10), build_model("cid", "Walker", 20))
WATCH = (build_model("dan", "Guard", 20), build_model("eve", "Guard", 20))
MODELS = {"kin": KIN, "watch": WATCH}


def test_a_removal_is_credited_to_the_weapon_that_the_attacker_has_named() -> None:
    count = RemovalCount(MODELS)
    for deed in (AttackMade("ann", "bow"), AttackMade("dan", "gun"), AttackMade("ann"), ModelRemoved("dan")):
        count.add(deed)
    assert count.removals == {"kin": {"Digger": {"bow": 20}}, "watch": {}}


def test_no_model_earns_points_by_its_own_side_or_before_an_attack() -> None:
    count = RemovalCount(MODELS)
    for deed in (ModelRemoved("dan"), AttackMade("ann", "bow"), ModelRemoved("bob"), None):
        count.add(deed)
    assert count.removals == {"kin": {}, "watch": {}}


def test_a_yield_is_for_each_point_of_all_models_with_the_card() -> None:
    yields = measure_yields(MODELS, [{"kin": {"Digger": {"bow": 20.0}}}, {}])
    by_name = {(card.card, card.weapon): card for card in yields}
    digger = by_name["Digger", "bow"]
    assert (digger.points, digger.per_point, digger.error) == (20, 0.5, 0.5)
    assert by_name["Digger", ""].per_point == 0.5
    assert by_name["Guard", ""].per_point == 0
    assert digger.interval == pytest.approx((0.0, 1.48))


def test_urban_war_reads_shots_blows_and_casualties() -> None:
    read_deed = BOOKS.book("urban-war").read_deed
    assert read_deed(TargetNamed(shooter="a", target="b", weapon="gun", band="short")) == AttackMade("a", "gun")
    assert read_deed(ShotFired(shooter="a", target="b", faces=(3,), hits=0)) == AttackMade("a")
    assert read_deed(Struck(striker="a", target="b", weapon="axe", faces=(3,), hits=0)) == AttackMade("a", "axe")
    assert read_deed(Removed(model="b")) == ModelRemoved("b")


def test_worths_are_those_that_the_games_were_won_by() -> None:
    chance = random.Random(5)
    strength = {"ann": 1.0, "bob": 1.0, "cid": 0.5, "dan": 1.25, "eve": 1.25}
    left_out = [draw_left_out(MODELS, chance) for _game in range(4000)]
    odds = [
        sum(strength[it.id] for it in KIN if it.id not in gone)
        - sum(strength[it.id] for it in WATCH if it.id not in gone)
        for gone in left_out
    ]
    scores = [float(chance.random() < 1 / (1 + math.exp(-log_odds))) for log_odds in odds]
    worths = {card.card: card for card in compute_worths(MODELS, scores, left_out)}
    for card, worth in (("Digger", 16.0), ("Walker", 8.0), ("Guard", 20.0)):
        low, high = worths[card].interval
        assert low - 1 < worth < high + 1
        assert high - low < 15
    assert 2 * worths["Digger"].worth + worths["Walker"].worth + 2 * worths["Guard"].worth == pytest.approx(80)


def test_models_left_out_are_nowhere_in_the_setup() -> None:
    setup = {"sides": {"red": [{"id": "ann"}, {"id": "bob"}]}, "id": "ann", "turns": 3}
    assert remove_models(setup, ["ann"]) == {"sides": {"red": [{"id": "bob"}]}, "id": "ann", "turns": 3}


def test_at_least_half_of_a_force_plays() -> None:
    chance = random.Random(1)
    drawn = [draw_left_out(MODELS, chance) for _game in range(60)]
    assert max(map(len, drawn)) == 2
    assert min(map(len, drawn)) == 0
