"""A club event: checks every act on the tournament, its draft, lists, score cards and clock, and records or refuses it.

    event = ClubEvent(state, by="TO", time=1000.0).draft().publish().start_clock()
    event.log_events       # the events that happened, to be written to the log
    event.state            # the state after it

Everything is immutable: each method returns a new event, and a refusal (TournamentRefusal) has changed nothing. by: the
person who acts; time: when, in seconds; the caller gives both. A round takes two steps: the organiser sees a draft with
the clauses that it breaks, and the players see it once it is published. A draft that no longer fits the event cannot be
published.

Clause: UW-TG Second & Subsequent Round Pairing (P6, P8), Force Lists (LIST), Score Cards (CARD), Time Limits (TIME).
"""

import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import reduce

from tablecam.base.i18n import Message
from tablecam.club.tournament.club_events import (
    CardCleared,
    CardFilled,
    CardReported,
    ClockExtended,
    ClockJumpSettled,
    ClockPaused,
    ClockResumed,
    ClockStarted,
    ClubLogEvent,
    DraftDropped,
    ForceListed,
    NightOpened,
    ReportWithdrawn,
    RoundDrafted,
    RoundLengthSet,
    WallClockJumped,
)
from tablecam.club.tournament.club_state import ClubState, evolve_club
from tablecam.club.tournament.conduct import judge_call_taken, judge_called
from tablecam.club.tournament.drawing import arrived, by_hand, draw
from tablecam.club.tournament.entrant import Entrant, Layout
from tablecam.club.tournament.event import Tournament
from tablecam.club.tournament.events import EventOpened, RoundDrawn, RoundRepaired, TournamentEvent
from tablecam.club.tournament.forces import LIMIT, ForceList, checked_list
from tablecam.club.tournament.refusal import Remedy, TournamentRefusal
from tablecam.club.tournament.reporting import checked, open_game, somebody
from tablecam.club.tournament.round_drafts import layout_of
from tablecam.club.tournament.schedule import LONGEST_MIN, PlannedRound, check_length, schedule_set
from tablecam.club.tournament.scoring import ScoreReport, Side, agreed, checked_models, disputes
from tablecam.club.tournament.signing_up import entries_due
from tablecam.club.tournament.standings import StandingRow
from tablecam.club.tournament.state import TournamentGame, TournamentState

# from the state and the name of the organiser
Repair = Callable[[TournamentState, str], RoundRepaired]

# from the state and the name of the organiser
Decision = Callable[[TournamentState, str], TournamentEvent]

# an ID is typed at a terminal, printed on a card and part of a URL
WRITABLE = re.compile(r"[\w.-]{1,40}")


@dataclass(frozen=True)
class ClubEvent:
    """The state of the event, and the log events since it was handed out."""

    state: ClubState = field(default_factory=ClubState)
    log_events: tuple[ClubLogEvent, ...] = ()
    by: str = ""
    time: float = 0.0

    def after(self, log_event: ClubLogEvent) -> "ClubEvent":
        """The event after one more log event; nothing is checked."""
        return replace(self, state=evolve_club(self.state, log_event), log_events=(*self.log_events, log_event))

    def open(self, title: str, seed: int, limit: int = LIMIT, minutes: int = LONGEST_MIN) -> "ClubEvent":
        """Announce the event under a name; every draw follows from the seed."""
        if self.state.title or not title.strip():
            raise TournamentRefusal(Message("a club event can be opened only once and needs a name"), "ID")
        if limit < 1:
            raise TournamentRefusal(Message("a force cannot be limited to {points} points", points=limit), "LIST")
        opened = NightOpened(title=title.strip(), limit=limit, minutes=check_length(minutes, ""))
        return self.after(opened).after(EventOpened(seed=seed))

    # the players

    def enter(self, entrant: Entrant, granted: Sequence[int] = (), force: ForceList | None = None) -> "ClubEvent":
        """Enter a player, with their list if there is one; late once round 1 is drawn (P7)."""
        self._check_entry(entrant)
        if force is None:
            return self._apply_core(lambda core: core.enter(entrant, granted, self.by))
        listed = replace(entrant, models=force.models)
        checked_list(force, listed, self.state.opened.limit)
        event = self._apply_core(lambda core: core.enter(listed, granted, self.by))
        return event.after(ForceListed(player=entrant.id, force=force))

    def _check_entry(self, entrant: Entrant) -> None:
        if not WRITABLE.fullmatch(entrant.id) or not entrant.name.strip() or not entrant.name.isprintable():
            reason = Message(
                "an ID can contain only letters, digits, - _ and ., and a name is required, unlike '{id}' and {name}",
                id=entrant.id,
                name=repr(entrant.name),
            )
            raise TournamentRefusal(reason, "ID")
        if entrant.id in self.state.sign_up.waiting:
            waits = Message("the ID '{id}' belongs to somebody on the waiting list: give them a place", id=entrant.id)
            raise TournamentRefusal(waits, "N3", (entrant.id,))
        if entrant.id in self.state.taken_ids and entrant.id not in self.state.event.entrants:
            used = Message("the ID '{id}' belonged to an earlier entry: choose another one", id=entrant.id)
            raise TournamentRefusal(used, "ID", (entrant.id,), code="used-id")

    def enter_name(self, entrant: Entrant, granted: Sequence[int] = ()) -> "ClubEvent":
        """Enter a player whose force is still missing: no game of theirs can be reported before it is in."""
        self._check_entry(entrant)
        return self._apply_core(lambda core: core.enter(entrant, granted, self.by, unknown_force=True))

    def list_force(self, player: str, force: ForceList, reason: str = "") -> "ClubEvent":
        """Hand in a player's list, which is locked once they are paired; with a reason the organiser changes it."""
        entrant = somebody(self.state.event, player)
        paired = any(player in (*drawn.stack, *drawn.byes) for drawn in self.state.event.drawn)
        if paired and not reason:
            locked = Message(
                "the force list of {player} has been locked since round 1: the organiser can change it with a reason",
                player=entrant,
            )
            raise TournamentRefusal(locked, "LIST", (player,), code="list-locked")
        checked_list(force, entrant, self.state.opened.limit)
        checked_models(force.models)
        lost = [side.lost for game in self.state.event.games for side in game.sides or () if side.player == player]
        if max(lost, default=0) > force.models:
            too_small = Message(
                "{player} has lost {lost} models in a game, so a list of {models} is too small",
                player=entrant,
                lost=max(lost),
                models=force.models,
            )
            raise TournamentRefusal(too_small, "A4", (player,))
        return self.after(ForceListed(player=player, force=force, reason=reason))

    def drop(self, player: str) -> "ClubEvent":
        """Drop a player who leaves between rounds (C4); before round 1, the longest waiting gets the place (N3)."""
        return self._apply_core(lambda core: core.drop(player, self.by)).sign(lambda _state: ())

    def reinstate(self, player: str) -> "ClubEvent":
        """Take back a player who was dropped (C4)."""
        return self._apply_core(lambda core: core.reinstate(player, self.by))

    def set_tables(
        self, tables: Iterable[int], pinned: Mapping[str, int] | None = None, reason: str = ""
    ) -> "ClubEvent":
        """Set the tables in use from the next round on; pinned: the table kept for a player (T0, T6)."""
        return self._apply_core(lambda core: core.set_tables(tables, pinned, self.by, reason))

    def set_rounds(self, rounds: int, reason: str) -> "ClubEvent":
        """Set another number of rounds than the guide's; the number drawn so far ends the event (N2)."""
        return self._apply_core(lambda core: core.set_rounds(rounds, self.by, reason))

    def decide(self, decision: Decision) -> "ClubEvent":
        """Record a decision of the organiser about the event, a wish for instance (`wishes.py`)."""
        return self.after(decision(self.state.event, self.by))

    def sign(self, decision: Callable[[ClubState], Iterable[ClubLogEvent]]) -> "ClubEvent":
        """Record a decision about sign-up (`signing_up.py`); waiting players get the places that become free (N3)."""
        event = reduce(ClubEvent.after, decision(self.state), self)
        return reduce(ClubEvent.after, entries_due(event.state, self.by), event)

    # a round: draft, check, publish

    def draft(self) -> "ClubEvent":
        """Draft the next round by the guide, for the organiser to check. TournamentRefusal with remedies (P6)."""
        return self.after(RoundDrafted(draft=draw(self.state.event)))

    def draft_by_hand(self, layout: Layout, reason: str, tables: Sequence[int] = ()) -> "ClubEvent":
        """Draft a round of the organiser's own; its `breaches` name every clause that it breaks (P8)."""
        return self.after(RoundDrafted(draft=by_hand(self.state.event, layout, tables, self.by, reason)))

    def draft_remedy(self, number: int, reason: str) -> "ClubEvent":
        """Draft a remedy of P6, numbered from 1 in the order of the refusal."""
        remedies = self.remedies()
        if not 1 <= number <= len(remedies):
            none_such = Message(
                "there are {remedies} remedies here; none has the number {number}",
                remedies=len(remedies),
                number=number,
            )
            raise TournamentRefusal(none_such, "P6")
        layout = remedies[number - 1].layout
        if layout is None:
            raise TournamentRefusal(
                Message("to end the event here, set the number of rounds to the number drawn"),
                "N2",
                code="ends-the-event",
            )
        return self.draft_by_hand(layout, reason)

    def remedies(self) -> tuple[Remedy, ...]:
        """The organiser's remedies where the next round cannot be drawn; empty where it can, or is not due."""
        try:
            draw(self.state.event)
        except TournamentRefusal as refused:
            return refused.remedies
        return ()

    def drop_draft(self) -> "ClubEvent":
        """Drop the draft."""
        return self.after(DraftDropped(number=self.drafted().number))

    def publish(self) -> "ClubEvent":
        """Publish the draft as the round to play. TournamentRefusal where it no longer fits the event."""
        draft = self.drafted()
        if draft != self._redraw_draft(draft):
            reason = Message(
                "the draft of round {number} does not fit later changes: draft it again", number=draft.number
            )
            raise TournamentRefusal(reason, "P8", code="draft-outdated")
        return self.after(draft)

    def repair(self, repaired: Repair, leaving: str = "") -> "ClubEvent":
        """Change the published round (`round_drafts.py`). leaving: a player who leaves the event with it (C4)."""
        event = self.after(repaired(self.state.event, self.by))
        event = reduce(ClubEvent.after, arrived(self.state.event, event.state.event, self.by), event)
        return event.drop(leaving) if leaving else event

    def drafted(self) -> RoundDrawn:
        """The draft. TournamentRefusal where there is none."""
        if self.state.draft is None:
            reason = Message("there is no draft of round {number}: draft it first", number=self.state.event.number + 1)
            raise TournamentRefusal(reason, "P8", code="no-draft")
        return self.state.draft

    def _redraw_draft(self, draft: RoundDrawn) -> RoundDrawn:
        """The same draft, made from the current state."""
        event = self.state.event
        if not draft.edited:
            return draw(event)
        edited = by_hand(event, layout_of(draft), draft.tables, draft.by, draft.reason)
        # a draft from before violations had codes says the same in sentences
        in_sentences = any(isinstance(violation, str) for violation in draft.breaches)
        return replace(edited, breaches=draft.breaches) if in_sentences else edited

    # results

    def report(self, one: Side, other: Side) -> "ClubEvent":
        """Report the result of a game by the organiser, whatever its card says."""
        return self._apply_core(lambda core: core.report(one, other, self.by))

    def report_side(self, player: str, opponent: Side, own: Side | None = None) -> "ClubEvent":
        """Report a player's entry about the opponent, and about themselves for a cross-check (CARD).

        The second report closes the game where both agree; otherwise `state.disputes(game)` says why it waits for the
        organiser. TournamentRefusal where the two do not meet, or the player has reported already.
        """
        game = open_game(self.state.event, player, opponent.player)
        entrant = self.state.event.entrants[player]
        if own is not None and own.player != player:
            reason = Message("{player} can report only their own losses as their own", player=entrant)
            raise TournamentRefusal(reason, "CARD", (player,))
        card = self.state.card(game)
        if card.report_of(player):
            reason = Message("{player} has already entered a report: the organiser can clear the card", player=entrant)
            raise TournamentRefusal(reason, "CARD", (player,), code="reported-already")
        checked(self.state.event, game, opponent, own or Side(player))
        report = ScoreReport(player, opponent, own)
        event = self.after(CardReported(number=game.number, table=game.table, report=report))
        reports = (*card.reports, report)
        if len(reports) < 2 or disputes(reports, self.state.event.entrants, self.state.event.scoring):
            return event
        # kept in logs as it is, so no text
        authors = " and ".join(entered.by for entered in reports)  # no text
        return replace(event, by=authors).report(*agreed(reports, game.pair))._with_author(self.by)

    def withdraw_report(self, player: str) -> "ClubEvent":
        """Take a player's report back, as long as the opponent has not reported (CARD)."""
        game = self._get_open_game(player)
        card, entrant = self.state.card(game), self.state.event.entrants[player]
        if card.report_of(player) is None:
            reason = Message("{player} has no report to take back", player=entrant)
            raise TournamentRefusal(reason, "CARD", (player,), code="no-report")
        if card.report_of(game.other(player)):
            reason = Message("both players have reported, and {player} is waiting for the organiser", player=entrant)
            raise TournamentRefusal(reason, "CARD", (player,), code="both-reported")
        return self.after(ReportWithdrawn(number=game.number, table=game.table, player=player))

    def confirm(self, player: str) -> "ClubEvent":
        """Confirm, for a player, the card as the opponent or a tracked game has filled it in."""
        game = self._get_open_game(player)
        card = self.state.card(game)
        theirs = card.report_of(game.other(player))
        halves = (*(card.filled or ()), *((theirs.opponent, theirs.own) if theirs else ()))
        by_player = {side.player: side for side in halves if side is not None}
        if len(by_player) < 2:
            reason = Message(
                "the card of table {table} has nothing yet for {player} to confirm",
                table=game.table,
                player=self.state.event.entrants[player],
            )
            raise TournamentRefusal(reason, "CARD", (player,))
        return self.report_side(player, by_player[game.other(player)], by_player[player])

    def fill_card(self, one: Side, other: Side, source: str) -> "ClubEvent":
        """Fill in the card from a tracked game; both players still confirm it. source: the tracked game."""
        game = open_game(self.state.event, one.player, other.player)
        sides = checked(self.state.event, game, one, other)
        return self.after(CardFilled(number=game.number, table=game.table, sides=sides, source=source))

    def clear_card(self, player: str, reason: str) -> "ClubEvent":
        """Clear the card of a player's game, so that both may report again; by the organiser."""
        game = self._get_open_game(player)
        if not self.state.card(game).reports or not reason:
            refused = Message(
                "to clear the card of table {table}, wait for a report on it and give a reason", table=game.table
            )
            raise TournamentRefusal(refused, "CARD")
        return self.after(CardCleared(number=game.number, table=game.table, reason=reason))

    def concede(self, player: str, opponent: Side | None = None) -> "ClubEvent":
        """Concede a game; opponent: the opponent's real losses, by default none (C1, C4)."""
        return self._apply_core(lambda core: core.concede(player, opponent, self.by))

    def correct(self, number: int, sides: tuple[Side, Side], reason: str) -> "ClubEvent":
        """Correct a result: totals follow, published rounds stand (S3)."""
        return self._apply_core(lambda core: core.correct(number, sides, self.by, reason))

    def roll_off(self, order: Sequence[str]) -> "ClubEvent":
        """Settle a shared place by a roll-off, the winner first (S2)."""
        return self._apply_core(lambda core: core.roll_off(order, self.by))

    def standings(self) -> tuple[StandingRow, ...]:
        """The current standings."""
        return self.state.standings()

    # a judge

    def call_judge(self, player: str, text: str = "") -> "ClubEvent":
        """Ask for a judge at a player's table. text: the question."""
        return self.after(judge_called(self.state.event, self.state.calls, player, self.time, text))

    def take_call(self, table: int) -> "ClubEvent":
        """Go to a table that has asked for a judge; or the table needs nobody any more."""
        return self.after(judge_call_taken(self.state.calls, table))

    # the clock

    def start_clock(self) -> "ClubEvent":
        """Start the clock of the current round."""
        if not self.state.event.number:
            raise TournamentRefusal(Message("there is no published round to run the clock for"), "TIME")
        if self.state.clock.started is not None:
            reason = Message("the clock of round {number} was started already", number=self.state.clock.number)
            raise TournamentRefusal(reason, "TIME")
        return self.after(ClockStarted(time=self.time))

    def pause_clock(self) -> "ClubEvent":
        """Pause the clock."""
        if self.state.clock.started is None or self.state.clock.paused is not None:
            raise TournamentRefusal(Message("the clock does not run, so it cannot be paused"), "TIME")
        return self.after(ClockPaused(time=self.time))

    def resume_clock(self) -> "ClubEvent":
        """Resume the clock."""
        if self.state.clock.paused is None:
            raise TournamentRefusal(Message("the clock is not paused, so it cannot be resumed"), "TIME")
        return self.after(ClockResumed(time=self.time))

    def extend_clock(self, seconds: int, table: int | None = None, reason: str = "") -> "ClubEvent":
        """Give more time, or less, to everybody or to one table of the current round."""
        if not seconds or not self.state.event.number:
            wanted = Message("give a number of seconds other than 0, after a round is published")
            raise TournamentRefusal(wanted, "TIME")
        if table is not None and all(table != game.table for game in self._current_games()):
            empty = Message(
                "nobody plays at table {table} in round {number}", table=table, number=self.state.event.number
            )
            raise TournamentRefusal(empty, "TIME")
        return self.after(ClockExtended(seconds=seconds, table=table, reason=reason))

    def note_jump(self, jump_s: float) -> "ClubEvent":
        """Note that the machine's clock has been set; the same event while no round is on that it would move."""
        is_on = self.state.clock.started is not None and not self.state.over
        return self.after(WallClockJumped(jump_s=round(jump_s, 3), time=self.time)) if is_on else self

    def settle_jump(self, taken: bool) -> "ClubEvent":
        """Keep the time that the round has left although the machine's clock was set, or let it end by the new time."""
        if not self.state.clock.jumped_s:
            raise TournamentRefusal(Message("the clock of this computer has not been set in this round"), "TIME")
        return self.after(ClockJumpSettled(taken=taken))

    def set_round_length(self, minutes: int, reason: str = "") -> "ClubEvent":
        """Set the length of rounds from now on, and of the current one while its clock waits."""
        return self.after(RoundLengthSet(minutes=check_length(minutes, reason), reason=reason))

    def set_schedule(self, start: str, rounds: Sequence[PlannedRound], reason: str = "") -> "ClubEvent":
        """Plan when rounds start and how long each lasts; nothing at all takes the plan back."""
        return self.after(schedule_set(start, rounds, reason))

    def _current_games(self) -> list[TournamentGame]:
        return [game for game in self.state.event.games if game.number == self.state.event.number]

    def _get_open_game(self, player: str) -> TournamentGame:
        """The open game of a player."""
        entrant, game = somebody(self.state.event, player), self.state.game_of(player)
        if game is None or game.sides is not None:
            reason = (
                Message("{player} has no game to report", player=entrant)
                if game is None
                else Message("the game of {player} is already reported: correct it", player=entrant)
            )
            raise TournamentRefusal(reason, "CARD", (player,))
        return game

    def _apply_core(self, act: Callable[[Tournament], Tournament]) -> "ClubEvent":
        """The club event after an act on the tournament itself."""
        event = self
        for log_event in act(Tournament(state=self.state.event)).log_events:
            event = event.after(log_event)
        return event

    def _with_author(self, by: str) -> "ClubEvent":
        return replace(self, by=by)
