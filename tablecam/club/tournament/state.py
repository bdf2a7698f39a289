"""The state of an event: the fold of its log events, and what follows from it.

`evolve(state, log_event)` accepts everything and checks nothing; `event.py` decides what may happen.

Clause: UW-TG Conceding (C2 to C5), Bye Scoring (B6), Second & Subsequent Round Pairing (P7).
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace
from types import MappingProxyType

from tablecam.club.tournament.entrant import Card, Entrant, Pair
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
    TournamentEvent,
    suiting,
)
from tablecam.club.tournament.scoring import Side, checked_bonus, scored_half
from tablecam.club.tournament.team_pairing import Teams, teams_after
from tablecam.rules import casualty_levels as guide
from tablecam.rules.campaign import CampaignCounter
from tablecam.rules.event_scoring import EventScoring

# Pairs of players that a draw keeps apart, by the wishes of the club.
#
# Clause: House Wish (P9).

Others = Mapping[str, frozenset[str]]


def kept_apart(wishes: Iterable[PlayersKeptApart], number: int, hard: bool) -> Others:
    """The players from whom each player is kept apart in a round, by the hard or by the soft wishes alone."""
    partners: dict[str, frozenset[str]] = {}
    for wish in wishes:
        if wish.hard is hard and (not wish.last_round or number <= wish.last_round):
            for player in wish.players:
                partners[player] = partners.get(player, frozenset()) | frozenset(wish.players) - {player}
    return partners


def apart_from(card: Card, hard: Others, soft: Others) -> Card:
    """The card with the wishes for its player; a hard one outweighs a soft one."""
    never = hard.get(card.player, frozenset())
    return replace(card, apart=never, wished_apart=soft.get(card.player, frozenset()) - never)


# a player whom no draw counts in
LATE, ABSENT = "late", "absent"
AWAY = (LATE, ABSENT)
Setting = (
    TablesSet
    | PlayersKeptApart
    | PlayersLetMeet
    | TableDescribed
    | TableWished
    | RoundsSet
    | PairingChosen
    | TieBreaksChosen
    | BookChosen
)


@dataclass(frozen=True, slots=True)
class TournamentGame:
    """A pair at a table. pair: the first card first; sides: in the pair's order, None until the game is reported."""

    number: int
    table: int
    pair: Pair
    sides: tuple[Side, Side] | None = None

    def other(self, player: str) -> str:
        """The opponent."""
        left_player, right_player = self.pair
        return right_player if player == left_player else left_player


@dataclass(frozen=True, slots=True)
class TournamentState:
    """way: how it is paired, empty for the guide's (N4); cut: how many play on in a top cut, 0 for none (N5).

    tie_breaks: the event's own, empty for the guide's (S5). book: its rulebook; book_title: in English, empty for the
    guide's own; scoring: the points of its games (S6). counters: what models
    carry on from game to game (S7).

    doubles: teams of two play (N6). missed: the rounds that players missed while late or absent, and for which they
    have no points yet; granted_for: the points that others of them have (P7). penalties: by player (S4).

    rounds: how many the event has, 0 until round 1 is drawn; tables: empty until then or until set.

    teams: of three to five, and what their captains have nominated (N11).

    apart: the wishes by their players, sorted (P9). described, table_wishes: what tables have, and who wishes for what
    (T8). presence: here, late or absent, of those of whom it is known (N3).
    """

    seed: int = 0
    way: str = ""
    cut: int = 0
    doubles: bool = False
    tie_breaks: tuple[str, ...] = ()
    book: str = guide.BOOK
    book_title: str = ""
    scoring: EventScoring = guide.SCORING
    counters: tuple[CampaignCounter, ...] = ()
    entrants: Mapping[str, Entrant] = field(default_factory=lambda: MappingProxyType({}))
    granted: Mapping[str, int] = field(default_factory=lambda: MappingProxyType({}))
    rounds: int = 0
    tables: tuple[int, ...] = ()
    pinned: Mapping[str, int] = field(default_factory=lambda: MappingProxyType({}))
    drawn: tuple[RoundDrawn, ...] = ()
    games: tuple[TournamentGame, ...] = ()
    dropped: frozenset[str] = frozenset()
    roll_offs: tuple[tuple[str, ...], ...] = ()
    apart: Mapping[tuple[str, ...], PlayersKeptApart] = field(default_factory=lambda: MappingProxyType({}))
    described: Mapping[int, TableDescribed] = field(default_factory=lambda: MappingProxyType({}))
    table_wishes: Mapping[str, TableWished] = field(default_factory=lambda: MappingProxyType({}))
    presence: Mapping[str, str] = field(default_factory=lambda: MappingProxyType({}))
    missed: Mapping[str, tuple[int, ...]] = field(default_factory=lambda: MappingProxyType({}))
    granted_for: Mapping[tuple[str, int], int] = field(default_factory=lambda: MappingProxyType({}))
    penalties: Mapping[str, tuple[PlayerPenalised, ...]] = field(default_factory=lambda: MappingProxyType({}))
    teams: Teams = field(default_factory=Teams)

    @property
    def number(self) -> int:
        """The number of the last round drawn, 0 before the first."""
        return len(self.drawn)

    @property
    def conceded(self) -> frozenset[str]:
        """The players who have conceded a game, and are out for good (C2, C5)."""
        sides = [side for game in self.games for side in game.sides or ()]
        return frozenset(side.player for side in sides if side.conceded)

    @property
    def retired(self) -> frozenset[str]:
        """The players who play no more rounds, get no bye and take no place (C2, C4)."""
        return self.conceded | self.dropped

    @property
    def away(self) -> frozenset[str]:
        """The players who are late or absent, and not drawn (N3)."""
        return frozenset(player for player, presence in self.presence.items() if presence in AWAY)

    @property
    def active(self) -> tuple[str, ...]:
        """The players who are paired next, in the order of entry."""
        out = self.retired | self.away
        return tuple(player for player in self.entrants if player not in out)

    @property
    def expected(self) -> tuple[str, ...]:
        """The players whom the number of rounds counts (N1): those who are paired next, and those who come late."""
        late = {player for player, presence in self.presence.items() if presence == LATE} - self.retired
        return tuple(player for player in self.entrants if player in late or player in self.active)

    @property
    def open_games(self) -> tuple[TournamentGame, ...]:
        """The games of the current round that are not reported."""
        return tuple(game for game in self.games if game.sides is None)

    def scores(self) -> dict[str, int]:
        """Accumulated points of everybody, the retired included: granted (P7), byes (B6), games with their bonus.

        Less the penalties (S4). A top cut scores no points: it decides places alone (N5).
        """
        totals = {player: self.granted.get(player, 0) - self.penalty(player) for player in self.entrants}
        for (player, _number), granted in self.granted_for.items():
            totals[player] += granted
        for drawn in self.drawn:
            for player in drawn.byes if not drawn.knockout else ():
                totals[player] += self.scoring.bye_points
        for game in self.scored_games:
            for side, scored in zip(game.sides or (), self.game_points(game), strict=True):
                totals[side.player] += scored
        return totals

    @property
    def scored_games(self) -> tuple[TournamentGame, ...]:
        """The games whose points count: those of a top cut do not (N5)."""
        knockouts = {drawn.number for drawn in self.drawn if drawn.knockout}
        return tuple(game for game in self.games if game.number not in knockouts) if knockouts else self.games

    def penalty(self, player: str) -> int:
        """The points that a player's penalties take away (S4)."""
        return sum(penalty.points for penalty in self.penalties.get(player, ()))

    def game_points(self, game: TournamentGame) -> tuple[int, ...]:
        """The points of each side of a game, in the pair's order; empty until it is reported."""
        if game.sides is None:
            return ()
        halves = (scored_half(side, self.entrants[side.player], self.scoring) for side in game.sides)
        first_bonus, second_bonus = (checked_bonus(side, self.entrants[side.player]) for side in game.sides)
        first_points, second_points = self.scoring.compute_points(*halves)
        return first_points + first_bonus, second_points + second_bonus

    def faced(self) -> dict[str, tuple[str, ...]]:
        """Each player's opponents in games that are over, in the order of the rounds; byes do not count (B6)."""
        opponents: dict[str, tuple[str, ...]] = dict.fromkeys(self.entrants, ())
        for game in self.scored_games:
            if game.sides:
                for player in game.pair:
                    opponents[player] += (game.other(player),)
        return opponents

    def cards(self) -> dict[str, Card]:
        """The score card of every player for the next draw."""
        scores = self.scores()
        byes = {player for drawn in self.drawn for player in drawn.byes}
        hard, soft = (kept_apart(self.apart.values(), self.number + 1, hard) for hard in (True, False))
        cards = {
            player: self._card(entrant, scores[player], player in byes) for player, entrant in self.entrants.items()
        }
        return {player: apart_from(card, hard, soft) for player, card in cards.items()} if hard or soft else cards

    def _card(self, entrant: Entrant, score: int, had_bye: bool) -> Card:
        games = [game for game in self.games if entrant.id in game.pair]
        met = frozenset(game.other(entrant.id) for game in games)
        tables = frozenset(game.table for game in games)
        suits = suiting(self.table_wishes.get(entrant.id), self.described.values())
        return Card(entrant.id, score, entrant.faction, met, tables, had_bye, str(entrant), suiting=suits)


def evolve(state: TournamentState, log_event: TournamentEvent) -> TournamentState:
    """The next state."""
    match log_event:
        case EventOpened(seed=seed):
            return replace(state, seed=seed)
        case PlayerEntered(entrant=entrant, granted=granted):
            entrants = MappingProxyType({**state.entrants, entrant.id: entrant})
            all_granted = MappingProxyType({**state.granted, entrant.id: sum(granted)})
            return replace(_with_presence(state, entrant.id, ""), entrants=entrants, granted=all_granted)
        case PresenceMarked() | PointsGranted() | PlayerPenalised() | PenaltyLifted():
            return _with_player(state, log_event)
        case (
            TablesSet()
            | PlayersKeptApart()
            | PlayersLetMeet()
            | TableDescribed()
            | TableWished()
            | RoundsSet()
            | PairingChosen()
            | TieBreaksChosen()
            | BookChosen()
        ):
            return _with_setting(state, log_event)
        case RoundDrawn():
            return _with_round(state, log_event)
        case RoundRepaired():
            return _with_repair(state, log_event)
        case GameReported(number=number, sides=sides) | GameCorrected(number=number, sides=sides):
            return replace(state, games=tuple(_score_game(game, number, sides) for game in state.games))
        case PlayerDropped() | PlayerReinstated() | PlaceRolledOff():
            return _with_place(state, log_event)
    return replace(state, teams=teams_after(state.teams, log_event))


def _with_place(
    state: TournamentState, log_event: PlayerDropped | PlayerReinstated | PlaceRolledOff
) -> TournamentState:
    if isinstance(log_event, PlaceRolledOff):
        return replace(state, roll_offs=(*state.roll_offs, log_event.order))
    others = state.dropped - {log_event.player}
    return replace(state, dropped=others | {log_event.player} if isinstance(log_event, PlayerDropped) else others)


def _with_player(
    state: TournamentState, log_event: PresenceMarked | PointsGranted | PlayerPenalised | PenaltyLifted
) -> TournamentState:
    match log_event:
        case PresenceMarked(player=player, presence=presence):
            return _with_presence(state, player, presence)
        case PointsGranted():
            return _with_grant(state, log_event)
    return _with_penalty(state, log_event)


def _with_presence(state: TournamentState, player: str, presence: str) -> TournamentState:
    presence_by_player = {absentee: mark for absentee, mark in state.presence.items() if absentee != player}
    return replace(state, presence=MappingProxyType(presence_by_player | ({player: presence} if presence else {})))


def _with_grant(state: TournamentState, granted: PointsGranted) -> TournamentState:
    still_missed = tuple(number for number in state.missed.get(granted.player, ()) if number not in granted.rounds)
    points = {
        (granted.player, number): granted_points
        for number, granted_points in zip(granted.rounds, granted.points, strict=True)
    }
    return replace(
        state,
        missed=MappingProxyType({**state.missed, granted.player: still_missed}),
        granted_for=MappingProxyType({**state.granted_for, **points}),
    )


def _with_penalty(state: TournamentState, log_event: PlayerPenalised | PenaltyLifted) -> TournamentState:
    penalties = state.penalties.get(log_event.player, ())
    match log_event:
        case PlayerPenalised():
            penalties = (*penalties, log_event)
        case PenaltyLifted(number=number):
            penalties = tuple(penalty for place, penalty in enumerate(penalties, 1) if place != number)
    return replace(state, penalties=MappingProxyType({**state.penalties, log_event.player: penalties}))


def _with_setting(state: TournamentState, log_event: Setting) -> TournamentState:
    """The next rounds follow from it."""
    match log_event:
        case TablesSet(tables=tables, pinned=pinned):
            return replace(state, tables=tables, pinned=MappingProxyType(dict(pinned)))
        case RoundsSet(rounds=rounds):
            return replace(state, rounds=rounds)
        case PairingChosen() | TieBreaksChosen() | BookChosen():
            return _with_format(state, log_event)
        case PlayersKeptApart(players=players):
            return replace(state, apart=MappingProxyType({**_without_wish(state, players), players: log_event}))
        case TableDescribed(table=table):
            described = {number: traits for number, traits in state.described.items() if number != table}
            if log_event.terrain or log_event.camera:
                described[table] = log_event
            return replace(state, described=MappingProxyType(described))
        case TableWished(player=player):
            wishes = {wisher: wish for wisher, wish in state.table_wishes.items() if wisher != player}
            if log_event.terrain or log_event.camera:
                wishes[player] = log_event
            return replace(state, table_wishes=MappingProxyType(wishes))
        case PlayersLetMeet(players=players):
            return replace(state, apart=MappingProxyType(_without_wish(state, players)))


def _with_format(state: TournamentState, log_event: PairingChosen | TieBreaksChosen | BookChosen) -> TournamentState:
    if isinstance(log_event, BookChosen):
        return replace(
            state,
            book=log_event.book,
            book_title=log_event.title,
            scoring=log_event.scoring,
            counters=log_event.counters,
        )
    if isinstance(log_event, TieBreaksChosen):
        return replace(state, tie_breaks=log_event.tie_breaks)
    # teams of another size are formed again
    teams = state.teams if state.teams.size == log_event.team_size else Teams(log_event.team_size)
    return replace(state, way=log_event.way, cut=log_event.cut, doubles=log_event.doubles, teams=teams)


def _without_wish(state: TournamentState, players: tuple[str, ...]) -> dict[tuple[str, ...], PlayersKeptApart]:
    return {others: wish for others, wish in state.apart.items() if others != players}


def _with_round(state: TournamentState, drawn: RoundDrawn) -> TournamentState:
    """Round 1 fixes the number of rounds (N2), and the tables unless the organiser has set them (T0)."""
    games = tuple(
        TournamentGame(drawn.number, table, pair) for pair, table in zip(drawn.pairs, drawn.tables, strict=True)
    )
    away = state.away - state.retired
    missed = {**state.missed, **{player: (*state.missed.get(player, ()), drawn.number) for player in away}}
    return replace(
        state,
        missed=MappingProxyType(missed) if away else state.missed,
        rounds=drawn.rounds,
        tables=state.tables or tuple(sorted(drawn.tables)),
        drawn=(*state.drawn, drawn),
        games=state.games + games,
    )


def _with_repair(state: TournamentState, repaired: RoundRepaired) -> TournamentState:
    """Pairs that stay keep their game, at the table that they have now."""
    drawn = replace(
        state.drawn[-1],
        stack=repaired.stack,
        pairs=repaired.pairs,
        tables=repaired.tables,
        byes=repaired.byes,
        sitting_out=repaired.sitting_out,
        edited=True,
        breaches=repaired.breaches,
        by=repaired.by,
        reason=repaired.reason,
    )
    earlier = tuple(game for game in state.games if game.number != repaired.number)
    earlier_games = {frozenset(game.pair): game for game in state.games if game.number == repaired.number}
    games = tuple(
        replace(earlier_games.get(frozenset(pair), TournamentGame(repaired.number, table, pair)), table=table)
        for pair, table in zip(repaired.pairs, repaired.tables, strict=True)
    )
    state = _without_missed(state, drawn)
    return replace(state, drawn=(*state.drawn[:-1], drawn), games=earlier + games)


def _without_missed(state: TournamentState, drawn: RoundDrawn) -> TournamentState:
    """Drop the missed round of players who now have a place in it, and the points for missing it."""
    seated = {player for seats in (*drawn.pairs, drawn.byes) for player in seats}
    missed = {
        player: tuple(number for number in numbers if number != drawn.number or player not in seated)
        for player, numbers in state.missed.items()
    }
    granted = {
        (player, number): points
        for (player, number), points in state.granted_for.items()
        if number != drawn.number or player not in seated
    }
    return replace(state, missed=MappingProxyType(missed), granted_for=MappingProxyType(granted))


def _score_game(game: TournamentGame, number: int, sides: tuple[Side, Side]) -> TournamentGame:
    by_player = {side.player: side for side in sides}
    if game.number != number or set(by_player) != set(game.pair):
        return game
    left_player, right_player = game.pair
    return replace(game, sides=(by_player[left_player], by_player[right_player]))
