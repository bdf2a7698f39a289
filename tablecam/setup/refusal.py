"""The error of a step of the set-up that cannot do what it was asked to do."""

from tablecam.base.errors import TablecamError
from tablecam.base.i18n import Message


class SetupRefusal(TablecamError):
    """The reason and the remedy as one sentence. code: names the reason for a program that acts on it, or ""."""

    def __init__(self, says: Message, code: str = "") -> None:
        super().__init__(says)
        self.code = code
