"""A whole event: entrants and a seed in; rounds, results and standings out.

    event = Tournament.open(seed=7, entrants=[...]).next_round()
    event = event.report(Side("ann", lost=3), Side("bob", lost=9), by="table 1")
    event.standings()

Everything is immutable: whatever is done gives a new event, and whatever is refused leaves the old one as it was. So a
draft of a round is the new event that nobody has kept yet, and undoing is keeping the old one.

Clause: UW-TG Rounds (N2), Conceding (C1, C2, C4), Second & Subsequent Round Pairing (P7), Table Allocation (T0, T6),
Deciding the Tournament Winners (S2, S3).
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field

from tablecam.tournament.drawing import by_hand, draw
from tablecam.tournament.entrant import Entrant, Layout
from tablecam.tournament.events import (
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
from tablecam.tournament.refusal import TournamentRefusal, listed
from tablecam.tournament.reporting import checked, open_game, reported_game, somebody
from tablecam.tournament.scoring import DRAW, Side, thresholds
from tablecam.tournament.standings import StandingRow, level_players, standings
from tablecam.tournament.state import TournamentState, evolve
from tablecam.tournament.tables import enough


@dataclass(frozen=True)
class Tournament:
    """log_events: all of it, in order; state: its fold."""

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
        """The event that a log tells of."""
        event = Tournament()
        for each in log_events:
            event = event.after(each)
        return event

    def after(self, log_event: TournamentEvent) -> "Tournament":
        """The event when this has log_events too; nothing is checked."""
        return Tournament((*self.log_events, log_event), evolve(self.state, log_event))

    def enter(self, entrant: Entrant, granted: Sequence[int] = (), by: str = "") -> "Tournament":
        """With one more player. Once round 1 is drawn he is late: nothing, or 0 or 12 for each round missed (P7)."""
        if not entrant.id or entrant.id in self.state.entrants:
            holder = self.state.entrants.get(entrant.id)
            taken = f", which is that of {holder}" if holder else ""
            reason = f"{entrant.name} cannot have the ID '{entrant.id}'{taken}"
            raise TournamentRefusal(reason, "ID", (entrant.id,))
        thresholds(entrant.models)
        if granted and (len(granted) != self.state.number or not set(granted) <= {0, DRAW}):
            reason = f"{entrant} may be granted 0 or {DRAW} for each of {self.state.number} missed"
            raise TournamentRefusal(reason, "P7", (entrant.id,))
        return self.after(PlayerEntered(entrant=entrant, granted=tuple(granted), by=by))

    def set_tables(
        self, tables: Iterable[int], pinned: Mapping[str, int] | None = None, by: str = "", reason: str = ""
    ) -> "Tournament":
        """From the next round on these tables, without those out of order; pinned: kept for a player (T0, T6)."""
        numbers = tuple(sorted(tables))
        enough(0, numbers)
        for player, table in (pinned or {}).items():
            if table not in numbers:
                who = somebody(self.state, player)
                raise TournamentRefusal(f"table {table} cannot be kept for {who}: it is not in use", "T6", (player,))
            somebody(self.state, player)
        kept = tuple(sorted((pinned or {}).items()))
        return self.after(TablesSet(tables=numbers, pinned=kept, by=by, reason=reason))

    def set_rounds(self, rounds: int, by: str, reason: str) -> "Tournament":
        """With another number of rounds than the guide's, logged (N2); the number drawn so far ends the event."""
        if not by or not reason:
            raise TournamentRefusal(
                "a number of rounds other than the guide's is logged with a name and a reason", "N2"
            )
        if rounds < max(1, self.state.number):
            raise TournamentRefusal(
                f"{self.state.number} rounds are drawn and the event has at least one, so it cannot have {rounds}", "N2"
            )
        return self.after(RoundsSet(rounds=rounds, by=by, reason=reason))

    def next_round(self) -> "Tournament":
        """With the next round drawn; Refused with its remedies where there is no lawful one."""
        return self.after(draw(self.state))

    def round_by_hand(self, layout: Layout, by: str, reason: str, tables: Sequence[int] = ()) -> "Tournament":
        """With a round as the organiser has laid it out, or as a remedy proposes; marked as edited (P8)."""
        return self.after(by_hand(self.state, layout, tables, by, reason))

    def report(self, one: Side, other: Side, by: str = "") -> "Tournament":
        """With the result of a game of the present round."""
        game = open_game(self.state, one.player, other.player)
        return self.after(GameReported(number=game.number, sides=checked(self.state, game, one, other), by=by))

    def concede(self, player: str, opponent: Side | None = None, by: str = "") -> "Tournament":
        """With a game given up: the player is scored as having lost all, the opponent his real losses (C1, C2).

        opponent: his half, nothing lost without it, which is also how a no-show is scored (C4).
        """
        entrant = somebody(self.state, player)
        game = next((each for each in self.state.open_games if player in each.pair), None)
        if game is None:
            raise TournamentRefusal(f"{entrant} has no game to concede: he may be dropped", "C4", (player,))
        return self.report(Side(player, conceded=True), opponent or Side(game.other(player)), by)

    def correct(self, number: int, sides: tuple[Side, Side], by: str, reason: str) -> "Tournament":
        """With a result put right: totals and tie-breaks follow, rounds drawn since stand as published (S3)."""
        if not by or not reason:
            raise TournamentRefusal("a correction is logged with a name and a reason: give both", "S3")
        game = reported_game(self.state, number, sides[0].player, sides[1].player)
        since = tuple(range(number + 1, self.state.number + 1))
        fixed = checked(self.state, game, *sides)
        return self.after(GameCorrected(number=number, sides=fixed, drawn_since=since, by=by, reason=reason))

    def drop(self, player: str, by: str = "") -> "Tournament":
        """Without somebody who leaves between rounds (C4)."""
        entrant = somebody(self.state, player)
        if player in self.state.retired:
            raise TournamentRefusal(f"{entrant} has left the event already", "C2", (player,))
        if any(player in game.pair for game in self.state.open_games):
            raise TournamentRefusal(f"{entrant} is in a game: report it or have him concede it", "C4", (player,))
        return self.after(PlayerDropped(player=player, by=by))

    def reinstate(self, player: str, by: str = "") -> "Tournament":
        """With somebody back who was dropped; nobody comes back from conceding (C2, C4)."""
        entrant = somebody(self.state, player)
        if player in self.state.conceded:
            raise TournamentRefusal(f"{entrant} has conceded a game and is out of the event", "C2", (player,))
        if player not in self.state.dropped:
            raise TournamentRefusal(f"{entrant} has not been dropped", "C4", (player,))
        return self.after(PlayerReinstated(player=player, by=by))

    def roll_off(self, order: Sequence[str], by: str = "") -> "Tournament":
        """With a shared place rolled for, the winner first (S2)."""
        names = [somebody(self.state, player) for player in order]
        if (
            self.state.open_games
            or len(order) < 2
            or sorted(order) != sorted(level_players(self.standings(), order[0]))
        ):
            raise TournamentRefusal(
                f"{listed(names) or 'nobody'} do not share a place between them alone", "S2", tuple(order)
            )
        return self.after(PlaceRolledOff(order=tuple(order), by=by))

    def standings(self) -> tuple[StandingRow, ...]:
        """The table as it stands; the retired below, without a place."""
        state = self.state
        return standings(state.scores(), state.faced(), state.retired, state.roll_offs)
