"""Numbers that a counter or the page leaves to the players. Clauses: UR-24, UR-37, UR-41."""

from tablecam.base.clause import Clause
from tablecam.rules.ask import Count, Topic
from tablecam.rules.books.urr.rules import topics
from tablecam.rules.books.urr.rules.clauses import row
from tablecam.rules.books.urr.rules.state import UrrState
from tablecam.rules.books.urr.rules.unit import STAR, Score
from tablecam.rules.play import Play

# limits of a score in place of a star, and of magic
MOST_SCORE, MOST_MAGIC = 12, 6


def score(game: Play[UrrState], printed: Score, topic: Topic, clause: Clause | None = None) -> int:
    """The printed number; in place of a star the players supply it each time."""
    if printed != STAR:
        return printed
    return game.ask(Count(most=MOST_SCORE, clause=clause or row(41), **topic._asdict()))


def magic(game: Play[UrrState], unit: str) -> int:
    """The bonus or penalty of magic on a unit's die; 0 for a unit without magic."""
    if not game.state[unit].profile.magic:
        return 0
    return game.ask(Count(least=-MOST_MAGIC, most=MOST_MAGIC, clause=row(37), **topics.magic(unit)._asdict()))
