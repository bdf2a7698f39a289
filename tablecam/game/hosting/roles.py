"""The roles that look at a game, and their rights: the shared tablet, a side's own device, the umpire, spectators.

A role sees what its seat sees. The tablet between the players, the umpire and a spectator have no seat: they see
public facts, and nothing that depends on hidden orders.
"""

from collections.abc import Mapping, Sequence

from tablecam.base.i18n import InContext

TABLE, UMPIRE, SPECTATOR = "table", "umpire", "spectator"
# the seat of roles without one: no rulebook gives a side this name
NOBODY = ""
# the author of an answer at the shared tablet, where the question was for no single seat
PLAYERS = "players"
# Translators: who has done something, at the beginning of a line: "Umpire overrules: ..."
TITLES: Mapping[str, InContext] = {
    UMPIRE: InContext("who did it", "Umpire"),
    TABLE: InContext("who did it", "Table"),
    PLAYERS: InContext("who did it", "Players"),
    SPECTATOR: InContext("who did it", "Spectator"),
}


def get_viewing_seat(role: str, seats: Sequence[str]) -> str:
    """The seat that a role looks from."""
    return role if role in seats else NOBODY


def may_answer(role: str, asked: str | None, seats: Sequence[str]) -> bool:
    """Whether a role may answer a question for a seat (None: the table, or any player in its place)."""
    if role == TABLE:
        return True
    if role == UMPIRE:
        return asked is None
    return role in seats and asked in (role, None)


def answers_as(role: str, asked: str | None) -> str:
    """The name under which the log keeps an answer: at the shared tablet, the seat that was asked."""
    return (asked or PLAYERS) if role == TABLE else role


def role_title(role: str) -> str:
    """The title of a role without a seat, as it begins a line of the log: "Umpire"."""
    title = TITLES.get(role)
    return str(title) if title else role.capitalize()
