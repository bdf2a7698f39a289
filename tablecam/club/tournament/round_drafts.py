"""Changes a published round: two players swap, a pair moves, a late arrival is seated, an absent player is replaced.

Games that are over stay as they are. The clauses that the round then breaks are named in the log.

Clause: UW-TG Second & Subsequent Round Pairing (P1, P7, P8), Conceding (C4), Table Allocation (T0, T2).
"""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import replace

from tablecam.base.i18n import Message, listing
from tablecam.club.tournament.elimination import is_elimination
from tablecam.club.tournament.entrant import Card, Layout, Violation
from tablecam.club.tournament.events import RoundDrawn, RoundRepaired
from tablecam.club.tournament.refusal import TournamentRefusal
from tablecam.club.tournament.reporting import somebody
from tablecam.club.tournament.state import TournamentGame, TournamentState
from tablecam.club.tournament.tables import checked_numbers, choice
from tablecam.club.tournament.violations import keep_team_rows, seated_once, violations

# Layouts of a drawn round, in which the organiser moves players.
#
# Clause: UW-TG Second & Subsequent Round Pairing (P8).


def layout_of(drawn: RoundDrawn) -> Layout:
    """The pairs of a round, its byes and the players who sit out."""
    return Layout(drawn.pairs, drawn.byes, drawn.sitting_out)


def swapped(layout: Layout, one: str, other: str) -> Layout:
    """The layout with two players swapped, at tables, byes or sitting out. TournamentRefusal if one of them is not in
    it.
    """
    places = {player for pair in layout.pairs for player in pair} | {*layout.byes, *layout.sitting_out}
    for player in (one, other):
        if player not in places:
            raise TournamentRefusal(
                Message("{player} has no place in this round to swap", player=player), "P8", (player,)
            )
    change = {one: other, other: one}
    return replace(
        layout,
        pairs=tuple(
            (change.get(left_player, left_player), change.get(right_player, right_player))
            for left_player, right_player in layout.pairs
        ),
        byes=tuple(change.get(player, player) for player in layout.byes),
        sitting_out=tuple(change.get(player, player) for player in layout.sitting_out),
    )


def swap_players(state: TournamentState, one: str, other: str, by: str, reason: str) -> RoundRepaired:
    """Two players change places: at tables, with the bye, or sitting out."""
    drawn = _get_published(state)
    return repair(state, swapped(layout_of(drawn), one, other), drawn.tables, by, reason)


def move_pair(state: TournamentState, table: int, to: int, by: str, reason: str) -> RoundRepaired:
    """A pair plays at another table; a pair that was there takes theirs."""
    drawn = _get_published(state)
    if table not in drawn.tables:
        raise TournamentRefusal(Message("nobody plays at table {table} in this round", table=table), "T0")
    tables = tuple({table: to, to: table}.get(taken, taken) for taken in drawn.tables)
    return repair(state, layout_of(drawn), tables, by, reason)


def seat_player(state: TournamentState, player: str, by: str, reason: str, opponent: str = "") -> RoundRepaired:
    """A player without a place plays whoever has the bye or sits out; else the player takes the bye (P7, B1).

    opponent: somebody else without a game, a late arrival for instance.
    """
    drawn = _get_published(state)
    layout = layout_of(drawn)
    for newcomer in (player, *([opponent] if opponent else [])):
        entrant = somebody(state, newcomer)
        if any(newcomer in pair for pair in layout.pairs) or (newcomer == player and player in layout.byes):
            reason_why = Message("{player} has a place in round {number}", player=entrant, number=drawn.number)
            raise TournamentRefusal(reason_why, "P1", (newcomer,))
    waiting = [partner for partner in (*layout.byes, *layout.sitting_out) if partner != player]
    if not waiting and not opponent:
        layout = replace(layout, byes=(player,), sitting_out=_remove_players(layout.sitting_out, player))
        return repair(state, layout, drawn.tables, by, reason)
    partner = opponent or waiting[0]
    layout = Layout(
        pairs=(*layout.pairs, (partner, player)),
        byes=_remove_players(layout.byes, partner),
        sitting_out=_remove_players(layout.sitting_out, player, partner),
    )
    return repair(state, layout, (*drawn.tables, _choose_free_table(state, drawn, partner, player)), by, reason)


def replace_player(
    state: TournamentState, absent: str, player: str, by: str, reason: str, leaves: bool = False
) -> RoundRepaired:
    """A player with the bye, sitting out or without a place plays in the place of an absent one (C4).

    leaves: the absent player leaves the event, and so has no place; else they sit out.
    """
    drawn, entrant = _get_published(state), somebody(state, player)
    layout = layout_of(drawn)
    if any(player in pair for pair in layout.pairs):
        reason_why = Message("{player} is already playing: swap the two players", player=entrant)
        raise TournamentRefusal(reason_why, "P1", (player,))
    if not any(absent in pair for pair in layout.pairs):
        reason_why = Message(
            "{player} does not play in round {number}", player=somebody(state, absent), number=drawn.number
        )
        raise TournamentRefusal(reason_why, "P1", (absent,))
    change = {absent: player}
    replaced = Layout(
        pairs=tuple(
            (change.get(left_player, left_player), change.get(right_player, right_player))
            for left_player, right_player in layout.pairs
        ),
        byes=_remove_players(layout.byes, player),
        sitting_out=(*_remove_players(layout.sitting_out, player), *(() if leaves else (absent,))),
    )
    return repair(state, replaced, drawn.tables, by, reason, {absent} if leaves else ())


def repair(
    state: TournamentState,
    layout: Layout,
    tables: Sequence[int],
    by: str,
    reason: str,
    leaving: Collection[str] = (),
) -> RoundRepaired:
    """The published round in another layout, with the clauses that it breaks. leaving: they need no place any more.

    TournamentRefusal where a game that is over would change, or somebody would be in no place or in two.
    """
    drawn = _get_published(state)
    if not by or not reason:
        raise TournamentRefusal(Message("a round made by hand is logged with a name and a reason: give both"), "P8")
    if _visible_layout(layout, tables) == _visible_layout(layout_of(drawn), drawn.tables):
        raise TournamentRefusal(Message("round {number} is already like that", number=drawn.number), "P8")
    cards = _rebuild_earlier_cards(state, drawn.number)
    _check_seats(state, layout, cards, leaving)
    _check_finished_games(state, layout, tables)
    checked_numbers(tables)
    stack = _order_stack(drawn, layout)
    return RoundRepaired(
        number=drawn.number,
        stack=stack,
        pairs=layout.pairs,
        tables=tuple(tables),
        byes=layout.byes,
        sitting_out=layout.sitting_out,
        breaches=_find_broken_clauses(state, drawn, layout, tables, [cards[player] for player in stack]),
        by=by,
        reason=reason,
    )


def _get_published(state: TournamentState) -> RoundDrawn:
    if not state.drawn:
        raise TournamentRefusal(Message("there is no published round to change"), "P8", code="no-round")
    return state.drawn[-1]


def _rebuild_earlier_cards(state: TournamentState, number: int) -> Mapping[str, Card]:
    """The score cards as they were before a round, late arrivals among them."""
    games = tuple(game for game in state.games if game.number < number)
    return replace(state, drawn=state.drawn[: number - 1], games=games).cards()


def _find_broken_clauses(
    state: TournamentState, drawn: RoundDrawn, layout: Layout, tables: Sequence[int], stack: Sequence[Card]
) -> tuple[Violation, ...]:
    """The clauses that the change breaks, or that were broken before; not what the guide itself drew (F2, T3)."""
    new_tables = {frozenset(pair): table for pair, table in zip(layout.pairs, tables, strict=True)}
    earlier_games = zip(drawn.pairs, drawn.tables, strict=True)
    unmoved = {player for pair, table in earlier_games if new_tables.get(frozenset(pair)) == table for player in pair}
    breaches = violations(layout, tables, stack, drawn.number, drawn.knockout, any_byes=is_elimination(state))
    if state.teams.size:
        breaches = keep_team_rows(breaches)
    return tuple(
        breach
        for breach in breaches
        if breach in drawn.breaches or not breach.players or not unmoved.issuperset(breach.players)
    )


def _visible_layout(layout: Layout, tables: Sequence[int]) -> tuple[object, ...]:
    """The part of a round that players notice; the order within a pair is none of it."""
    games = {frozenset(pair): table for pair, table in zip(layout.pairs, tables, strict=True)}
    return games, {*layout.byes}, {*layout.sitting_out}


def _placed_players(layout: Layout) -> set[str]:
    return {player for pair in layout.pairs for player in pair} | {*layout.byes, *layout.sitting_out}


def _order_stack(drawn: RoundDrawn, layout: Layout) -> tuple[str, ...]:
    """The players with a place, in the order of the draw; late arrivals at the end."""
    rank = {player: number for number, player in enumerate(drawn.stack)}
    return tuple(sorted(_placed_players(layout), key=lambda player: (rank.get(player, len(rank)), player)))


def _check_seats(state: TournamentState, layout: Layout, cards: Mapping[str, Card], leaving: Collection[str]) -> None:
    """Everybody of the round has one place; a player who has left since keeps theirs, a late arrival needs none."""
    placed_earlier, placed_players = _placed_players(layout_of(_get_published(state))), _placed_players(layout)
    late = cards.keys() - placed_earlier - placed_players
    seated_once(layout, cards, (state.retired - (placed_earlier & placed_players)) | late | {*leaving})


def _check_finished_games(state: TournamentState, layout: Layout, tables: Sequence[int]) -> None:
    table_of = {frozenset(pair): table for pair, table in zip(layout.pairs, tables, strict=False)}
    for game in _current_games(state):
        if game.sides is not None and table_of.get(frozenset(game.pair)) != game.table:
            names = listing([state.entrants[player] for player in game.pair])
            reason = Message(
                "the game of {players} at table {table} is over and stays as it was", players=names, table=game.table
            )
            raise TournamentRefusal(reason, "P8", game.pair, code="game-over")


def _current_games(state: TournamentState) -> tuple[TournamentGame, ...]:
    return tuple(game for game in state.games if game.number == state.number)


def _choose_free_table(state: TournamentState, drawn: RoundDrawn, one: str, other: str) -> int:
    """The table by the guide's rule among those in use; a new one if all are taken (T0, T2)."""
    cards = _rebuild_earlier_cards(state, drawn.number)
    free = sorted({*state.tables} - {*drawn.tables})
    return choice(cards[one], cards[other], free) if free else max(drawn.tables, default=0) + 1


def _remove_players(players: Sequence[str], *seated: str) -> tuple[str, ...]:
    return tuple(player for player in players if player not in seated)
