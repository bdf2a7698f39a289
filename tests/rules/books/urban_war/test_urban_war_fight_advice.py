"""What is advised in contact and before initiative is rolled: the chances of the rules, with their sums."""

import json
from dataclasses import replace
from fractions import Fraction
from typing import Any

import pytest
from skirmish import play, state

from tablecam.rules.ask import Choose, Option
from tablecam.rules.books.catalogue import BOOKS
from tablecam.rules.books.urban_war.advice.odds_words import shot_odds
from tablecam.rules.books.urban_war.advice.options import CHARGE, advice
from tablecam.rules.books.urban_war.advice.questions import question_advice
from tablecam.rules.books.urban_war.rules import codes
from tablecam.rules.books.urban_war.rules.action_events import Activated, Panicked
from tablecam.rules.books.urban_war.rules.actions import action_question
from tablecam.rules.books.urban_war.rules.attack_events import Engaged
from tablecam.rules.books.urban_war.rules.cards import Band, Shot
from tablecam.rules.books.urban_war.rules.chances import find_inspiration, shot_attack
from tablecam.rules.books.urban_war.rules.check_chances import disruption_odds, intercept_odds, rally_odds
from tablecam.rules.books.urban_war.rules.codes import reason
from tablecam.rules.books.urban_war.rules.combat_chances import arms, break_off_odds, compute_expected_fight, fight_odds
from tablecam.rules.books.urban_war.rules.morale import rally
from tablecam.rules.books.urban_war.rules.turn import initiative
from tablecam.rules.books.urban_war.rules.turn_events import OrdersGiven
from tablecam.rules.books.views import AdviceNumber, AdviceOdds, AdviceView, AlertView, dump_view
from tablecam.rules.event import evolve
from tablecam.rules.per_cent import odds_text, per_cent, share_text
from tablecam.rules.play import Waiting
from tablecam.table.notation import parse

TABLE = """model ann red 25.4mm at 10,10
model cap red 25.4mm at {cap},10
model bob blue 25.4mm at 11,10
model cy blue 25.4mm at 10,11
"""


def advised(ask: Any, now: Any, cap: float = 16) -> AdviceView:
    names = BOOKS.usual.phrases.build_names(now, {model: model.capitalize() for model in now.fighters})
    found = question_advice(parse(TABLE.format(cap=cap)), now, json.loads(json.dumps(ask.record())), names)
    assert found
    json.dumps(dump_view(found), allow_nan=False)
    return found


def in_contact(*enemies: str, **rules: Any) -> Any:
    return state(
        "ann:veteran cap*",
        "bob:brute cy:shield",
        Activated(model="ann"),
        Engaged(model="ann", enemies=enemies),
        **rules,
    )


def shares(odds: tuple[AdviceOdds, ...]) -> dict[str, str]:
    return {str(one.label): one.share for one in odds}


def test_in_contact_a_model_is_advised_on_fighting_and_breaking_off() -> None:
    now = in_contact("bob", "cy")
    fight, away, *_rest = advised(action_question(now, "ann"), now).rows
    assert (fight.option, fight.target, away.option) == ("fight", "cy", "break off")
    weapons, odds = compute_expected_fight(now, "ann", "cy")
    assert shares(fight.odds) == {
        "Cy falls": str(odds.defender_falls), "Ann falls": str(odds.attacker_falls),
        "nobody falls": str(odds.neither_falls),
    }  # fmt: skip
    out = break_off_odds(now, "ann", "cy", weapons, find_inspiration(now, "ann"))
    assert shares(away.odds) == {
        "Ann gets away": str(out.gets_away), "Ann falls": str(out.falls),
        "Ann fights instead and lives": str(out.stays),
    }  # fmt: skip
    assert str(away.odds[0].sums[0]).startswith("Check to break off: 6+ on 2d10, 90 %")


@pytest.mark.parametrize(("cap", "needed"), [(16, 6), (30, 7)])
def test_the_commander_helps_to_break_off_where_it_is_near(cap: float, needed: int) -> None:
    now = in_contact("bob")
    away = advised(action_question(now, "ann"), now, cap).rows[1]
    assert f": {needed}+ on 2d10" in str(away.odds[0].sums[0])


def test_out_of_contact_nothing_is_said_of_fights() -> None:
    now = state("ann cap*", "bob cy", Activated(model="ann"))
    assert {row.option for row in advised(action_question(now, "ann"), now).rows} <= {""}


def test_each_enemy_has_its_shortest_charge_and_whether_it_is_within_a_rush() -> None:
    now = state("ann:veteran cap*", "bob:brute cy:shield")
    table = parse(
        TABLE.format(cap=16).replace("bob blue 25.4mm at 11,10", "bob blue 25.4mm at 15,10").replace("10,11", "10,40")
    )
    names = BOOKS.usual.phrases.build_names(now, {model: model.capitalize() for model in now.fighters})
    near, far = (row for row in advice(table, now, "ann", names).rows if row.group == CHARGE)
    assert (near.target, near.number, near.style) == ("bob", AdviceNumber(4.0, 10.0, "yes"), "plain")
    assert near.line == ((10.0, 10.0), (14.0, 10.0))
    assert (far.target, far.number, far.style) == ("cy", AdviceNumber(29.0, 10.0, "no"), "too_far")


def test_opponents_come_the_best_first() -> None:
    now = in_contact("bob", "cy")
    ask = Choose(seat="red", options=(Option("bob"), Option("cy")), **codes.OPPONENT("ann")._asdict())
    assert [row.option for row in advised(ask, now).rows] == ["cy", "bob"]


def test_before_initiative_each_side_reads_its_chance_with_the_penalty() -> None:
    now = state("ann cap*", "bob cy", Panicked(model="cap", why=""), first_turn_roll="both")
    game = play(now)
    with pytest.raises(Waiting):
        initiative(game)
    (row,) = advised(game.questions[0], now).rows
    # of the hundred throws 36 are red's, 55 blue's, and nine are rolled again
    assert shares(row.odds) == {"Red wins": "36/91", "Blue wins": "55/91"}
    assert [one.per_cent for one in row.odds] == [40, 60]
    assert str(row.odds[0].sums[0]) == "−1 Cap, the Commander, is panicked"


def test_the_weapons_expected_are_those_that_neither_side_would_change() -> None:
    now = in_contact("cy")
    weapons, odds = compute_expected_fight(now, "ann", "cy")
    for other in arms(now, "cy"):
        assert fight_odds(now, "ann", "cy", {**weapons, "cy": other}).gain >= odds.gain


def test_sums_tell_every_roll_of_a_shot_with_what_is_added_to_it() -> None:
    now = state("gus:gunner", "bob:brute")
    cannon = now["gus"].profile.weapons[0]
    odds = shot_odds(shot_attack(now, "gus", "bob", cannon, Shot(Band.SHORT, "solid", moved=True)), 3, str.capitalize)
    assert [str(line) for line in odds[2].sums] == [
        "To hit: 4+ on d10, 70 % (+6 SH, +1 size 4 and −1 moved)",
        "3 dice: 97 % that one hits",
        "Heavy armour: 7+ on d10, 40 % (+3 heavy armour (+3))",
        "Damage: 6+ on d10, 50 % (+6 ST and −6 T)",
        "Solid cover: 6+ on d10, 50 %",
        "Wounded once hit: 29 %",
        "Removed once wounded: under 1 %",
        "Removed: 3 wounds are left",
        "Not counted: panic of friends who see it, shock, half wounds, and evading a template",
    ]
    assert [one.share for one in odds[:1]] == ["973/1000"]


def test_only_what_is_certain_is_said_to_be() -> None:
    assert [per_cent(share) for share in map(Fraction, ("0", "1/999", "1/2", "999/1000", "1"))] == [0, 1, 50, 99, 100]
    assert [str(share_text(share)) for share in map(Fraction, ("0", "1/999", "2/5", "998/1000", "1"))] == [
        "0 %", "under 1 %", "40 %", "over 99 %", "100 %",
    ]  # fmt: skip


def test_a_chance_in_an_option_reads_in_per_cent_in_old_logs_too() -> None:
    assert str(reason("target.checked", model="bob", odds="18/25")) == "bob, after a command check (72 %)"
    assert [str(odds_text(odds)) for odds in ("1/200", "x", "1/0", "7/5")] == ["under 1 %", "x", "1/0", "7/5"]


@pytest.mark.parametrize(("cal", "tries"), [(0, 0), (1, 1), (2, 2)])
def test_a_panicked_model_reads_what_its_follow_up_actions_are_worth(cal: int, tries: int) -> None:
    now = state("ann cap*", "bob cy", Panicked(model="ann", why=""), Activated(model="ann"))
    now = now.replace_model("ann", profile=replace(now["ann"].profile, CAL=cal))
    game = play(now, {"ann": 30.0})
    with pytest.raises(Waiting):
        rally(game, "ann")
    ask = game.questions[0]
    names = BOOKS.usual.phrases.build_names(now, {})
    found = question_advice(parse(TABLE.format(cap=16)), now, json.loads(json.dumps(ask.record())), names)
    shown = [one.share for row in found.rows for one in row.odds] if found else []
    assert shown == [str(rally_odds(now, "ann", 1 + more)) for more in range(1, tries + 1)]


def alerted(now: Any, far: float) -> dict[str, AlertView]:
    """What Bob, on overwatch, is told of Ann, who walks about so far from him."""
    position = parse(f"model ann red 25.4mm at 10,10\nmodel bob blue 25.4mm at {10 + far},10\n")
    names = BOOKS.usual.phrases.build_names(now, {model: model.capitalize() for model in now.fighters})
    way = [(10.0, 10.0, 0.0), (10.0, 11.0, 0.0)]
    found = BOOKS.usual.facts.find_alerts("ann", now, position, way, names)
    return {alert.kind: alert for alert in found["blue"]}


@pytest.mark.parametrize("panicked", [False, True])
def test_the_watcher_reads_what_breaking_in_would_come_to(panicked: bool) -> None:
    events = [Panicked(model="bob", why="")] if panicked else []
    now = state("ann:trooper", "bob:shield", OrdersGiven(seat="blue", orders={"bob": "overwatch"}), *events)
    now = evolve(now, Activated(model="ann"))
    found = alerted(now, 8.0)
    rifle = now["bob"].profile.weapons[0]
    shot, charge = disruption_odds(now, "bob", "ann", rifle, Shot(Band.SHORT)), intercept_odds(now, "bob", "ann")
    assert shares(found["shot"].odds) == {
        "check": str(shot.check.odds),
        "hit": str(shot.hit),
        "remove": str(shot.kills(1)),
    }
    assert shares(found["charge"].odds) == {
        "check": str(charge.check.odds), "Ann falls": str(charge.target_falls), "Bob falls": str(charge.falls),
    }  # fmt: skip
    told = [str(line) for line in found["shot"].odds[1].sums]
    assert [line.startswith("Check to rally") for line in told[:1]] == [panicked]
    assert any(line.startswith("If it rallies: To hit: 5+") for line in told) == panicked
