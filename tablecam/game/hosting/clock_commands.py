"""The players' clocks of the game in progress (`chess_clock.py`): set, paused, and switched with the game's turns."""

from collections.abc import Mapping

from tablecam.base.i18n import Message
from tablecam.game.chess_clock import ChessClock
from tablecam.game.hosting.open_game import OpenGame
from tablecam.game.log import ClocksLine
from tablecam.rules.ask import IllegalAnswer
from tablecam.rules.plain import Json

LONGEST_MIN = 600


def follow_turns(open_game: OpenGame) -> None:
    """Let the clocks run of the seats that the game waits for, after a command; the log has each change."""
    clock = open_game.clock
    if clock is None or clock.paused or open_game.game.log.closed:
        return
    runs = list_awaited(open_game, clock.runs)
    if runs != clock.runs:
        keep_clock(open_game, clock.switch(runs, open_game.steady()))


def list_awaited(open_game: OpenGame, before: tuple[str, ...] = ()) -> tuple[str, ...]:
    """The seats that the game waits for; while it waits for nobody alone, those of before. None once it is over."""
    if open_game.game.over:
        return ()
    awaited = {open_game.find_seat(question) for question in open_game.game.open}
    return tuple(seat for seat in open_game.game.seats if seat in awaited) or before


def set_clock(open_game: OpenGame, role: str, payload: Mapping[str, Json]) -> None:
    """Give each seat its time, in minutes; 0 takes the clocks out of the game. IllegalAnswer for anything else."""
    minutes = payload.get("minutes")
    if type(minutes) is not int or not 0 <= minutes <= LONGEST_MIN or open_game.game.over:
        example = '{"minutes": 60}'
        raise IllegalAnswer(Message("give each player a time in minutes: {example}", example=example))
    if not minutes:
        open_game.clock = None
        open_game.game.note_clocks(ClocksLine(clocks={}, by=role))
        return
    now = open_game.steady()
    clock = ChessClock.begin(open_game.game.seats, 60.0 * minutes, now)
    keep_clock(open_game, clock.switch(list_awaited(open_game), now), role)


def pause_clock(open_game: OpenGame, role: str, payload: Mapping[str, Json]) -> None:
    """Pause the clocks, or let them go on. IllegalAnswer where there are none, or nothing would change."""
    clock, paused = open_game.clock, payload.get("paused") is True
    if clock is None or clock.paused is paused:
        raise IllegalAnswer(Message("the players’ clocks cannot be changed like that now"))
    runs = () if paused else list_awaited(open_game)
    keep_clock(open_game, clock.switch(runs, open_game.steady(), paused=paused), role)


def stop_clock(open_game: OpenGame) -> None:
    """Keep the time of a game that is put away."""
    clock = open_game.clock
    if clock is not None and clock.runs and not open_game.game.log.closed:
        keep_clock(open_game, clock.switch((), open_game.steady(), paused=True))


def keep_clock(open_game: OpenGame, clock: ChessClock, by: str = "") -> None:
    """Take the clocks as they are now, and write them into the log."""
    open_game.game.note_clocks(ClocksLine(clocks=dict(clock.left_s), runs=clock.runs, by=by))
    open_game.clock = clock
