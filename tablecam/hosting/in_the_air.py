"""What waits for somebody's word, kept beside the game: a restart of the server takes no proposal or confirmation back.

It is no part of what happened, so that it is not in the log, and it counts only for the log of that length.
"""

import json

from tablecam.errors import TablecamError
from tablecam.game.overrule_preview import propose
from tablecam.hosting.open_game import OpenGame, Pending

# the name of the setting
IN_THE_AIR = "in the air"  # no text


def keep(open_game: OpenGame) -> None:
    """Writes it, if it is another than before. DatabaseFault."""
    pending, closing = open_game.pending, open_game.closing
    if not open_game.proposals and not closing and not open_game.kept_in_the_air:
        return
    record: dict[str, object] = {"at": open_game.game.log.last, "proposals": open_game.proposals}
    if closing:
        record["closing"] = closing
    if pending:
        made = pending.proposal
        record["proposal"] = {
            "line": made.line, "raw": made.raw, "why": made.why, "by": made.by, "agreed": pending.agreed,
        }  # fmt: skip
    text = json.dumps(record)
    if text != open_game.kept_in_the_air:
        open_game.kept.set(IN_THE_AIR, text)
        open_game.kept_in_the_air = text


def take_up(open_game: OpenGame) -> None:
    """Reads it back, once the game is open again; what the log has outgrown, or nobody can read, is left out."""
    text = open_game.kept.settings().get(IN_THE_AIR, "")
    try:
        record = json.loads(text or "{}")
        open_game.proposals = int(record.get("proposals", 0))
        if record.get("at") != open_game.game.log.last:
            return
        open_game.closing = tuple(seat for seat in open_game.game.seats if seat in record.get("closing", ()))
        if made := record.get("proposal"):
            proposal = propose(open_game.game, made["line"], made["raw"], made["why"], made["by"])
            open_game.pending = Pending(proposal, f"{open_game.id}.{open_game.proposals}", tuple(made["agreed"]))
    except (ValueError, TypeError, KeyError, AttributeError, TablecamError):
        return
    open_game.kept_in_the_air = text
