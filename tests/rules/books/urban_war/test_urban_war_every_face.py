"""Every closed form against the rules themselves, played with every face of every die: equal as fractions."""

from dataclasses import replace
from fractions import Fraction
from typing import Any

import pytest
from every_face import Ended, every_face
from hypothesis import given, settings
from hypothesis import strategies as st
from skirmish import state

from tablecam.rules.ask import Ask
from tablecam.rules.books.urban_war.rules.action_events import Activated, Panicked, Rallied
from tablecam.rules.books.urban_war.rules.actions import break_off
from tablecam.rules.books.urban_war.rules.attack_events import (
    Attacked,
    Charged,
    CombatDecided,
    Engaged,
    FoughtBack,
)
from tablecam.rules.books.urban_war.rules.attack_events import Disengaged as Away
from tablecam.rules.books.urban_war.rules.cards import Band, Figures, Shot, Tag, Weapon
from tablecam.rules.books.urban_war.rules.chances import OtherTarget, find_inspiration, shot_attack
from tablecam.rules.books.urban_war.rules.check_chances import (
    disruption_odds,
    initiative_odds,
    intercept_odds,
    rally_odds,
)
from tablecam.rules.books.urban_war.rules.close_combat import fight
from tablecam.rules.books.urban_war.rules.combat_chances import break_off_odds, charge_odds, fight_odds
from tablecam.rules.books.urban_war.rules.morale import rally
from tablecam.rules.books.urban_war.rules.overwatch import Reaction, react
from tablecam.rules.books.urban_war.rules.shooting import shoot
from tablecam.rules.books.urban_war.rules.state import State
from tablecam.rules.books.urban_war.rules.target_priority import TargetView, priority
from tablecam.rules.books.urban_war.rules.targeting import take_shot
from tablecam.rules.books.urban_war.rules.turn import initiative
from tablecam.rules.books.urban_war.rules.turn_events import OrdersGiven, RolledOff
from tablecam.rules.event import Event, evolve
from tablecam.rules.facts import Fact
from tablecam.rules.outlook import play_out
from tablecam.rules.play import Play

FEW = settings(max_examples=2)
RED, BLUE = "ann", "bob"
INCHES = {Band.SHORT: 10.0, Band.MEDIUM: 20.0, Band.LONG: 30.0}
# a wall or a crate that hides two fifths, far enough from the shooter to count
HIDING = {
    "": [],
    **{
        it: [{"name": "it", "kind": "terrain", "material": it, "distance_in": 5.0, "hidden": 0.4}]
        for it in ("solid", "flimsy")
    },
}

figures = st.builds(
    Figures, to_hit=st.integers(-2, 2), strength=st.integers(1, 8), adds=st.booleans(),
    shots=st.integers(1, 2), dice=st.integers(1, 2),
)  # fmt: skip
# every die more makes the rules' own way several times longer: blows of two dice each are among the cards below
blows = st.builds(Figures, to_hit=st.integers(-2, 2), strength=st.integers(1, 8), adds=st.booleans())
weapons = st.builds(
    Weapon, name=st.just("thing"), contact=blows, short=figures, medium=figures, long=figures, FS=st.integers(0, 3)
)
tags = st.tuples(
    st.sampled_from([(), (Tag("heavy armour", 2),), (Tag("heavy armour", 5),)]),
    st.sampled_from([(), (Tag("battleshield"),)]),
    st.sampled_from([(), (Tag("high morale"),)]),
).map(lambda found: sum(found, ()))
stats = st.fixed_dictionaries(
    {name: st.integers(2, 8) for name in ("AS", "SH", "ST", "T", "CD", "FS")}
    | {"SZ": st.integers(2, 4), "CAL": st.integers(0, 2), "W": st.integers(1, 3)}
    | {"weapons": weapons.map(lambda it: (it,)), "tags": tags}
)  # fmt: skip
rules = st.fixed_dictionaries(
    {},
    optional={
        "armoured_hits_count": st.booleans(), "save_automatics": st.booleans(), "cc_weapon_modifier": st.booleans(),
        "tables_or_formulas": st.sampled_from(["tables", "formulas"]),
        "cc_strength": st.sampled_from(["weapon", "model"]),
        "panicked_state": st.sampled_from(["now", "activation"]), "breakoff_panic": st.booleans(),
        "fight_back_same_enemy": st.booleans(), "breakoff_strikers": st.sampled_from(["all", "one"]),
    },
)  # fmt: skip


def told(now: State, *events: Event) -> State:
    for event in events:
        now = evolve(now, event)
    return now


def armed(now: State, **models: dict[str, Any]) -> State:
    """With other profiles; who has several wounds has all of them."""
    for model, changed in models.items():
        now = now.replace_model(model, profile=replace(now[model].profile, **changed), wounds=changed["W"])
    return now


def table(inches: float = 10.0, cover: str = "", touching: tuple[str, ...] = ()) -> Any:
    """A table on which everybody is so far from everybody else, and hidden so."""

    def answer(question: Ask[Any]) -> Any:
        match type(question).__name__:
            case "Ranges":
                return dict.fromkeys(question.others, inches)
            case "Look":
                return {target: {"visible": 0.6, "obstructions": HIDING[cover]} for target in question.targets}
            case "Move" | "Halted":
                return 1.0
            case "Touch" | "Contact":
                return list(touching)
            case "Confirm":
                return False
        return next(option.id for option in question.options if option.open)

    return answer


def lost(game: Play[State], model: str, before: State) -> int:
    return before[model].wounds - game.state[model].wounds


@FEW
@given(stats, stats, rules, st.sampled_from(list(INCHES)), st.sampled_from(list(HIDING)), st.booleans(), st.booleans())
def test_a_shot(
    one: dict[str, Any], two: dict[str, Any], said: dict[str, Any], band: Band, cover: str, moved: bool, panicked: bool
) -> None:
    now = armed(state(**said), ann=one, bob=two)
    now = told(now, *([Panicked(model=RED, why="")] if panicked else []), Activated(model=RED))
    shot, weapon = Shot(band, cover, moved=moved), now[RED].profile.weapons[0]
    attack = shot_attack(now, RED, BLUE, weapon, shot)
    ended = every_face(now, evolve, lambda game: shoot(game, RED, BLUE, weapon, shot), table())
    assert ended.of(has_hit) == attack.hit
    assert ended.by(lambda game: lost(game, BLUE, now)) == by_wounds(attack)


@pytest.mark.slow
@pytest.mark.parametrize(
    ("target", "said"),
    [
        (BLUE, {}),
        ("cy", {"split_shots": True, "lost_shot": "action"}),
        pytest.param("cy", {}, marks=pytest.mark.long),
        pytest.param("cy", {"split_shots": True}, marks=pytest.mark.long),
    ],
)
def test_naming_a_target_the_check_that_it_takes_and_the_shot(target: str, said: dict[str, Any]) -> None:
    """Bob is nearest and has cover; the gunner fires two shots at medium range."""
    now = told(state("ann:gunner dan*", "bob cy:giant", **said), Activated(model=RED))
    now = now.replace_model("cy", wounds=1)
    views = {
        enemy: TargetView(Fact(inches), Band.MEDIUM, True, "solid") for enemy, inches in ((BLUE, 14.0), ("cy", 22.0))
    }
    other = None if target == BLUE else OtherTarget(priority(now, RED, views), find_inspiration(now, RED))
    attack = shot_attack(now, RED, target, now[RED].profile.weapons[0], Shot(Band.MEDIUM, "solid"), other)
    usual = table(cover="solid")

    def answer(question: Ask[Any]) -> Any:
        match type(question).__name__:
            case "Ranges":
                near = question.model != RED or "dan" in question.others
                return {other: 5.0 if near else {BLUE: 14.0, "cy": 22.0}[other] for other in question.others}
            case "Choose":
                options = [option.id for option in question.options if option.open]
                return next(option for option in (target, "cannon", "nobody") if option in options)
        return usual(question)

    ended = every_face(now, evolve, lambda game: take_shot(game, RED), answer)
    assert ended.of(has_hit) == attack.hit
    assert ended.of(lambda game: not game.state[target].alive) == attack.kills(now[target].wounds)


@pytest.mark.parametrize("wounds", [1, 2, 3])
def test_two_shots_in_a_row(wounds: int) -> None:
    now = state("ann", "bob").replace_model(BLUE, wounds=wounds)
    weapon, shot = now[RED].profile.weapons[0], Shot(Band.SHORT)

    def twice(game: Play[State]) -> None:
        shoot(game, RED, BLUE, weapon, shot)
        if game.state[BLUE].alive:
            shoot(game, RED, BLUE, weapon, shot)

    ended = every_face(now, evolve, twice, table())
    outlook = play_out(evolve, now, twice, answer=lambda ask, _state: table()(ask))
    assert ended.by(lambda game: game.state[BLUE].wounds) == outlook.spread(lambda end: end.state[BLUE].wounds).chances


def has_hit(game: Play[State]) -> bool:
    return any(getattr(event, "hits", 0) for event in game.told)


def by_wounds(odds: Any) -> dict[int, Fraction]:
    return dict(odds.ends.map(lambda it: it[1]).chances)


@pytest.mark.slow
@FEW
@given(stats, stats, rules, st.booleans(), st.booleans(), st.sets(st.sampled_from([RED, BLUE])))
def test_a_fight_with_first_strike_and_fighting_back(
    one: dict[str, Any], two: dict[str, Any], said: dict[str, Any], charges: bool, before: bool, panicked: set[str]
) -> None:
    """Armour, battleshields, charges and panic; before: somebody has fought the defender already this turn."""
    now = armed(state("ann", "bob", **said), ann=one, bob=two)
    now = told(now, *(Panicked(model=model, why="") for model in sorted(panicked - {RED} if charges else panicked)))
    now = told(
        now, Activated(model=RED), *([Attacked(attacker="x", defender=BLUE, fights_back=True)] if before else [])
    )
    odds = (
        charge_odds(now, RED, BLUE)
        if charges
        else fight_odds(told(now, Engaged(model=RED, enemies=(BLUE,))), RED, BLUE)
    )
    now = told(now, Engaged(model=RED, enemies=(BLUE,)), *([Charged(models=(RED,))] if charges else []))
    compared(now, odds, every_face(now, evolve, lambda game: fight(game, RED, BLUE), table()))


@pytest.mark.slow
@pytest.mark.parametrize("charges", [False, True])
@pytest.mark.parametrize(("card", "enemy"), [("plain", "shield"), ("plain", "brute"), ("jumper", "plain")])
def test_a_fight_of_cards_with_armour_battleshield_and_several_blows(card: str, enemy: str, charges: bool) -> None:
    now = told(state(f"ann:{card}", f"bob:{enemy}"), Activated(model=RED))
    odds = charge_odds(now, RED, BLUE) if charges else None
    now = told(now, Engaged(model=RED, enemies=(BLUE,)), *([Charged(models=(RED,))] if charges else []))
    odds = odds or fight_odds(now, RED, BLUE)
    compared(now, odds, every_face(now, evolve, lambda game: fight(game, RED, BLUE), table()))


def compared(now: State, odds: Any, ended: Ended, chance: Fraction = Fraction(1)) -> None:
    """The fight's odds, once it comes to the fight, with what the rules came to. chance: that it comes to it."""
    one, two = odds.attacker, odds.defender
    assert ended.of(lambda game: not game.state[two].alive) == chance * odds.defender_falls
    assert ended.of(lambda game: not game.state[one].alive) == chance * odds.attacker_falls
    assert ended.of(lambda game: not game.state[one].alive and not game.state[two].alive) == chance * odds.both_fall
    for model in (one, two):
        assert ended.of(lambda game, model=model: has_lost(game, model)) == chance * odds.loses(model)
    fought = {
        key: weight
        for key, weight in ended.by(lambda game: (lost(game, one, now), lost(game, two, now))).items()
        if any(key)
    }
    assert fought == {key: chance * weight for key, weight in odds.wounds.chances.items() if any(key)}


def has_lost(game: Play[State], model: str) -> bool:
    return any(isinstance(event, CombatDecided) and event.loser == model for event in game.told)


@pytest.mark.slow
@FEW
@given(stats, stats, rules)
def test_an_intercept_charge(one: dict[str, Any], two: dict[str, Any], said: dict[str, Any]) -> None:
    now = armed(state(**said), ann=one, bob=two)
    now = told(now, OrdersGiven(seat="blue", orders={BLUE: "overwatch"}), Activated(model=RED))
    odds = intercept_odds(now, BLUE, RED)
    ended = every_face(now, evolve, lambda game: react(game, Reaction(BLUE, "charge")), table(2.0, touching=(RED,)))
    compared(now, odds.fight, ended, odds.fight_chance)
    assert ended.of(lambda game: any(isinstance(event, Attacked) for event in game.told)) == odds.fight_chance


@pytest.mark.slow
@FEW
@given(stats, stats, rules, st.booleans(), st.booleans())
def test_a_disruption_shot_of_a_model_that_may_have_to_rally_first(
    one: dict[str, Any], two: dict[str, Any], said: dict[str, Any], panicked: bool, commander: bool
) -> None:
    red, blue = "ann", "bob cy*" if commander else "bob cy"
    now = armed(state(red, blue, **said), ann=one, bob=two)
    now = told(now, OrdersGiven(seat="blue", orders={BLUE: "overwatch"}), Activated(model=RED))
    now = told(now, Panicked(model=BLUE, why="")) if panicked else now
    inches, band = (8.0, Band.SHORT) if commander else (20.0, Band.MEDIUM)
    odds = disruption_odds(
        now,
        BLUE,
        RED,
        now[BLUE].profile.weapons[0],
        Shot(band, "flimsy"),
        find_inspiration(now, BLUE),
    )
    ended = every_face(now, evolve, lambda game: react(game, Reaction(BLUE, "shot")), table(inches, "flimsy"))
    assert ended.by(lambda game: lost(game, RED, now)) == by_wounds(odds)
    assert ended.of(lambda game: not game.state[RED].alive) == odds.kills(now[RED].wounds)


@pytest.mark.slow
@FEW
@given(stats, stats, stats, rules, st.booleans(), st.sampled_from(["nobody", RED, "dan"]))
def test_breaking_off_and_surviving_it(
    one: dict[str, Any], two: dict[str, Any], three: dict[str, Any], said: dict[str, Any], several: bool, before: str
) -> None:
    """before: who has fought Bob already in this turn, so that he strikes no more, or not as the house plays."""
    now = armed(state("ann", "bob cy", **said), ann=one, bob=two, cy=three)
    enemies = (BLUE, "cy") if several else (BLUE,)
    now = told(now, Activated(model=RED), Engaged(model=RED, enemies=enemies))
    now = told(now, *([FoughtBack(model=BLUE, enemy=before)] if before != "nobody" else []))
    odds = break_off_odds(now, RED)
    usual = table()

    def answer(question: Ask[Any]) -> Any:
        return next(iter(odds.strikes)) if question.action == "break-off.striker" else usual(question)

    ended = every_face(now, evolve, lambda game: break_off(game, RED), answer)
    left = ended.of(lambda game: any(isinstance(event, Away) for event in game.told))
    assert left == odds.gets_away
    assert ended.of(lambda game: not game.state[RED].alive) == odds.falls
    assert 1 - left - odds.falls == odds.stays
    assert ended.of(lambda game: not game.state[BLUE].alive) == odds.enemy_falls


@pytest.mark.parametrize("tie", ["after", "before"])
@pytest.mark.parametrize("lost_by", [(), ("red",), ("blue",), ("red", "blue")])
def test_initiative_with_a_penalty(lost_by: tuple[str, ...], tie: str) -> None:
    now = state("ann*", "bob*", initiative_tie=tie)
    now = told(now, *(Panicked(model={"red": RED, "blue": BLUE}[side], why="") for side in lost_by))
    ended = every_face(
        now, evolve, initiative, table(), void=lambda event: isinstance(event, RolledOff) and not event.winner
    )
    first = ended.of(lambda game: game.state.first == "red")
    assert initiative_odds(now) == {"red": first, "blue": 1 - first}


@pytest.mark.parametrize("stat", [1, 4, 8])
@pytest.mark.parametrize("commander", [False, True])
def test_a_rally_with_a_second_try_in_a_follow_up_action(stat: int, commander: bool) -> None:
    now = told(state("ann cy*" if commander else "ann"), Panicked(model=RED, why=""))
    now = now.replace_model(RED, profile=replace(now[RED].profile, CD=stat, CAL=1))

    def two_actions(game: Play[State]) -> None:
        rally(game, RED)
        rally(game, RED)

    ended = every_face(now, evolve, two_actions, table(8.0))
    rallied = ended.of(lambda game: any(isinstance(event, Rallied) for event in game.told))
    assert rallied == rally_odds(now, RED, 2, find_inspiration(now, RED))
