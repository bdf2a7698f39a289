"""What the commands of a club event share: which event of which database, who acts, and how results are printed."""

import functools
import re
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

import click

from tablecam.base.errors import BadFile
from tablecam.club.event.event_store import ClubCommand, StoredEvent
from tablecam.club.event.registry import EventRegistry
from tablecam.club.tournament.club_state import ClubState
from tablecam.club.tournament.events import RoundDrawn
from tablecam.club.tournament.scoring import Side
from tablecam.club.tournament.violations import violation_text
from tablecam.commands.games import database
from tablecam.storage.tournament_store import TournamentStore

ORGANISER = "organiser"

# click takes `-1` for an option: `halves` says what it is
LOSSES = {"ignore_unknown_options": True}

reason = click.option("--reason", default="", metavar="TEXT", help="Why; kept in the log.")
by = click.option("--by", default=ORGANISER, show_default=True, metavar="NAME", help="Who acts; kept in the log.")


def open_store(db: str) -> TournamentStore:
    """The tournaments of a database; DatabaseFault where it cannot be opened."""
    from tablecam.storage.database import open_database

    return TournamentStore(open_database(db))


def of_event(command: Callable[..., None]) -> Callable[..., None]:
    """A command that gets `club`: the event of --event, or the last one begun."""

    @click.option("--event", type=int, metavar="NUMBER", help="Which event; by default the last one begun.")
    @click.option(
        "--snapshots",
        type=click.Path(path_type=Path),
        metavar="DIR",
        help="Folder for a file of each published round; by default snapshots, beside the database.",
    )
    @database
    @functools.wraps(command)
    def with_club(event: int | None, snapshots: Path | None, db: str, **given: Any) -> None:
        store = open_store(db)
        if event is None:
            events = store.listed()
            if not events:
                raise BadFile(f"{store.name} has no tournament yet; tablecam tournament new begins one")
            event = events[-1].id
        command(club=StoredEvent.open(store, event, snapshots or beside(store)), **given)

    return with_club


def beside(store: TournamentStore) -> Path:
    """The folder for snapshots: beside a database that is a file, otherwise in the working directory."""
    url = store.engine.url
    return (Path(url.database or "") if url.get_backend_name() == "sqlite" else Path()).parent / "snapshots"


def event_registry(db: str) -> EventRegistry:
    """The events of a database, for its pages; DatabaseFault where it cannot be opened."""
    store = open_store(db)
    return EventRegistry(store, beside(store))


def run_command(club: StoredEvent, who: str, command: ClubCommand) -> ClubState:
    """Runs the command and prints what it did, from the log."""
    before = club.sequence
    state = club.act(who, command)
    for act in club.audit[before:]:
        click.echo(f"{act.by} {act.sentence}")
    if club.snapshot_fault:
        click.echo(f"note: {club.snapshot_fault}", err=True)
    return state


def halves(words: Sequence[str]) -> list[tuple[str, int]]:
    """`ann 3 bob 9` as players with their losses; UsageError otherwise."""
    for player, lost in zip(words[::2], words[1::2], strict=False):
        if re.fullmatch(r"-\d+", lost):
            raise click.UsageError(f"losses cannot be negative, unlike the {lost} of {player}")
    if unknown := [word for word in words if word.startswith("-")]:
        raise click.NoSuchOption(unknown[0])
    if not words or len(words) % 2 or len(words) > 4 or not all(word.isdecimal() for word in words[1::2]):
        raise click.UsageError("give a player and the models they lost, then the other: ann 3 bob 9")
    return [(player, int(lost)) for player, lost in zip(words[::2], words[1::2], strict=True)]


def numbered(words: Sequence[str], what: str) -> dict[str, int]:
    """`ann=2` as a dict; UsageError otherwise."""
    found = {}
    for word in words:
        player, _, number = word.partition("=")
        if not player or not number.isdecimal():
            raise click.UsageError(f"'{word}' is not {what}")
        found[player] = int(number)
    return found


def sides_of(
    words: Sequence[str], withdrew: Sequence[str], conceded: Sequence[str], bonus: Sequence[str]
) -> tuple[Side, ...]:
    """The sides of a game as typed; UsageError where an option names a player who is not in it."""
    given, extra = halves(words), numbered(bonus, "PLAYER=POINTS, for instance ann=2")
    named = [player for player, _ in given]
    if strangers := [player for player in (*withdrew, *conceded, *extra) if player not in named]:
        raise click.UsageError(f"{strangers[0]} is not one of {' and '.join(named)}")
    return tuple(
        Side(player, lost, player in withdrew, player in conceded, extra.get(player, 0)) for player, lost in given
    )


def round_lines(state: ClubState, drawn: RoundDrawn) -> list[str]:
    """A round as text: tables, byes, and what the organiser should know."""
    event, scores = state.event, state.event.scores()
    lines = []
    for (one, other), table in sorted(zip(drawn.pairs, drawn.tables, strict=True), key=lambda placed: placed[1]):
        pair = f"{event.entrants[one]} {scores[one]} against {event.entrants[other]} {scores[other]}"
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
        lines.append(f"  table {game.table}: {names}: {_how_far(state, game)}")
    return lines + [f"  bye: {state.event.entrants[player]}" for player in state.event.drawn[-1].byes]


def _how_far(state: ClubState, game: Any) -> str:
    if game.sides:
        return " to ".join(map(str, state.event.game_points(game)))
    disputes = state.disputes(game)
    if disputes:
        return f"for the organiser, {'; '.join(map(str, disputes))}"
    reports = state.card(game).reports
    return f"reported by {state.names[reports[0].by]}" if reports else "playing"
