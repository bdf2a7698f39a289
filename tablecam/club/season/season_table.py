"""The table of a season: every evening counted by the club's points, the best of them added up, a table a division.

Level people share a place until they roll for it: nothing else decides, no name and no rating.
"""

from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from itertools import groupby, pairwise

from tablecam.base.i18n import Message, listing
from tablecam.club.season.evening import Evening, LeagueGame
from tablecam.club.season.refusal import LeagueRefusal
from tablecam.club.season.season_rules import SeasonRules
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
        """What the place goes by first."""
        return sum(score.points for score in self.evenings if score.counts) + self.friendlies

    @property
    def games(self) -> int:
        """How many were played."""
        return self.won + self.drawn + self.lost


def season_table(state: LeagueState, season: Season) -> dict[str, tuple[SeasonRow, ...]]:
    """The tables by division, from the top down; those with a place first. Level: same points and games won."""
    rows = [_row(season, person) for person in state.people if person in season.divisions]
    tables = {}
    for division in season.rules.divisions:
        inside = [row for row in rows if row.division == division]
        placed = [row for row in inside if not state.people[row.person].left]
        away = [row for row in inside if state.people[row.person].left and (row.evenings or row.games)]
        tables[division] = (*_ranked(placed, season.roll_offs), *sorted(away, key=_order))
    return tables


def evening_points(rules: SeasonRules, evening: Evening, person: str) -> int | None:
    """What an evening counts for a person; None for who was not there."""
    own = next((each for each in evening.attended if each.person == person and each.came), None)
    if own is None:
        return None
    played = sum(_game_points(rules, game, person) for game in evening.games if person in game.people)
    return rules.attended + rules.of_place(own.rank) + own.byes * rules.bye + played


def _game_points(rules: SeasonRules, game: LeagueGame, person: str) -> int:
    own, other = game.seen_by(person)
    return rules.game.of(own.points, other.points)


def _row(season: Season, person: str) -> SeasonRow:
    counted = [(evening, evening_points(season.rules, evening, person)) for evening in season.evenings]
    scores = [
        EveningScore(evening.source, evening.title, evening.date, points)
        for evening, points in counted
        if points is not None
    ]
    single = [each.game for each in season.friendlies if each.counts and person in each.game.people]
    sides = [game.seen_by(person) for game in single]
    friendly = sorted((season.rules.friendly.of(own.points, other.points) for own, other in sides), reverse=True)
    results = Counter(
        (own.points > other.points) - (own.points < other.points)
        for own, other in (game.seen_by(person) for _date, game in season.games() if person in game.people)
    )
    return SeasonRow(
        person,
        season.divisions[person],
        _best(scores, season.rules.best),
        sum(friendly[: season.rules.friendlies]),
        results[1],
        results[0],
        results[-1],
    )


def _best(scores: list[EveningScore], best: int) -> tuple[EveningScore, ...]:
    """Marked: the best, of equal ones the earlier."""
    order = sorted(range(len(scores)), key=lambda number: (-scores[number].points, number))
    kept = set(order[:best] if best else order)
    return tuple(replace(score, counts=number in kept) for number, score in enumerate(scores))


def _score(row: SeasonRow) -> tuple[int, int]:
    return row.points, row.won


def _order(row: SeasonRow) -> tuple[int, int, int]:
    # level people are listed by number, which gives none of them a better place
    return -row.points, -row.won, int(row.person[1:])


def _ranked(rows: list[SeasonRow], roll_offs: Sequence[Sequence[str]]) -> list[SeasonRow]:
    placed: list[SeasonRow] = []
    for _score_of, level in groupby(sorted(rows, key=_order), _score):
        shared = list(level)
        people = {row.person for row in shared}
        order = next((list(each) for each in reversed(roll_offs) if set(each) == people), [])
        rank = len(placed) + 1
        if order and len(shared) > 1:
            by_roll = sorted(shared, key=lambda row: order.index(row.person))
            placed += [replace(row, rank=rank + place, rolled_off=True) for place, row in enumerate(by_roll)]
        else:
            placed += [replace(row, rank=rank) for row in shared]
    return placed


def level_people(tables: dict[str, tuple[SeasonRow, ...]], person: str) -> tuple[str, ...]:
    """Who shares a place with a person, who is one of them."""
    own = next((row for rows in tables.values() for row in rows if row.person == person), None)
    if own is None or own.rank is None:
        return ()
    return tuple(row.person for row in tables[own.division] if row.rank == own.rank)


def moves(
    rules: SeasonRules, tables: dict[str, tuple[SeasonRow, ...]], called: Callable[[str], str] = str
) -> tuple[tuple[str, str], ...]:
    """Who goes up and who goes down, with the division: as many up as down, of each division half at most.

    called: the name of a person, for a refusal. LeagueRefusal where people share the place at the border: they roll.
    """
    found: list[tuple[str, str]] = []
    for upper, lower in pairwise(rules.divisions):
        above = [row for row in tables[upper] if row.rank is not None]
        below = [row for row in tables[lower] if row.rank is not None]
        number = min(rules.moves, len(above) // 2, len(below) // 2)
        if number:
            found += [(row.person, lower) for row in _cut(above, len(above) - number, called)[1]]
            found += [(row.person, upper) for row in _cut(below, number, called)[0]]
    return tuple(found)


def _cut(rows: list[SeasonRow], at: int, called: Callable[[str], str]) -> tuple[list[SeasonRow], list[SeasonRow]]:
    """Those above and below a border. LeagueRefusal where it goes through a place that is shared."""
    if rows[at - 1].rank == rows[at].rank:
        level = tuple(row.person for row in rows if row.rank == rows[at].rank)
        named = listing(map(called, level))
        reason = Message("{people} share the place that decides who moves: they roll for it", people=named)
        raise LeagueRefusal(reason, "level-at-the-border", level)
    return rows[:at], rows[at:]
