"""One test a row of the modifier tables: walls, ground, weapons, armour, undead, magic, stars."""

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
    play,
    setup,
    shot,
    units,
    wall,
)

from tablecam.game.log import AskLine
from tablecam.rules.books.urr.rules.combat_events import CombatBegan, HitTaken, UnitEliminated, UnitRolled
from tablecam.rules.books.urr.rules.pieces import UNDEAD_COMPANY, good_company
from tablecam.rules.books.urr.rules.rounds import all_fallen, is_armoured
from tablecam.rules.books.urr.rules.rulebook import new_game
from tablecam.rules.books.urr.rules.siege_events import BerserkWent, UndeadWentBerserk


def field(*ground: str, **more) -> dict:
    return setup(units(INFANTRY, "a1"), units(INFANTRY, "b1"), places=[{"id": "field", "ground": list(ground)}], **more)


def storm(strength: int, ground: tuple[str, ...] = ()) -> dict:
    said = setup([*units(INFANTRY, "a1"), *units(ARCHERS, "bows")], units(MILITIA, "b1"), **wall(strength))
    said["places"][0]["ground"] = list(ground)
    return said


@pytest.mark.parametrize("strength", [1, 2, 3, 4])
def test_ur_14_shooting_from_a_wall_adds_its_strength(strength: int) -> None:
    assert shot(fighting(storm(strength), ["bows"], ["b1"], "storm"), "b1")["from-wall"] == strength


@pytest.mark.parametrize("strength", [1, 2, 3, 4])
def test_ur_15_shooting_at_a_wall_takes_its_strength_off(strength: int) -> None:
    assert shot(fighting(storm(strength), ["bows"], ["b1"], "storm"), "bows")["to-wall"] == -strength


@pytest.mark.parametrize(
    ("people", "bow", "added"),
    [("human", "excellent", 2), ("human", "good", None), ("elf", "excellent", None), ("human", "", None)],
)
def test_ur_16_excellent_bows_add_two_which_elves_have_already(people: str, bow: str, added: int | None) -> None:
    said = setup(units(ARCHERS, "bows", people=people, bow=bow), units(INFANTRY, "b1"))
    assert shot(fighting(said, ["bows"], ["b1"]), "bows").get("excellent-bow") == added


def test_ur_17_shooting_at_undead_is_one_less() -> None:
    said = setup([*units(UNDEAD, "dead"), {"id": "ogre", "people": "ogre"}], units(ARCHERS, "bows"))
    assert shot(fighting(said, ["dead"], ["bows"]), "bows")["undead-target"] == -1
    assert "undead-target" not in shot(fighting(said, ["dead", "ogre"], ["bows"]), "bows")
    assert "undead-target" not in attack(fighting(said, ["dead"], ["bows"]), "bows")


@pytest.mark.parametrize(
    ("ground", "expected"),
    [
        (("wood",), {"rough": -1}), (("wood", "city", "bog", "hill"), {"rough": -1}), (("river",), {"river": -2}),
        (("dwarf-hill",), {"dwarf-hill": 1}), (("dwarf-tunnel",), {"dwarf-tunnel": 2}),
        (("wood", "river"), {"rough": -1, "river": -2}),
    ],
)  # fmt: skip
def test_ur_18_ground_in_attack(ground: tuple[str, ...], expected: dict) -> None:
    assert attack(fighting(field(*ground), ["a1"], ["b1"]), "a1", 4) == {"melee": 4, **expected}


def test_ur_18_a_wall_in_a_wood_costs_both() -> None:
    found = attack(fighting(storm(2, ("wood",)), ["a1"], ["b1"], "storm"), "a1", 4)
    assert found == {"melee": 4, "storming": -2, "rough": -1}
    assert sum(found.values()) - 4 == -3


@pytest.mark.parametrize(("weapon", "added"), [("good", 1), ("excellent", 2)])
def test_ur_18_weapons_in_attack(weapon: str, added: int) -> None:
    said = setup(units(INFANTRY, "a1", weapon=weapon), units(INFANTRY, "b1"))
    assert attack(fighting(said, ["a1"], ["b1"]), "a1")[f"{weapon}-weapon"] == added


@pytest.mark.parametrize(
    ("ground", "expected"),
    [
        (("wood",), {"rough": 1}), (("wood", "city", "bog", "hill"), {"rough": 1}), (("river",), {"river": 2}),
        (("dwarf-hill",), {"dwarf-hill": 1}), (("dwarf-tunnel",), {"dwarf-tunnel": 2}),
    ],
)  # fmt: skip
def test_ur_19_ground_in_defence(ground: tuple[str, ...], expected: dict) -> None:
    assert defence(fighting(field(*ground), ["a1"], ["b1"]), "b1", 4) == {"melee": 4, **expected}


def test_ur_19_a_wall_in_a_wood_helps_twice() -> None:
    found = defence(fighting(storm(2, ("wood",)), ["a1"], ["b1"], "storm"), "b1", 2)
    assert found == {"melee": 2, "on-wall": 2, "rough": 1}


@pytest.mark.parametrize(("weapon", "added"), [("good", 1), ("excellent", 2)])
def test_ur_19_weapons_in_defence(weapon: str, added: int) -> None:
    said = setup(units(INFANTRY, "a1"), units(INFANTRY, "b1", weapon=weapon))
    assert defence(fighting(said, ["a1"], ["b1"]), "b1")[f"{weapon}-weapon"] == added


@pytest.mark.parametrize(("armour", "steps"), [("good", 1), ("excellent", 2)])
def test_ur_20_armour_is_lost_first_and_counts_in_defence(armour: str, steps: int) -> None:
    said = setup(units(INFANTRY, "a1"), units(INFANTRY, "b1", armour=armour))
    state = fighting(said, ["a1"], ["b1"])
    assert state["b1"].armour == steps
    assert is_armoured(state, "b1")
    assert not is_armoured(fighting(said, ["a1"], ["b1"], b1="attack"), "b1")
    state = after(state, *[HitTaken(unit="b1", armour=True)] * steps)
    assert (state["b1"].armour, state["b1"].steps) == (0, 4)


def test_ur_20_who_has_only_armour_left_is_out_when_it_stops_defending() -> None:
    said = setup(units(INFANTRY, "a1"), units(INFANTRY, "b1", armour="good"))
    state = after(fighting(said, ["a1"], ["b1"]), *[HitTaken(unit="b1")] * 4)
    assert state["b1"].standing
    assert all_fallen(state) == ()
    assert all_fallen(state.with_combat(stances={"b1": "attack"})) == ("b1",)
    assert all_fallen(after(state, UnitEliminated(unit="a1")).with_combat(stances={})) == ("b1",)


@pytest.mark.parametrize(("quality", "weapon", "armour"), [("good", 0, 0), ("excellent", 1, 1)])
def test_ur_20_dwarves_have_good_weapons_and_armour_already(quality: str, weapon: int, armour: int) -> None:
    said = setup(units(INFANTRY, "a1", people="dwarf", weapon=quality, armour=quality), units(INFANTRY, "b1"))
    state = fighting(said, ["a1"], ["b1"])
    assert attack(state, "a1").get(f"{quality}-weapon", 0) == weapon
    assert state["a1"].armour == armour


def test_ur_21_who_may_stand_with_undead() -> None:
    assert good_company(UNDEAD_COMPANY)
    assert good_company(("human", "elf", "ogre"))
    assert not good_company(("undead", "human"))


def berserk_setup() -> dict:
    dead = [*units(UNDEAD, "dead"), {"id": "master", "steps": 1, "melee": 4, "necromancer": True}]
    return setup([*dead, *units(INFANTRY, "a1")], units(INFANTRY, "b1", "b2"), urr_rounds=1, weeks=1)


def test_ur_21_undead_without_the_grand_necromancer_attack_the_nearest_living_unit() -> None:
    game = begun(berserk_setup())
    answers = {
        "combat.place": "field", "red muster": ["master"], "blue muster": ["b1"], "red stance": "attack",
        "blue stance": "attack", "roll.attack": [6], "blue fight-on": False, "no-more": "no-more",
    }  # fmt: skip
    play(game, answers, until=lambda game: bool(events(game, UndeadWentBerserk)))
    assert game.state["dead"].berserk
    assert game.state.standing("red") == ("a1",)
    play(game, {"combat.place": "no-more"}, until=lambda game: any(each.ask.verb == "ranges" for each in game.open))
    ranges = game.open[0].ask
    assert (ranges.model, set(ranges.others)) == ("dead", {"a1", "b1", "b2"})
    game.answer({"a1": 3.0, "b1": 9.0, "b2": 20.0}, question=game.open[0].line, by="table")
    assert events(game, BerserkWent) == [BerserkWent(unit="dead", target="a1")]
    assert events(game, CombatBegan)[-1] == CombatBegan(place="", by="berserk", against="red")
    play(game, {"red stance": "defend", "roll.attack": [6], "roll.defence": [1]})
    # undead attack their own former side: 3 and a 6 are one hit
    assert game.state["a1"].steps == 3
    assert events(game, UnitRolled)[-1].against == "red"


@pytest.mark.parametrize("added", [-2, 3])
def test_ur_37_what_magic_adds_the_table_says(added: int) -> None:
    said = setup([{"id": "witch", "melee": 2, "magic": True}], units(INFANTRY, "b1"))
    game = begun(said)
    answers = {"combat.place": "field", "red muster": ["witch"], "blue muster": ["b1"], "red stance": "attack",
               "blue stance": "defend"}  # fmt: skip
    play(game, answers, until=lambda game: any(each.ask.action == "magic" for each in game.open))
    assert "UR-37" in str(asked(game, "magic").clause)
    assert asked(game, "magic").seat is None
    play(game, {"magic": added, "roll.attack witch": [4], "roll.defence b1": [1]},
         until=lambda game: bool(events(game, UnitRolled)))  # fmt: skip
    assert next(each for each in events(game, UnitRolled) if each.unit == "witch").total == 2 + added + 4


def test_ur_41_a_star_is_asked_each_time() -> None:
    said = setup([{"id": "witch", "melee": "?", "ranged": "?"}], units(INFANTRY, "b1"), urr_rounds=2, weeks=1)
    game = begun(said)
    answers = {"red combat.place": Queue(["field", "no-more"]), "combat.place": "no-more", "red muster": ["witch"],
               "blue muster": ["b1"], "red stance": "attack", "blue stance": "defend", "score.ranged": 5,
               "score.melee": 0, "roll.ranged witch": [1], "roll.attack witch": [1], "roll.defence b1": [1],
               "hit blue": "b1"}  # fmt: skip
    play(game, answers)
    scores = [line.ask["action"] for line in game.log.lines if isinstance(line, AskLine)]
    assert scores.count("score.ranged") == scores.count("score.melee") == 2
    assert [each.total for each in events(game, UnitRolled) if each.unit == "witch"] == [6, 1, 6, 1]


def test_a_wall_helps_nobody_where_both_stand_on_it() -> None:
    """UR-08: a fight on top of the wall."""
    said = setup(units(INFANTRY, "a1"), units(INFANTRY, "b1"), sections=[{"id": "gate"}],
                 places=[{"id": "top", "kind": "rampart", "section": "gate"}])  # fmt: skip
    state = fighting(said, ["a1"], ["b1"], "top")
    assert attack(state, "a1", 4) == defence(state, "b1", 4) == {"melee": 4}
    assert new_game(said).sections["gate"].strength == 4
