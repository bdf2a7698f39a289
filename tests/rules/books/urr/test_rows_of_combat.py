"""One test a row of combat: units, rounds, rolls, hits, stances, stacking."""

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
    setup,
    shot,
    units,
    wall,
)

from tablecam.rules.ask import IllegalAnswer
from tablecam.rules.books.urr.board import board
from tablecam.rules.books.urr.force_files import KINDS
from tablecam.rules.books.urr.rules.combat_events import (
    CombatEnded,
    FightPhaseClosed,
    HitTaken,
    RoundBegan,
    StancesTaken,
    StepsRestored,
    UnitEliminated,
    UnitRolled,
)
from tablecam.rules.books.urr.rules.pieces import UnitProfile
from tablecam.rules.books.urr.rules.rounds import HIT_STEPS, build_ladder, suffer, takers, to_roll
from tablecam.rules.books.urr.rules.rulebook import URR_RULES, new_game

FIELD = setup(units(INFANTRY, "a1", "a2"), units(INFANTRY, "b1", "b2"))


def rolled(unit: str, hits: int, against: str, phase: str = "melee") -> UnitRolled:
    return UnitRolled(unit=unit, phase=phase, face=6, total=10, hits=hits, against=against)


def test_ur_01_each_hit_costs_a_step_and_a_unit_without_steps_is_out() -> None:
    state = fighting(FIELD, ["a1"], ["b1"])
    for left in (3, 2, 1):
        state = after(state, HitTaken(unit="b1"))
        assert (state["b1"].steps, state["b1"].standing) == (left, True)
        # full strength to the last step
        assert build_ladder(in_melee(state), "b1", "melee", 4).modifier == 4
    state = after(state, HitTaken(unit="b1"))
    assert not state["b1"].standing


def test_ur_01_magic_restores_steps_up_to_what_a_unit_began_with_and_never_the_dead() -> None:
    state = after(fighting(FIELD, ["a1"], ["b1", "b2"]), HitTaken(unit="b1"), StepsRestored(unit="b1", steps=5))
    assert state["b1"].steps == 4
    dead = after(state, UnitEliminated(unit="b2"), StepsRestored(unit="b2", steps=2))
    assert not dead["b2"].standing


def test_ur_01_magic_is_asked_after_a_round_where_it_is_there_and_somebody_is_hurt() -> None:
    said = setup(
        units(INFANTRY, "a1"), [*units(INFANTRY, "b1"), {"id": "sage", "melee": 1, "magic": True}], urr_rounds=2
    )
    game = begun(said)
    answers = {
        "combat.place": "field", "red muster": ["a1"], "blue muster": ["b1", "sage"], "red stance": "attack",
        "blue stance": "defend", "roll.attack a1": [6], "roll.defence b1": [1], "roll.defence sage": [1], "magic": 0,
        "hit blue": "b1",
    }  # fmt: skip
    play(game, answers, until=lambda game: any(each.ask.action == "healing" for each in game.open))
    # both have lost a step
    assert asked(game, "healing").most == 2
    play(game, {"healing": 1, "healing.unit": "b1"}, until=lambda game: bool(events(game, StepsRestored)))
    assert (game.state["b1"].steps, game.state["sage"].steps) == (4, 3)


def test_ur_02_the_ranged_phase_comes_first_and_its_dead_do_not_fight_hand_to_hand() -> None:
    state = fighting(FIELD, ["a1"], ["b1", "b2"])
    assert in_melee(after(state, *[HitTaken(unit="b1")] * 4)).combat.present == ("b2", "a1")
    assert "b1" not in to_roll(in_melee(after(state, *[HitTaken(unit="b1")] * 4)))


def test_ur_02_who_dies_in_a_phase_still_counts_its_own_roll() -> None:
    """All dice fall before any hit is taken."""
    said = setup(units(INFANTRY, "a1", steps=1), units(INFANTRY, "b1", steps=1), urr_rounds=1, weeks=1)
    game = begun(said)
    answers = {
        "combat.place": "field", "red muster": ["a1"], "blue muster": ["b1"], "stance": "attack",
        "roll.attack": [6],
    }  # fmt: skip
    play(game, {**answers, "red stance": "attack", "blue stance": "attack"})
    assert [each.unit for each in events(game, UnitRolled)] == ["b1", "a1"]
    assert not game.state["a1"].standing
    assert not game.state["b1"].standing


def test_ur_03_a_result_is_score_modifiers_and_die() -> None:
    said = setup(units(INFANTRY, "a1", weapon="good"), units(INFANTRY, "b1"))
    ladder = build_ladder(in_melee(fighting(said, ["a1"], ["b1"])), "a1", "melee", 4)
    assert [(each.amount, str(each.clause)) for each in ladder.modifiers] == [
        (4, "Urr Combat resolution (UR-03)"), (1, "Urr Melee modifier tables (UR-18)"),
    ]  # fmt: skip
    assert ladder.total((3,)) == 8


@pytest.mark.parametrize(("total", "hits"), [(5, 0), (6, 1), (9, 1), (10, 2), (13, 2), (14, 3), (20, 3)])
def test_ur_04_six_ten_and_fourteen_are_one_two_and_three_hits(total: int, hits: int) -> None:
    ladder = build_ladder(in_melee(fighting(FIELD, ["a1"], ["b1"])), "a1", "melee", total - 6)
    assert ladder.hits((6,)) == hits
    assert HIT_STEPS == (6, 10, 14)


def test_ur_05_modifiers_do_not_look_at_the_opponent() -> None:
    dwarf = {"id": "dwarf", "people": "dwarf", "armour": "excellent"}
    said = setup(units(INFANTRY, "a1"), [*units(INFANTRY, "b1"), dwarf])
    assert attack(fighting(said, ["a1"], ["b1"]), "a1", 4) == attack(fighting(said, ["a1"], ["dwarf"]), "a1", 4)


def test_ur_06_both_attack_both_roll_on_the_attack_table() -> None:
    state = in_melee(fighting(FIELD, ["a1"], ["b1"], b1="attack"))
    assert to_roll(state) == ("b1", "a1")


def test_ur_06_attack_against_defence_rolls_on_both_tables() -> None:
    said = setup(units(INFANTRY, "a1"), units(INFANTRY, "b1"), places=[{"id": "field", "ground": ["river"]}])
    state = in_melee(fighting(said, ["a1"], ["b1"]))
    assert to_roll(state) == ("b1", "a1")
    assert build_ladder(state, "a1", "melee", 4).modifier == 2
    assert build_ladder(state, "b1", "melee", 4).modifier == 6


def test_ur_06_where_both_defend_nobody_rolls() -> None:
    assert to_roll(in_melee(fighting(FIELD, ["a1"], ["b1"], a1="defend"))) == ()


def test_ur_06_stances_are_secret_and_shown_together() -> None:
    game = begun(FIELD)
    play(game, {"combat.place": "field", "red muster": ["a1"], "blue muster": ["b1"]},
         until=lambda game: any(each.ask.action == "stance" for each in game.open))  # fmt: skip
    assert [each.ask.secret for each in game.open] == [True, True]
    game.answer("attack", question=game.open[0].line, by=game.open[0].ask.seat)
    assert events(game, StancesTaken) == []
    game.answer("defend", question=game.open[0].line, by=game.open[0].ask.seat)
    assert events(game, StancesTaken) == [StancesTaken(stances={"b1": "attack", "a1": "defend"})]


def test_ur_07_hits_fall_on_those_with_the_fewest_losses_of_the_battle() -> None:
    state = after(in_melee(fighting(FIELD, ["a1", "a2"], ["b1", "b2"])), HitTaken(unit="b1"))
    assert takers(state, "blue") == ("b2",)
    # the count runs on into the next round
    state = after(state, FightPhaseClosed(phase="melee"), RoundBegan(round=2))
    assert takers(state, "blue") == ("b2",)


def test_ur_07_the_side_that_suffers_chooses_and_is_not_asked_where_there_is_one() -> None:
    state = after(in_melee(fighting(FIELD, ["a1", "a2"], ["b1", "b2"])), rolled("a1", 3, "blue"))
    game = playing(state, "b2", "b1")
    suffer(game)
    assert [each.unit for each in game.told if isinstance(each, HitTaken)] == ["b2", "b1", "b1"]
    questions = [entry.question for entry in game.tape if hasattr(entry, "question")]
    assert [(each.seat, [option.id for option in each.options]) for each in questions] == [
        ("blue", ["b1", "b2"]), ("blue", ["b1", "b2"]),
    ]  # fmt: skip


@pytest.mark.parametrize(("kind", "most"), [("open", 8), ("wall", 4), ("rampart", 4), ("city", 8)])
def test_ur_08_so_many_units_of_a_side_fit(kind: str, most: int) -> None:
    more = {"places": [{"id": "there", "kind": kind, "section": "gate"}], "sections": [{"id": "gate"}]}
    said = setup(units(INFANTRY, *[f"a{n}" for n in range(10)]), units(INFANTRY, "b1"), **more)
    if kind == "city":
        said["sides"]["red"]["units"] = units(INFANTRY, "b9")
        said["sides"]["blue"]["units"] = units(INFANTRY, *[f"a{n}" for n in range(10)])
        said["attacker"] = "blue"
        said["sides"]["red"]["holds_city"] = True
    game = begun(said)
    play(game, {"combat.place": "there"}, until=lambda game: any(each.ask.action == "muster" for each in game.open))
    assert asked(game, "muster").limit == most


def test_ur_09_raiders_add_one_in_attack_and_in_defence() -> None:
    said = setup([*units(INFANTRY, "a1"), {"id": "knives", "raider": True}], units(INFANTRY, "b1"))
    game = begun(said)
    play(game, {"combat.place": "field", "red muster": ["a1"], "blue muster": ["b1"], "raiders": "a1"},
         until=lambda game: any(each.ask.action == "stance" for each in game.open))  # fmt: skip
    assert attack(game.state, "a1")["raiders"] == 1
    assert defence(game.state, "a1")["raiders"] == 1
    assert "raiders" not in attack(game.state, "b1")
    # raiders do not fight by themselves
    assert game.state.combat.parties["red"] == ("a1",)


def test_ur_10_a_counter_shows_its_side_its_numbers_and_stars() -> None:
    said = setup([{"id": "witch", "name": "Witch", "melee": "?", "ranged": 3, "magic": True}], units(INFANTRY, "b1"))
    visible = URR_RULES.get_visible_state(new_game(said), "red")
    rows = {str(row.label): str(row.text) for row in board(visible, "red").models["witch"].card.tables[0].rows}
    assert rows["Melee"] == "★"
    assert rows["Ranged"] == "3"
    assert visible["models"]["witch"]["profile"]["side"] == "red"


@pytest.mark.parametrize(
    ("people", "men"), [("human", 100), ("elf", 100), ("undead", 100), ("dwarf", 70), ("gnome", 70)]
)
def test_ur_11_a_unit_is_a_hundred_men_or_seventy_dwarves(people: str, men: int) -> None:
    assert UnitProfile("x", "red", "X", people=people).men == men


def test_ur_12_the_usual_counters() -> None:
    numbers = ("melee", "ranged", "steps")
    assert {kind: (*map(each.get, numbers), each.get("limit", "")) for kind, each in KINDS.items()} == {
        "infantry": (4, 0, 4, ""),
        "archers": (1, 4, 4, "defence"),
        "militia": (2, 2, 4, "defence"),
        "undead": (3, 0, 5, "attack"),
    }


def test_ur_13_some_units_only_defend_and_some_only_attack() -> None:
    said = setup([*units(ARCHERS, "bows"), *units(UNDEAD, "dead")], units(MILITIA, "watch"))
    game = begun(said)
    play(game, {"combat.place": "field", "red muster": ["dead"], "blue muster": ["watch"], "roll.attack dead": [1],
                "roll.ranged watch": [1], "roll.defence watch": [1]},
         until=lambda game: any(each.ask.action == "fight-on" for each in game.open))  # fmt: skip
    # nobody was asked: there is no choice
    assert events(game, StancesTaken) == [StancesTaken(stances={"watch": "defend", "dead": "attack"})]


def test_ur_13_archers_whom_nobody_attacks_do_not_roll_in_melee() -> None:
    said = setup([*units(ARCHERS, "bows"), *units(INFANTRY, "a1")], units(INFANTRY, "b1"))
    assert to_roll(in_melee(fighting(said, ["bows", "a1"], ["b1"]))) == ("b1", "a1")
    assert to_roll(in_melee(fighting(said, ["bows", "a1"], ["b1"], b1="attack"))) == ("b1", "bows", "a1")


def test_ur_40_both_sides_are_asked_after_each_round() -> None:
    game = begun(FIELD)
    answers = {
        "combat.place": "field", "red muster": ["a1"], "blue muster": ["b1"], "stance": "defend",
        "red stance": "defend", "blue stance": "defend", "red fight-on": Queue([True, False]), "blue fight-on": True,
    }  # fmt: skip
    play(game, answers, until=lambda game: bool(events(game, CombatEnded)))
    assert [each.round for each in events(game, RoundBegan)] == [1, 2]
    assert events(game, CombatEnded)[0].why.code == "breaks-off"


def test_undead_and_others_are_refused_side_by_side() -> None:
    """UR-21, at the muster."""
    said = setup([*units(UNDEAD, "dead"), *units(INFANTRY, "a1")], units(INFANTRY, "b1"))
    game = begun(said)
    play(game, {"combat.place": "field"}, until=lambda game: any(each.ask.action == "muster" for each in game.open))
    with pytest.raises(IllegalAnswer) as refused:
        game.answer(["dead", "a1"], question=game.open[0].line, by="red")
    assert refused.value.code == "company"
    assert "UR-21" in str(refused.value)
    assert asked(game, "muster")


def test_a_storm_on_a_wall_shoots_as_it_is_said() -> None:
    state = fighting(setup(units(ARCHERS, "bows"), units(MILITIA, "watch"), **wall(3)), ["bows"], ["watch"], "storm")
    assert shot(state, "bows", 4) == {"ranged": 4, "to-wall": -3}
    assert shot(state, "watch", 2) == {"ranged": 2, "from-wall": 3}
