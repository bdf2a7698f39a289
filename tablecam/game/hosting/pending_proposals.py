"""Proposals and confirmations that wait for an answer, kept beside the game so that they survive a server restart.

They are not events of the game, so the log does not contain them. Corrections and confirmations count only for a log of
the same length; positions out of turn wait until a model is moved, however the game goes on.
"""

import json
from typing import Any

from tablecam.base.errors import TablecamError
from tablecam.game.hosting.open_game import Acceptance, OpenGame, Pending
from tablecam.game.overrule_preview import propose
from tablecam.rules.event import PositionsAccepted

# the name of the setting
IN_THE_AIR = "in the air"  # no text


def keep(open_game: OpenGame) -> None:
    """Write the pending proposals and confirmations if they have changed. DatabaseFault."""
    pending, closing, accepting = open_game.pending, open_game.closing, open_game.accepting
    if not open_game.proposals and not closing and not open_game.kept_in_the_air:
        return
    record: dict[str, object] = {"at": open_game.game.log.last, "proposals": open_game.proposals}
    if closing:
        record["closing"] = closing
    if pending:
        correction = pending.proposal
        record["proposal"] = {
            "line": correction.line, "raw": correction.raw, "why": correction.why, "by": correction.by,
            "agreed": pending.agreed, "key": pending.key,
        }  # fmt: skip
    if accepting:
        acceptance = accepting.proposal
        record["accepting"] = {
            "event": acceptance.event.record(), "by": acceptance.by, "agreed": accepting.agreed,
            "key": accepting.key,
        }  # fmt: skip
    text = json.dumps(record)
    if text != open_game.kept_in_the_air:
        open_game.kept.set(IN_THE_AIR, text)
        open_game.kept_in_the_air = text


def take_up(open_game: OpenGame) -> None:
    """Read them back once the game is open again; leave out what is outdated or unreadable."""
    text = open_game.kept.settings().get(IN_THE_AIR, "")
    try:
        record = json.loads(text or "{}")
        open_game.proposals = int(record.get("proposals", 0))
        if saved := record.get("accepting"):
            open_game.accepting = _read_acceptance(open_game, saved)
        if record.get("at") != open_game.game.log.last:
            return
        open_game.closing = tuple(seat for seat in open_game.game.seats if seat in record.get("closing", ()))
        if saved := record.get("proposal"):
            proposal = propose(open_game.game, saved["line"], saved["raw"], saved["why"], saved["by"])
            open_game.pending = Pending(proposal, _proposal_key(open_game, saved), tuple(saved["agreed"]))
    except (ValueError, TypeError, KeyError, AttributeError, TablecamError):
        return
    open_game.kept_in_the_air = text


def _read_acceptance(open_game: OpenGame, made: dict[str, Any]) -> Pending[Acceptance] | None:
    event = open_game.game.system.event(made["event"])
    if not isinstance(event, PositionsAccepted):
        return None
    return Pending(Acceptance(event, made["by"]), _proposal_key(open_game, made), tuple(made["agreed"]))


def _proposal_key(open_game: OpenGame, made: dict[str, Any]) -> str:
    """The key of a proposal; earlier versions did not write it, and had one proposal at a time."""
    return str(made.get("key") or f"{open_game.id}.{open_game.proposals}")
