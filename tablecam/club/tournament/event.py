"""A whole tournament: entrants and a seed in; rounds, results and standings out.

    event = Tournament.open(seed=7, entrants=[...]).next_round()
    event = event.report(Side("ann", lost=3), Side("bob", lost=9), by="table 1")
    event.standings()

Everything is immutable: each method returns a new event, and a refusal leaves the old event unchanged. A draft of a
round is a new event that is not stored yet; to undo an act, keep the old event.

Clause: UW-TG Rounds (N2), Conceding (C1, C2, C4), Second & Subsequent Round Pairing (P7), Table Allocation (T0, T6),
Deciding the Tournament Winners (S2, S3).
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field

from tablecam.base.i18n import Message, listing
from tablecam.club.tournament.drawing import by_hand, draw
from tablecam.club.tournament.elimination import is_elimination
from tablecam.club.tournament.entrant import Entrant, Layout
from tablecam.club.tournament.events import (
    EventOpened,
    GameCorrected,
    GameReported,
    PlaceRolledOff,
    PlayerDropped,
    PlayerEntered,
    PlayerReinstated,
    RoundsSet,
    TablesSet,
    TournamentEvent,
)
from tablecam.club.tournament.pairing_ways import refuse_no_team
from tablecam.club.tournament.refusal import TournamentRefusal
from tablecam.club.tournament.reporting import checked, open_game, reported_game, somebody
from tablecam.club.tournament.schedule import MOST_ROUNDS
from tablecam.club.tournament.scoring import Side, checked_models
from tablecam.club.tournament.standings import StandingRow, level_players
from tablecam.club.tournament.state import TournamentState, evolve
from tablecam.club.tournament.tables import checked_numbers
from tablecam.club.tournament.top_cut import places


@dataclass(frozen=True)
class Tournament:
    """log_events: everything that has happened, in order; state: its fold."""

    log_events: tuple[TournamentEvent, ...] = ()
    state: TournamentState = field(default_factory=TournamentState)

    @staticmethod
    def open(seed: int, entrants: Iterable[Entrant] = ()) -> "Tournament":
        """An event whose every draw follows from the seed."""
        event = Tournament().after(EventOpened(seed=seed))
        for entrant in entrants:
            event = event.enter(entrant)
        return event

    @staticmethod
    def replay(log_events: Iterable[TournamentEvent]) -> "Tournament":
        """The event of a log."""
        event = Tournament()
        for log_event in log_events:
            event = event.after(log_event)
        return event

    def after(self, log_event: TournamentEvent) -> "Tournament":
        """The event after one more log event; nothing is checked."""
        return Tournament((*self.log_events, log_event), evolve(self.state, log_event))

    def enter(
        self, entrant: Entrant, granted: Sequence[int] = (), by: str = "", unknown_force: bool = False
    ) -> "Tournament":
        """Enter a player. A late one, after round 1 is drawn, may be granted 0 or 12 for each round missed (P7).

        unknown_force: the number of models is still missing, and 0 in the entrant.
        """
        if not entrant.id or entrant.id in self.state.entrants:
            values = {"player": entrant.name, "id": entrant.id}
            holder = self.state.entrants.get(entrant.id)
            reason = (
                Message("{player} cannot have the ID '{id}', which belongs to {holder}", holder=holder, **values)
                if holder
                else Message("{player} cannot have the ID '{id}'", **values)
            )
            raise TournamentRefusal(reason, "ID", (entrant.id,))
        if not unknown_force:
            checked_models(entrant.models)
        if is_elimination(self.state) and self.state.drawn:
            late = Message("the bracket is drawn: {player} cannot enter any more", player=entrant.name)
            raise TournamentRefusal(late, "N10", (entrant.id,), code="bracket-drawn")
        refuse_no_team(self.state, entrant)
        if granted and (len(granted) != self.state.number or not set(granted) <= {0, self.state.scoring.draw_points}):
            reason = Message(
                "{player} can be granted 0 or {draw} points for each of {rounds} missed rounds",
                player=entrant,
                draw=self.state.scoring.draw_points,
                rounds=self.state.number,
            )
            raise TournamentRefusal(reason, "P7", (entrant.id,))
        return self.after(PlayerEntered(entrant=entrant, granted=tuple(granted), by=by))

    def set_tables(
        self, tables: Iterable[int], pinned: Mapping[str, int] | None = None, by: str = "", reason: str = ""
    ) -> "Tournament":
        """Set the tables in use from the next round on; pinned: the table kept for a player (T0, T6)."""
        numbers = tuple(sorted(tables))
        checked_numbers(numbers)
        for player, table in (pinned or {}).items():
            if table not in numbers:
                holder = somebody(self.state, player)
                reason_why = Message(
                    "table {table} cannot be reserved for {player}: it is not in use", table=table, player=holder
                )
                raise TournamentRefusal(reason_why, "T6", (player,))
            somebody(self.state, player)
        pins = tuple(sorted((pinned or {}).items()))
        return self.after(TablesSet(tables=numbers, pinned=pins, by=by, reason=reason))

    def set_rounds(self, rounds: int, by: str, reason: str) -> "Tournament":
        """Set another number of rounds than the guide's, logged (N2); the number drawn so far ends the event."""
        if not by or not reason:
            raise TournamentRefusal(
                Message("to set a number of rounds other than the guide’s, give a name and a reason for the log"), "N2"
            )
        if rounds < max(1, self.state.number):
            too_few = Message(
                "{drawn} rounds are drawn and the event has at least one, so it cannot have {rounds}",
                drawn=self.state.number,
                rounds=rounds,
            )
            raise TournamentRefusal(too_few, "N2")
        if rounds > MOST_ROUNDS:
            too_many = Message("an event has at most {most} rounds, not {rounds}", most=MOST_ROUNDS, rounds=rounds)
            raise TournamentRefusal(too_many, "N2")
        return self.after(RoundsSet(rounds=rounds, by=by, reason=reason))

    def next_round(self) -> "Tournament":
        """Draw the next round. TournamentRefusal with remedies where there is no lawful one."""
        return self.after(draw(self.state))

    def round_by_hand(self, layout: Layout, by: str, reason: str, tables: Sequence[int] = ()) -> "Tournament":
        """Take a round that the organiser has laid out, or that a remedy proposes; marked as edited (P8)."""
        return self.after(by_hand(self.state, layout, tables, by, reason))

    def report(self, one: Side, other: Side, by: str = "") -> "Tournament":
        """Report the result of a game of the current round."""
        game = open_game(self.state, one.player, other.player)
        return self.after(GameReported(number=game.number, sides=checked(self.state, game, one, other), by=by))

    def concede(self, player: str, opponent: Side | None = None, by: str = "") -> "Tournament":
        """Concede a game: the player is scored as having lost everything, the opponent with their real losses (C1, C2).

        opponent: the opponent's half, by default nothing lost, which is also how a no-show is scored (C4).
        """
        entrant = somebody(self.state, player)
        game = next((game for game in self.state.open_games if player in game.pair), None)
        if game is None:
            reason = Message("{player} has no game to concede; drop the player instead", player=entrant)
            raise TournamentRefusal(reason, "C4", (player,))
        return self.report(Side(player, conceded=True), opponent or Side(game.other(player)), by)

    def correct(self, number: int, sides: tuple[Side, Side], by: str, reason: str) -> "Tournament":
        """Correct a result: totals and tie-breaks follow, rounds drawn since stand as published (S3)."""
        if not by or not reason:
            raise TournamentRefusal(Message("a correction is logged with a name and a reason: give both"), "S3")
        game = reported_game(self.state, number, sides[0].player, sides[1].player)
        later_rounds = tuple(range(number + 1, self.state.number + 1))
        checked_sides = checked(self.state, game, *sides)
        return self.after(
            GameCorrected(number=number, sides=checked_sides, drawn_since=later_rounds, by=by, reason=reason)
        )

    def drop(self, player: str, by: str = "") -> "Tournament":
        """Drop a player who leaves between rounds (C4)."""
        entrant = somebody(self.state, player)
        if player in self.state.retired:
            reason = Message("{player} has left the event already", player=entrant)
            raise TournamentRefusal(reason, "C2", (player,))
        if any(player in game.pair for game in self.state.open_games):
            reason = Message("{player} is in a game: report it or record a concession", player=entrant)
            raise TournamentRefusal(reason, "C4", (player,))
        return self.after(PlayerDropped(player=player, by=by))

    def reinstate(self, player: str, by: str = "") -> "Tournament":
        """Take back a player who was dropped; a player who conceded cannot come back (C2, C4)."""
        entrant = somebody(self.state, player)
        if player in self.state.conceded:
            reason = Message("{player} has conceded a game and is out of the event", player=entrant)
            raise TournamentRefusal(reason, "C2", (player,))
        if player not in self.state.dropped:
            reason = Message("{player} has not been dropped", player=entrant)
            raise TournamentRefusal(reason, "C4", (player,))
        return self.after(PlayerReinstated(player=player, by=by))

    def roll_off(self, order: Sequence[str], by: str = "") -> "Tournament":
        """Settle a shared place by a roll-off, the winner first (S2)."""
        names = [somebody(self.state, player) for player in order]
        if (
            self.state.open_games
            or len(order) < 2
            or sorted(order) != sorted(level_players(self.standings(), order[0]))
        ):
            reason = Message(
                "a roll-off is for all the players who share a place and nobody else, unlike {players}",
                players=listing(names),
            )
            raise TournamentRefusal(reason if order else Message("a roll-off needs players"), "S2", tuple(order))
        return self.after(PlaceRolledOff(order=tuple(order), by=by))

    def standings(self) -> tuple[StandingRow, ...]:
        """The current standings, with retired players at the bottom, without a place."""
        return places(self.state)
