"""Shots from plain data: to hit, armour, damage, cover, wounds, and who the target is."""

import pytest
from skirmish import names, play, state

from tablecam.rules.ask import IllegalAnswer
from tablecam.rules.books.urban_war.rules import checks
from tablecam.rules.books.urban_war.rules.action_events import Activated, Panicked
from tablecam.rules.books.urban_war.rules.attack_events import CoverRolled, DamageRolled, Engaged, ShotFired, Wounded
from tablecam.rules.books.urban_war.rules.cards import Band, Shot
from tablecam.rules.books.urban_war.rules.facts import JudgedSighting, Look, band, find_cover, is_in_sight
from tablecam.rules.books.urban_war.rules.house_rules import HouseRules
from tablecam.rules.books.urban_war.rules.shooting import shoot
from tablecam.rules.books.urban_war.rules.target_priority import TargetView, priority
from tablecam.rules.books.urban_war.rules.targeting import choose_target, take_shot, target_options
from tablecam.rules.facts import Fact, ObstructionFact, SightingFact
from tablecam.rules.play import Waiting

RULES = HouseRules()


NEAR = Shot(Band.SHORT)


def shot(now, *answers, at: Shot = NEAR, shooter: str = "ann", target: str = "bob", weapon: int = 0):
    game = play(now, *answers)
    shoot(game, shooter, target, now[shooter].profile.weapons[weapon], at)
    return game


def test_a_shot_that_hits_and_hurts_removes_a_model_with_one_wound() -> None:
    game = shot(state(), [5], [5])
    assert names(game) == ["TargetNamed", "ShotFired", "DamageRolled", "Wounded", "Removed"]
    assert not game.state["bob"].alive


def test_ten_or_more_hits() -> None:
    assert ShotFired(shooter="ann", target="bob", faces=(5,), hits=1) in shot(state(), [5], [1]).told
    assert ShotFired(shooter="ann", target="bob", faces=(4,), hits=0) in shot(state(), [4]).told


@pytest.mark.parametrize(
    ("band", "penalty"), [(Band.SHORT, -1), (Band.MEDIUM, -2), (Band.LONG, -3), (Band.EXTREME, -4)]
)
def test_having_moved_costs_one_for_every_band_beyond_contact(band: Band, penalty: int) -> None:
    now = state("gus:gunner")
    figures = now["gus"].profile.weapons[0].get_figures(band)
    still, moved = (checks.to_hit(now, now["gus"], now["bob"], figures, Shot(band, moved=each)) for each in (0, 1))
    assert moved.modifier - still.modifier == penalty


def test_a_large_target_a_panicked_and_a_speculative_shooter_count() -> None:
    now = state("ann", "ben:brute", Panicked(model="ann"))
    figures = now["ann"].profile.weapons[0].get_figures(Band.SHORT)
    check = checks.to_hit(now, now["ann"], now["ben"], figures, Shot(Band.SHORT, speculative=True))
    assert {str(each.why): each.amount for each in check.modifiers} == {
        "SH": 4, "weapon at short range": 1, "size 4": 1, "panicked": -2, "speculative fire": -1,
    }  # fmt: skip
    rows = [each.clause.row for each in check.modifiers if each.clause]
    assert rows == ["UW-007", "UW-018", "UW-081", "UW-107", "UW-087"]


def test_every_modifier_names_its_clause() -> None:
    now = state("ann", "ben:brute", Panicked(model="ann"))
    figures = now["ann"].profile.weapons[0].get_figures(Band.SHORT)
    one, two = now["ann"], now["ben"]
    found = [
        checks.to_hit(now, one, two, figures, Shot(Band.SHORT, "", True, True)),
        checks.shot_damage(now, one, two, figures),
        checks.blow(now, one, two, figures),
        checks.blow_damage(now, one, two, figures),
        checks.armour(now, two),
        checks.command(now, one, "rally"),
    ]
    assert [each.why for check in found if check for each in check.modifiers if each.clause is None] == []
    assert [check.name for check in found if check and check.clause is None] == []


def test_a_natural_one_misses_and_a_natural_ten_hits_whatever_is_added() -> None:
    check = checks.build_check("any", 10, [], [], RULES, None)
    assert check.passes((10,))
    easy = checks.build_check("any", -50, [], [], RULES, None)
    assert not easy.passes((1,))


def test_shots_multiply_dice_to_hit_and_strength_multiplies_dice_of_damage() -> None:
    now = state("gus:gunner", "bob:brute")
    game = shot(now, [4, 5], [1, 2], [5, 5, 6, 2], shooter="gus", at=Shot(Band.MEDIUM))
    damage = next(each for each in game.told if isinstance(each, DamageRolled))
    assert len(damage.faces) == 4
    assert game.state["bob"].wounds == 2


def test_heavy_armour_comes_between_hit_and_damage() -> None:
    game = shot(state("ann", "ben:brute"), [9], [7], target="ben")
    assert names(game) == ["TargetNamed", "ShotFired", "ArmourRolled"]


def test_cover_saves_wounds_on_six_behind_stone_and_on_eight_behind_wood() -> None:
    for material, saved in (("solid", 1), ("flimsy", 0)):
        game = shot(state(), [9], [9], [7], *([{}] if not saved else []), at=Shot(Band.SHORT, material))
        assert next(each for each in game.told if isinstance(each, CoverRolled)).saved == saved
        assert any(isinstance(each, Wounded) for each in game.told) == (not saved)


def test_saves_have_no_automatic_one_and_ten_unless_the_house_says_so() -> None:
    assert checks.cover(state(), "solid").naturals == ()
    assert checks.cover(state(save_automatics=True), "solid").naturals != ()


def test_a_battleshield_adds_one_to_toughness_against_shooting() -> None:
    now = state("ann", "bob:shield")
    figures = now["ann"].profile.weapons[0].get_figures(Band.SHORT)
    assert checks.shot_damage(now, now["ann"], now["bob"], figures).lowest_pass == 6
    assert checks.shot_damage(now, now["ann"], state()["bob"], figures).lowest_pass == 5


def test_no_dice_are_rolled_inside() -> None:
    game = play(state())
    with pytest.raises(Waiting):
        shoot(game, "ann", "bob", game.state["ann"].profile.weapons[0], Shot(Band.SHORT))
    assert game.questions[0].purpose == "ann to hit bob"


@pytest.mark.parametrize(
    ("inches", "expected"),
    [(0.1, "short"), (12, "short"), (12.01, "medium"), (24, "medium"), (36, "long"), (48, "extreme"), (48.1, None)],
)
def test_the_upper_end_belongs_to_the_band(inches: float, expected: str | None) -> None:
    found = band(Fact(inches))
    assert (found.value if found else None) == expected


def seen(*obstructions: ObstructionFact, visible: float = 0.5) -> SightingFact:
    return SightingFact(visible, visible, obstructions)


def thing(material: str, distance: float, hidden: float = 0.2, kind: str = "terrain") -> ObstructionFact:
    return ObstructionFact("thing", kind, distance, hidden, material)


def test_cover_stands_further_than_an_inch_from_the_shooter() -> None:
    assert find_cover(seen(thing("solid", 1.0)), RULES) == ""
    assert find_cover(seen(thing("solid", 1.01)), RULES) == "solid"


def test_models_give_no_cover_and_neither_does_a_hair() -> None:
    assert find_cover(seen(thing("", 5, kind="model")), RULES) == ""
    assert find_cover(seen(thing("solid", 5, hidden=0.004)), RULES) == ""


def test_the_best_save_counts_or_the_nearest_as_a_house_rule() -> None:
    both = seen(thing("flimsy", 3), thing("solid", 6))
    assert find_cover(both, RULES) == "solid"
    assert find_cover(both, HouseRules(cover_best="nearest")) == "flimsy"


def test_a_quarter_in_view_is_enough_and_the_switch_moves_it() -> None:
    assert is_in_sight(seen(visible=0.25), RULES)
    assert not is_in_sight(seen(visible=0.24), RULES)
    assert is_in_sight(seen(visible=0.1), HouseRules(los_min_fraction=0.1))


def test_what_the_measurement_cannot_tell_the_players_settle() -> None:
    question = Look(viewer="ann", targets=("bob",))
    answer = question.parse_json({"bob": {"visible": 0.24, "doubt": ["sight", "cover"], "obstructions": [
        {"name": "wall", "kind": "terrain", "distance_in": 1.0, "hidden": 0.5, "material": "solid"}]}})  # fmt: skip
    assert [each.purpose for each in question.list_doubts(answer)] == [
        "ann sees enough of bob to shoot", "bob has cover from ann",
    ]  # fmt: skip
    settled = question.settle_doubts(answer, (True, True))["bob"]
    assert isinstance(settled, JudgedSighting)
    assert is_in_sight(settled, RULES)
    assert find_cover(settled, RULES) == "solid"
    assert find_cover(question.settle_doubts(answer, (True, False))["bob"], RULES) == ""


def test_a_doubt_that_nobody_knows_is_refused() -> None:
    with pytest.raises(IllegalAnswer):
        Look(viewer="ann", targets=("bob",)).parse_json({"bob": {"visible": 1, "doubt": ["fog"]}})


def views(**inches: float) -> dict[str, TargetView]:
    return {name: TargetView(Fact(value), band(Fact(value)), True, "") for name, value in inches.items()}


def test_the_priority_target_is_the_nearest_not_in_close_combat_and_says_why() -> None:
    now = state("ann abe", "bob cat dan", Engaged(model="abe", enemies=("bob",)))
    found = priority(now, "ann", views(bob=3, cat=9, dan=8))
    assert found.targets == ("dan",)
    assert str(found.why) == "dan at 8 in, the nearest in sight; bob in close combat"
    assert found.check.odds == checks.command(now, now["ann"], "another target").odds


def test_two_equally_near_are_both_the_priority_target() -> None:
    assert priority(state("ann", "bob cat"), "ann", views(bob=8, cat=8)).targets == ("bob", "cat")


def test_whom_the_shooter_does_not_see_is_no_priority_unless_the_house_says_so() -> None:
    shown = views(bob=3, cat=9) | {"bob": TargetView(Fact(3.0), Band.SHORT, False, "")}
    assert priority(state("ann", "bob cat"), "ann", shown).targets == ("cat",)
    assert priority(state("ann", "bob cat", priority_requires_los=False), "ann", shown).targets == ("bob",)


def test_closed_targets_say_why() -> None:
    now = state("ann", "bob cat dan")
    shown = views(bob=3, cat=40, dan=50)
    options = {each.id: each for each in target_options(now, "ann", shown, priority(now, "ann", shown))}
    assert options["bob"].open
    assert str(options["bob"].label) == "bob, the priority target"
    assert str(options["cat"].why_not) == "no weapon of ann reaches extreme range"
    assert str(options["dan"].why_not) == "dan is out of range, 50 in away"


def active(*events, red: str = "ann", blue: str = "bob cat", **rules):
    return state(red, blue, Activated(model=red.partition(":")[0]), *events, **rules)


def test_another_target_takes_a_command_check_and_a_failure_loses_the_shot() -> None:
    facts = [{"bob": 5, "cat": 8}, {"bob": 1, "cat": 1}]
    game = play(active(), *facts, "cat", [2, 3])
    assert choose_target(game, "ann") is None
    assert names(game) == ["CommandChecked", "ShotLost"]
    passed = play(active(), *facts, "cat", [9, 9])
    assert choose_target(passed, "ann") == ("cat", Shot(Band.SHORT))


def test_a_lost_shot_may_cost_the_whole_action_as_a_house_rule() -> None:
    game = play(active(lost_shot="action"), {"bob": 5, "cat": 8}, {"bob": 1, "cat": 1}, "cat", [2, 3])
    take_shot(game, "ann")
    assert game.state.action.over


def test_of_several_weapons_the_player_names_one() -> None:
    game = play(active(red="gus:gunner", blue="bob"), {"bob": 5}, {"bob": 1}, "bob", "rifle", [1])
    take_shot(game, "gus")
    assert next(each for each in game.told if each.record()["name"] == "TargetNamed").weapon == "rifle"


def test_shots_may_be_split_as_a_house_rule() -> None:
    facts = [{"bob": 20, "cat": 20}, {"bob": 1, "cat": 1}]
    game = play(active(red="gus:gunner", split_shots=True), *facts, "bob", "cannon", [1], *facts, "cat", [1])
    take_shot(game, "gus")
    assert [each.target for each in game.told if isinstance(each, ShotFired)] == ["bob", "cat"]


def test_the_tables_clip_what_the_stats_come_to() -> None:
    now = state("gus:gunner", "bob", tables_or_formulas="tables")
    figures = now["gus"].profile.weapons[0].get_figures(Band.SHORT)
    assert checks.to_hit(now, now["gus"], now["bob"], figures, Shot(Band.SHORT)).lowest_pass == 4
    assert checks.command(now, now["gus"], "rally").lowest_pass == 11


def test_an_enemy_in_close_combat_takes_the_check_even_where_there_is_no_priority_target() -> None:
    now = state(
        "ann abe", "bob", Engaged(model="abe", enemies=("bob",)), Activated(model="ann"), engaged_targets="check"
    )
    game = play(now, {"bob": 5}, {"abe": 9}, {"bob": 1}, "bob", [2, 3])
    assert choose_target(game, "ann") is None
    assert names(game) == ["CommandChecked", "ShotLost"]


@pytest.mark.parametrize("doubt", [5, None, True, "sight", [["sight"]], [1], {"sight": 1}, ["range"]])
def test_a_doubt_that_is_no_list_of_names_is_refused(doubt) -> None:
    with pytest.raises(IllegalAnswer, match="the doubt must be about sight or cover"):
        Look(viewer="ann", targets=("bob",)).parse_json({"bob": {"visible": 0.5, "doubt": doubt}})


@pytest.mark.parametrize("raw", [5, None, [], "bob"])
def test_a_sight_that_is_no_object_is_refused(raw) -> None:
    with pytest.raises(IllegalAnswer, match="must name bob"):
        Look(viewer="ann", targets=("bob",)).parse_json(raw)


def test_cover_of_a_material_that_the_book_does_not_know_is_refused() -> None:
    wall = {"name": "wall", "kind": "terrain", "distance_in": 3.0, "hidden": 0.4, "material": "jelly"}
    look = Look(viewer="ann", targets=("bob",))
    with pytest.raises(IllegalAnswer, match="wall is of jelly, and the materials here are solid"):
        look.parse_json({"bob": {"visible": 0.6, "obstructions": [wall]}})
    model = {"name": "cat", "kind": "model", "distance_in": 3.0, "hidden": 0.4}
    assert look.parse_json({"bob": {"visible": 0.6, "obstructions": [model]}})["bob"].visible == 0.6
