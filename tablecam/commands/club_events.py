"""Shared parts of the commands of club events: the event and its database, the acting person, printed results."""

from __future__ import annotations

import functools
import re
import sys
import time
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import AbstractContextManager
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from tablecam.base.errors import BadFile
from tablecam.club.act import PLAYER, REASON, Act, ActField
from tablecam.club.tournament.club_state import ClubState
from tablecam.club.tournament.events import RoundDrawn
from tablecam.club.tournament.scoring import Side, build_side
from tablecam.club.tournament.violations import violation_text
from tablecam.commands.options import database
from tablecam.rules.event_scoring import WITHDREW, EventScoring
from tablecam.rules.plain import Json
from tablecam.storage.text_file import write_text

if TYPE_CHECKING:
    from tablecam.club.event.event_store import ClubCommand, StoredEvent
    from tablecam.club.event.registry import EventRegistry
    from tablecam.doors.hub.settings import DeskLink
    from tablecam.storage.line_store import TournamentStore

ORGANISER = "organiser"

# click takes `-1` for an option: `halves` explains the error
LOSSES = {"ignore_unknown_options": True}

reason = click.option("--reason", default="", metavar="TEXT", help="The reason, for the log.")
by = click.option(
    "--by", default=ORGANISER, show_default=True, metavar="NAME", help="The name of the person who acts, for the log."
)


def open_store(db: str) -> TournamentStore:
    """The tournaments of a database; DatabaseFault where it cannot be opened."""
    from tablecam.storage.database import open_database
    from tablecam.storage.line_store import TournamentStore

    return TournamentStore(open_database(db))


def pass_event(command: Callable[..., None]) -> Callable[..., None]:
    """A command that gets `club`: the event of --event, or the newest one."""

    @click.option("--event", type=int, metavar="NUMBER", help="The event's number; the default is the newest event.")
    @click.option(
        "--snapshots",
        type=click.Path(path_type=Path),
        metavar="DIR",
        help="Folder for a file of each published round; by default snapshots, beside the database.",
    )
    @database
    @functools.wraps(command)
    def with_club(event: int | None, snapshots: Path | None, db: str, **given: Any) -> None:
        from tablecam.club.event.event_store import StoredEvent

        store = open_store(db)
        if event is None:
            events = store.list_logs()
            if not events:
                raise BadFile(f"{store.name} has no tournament yet; tablecam tournament new begins one")
            event = events[-1].id
        command(club=StoredEvent.open(store, event, snapshots or beside(store)), **given)

    return with_club


def beside(store: TournamentStore) -> Path:
    """The folder for snapshots: next to a database file, otherwise in the working directory."""
    url = store.engine.url
    return (Path(url.database or "") if url.get_backend_name() == "sqlite" else Path()).parent / "snapshots"


def event_registry(db: str) -> EventRegistry:
    """The events of a database, for its pages; DatabaseFault where it cannot be opened."""
    from tablecam.club.event.registry import EventRegistry

    store = open_store(db)
    return EventRegistry(store, beside(store))


def run_command(club: StoredEvent, who: str, command: ClubCommand) -> ClubState:
    """Run the command, and print its acts from the log."""
    start = club.sequence
    state = club.act(who, command)
    for act in club.audit[start:]:
        click.echo(f"{act.by} {act.sentence}")
    if club.snapshot_fault:
        click.echo(f"note: {club.snapshot_fault}", err=True)
    return state


def write_or_print(file: Path, text: str, what: str) -> None:
    """Writes a text to a file, and says what it is; or prints the text, for `-`."""
    if str(file) == "-":
        sys.stdout.write(text)
        return
    write_text(file, text)
    click.echo(f"{file}: {what}")


def halves(words: Sequence[str]) -> list[tuple[str, int]]:
    """The players of `ann 3 bob 9` with their losses; UsageError for other words."""
    for player, lost in zip(words[::2], words[1::2], strict=False):
        if re.fullmatch(r"-\d+", lost):
            raise click.UsageError(f"losses cannot be negative, unlike the {lost} of {player}")
    if unknown := [word for word in words if word.startswith("-")]:
        raise click.NoSuchOption(unknown[0])
    if not words or len(words) % 2 or len(words) > 4 or not all(word.isdecimal() for word in words[1::2]):
        raise click.UsageError("give a player and the models they lost, then the other: ann 3 bob 9")
    return [(player, int(lost)) for player, lost in zip(words[::2], words[1::2], strict=True)]


def parse_numbers(words: Sequence[str], what: str) -> dict[str, int]:
    """A dict from words such as `ann=2`; UsageError for other words."""
    numbers = {}
    for word in words:
        player, _, number = word.partition("=")
        if not player or not number.isdecimal():
            raise click.UsageError(f"'{word}' is not {what}")
        numbers[player] = int(number)
    return numbers


def parse_sides(
    words: Sequence[str],
    withdrew: Sequence[str],
    conceded: Sequence[str],
    bonus: Sequence[str],
    entered: Sequence[str],
    scoring: EventScoring,
) -> tuple[Side, ...]:
    """The sides of a game from typed words; UsageError where an option names a player of another game.

    The number after a player is that of the first field of the card: for Urban War, of the models lost.
    """
    first, extra = halves(words), parse_numbers(bonus, "PLAYER=POINTS, for instance ann=2")
    others = {tuple(name.partition(".")[::2]): value for name, value in parse_numbers(entered, SET).items()}
    players = [player for player, _ in first]
    named = [*withdrew, *conceded, *extra, *(player for player, _key in others)]
    if strangers := [player for player in named if player not in players]:
        raise click.UsageError(f"{strangers[0]} is not one of {' and '.join(players)}")
    return tuple(
        build_side(
            player,
            {
                scoring.fields[0].key: number,
                **({WITHDREW: 1} if player in withdrew else {}),
                **{key: value for (who, key), value in others.items() if who == player},
            },
            player in conceded,
            extra.get(player, 0),
        )
        for player, number in first
    )


SET = "PLAYER.FIELD=NUMBER, for instance ann.flags=2"


def round_lines(state: ClubState, drawn: RoundDrawn) -> list[str]:
    """A round as text: tables, byes, and notes for the organiser."""
    event, scores = state.event, state.event.scores()
    lines = []
    for (player_a, player_b), table in sorted(
        zip(drawn.pairs, drawn.tables, strict=True), key=lambda placed: placed[1]
    ):
        pair = f"{event.entrants[player_a]} {scores[player_a]} against {event.entrants[player_b]} {scores[player_b]}"
        lines.append(f"  table {table}: {pair}")
    lines += [f"  bye: {event.entrants[player]}" for player in drawn.byes]
    lines += [f"  sits out: {event.entrants[player]}" for player in drawn.sitting_out]
    lines += [f"  passed over for the bye (B5): {event.entrants[player]}" for player in drawn.passed_over]
    return lines + [f"  breaks: {violation_text(violation, event.entrants)}" for violation in drawn.breaches]


def game_lines(state: ClubState) -> list[str]:
    """The games of the current round and their progress."""
    lines = []
    for game in state.event.games:
        if game.number != state.event.number:
            continue
        names = " against ".join(str(state.event.entrants[player]) for player in game.pair)
        lines.append(f"  table {game.table}: {names}: {_describe_progress(state, game)}")
    return lines + [f"  bye: {state.event.entrants[player]}" for player in state.event.drawn[-1].byes]


def _describe_progress(state: ClubState, game: Any) -> str:
    if game.sides:
        return " to ".join(map(str, state.event.game_points(game)))
    disputes = state.disputes(game)
    if disputes:
        return f"for the organiser, {'; '.join(map(str, disputes))}"
    reports = state.card(game).reports
    return f"reported by {state.names[reports[0].by]}" if reports else "playing"


# runs a command for somebody, and prints what it did
Runner = Callable[[Any, str, Callable[[Any], Any]], object]
MANY = (tuple[str, ...], Sequence[str])


def make_commands(acts: Iterable[Act[Any]], of_subject: Callable[..., Any], run: Runner) -> Iterator[click.Command]:
    """A command for each act that has a word. of_subject: opens the event or league, as a decorator."""
    for act in acts:
        if act.command:
            yield _build_command(act, of_subject, run)


def _build_command(act: Act[Any], of_subject: Callable[..., Any], run: Runner) -> click.Command:
    def callback(by: str = "", club: Any = None, league: Any = None, **given: Any) -> None:
        who = given["player"] if act.who == PLAYER else by
        for values in _spread(act, given):
            run(club or league, who, partial(act.does, **values))

    for decorate in (of_subject, *_list_decorators(act)):
        callback = decorate(callback)
    return click.command(act.command, help=act.help)(callback)


def _spread(act: Act[Any], given: dict[str, Any]) -> Iterator[dict[str, Any]]:
    """The values for each time that the act is done."""
    values: dict[str, Any] = {
        entry.name: not given[entry.name] if entry.look.negative else given[entry.name] for entry in act.fields
    }
    each = next((entry.name for entry in act.fields if entry.look.each), None)
    if each is None:
        yield values
        return
    for value in values[each]:
        yield values | {each: value}


def _list_decorators(act: Act[Any]) -> Iterator[Callable[..., Any]]:
    """The click decorators of an act, the last parameter first, in the order in which decorators are applied."""
    if act.who != PLAYER:
        yield by
    for entry in reversed(act.fields):
        yield reason if entry.name == REASON else _describe_parameter(entry)


def _describe_parameter(entry: ActField) -> Callable[..., Any]:
    look = entry.look
    kind: Any = click.Choice(look.words) if look.words else int if entry.type is int else str
    if entry.type is bool:
        return click.option(look.option or f"--{entry.name}", entry.name, is_flag=True, help=look.help)
    if look.option or look.help:
        option = look.option or f"--{entry.name}"
        return click.option(
            option, entry.name, type=kind, default=entry.default, metavar=look.argument or None, help=look.help
        )
    optional, word = look.argument.startswith("["), look.argument.strip("[]")
    word = word or (f"{entry.name}s" if look.each else entry.name).upper()
    metavar = None if look.words else f"[{word}]" if optional else word
    if look.each or entry.type in MANY:
        metavar = metavar and f"{metavar}..."
        return click.argument(entry.name, nargs=-1, type=kind, required=not optional, metavar=metavar)
    given: dict[str, Any] = {"default": entry.default} if optional else {"required": True}
    return click.argument(entry.name, type=kind, metavar=metavar, **given)


# the interval at which the time is sent while nothing else changes
AGAIN_S = 60.0


def organises(
    link: DeskLink | None, registry: EventRegistry, say: Callable[[str], None]
) -> AbstractContextManager[None]:
    """Connect the tables of the link's hall to the events of a database inside the block, and take in their results.

    Does nothing without a link. say: receives the reason for a refused result.
    """
    from tablecam.doors.hub.organiser import connect_organiser

    return connect_organiser(link, OrganisedEvents(registry, link.hall if link else ""), say)


class OrganisedEvents:
    """The events of one hall. now: the time in seconds since 1970, which sets the clock of a round."""

    def __init__(self, registry: EventRegistry, hall: str, now: Callable[[], float] = time.time) -> None:
        self._registry, self._hall, self._now = registry, hall, now
        self._lengths: dict[int, int] | None = None
        self._last_event: dict[str, Json] | None = None
        self._last_sent_s = 0.0

    def compose_message(self) -> str:
        """The message to the tables of the hall, empty where nothing is played. DatabaseFault.

        Contains the time, `at`, once a minute, since the clocks of tables may be wrong.
        """
        from tablecam.club.event.hall_event import event_told
        from tablecam.doors.hub.message import COMPACT

        self._registry.note_jumps()
        event, lengths = self._last_event, self._registry.store.lengths()
        if lengths != self._lengths:
            # the message follows from the logs alone
            event, self._lengths = event_told(self._registry, self._hall), lengths
        if event != self._last_event or abs(self._now() - self._last_sent_s) >= AGAIN_S:
            self._last_event, self._last_sent_s = event, self._now()
        return COMPACT.encode({**event, "at": round(self._last_sent_s, 1)}) if event else ""

    def take(self, table: str, result: Any) -> None:
        """Fill in a score card. TablecamError gives the reason of a refusal."""
        from tablecam.club.event.hall_event import take_result

        if not isinstance(result, dict):
            raise BadFile("the result of a table has not the form of one")
        take_result(self._registry, self._hall, table, result)
