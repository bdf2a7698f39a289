"""The audit trail of a club event: a sentence for every log event, in the language of the reader."""

from collections.abc import Mapping, Sequence
from functools import reduce

from tablecam.base.i18n import Counted, Message, listing
from tablecam.club.event.clock_text import and_then, describe_clock_act
from tablecam.club.event.evening_text import describe_evening, describe_way
from tablecam.club.event.log import ClubLine
from tablecam.club.tournament.club_events import (
    CardCleared,
    CardFilled,
    CardReported,
    ClubLogEvent,
    DraftDropped,
    ForceListed,
    NightOpened,
    ReportWithdrawn,
    RoundDrafted,
)
from tablecam.club.tournament.conduct import (
    JudgeCalled,
    JudgeCallTaken,
    PrizeEvent,
    PrizeVoteClosed,
    PrizeVoted,
    PrizeVoteOpened,
    penalty_in_words,
)
from tablecam.club.tournament.evening_settings import EveningEvent
from tablecam.club.tournament.events import (
    BookChosen,
    EventOpened,
    GameCorrected,
    GameReported,
    PairingChosen,
    PenaltyLifted,
    PlaceRolledOff,
    PlayerDropped,
    PlayerEntered,
    PlayerPenalised,
    PlayerReinstated,
    PlayersKeptApart,
    PlayersLetMeet,
    PointsGranted,
    PresenceMarked,
    RoundDrawn,
    RoundRepaired,
    RoundsSet,
    TableDescribed,
    TablesSet,
    TableWished,
    TieBreaksChosen,
    traits_in_words,
)
from tablecam.club.tournament.going_public import (
    EveningAnnounced,
    GameReleased,
    HallNamesSet,
    PlayerShown,
    PublicityEvent,
)
from tablecam.club.tournament.scoring import Side, in_words, source_in_words
from tablecam.club.tournament.sign_up_list import (
    CardKeyed,
    MarksSet,
    SignUpEvent,
    SignUpSet,
    WaitingListJoined,
    WaitingListLeft,
)
from tablecam.club.tournament.team_pairing import TeamEvent
from tablecam.club.tournament.tie_breaks import tie_break_title
from tablecam.club.tournament.violations import violation_text
from tablecam.club.tournament.warbands import WarbandEvent
from tablecam.club.tournament.wishes import wish_in_words
from tablecam.rules.casualty_levels import SCORING as GUIDE
from tablecam.rules.event_scoring import EventScoring


def describe_arrival(log_event: SignUpEvent | PresenceMarked, names: Mapping[str, str]) -> Message:
    """One log event, without its reason. names: of the players, by their IDs."""
    match log_event:
        case SignUpSet():
            return _describe_settings(log_event)
        case WaitingListJoined(entrant=entrant):
            return Message("{player} waits for a place", player=entrant)
        case WaitingListLeft(player=player):
            return Message("{player} no longer waits for a place", player=_display_name(player, names))
        case CardKeyed(player=player):
            return Message("the card of {player} has a new code", player=_display_name(player, names))
        case MarksSet():
            return _describe_marks(log_event, _display_name(log_event.player, names))
        case PresenceMarked(player=player, presence=presence):
            return _describe_presence(presence, _display_name(player, names))


def _describe_settings(log_event: SignUpSet) -> Message:
    values = {
        "sign_up": _describe_openness(log_event),
        "check_in": Message("check-in by phone") if log_event.check_in else Message("check-in at the desk only"),
    }
    if not log_event.places:
        return Message("{sign_up}; any number of places; {check_in}", **values)
    return Counted(
        "{sign_up}; {n} place; {check_in}",
        "{sign_up}; {n} places; {check_in}",
        log_event.places,
        **values,
    )


def _describe_openness(log_event: SignUpSet) -> Message:
    if not log_event.open:
        return Message("sign-up is closed")
    return Message("sign-up is open, with approval") if log_event.approval else Message("sign-up is open")


def _describe_marks(log_event: MarksSet, player: str) -> Message:
    if log_event.paid:
        return (
            Message("{player} has paid, and the list is approved", player=player)
            if log_event.list_approved
            else Message("{player} has paid", player=player)
        )
    return (
        Message("the list of {player} is approved", player=player)
        if log_event.list_approved
        else Message("{player} has not paid, and the list is not approved", player=player)
    )


def _describe_presence(presence: str, player: str) -> Message:
    match presence:
        case "here":
            return Message("{player} is here", player=player)
        case "late":
            return Message("{player} will be late", player=player)
        case "absent":
            return Message("{player} is absent", player=player)
    return Message("nobody knows whether {player} is here", player=player)


def _display_name(player: str, names: Mapping[str, str]) -> str:
    return names.get(player, player)


ConductEvent = PointsGranted | PlayerPenalised | PenaltyLifted | PrizeEvent


def describe_conduct(log_event: ConductEvent, names: Mapping[str, str]) -> Message:
    """One log event, without its reason; of a vote, that there was one. names: of the players, by their IDs."""
    match log_event:
        case PointsGranted(player=player, points=points):
            who = names.get(player, player)
            return Counted(
                "{player} is granted {n} point for missed rounds",
                "{player} is granted {n} points for missed rounds",
                sum(points),
                player=who,
            )
        case PlayerPenalised(player=player):
            who = names.get(player, player)
            return Message("{player} has {penalty}", player=who, penalty=penalty_in_words(log_event))
        case PenaltyLifted(player=player, number=number):
            who = names.get(player, player)
            return Message("penalty {number} of {player} is taken back", number=number, player=who)
        case PrizeVoteOpened(prize=prize):
            return Message("players may vote: {prize}", prize=prize)
        case PrizeVoteClosed(prize=prize):
            return Message("the vote is closed: {prize}", prize=prize)
        case PrizeVoted(prize=prize, voter=voter):
            return Message("{player} has voted: {prize}", player=names.get(voter, voter), prize=prize)


def describe_publicity(log_event: PublicityEvent, names: Mapping[str, str]) -> Message:
    """One log event. names: of the players, by their IDs."""
    match log_event:
        case EveningAnnounced():
            return _describe_announcement(log_event)
        case HallNamesSet(shown=shown):
            if shown:
                return Message("projector and tables show the names of all players")
            return Message("projector and tables show a number for each player who has not agreed to the name")
        case PlayerShown(player=player, shown=shown):
            name = names.get(player, player)
            if shown:
                return Message("{player} allows their name on the club’s pages", player=name)
            return Message("{player} does not allow their name on the club’s pages", player=name)
        case GameReleased(player=player, number=number, released=released):
            values = {"player": names.get(player, player), "number": number}
            if released:
                return Message("{player} releases the replay of round {number}", **values)
            return Message("{player} no longer releases the replay of round {number}", **values)


def _describe_announcement(log_event: EveningAnnounced) -> Message:
    day, place = log_event.day, log_event.place
    if day and place:
        return Message("the evening is on {day}, {place}", day=day, place=place)
    if day:
        return Message("the evening is on {day}", day=day)
    return Message("the evening is at {place}", place=place) if place else Message("the evening has no date yet")


Names = Mapping[str, str]


def describe_line(line: ClubLine, names: Names, scoring: EventScoring = GUIDE) -> str:
    """The sentence for a line of the log; names: of the players, by their IDs. scoring: of the event."""
    if line.undone:
        return str(
            Counted("takes back line {lines}", "takes back lines {lines}", len(line.undone), lines=listing(line.undone))
        )
    if line.redone:
        return str(Message("redoes what line {line} took back", line=line.redone))
    log_events = [log_event for log_event in line.did if not isinstance(log_event, CardKeyed)] or line.did
    texts = [_with_reason(describe_log_event(log_event, names, scoring), log_event) for log_event in log_events]
    return str(reduce(and_then, texts))


def describe_log_event(log_event: ClubLogEvent, names: Names, scoring: EventScoring = GUIDE) -> Message:
    """One log event, without its reason."""
    match log_event:
        case NightOpened(title=title, limit=limit, minutes=minutes):
            return Message(
                "opens {title}: forces of {limit} points, rounds of {minutes} minutes",
                title=title,
                limit=limit,
                minutes=minutes,
            )
        case EventOpened(seed=seed):
            return Message("every draw follows from the seed {seed}", seed=seed)
        case PlayerEntered():
            return _describe_entry(log_event)
        case PlayerDropped(player=player):
            return Message("{player} leaves the event", player=_display_name(player, names))
        case PlayerReinstated(player=player):
            return Message("{player} is back", player=_display_name(player, names))
        case ForceListed(player=player, force=force):
            return Message(
                "the list of {player}: {list}, {models} models, {points} points",
                player=_display_name(player, names),
                list=force.name,
                models=force.models,
                points=force.points,
            )
        case RoundsSet() | PairingChosen() | PlaceRolledOff() | TieBreaksChosen() | BookChosen():
            return _describe_event(log_event, names, scoring)
        case PresenceMarked() | SignUpSet() | WaitingListJoined() | WaitingListLeft() | MarksSet() | CardKeyed():
            return describe_arrival(log_event, names)
    if isinstance(log_event, ConductEvent):
        return describe_conduct(log_event, names)
    return _describe_round_act(log_event, names, scoring)


def _describe_event(
    log_event: RoundsSet | PairingChosen | PlaceRolledOff | TieBreaksChosen | BookChosen,
    names: Names,
    scoring: EventScoring,
) -> Message:
    match log_event:
        case BookChosen(title=title):
            return Message("the event plays {book}", book=title)
        case TieBreaksChosen(tie_breaks=tie_breaks):
            if not tie_breaks:
                return Message("the tie-break is the guide’s")
            return Message(
                "the tie-breaks are {tie_breaks}",
                tie_breaks=listing([tie_break_title(name, scoring) for name in tie_breaks]),
            )
        case PairingChosen():
            return describe_way(log_event)
        case PlaceRolledOff(order=order):
            players = listing([_display_name(player, names) for player in order])
            return Message("a roll-off decides a shared place: {players}", players=players)
        case RoundsSet(rounds=rounds):
            return Counted("the event has {n} round", "the event has {n} rounds", rounds)


def _describe_entry(log_event: PlayerEntered) -> Message:
    entrant = log_event.entrant
    values = {
        "player": entrant,
        "faction": entrant.faction or Message("no faction"),
        "models": entrant.models,
        "points": sum(log_event.granted),
    }
    if log_event.granted:
        return Message("enters {player}, {faction}, {models} models, late, with {points} points granted", **values)
    return Message("enters {player}, {faction}, {models} models", **values)


def _describe_round_act(log_event: ClubLogEvent, names: Names, scoring: EventScoring) -> Message:
    match log_event:
        case PlayersKeptApart() | PlayersLetMeet() | TableDescribed() | TableWished():
            return _describe_wish(log_event, names)
        case TablesSet(tables=tables, pinned=pinned):
            pins = [
                Message(
                    "table {table} reserved for {player}",
                    table=table,
                    player=_display_name(player, names),
                )
                for player, table in pinned
            ]
            return _join_texts([Message("tables {tables}", tables=listing(tables)), *pins])
        case RoundDrafted(draft=draft):
            return Message("drafts {round}", round=_describe_round(draft, names))
        case DraftDropped(number=number):
            return Message("drops the draft of round {number}", number=number)
        case RoundDrawn():
            return Message("publishes {round}", round=_describe_round(log_event, names))
        case RoundRepaired():
            return Message("changes the published {round}", round=_describe_round(log_event, names))
        case GameReported(number=number, sides=sides):
            return Message(
                "round {number} is reported: {sides}", number=number, sides=_describe_sides(sides, names, scoring)
            )
        case GameCorrected():
            return _describe_correction(log_event, names, scoring)
    return _describe_card(log_event, names, scoring)


def _describe_wish(
    log_event: PlayersKeptApart | PlayersLetMeet | TableDescribed | TableWished, names: Names
) -> Message:
    match log_event:
        case PlayersKeptApart():
            return wish_in_words(log_event, names)
        case TableDescribed(table=table):
            return (
                Message("table {table}: {traits}", table=table, traits=traits_in_words(log_event))
                if traits_in_words(log_event)
                else Message("table {table} has nothing of note", table=table)
            )
        case TableWished(player=player):
            who = _display_name(player, names)
            return (
                Message("{player} wishes for a table: {traits}", player=who, traits=traits_in_words(log_event))
                if traits_in_words(log_event)
                else Message("{player} no longer wishes for a table", player=who)
            )
        case PlayersLetMeet(players=players):
            return Message(
                "{players} may meet again",
                players=listing([_display_name(player, names) for player in players]),
            )


def _describe_correction(log_event: GameCorrected, names: Names, scoring: EventScoring) -> Message:
    corrected = Message(
        "round {number} is corrected: {sides}",
        number=log_event.number,
        sides=_describe_sides(log_event.sides, names, scoring),
    )
    if not log_event.drawn_since:
        return corrected
    return Counted(
        "{corrected}; round {rounds} as published",
        "{corrected}; rounds {rounds} as published",
        len(log_event.drawn_since),
        corrected=corrected,
        rounds=listing(log_event.drawn_since),
    )


def _describe_card(log_event: ClubLogEvent, names: Names, scoring: EventScoring) -> Message:
    match log_event:
        case CardFilled(table=table, sides=sides, source=source):
            return Message(
                "{source} fills in the card of table {table}: {sides}",
                source=source_in_words(source),
                table=table,
                sides=_describe_sides(sides, names, scoring),
            )
        case CardReported(table=table, report=report):
            return Message(
                "{player} reports from table {table}: {sides}",
                player=_display_name(report.by, names),
                table=table,
                sides=_describe_sides([side for side in (report.opponent, report.own) if side], names, scoring),
            )
        case ReportWithdrawn(table=table, player=player):
            return Message(
                "{player} takes back the report from table {table}",
                player=_display_name(player, names),
                table=table,
            )
        case JudgeCalled(table=table, player=player, text=text) if text:
            return Message(
                "{player} asks for a judge at table {table}: {text}",
                player=_display_name(player, names),
                table=table,
                text=text,
            )
        case JudgeCalled(table=table, player=player):
            return Message(
                "{player} asks for a judge at table {table}",
                player=_display_name(player, names),
                table=table,
            )
        case JudgeCallTaken(table=table):
            return Message("a judge has taken the call from table {table}", table=table)
        case CardCleared(table=table):
            return Message("clears the card of table {table}", table=table)
        case EveningAnnounced() | PlayerShown() | GameReleased() | HallNamesSet():
            return describe_publicity(log_event, names)
    if isinstance(log_event, EveningEvent | WarbandEvent | TeamEvent):
        return describe_evening(log_event, names)
    return describe_clock_act(log_event)


def _with_reason(text: Message, log_event: ClubLogEvent) -> Message:
    reason = getattr(log_event, "reason", "") or getattr(getattr(log_event, "draft", None), "reason", "")
    return Message("{text} ({reason})", text=text, reason=reason) if reason else text


def _describe_round(drawn: RoundDrawn | RoundRepaired, names: Names) -> Message:
    pairs = [
        Message(
            "{player} against {opponent} at table {table}",
            player=_display_name(player, names),
            opponent=_display_name(opponent, names),
            table=table,
        )
        for (player, opponent), table in zip(drawn.pairs, drawn.tables, strict=True)
    ]
    pairs += [Message("{player} has the bye", player=_display_name(player, names)) for player in drawn.byes]
    pairs += [Message("{player} sits out", player=_display_name(player, names)) for player in drawn.sitting_out]
    values = {"number": drawn.number, "pairs": _join_texts(pairs)}
    text = (
        Message("round {number}, made by hand: {pairs}", **values)
        if isinstance(drawn, RoundRepaired) or drawn.edited
        else Message("round {number}: {pairs}", **values)
    )
    if not drawn.breaches:
        return text
    broken = [violation_text(violation, names) for violation in drawn.breaches]
    return Message(
        "{round}; it breaks {count}: {clauses}", round=text, count=len(broken), clauses=reduce(and_then, broken)
    )


def _describe_sides(sides: Sequence[Side], names: Names, scoring: EventScoring) -> Message:
    # Translators: a player's name, then for instance "lost 3 and withdrew".
    return _join_texts(
        [
            Message("{player} {losses}", player=_display_name(side.player, names), losses=in_words(side, scoring))
            for side in sides
        ]
    )


def _join_texts(texts: Sequence[Message]) -> Message:
    return reduce(lambda some, other: Message("{some}, {other}", some=some, other=other), texts)
