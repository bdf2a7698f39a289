"""Draw the next round: shuffle, bye, pairs, tables; or take the organiser's own.

Clause: UW-TG Byes (B1, B3), First Round Pairing (F1), Second & Subsequent Round Pairing (P3, P5, P8), Table
Allocation (T0, T1), House Wish (P9), House Evening (N4, N5).
"""

from collections.abc import Sequence

from tablecam.base.i18n import Message, listing
from tablecam.club.tournament.elimination import is_decided, is_elimination
from tablecam.club.tournament.entrant import Card, Layout
from tablecam.club.tournament.events import PresenceMarked, RoundDrawn
from tablecam.club.tournament.pairing import score_order, shuffled, too_few, versus
from tablecam.club.tournament.pairing_ways import SWISS, WAYS, way_of
from tablecam.club.tournament.refusal import TournamentRefusal
from tablecam.club.tournament.reporting import somebody
from tablecam.club.tournament.state import ABSENT, AWAY, LATE, TournamentState
from tablecam.club.tournament.tables import checked_numbers, enough, tables_for
from tablecam.club.tournament.team_pairing import TeamsDrawn
from tablecam.club.tournament.team_rounds import pair_teams, refuse_alone
from tablecam.club.tournament.top_cut import knocks_out_next, left_in_cut
from tablecam.club.tournament.violations import keep_team_rows, seated_once, unkept_wishes, violations

# Check-in: the players who are here, late or absent.
#
# A late or an absent player is not drawn. Once a late one is here, the next draw counts them in, and a repair seats
# them in the round that is published (`round_drafts.py`).
#
# Clause: House Evening (N3), UW-TG Second & Subsequent Round Pairing (P7).

HERE, UNKNOWN = "here", ""
PRESENCES = (HERE, LATE, ABSENT, UNKNOWN)


def marked_present(state: TournamentState, player: str, presence: str, by: str) -> PresenceMarked:
    """Mark a player as here, late or absent; or take the mark back. TournamentRefusal for one who has left."""
    entrant = somebody(state, player)
    if presence not in PRESENCES:
        reason = Message("a player is here, late or absent, not {text}", text=presence)
        raise TournamentRefusal(reason, "N3", (player,))
    if player in state.retired:
        reason = Message("{player} has left the event: reinstate them first", player=entrant)
        raise TournamentRefusal(reason, "C4", (player,))
    return PresenceMarked(player=player, presence=presence, by=by)


def checked_in_by_phone(state: TournamentState, player: str, presence: str) -> PresenceMarked:
    """Mark oneself as here or late. TournamentRefusal for anything else, and for being late to a game that is on."""
    if presence not in (HERE, LATE):
        raise TournamentRefusal(Message("say whether you are here or late"), "N3", (player,))
    if presence == LATE and any(player in game.pair for game in state.open_games):
        reason = Message("a table is waiting for {player}: tell the organiser", player=somebody(state, player))
        raise TournamentRefusal(reason, "N3", (player,))
    return marked_present(state, player, presence, player)


def arrived(before: TournamentState, after: TournamentState, by: str) -> tuple[PresenceMarked, ...]:
    """Mark as here the players whom a repair has seated although they were late or absent."""
    earlier, seated = (
        {player for drawn in state.drawn[-1:] for seats in (*drawn.pairs, drawn.byes) for player in seats}
        for state in (before, after)
    )
    arrivals = sorted(player for player in seated - earlier if after.presence.get(player) in AWAY)
    return tuple(PresenceMarked(player=player, presence=HERE, by=by) for player in arrivals)


def refuse_away(state: TournamentState, players: list[str]) -> None:
    """Raises TournamentRefusal where somebody is to be paired who is not here."""
    missing = [player for player in players if state.presence.get(player) in AWAY]
    if missing:
        reason = Message(
            "{players} cannot be paired because they are late or absent: check them in first",
            players=listing([state.entrants.get(player, player) for player in missing]),
        )
        raise TournamentRefusal(reason, "N3", tuple(missing), code="not-here")


def unchecked(state: TournamentState, expected: bool) -> tuple[str, ...]:
    """The players whom the next draw counts in although nobody has seen them; none where nobody checks in.

    expected: whether check-in is open.
    """
    if not expected and HERE not in state.presence.values():
        return ()
    return tuple(player for player in state.active if not state.presence.get(player))


def draw(state: TournamentState) -> RoundDrawn:
    """The next round, by the guide unless the event uses another way of pairing (N4).

    TournamentRefusal where it cannot be drawn, before anything is shuffled.
    """
    rounds, cards, knockout = _check_ready(state)
    enough(len(cards) // 2, _tables_in_use(state, len(cards) // 2))
    number, stack = state.number + 1, cards if knockout else _order_stack(state, cards)
    way = way_of(state)
    # a draw of its own, independent of the pairing's (B3)
    bye_stack = way.bye_stack(state, cards)
    paired = way.paired(state, stack, bye_stack)
    layout = paired.layout
    tables = _allocate_tables(state, layout)
    return RoundDrawn(
        number=number,
        rounds=rounds,
        seed=state.seed,
        stack=_player_ids(stack),
        bye_stack=_player_ids(bye_stack),
        pairs=layout.pairs,
        tables=tables,
        byes=layout.byes,
        sitting_out=layout.sitting_out,
        passed_over=paired.passed_over,
        knockout=knockout,
        breaches=unkept_wishes(layout, tables, stack),
    )


def draw_teams(state: TournamentState, by: str) -> TeamsDrawn:
    """The teams that meet next, drawn again where the captains have begun. TournamentRefusal as for `draw`."""
    refuse_alone(state)
    _check_ready(state)
    return pair_teams(state, WAYS[state.way or SWISS], by)


def by_hand(state: TournamentState, layout: Layout, tables: Sequence[int], by: str, reason: str) -> RoundDrawn:
    """The organiser's round, marked as edited, with the clauses that it breaks (P8).

    Without tables, the guide's rule allocates them (T2).
    """
    if not by or not reason:
        raise TournamentRefusal(Message("a round made by hand is logged with a name and a reason: give both"), "P8")
    rounds, cards, knockout = _check_ready(state)
    number, stack = state.number + 1, cards if knockout else _order_stack(state, cards)
    eliminated = _list_eliminated(state, cards, layout) if knockout else frozenset()
    refuse_away(state, [*(player for pair in layout.pairs for player in pair), *layout.byes])
    seated_once(layout, state.cards(), state.retired, state.away | eliminated)
    chosen = tuple(tables) or _allocate_tables(state, layout)
    if len(chosen) != len(layout.pairs):
        raise TournamentRefusal(
            Message(
                "{pairs} pairs need the same number of tables; {tables} are named",
                pairs=len(layout.pairs),
                tables=len(chosen),
            ),
            "T0",
        )
    checked_numbers(chosen)
    breaches = violations(layout, chosen, stack, number, knockout, any_byes=is_elimination(state))
    return RoundDrawn(
        number=number,
        rounds=rounds,
        seed=state.seed,
        stack=_player_ids(stack),
        pairs=layout.pairs,
        tables=chosen,
        byes=layout.byes,
        sitting_out=layout.sitting_out,
        edited=True,
        breaches=keep_team_rows(breaches) if state.teams.size else breaches,
        knockout=knockout,
        by=by,
        reason=reason,
    )


def _list_eliminated(state: TournamentState, cards: Sequence[Card], layout: Layout) -> frozenset[str]:
    """The players who are not in the top cut, and need no place. TournamentRefusal where one of them has a place
    (N5).
    """
    eliminated = frozenset(state.entrants) - {card.player for card in cards}
    seated = {player for seats in (*layout.pairs, layout.byes, layout.sitting_out) for player in seats}
    if misplaced := sorted(eliminated & seated - state.retired):
        names = listing([state.entrants[player] for player in misplaced])
        if is_elimination(state):
            raise TournamentRefusal(Message("not in the bracket any more: {players}", players=names), "N10", misplaced)
        raise TournamentRefusal(Message("not in the top cut any more: {players}", players=names), "N5", misplaced)
    return eliminated


def _check_ready(state: TournamentState) -> tuple[int, tuple[Card, ...], bool]:
    """The number of rounds, the cards of the active players, and whether they are a top cut, which is in seed order.

    TournamentRefusal while no round can follow.
    """
    if state.open_games:
        games = [
            versus(state.entrants[player], state.entrants[opponent])
            for player, opponent in (g.pair for g in state.open_games)
        ]
        reason = Message(
            "round {number} is not over; these games continue: {games}", number=state.number, games=listing(games)
        )
        players = [player for game in state.open_games for player in game.pair]
        raise TournamentRefusal(reason, "P3", players, code="round-not-over")
    rounds = state.rounds or way_of(state).rounds(len(state.expected))
    if state.number >= rounds or is_decided(state):
        reason = Message("round {number} was the last round: the organiser can set more", number=state.number)
        raise TournamentRefusal(reason, "N1", code="last-round-played")
    knockout = knocks_out_next(state)
    playing = left_in_cut(state) if knockout else state.active
    if len(playing) < 2:
        raise too_few([state.entrants[player] for player in playing], playing)
    cards = state.cards()
    return rounds, tuple(cards[player] for player in playing), knockout


def _order_stack(state: TournamentState, cards: Sequence[Card]) -> tuple[Card, ...]:
    """The stack of the next round: shuffled for the first (F1), in score order later (P3, P5)."""
    draw_name = f"round {state.number + 1}"  # no text: names the draw
    return score_order(cards, state.seed, draw_name) if state.number else shuffled(cards, state.seed, draw_name)


def _tables_in_use(state: TournamentState, pairs: int) -> tuple[int, ...]:
    """The tables in use; unless the organiser has set them, as many as round 1 has pairs (T0)."""
    return state.tables or tuple(range(1, pairs + 1))


def _allocate_tables(state: TournamentState, layout: Layout) -> tuple[int, ...]:
    return tables_for(layout.pairs, state.cards(), _tables_in_use(state, len(layout.pairs)), state.pinned)


def _player_ids(stack: Sequence[Card]) -> tuple[str, ...]:
    return tuple(card.player for card in stack)
