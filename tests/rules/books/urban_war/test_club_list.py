"""A force becomes a list of the event, and a game of the umpire a score card."""

import pytest

from tablecam.club.event.event_forces import EventForces
from tablecam.club.event.umpired_games import UmpiredResult, card_of
from tablecam.club.tournament.entrant import Entrant
from tablecam.club.tournament.forces import checked_list
from tablecam.club.tournament.refusal import TournamentRefusal
from tablecam.club.tournament.scoring import Side
from tablecam.club.tournament.state import TournamentState
from tablecam.rules.books.catalogue import BOOKS
from tablecam.rules.books.urban_war.force_files import find_force, read_force
from tablecam.rules.event_scoring import SeatScore

EVENT = TournamentState(entrants={"a": Entrant("a", "Ann", "", 10), "b": Entrant("b", "Bob", "", 8)})
SEATS = {"red": "a", "blue": "b"}


def result(lost: int = 3, of: int = 10, withdrew: bool = False, book: str = "") -> UmpiredResult:
    blue = SeatScore({"lost": 2, "withdrew": int(withdrew)}, 8)
    return UmpiredResult(book, {"red": SeatScore({"lost": lost}, of), "blue": blue})


@pytest.mark.parametrize("name", ["harbour_watch", "tunnel_kin"])
def test_the_sums_of_a_list_are_those_of_its_force(name: str) -> None:
    force = read_force(find_force(name)).force
    made = EventForces(BOOKS, "urban-war").read_starter(name)
    assert (made.points, made.models) == (force.points, len(force.members))
    assert checked_list(made, Entrant("a", "Ann", made.faction, 1), 300) == made


def test_like_models_stand_on_one_line_and_options_are_named() -> None:
    lines = {
        line.name: (line.models, line.points)
        for line in EventForces(BOOKS, "urban-war").read_starter("harbour_watch").lines
    }
    assert lines["Constable"] == (2, 32)
    assert lines["Constable with Truncheon"] == (1, 22)


def test_a_game_fills_in_both_halves() -> None:
    assert card_of(result(withdrew=True), SEATS, EVENT) == (Side("a", 3), Side("b", 2, withdrew=True))


def test_a_game_with_another_force_is_refused() -> None:
    with pytest.raises(TournamentRefusal, match="Ann \\(a\\) has 10 models, but red played with 9: not the same force"):
        card_of(result(of=9), SEATS, EVENT)


def test_a_game_of_somebody_else_is_refused() -> None:
    with pytest.raises(TournamentRefusal, match="nobody here has the ID x"):
        card_of(result(), {"red": "a", "blue": "x"}, EVENT)
    with pytest.raises(TournamentRefusal, match="no player is named for blue"):
        card_of(result(), {"red": "a"}, EVENT)


def test_a_game_of_another_rulebook_than_the_events_is_refused() -> None:
    with pytest.raises(TournamentRefusal, match="the game is of urr, and the event plays urban-war"):
        card_of(result(book="urr"), SEATS, EVENT)
