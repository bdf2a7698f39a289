"""Yellow and red cards, and penalties in points, each with a reason; and points for rounds that a late player missed.

A card is a warning that everybody sees; points are taken from the player's total alone, and not from what it is worth
in the tie-breaks of opponents. A player who stops playing is dropped or concedes as usual.

Clause: House Evening (S4), UW-TG Second & Subsequent Round Pairing (P7).
"""

from collections.abc import Sequence

from tablecam.base.i18n import Counted, Message, listing
from tablecam.club.tournament.events import PenaltyLifted, PlayerPenalised, PointsGranted
from tablecam.club.tournament.refusal import TournamentRefusal
from tablecam.club.tournament.reporting import somebody
from tablecam.club.tournament.scoring import DRAW
from tablecam.club.tournament.state import TournamentState

YELLOW, RED = "yellow", "red"
PENALTY_CARDS = ("", YELLOW, RED)
# more than the best result of a game is a slip of the finger
MOST_POINTS = 100


def penalise(state: TournamentState, player: str, card: str, points: int, by: str, reason: str) -> PlayerPenalised:
    """A card, points, or both. TournamentRefusal for neither, for a card that there is not, and without a reason."""
    entrant = somebody(state, player)
    if card not in PENALTY_CARDS:
        raise TournamentRefusal(Message("a card is yellow or red, not {text}", text=card), "S4", (player,))
    if not 0 <= points <= MOST_POINTS or not (card or points):
        wanted = Message(
            "a penalty for {player} is a card, 1 to {most} points, or both", most=MOST_POINTS, player=entrant
        )
        raise TournamentRefusal(wanted, "S4", (player,))
    if not by or not reason:
        raise TournamentRefusal(Message("a penalty is logged with a name and a reason: give both"), "S4", (player,))
    return PlayerPenalised(player=player, card=card, points=points, by=by, reason=reason)


def lift(state: TournamentState, player: str, number: int, by: str, reason: str = "") -> PenaltyLifted:
    """Take a penalty back. number: which of the player's, from 1. TournamentRefusal where there is none."""
    entrant, penalties = somebody(state, player), state.penalties.get(player, ())
    if not 1 <= number <= len(penalties):
        none_such = Message("{player} has no penalty with the number {number}", player=entrant, number=number)
        raise TournamentRefusal(none_such, "S4", (player,), code="no-penalty")
    return PenaltyLifted(player=player, number=number, by=by, reason=reason)


def penalty_in_words(penalty: PlayerPenalised) -> Message:
    """`a yellow card and 4 points less`."""
    points = Counted("{n} point less", "{n} points less", penalty.points)
    cards = {YELLOW: Message("a yellow card"), RED: Message("a red card")}
    if penalty.card not in cards:
        return points
    return listing([cards[penalty.card], points]) if penalty.points else cards[penalty.card]


def grant(state: TournamentState, player: str, points: Sequence[int], by: str) -> PointsGranted:
    """Points for the rounds that a player missed while late or absent: 0 or 12 for each, in their order (P7).

    TournamentRefusal for another number of them, and where no round is missed for which there are no points yet.
    """
    entrant, missed = somebody(state, player), state.missed.get(player, ())
    if not missed:
        reason = Message("{player} has missed no round, so no points can be granted", player=entrant)
        raise TournamentRefusal(reason, "P7", (player,), code="nothing-missed")
    if len(points) != len(missed) or not {*points} <= {0, DRAW}:
        reason = Message(
            "{player} can be granted 0 or {draw} points for each of {rounds} missed rounds",
            player=entrant,
            draw=DRAW,
            rounds=len(missed),
        )
        raise TournamentRefusal(reason, "P7", (player,))
    return PointsGranted(player=player, rounds=missed, points=tuple(points), by=by)
