"""The number of rounds of an event.

Clause: UW-TG Rounds (N1, N2).
"""

from tablecam.base.i18n import Counted, Message
from tablecam.club.tournament.refusal import TournamentRefusal

# the guide's table begins here
FEWEST = 5
# more is a slip of the finger
MOST_ROUNDS = 50


def rounds_for(players: int) -> int:
    """The smallest number r of rounds, at least one, so that 2^r is no less than the players at the start (N1)."""
    if players < 2:
        reason = Message("an event needs at least two players; {players} are entered", players=players)
        raise TournamentRefusal(reason, "N1", code="too-few-players")
    return (players - 1).bit_length()


def warning(players: int) -> Message | None:
    """A warning about an event smaller than the guide's table covers; None for a larger one (N2)."""
    if players >= FEWEST:
        return None
    return Counted(
        "the guide begins at {fewest} players; {players} play {n} round by the same rule (N2)",
        "the guide begins at {fewest} players; {players} play {n} rounds by the same rule (N2)",
        rounds_for(players),
        fewest=FEWEST,
        players=players,
    )
