"""How many rounds an event has.

Clause: UW-TG Rounds (N1, N2).
"""

from tablecam.tournament.refusal import TournamentRefusal

# the guide's table begins here
FEWEST = 5


def rounds_for(players: int) -> int:
    """The smallest number of rounds, at least one, with 2 to its power no less than the players at the start (N1)."""
    if players < 2:
        raise TournamentRefusal(f"an event needs two players and {players} are entered", "N1")
    return (players - 1).bit_length()


def warning(players: int) -> str:
    """What the organiser should know about so small an event, else empty (N2)."""
    if players >= FEWEST:
        return ""
    rounds = rounds_for(players)
    played = "1 round" if rounds == 1 else f"{rounds} rounds"
    return f"the guide begins at {FEWEST} players; {players} play {played} by the same rule (N2)"
