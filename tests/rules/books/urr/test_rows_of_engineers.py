"""One test a row of engineers: projects, palisades, repairs, works, floods, ramps and towers."""

import pytest
from siege import (
    INFANTRY,
    MILITIA,
    NOTHING,
    TWO_RAMPS,
    Queue,
    after,
    amounts,
    asked,
    attack,
    begun,
    defence,
    events,
    fighting,
    play,
    reach,
    setup,
    shot,
    two_sections,
    units,
    wall,
)

from tablecam.rules.books.urr.rules.muster import find_stormed_wall
from tablecam.rules.books.urr.rules.rounds import fights, shoots
from tablecam.rules.books.urr.rules.rulebook import new_game
from tablecam.rules.books.urr.rules.strategic import find_exposed_builder
from tablecam.rules.books.urr.rules.week_events import (
    BuilderShotAt,
    FloodedPlaceLost,
    ProjectDone,
    RaftsUsed,
    RampPushed,
    WeekBegan,
    WeekPhaseBegan,
    WorkDestroyed,
)


def building(*corps: dict, **more) -> dict:
    """A strategic turn with engineers."""
    prince = [*units(INFANTRY, "a1", "a2"), {"id": "train", "melee": 1, "projects": 2}]
    urr = [*units(INFANTRY, "b1"), *units(MILITIA, "watch"), {"id": "masons", "people": "dwarf", "projects": 1}]
    return setup([*prince, *corps], urr, **{"begins": "strategic", **wall(2), **more})


def test_ur_26_a_dwarf_unit_does_one_project_and_the_baggage_train_two() -> None:
    game = begun(building())
    play(game, {"project train": Queue(["horse", "rafts"]), "project masons": "crane", "rafts": "nobody"},
         until=lambda game: bool(events(game, WeekPhaseBegan)))  # fmt: skip
    assert [(each.unit, each.number) for each in events(game, ProjectDone)] == [
        ("train", 1), ("train", 2), ("masons", 1),
    ]  # fmt: skip


def test_ur_27_a_palisade_helps_the_defence_alone_and_wears_to_one() -> None:
    said = setup(units(INFANTRY, "a1"), units(INFANTRY, "b1"), palisades={"field": "blue"}, places=[{"id": "field"}])
    state = fighting(said, ["a1"], ["b1"])
    assert defence(state, "b1", 4) == {"melee": 4, "palisade": 2}
    assert attack(state, "a1", 4) == {"melee": 4}
    assert "palisade" not in shot(state, "b1")
    worn = after(new_game(said), WeekBegan(week=2))
    assert worn.palisades["field"].worth == 1
    assert after(worn, WeekBegan(week=3)).palisades["field"].worth == 1


def test_ur_27_engineers_build_it_around_a_place() -> None:
    said = building(places=[{"id": "camp"}])
    state = after(new_game(said), ProjectDone(unit="train", kind="palisade", place="camp"))
    assert (state.palisades["camp"].side, state.palisades["camp"].worth) == ("red", 2)


def test_ur_28_a_project_restores_one_step_where_both_sides_are_safe() -> None:
    game = begun(building())
    reach(game, "project", {"project train": "nothing"})
    play(game, {"project train": "nothing"}, until=lambda game: asked(game, "project").subject == ("masons",))
    game.answer("repair:gate", question=game.open[0].line, by="blue")
    game.answer(False, question=game.open[0].line, by="table")
    repair = next(each for each in asked(game, "project").options if each.id == "repair:gate")
    assert repair.why_not.code == "unsafe"
    game.undo()
    game.answer(True, question=game.open[0].line, by="table")
    assert game.state.sections["gate"].hits == 2
    assert game.state.sections["gate"].strength == 3


@pytest.mark.parametrize(
    ("row", "kind"), [("UR-29", "horse"), ("UR-29", "rabbit"), ("UR-30", "bridge"), ("UR-32", "tunnel")]
)
def test_ur_29_to_32_works_are_built_and_can_be_destroyed(row: str, kind: str) -> None:
    game = begun(building())
    option = next(each for each in asked(game, "project").options if each.id == kind)
    assert row in str(option.clause)
    state = after(game.state, ProjectDone(unit="train", kind=kind))
    assert [(each.side, each.kind) for each in state.works] == [("red", kind)]
    assert after(state, WorkDestroyed(side="red", kind=kind)).works == ()


def test_ur_29_a_hollow_horse_and_a_rabbit_are_projects_of_their_own() -> None:
    kinds = {option.id for option in asked(begun(building()), "project").options}
    assert {"horse", "rabbit"} <= kinds


def test_ur_30_rafts_carry_an_army_once_where_it_likes_and_a_bridge_stays() -> None:
    game = begun(building())
    reach(game, "rafts", {"project train": Queue(["rafts", "bridge"]), "project masons": "nothing"})
    play(game, {"rafts": "storm"}, until=lambda game: bool(events(game, RaftsUsed)))
    assert [each.kind for each in game.state.works] == ["bridge"]


def test_ur_31_a_flood_that_nobody_repairs_costs_the_place() -> None:
    game = begun(building(lowlands=["mill", "weir"]))
    reach(game, "project", {"flood.place": "mill"})
    play(game, {"project": "nothing"}, until=lambda game: bool(events(game, WeekPhaseBegan)))
    assert events(game, FloodedPlaceLost) == [FloodedPlaceLost(place="mill")]
    game = begun(building(lowlands=["mill", "weir"]))
    reach(game, "project", {"flood.place": "mill"})
    play(game, {"project train": Queue(["nothing", "nothing"]), "project masons": "flood:mill"},
         until=lambda game: bool(events(game, WeekPhaseBegan)))  # fmt: skip
    assert game.state.places_lost == ()


def test_ur_32_only_those_who_hold_the_city_build_a_crane() -> None:
    game = begun(building())
    crane = next(each for each in asked(game, "project").options if each.id == "crane")
    assert crane.why_not.code == "city-only"


def tower_weeks() -> tuple:
    return (
        {"project train": Queue(["shields:gate", "nothing"])},
        {"project train": Queue(["tower:gate", "nothing"]), "ramp.builders": ["a1", "a2"]},
        {"project train": "nothing", "ramp.builders": ["a1", "a2"]},
        {"project train": "nothing", "ramp.builders": ["a1", "a2"]},
    )


def tower_game(weeks: int, shooter: str = "nobody"):
    game = begun(building())
    for week, answers in enumerate(tower_weeks()[:weeks], 1):
        play(game, {**NOTHING, "project masons": "nothing", "ramp.shooter": shooter, "roll.ranged": [2], **answers},
             until=lambda game, week=week: game.state.turn > week)  # fmt: skip
    return game


def test_ur_33_shields_then_three_weeks_of_ramp_then_the_assault() -> None:
    for weeks, ready in ((1, False), (2, False), (3, False), (4, True)):
        game = tower_game(weeks)
        tower = game.state.towers["gate"]
        assert tower.weeks == weeks
        assert tower.ready(game.state.turn) is ready
    assert game.state.turn == 5
    # not in the week when the ramp is finished
    assert not tower.ready(4)


def test_ur_33_without_builders_the_ramp_waits() -> None:
    game = tower_game(1)
    play(game, {**NOTHING, "ramp.builders": []}, until=lambda game: game.state.turn > 2)
    assert events(game, RampPushed)[-1].builders == ()
    assert game.state.towers["gate"].weeks == 1


def test_ur_33_each_builder_takes_one_ranged_attack_a_week() -> None:
    game = tower_game(1)
    play(game, {**NOTHING, "ramp.builders": ["a1", "a2"], "ramp.shooter a1": "watch", "roll.ranged": [2]},
         until=lambda game: game.state.turn > 2)  # fmt: skip
    shots = events(game, BuilderShotAt)
    # 2 of the militia, 2 of the wall and the die; the only unit that shoots has shot
    assert [(each.builder, each.shooter, each.total, each.hits) for each in shots] == [
        ("a1", "watch", 6, 1),
        ("a2", "", 0, 0),
    ]
    assert game.state["a1"].steps == 3


def test_ur_33_a_builder_is_shot_at_with_the_strength_of_the_section_where_it_builds() -> None:
    """Two ramps at once: one to a breach, one to a section of strength 4."""
    corps = [*units(INFANTRY, "a3", "a4"), {"id": "wagons", "melee": 1, "projects": 1}]
    game = begun(building(*corps, **two_sections()))
    shields = {"project train": Queue(["shields:gate", "shields:kiln"]), "project": "nothing"}
    play(game, {**NOTHING, **shields}, until=lambda game: game.state.turn > 1)
    build = {"ramp.builders gate": ["a1", "a2"], "ramp.builders kiln": ["a3", "a4"], "roll.ranged": [1]}
    shoot = {"ramp.shooter a1": "watch", "ramp.shooter a3": "watch", "ramp.shooter": "nobody"}
    reach(game, "roll.ranged", {**NOTHING, **build, **shoot})
    assert amounts(asked(game, "roll.ranged").check.modifiers) == {"ranged": 2, "from-wall": 1}
    game.undo()
    reach(game, "roll.ranged", {**NOTHING, **build, **shoot, "ramp.shooter a1": "nobody"})
    assert amounts(asked(game, "roll.ranged").check.modifiers) == {"ranged": 2, "from-wall": 4}


def test_ur_33_nobody_is_shot_at_in_a_week_without_work_on_the_ramp() -> None:
    state = after(new_game(building(**two_sections())), *TWO_RAMPS, RampPushed(section="gate", builders=("a1", "a2")))
    assert find_exposed_builder(state) == "a1"
    assert find_exposed_builder(after(state, WeekBegan(week=3))) == ""
    assert find_exposed_builder(after(state, WeekPhaseBegan(phase="bombardment"), WeekBegan(week=3))) == ""


def test_ur_33_the_crew_of_two_ignores_the_wall_one_shoots_and_one_fights() -> None:
    game = tower_game(4)
    reach(game, "tower.crew", {**NOTHING, "project": "nothing", "tactical": True, "combat.place": "storm",
                               "red muster": ["a1", "a2", "train"], "blue muster": ["b1"]})  # fmt: skip
    assert asked(game, "tower.crew").limit == 2
    reach(game, "stance", {"tower.crew": ["a1", "a2"], "tower.shooter": "a1"})
    reach(game, "roll.attack", {"red stance": "attack", "blue stance": "defend"})
    state = game.state
    assert state.combat.tower == {"a1": "ranged", "a2": "melee"}
    assert (find_stormed_wall(state, "a2"), find_stormed_wall(state, "train")) == (0, 2)
    assert (fights(state, "a1"), fights(state, "a2")) == (False, True)
    assert shoots(state, "a2") is False
