"""Who looks at a game, and what each may do there: the shared tablet, a side's own device, the umpire, anybody else.

What a role sees is what its seat sees. The tablet between the players, the umpire and a spectator have no seat: they
see what everybody may, and nothing that depends on hidden orders.
"""

from collections.abc import Mapping, Sequence

from tablecam.base.i18n import InContext

TABLE, UMPIRE, SPECTATOR = "table", "umpire", "spectator"
# the seat of those who have none: no rulebook calls a side so
NOBODY = ""
# who has answered at the shared tablet, where the question was for no seat alone
PLAYERS = "players"
# Translators: who has done something, at the beginning of a line: "Umpire overrules: ..."
TITLES: Mapping[str, InContext] = {
    UMPIRE: InContext("who did it", "Umpire"),
    TABLE: InContext("who did it", "Table"),
    PLAYERS: InContext("who did it", "Players"),
    SPECTATOR: InContext("who did it", "Spectator"),
}


def seat_of(role: str, seats: Sequence[str]) -> str:
    """The seat that a role looks from."""
    return role if role in seats else NOBODY


def may_answer(role: str, asked: str | None, seats: Sequence[str]) -> bool:
    """Whether a role may answer what a seat is asked (None: the table, or any player in its place)."""
    if role == TABLE:
        return True
    if role == UMPIRE:
        return asked is None
    return role in seats and asked in (role, None)


def answers_as(role: str, asked: str | None) -> str:
    """Under whose name the log keeps an answer: at the shared tablet, that of the seat that was asked."""
    return (asked or PLAYERS) if role == TABLE else role


def role_title(role: str) -> str:
    """A role without a seat, as a line of the log begins with it: "Umpire"."""
    title = TITLES.get(role)
    return str(title) if title else role.capitalize()
