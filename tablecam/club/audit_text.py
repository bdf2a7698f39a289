"""What happened at a club event, as sentences for its audit trail."""

from collections.abc import Mapping

from tablecam.club.log import ClubLine
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
from tablecam.tournament.entrant import Pair
from tablecam.tournament.events import (
    EventOpened,
    GameCorrected,
    GameReported,
    PlaceRolledOff,
    PlayerDropped,
    PlayerEntered,
    PlayerReinstated,
    RoundDrawn,
    RoundsSet,
    TablesSet,
)
from tablecam.tournament.refusal import listed
from tablecam.tournament.score_card import in_words
from tablecam.tournament.scoring import Side

Names = Mapping[str, str]


def describe_line(line: ClubLine, names: Names) -> str:
    """What somebody did at a line of the log; names: of the players, by their IDs."""
    if line.undone:
        return f"takes back line{'s' * (len(line.undone) > 1)} {listed(line.undone)}"
    if line.redone:
        return f"does again what line {line.redone} took back"
    return "; ".join(_because(describe_log_event(each, names), each) for each in line.did)


def describe_log_event(log_event: ClubLogEvent, names: Names) -> str:
    """One thing that happened, without the reason for it."""
    match log_event:
        case NightOpened(title=title, limit=limit, minutes=minutes):
            return f"opens {title}: forces of {limit} points, rounds of {minutes} minutes"
        case EventOpened(seed=seed):
            return f"every draw follows from the seed {seed}"
        case PlayerEntered(entrant=entrant, granted=granted):
            late = f", late, with {sum(granted)} points granted" if granted else ""
            return f"enters {entrant}, {entrant.faction or 'no faction'}, {entrant.models} models{late}"
        case PlayerDropped(player=player):
            return f"{_name(player, names)} leaves the event"
        case PlayerReinstated(player=player):
            return f"{_name(player, names)} is back"
        case ForceListed(player=player, force=force):
            return f"the list of {_name(player, names)}: {force.name}, {force.models} models, {force.points} points"
        case TablesSet(tables=tables, pinned=pinned):
            kept = "".join(f", table {table} kept for {_name(player, names)}" for player, table in pinned)
            return f"tables {listed(tables)}{kept}"
        case RoundsSet(rounds=rounds):
            return f"the event has {rounds} round{'s' * (rounds > 1)}"
        case PlaceRolledOff(order=order):
            return f"a shared place is rolled for: {listed([_name(each, names) for each in order])}"
    return _of_round(log_event, names)


def _of_round(log_event: ClubLogEvent, names: Names) -> str:
    match log_event:
        case RoundDrafted(draft=draft):
            return f"drafts {_round(draft, names)}"
        case DraftDropped(number=number):
            return f"drops the draft of round {number}"
        case RoundDrawn():
            return f"publishes {_round(log_event, names)}"
        case GameReported(number=number, sides=sides):
            return f"round {number} is reported: {_sides(sides, names)}"
        case GameCorrected(number=number, sides=sides, drawn_since=since):
            stands = f"; round{'s' * (len(since) > 1)} {listed(since)} as published" if since else ""
            return f"round {number} is corrected: {_sides(sides, names)}{stands}"
        case CardFilled(table=table, sides=sides, source=source):
            return f"{source} fills in the card of table {table}: {_sides(sides, names)}"
        case CardReported(table=table, report=report):
            halves = [side for side in (report.opponent, report.own) if side]
            said = ", and ".join(_side(side, names) for side in halves)
            return f"{_name(report.by, names)} reports from table {table} that {said}"
        case CardCleared(table=table):
            return f"clears the card of table {table}"
    return _of_clock(log_event)


def _of_clock(log_event: ClubLogEvent) -> str:
    match log_event:
        case ClockStarted():
            return "starts the clock"
        case ClockPaused():
            return "pauses the clock"
        case ClockResumed():
            return "resumes the clock"
        case ClockExtended(seconds=seconds, table=table):
            where = f"table {table} has" if table is not None else "everybody has"
            return f"{where} {abs(seconds)} seconds {'more' if seconds > 0 else 'less'}"
        case RoundLengthSet(minutes=minutes):
            return f"rounds last {minutes} minutes"
    return type(log_event).__name__


def _because(said: str, log_event: ClubLogEvent) -> str:
    reason = getattr(log_event, "reason", "") or getattr(getattr(log_event, "draft", None), "reason", "")
    return f"{said} ({reason})" if reason else said


def _round(drawn: RoundDrawn, names: Names) -> str:
    pairs = [f"{_versus(pair, names)} at table {table}" for pair, table in zip(drawn.pairs, drawn.tables, strict=True)]
    pairs += [f"{_name(player, names)} has the bye" for player in drawn.byes]
    pairs += [f"{_name(player, names)} sits out" for player in drawn.sitting_out]
    broken = f"; it breaks {len(drawn.breaches)}: {'; '.join(drawn.breaches)}" if drawn.breaches else ""
    return f"round {drawn.number}{', made by hand' if drawn.edited else ''}: {', '.join(pairs)}{broken}"


def _versus(pair: Pair, names: Names) -> str:
    return f"{_name(pair[0], names)} against {_name(pair[1], names)}"


def _sides(sides: tuple[Side, Side], names: Names) -> str:
    return ", ".join(_side(side, names) for side in sides)


def _side(side: Side, names: Names) -> str:
    return f"{_name(side.player, names)} {in_words(side)}"


def _name(player: str, names: Names) -> str:
    return names.get(player, player)
