"""The table of a season: every evening counted by the club's points, the best of them added up, a table a division.

Level people share a place until they roll for it: nothing else decides, no name and no rating.
"""

from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from itertools import groupby, pairwise

from tablecam.base.i18n import Message, listing
from tablecam.club.season.acts import LeagueRefusal, SeasonRules
from tablecam.club.season.evening import Evening, LeagueGame
from tablecam.club.season.state import LeagueState, Season


@dataclass(frozen=True, slots=True)
class EveningScore:
    """League points of an evening; counts: whether it is among the best."""

    source: str
    title: str
    date: str
    points: int
    counts: bool = True


@dataclass(frozen=True, slots=True)
class SeasonRow:
    """A line of the table. rank: None for who has left. evenings: in the order of the season; friendlies: their points.

    won, drawn, lost: of all games of the season that count, single ones too.
    """

    person: str
    division: str
    evenings: tuple[EveningScore, ...] = ()
    friendlies: int = 0
    won: int = 0
    drawn: int = 0
    lost: int = 0
    rank: int | None = None
    rolled_off: bool = False

    @property
    def points(self) -> int:
        """The figure that decides the place first."""
        return sum(score.points for score in self.evenings if score.counts) + self.friendlies

    @property
    def games(self) -> int:
        """How many were played."""
        return self.won + self.drawn + self.lost


def season_table(state: LeagueState, season: Season) -> dict[str, tuple[SeasonRow, ...]]:
    """The tables by division, from the top down; those with a place first. Level: same points and games won."""
    rows = [_build_row(season, person) for person in state.people if person in season.divisions]
    tables = {}
    for division in season.rules.divisions:
        inside = [row for row in rows if row.division == division]
        ranked_rows = [row for row in inside if not state.people[row.person].left]
        absent_rows = [row for row in inside if state.people[row.person].left and (row.evenings or row.games)]
        tables[division] = (*_rank_rows(ranked_rows, season.roll_offs), *sorted(absent_rows, key=_order_key))
    return tables


def evening_points(rules: SeasonRules, evening: Evening, person: str) -> int | None:
    """The points of an evening for a person; None for a person who was not there."""
    attendance = next((entry for entry in evening.attended if entry.person == person and entry.came), None)
    if attendance is None:
        return None
    played = sum(_game_points(rules, game, person) for game in evening.games if person in game.people)
    return rules.attended + rules.of_place(attendance.rank) + attendance.byes * rules.bye + played


def _game_points(rules: SeasonRules, game: LeagueGame, person: str) -> int:
    side, opponent = game.seen_by(person)
    return rules.game.of(side.points, opponent.points)


def _build_row(season: Season, person: str) -> SeasonRow:
    counted = [(evening, evening_points(season.rules, evening, person)) for evening in season.evenings]
    scores = [
        EveningScore(evening.source, evening.title, evening.date, points)
        for evening, points in counted
        if points is not None
    ]
    single = [friendly.game for friendly in season.friendlies if friendly.counts and person in friendly.game.people]
    sides = [game.seen_by(person) for game in single]
    friendly = sorted(
        (season.rules.friendly.of(side.points, opponent.points) for side, opponent in sides), reverse=True
    )
    results = Counter(
        (side.points > opponent.points) - (side.points < opponent.points)
        for side, opponent in (game.seen_by(person) for _date, game in season.games() if person in game.people)
    )
    return SeasonRow(
        person,
        season.divisions[person],
        _mark_best(scores, season.rules.best),
        sum(friendly[: season.rules.friendlies]),
        results[1],
        results[0],
        results[-1],
    )


def _mark_best(scores: list[EveningScore], best: int) -> tuple[EveningScore, ...]:
    """Marked: the best, of equal ones the earlier."""
    order = sorted(range(len(scores)), key=lambda number: (-scores[number].points, number))
    counted = set(order[:best] if best else order)
    return tuple(replace(score, counts=number in counted) for number, score in enumerate(scores))


def _score_key(row: SeasonRow) -> tuple[int, int]:
    return row.points, row.won


def _order_key(row: SeasonRow) -> tuple[int, int, int]:
    # level people are listed by number, which gives none of them a better place
    return -row.points, -row.won, int(row.person[1:])


def _rank_rows(rows: list[SeasonRow], roll_offs: Sequence[Sequence[str]]) -> list[SeasonRow]:
    ranked: list[SeasonRow] = []
    for _score_of, level in groupby(sorted(rows, key=_order_key), _score_key):
        shared = list(level)
        people = {row.person for row in shared}
        order = next((list(roll_off) for roll_off in reversed(roll_offs) if set(roll_off) == people), [])
        rank = len(ranked) + 1
        if order and len(shared) > 1:
            by_roll = sorted(shared, key=lambda row: order.index(row.person))
            ranked += [replace(row, rank=rank + place, rolled_off=True) for place, row in enumerate(by_roll)]
        else:
            ranked += [replace(row, rank=rank) for row in shared]
    return ranked


def level_people(tables: dict[str, tuple[SeasonRow, ...]], person: str) -> tuple[str, ...]:
    """The people who share a place with a person, who is one of them."""
    person_row = next((row for rows in tables.values() for row in rows if row.person == person), None)
    if person_row is None or person_row.rank is None:
        return ()
    return tuple(row.person for row in tables[person_row.division] if row.rank == person_row.rank)


def moves(
    rules: SeasonRules, tables: dict[str, tuple[SeasonRow, ...]], called: Callable[[str], str] = str
) -> tuple[tuple[str, str], ...]:
    """The people who go up or down, with their new division: as many up as down, of each division half at most.

    called: the name of a person, for a refusal. LeagueRefusal where people share the place at the border: they roll.
    """
    movers: list[tuple[str, str]] = []
    for upper, lower in pairwise(rules.divisions):
        above = [row for row in tables[upper] if row.rank is not None]
        below = [row for row in tables[lower] if row.rank is not None]
        number = min(rules.moves, len(above) // 2, len(below) // 2)
        if number:
            movers += [(row.person, lower) for row in _split_at_border(above, len(above) - number, called)[1]]
            movers += [(row.person, upper) for row in _split_at_border(below, number, called)[0]]
    return tuple(movers)


def _split_at_border(
    rows: list[SeasonRow], at: int, called: Callable[[str], str]
) -> tuple[list[SeasonRow], list[SeasonRow]]:
    """The rows above and below a border. LeagueRefusal where it goes through a shared place."""
    if rows[at - 1].rank == rows[at].rank:
        level = tuple(row.person for row in rows if row.rank == rows[at].rank)
        named = listing(map(called, level))
        reason = Message(
            "{people} share the place that decides promotion or relegation: they roll off for it", people=named
        )
        raise LeagueRefusal(reason, "level-at-the-border", level)
    return rows[:at], rows[at:]
