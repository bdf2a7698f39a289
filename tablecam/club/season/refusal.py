"""Refusals of a league, as one sentence."""

from tablecam.base.errors import TablecamError
from tablecam.base.i18n import Message


class LeagueRefusal(TablecamError):
    """A refusal; nothing has changed. code: what a program decides by. people: those it is about."""

    def __init__(self, says: Message, code: str, people: tuple[str, ...] = ()) -> None:
        super().__init__(says)
        self.code = code
        self.people = people
