"""An evening as a league keeps it: who took which place, and every game, by the numbers of the people.

It is copied from the event's own log, so that the league can be counted again without it; the event's IDs and names are
left behind. A league point follows from the result; the bonus of a campaign decides no game.
"""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, replace

from tablecam.club.tournament.standings import StandingRow
from tablecam.club.tournament.state import TournamentGame, TournamentState


@dataclass(frozen=True, slots=True)
class RolledLuck:
    """The luck of a person's dice in a tracked game: rolls, passes, and the expected passes in thousandths.

    variance_thousandths: of the passes, by the exact odds of every roll; 0 where it was not kept.
    """

    rolled: int
    passed: int
    expected_thousandths: int
    variance_thousandths: int = 0


@dataclass(frozen=True, slots=True)
class LeagueSide:
    """One half of a game. points: by the result; bonus: added by a campaign; luck: of a tracked game."""

    person: str
    points: int
    bonus: int = 0
    faction: str = ""
    lost: int = 0
    models: int = 0
    luck: RolledLuck | None = None


@dataclass(frozen=True, slots=True)
class LeagueGame:
    """A game. round, table: of its evening, 0 for a single one; minutes: how long it took, 0 where nobody knows."""

    sides: tuple[LeagueSide, LeagueSide]
    round: int = 0
    table: int = 0
    minutes: int = 0

    @property
    def people(self) -> tuple[str, str]:
        """The two people who played."""
        left_side, right_side = self.sides
        return left_side.person, right_side.person

    def seen_by(self, person: str) -> tuple[LeagueSide, LeagueSide]:
        """The person's own side, then the other."""
        left_side, right_side = self.sides
        return (left_side, right_side) if left_side.person == person else (right_side, left_side)


@dataclass(frozen=True, slots=True)
class Attendance:
    """A person's evening. rank: None for who left or conceded; byes: how many; came: whether a round had them in it."""

    person: str
    rank: int | None
    points: int
    byes: int = 0
    came: bool = True


@dataclass(frozen=True, slots=True)
class Evening:
    """source: the sum of the first line of the event's log, the same wherever it was copied; lines: how long that was.

    date: as an ISO date. attended: in the order of entry, with those who were entered and did not come.
    """

    source: str
    title: str
    date: str
    lines: int
    attended: tuple[Attendance, ...]
    games: tuple[LeagueGame, ...]

    @property
    def came(self) -> int:
        """The number of people who came."""
        return sum(attendance.came for attendance in self.attended)


# the seats of a game, by its round and the players of its event -> what each of them rolled
LuckOf = Callable[[int, str, str], RolledLuck | None]


# how many minutes the game of that round and those two players of its event took
MinutesOf = Callable[[int, str, str], int]


def no_minutes(_round: int, _player: str, _other: str) -> int:
    """The length of games that nobody timed."""
    return 0


def no_luck(_round: int, _player: str, _other: str) -> None:
    """The luck of games that nobody tracked."""


def evening_of(
    head: Evening,
    event: TournamentState,
    standings: Iterable[StandingRow],
    people: Mapping[str, str],
    luck_of: LuckOf = no_luck,
    minutes_of: MinutesOf = no_minutes,
) -> Evening:
    """The evening of an event. head: its first four fields; people: the person of each player of the event."""
    rows = {row.player: row for row in standings}
    byes = [player for drawn in event.drawn for player in drawn.byes]
    came = {player for drawn in event.drawn for player in (*sum(drawn.pairs, ()), *drawn.byes, *drawn.sitting_out)}
    attended = tuple(
        Attendance(people[player], rows[player].rank, rows[player].points, byes.count(player), player in came)
        for player in event.entrants
    )
    games = tuple(_build_game(event, game, people, luck_of, minutes_of) for game in event.games if game.sides)
    return replace(head, attended=attended, games=games)


def _build_game(
    event: TournamentState, game: TournamentGame, people: Mapping[str, str], luck_of: LuckOf, minutes_of: MinutesOf
) -> LeagueGame:
    assert game.sides is not None
    scored = event.game_points(game)
    left_side, right_side = (
        LeagueSide(
            people[side.player],
            points - side.bonus,
            side.bonus,
            event.entrants[side.player].faction,
            side.lost,
            event.entrants[side.player].models,
            luck_of(game.number, side.player, game.other(side.player)),
        )
        for side, points in zip(game.sides, scored, strict=True)
    )
    return LeagueGame((left_side, right_side), game.number, game.table, minutes_of(game.number, *game.pair))


def with_person(evening: Evening, gone: str, into: str) -> Evening:
    """The evening with one person in the place of another."""
    attended = tuple(
        replace(attendance, person=into) if attendance.person == gone else attendance for attendance in evening.attended
    )
    return replace(evening, attended=attended, games=tuple(game_with(game, gone, into) for game in evening.games))


def game_with(game: LeagueGame, gone: str, into: str) -> LeagueGame:
    """The game with one person in the place of another."""
    left_side, right_side = (replace(side, person=into) if side.person == gone else side for side in game.sides)
    return replace(game, sides=(left_side, right_side))
