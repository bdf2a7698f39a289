"""The odds of a whole attack, against every way that the dice can fall, played by the rules themselves."""

from fractions import Fraction
from itertools import product

import pytest
from skirmish import play, state

from tablecam.rules.books.urban_war.rules.action_events import Activated
from tablecam.rules.books.urban_war.rules.attack_events import Wounded
from tablecam.rules.books.urban_war.rules.cards import Band, Shot
from tablecam.rules.books.urban_war.rules.chances import OtherTarget, blow_attack, shot_attack
from tablecam.rules.books.urban_war.rules.rulebook import STEPS
from tablecam.rules.books.urban_war.rules.shooting import shoot
from tablecam.rules.books.urban_war.rules.state import State
from tablecam.rules.books.urban_war.rules.target_priority import Priority, other_target_check
from tablecam.rules.play import Play, Waiting
from tablecam.rules.steps import playing, replace_steps


def enumerated(attack, wounds_of_target: int) -> Fraction:
    """The chance to kill, by counting dice: each roll is a pass or a failure with the check's own passing faces."""

    def faces(check) -> Fraction:
        return Fraction(sum(check.passes((face,)) for face in range(1, 11)), 10)

    hit, stop = faces(attack.to_hit), faces(attack.armour) if attack.armour else Fraction(0)
    hurt, save = faces(attack.damage), faces(attack.cover) if attack.cover else Fraction(0)
    killed = Fraction(0)
    for hits in product((0, 1), repeat=attack.shots):
        for kept in product((0, 1), repeat=sum(hits)):
            for made in product((0, 1), repeat=sum(kept) * attack.dice):
                for left in product((0, 1), repeat=sum(made)):
                    if sum(left) >= wounds_of_target:
                        killed += (
                            weight(hits, hit) * weight(kept, 1 - stop) * weight(made, hurt) * weight(left, 1 - save)
                        )
    return killed


def weight(outcomes, chance: Fraction) -> Fraction:
    total = Fraction(1)
    for passed in outcomes:
        total *= chance if passed else 1 - chance
    return total


@pytest.mark.parametrize("card", ["plain", "brute", "shield"])
@pytest.mark.parametrize("cover", ["", "solid", "flimsy"])
@pytest.mark.parametrize("at", [Band.SHORT, Band.MEDIUM])
def test_the_odds_of_a_shot_are_those_of_counting_every_way_the_dice_can_fall(card: str, cover: str, at: Band) -> None:
    now = state("gus:gunner", f"bob:{card}")
    now = now.replace_model("bob", wounds=3)
    attack = shot_attack(now, "gus", "bob", now["gus"].profile.weapons[0], Shot(at, cover))
    for wounds in (1, 2, 3):
        assert attack.kills(wounds) == enumerated(attack, wounds)


def test_the_odds_of_blows_are_those_of_counting_too() -> None:
    now = state("ann:veteran/2", "bob:brute")
    attack = blow_attack(now, "ann", "bob", now["ann"].profile.weapons[1])
    assert attack.kills(1) == enumerated(attack, 1)


def test_a_command_check_before_the_shot_is_part_of_the_odds() -> None:
    now = state()
    first = Priority(("cy",), "", other_target_check(now, "ann", ()))
    rifle = now["ann"].profile.weapons[0]
    alone = shot_attack(now, "ann", "bob", rifle, Shot(Band.SHORT))
    after = shot_attack(now, "ann", "bob", rifle, Shot(Band.SHORT), OtherTarget(first))
    assert after.kills(1) == alone.kills(1) * Fraction(11, 20)


@pytest.mark.slow
def test_the_rules_come_to_the_same_odds_when_every_roll_is_played_out() -> None:
    now = state("ann", "bob:brute", Activated(model="ann"))
    at = Shot(Band.SHORT, "solid")
    rifle = now["ann"].profile.weapons[0]
    hurt = [dice for dice in all_dice(now, at) if any(isinstance(each, Wounded) for each in played(now, at, dice))]
    wounded = sum(Fraction(1, 10 ** len(dice)) for dice in hurt)
    assert wounded == shot_attack(now, "ann", "bob", rifle, at).kills(1)


def played(now, at: Shot, dice):
    game = play(now, *[[face] for face in dice])
    shoot(game, "ann", "bob", now["ann"].profile.weapons[0], at)
    return game.told


def all_dice(now, at: Shot, rolled: tuple[int, ...] = ()):
    """Every sequence of single dice that the shot takes from its first to its last roll."""
    try:
        played(now, at, rolled)
    except Waiting:
        for face in range(1, 11):
            yield from all_dice(now, at, (*rolled, face))
    else:
        yield rolled


class WithoutArmour:
    """An edition in which heavy armour stops nothing."""

    @staticmethod
    def apply_armour(game: Play[State], target: str, hits: int) -> int:
        return hits

    steps = replace_steps(STEPS, apply_armour)


def test_a_rule_that_another_edition_replaces_changes_the_odds_by_itself() -> None:
    now = state("ann:trooper", "bob:brute", Activated(model="ann"))
    rifle, at = now["ann"].profile.weapons[0], Shot(Band.SHORT)
    usual = shot_attack(now, "ann", "bob", rifle, at)
    assert usual.wound < usual.hit
    with playing(WithoutArmour()):
        assert shot_attack(now, "ann", "bob", rifle, at).wound * (1 - usual.armour.odds) == usual.wound
