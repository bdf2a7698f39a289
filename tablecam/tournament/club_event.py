"""A club event: whatever is done to the event, to its draft, lists, score cards and clock, decided or Refused.

    event = ClubEvent(state, by="TO", time=1000.0).draft().publish().start_clock()
    event.log_events       # what has happened, to be written down
    event.state      # as it stands then

Everything is immutable, and what is refused has changed nothing. by: who acts; time: when, in seconds; both are handed
in. Rounds come about in two steps: a draft lies before the organiser with all that it breaks, and publishing it is what
the players see. A draft that no longer fits what has happened since is not published.

Clause: UW-TG Second & Subsequent Round Pairing (P6, P8), Force Lists (LIST), Score Cards (CARD), Time Limits (TIME).
"""

import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace

from tablecam.tournament.clock import LONGEST_MIN, checked_length
from tablecam.tournament.club_events import (
    CardCleared,
    CardFilled,
    CardReported,
    ClockExtended,
    ClockPaused,
    ClockResumed,
    ClockStarted,
    ClubLogEvent,
    DraftDropped,
    ForceListed,
    NightOpened,
    RoundDrafted,
    RoundLengthSet,
)
from tablecam.tournament.club_state import ClubState, evolve_club
from tablecam.tournament.drafting import layout_of
from tablecam.tournament.drawing import by_hand, draw
from tablecam.tournament.entrant import Entrant, Layout
from tablecam.tournament.event import Tournament
from tablecam.tournament.events import EventOpened, RoundDrawn
from tablecam.tournament.forces import LIMIT, ForceList, checked_list
from tablecam.tournament.refusal import Remedy, TournamentRefusal
from tablecam.tournament.reporting import checked, open_game, somebody
from tablecam.tournament.score_card import ScoreReport, agreed, disputes
from tablecam.tournament.scoring import Side
from tablecam.tournament.standings import StandingRow
from tablecam.tournament.state import TournamentGame

# an ID is typed at a terminal, printed on a card and part of an address
WRITABLE = re.compile(r"[\w.-]{1,40}")


@dataclass(frozen=True)
class ClubEvent:
    """The event as it stands, and what has happened to it since it was handed out."""

    state: ClubState = field(default_factory=ClubState)
    log_events: tuple[ClubLogEvent, ...] = ()
    by: str = ""
    time: float = 0.0

    def after(self, log_event: ClubLogEvent) -> "ClubEvent":
        """The event when this has happened too; nothing is checked."""
        return replace(self, state=evolve_club(self.state, log_event), log_events=(*self.log_events, log_event))

    def open(self, title: str, seed: int, limit: int = LIMIT, minutes: int = LONGEST_MIN) -> "ClubEvent":
        """A event of that name, whose every draw follows from the seed."""
        if self.state.title or not title.strip():
            raise TournamentRefusal("a club event is opened once and has a name", "ID")
        if limit < 1:
            raise TournamentRefusal(f"a force cannot be limited to {limit} points", "LIST")
        opened = NightOpened(title=title.strip(), limit=limit, minutes=checked_length(minutes, ""))
        return self.after(opened).after(EventOpened(seed=seed))

    # who plays

    def enter(self, entrant: Entrant, granted: Sequence[int] = (), force: ForceList | None = None) -> "ClubEvent":
        """With one more player, and his list if he has it; late once round 1 is drawn (P7)."""
        if not WRITABLE.fullmatch(entrant.id) or not entrant.name.strip() or not entrant.name.isprintable():
            said = f"an ID is letters, digits, - _ and . alone, and there is a name, unlike '{entrant.id}'"
            raise TournamentRefusal(f"{said} and {entrant.name!r}", "ID")
        if force is None:
            return self._core(lambda core: core.enter(entrant, granted, self.by))
        listed = replace(entrant, models=force.models)
        checked_list(force, listed, self.state.opened.limit)
        event = self._core(lambda core: core.enter(listed, granted, self.by))
        return event.after(ForceListed(player=entrant.id, force=force))

    def list_force(self, player: str, force: ForceList, reason: str = "") -> "ClubEvent":
        """With the list of a player, which is locked once he is paired; a reason is the organiser's override."""
        entrant = somebody(self.state.event, player)
        paired = any(player in (*each.stack, *each.byes) for each in self.state.event.drawn)
        if paired and not reason:
            said = (
                f"the force list of {entrant} is locked since he was paired: the organiser may change it for a reason"
            )
            raise TournamentRefusal(said, "LIST", (player,))
        checked_list(force, entrant, self.state.opened.limit)
        lost = [side.lost for game in self.state.event.games for side in game.sides or () if side.player == player]
        if max(lost, default=0) > force.models:
            said = f"{entrant} has lost {max(lost)} models in a game and cannot have a list of {force.models}"
            raise TournamentRefusal(said, "A4", (player,))
        return self.after(ForceListed(player=player, force=force, reason=reason))

    def drop(self, player: str) -> "ClubEvent":
        """Without somebody who leaves between rounds (C4)."""
        return self._core(lambda core: core.drop(player, self.by))

    def reinstate(self, player: str) -> "ClubEvent":
        """With somebody back who was dropped (C4)."""
        return self._core(lambda core: core.reinstate(player, self.by))

    def set_tables(
        self, tables: Iterable[int], pinned: Mapping[str, int] | None = None, reason: str = ""
    ) -> "ClubEvent":
        """From the next round on these tables; pinned: kept for a player (T0, T6)."""
        return self._core(lambda core: core.set_tables(tables, pinned, self.by, reason))

    def set_rounds(self, rounds: int, reason: str) -> "ClubEvent":
        """With another number of rounds than the guide's; the number drawn so far ends the event (N2)."""
        return self._core(lambda core: core.set_rounds(rounds, self.by, reason))

    # a round: draft, check, publish

    def draft(self) -> "ClubEvent":
        """With the next round as the guide has it, for the organiser to look at; Refused with remedies (P6)."""
        return self.after(RoundDrafted(draft=draw(self.state.event)))

    def draft_by_hand(self, layout: Layout, reason: str, tables: Sequence[int] = ()) -> "ClubEvent":
        """With the organiser's own round before him, and in its `breaches` every clause that it breaks (P8)."""
        return self.after(RoundDrafted(draft=by_hand(self.state.event, layout, tables, self.by, reason)))

    def draft_remedy(self, number: int, reason: str) -> "ClubEvent":
        """With a remedy of P6 as the draft, numbered from 1 as the refusal lists them."""
        remedies = self.remedies()
        if not 1 <= number <= len(remedies):
            raise TournamentRefusal(f"there are {len(remedies)} remedies here and none is number {number}", "P6")
        layout = remedies[number - 1].layout
        if layout is None:
            raise TournamentRefusal(
                "ending the event here is done by setting the number of rounds to those drawn", "N2"
            )
        return self.draft_by_hand(layout, reason)

    def remedies(self) -> tuple[Remedy, ...]:
        """What can be done where the next round cannot be drawn; empty where it can, or is not due."""
        try:
            draw(self.state.event)
        except TournamentRefusal as refused:
            return refused.remedies
        return ()

    def drop_draft(self) -> "ClubEvent":
        """Without the draft."""
        return self.after(DraftDropped(number=self.drafted().number))

    def publish(self) -> "ClubEvent":
        """With the draft as the round that is played; Refused where it no longer fits what has happened since."""
        draft = self.drafted()
        if draft != self._again(draft):
            said = f"the draft of round {draft.number} does not fit what has changed since: draft it again"
            raise TournamentRefusal(said, "P8")
        return self.after(draft)

    def drafted(self) -> RoundDrawn:
        """The draft; Refused where there is none."""
        if self.state.draft is None:
            raise TournamentRefusal(f"there is no draft of round {self.state.event.number + 1}: draft it first", "P8")
        return self.state.draft

    def _again(self, draft: RoundDrawn) -> RoundDrawn:
        event = self.state.event
        if not draft.edited:
            return draw(event)
        return by_hand(event, layout_of(draft), draft.tables, draft.by, draft.reason)

    # results

    def report(self, one: Side, other: Side) -> "ClubEvent":
        """With the result of a game, by the organiser, whatever its card says."""
        return self._core(lambda core: core.report(one, other, self.by))

    def report_side(self, player: str, opponent: Side, own: Side | None = None) -> "ClubEvent":
        """With what a player enters about his opponent, and about himself if he wants it cross-checked (CARD).

        The second report closes the game where both agree; otherwise `state.disputes(game)` says why it waits for the
        organiser. Refused where the two do not meet, or the player has reported already.
        """
        game = open_game(self.state.event, player, opponent.player)
        entrant = self.state.event.entrants[player]
        if own is not None and own.player != player:
            raise TournamentRefusal(f"{entrant} can say for himself only what he lost himself", "CARD", (player,))
        card = self.state.card(game)
        if card.report_of(player):
            said = f"{entrant} has entered his report already: the organiser can clear the card"
            raise TournamentRefusal(said, "CARD", (player,))
        checked(self.state.event, game, opponent, own or Side(player))
        report = ScoreReport(player, opponent, own)
        event = self.after(CardReported(number=game.number, table=game.table, report=report))
        reports = (*card.reports, report)
        if len(reports) < 2 or disputes(reports, self.state.event.entrants):
            return event
        both = " and ".join(each.by for each in reports)
        return replace(event, by=both).report(*agreed(reports, game.pair))._as(self.by)

    def confirm(self, player: str) -> "ClubEvent":
        """With a player's agreement to what stands on the card, by his opponent or by a tracked game."""
        game = self._playing(player)
        card = self.state.card(game)
        theirs = card.report_of(game.other(player))
        halves = (*(card.filled or ()), *((theirs.opponent, theirs.own) if theirs else ()))
        by_player = {side.player: side for side in halves if side is not None}
        if len(by_player) < 2:
            said = (
                f"the card of table {game.table} has nothing yet that {self.state.event.entrants[player]} could confirm"
            )
            raise TournamentRefusal(said, "CARD", (player,))
        return self.report_side(player, by_player[game.other(player)], by_player[player])

    def fill_card(self, one: Side, other: Side, source: str) -> "ClubEvent":
        """With the result of a tracked game on the card, which both still confirm. source: which game it was."""
        game = open_game(self.state.event, one.player, other.player)
        sides = checked(self.state.event, game, one, other)
        return self.after(CardFilled(number=game.number, table=game.table, sides=sides, source=source))

    def clear_card(self, player: str, reason: str) -> "ClubEvent":
        """With an empty card for a player's game, so that both may report again; by the organiser."""
        game = self._playing(player)
        if not self.state.card(game).reports or not reason:
            raise TournamentRefusal(
                f"the card of table {game.table} is cleared for a reason, once there is a report on it", "CARD"
            )
        return self.after(CardCleared(number=game.number, table=game.table, reason=reason))

    def concede(self, player: str, opponent: Side | None = None) -> "ClubEvent":
        """With a game given up; opponent: his real losses, nothing without it (C1, C4)."""
        return self._core(lambda core: core.concede(player, opponent, self.by))

    def correct(self, number: int, sides: tuple[Side, Side], reason: str) -> "ClubEvent":
        """With a result put right: totals follow, published rounds stand (S3)."""
        return self._core(lambda core: core.correct(number, sides, self.by, reason))

    def roll_off(self, order: Sequence[str]) -> "ClubEvent":
        """With a shared place rolled for, the winner first (S2)."""
        return self._core(lambda core: core.roll_off(order, self.by))

    def standings(self) -> tuple[StandingRow, ...]:
        """The table as it stands."""
        return self.state.standings()

    # the clock

    def start_clock(self) -> "ClubEvent":
        """With the clock of the present round running."""
        if not self.state.event.number:
            raise TournamentRefusal("no round is published whose clock could run", "TIME")
        if self.state.clock.started is not None:
            raise TournamentRefusal(f"the clock of round {self.state.clock.number} was started already", "TIME")
        return self.after(ClockStarted(time=self.time))

    def pause_clock(self) -> "ClubEvent":
        """With the clock standing."""
        if self.state.clock.started is None or self.state.clock.paused is not None:
            raise TournamentRefusal("the clock does not run, so it cannot be paused", "TIME")
        return self.after(ClockPaused(time=self.time))

    def resume_clock(self) -> "ClubEvent":
        """With the clock running again."""
        if self.state.clock.paused is None:
            raise TournamentRefusal("the clock is not paused, so it cannot be resumed", "TIME")
        return self.after(ClockResumed(time=self.time))

    def extend_clock(self, seconds: int, table: int | None = None, reason: str = "") -> "ClubEvent":
        """With more time, or less, for everybody or for one table of the present round."""
        if not seconds or not self.state.event.number:
            raise TournamentRefusal("more time is some seconds more, or less, of a round that is published", "TIME")
        if table is not None and all(table != game.table for game in self._present()):
            raise TournamentRefusal(f"nobody plays at table {table} in round {self.state.event.number}", "TIME")
        return self.after(ClockExtended(seconds=seconds, table=table, reason=reason))

    def set_round_length(self, minutes: int, reason: str = "") -> "ClubEvent":
        """With rounds of so many minutes from now on, the present one too while its clock waits."""
        return self.after(RoundLengthSet(minutes=checked_length(minutes, reason), reason=reason))

    def _present(self) -> list[TournamentGame]:
        return [game for game in self.state.event.games if game.number == self.state.event.number]

    def _playing(self, player: str) -> TournamentGame:
        """The open game of a player."""
        entrant, game = somebody(self.state.event, player), self.state.game_of(player)
        if game is None or game.sides is not None:
            said = "has no game to report" if game is None else "is at a game that is reported already: correct it"
            raise TournamentRefusal(f"{entrant} {said}", "CARD", (player,))
        return game

    def _core(self, act: Callable[[Tournament], Tournament]) -> "ClubEvent":
        """What is done to the event itself."""
        event = self
        for log_event in act(Tournament(state=self.state.event)).log_events:
            event = event.after(log_event)
        return event

    def _as(self, by: str) -> "ClubEvent":
        return replace(self, by=by)
