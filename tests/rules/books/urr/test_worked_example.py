"""The storm that the page works out: strength 2, militia and infantry against three infantry and archers, three rounds.

Where its dice and its table disagree with its prose, the dice and the table are right. Two slips of the page:

- Round 1 costs the Prince three steps (9 is one hit, 12 two more), not the two that the prose counts.
- R1 stands at three steps already in the melee row of round 1, but loses that step in this melee: the row should say 4.
"""

from siege import ARCHERS, INFANTRY, MILITIA, Queue, begun, events, play, setup, units, wall

from tablecam.game.change_plan import fold
from tablecam.game.verify import verify
from tablecam.rules.books.urr.rules.combat_events import FightPhaseClosed, HitTaken, UnitEliminated, UnitRolled
from tablecam.rules.books.urr.rules.rulebook import URR_RULES

PRINCE = [*units(INFANTRY, "m1", "m2", "m3"), *units(ARCHERS, "r1")]
URR = [*units(MILITIA, "wd"), *units(INFANTRY, "u1")]
STORM = setup(PRINCE, URR, urr_rounds=3, weeks=1, **wall(2))
# the dice as printed, by what is rolled
DICE = {
    "roll.ranged wd": Queue([[1], [6], [2]]),
    "roll.ranged r1": Queue([[4], [2], [5]]),
    "roll.defence wd": Queue([[5], [2]]),
    "roll.defence u1": Queue([[6], [2], [5]]),
    "roll.attack m1": Queue([[1], [6], [2]]),
    "roll.attack m2": Queue([[6], [5], [4]]),
    "roll.attack m3": Queue([[4], [4], [1]]),
}
# who takes a hit, where more than one could
CHOICES = {
    "hit blue": ["wd", "u1", "wd", "wd"],
    "hit red": ["r1", "m1", "m2", "r1", "m1", "m2", "r1", "m1"],
}


def answers() -> dict:
    return {
        **{action: Queue(faces) for action, faces in DICE.items()},
        **{action: Queue(taken) for action, taken in CHOICES.items()},
        "combat.place": "storm",
        "red muster": ["m1", "m2", "m3", "r1"],
        "blue muster": ["wd", "u1"],
        "red stance": "attack",
        "blue stance": "defend",
    }


def played():
    game = begun(STORM)
    play(game, answers())
    return game


def rows(game) -> list[dict]:
    """By phase the totals with their hits, and who has lost a step."""
    found = [{"rolls": {}, "lost": []}]
    for event in events(game, UnitRolled, HitTaken, FightPhaseClosed):
        match event:
            case UnitRolled(unit=unit, total=total, hits=hits):
                found[-1]["rolls"][unit] = (total, hits)
            case HitTaken(unit=unit):
                found[-1]["lost"].append(unit)
            case FightPhaseClosed():
                found.append({"rolls": {}, "lost": []})
    return found[:-1]


def test_every_roll_is_that_of_the_table() -> None:
    totals = [each["rolls"] for each in rows(played())]
    assert totals == [
        {"wd": (5, 0), "r1": (6, 1)},
        {"wd": (9, 1), "u1": (12, 2), "m1": (3, 0), "m2": (8, 1), "m3": (6, 1)},
        {"wd": (10, 2), "r1": (4, 0)},
        {"wd": (6, 1), "u1": (8, 1), "m1": (8, 1), "m2": (7, 1), "m3": (6, 1)},
        {"wd": (6, 1), "r1": (7, 1)},
        {"u1": (11, 2), "m1": (4, 0), "m2": (6, 1), "m3": (3, 0)},
    ]


def test_hits_and_steps_are_those_of_the_table_to_the_last() -> None:
    game = played()
    urr = [sum(unit in ("wd", "u1") for unit in each["lost"]) for each in rows(game)]
    prince = [sum(unit not in ("wd", "u1") for unit in each["lost"]) for each in rows(game)]
    assert urr == [1, 2, 0, 3, 1, 1]
    # the prose counts 2 for the first round; its dice and its table say 3
    assert prince == [0, 3, 2, 2, 1, 2]
    assert left(8, urr) == [8, 5, 2, 0]
    assert left(16, prince) == [16, 13, 9, 6]
    assert {name: unit.steps for name, unit in game.state.units.items()} == {
        "wd": 0, "u1": 0, "r1": 1, "m1": 1, "m2": 2, "m3": 2,
    }  # fmt: skip


def left(first: int, lost: list[int]) -> list[int]:
    """Steps at the beginning and after each round."""
    return [first - sum(lost[: 2 * number]) for number in range(4)]


def test_each_unit_loses_the_steps_that_the_table_shows() -> None:
    taken = [each["lost"] for each in rows(played())]
    assert taken[0] == ["wd"]
    assert taken[1] == ["u1", "u1", "r1", "m1", "m2"]
    assert taken[2] == ["m3", "r1"]
    assert taken[3] == ["wd", "wd", "u1", "m1", "m2"]
    assert taken[4] == ["wd", "m3"]
    assert taken[5] == ["u1", "r1", "m1"]


def test_r1_loses_its_step_in_the_melee_of_round_1_not_before_it() -> None:
    """The page shows three steps in that row already."""
    phases = rows(played())
    assert "r1" not in phases[0]["lost"]
    assert phases[1]["lost"].count("r1") == 1


def test_the_militia_killed_in_the_ranged_phase_does_not_defend() -> None:
    game = played()
    assert "wd" not in rows(game)[5]["rolls"]
    assert [each.unit for each in events(game, UnitEliminated)] == ["wd", "u1"]


def test_all_choices_are_used_and_nobody_is_asked_where_there_is_none() -> None:
    given = answers()
    game = begun(STORM)
    play(game, given)
    assert [key for key, left_over in given.items() if isinstance(left_over, Queue) and left_over] == []


def test_the_playthrough_folds_and_verifies() -> None:
    game = played()
    assert fold(URR_RULES, game.log) == game.state
    assert verify(URR_RULES, game.log) is None
    assert game.state.winner == "red"
