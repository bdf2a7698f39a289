"""`tablecam league`: the club's year at the terminal. Evenings and single games, people, tables, seasons."""

from __future__ import annotations

import functools
import json
from collections.abc import Callable, Mapping
from datetime import datetime
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from tablecam.base.errors import BadFile, TablecamError
from tablecam.base.i18n import SOURCE
from tablecam.base.languages import available
from tablecam.club.league.acts import LEAGUE_ACTS
from tablecam.club.season.acts import (
    DivisionSet,
    FriendlyAgreed,
    PersonAdded,
    PersonForgotten,
    PersonLeft,
    PersonRenamed,
    PersonReturned,
    PersonShown,
)
from tablecam.commands.club_events import by, make_commands, write_or_print
from tablecam.commands.options import books, database
from tablecam.storage.text_file import read_text

if TYPE_CHECKING:
    from tablecam.club.league.stored_league import LeagueCommand, StoredLeague
    from tablecam.club.season.acts import LeagueEvent
    from tablecam.club.season.league import League
    from tablecam.club.season.records import WinRecord
    from tablecam.club.season.state import Season
    from tablecam.storage.line_store import LeagueStore

# the events about one person
PersonEvent = (
    PersonAdded
    | PersonRenamed
    | PersonLeft
    | PersonReturned
    | PersonForgotten
    | PersonShown
    | DivisionSet
    | FriendlyAgreed
)


def open_leagues(db: str) -> LeagueStore:
    """The leagues of a database; DatabaseFault where it cannot be opened."""
    from tablecam.storage.database import open_database
    from tablecam.storage.line_store import LeagueStore

    return LeagueStore(open_database(db))


def of_league(command: Callable[..., None]) -> Callable[..., None]:
    """A command that gets `league`: the one of --league, or the newest one."""

    @click.option(
        "--league", "which", type=int, metavar="NUMBER", help="The league's number; the default is the newest league."
    )
    @database
    @functools.wraps(command)
    def with_league(which: int | None, db: str, **given: Any) -> None:
        from tablecam.club.league.stored_league import StoredLeague

        store = open_leagues(db)
        if which is None:
            leagues = store.list_logs()
            if not leagues:
                raise BadFile(f"{store.name} has no league yet; tablecam league new begins one")
            which = leagues[-1].id
        command(league=StoredLeague(store, which), **given)

    return with_league


def run_on_league(league: StoredLeague, who: str, command: LeagueCommand) -> League:
    """Run the command, and print its acts."""
    start = len(league.lines)
    current = league.act(who, command)
    for line in league.lines[start:]:
        for act in line.did:
            click.echo(act_text(current, act))
    return current


def act_text(league: League, act: LeagueEvent) -> str:
    """A log event as a line for the terminal, with people's names."""
    from tablecam.club.season.acts import (
        EveningAdded,
        FriendlyAdded,
        LeagueOpened,
        LevelPeopleRolled,
        PeopleMerged,
        SeasonBegun,
    )

    match act:
        case LeagueOpened(title=title):
            return f"there is a league: {title}"
        case SeasonBegun(rules=rules, moved=moved):
            return "; ".join(
                [f"the season {rules.title} begins", *(f"{_display_name(league, p)} moves to {to}" for p, to in moved)]
            )
        case EveningAdded(evening=evening):
            what = f"{evening.came} players, {len(evening.games)} games"
            return f"the evening {evening.title} of {evening.date} counts: {what}"
        case FriendlyAdded(game=game, date=date):
            sides = " to ".join(f"{_display_name(league, side.person)} {side.points}" for side in game.sides)
            return f"a single game of {date}: {sides}"
        case LevelPeopleRolled(order=order):
            return f"a roll-off decides a shared place: {', '.join(_display_name(league, person) for person in order)}"
        case PeopleMerged(gone=gone, into=into):
            return f"{gone} and {_display_name(league, into)} were one person"
    return _describe_person_act(act, _display_name(league, act.person))


def _describe_person_act(act: PersonEvent, name: str) -> str:
    match act:
        case PersonAdded(division=division):
            return f"{name} joins the league" + (f", in {division}" if division else "")
        case PersonRenamed():
            return f"{name} is the new name"
        case PersonLeft():
            return f"{name} leaves the league"
        case PersonReturned():
            return f"{name} is back"
        case PersonForgotten(person=person):
            return f"the name of {person} is deleted"
        case PersonShown(shown=shown):
            return f"{name} shows {', '.join(shown) or 'nothing'}"
        case DivisionSet(division=division):
            return f"{name} plays in {division}"
        case FriendlyAgreed(number=number):
            return f"{name} wants the single game {number} to count"


def _display_name(league: League, person: str) -> str:
    person_id = league.state.who(person)
    return f"{league.called(person_id)} ({person})" if person_id in league.state.people else person


FILE = click.Path(path_type=Path)
rules = click.option("--rules", required=True, type=FILE, metavar="FILE", help="The table of points: a TOML file.")
season_number = click.option(
    "--season", type=int, metavar="NUMBER", help="The season's number, from 1; the default is the last."
)


@click.group(context_settings={"max_content_width": 120})
def league() -> None:
    """Keeps a league: evenings and single games of a season, people, tables. Every act is saved at once."""


@league.command()
@click.argument("title")
@rules
@by
@database
def new(title: str, rules: Path, by: str, db: str) -> None:
    """Begins the league TITLE with its first season."""
    from tablecam.club.league.stored_league import StoredLeague, read_rules

    stored = StoredLeague.begin(open_leagues(db), title, read_rules(rules), by)
    click.echo(f"league {stored.id}: {stored.state.title}, season {stored.state.season.rules.title}")


@league.command("list")
@database
def list_(db: str) -> None:
    """Lists the leagues of the database."""
    from tablecam.club.league.stored_league import league_title

    for entry in open_leagues(db).list_logs():
        click.echo(f"{entry.id}: {league_title(entry.header)}, begun {entry.begun}, {entry.lines} lines")


@league.command()
@click.argument("file", type=FILE, required=False)
@click.option("--event", type=int, metavar="NUMBER", help="The evening is this event of the database.")
@click.option(
    "--player", "given", multiple=True, metavar="ID=PERSON", help="The person who a player of the evening is, or `new`."
)
@click.option("--friendly", nargs=4, metavar="PERSON POINTS PERSON POINTS", help="A single game instead.")
@click.option("--game", type=int, metavar="NUMBER", help="The number of an umpired single game of the database.")
@click.option("--seat", "seats", multiple=True, metavar="SIDE=PERSON", help="The player of a side.")
@click.option(
    "--agreed", multiple=True, metavar="PERSON", help="For a single game: a player who agrees that it counts."
)
@click.option("--date", metavar="DATE", help="For a single game: its day, such as 2026-05-31; the default is today.")
@by
@of_league
def add(  # noqa: PLR0913 - an evening or a game, and what each is given with
    league: StoredLeague,
    file: Path | None,
    event: int | None,
    given: tuple[str, ...],
    friendly: tuple[str, str, str, str] | None,
    game: int | None,
    seats: tuple[str, ...],
    agreed: tuple[str, ...],
    date: str | None,
    by: str,
) -> None:
    """Adds a finished evening: an exported event in FILE, or --event of the database; or a single game.

    An evening that the league already has is read again, with later corrections.
    """
    from tablecam.club.league.umpired_friendlies import luck_of_games, taking, taking_export, tracked_friendly
    from tablecam.storage.line_store import TournamentStore

    if (file, event, friendly, game).count(None) != 3:
        raise click.UsageError("give one of FILE, --event NUMBER, --friendly and --game NUMBER")
    if friendly:
        run_on_league(league, by, _build_friendly(friendly, _parse_day(date), agreed))
        return
    store = TournamentStore(league.store.engine)
    if game:
        run_on_league(league, by, tracked_friendly(store, books(), game, dict(map(_parse_player, seats)), agreed))
        return
    people = dict(map(_parse_player, given))
    if file:
        run_on_league(league, by, taking_export(read_text(file, "an exported event"), people))
    else:
        run_on_league(league, by, taking(store.read(event or 0), people, luck_of_games(store.engine)))


@league.command()
@season_number
@click.option("--csv", "file", type=click.Path(path_type=Path, allow_dash=True), metavar="FILE", help="As CSV.")
@click.option("--games", is_flag=True, help="With --csv: every game of the league instead of the table.")
@of_league
def standings(league: StoredLeague, season: int | None, file: Path | None, games: bool) -> None:
    """Prints the tables of a season; evenings that do not count are in brackets."""
    from tablecam.club.league.export import games_csv, table_csv
    from tablecam.club.season.season_table import season_table

    current, which = league.league(), _find_season(league, season)
    if file:
        text = games_csv(current, current.called) if games else table_csv(current, which, current.called)
        write_or_print(file, text, f"{'games' if games else 'table'} of {league.state.title}")
        return
    for division, rows in season_table(current.state, which).items():
        click.echo(f"{which.rules.title}{f', {division}' if division else ''}:{'' if rows else ' nobody yet'}")
        for row in rows:
            scores = " + ".join(
                str(evening.points) if evening.counts else f"({evening.points})" for evening in row.evenings
            )
            single = f", single games {row.friendlies}" if row.friendlies else ""
            rank = "-" if row.rank is None else str(row.rank)
            rolled = ", rolled off" if row.rolled_off else ""
            record = f"{row.won}-{row.drawn}-{row.lost}"
            evenings = f" = {scores}" if scores else ""
            click.echo(f"{rank:>3}  {current.called(row.person)}: {row.points}{evenings}{single}; {record}{rolled}")


@league.command()
@rules
@by
@of_league
def season(league: StoredLeague, rules: Path, by: str) -> None:
    """Ends the season, moves people between the divisions, and begins the next."""
    from tablecam.club.league.stored_league import read_rules

    next_rules = read_rules(rules)
    run_on_league(league, by, lambda now: now.begin_season(next_rules))


@league.command()
@click.argument("file", type=click.Path(path_type=Path, allow_dash=True))
@of_league
def export(league: StoredLeague, file: Path) -> None:
    """Writes tables, games, ratings and records to FILE (- for the terminal) as JSON, with everybody's names."""
    from tablecam.club.league.export import league_as_json

    current = league.league()
    write_or_print(file, league_as_json(current, current.called), league.state.title)


@league.command()
@click.argument("folder", type=FILE)
@click.option("--language", default=SOURCE, type=click.Choice(available()), help="The language of the first page.")
@of_league
def publish(league: StoredLeague, folder: Path, language: str) -> None:
    """Writes pages without a script, CSV and JSON to FOLDER, for any web host: the parts that each person publishes."""
    from tablecam.club.league.publish import publish_league

    written = publish_league(league.league(), folder, language)
    click.echo(f"{folder}: {len(written)} files; open {folder / 'index.html'}")


@league.command()
@by
@of_league
def undo(league: StoredLeague, by: str) -> None:
    """Takes back the last act that counts; it cannot restore a deleted name."""
    league.undo(by)
    line = league.lines[-1].undone
    for act in league.lines[line - 1].did:
        click.echo(f"taken back: {act_text(league.league(), act)}")


@league.command()
@of_league
def log(league: StoredLeague) -> None:
    """Prints every act with actor and time; acts that were taken back are marked."""
    from tablecam.club.league.stored_league import live_lines

    live, current = set(live_lines(league.lines)), league.league()
    for number, line in enumerate(league.lines, 1):
        text = "; ".join(act_text(current, act) for act in line.did) or f"takes back line {line.undone}"
        counts = "" if number in live or line.undone else "  [taken back]"
        click.echo(f"{number}  {line.at}  {line.by}  {text}{counts}")


def _find_season(league: StoredLeague, number: int | None) -> Season:
    seasons = league.state.seasons
    if number is not None and not 1 <= number <= len(seasons):
        raise BadFile(f"the league has {len(seasons)} seasons and none is {number}")
    return seasons[(number or 0) - 1]


def _parse_player(word: str) -> tuple[str, str]:
    player, _, person = word.partition("=")
    if not player or not person:
        raise click.UsageError(f"'{word}' does not say who it is, such as ann2=p7 or red=Ann")
    return player, person


def _parse_day(date: str | None) -> str:
    if date is None:
        return datetime.now().astimezone().date().isoformat()
    try:
        return datetime.strptime(date, "%Y-%m-%d").date().isoformat()  # noqa: DTZ007 - a day has no zone
    except ValueError as fault:
        raise click.UsageError(f"'{date}' is no day such as 2026-05-31") from fault


def _build_friendly(words: tuple[str, str, str, str], date: str, agreed: tuple[str, ...]) -> LeagueCommand:
    from tablecam.club.season.evening import LeagueGame, LeagueSide

    person, points, opponent, against = words
    if not (points.isdecimal() and against.isdecimal()):
        raise click.UsageError("points are whole numbers: --friendly ann 16 bob 8")

    def add_game(now: League) -> League:
        sides = LeagueSide(now.find(person), int(points)), LeagueSide(now.find(opponent), int(against))
        return now.add_friendly(date, LeagueGame(sides), [now.find(person) for person in agreed])

    return add_game


@league.command("add-games")
@click.option("--agreed", multiple=True, metavar="PERSON", help="Who wants all their games to count.")
@by
@of_league
def add_games(league: StoredLeague, agreed: tuple[str, ...], by: str) -> None:
    """Adds every umpired game of the database that the league lacks; says why each of the others is left out.

    `tablecam hub fetch` brings the games of a hall's tables. Who played is what was said when the game began.
    """
    from tablecam.club.league.umpired_friendlies import take_game, untaken
    from tablecam.storage.line_store import TournamentStore

    store = TournamentStore(league.store.engine)
    for person in agreed:
        league.league().find(person)
    for game in untaken(store, league.league()):
        line_count = len(league.lines)
        try:
            take_game(store, books(), league, game, by, agreed)
        except TablecamError as fault:
            click.echo(f"game {game} is left out: {fault}")
            continue
        for line in league.lines[line_count:]:
            for act in line.did:
                click.echo(f"game {game}: {act_text(league.league(), act)}")


@league.command()
@of_league
def people(league: StoredLeague) -> None:
    """Lists the people: number, name, division, what each lets be published."""
    current = league.league()
    for person in current.state.people.values():
        where = current.state.season.divisions.get(person.id, "")
        departure = "forgotten" if person.forgotten else "has left" if person.left else ""
        shown = f"shows {', '.join(sorted(person.shown))}" if person.shown else "shows nothing"
        names = current.names.get(person.id)
        also = f"also {', '.join(names.also)}" if names and names.also else ""
        facts = [fact for fact in (where, departure, also, shown) if fact]
        click.echo(f"{person.id:>4}  {current.called(person.id)}: {', '.join(facts)}")


@league.command("hand-over")
@click.argument("person")
@click.argument("file", type=click.Path(path_type=Path, allow_dash=True))
@of_league
def hand_over(league: StoredLeague, person: str, file: Path) -> None:
    """Writes all that the league keeps of PERSON to FILE, - for the terminal: names, evenings, games, as JSON."""
    from tablecam.club.league.export import person_as_plain

    current = league.league()
    text = json.dumps(person_as_plain(current, current.find(person)), ensure_ascii=False, indent=1) + "\n"
    write_or_print(file, text, f"all that is kept of {current.called(current.find(person))}")


@league.command()
@click.argument("person")
@click.option("--yes", is_flag=True, help="Do not ask.")
@by
@of_league
def forget(league: StoredLeague, person: str, yes: bool, by: str) -> None:
    """Deletes every name of PERSON from the league for good; the results stay, without the name."""
    current = league.league()
    person_id = current.find(person)
    if not yes:
        click.confirm(f"delete the name {current.called(person_id)} for good?", abort=True)
    evenings = [evening.title for season in current.state.seasons for evening in season.evenings
                if any(attendee.person == person_id for attendee in evening.attended)]  # fmt: skip
    run_on_league(league, by, lambda now: now.forget(person_id))
    if evenings:
        click.echo(f"note: the logs of {', '.join(evenings)}, their exports and older backups still have the name")


@league.command()
@click.option(
    "--csv", "file", type=click.Path(path_type=Path, allow_dash=True), metavar="FILE", help="Every day, as CSV."
)
@of_league
def ratings(league: StoredLeague, file: Path | None) -> None:
    """Prints the ratings, the safest first: a number, and how far off it may be in 95 of 100 cases."""
    from tablecam.club.league.export import ratings_csv
    from tablecam.club.season.records import ratings as rated_people

    current = league.league()
    if file:
        write_or_print(file, ratings_csv(current, current.called), f"ratings of {league.state.title}")
        return
    for place, rated in enumerate(rated_people(current.state), 1):
        number = f"{rated.now.mu:.1f} ± {rated.now.within:.1f}"
        click.echo(f"{place:>3}  {current.called(rated.person)}: {number}, {rated.games} games")


@league.command()
@click.argument("person", required=False)
@of_league
def records(league: StoredLeague, person: str | None) -> None:
    """Prints the factions against each other; of a PERSON: opponents, factions, and the luck of tracked games."""
    from tablecam.club.season.records import factions, head_to_head, luck_of, own_factions

    current = league.league()
    if person is None:
        _print_records(factions(current.state))
        return
    person_id = current.find(person)
    _print_records(
        {current.called(opponent): record for opponent, record in head_to_head(current.state, person_id).items()}
    )
    _print_records(own_factions(current.state, person_id))
    luck = luck_of(current.state, person_id)
    if luck:
        expected = luck.expected_thousandths / 1000
        click.echo(
            f"dice: {luck.passed} of {luck.rolled} passed, {expected:.1f} expected, {luck.passed - expected:+.1f}"
        )


def _print_records(records: Mapping[str, WinRecord]) -> None:
    for name, record in records.items():
        results = f"{record.won} won, {record.drawn} drawn, {record.lost} lost"
        click.echo(f"{name}: {results}, {record.points} to {record.against} points")


for _command in make_commands(LEAGUE_ACTS, of_league, run_on_league):
    league.add_command(_command)
