"""Accept positions out of turn: one side proposes, the other confirms, and then they are logged."""

import math
from collections.abc import Mapping, Sequence

from tablecam.base.i18n import Message
from tablecam.game.hosting.open_game import Acceptance, OpenGame, Pending
from tablecam.game.hosting.overruling import add_agreement, propose_next
from tablecam.game.hosting.roles import PLAYERS, UMPIRE
from tablecam.rules.ask import IllegalAnswer
from tablecam.rules.books.book import StrayModel
from tablecam.rules.event import PositionsAccepted
from tablecam.rules.plain import Json

# A model that stands nearer than this to its proposed position has not been moved since.
SAME_IN = 0.1
MOVED_SINCE = Message("models have moved since this was proposed: check their positions again")


def propose_positions(open_game: OpenGame, role: str, payload: Mapping[str, Json]) -> Pending[Acceptance]:
    """The proposal, with its maker's agreement. IllegalAnswer for a model that stands where the game has it."""
    models = payload.get("models")
    if not isinstance(models, list) or not models or not all(isinstance(model, str) for model in models):
        example = '{"models": ["ida"]}'  # no text
        raise IllegalAnswer(Message("name the models whose positions are accepted: {example}", example=example))
    displaced = {moved.model: moved for moved in open_game.displaced}
    for model in models:
        if model not in displaced:
            model_name = open_game.names(model)
            raise IllegalAnswer(
                Message("{model} already stands where the game has it: check the table again", model=model_name)
            )
    event = build_acceptance([displaced[model] for model in models])
    return propose_next(open_game, role, Acceptance(event, role if role in open_game.game.seats else PLAYERS))


def build_acceptance(displaced: Sequence[StrayModel]) -> PositionsAccepted:
    """The event that lets models stand where they were put."""
    return PositionsAccepted(
        at={moved.model: moved.end for moved in displaced},
        moved_in={moved.model: round(moved.by_in, 2) for moved in displaced},
    )


def agree_to_positions(open_game: OpenGame, role: str, payload: Mapping[str, Json]) -> None:
    """Let one more side confirm the proposed positions. They count as soon as no side is missing.

    IllegalAnswer if one of the models no longer stands there; then the proposal is dropped.
    """
    drop_outdated(open_game)
    if open_game.accepting is None:
        raise IllegalAnswer(MOVED_SINCE)
    open_game.accepting = pending = add_agreement(open_game, open_game.accepting, role, payload)
    if pending.agreed == open_game.game.seats:
        open_game.game.interject(pending.proposal.event, UMPIRE if role == UMPIRE else pending.proposal.by)
        open_game.accepting = None
        accepted = pending.proposal.event.at
        open_game.displaced = tuple(moved for moved in open_game.displaced if moved.model not in accepted)


def drop_outdated(open_game: OpenGame) -> None:
    """Drop proposed positions as soon as one of the models stands elsewhere, or where the game has it."""
    pending, ends = open_game.accepting, {moved.model: moved.end for moved in open_game.displaced}
    if pending and not all(
        model in ends and math.dist(ends[model], place) < SAME_IN for model, place in pending.proposal.event.at.items()
    ):
        open_game.accepting = None
