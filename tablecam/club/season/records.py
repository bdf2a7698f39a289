"""Further records from the games: person against person, faction against faction, and the dice where they are
known.
"""

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from tablecam.club.season.evening import LeagueGame, LeagueSide, RolledLuck
from tablecam.club.season.state import LeagueState


@dataclass(frozen=True, slots=True)
class WinRecord:
    """Games of somebody or something. points, against: tournament points by the results."""

    won: int = 0
    drawn: int = 0
    lost: int = 0
    points: int = 0
    against: int = 0

    @property
    def games(self) -> int:
        """How many there were."""
        return self.won + self.drawn + self.lost


def record_of(sides: Iterable[tuple[LeagueSide, LeagueSide]]) -> WinRecord:
    """The record of the first of each two sides."""
    every = list(sides)
    results = Counter((side.points > opponent.points) - (side.points < opponent.points) for side, opponent in every)
    points, against = sum(side.points for side, _ in every), sum(opponent.points for _, opponent in every)
    return WinRecord(results[1], results[0], results[-1], points, against)


def head_to_head(state: LeagueState, person: str) -> dict[str, WinRecord]:
    """A person's record against each opponent, who was met most often first."""
    sides = [game.seen_by(person) for _date, game in state.games() if person in game.people]
    opponents = dict.fromkeys(opponent.person for _own, opponent in sides)
    records = {
        opponent: record_of(sides_of_game for sides_of_game in sides if sides_of_game[1].person == opponent)
        for opponent in opponents
    }
    return dict(sorted(records.items(), key=lambda each: -each[1].games))


def factions(state: LeagueState) -> dict[str, WinRecord]:
    """Each faction's record in every game of the league, as `factions_in`."""
    return factions_in(game for _date, game in state.games())


def factions_in(games: Iterable[LeagueGame]) -> dict[str, WinRecord]:
    """Each faction's record against the others; games between two of the same say nothing of it and are left out."""
    halves = [sides_of_game for game in games for sides_of_game in _split_sides(game)]
    mixed = [(own, other) for own, other in halves if own.faction and other.faction and own.faction != other.faction]
    names = sorted({side.faction for side, _other in mixed})
    return {
        name: record_of(sides_of_game for sides_of_game in mixed if sides_of_game[0].faction == name) for name in names
    }


def own_factions(state: LeagueState, person: str) -> dict[str, WinRecord]:
    """A person's record with each faction, the one played most often first."""
    sides = [game.seen_by(person) for _date, game in state.games() if person in game.people]
    names = sorted({side.faction for side, _other in sides if side.faction})
    records = {
        name: record_of(sides_of_game for sides_of_game in sides if sides_of_game[0].faction == name) for name in names
    }
    return dict(sorted(records.items(), key=lambda each: -each[1].games))


def luck_of(state: LeagueState, person: str) -> RolledLuck | None:
    """The luck of a person's dice in all tracked games; None without a tracked game."""
    sides = [game.seen_by(person)[0] for _date, game in state.games() if person in game.people]
    return summed_luck([side.luck for side in sides if side.luck])


def summed_luck(rolled: Sequence[RolledLuck]) -> RolledLuck | None:
    """Several games together; None for none. The variance is known only where every game has kept it."""
    if not rolled:
        return None
    return RolledLuck(
        sum(luck.rolled for luck in rolled),
        sum(luck.passed for luck in rolled),
        sum(luck.expected_thousandths for luck in rolled),
        sum(luck.variance_thousandths for luck in rolled) if all(luck.variance_thousandths for luck in rolled) else 0,
    )


def _split_sides(game: LeagueGame) -> tuple[tuple[LeagueSide, LeagueSide], ...]:
    left_side, right_side = game.sides
    return (left_side, right_side), (right_side, left_side)
