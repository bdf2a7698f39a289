"""The acts of an imported log, decided again: what the rules of an event refuse is not taken in.

A log may come from anybody. Each of its acts is done once more on the state before it: a command has to allow it, and
to give the same log event. Draws are not drawn again, since an earlier version may have drawn otherwise: the round has
to be one that an organiser may lay out by hand.
"""

import math
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import fields
from datetime import datetime
from typing import Any

from tablecam.base.errors import BadFile, TablecamError
from tablecam.club.event.log import BadClubLog, ClubLog, read
from tablecam.club.tournament import club_events as club
from tablecam.club.tournament import (
    conduct,
    drawing,
    evening_changes,
    evening_settings,
    events,
    going_public,
    sign_up_list,
    signing_up,
    team_pairing,
    team_rounds,
    warbands,
    wishes,
)
from tablecam.club.tournament.club_event import WRITABLE, ClubEvent
from tablecam.club.tournament.club_events import ClubLogEvent
from tablecam.club.tournament.club_state import ClubState
from tablecam.club.tournament.event import Tournament
from tablecam.club.tournament.event_book import EventBook, choose_book
from tablecam.club.tournament.events import RoundDrawn, RoundRepaired
from tablecam.club.tournament.pairing_ways import choose_way
from tablecam.club.tournament.reporting import somebody
from tablecam.club.tournament.round_drafts import layout_of
from tablecam.club.tournament.schedule import ScheduleSet
from tablecam.club.tournament.tie_breaks import choose_tie_breaks

# the clock of a line and that of its act are the same, up to the digits that are written
SAME_TIME_S = 1.0
# stands for a name or a reason that an earlier version did not ask for
UNNAMED = "import"  # no text: it is not kept
AUTHORS = ("by", "reason", "time")


@contextmanager
def broken_log(number: int) -> Iterator[None]:
    """Makes BadClubLog of whatever keeps a line from being understood inside the block."""
    try:
        yield
    except (LookupError, ValueError, TypeError, AttributeError, ArithmeticError, AssertionError) as fault:
        # no text: a fault of a file
        raise BadClubLog(f"line {number} of the log does not fit those before it ({type(fault).__name__})") from fault


def decide_again(texts: Sequence[str]) -> None:
    """Decides all acts of a log again. BadClubLog names the first line that is not allowed, and says why."""
    log, state = ClubLog(), ClubState()
    for number, text in enumerate(texts, 1):
        line = read(text, number)
        with broken_log(number):
            event = ClubEvent(state, by=line.by or UNNAMED, time=datetime.fromisoformat(line.at).timestamp())
            for log_event in line.did:
                event = _decide(event, log_event, number)
            log.append(line)
            state = event.state if line.did else log.state()
    if not log.lines or not log.lines[0].did:
        raise BadClubLog("line 1 of the log does not open a club event")  # no text


def _decide(event: ClubEvent, log_event: ClubLogEvent, number: int) -> ClubEvent:
    """The event after a log event that is allowed. BadClubLog."""
    try:
        after = _act_again(event, log_event)
    except TablecamError as refused:
        raise BadClubLog(f"line {number} of the log is not allowed: {refused}") from refused  # no text
    made = after.log_events[len(event.log_events) :] if isinstance(after, ClubEvent) else after
    if not any(_is_same(log_event, decided) for decided in made):
        raise BadClubLog(f"line {number} of the log is not what its act comes to")  # no text
    return event.after(log_event)


def _is_same(log_event: ClubLogEvent, decided: ClubLogEvent) -> bool:
    """Whether two log events are the same, whoever did them."""
    if type(log_event) is not type(decided):
        return False
    names = [entry.name for entry in fields(log_event) if entry.name not in AUTHORS]
    return all(getattr(log_event, name) == getattr(decided, name) for name in names)


Decided = ClubEvent | Sequence[ClubLogEvent]


def _act_again(event: ClubEvent, log_event: ClubLogEvent) -> Decided:
    """The events that the command makes of the act on this state. Raises TournamentRefusal."""
    decide = DECISIONS.get(type(log_event))
    if decide is None:
        raise BadFile(f"a '{type(log_event).__name__}' cannot be taken in")  # no text
    return decide(event, log_event)


def _open(event: ClubEvent, opened: Any) -> Decided:
    return event.open(opened.title, 0, opened.limit, opened.minutes)


def _seed(event: ClubEvent, opened: Any) -> Decided:
    return (opened,) if len(event.state.event.entrants) == 0 and not event.state.event.drawn else ()


def _enter(event: ClubEvent, entered: Any) -> Decided:
    """A new player, or one from the waiting list."""
    entrant, state = entered.entrant, event.state
    if entrant.id in state.sign_up.waiting:
        return signing_up.admitted(state, entrant.id, event.by)
    if not WRITABLE.fullmatch(entrant.id) or not entrant.name.strip() or not entrant.name.isprintable():
        return ()
    return Tournament(state=state.event).enter(entrant, entered.granted, unknown_force=not entrant.models).log_events


def _wait(event: ClubEvent, joined: Any) -> Decided:
    fits = WRITABLE.fullmatch(joined.entrant.id) and joined.entrant.name.isprintable()
    return (joined,) if fits and joined.entrant.id not in event.state.event.entrants else ()


def _list(event: ClubEvent, listed: Any) -> Decided:
    return event.list_force(listed.player, listed.force, listed.reason or UNNAMED)


def _draft(event: ClubEvent, drafted: Any) -> Decided:
    return (drafted,) if _fits(event, drafted.draft) else ()


def _publish(event: ClubEvent, drawn: Any) -> Decided:
    return (drawn,) if _fits(event, drawn) else ()


def _fits(event: ClubEvent, drawn: RoundDrawn) -> bool:
    """Whether an organiser may lay a round out like this."""
    by_hand = drawing.by_hand(event.state.event, layout_of(drawn), drawn.tables, UNNAMED, UNNAMED)
    seats = [player for pair in drawn.pairs for player in pair]
    stacked = {*seats, *drawn.byes, *drawn.sitting_out} <= {*drawn.stack, *drawn.byes} and drawn.rounds >= 1
    return by_hand.number == drawn.number and (stacked or drawn.edited)


def _repair(event: ClubEvent, repaired: Any) -> Decided:
    return (repaired,) if _is_repair(event.state, repaired) else ()


def _is_repair(state: ClubState, repaired: RoundRepaired) -> bool:
    """Whether it changes the round in progress, with players of this event, each once, and a table for each pair."""
    seats = [player for pair in repaired.pairs for player in (*pair,)]
    seated = [*seats, *repaired.byes, *repaired.sitting_out]
    are_known = all(player in state.event.entrants for player in (*seated, *repaired.stack))
    tables = len(set(repaired.tables)) == len(repaired.tables) == len(repaired.pairs)
    pairs = all(len(pair) == 2 for pair in repaired.pairs)
    return (
        repaired.number == state.event.number > 0 and are_known and tables and pairs and len(set(seated)) == len(seated)
    )


def _clear(event: ClubEvent, cleared: Any) -> Decided:
    at = (cleared.number, cleared.table)
    player = next(game.pair[0] for game in event.state.event.games if (game.number, game.table) == at)
    return event.clear_card(player, cleared.reason)


def _timed(act: Callable[[ClubEvent], ClubEvent]) -> Callable[[ClubEvent, Any], Decided]:
    """An act of the clock, at the time of its line."""

    def decide(event: ClubEvent, told: Any) -> Decided:
        is_now = math.isfinite(told.time) and abs(told.time - event.time) <= SAME_TIME_S
        return act(event) if is_now else ()

    return decide


def _jump(event: ClubEvent, jumped: Any) -> Decided:
    is_now = math.isfinite(jumped.jump_s) and abs(jumped.time - event.time) <= SAME_TIME_S
    return event.note_jump(jumped.jump_s) if is_now else ()


def _presence(event: ClubEvent, marked: Any) -> Decided:
    somebody(event.state.event, marked.player)
    return (marked,) if marked.presence in {"", *drawing.PRESENCES} else ()


def _key(event: ClubEvent, keyed: Any) -> Decided:
    return (keyed,) if keyed.player in event.state.taken_ids else ()


def _keep_apart(event: ClubEvent, kept: Any) -> Decided:
    state = event.state.event
    return (wishes.keep_apart(state, kept.players, kept.last_round, kept.hard, event.by, kept.reason),)


def _draw_teams(event: ClubEvent, drawn: Any) -> Decided:
    """Not drawn again, as rounds are not: the teams of this event, each once."""
    decided = drawing.draw_teams(event.state.event, event.by)
    teams = [*(team for pair in drawn.pairs for team in pair), *drawn.byes]
    fits = decided.number == drawn.number and sorted(teams) == sorted(drawn.stack) == sorted(decided.stack)
    return (drawn,) if fits and dict(drawn.lineups) == dict(decided.lineups) else ()


DECISIONS: dict[type, Callable[[ClubEvent, Any], Decided]] = {
    club.NightOpened: _open,
    events.EventOpened: _seed,
    events.PlayerEntered: _enter,
    club.ForceListed: _list,
    events.PlayerDropped: lambda event, act: event.drop(act.player),
    events.PlayerReinstated: lambda event, act: event.reinstate(act.player),
    events.PresenceMarked: _presence,
    events.PointsGranted: lambda event, act: (conduct.grant(event.state.event, act.player, act.points, event.by),),
    events.PlayerPenalised: lambda event, act: (
        conduct.penalise(event.state.event, act.player, act.card, act.points, event.by, act.reason),
    ),
    events.PenaltyLifted: lambda event, act: (conduct.lift(event.state.event, act.player, act.number, event.by),),
    events.TablesSet: lambda event, act: event.set_tables(act.tables, dict(act.pinned), act.reason),
    events.PlayersKeptApart: _keep_apart,
    events.PlayersLetMeet: lambda event, act: (wishes.let_meet(event.state.event, act.players, event.by),),
    events.TableDescribed: lambda event, act: (wishes.describe_table(act.table, act.terrain, act.camera, event.by),),
    events.TableWished: lambda event, act: (
        wishes.wish_table(event.state.event, act.player, act.terrain, act.camera, event.by),
    ),
    events.RoundsSet: lambda event, act: event.set_rounds(act.rounds, act.reason),
    events.PairingChosen: lambda event, act: (
        choose_way(event.state.event, act.way, event.by, act.cut, act.doubles, act.team_size),
    ),
    events.TieBreaksChosen: lambda event, act: (choose_tie_breaks(event.state.event, act.tie_breaks, event.by),),
    events.BookChosen: lambda event, act: (
        choose_book(event.state.event, EventBook(act.book, act.title, act.scoring, act.counters), event.by),
    ),
    warbands.GameCarried: lambda event, act: (
        warbands.carry_game(event.state.event, act.player, act.number, act.source, act.gains),
    ),
    warbands.WarbandChanged: lambda event, act: (
        warbands.change_warband(event.state.event, act.player, act.model, act.counter, act.amount, act.reason),
    ),
    club.RoundDrafted: _draft,
    club.DraftDropped: lambda event, _act: event.drop_draft(),
    events.RoundDrawn: _publish,
    events.RoundRepaired: _repair,
    events.GameReported: lambda event, act: event.report(act.sides[0], act.sides[1]),
    events.GameCorrected: lambda event, act: event.correct(act.number, act.sides, act.reason),
    events.PlaceRolledOff: lambda event, act: event.roll_off(act.order),
    club.CardFilled: lambda event, act: event.fill_card(act.sides[0], act.sides[1], act.source),
    club.CardReported: lambda event, act: event.report_side(act.report.by, act.report.opponent, act.report.own),
    club.ReportWithdrawn: lambda event, act: event.withdraw_report(act.player),
    club.CardCleared: _clear,
    conduct.JudgeCalled: lambda event, act: event.call_judge(act.player, act.text),
    conduct.JudgeCallTaken: lambda event, act: event.take_call(act.table),
    ScheduleSet: lambda event, act: event.set_schedule(act.schedule.start, act.schedule.rounds, act.reason),
    sign_up_list.SignUpSet: lambda event, act: signing_up.sign_up_set(event.state, act) or (act,),
    sign_up_list.WaitingListJoined: _wait,
    sign_up_list.WaitingListLeft: lambda event, act: signing_up.signed_off(event.state, act.player, event.by),
    sign_up_list.MarksSet: lambda event, act: signing_up.marked(event.state, act.player, act.paid, act.list_approved),
    sign_up_list.CardKeyed: _key,
    conduct.PrizeVoteOpened: lambda event, act: (conduct.open_vote(event.state.prizes, act.prize),),
    conduct.PrizeVoteClosed: lambda event, act: (conduct.close_vote(event.state.prizes, act.prize),),
    conduct.PrizeVoted: lambda event, act: (
        conduct.vote(event.state.prizes, event.state.event, act.prize, act.voter, act.player),
    ),
    going_public.EveningAnnounced: lambda _event, act: (going_public.evening_announced(act.day, act.place),),
    going_public.PlayerShown: lambda event, act: (going_public.player_shown(event.state.event, act.player, act.shown),),
    going_public.GameReleased: lambda event, act: (
        going_public.game_released(event.state.event, event.state.publicity, act.number, act.player, act.released),
    ),
    going_public.HallNamesSet: lambda _event, act: (act,),
    evening_settings.EventRenamed: lambda _event, act: (evening_changes.event_renamed(act.title),),
    evening_settings.PlayerRenamed: lambda event, act: (
        evening_changes.player_renamed(event.state, act.player, act.new_name),
    ),
    evening_settings.ForceRenamed: lambda event, act: (
        evening_changes.force_renamed(event.state, act.player, act.new_name),
    ),
    evening_settings.ForceCounted: lambda event, act: (
        evening_changes.force_counted(event.state, act.player, act.models, act.faction, act.reason),
    ),
    evening_settings.EveningCancelled: lambda event, act: (
        evening_changes.evening_cancelled(event.state, act.cancelled, act.reason),
    ),
    evening_settings.EveningArchived: lambda _event, act: (act,),
    evening_settings.ScenarioSet: lambda _event, act: (evening_changes.scenario_set(act.number, act.scenario),),
    evening_settings.PlacePrizeSet: lambda _event, act: (evening_changes.place_prize_set(act.place, act.prize),),
    evening_settings.SeatReserved: lambda event, act: (
        evening_changes.seat_reserved(event.state, act.guest, act.reserved),
    ),
    team_pairing.TeamFormed: lambda event, act: (
        team_rounds.form_team(event.state.event, act.team, act.players, event.by),
    ),
    team_pairing.TeamsDrawn: _draw_teams,
    team_pairing.TeamNominated: lambda event, act: (team_rounds.nominate(event.state.event, act.team, act.players),),
    team_pairing.NominationWithdrawn: lambda event, act: (
        team_rounds.withdraw_nomination(event.state.event, act.team),
    ),
    team_pairing.TeamPairingRestarted: lambda event, act: (
        team_rounds.restart_pairing(event.state.event, act.teams[0], act.reason),
    ),
    club.ClockStarted: _timed(ClubEvent.start_clock),
    club.ClockPaused: _timed(ClubEvent.pause_clock),
    club.ClockResumed: _timed(ClubEvent.resume_clock),
    club.ClockExtended: lambda event, act: event.extend_clock(act.seconds, act.table, act.reason),
    club.WallClockJumped: _jump,
    club.ClockJumpSettled: lambda event, act: event.settle_jump(act.taken),
    club.RoundLengthSet: lambda event, act: event.set_round_length(act.minutes, act.reason or UNNAMED),
}
