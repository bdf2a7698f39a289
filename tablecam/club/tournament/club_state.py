"""The state of a club event: the tournament, and around it lists, the draft, open score cards and the clock.

`evolve_club(state, log_event)` accepts everything and checks nothing; `club_event.py` decides what may happen.

Clause: UW-TG Score Cards (CARD), Force Lists (LIST), Time Limits (TIME).
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace
from functools import reduce
from types import MappingProxyType

from tablecam.base.i18n import Message
from tablecam.club.tournament.club_events import (
    CardCleared,
    CardFilled,
    CardReported,
    ClockEvent,
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
from tablecam.club.tournament.conduct import (
    NO_PRIZES,
    NONE_CALLED,
    JudgeCalled,
    JudgeCalls,
    JudgeCallTaken,
    JudgeEvent,
    PrizeEvent,
    Prizes,
    PrizeVoteClosed,
    PrizeVoted,
    PrizeVoteOpened,
    calls_after,
    calls_of,
    prizes_after,
)
from tablecam.club.tournament.elimination import is_decided, is_elimination
from tablecam.club.tournament.evening_settings import (
    EveningEvent,
    EveningSettings,
    EventRenamed,
    ForceCounted,
    ForceRenamed,
    PlayerRenamed,
    settings_after,
)
from tablecam.club.tournament.events import (
    GameCorrected,
    GameReported,
    PlayerDropped,
    PlayerEntered,
    PlayerReinstated,
    RoundDrawn,
    RoundRepaired,
    TournamentEvent,
)
from tablecam.club.tournament.forces import ForceList
from tablecam.club.tournament.going_public import (
    EveningAnnounced,
    GameReleased,
    HallNamesSet,
    PlayerShown,
    Publicity,
    PublicityEvent,
    publicity_after,
    with_tracked,
)
from tablecam.club.tournament.schedule import (
    Clock,
    Schedule,
    ScheduleSet,
    extend_clock,
    minutes_of,
    pause_clock,
    resume_clock,
    settle_clock_jump,
    shift_clock,
    start_clock,
    with_length_from,
)
from tablecam.club.tournament.scoring import ScoreCard, disputes
from tablecam.club.tournament.sign_up_list import (
    NO_KEY,
    CardKeyed,
    MarksSet,
    SignUp,
    SignUpEvent,
    SignUpSet,
    WaitingListJoined,
    WaitingListLeft,
    entered,
    keyed,
    sign_up_after,
    unapproved,
)
from tablecam.club.tournament.standings import StandingRow
from tablecam.club.tournament.state import TournamentGame, TournamentState, evolve
from tablecam.club.tournament.top_cut import places
from tablecam.club.tournament.warbands import WarbandEvent, Warbands, warbands_after

# before the number of a player in the public view; no ID begins with it
NUMBERED = "#"
Cards = Mapping[tuple[int, int], ScoreCard]
SurroundingEvent = (
    SignUpEvent | PrizeEvent | PublicityEvent | EveningEvent | WarbandEvent | TournamentEvent | ClockEvent | ScheduleSet
)
CardEvent = CardFilled | CardReported | ReportWithdrawn | CardCleared


@dataclass(frozen=True, slots=True)
class ClubState:
    """event: the tournament itself; forces: by player; draft: the round not yet published, None without one.

    cards: by round and table, the cards that are neither closed nor blank. calls: the calls for a judge that nobody has
    taken. prizes: the votes on them, by name.
    """

    opened: NightOpened = field(default_factory=lambda: NightOpened(title=""))
    event: TournamentState = field(default_factory=TournamentState)
    forces: Mapping[str, ForceList] = field(default_factory=lambda: MappingProxyType({}))
    draft: RoundDrawn | None = None
    cards: Cards = field(default_factory=lambda: MappingProxyType({}))
    clock: Clock = field(default_factory=Clock)
    calls: JudgeCalls = field(default_factory=lambda: NONE_CALLED)
    schedule: Schedule = field(default_factory=Schedule)
    sign_up: SignUp = field(default_factory=SignUp)
    prizes: Prizes = field(default_factory=lambda: NO_PRIZES)
    publicity: Publicity = field(default_factory=Publicity)
    settings: EveningSettings = field(default_factory=EveningSettings)
    warbands: Warbands = field(default_factory=Warbands)

    @property
    def title(self) -> str:
        """The name of the event."""
        return self.opened.title

    @property
    def names(self) -> dict[str, str]:
        """The players' names by their IDs, including everybody who waits or waited for a place."""
        waiting = {player: joined.entrant.name for player, joined in self.sign_up.waiting.items()}
        playing = {player: entrant.name for player, entrant in self.event.entrants.items()}
        return {**self.sign_up.gone, **waiting, **playing}

    def knows(self, player: str) -> bool:
        """Whether the organiser knows a player: entered them, put them in a team, or had them drawn into a round."""
        if player not in self.sign_up.unseen or self.event.teams.team_of(player):
            return True
        return any(player in drawn.stack for drawn in self.event.drawn)

    @property
    def taken_ids(self) -> frozenset[str]:
        """The IDs that no new player may get: of present and former players, also where the entry was taken back."""
        return frozenset({*self.sign_up.numbers, *self.event.entrants, *self.sign_up.waiting, *self.sign_up.gone})

    @property
    def card_holders(self) -> frozenset[str]:
        """The players whose score cards can be opened."""
        ended = {player for player, key in self.sign_up.keys.items() if key == NO_KEY}
        return frozenset({*self.event.entrants, *self.sign_up.waiting} - ended)

    def is_named(self, player: str) -> bool:
        """Whether everybody in the hall may know a player's name."""
        return self.publicity.hall or player in self.publicity.shown

    def find_player(self, shown: str) -> str:
        """The player whom the public view shows under an ID or a number; anything else stays as it is."""
        numbered = {f"{NUMBERED}{number}": player for player, number in self.sign_up.numbers.items()}
        return numbered.get(shown, shown)

    def number(self, player: str) -> int:
        """The number of a player in this event, under which everybody may know them."""
        return self.sign_up.numbers.get(player, 0)

    def game_of(self, player: str, number: int | None = None) -> TournamentGame | None:
        """The game of a player in a round, by default the current one; None for a bye or a player who does not play."""
        wanted = self.event.number if number is None else number
        return next((game for game in self.event.games if game.number == wanted and player in game.pair), None)

    def card(self, game: TournamentGame) -> ScoreCard:
        """The score card of a game, blank until something is entered."""
        return self.cards.get((game.number, game.table), ScoreCard(game.number, game.table))

    def disputes(self, game: TournamentGame) -> tuple[Message, ...]:
        """The points on which the two reports of a game disagree."""
        return disputes(self.card(game).reports, self.event.entrants, self.event.scoring) if game.sides is None else ()

    @property
    def disputed(self) -> tuple[TournamentGame, ...]:
        """Games that wait for the organiser."""
        return tuple(game for game in self.event.open_games if self.disputes(game))

    @property
    def over(self) -> bool:
        """Whether the last round has been played."""
        event = self.event
        is_last = bool(event.rounds) and event.number >= event.rounds and not event.open_games
        return is_last or is_decided(event)

    def sees_force(self, player: str, viewer: str) -> bool:
        """Whether a player may read a list: their own, and those of opponents they have been paired with (LIST)."""
        return player == viewer or any({player, viewer} == set(game.pair) for game in self.event.games)

    @property
    def roll_offs_due(self) -> tuple[tuple[str, ...], ...]:
        """The players of each place that only a roll-off can settle (S2).

        None before the last result is in: places change until then, and level players are paired by lot (P5). None
        after an elimination, in which everybody who lost in the same round shares a place (N10).
        """
        if not self.over or is_elimination(self.event):
            return ()
        sharing: dict[int, list[str]] = {}
        for line in self.standings():
            if line.rank is not None and not line.rolled_off:
                sharing.setdefault(line.rank, []).append(line.player)
        return tuple(tuple(players) for players in sharing.values() if len(players) > 1)

    def standings(self) -> tuple[StandingRow, ...]:
        """The current standings, with retired players at the bottom, without a place."""
        return places(self.event)


def fold_club(happened: Iterable[ClubLogEvent]) -> ClubState:
    """The club event of a log."""
    return reduce(evolve_club, happened, ClubState())


def evolve_club(state: ClubState, log_event: ClubLogEvent) -> ClubState:
    """The next state."""
    match log_event:
        case NightOpened(minutes=minutes):
            return replace(state, opened=log_event, clock=Clock(length_s=60 * minutes))
        case ForceListed(player=player, force=force):
            return _with_force(state, player, force)
        case RoundDrafted(draft=draft):
            return replace(state, draft=draft)
        case DraftDropped():
            return replace(state, draft=None)
        case CardFilled() | CardReported() | ReportWithdrawn() | CardCleared() | JudgeCalled() | JudgeCallTaken():
            return _evolve_table(state, log_event)
        case RoundDrawn(number=number):
            event = evolve(state.event, log_event)
            clock = Clock(number, 60 * minutes_of(state.schedule, number, state.opened.minutes))
            return replace(state, event=event, draft=None, clock=clock, calls=NONE_CALLED)
        case RoundRepaired():
            return _move_cards(state, evolve(state.event, log_event))
        case GameReported() | GameCorrected():
            return _drop_closed_cards(replace(state, event=evolve(state.event, log_event)))
        case _:
            return _evolve_surroundings(state, log_event)


def _evolve_surroundings(state: ClubState, log_event: SurroundingEvent) -> ClubState:
    if isinstance(log_event, EveningEvent):
        return _change_evening(state, log_event)
    if isinstance(log_event, WarbandEvent):
        return replace(state, warbands=warbands_after(state.warbands, log_event))
    if isinstance(log_event, ClockEvent | ScheduleSet):
        return _with_clock(state, log_event)
    match log_event:
        case EveningAnnounced() | PlayerShown() | GameReleased() | HallNamesSet():
            return replace(state, publicity=publicity_after(state.publicity, log_event))
        case SignUpSet() | WaitingListJoined() | WaitingListLeft() | MarksSet() | CardKeyed():
            return replace(state, sign_up=sign_up_after(state.sign_up, log_event))
        case PrizeVoteOpened() | PrizeVoteClosed() | PrizeVoted():
            return replace(state, prizes=prizes_after(state.prizes, log_event))
        case PlayerDropped(player=player) | PlayerReinstated(player=player):
            key = NO_KEY if isinstance(log_event, PlayerDropped) else None
            return replace(state, event=evolve(state.event, log_event), sign_up=keyed(state.sign_up, player, key))
        case PlayerEntered(entrant=entrant, by=by):
            sign_up = entered(state.sign_up, entrant.id, by)
            return replace(state, event=evolve(state.event, log_event), sign_up=sign_up)
        case _:
            return replace(state, event=evolve(state.event, log_event))


def _change_evening(state: ClubState, log_event: EveningEvent) -> ClubState:
    """The event after one more log event; nothing is checked."""
    match log_event:
        case EventRenamed(title=title):
            return replace(state, opened=replace(state.opened, title=title))
        case PlayerRenamed(player=player, new_name=name):
            return _change_entrant(state, player, name=name)
        case ForceCounted(player=player, models=models, faction=faction):
            return _change_entrant(state, player, models=models, **({"faction": faction} if faction else {}))
        case ForceRenamed(player=player, new_name=name):
            forces = {**state.forces, player: replace(state.forces[player], name=name)}
            return replace(state, forces=MappingProxyType(forces))
    return replace(state, settings=settings_after(state.settings, log_event))


def _change_entrant(state: ClubState, player: str, **changes: object) -> ClubState:
    entrants = {**state.event.entrants, player: replace(state.event.entrants[player], **changes)}  # type: ignore[arg-type]
    return replace(state, event=replace(state.event, entrants=MappingProxyType(entrants)))


def _with_force(state: ClubState, player: str, force: ForceList) -> ClubState:
    """Store a list; it gives the number of models, from which the player's thresholds follow (A1)."""
    forces = MappingProxyType({**state.forces, player: force})
    state = replace(state, sign_up=unapproved(state.sign_up, player))
    entrant = state.event.entrants.get(player)
    if entrant is None:
        return replace(state, forces=forces)
    listed = replace(entrant, models=force.models, faction=force.faction)
    event = replace(state.event, entrants=MappingProxyType({**state.event.entrants, player: listed}))
    return replace(state, forces=forces, event=event)


def _evolve_table(state: ClubState, log_event: CardEvent | JudgeEvent) -> ClubState:
    if isinstance(log_event, JudgeCalled | JudgeCallTaken):
        return replace(state, calls=calls_after(state.calls, log_event))
    if isinstance(log_event, CardFilled):
        first_player, second_player = (side.player for side in log_event.sides)
        publicity = with_tracked(state.publicity, log_event.number, (first_player, second_player), log_event.source)
        state = replace(state, publicity=publicity)
    return replace(state, cards=MappingProxyType(_evolve_cards(state.cards, log_event)))


def _evolve_cards(cards: Cards, log_event: CardEvent) -> dict[tuple[int, int], ScoreCard]:
    place = log_event.number, log_event.table
    card = cards.get(place, ScoreCard(*place))
    match log_event:
        case CardFilled(sides=sides, source=source):
            card = replace(card, filled=sides, source=source)
        case CardReported(report=report):
            card = replace(card, reports=(*card.reports, report))
        case ReportWithdrawn(player=player):
            card = replace(card, reports=tuple(report for report in card.reports if report.by != player))
        case CardCleared():
            card = replace(card, reports=(), cleared=True)
    return {**cards, place: card}


def _move_cards(state: ClubState, event: TournamentState) -> ClubState:
    """Move cards and extra time with their pair to its new table; drop those of pairs that no longer exist."""
    new_tables = {frozenset(game.pair): game.table for game in event.games if game.number == event.number}
    table_of = {
        game.table: new_tables[frozenset(game.pair)]
        for game in state.event.games
        if game.number == event.number and frozenset(game.pair) in new_tables
    }
    cards = {
        (number, table_of[table]): replace(card, table=table_of[table])
        for (number, table), card in state.cards.items()
        if table in table_of
    }
    extra = {table_of[table]: seconds for table, seconds in state.clock.by_table.items() if table in table_of}
    clock = replace(state.clock, by_table=MappingProxyType(extra))
    calls = calls_of(state.calls, event)
    return replace(state, event=event, cards=MappingProxyType(cards), clock=clock, calls=calls)


def _drop_closed_cards(state: ClubState) -> ClubState:
    """Drop the cards and calls of games that are over."""
    open_places = {(game.number, game.table) for game in state.event.open_games}
    cards = {place: card for place, card in state.cards.items() if place in open_places}
    return replace(state, cards=MappingProxyType(cards), calls=calls_of(state.calls, state.event))


def _with_schedule(state: ClubState) -> ClubState:
    """Give the clock of a round that has not started its planned length."""
    if state.clock.started is not None:
        return state
    minutes = minutes_of(state.schedule, max(1, state.event.number), state.opened.minutes)
    return replace(state, clock=replace(state.clock, length_s=60 * minutes))


def _with_clock(state: ClubState, log_event: ClockEvent | ScheduleSet) -> ClubState:
    match log_event:
        case ScheduleSet(schedule=schedule):
            return _with_schedule(replace(state, schedule=schedule))
        case ClockStarted(time=time):
            clock = start_clock(state.clock, time)
        case ClockPaused(time=time):
            clock = pause_clock(state.clock, time)
        case ClockResumed(time=time):
            clock = resume_clock(state.clock, time)
        case ClockExtended(seconds=seconds, table=table):
            clock = extend_clock(state.clock, seconds, table)
        case WallClockJumped(jump_s=jump_s, time=time):
            clock = shift_clock(state.clock, jump_s, time)
        case ClockJumpSettled(taken=taken):
            clock = settle_clock_jump(state.clock, taken)
        case RoundLengthSet(minutes=minutes):
            opened = replace(state.opened, minutes=minutes)
            coming = state.event.number + (state.clock.started is not None)
            schedule = with_length_from(state.schedule, coming, minutes)
            return _with_schedule(replace(state, opened=opened, schedule=schedule))
    return replace(state, clock=clock)
