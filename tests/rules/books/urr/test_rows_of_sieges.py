"""One test a row of sieges: walls, engines, breaches, what comes over the wall, fires, weeks."""

import pytest
from siege import (
    ARCHERS,
    INFANTRY,
    MILITIA,
    NOTHING,
    UNDEAD,
    Queue,
    after,
    asked,
    attack,
    begun,
    events,
    play,
    reach,
    setup,
    units,
    wall,
)

from tablecam.rules.ask import IllegalAnswer
from tablecam.rules.books.urr.force_files import build_game_setup
from tablecam.rules.books.urr.rules.combat_events import (
    BreachEntered,
    CombatBegan,
    CombatEnded,
    HitTaken,
    PlaceTaken,
    RoundBegan,
    UnitRolled,
)
from tablecam.rules.books.urr.rules.rulebook import TODAY, new_game
from tablecam.rules.books.urr.rules.siege_events import (
    EngineShot,
    FireDoused,
    FireFought,
    FireSet,
    PlayEnded,
    QuarterBurnt,
    TacticalTurnSkipped,
    UndeadHurled,
)
from tablecam.rules.books.urr.rules.state import SECTIONS, UrrPhase, WallSection, count_hits_to_strength
from tablecam.rules.books.urr.rules.week_events import EngineDamaged, ProjectDone, WallSapped, WeekBegan, WeekPhaseBegan

TREBUCHETS = {"engines": [{"id": "t1", "dice": 2}, {"id": "t2"}], "food": 1}


def siege(**more) -> dict:
    """A host with two trebuchets before a wall of strength 2, beginning with the trebuchet phase."""
    prince = [*units(INFANTRY, "a1"), *units(UNDEAD, "dead")]
    urr = [*units(INFANTRY, "b1", "b2"), *units(MILITIA, "b3")]
    usual = {"red": TREBUCHETS, "blue": {"food": 100, "gold": 40}, "begins": "bombardment", **wall(2)}
    return setup(prince, urr, **{**usual, **more})


def test_ur_22_each_section_has_its_own_strength_of_eight_outer_and_four_inner() -> None:
    assert SECTIONS == {"outer": 8, "inner": 4}
    sections = [{"id": "o1"}, {"id": "o2", "strength": 3}, {"id": "i1", "ring": "inner"}]
    state = new_game(siege(sections=sections))
    assert {name: each.strength for name, each in state.sections.items()} == {"o1": 4, "o2": 3, "i1": 3}
    state = after(state, EngineShot(engine="t1", section="o1", faces=(6,), hits=1))
    assert (state.sections["o1"].strength, state.sections["o2"].strength) == (3, 3)


@pytest.mark.parametrize(("ring", "strengths"), [("outer", [4, 3, 3, 2, 2, 2, 2, 1, 1]), ("inner", [3, 2, 2, 2, 1, 1])])
def test_ur_23_sections_fall_from_the_top_and_never_below_one(ring: str, strengths: list[int]) -> None:
    state = new_game(siege(sections=[{"id": "gate", "ring": ring}]))
    found = []
    for _hit in strengths:
        found.append(state.sections["gate"].strength)
        state = after(state, EngineShot(engine="t1", section="gate", faces=(6,), hits=1))
    assert found == strengths
    assert state.sections["gate"].hits == len(strengths) - 2
    assert count_hits_to_strength("outer", 2) == 3


@pytest.mark.parametrize(("faces", "hits"), [([1, 2], 0), ([2, 3], 1), ([3, 6], 2)])
def test_ur_24_three_or_more_is_a_hit_on_the_section(faces: list[int], hits: int) -> None:
    game = begun(siege())
    play(game, {"engine t1": "section:gate", "roll.engine": faces}, until=lambda game: bool(events(game, EngineShot)))
    assert events(game, EngineShot)[0].hits == hits
    assert game.state.sections["gate"].left == 4 - hits


def test_ur_24_a_score_is_added_and_raid_damage_taken_off() -> None:
    game = begun(siege(red={"engines": [{"id": "dragon", "kind": "dragon", "base": 3}]}))
    game.correct(EngineDamaged(engine="dragon", damage=1), "the riders got through")
    reach(game, "roll.engine", {"engine": "section:gate"})
    check = asked(game, "roll.engine").check
    assert [each.amount for each in check.modifiers] == [3, -1]
    assert check.lowest_pass == 1


def test_ur_24_what_sappers_and_raiders_do_the_table_says() -> None:
    said = siege(begins="strategic", sapping=True)
    said["sides"]["blue"]["units"].append({"id": "knives", "raider": True})
    game = begun(said)
    reach(game, "sapping.section", {"raid t1": 2, "raid t2": 0})
    assert game.state.engines["t1"].damage == 2
    reach(game, "engine", {"sapping.section": "gate", "sapping.steps": 3})
    assert events(game, WallSapped) == [WallSapped(section="gate", steps=3)]
    assert game.state.sections["gate"].left == 1


def test_ur_25_only_one_unit_a_round_gets_through_a_breach_and_is_exposed() -> None:
    game = begun(setup(units(INFANTRY, "a1", "a2"), units(INFANTRY, "b1"), **wall(1)))
    reach(game, "breach.enter", {"combat.place": "storm", "red muster": ["a1", "a2"], "blue muster": ["b1"]})
    reach(game, "stance", {"breach.enter": "a1", "breach.exposed": 2})
    assert events(game, BreachEntered) == [BreachEntered(unit="a1", exposed=2)]
    assert attack(game.state, "a1", 4) == {"melee": 4, "exposed": -2}
    assert attack(game.state, "a2", 4) == {"melee": 4, "storming": -1}
    answers = {
        "stance": "attack",
        "red stance": "attack",
        "blue stance": "attack",
        "roll.attack": [1],
        "fight-on": True,
    }
    reach(game, "breach.enter", answers)
    assert [option.id for option in asked(game, "breach.enter").options] == ["a2", "nobody"]
    assert len(events(game, RoundBegan)) == 2


def test_ur_25_nobody_gets_in_while_the_section_stands() -> None:
    game = begun(setup(units(INFANTRY, "a1"), units(INFANTRY, "b1"), **wall(2)))
    reach(game, "stance", {"combat.place": "storm", "red muster": ["a1"], "blue muster": ["b1"]})
    assert events(game, BreachEntered) == []


def city(urr: list, **more) -> dict:
    """A storm on a section and a fight for a street behind it; three of the Prince, a2 and a3 with him."""
    places = [{"id": "storm", "kind": "wall", "section": "gate"}, {"id": "street", "kind": "city"}]
    prince = [*units(INFANTRY, "a1", "a2", "a3"), *units(UNDEAD, "dead")]
    sections = [{"id": "gate", "ring": "outer", "strength": more.pop("strength", 1)}]
    return setup(prince, urr, **{"sections": sections, "places": places, **more})


UNDEFENDED = {"red muster": ["a1", "a2"], "blue muster": []}


@pytest.mark.parametrize("strength", [1, 3])
def test_ur_25_a_breach_or_a_wall_that_nobody_defends_is_entered_without_a_fight(strength: int) -> None:
    game = begun(city(units(INFANTRY, "b1"), strength=strength))
    play(game, {"combat.place": "storm", **UNDEFENDED}, until=lambda game: bool(events(game, PlaceTaken)))
    assert events(game, PlaceTaken) == [PlaceTaken(place="storm", by="red", units=("a1", "a2"))]
    assert [unit for unit, each in game.state.units.items() if each.inside] == ["a1", "a2"]
    assert events(game, RoundBegan, CombatEnded) == []
    assert game.state.combat is None


@pytest.mark.parametrize("rule", ["any", "once"])
def test_ur_25_who_enters_an_undefended_place_is_not_spent_and_fights_on_in_the_city(rule: str) -> None:
    game = begun(city(units(INFANTRY, "b1"), fights_per_turn=rule))
    play(game, {"combat.place": "storm", **UNDEFENDED}, until=lambda game: bool(events(game, PlaceTaken)))
    options = {option.id: option.open for option in asked(game, "combat.place").options}
    # the third unit can still come after them
    assert options == {"storm": True, "street": True, "no-more": True}
    reach(game, "muster", {"combat.place": "street"})
    assert [option.id for option in asked(game, "muster").options] == ["a1", "a2"]


def test_ur_25_a_place_where_all_defenders_are_busy_is_open_to_the_attackers() -> None:
    """The two units of the city fight a fire, so nobody is left for the wall."""
    said = city(units(INFANTRY, "b1", "b2"), begins="bombardment", red=TREBUCHETS, quarters=["tanners"])
    game = begun(said)
    reach(game, "combat.place", {"engine t1": "fire:tanners", "engine": "nothing", "fire.fought": ["b1", "b2"]})
    options = {option.id: option.open for option in asked(game, "combat.place").options}
    assert options == {"storm": True, "street": False, "no-more": True}
    play(game, {"combat.place": "storm", "red muster": ["a1"]}, until=lambda game: bool(events(game, PlaceTaken)))
    assert game.state["a1"].inside


def city_taken(**more):
    game = begun(city(units(INFANTRY, "b1", "b2"), **more))
    answers = {"red combat.place": Queue(["storm", "street", "no-more"]), "combat.place": "no-more", **UNDEFENDED}
    play(game, answers, until=lambda game: len(events(game, PlaceTaken)) == 2)
    return game


def test_ur_25_whoever_takes_the_city_holds_walls_and_quarters_and_the_other_side_attacks() -> None:
    game = city_taken(weeks=1)
    state = game.state
    assert {seat: side.holds_city for seat, side in state.sides.items()} == {"red": True, "blue": False}
    assert (state.attacker, state.sections["gate"].side) == ("blue", "red")
    # the wall is the way back in
    reach(game, "combat.place", {"red combat.place": "no-more"})
    question = asked(game, "combat.place")
    assert question.seat == "blue"
    assert {option.id: option.open for option in question.options} == {"storm": True, "street": False, "no-more": True}


def test_ur_25_the_city_can_be_taken_back() -> None:
    game = city_taken()
    play(game, {"combat.place": "storm", "blue muster": ["b1"], "red muster": []},
         until=lambda game: len(events(game, PlaceTaken)) == 3)  # fmt: skip
    assert game.state["b1"].inside
    play(game, {"combat.place": "street", "blue muster": ["b1"], "red muster": []},
         until=lambda game: len(events(game, PlaceTaken)) == 4)  # fmt: skip
    assert game.state.sides["blue"].holds_city
    assert not any(game.state[unit].inside for unit in ("a1", "a2", "a3"))


def test_ur_25_hurled_undead_take_a_city_that_nobody_defends() -> None:
    game = begun(city(units(INFANTRY, "b1"), begins="bombardment", red=TREBUCHETS))
    answers = {"engine t1": "hurl:dead", "engine": "nothing", "combat.place": "street", "red muster": ["dead"],
               "blue muster": []}  # fmt: skip
    play(game, answers, until=lambda game: bool(events(game, PlaceTaken)))
    assert events(game, PlaceTaken) == [PlaceTaken(place="street", by="red", units=("dead",), city=True)]
    assert game.state.sides["red"].holds_city


def test_ur_25_a_field_is_taken_by_nobody() -> None:
    game = begun(setup(units(INFANTRY, "a1"), units(INFANTRY, "b1")))
    play(game, {"combat.place": "field", "red muster": ["a1"], "blue muster": []},
         until=lambda game: bool(events(game, CombatEnded)))  # fmt: skip
    assert events(game, PlaceTaken) == []
    assert not game.state["a1"].inside


def test_ur_25_nobody_enters_where_somebody_defends() -> None:
    game = begun(city(units(INFANTRY, "b1")))
    reach(game, "breach.enter", {"combat.place": "storm", "red muster": ["a1", "a2"], "blue muster": ["b1"]})
    assert events(game, PlaceTaken) == []


def test_ur_34_undead_come_over_the_wall_with_three_steps_and_a_tactical_turn_follows() -> None:
    game = begun(siege())
    play(game, {"engine t1": "hurl:dead", "engine t2": "nothing"},
         until=lambda game: bool(events(game, WeekPhaseBegan)))  # fmt: skip
    assert events(game, UndeadHurled) == [UndeadHurled(engine="t1", unit="dead", steps=3)]
    assert game.state["dead"].inside
    # nobody was asked whether there is one
    assert game.state.phase is UrrPhase.TACTICAL
    assert events(game, TacticalTurnSkipped) == []


def test_ur_34_one_trebuchet_hurls_one_unit_and_dragons_none() -> None:
    game = begun(siege(red={"engines": [{"id": "t1"}, {"id": "t2"}, {"id": "dragon", "kind": "dragon"}]}))
    reach(game, "engine", {})
    assert "hurl:dead" in [option.id for option in asked(game, "engine").options]
    play(game, {"engine t1": "hurl:dead"}, until=lambda game: asked(game, "engine").subject == ("t2",))
    assert "hurl:dead" not in [option.id for option in asked(game, "engine").options]
    play(game, {"engine t2": "nothing"}, until=lambda game: asked(game, "engine").subject == ("dragon",))
    assert [option.id for option in asked(game, "engine").options] == ["section:gate", "nothing"]


def test_ur_35_one_food_token_pays_for_all_fires_of_a_bombardment() -> None:
    game = begun(siege(quarters=["tanners", "ropewalk", "market"]))
    play(game, {"engine t1": "fire:tanners", "engine t2": "fire:ropewalk"},
         until=lambda game: bool(events(game, WeekPhaseBegan)))  # fmt: skip
    assert [each.food for each in events(game, FireSet)] == [1, 0]
    assert game.state.sides["red"].stock.food == 0
    assert set(game.state.fires) == {"tanners", "ropewalk"}
    assert game.state.phase is UrrPhase.TACTICAL


def test_ur_35_without_food_nothing_burns() -> None:
    game = begun(siege(quarters=["tanners"], red={**TREBUCHETS, "food": 0}))
    fire = next(each for each in asked(game, "engine").options if each.id == "fire:tanners")
    assert fire.why_not.code == "no-food"


BURNING = {"engine t1": "fire:tanners", "engine t2": "fire:ropewalk", "combat.place": "no-more", "ending": True}


def test_ur_36_two_units_put_out_a_fire_and_do_nothing_else() -> None:
    game = begun(siege(quarters=["tanners", "ropewalk"]))
    reach(game, "combat.place", {**BURNING, "fire.fought tanners": ["b1", "b2"], "fire.fought ropewalk": []})
    reach(game, "muster", {"combat.place": "storm"})
    play(game, {"red muster": ["a1"]}, until=lambda game: game.open[0].ask.seat == "blue")
    assert [option.id for option in asked(game, "muster").options] == ["b3"]
    play(game, {"blue muster": [], **BURNING}, until=lambda game: bool(events(game, FireDoused)))
    assert events(game, FireDoused) == [FireDoused(quarter="tanners")]


def test_ur_36_an_unfought_fire_takes_its_quarter_and_a_twentieth_of_the_stocks_one_after_another() -> None:
    game = begun(siege(quarters=["tanners", "ropewalk"]))
    play(game, {**BURNING, "fire.fought": []}, until=lambda game: len(events(game, QuarterBurnt)) == 2)
    assert [(each.food, each.gold) for each in events(game, QuarterBurnt)] == [(5.0, 2.0), (4.75, pytest.approx(1.9))]
    assert game.state.quarters_lost == ("tanners", "ropewalk")
    assert game.state.sides["blue"].stock.food == 90.25


def test_ur_36_it_takes_two_units_or_none() -> None:
    game = begun(siege(quarters=["tanners"]))
    reach(game, "fire.fought", {**BURNING, "engine t2": "nothing"})
    with pytest.raises(IllegalAnswer) as refused:
        game.answer(["b1"], question=game.open[0].line, by="blue")
    assert refused.value.code == "two-or-none"


def test_ur_36_magic_may_put_it_out_as_the_table_says() -> None:
    said = siege(quarters=["tanners"])
    said["sides"]["blue"]["units"].append({"id": "sage", "melee": 1, "magic": True})
    game = begun(said)
    reach(game, "combat.place", {**BURNING, "engine t2": "nothing", "fire.magic": True})
    assert events(game, FireFought) == [FireFought(quarter="tanners", magic=True)]
    assert game.state.fires == {}


def test_ur_38_what_raids_do_to_an_engine_is_asked_of_the_table() -> None:
    said = siege(begins="strategic")
    said["sides"]["blue"]["units"].append({"id": "knives", "raider": True})
    game = begun(said)
    question = asked(game, "raid")
    assert question.seat is None
    assert "UR-38" in str(question.clause)


def test_ur_39_strategic_turn_trebuchet_phase_tactical_turn() -> None:
    game = begun(siege(begins="strategic"))
    play(game, {**NOTHING, "tactical": True}, until=lambda game: game.state.turn > 1)
    assert events(game, WeekPhaseBegan, WeekBegan)[:3] == [
        WeekPhaseBegan(phase="bombardment"), WeekPhaseBegan(phase="tactical"), WeekBegan(week=2),
    ]  # fmt: skip


def test_ur_39_without_something_over_the_wall_the_attacker_says_whether_there_is_a_tactical_turn() -> None:
    game = begun(siege())
    play(game, NOTHING, until=lambda game: bool(events(game, TacticalTurnSkipped)))
    assert events(game, CombatBegan) == []


def test_ur_40_a_new_game_sets_no_limit_of_fights_and_a_log_from_before_the_switch_keeps_one() -> None:
    made = build_game_setup({}, None)
    assert (made["fights_per_turn"], made["empty_places_fall"]) == ("any", True)
    today, before = new_game(siege()), new_game({key: said for key, said in siege().items() if key not in TODAY})
    assert (today.rules.fights_per_turn, today.empty_places_fall) == ("any", True)
    assert (before.rules.fights_per_turn, before.empty_places_fall) == ("once", False)


def test_ur_40_the_players_end_the_game() -> None:
    game = begun(siege())
    play(game, {**NOTHING, "red ending": False, "blue ending": False})
    assert events(game, PlayEnded)[0].why.code == "agreed"
    assert events(game, PlayEnded)[0].winner == ""


def test_ur_40_a_side_without_units_cannot_go_on() -> None:
    game = begun(setup(units(INFANTRY, "a1"), units(INFANTRY, "b1", steps=1)))
    play(game, {"combat.place": "field", "muster": ["a1"], "red muster": ["a1"], "blue muster": ["b1"],
                "red stance": "attack", "blue stance": "defend", "roll.attack": [6], "roll.defence": [1]})  # fmt: skip
    assert (game.state.winner, events(game, PlayEnded)[0].why.code) == ("red", "destroyed")


def test_standing_at_a_named_feature_decides_who_storms() -> None:
    """The camera answers; a side is asked only where more stand there than can fight."""
    said = setup(units(INFANTRY, *[f"a{n}" for n in range(6)]), units(MILITIA, "b1"), **wall(2))
    said["places"][0]["feature"] = "wall 2"
    game = begun(said)
    play(game, {"combat.place": "storm"}, until=lambda game: game.open[0].ask.verb == "standing")
    assert game.open[0].ask.feature == "wall 2"
    game.answer({"a0": "beside", "a3": "beside"}, question=game.open[0].line, by="table")
    assert game.state.combat.parties["red"] == ("a0", "a3")
    game.answer({"b1": "on"}, question=game.open[0].line, by="table")
    assert game.state.combat.parties["blue"] == ("b1",)


def test_more_than_fit_at_a_feature_are_picked_from() -> None:
    said = setup(units(INFANTRY, *[f"a{n}" for n in range(6)]), units(MILITIA, "b1"), **wall(2))
    said["places"][0]["feature"] = "wall 2"
    game = begun(said)
    play(game, {"combat.place": "storm"}, until=lambda game: game.open[0].ask.verb == "standing")
    game.answer({f"a{n}": "beside" for n in range(5)}, question=game.open[0].line, by="table")
    question = asked(game, "muster")
    assert ([option.id for option in question.options], question.limit) == ([f"a{n}" for n in range(5)], 4)


def test_a_hit_outside_a_combat_costs_a_step_too() -> None:
    assert after(new_game(siege()), HitTaken(unit="a1"))["a1"].steps == 3


def test_a_wall_never_grows_above_what_it_was_built_as() -> None:
    section = WallSection("gate", "blue")
    state = new_game(siege(sections=[{"id": "gate"}]))
    assert after(state, ProjectDone(unit="b1", kind="repair", place="gate")).sections["gate"].hits == section.hits == 0


def test_archers_on_the_wall_roll_what_the_table_says() -> None:
    """UR-14 with the dice."""
    game = begun(setup(units(ARCHERS, "a1"), units(ARCHERS, "b1"), urr_rounds=1, weeks=1, **wall(3)))
    play(game, {"combat.place": "storm", "red muster": ["a1"], "blue muster": ["b1"], "roll.ranged": [3], "hit": "a1"})
    assert {each.unit: each.total for each in events(game, UnitRolled)} == {"a1": 4, "b1": 10}
