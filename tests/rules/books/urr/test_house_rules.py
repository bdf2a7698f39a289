"""Every house rule changes an outcome: the same answers, the rule off and on."""

import dataclasses
from collections.abc import Callable
from typing import Any

import pytest
from siege import (
    ARCHERS,
    INFANTRY,
    MILITIA,
    UNDEAD,
    Queue,
    after,
    asked,
    attack,
    begun,
    defence,
    events,
    fighting,
    in_melee,
    play,
    playing,
    reach,
    setup,
    shot,
    units,
    wall,
)

from tablecam.rules.books.urr.rules.bombardment import arriving
from tablecam.rules.books.urr.rules.combat_events import (
    CombatEnded,
    FightPhaseClosed,
    HitsLost,
    HitTaken,
    RaidersAttached,
    RoundBegan,
    StancesTaken,
    UnitRolled,
)
from tablecam.rules.books.urr.rules.rounds import suffer, takers, to_roll
from tablecam.rules.books.urr.rules.rulebook import new_game
from tablecam.rules.books.urr.rules.siege_events import EngineShot, QuarterBurnt
from tablecam.rules.books.urr.rules.state import UrrHouseRules, UrrState
from tablecam.rules.books.urr.rules.tactical import burnt
from tablecam.rules.books.urr.wording.house_rule_labels import house_rules


def field(prince: list | None = None, urr: list | None = None, **more: Any) -> dict[str, Any]:
    return setup(prince or units(INFANTRY, "a1", "a2"), urr or units(INFANTRY, "b1", "b2"), **more)


def spread(**rules: Any) -> tuple[str, ...]:
    """b1 has lost a step in round 1; who may take the first hit of round 2?"""
    state = in_melee(fighting(field(**rules), ["a1", "a2"], ["b1", "b2"]))
    state = after(state, HitTaken(unit="b1"), FightPhaseClosed(phase="melee"), RoundBegan(round=2))
    state = in_melee(after(state, StancesTaken(stances={"b1": "defend", "b2": "defend", "a1": "attack"})))
    return takers(state, "blue")


def test_hit_spread() -> None:
    assert spread() == ("b2",)
    assert spread(hit_spread="phase") == ("b1", "b2")
    assert spread(hit_spread="free") == ("b1", "b2")
    # where the phase has its own losses, free is freer
    state = in_melee(fighting(field(hit_spread="phase"), ["a1"], ["b1", "b2"]))
    assert takers(after(state, HitTaken(unit="b1")), "blue") == ("b2",)
    state = in_melee(fighting(field(hit_spread="free"), ["a1"], ["b1", "b2"]))
    assert takers(after(state, HitTaken(unit="b1")), "blue") == ("b1", "b2")


def overkill(wasted: bool) -> UrrState:
    """Three hits on a unit of one step and one of four, the weak one first."""
    blue = [*units(INFANTRY, "b1", steps=1), *units(INFANTRY, "b2")]
    state = in_melee(fighting(field(urr=blue, dead_units_take_hits=wasted), ["a1"], ["b1", "b2"]))
    game = playing(
        after(state, UnitRolled(unit="a1", phase="melee", face=6, total=14, hits=3, against="blue")), *["b1"] * 3
    )
    suffer(game)
    return game.state


def test_dead_units_take_hits() -> None:
    assert overkill(wasted=False)["b2"].steps == 2
    assert overkill(wasted=True)["b2"].steps == 3


def test_ranged_zero() -> None:
    assert to_roll(fighting(field(), ["a1"], ["b1"])) == ()
    assert to_roll(fighting(field(ranged_zero="roll"), ["a1"], ["b1"])) == ("b1", "a1")


def test_undead_target() -> None:
    red, blue = [*units(UNDEAD, "dead"), {"id": "ogre", "people": "ogre"}], units(ARCHERS, "bows")
    assert "undead-target" not in shot(fighting(field(red, blue), ["dead", "ogre"], ["bows"]), "bows")
    state = fighting(field(red, blue, undead_target="any"), ["dead", "ogre"], ["bows"])
    assert shot(state, "bows")["undead-target"] == -1


def engine_game(faces: list[int], **rules: Any) -> Any:
    said = field(begins="bombardment", red={"engines": [{"id": "t1", "base": 9}]}, **wall(2), **rules)
    game = begun(said)
    answers = {"engine": "section:gate", "roll.engine": faces, "score.engine": 0}
    play(game, answers, until=lambda game: bool(events(game, EngineShot)))
    return events(game, EngineShot)[0].hits


def test_engine_hits() -> None:
    assert engine_game([5]) == 1
    assert engine_game([5], engine_hits="ladder") == 3


def test_engine_base() -> None:
    assert engine_game([2]) == 1
    # the table says 0, and a 2 misses
    assert engine_game([2], engine_base="umpire") == 0


def test_engine_wall() -> None:
    said = {"begins": "bombardment", "red": {"engines": [{"id": "t1"}]}, **wall(2)}
    for rule, needed in ((False, 3), (True, 5)):
        game = begun(field(engine_wall=rule, **said))
        play(game, {"engine": "section:gate"}, until=lambda game: game.open[0].ask.action == "roll.engine")
        assert asked(game, "roll.engine").check.lowest_pass == needed


def test_weapon_in_defence() -> None:
    blue = units(INFANTRY, "b1", weapon="excellent")
    assert defence(fighting(field(urr=blue), ["a1"], ["b1"]), "b1")["excellent-weapon"] == 2
    state = fighting(field(urr=blue, weapon_in_defence=False), ["a1"], ["b1"], b1="attack")
    assert "excellent-weapon" not in defence(state, "b1")
    assert attack(state, "b1")["excellent-weapon"] == 2


def armoured_attacker(**rules: Any) -> UrrState:
    state = in_melee(fighting(field(prince=units(INFANTRY, "a1", armour="good"), **rules), ["a1"], ["b1"]))
    game = playing(after(state, UnitRolled(unit="b1", phase="melee", face=6, total=10, hits=2, against="red")))
    suffer(game)
    return game.state


def test_armour_steps() -> None:
    assert armoured_attacker()["a1"].steps == 2
    assert armoured_attacker(armour_steps="always")["a1"].steps == 3


def test_rough_once() -> None:
    places = [{"id": "field", "ground": ["wood", "hill", "river"]}]
    state = fighting(field(places=places), ["a1"], ["b1"])
    assert sum(attack(state, "a1").values()) == -3
    state = fighting(field(places=places, rough_once=False), ["a1"], ["b1"])
    assert sum(attack(state, "a1").values()) == -4
    assert sum(defence(state, "b1").values()) == 4


def test_dwarf_ground() -> None:
    places, blue = [{"id": "field", "ground": ["dwarf-tunnel"]}], units(INFANTRY, "b1", people="gnome")
    for rule, human in (("any", 2), ("dwarves", 0)):
        state = fighting(field(urr=blue, places=places, dwarf_ground=rule), ["a1"], ["b1"])
        assert attack(state, "a1").get("dwarf-tunnel", 0) == human
        assert defence(state, "b1")["dwarf-tunnel"] == 2


def test_raiders_ranged() -> None:
    red = [*units(ARCHERS, "a1"), {"id": "knives", "raider": True}]
    for rule, added in ((False, None), (True, 1)):
        state = after(fighting(field(prince=red, raiders_ranged=rule), ["a1"], ["b1"]),
                      RaidersAttached(raiders="knives", unit="a1"))  # fmt: skip
        assert shot(state, "a1").get("raiders") == added


def burn(**rules: Any) -> list[tuple[float, float]]:
    state = new_game(field(blue={"food": 50, "gold": 30}, quarters=["q1", "q2"], **rules))
    found = []
    for quarter in ("q1", "q2"):
        food, gold = burnt(state)
        state = after(state, QuarterBurnt(quarter=quarter, food=food, gold=gold))
        found.append((food, gold))
    return found


def test_fire_stock() -> None:
    assert burn() == [(2.5, 1.5), (pytest.approx(2.375), pytest.approx(1.425))]
    assert burn(fire_stock="start") == [(2.5, 1.5), (2.5, 1.5)]
    assert burn(fire_stock="rounded") == [(2.0, 2.0), (2.0, 1.0)]


@pytest.mark.parametrize(("rule", "steps"), [("least", 2), ("exactly", 3)])
def test_zombie_steps(rule: str, steps: int) -> None:
    state = after(new_game(field(prince=units(UNDEAD, "dead", steps=2), zombie_steps=rule)))
    assert arriving(state, "dead") == steps


def test_urr_stance() -> None:
    red = units(INFANTRY, "a1", "a2")
    answers = {"combat.place": "field", "red muster": ["a1", "a2"], "blue muster": ["b1"]}
    game = begun(field(prince=red, urr_stance="unit"))
    play(game, answers, until=lambda game: game.open[0].ask.action == "stances")
    question = asked(game, "stances")
    assert question.secret
    stances = {"red stances": {"a1": "attack", "a2": "defend"}, "blue stances": {"b1": "defend"}}
    play(game, stances, until=lambda game: bool(events(game, StancesTaken)))
    assert events(game, StancesTaken)[0].stances == {"b1": "defend", "a1": "attack", "a2": "defend"}
    # by side nobody could have said this
    game = begun(field(prince=red))
    play(game, answers, until=lambda game: game.open[0].ask.action == "stance")
    assert asked(game, "stance").verb == "choose"


def test_urr_rounds() -> None:
    answers = {"combat.place": "no-more", "red muster": ["a1"], "blue muster": ["b1"], "red stance": "attack",
               "blue stance": "defend", "roll.attack": [1], "roll.defence": [1], "fight-on": False,
               "red ending": False, "blue ending": False}  # fmt: skip
    for rule, rounds in ((0, 1), (3, 3)):
        game = begun(field(urr_rounds=rule, weeks=1, places=[{"id": "field"}]))
        play(game, {**answers, "red combat.place": Queue(["field", "no-more"])})
        assert len(events(game, RoundBegan)) == rounds


@pytest.mark.parametrize(
    ("rule", "closed", "free"), [("any", {"field": ""}, ["a1", "a2"]), ("once", {"field": "fought-there"}, ["a2"])]
)
def test_fights_per_turn(rule: str, closed: dict[str, str], free: list[str]) -> None:
    """UR-40: the units of a combat may fight again in the same tactical turn, and at the same place."""
    game = begun(field(urr_rounds=1, places=[{"id": "field"}, {"id": "ford"}], fights_per_turn=rule))
    fight = {"combat.place": "field", "red muster": ["a1"], "blue muster": ["b1"], "stance": "defend",
             "red stance": "defend", "blue stance": "defend"}  # fmt: skip
    play(game, fight, until=lambda game: bool(events(game, CombatEnded)))
    places = {option.id: option.why_not for option in asked(game, "combat.place").options}
    assert {place: getattr(why, "code", "") for place, why in places.items()} == {
        "field": "", "ford": "", "no-more": "", **closed,
    }  # fmt: skip
    reach(game, "muster", {"combat.place": "ford"})
    assert [option.id for option in asked(game, "muster").options] == free


CHECKED: tuple[Callable[..., None], ...] = (
    test_hit_spread, test_dead_units_take_hits, test_ranged_zero, test_undead_target, test_engine_hits,
    test_engine_base, test_engine_wall, test_weapon_in_defence, test_armour_steps, test_rough_once, test_dwarf_ground,
    test_raiders_ranged, test_fire_stock, test_zombie_steps, test_urr_stance, test_urr_rounds,
    test_fights_per_turn,
)  # fmt: skip


def test_every_house_rule_has_its_test_and_its_words() -> None:
    keys = {each.name for each in dataclasses.fields(UrrHouseRules)}
    assert {check.__name__.removeprefix("test_") for check in CHECKED} == keys
    assert {each.key for each in house_rules()} == keys
    for each in house_rules():
        assert set(each.words) == set(each.options)
        assert str(each.title)
        assert str(each.says)


def test_hits_that_nobody_is_left_to_take_are_lost() -> None:
    state = in_melee(fighting(field(urr=units(MILITIA, "b1", steps=1)), ["a1"], ["b1"]))
    game = playing(after(state, UnitRolled(unit="a1", phase="melee", face=6, total=14, hits=3, against="blue")))
    suffer(game)
    assert [each for each in game.told if isinstance(each, HitsLost)] == [HitsLost(party="blue", hits=2)]
