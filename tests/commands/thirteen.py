"""The event of 13 that the terminal and the pages both play, as tests/golden/tournament/script_of_13.txt has it.

Player 2 sits out round 2, player 3 concedes in it, and player 14 comes after it with 12 points and none.
"""

SEED = 2026
ROUNDS = 4
GRANTED = (12, 0)
NAMES = (
    "Ann Archer", "Bob Brook", "Cat Crane", "Dan Drake", "Eve East", "Fay Ford", "Gil Grant",
    "Hal Hill", "Ivy Irons", "Jo Jones", "Kim Kane", "Lee Long", "Max Moor", "Nell North",
)  # fmt: skip
FACTIONS = ("junkers", "syntha", "triads", "viridian")


def name(player: int) -> str:
    """Players are counted from 1, the late one is 14."""
    return NAMES[player - 1]


def faction(player: int) -> str:
    return FACTIONS[player * player % 4]


def models(player: int) -> int:
    return 6 + player % 7


def lost(player: int, number: int) -> int:
    """What he has lost in a round."""
    return (5 * player + 3 * number) % (models(player) + 1)


def withdrew(player: int, number: int) -> bool:
    return (player + number) % 11 == 0


def conceded(player: int, number: int) -> bool:
    return (player, number) == (3, 2)


def bonus(player: int, number: int) -> int:
    return int(player % 5 == number)
