"""Whole events, line by line: `make golden` rewrites them, and the diff is read."""

from collections.abc import Callable

import pytest

from tablecam.club.tournament.entrant import Entrant
from tablecam.club.tournament.event import Tournament
from tablecam.club.tournament.events import RoundDrawn
from tablecam.club.tournament.scoring import Side

FACTIONS = ("junkers", "syntha", "triads", "viridian")


def entrant(number: int) -> Entrant:
    return Entrant(str(number), f"Player {number}", FACTIONS[number * number % 4], 6 + number % 7)


def side(event: Tournament, player: str, number: int) -> Side:
    """Losses that look like a day's, from the numbers alone."""
    lost = (5 * int(player) + 3 * number) % (event.state.entrants[player].models + 1)
    return Side(player, lost, withdrew=(int(player) + number) % 11 == 0, bonus=int(int(player) % 5 == number))


def between_rounds(event: Tournament, players: int) -> Tournament:
    """After round 1 of a larger event somebody leaves, after round 2 somebody is late, and he comes back."""
    if players > 5 and event.state.number == 1:
        return event.drop("2", by="TO")
    if players > 9 and event.state.number == 2:
        return event.enter(entrant(players + 1), (12, 0), by="TO").reinstate("2", by="TO")
    return event


def played(event: Tournament, players: int) -> Tournament:
    number = event.state.number
    for game in event.state.open_games:
        if players > 5 and number == 2 and "3" in game.pair:
            event = event.concede("3", side(event, game.other("3"), number))
        else:
            event = event.report(*(side(event, player, number) for player in game.pair))
    return between_rounds(event, players)


def said(side: Side, points: int) -> str:
    """`7 (lost 3, withdrew) 12`."""
    ends = [word for word in ("withdrew", "conceded") if getattr(side, word)]
    bonus = [f"bonus {side.bonus}"] if side.bonus else []
    return f"{side.player} ({', '.join([f'lost {side.lost}', *ends, *bonus])}) {points}"


def round_lines(event: Tournament, drawn: RoundDrawn) -> list[str]:
    lines = [f"round {drawn.number} of {drawn.rounds}"]
    if drawn.bye_stack:
        lines.append(f"  bye stack {' '.join(drawn.bye_stack)}")
    lines.append(f"  stack {' '.join(drawn.stack)}")
    for game in event.state.games:
        if game.number == drawn.number:
            scored = zip(game.sides or (), event.state.game_points(game), strict=True)
            lines.append(f"  table {game.table}: {' against '.join(said(*each) for each in scored)}")
    lines += [f"  bye {player}" for player in drawn.byes]
    lines += [f"  passed over for the bye {player}" for player in drawn.passed_over]
    return lines


def transcript(players: int) -> str:
    event = Tournament.open(2026, [entrant(number) for number in range(1, players + 1)])
    event = event.set_tables(range(1, players // 2 + 3))
    while event.state.number < (event.state.rounds or 1):
        event = played(event.next_round(), players)
    lines = [line for drawn in event.state.drawn for line in round_lines(event, drawn)]
    names = {player: f"P{player}" for player in event.state.entrants}
    lines += [
        f"{each.rank or '-':>3}  {names[each.player]:<4}{each.points:>4}  {each.working(names)}"
        for each in event.standings()
    ]
    return "\n".join(lines) + "\n"


@pytest.mark.parametrize("players", [5, 9, 13, 32])
def test_an_event_reads_as_its_transcript(players: int, golden: Callable[[str, str], None]) -> None:
    golden(f"tournament/event_of_{players}.txt", transcript(players))
