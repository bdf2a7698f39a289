"""Every house rule changes an outcome."""

from dataclasses import fields, replace

from quarter import (
    CHIEF,
    EXPLOSIVE,
    LEADER,
    MILITIA,
    RIFLES,
    ROCKETS,
    WRECK,
    Several,
    acting,
    initial,
    run,
    state,
    told,
)

from tablecam.rules.books.urban_operations.rules import impulses, menu
from tablecam.rules.books.urban_operations.rules import initial as phase
from tablecam.rules.books.urban_operations.rules.duel import ORDINARY, Row, outcome
from tablecam.rules.books.urban_operations.rules.fight import AttackPlan, fight
from tablecam.rules.books.urban_operations.rules.fight_events import LeaderLost, OslLost
from tablecam.rules.books.urban_operations.rules.initial_events import PopulationMoved
from tablecam.rules.books.urban_operations.rules.losses import lose
from tablecam.rules.books.urban_operations.rules.menu import limit
from tablecam.rules.books.urban_operations.rules.state import InitialStage, OperationsRules
from tablecam.rules.books.urban_operations.wording.house_rule_labels import house_rules
from tablecam.rules.event import evolve

DEADLY = Row("R", 9, 9, loses=True, extra=1, destroys=True)


def test_uo_duel_tie_gives_the_higher_firepower_to_neither_or_both() -> None:
    row = Row("R", 7, 8, bonus=1, total=3)
    assert outcome((4, 4), (row, ORDINARY), (7, 7), OperationsRules()).totals == (5, 4)
    assert outcome((4, 4), (row, ORDINARY), (7, 7), OperationsRules(uo_duel_tie="both")).totals == (7, 5)


def test_uo_losing_die_critical_counts_or_not() -> None:
    assert outcome((4, 4), (DEADLY, ORDINARY), (7, 8), OperationsRules()).loser == 1
    ignored = outcome((4, 4), (DEADLY, ORDINARY), (7, 8), OperationsRules(uo_losing_die_critical="ignore"))
    assert (ignored.loser, ignored.destroyed) == (0, (False, False))


def test_uo_mutual_critical_is_equality_or_applies_both_rows() -> None:
    assert outcome((4, 4), (DEADLY, DEADLY), (9, 9), OperationsRules()).destroyed == (False, False)
    both = outcome((4, 4), (DEADLY, DEADLY), (9, 9), OperationsRules(uo_mutual_critical="apply"))
    assert (both.destroyed, both.extra) == ((True, True), (1, 1))


def test_uo_no_way_out_destroys_or_lets_stay() -> None:
    for choice, alive in (("destroyed", False), ("stays", True)):
        said = {"duel": Several([[3], [1]]), "way-out": False, "quality": [1]}
        of = state(uo_no_way_out=choice)
        play = run(lambda game: fight(game, AttackPlan(RIFLES, CHIEF, "assault", 1)), of, said)
        assert play.state[CHIEF].alive is alive


def test_uo_quality_rows_are_those_of_elites_and_recruits_or_the_other_way_round() -> None:
    for choice, lost in (("elite 6-9", 1), ("other", 0)):
        of = state(uo_quality_rows=choice)
        play = run(lambda game: lose(game, MILITIA, 1, "fire"), of, {"quality": [6]})
        assert sum(each.osl for each in told(play, OslLost)) == lost


def test_uo_leader_rows_give_an_elite_leader_4_or_2_blocks() -> None:
    for choice, blocks in (("elite 4", 4), ("other", 2)):
        of = evolve(state(uo_leader_rows=choice), LeaderLost(block=CHIEF, seat="blue", rule="elite"))
        assert limit(of, "blue") == blocks


def test_uo_leader_lost_is_played_by_quality_or_by_the_basic_rule() -> None:
    for choice, blocks in (("quality", 4), ("basic", 3)):
        gone = evolve(state(uo_leader_lost=choice), OslLost(block=CHIEF, osl=3))
        assert limit(run(impulses.bury, gone).state, "blue") == blocks


def test_uo_support_cap_is_the_printed_osl_or_none() -> None:
    for choice, able in (("printed", ()), ("none", (RIFLES, LEADER))):
        assert menu.list_weakened(state(uo_support_cap=choice), RIFLES, LEADER) == able


def test_uo_population_compass_goes_clockwise_or_the_other_way() -> None:
    for choice, sides in (("clockwise", [1, 2, 3, 4, 5, 6]), ("other", [1, 6, 5, 4, 3, 2])):
        of = initial(InitialStage.POPULATION, of=state(uo_population_compass=choice))
        plays = [run(phase.move_population, of, {"population": [face]}) for face in range(1, 7)]
        assert [told(play, PopulationMoved)[0].direction for play in plays] == sides


def test_uo_test_hidden_tests_tokens_face_down_too() -> None:
    assert EXPLOSIVE not in phase.items(initial(InitialStage.TESTS))
    of = initial(InitialStage.TESTS, of=state(uo_test_hidden=True))
    assert EXPLOSIVE in phase.items(of)
    play = run(phase.test_token, of, {"test": [1], "blast.explosion": [ROCKETS]})
    assert told(play, OslLost)[0].block == ROCKETS


def test_uo_wreck_retest_every_turn_or_once() -> None:
    for choice, again in (("yes", True), ("once", False)):
        of = initial(InitialStage.TESTS, of=state(uo_wreck_retest=choice))
        exploded = replace(of.tokens[WRECK], exploded=True)
        assert (WRECK in phase.items(replace(of, tokens={WRECK: exploded}))) is again


def test_every_house_rule_has_a_test_and_a_label() -> None:
    keys = [each.name for each in fields(OperationsRules)]
    assert sorted(keys) == sorted(each.key for each in house_rules())
    assert all(any(name.startswith(f"test_{key}") for name in globals()) for key in keys)
    assert acting(state(), RIFLES, "fire").acting
