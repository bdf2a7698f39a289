"""The luck of the dice: how far rolls come out above their average, and a share of wins without it.

    measure_roll_luck(Roll(check=check, ..), (9, 3))     the passes of both dice, minus those to expect

The luck of a roll is zero on average, whatever has happened before it, and so is its sum over a game: a control
variate. It separates games that a side wins by its dice from games that it wins by its strength.
"""

from collections.abc import Mapping, Sequence

import numpy as np

from tablecam.rules.ask import Roll
from tablecam.rules.check import Check, Ladder
from tablecam.rules.plain import Json
from tablecam.rules.roll_sum import read_check, read_die, read_ladder

# games for each kind of roll in the regression, so that it does not take chance for an influence
GAMES_A_KIND = 20
# with fewer wins or fewer losses, an interval of the regression is too small
LEAST_WINS = 10


def measure_roll_luck(roll: Roll, faces: Sequence[int]) -> float:
    """The passes of a check, the hits on a ladder or the sum of bare dice, minus their average."""
    check = roll.check
    if not isinstance(check, Check | Ladder):
        return sum(faces) - len(faces) * (roll.die.first + roll.die.last) / 2
    tries = [tuple(faces[start : start + check.dice]) for start in range(0, len(faces), check.dice)]
    if isinstance(check, Check):
        return sum(map(check.passes, tries)) - len(tries) * float(check.odds)
    expected = sum(hits * float(chance) for hits, chance in enumerate(check.chances))
    return sum(map(check.hits, tries)) - len(tries) * expected


def read_roll(record: Mapping[str, Json]) -> Roll:
    """A roll from its record in a log: enough to measure its luck by. A duel has bare dice."""
    check, die = record.get("check") or {}, read_die(record["die"])
    read = None if not check or "sides" in check else read_ladder if "steps" in check else read_check
    return Roll(
        seat=record.get("seat"),
        purpose=record["purpose"],
        action=record.get("action", ""),
        die=die,
        count=record.get("count", 1),
        check=read(check, die) if read else None,
    )


def remove_luck(scores: Sequence[float], luck: Sequence[Mapping[str, float]]) -> tuple[float, float] | None:
    """The mean score at average dice, and its standard error; None if wins or losses are too few, or without dice.

    luck: of each game, by the kind of roll: that of the side whose scores they are, minus that of the other sides.
    """
    columns = _list_columns(luck)[: len(scores) // GAMES_A_KIND]
    if not columns or min(sum(scores), len(scores) - sum(scores)) < LEAST_WINS:
        return None
    design = np.column_stack([np.ones(len(scores)), *columns])
    fitted, *_rest = np.linalg.lstsq(design, np.asarray(scores, float), rcond=None)
    left_over = np.asarray(scores, float) - design @ fitted
    variance = float(left_over @ left_over) / (len(scores) - design.shape[1])
    spread = np.linalg.pinv(design.T @ design)
    return float(fitted[0]), float(np.sqrt(variance * spread[0, 0]))


def _list_columns(luck: Sequence[Mapping[str, float]]) -> list[np.ndarray]:
    """The luck of every game for each kind of roll, the kind that varies most first."""
    kinds = sorted({kind for game in luck for kind in game})
    columns = [np.array([game.get(kind, 0.0) for game in luck]) for kind in kinds]
    return sorted((column for column in columns if column.std() > 0), key=lambda column: -float(column.std()))
