"""`tablecam league`: the club's year at the terminal. Evenings and single games, people, tables, seasons."""

import sys
from datetime import datetime
from pathlib import Path

import click

from tablecam.base.errors import BadFile
from tablecam.base.i18n import SOURCE
from tablecam.base.languages import available
from tablecam.club.league.acts import LEAGUE_ACTS
from tablecam.club.league.export import games_csv, league_as_json, table_csv
from tablecam.club.league.log import league_title, live_lines
from tablecam.club.league.publish import publish_league
from tablecam.club.league.rules_file import read_rules
from tablecam.club.league.stored_league import LeagueCommand, StoredLeague
from tablecam.club.league.taking_in import taking, taking_export
from tablecam.club.league.tracked_friendly import tracked_friendly
from tablecam.club.league.tracked_luck import luck_of_games
from tablecam.club.season.evening import LeagueGame, LeagueSide
from tablecam.club.season.league import League
from tablecam.club.season.season_table import season_table
from tablecam.club.season.state import Season
from tablecam.commands import league_games, league_people, league_records
from tablecam.commands.act_commands import commands_of
from tablecam.commands.club_events import by
from tablecam.commands.games import database
from tablecam.commands.leagues import act_text, of_league, open_leagues, run_on_league
from tablecam.storage.text_file import read_text, write_text
from tablecam.storage.tournament_store import TournamentStore

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
    stored = StoredLeague.begin(open_leagues(db), title, read_rules(rules), by)
    click.echo(f"league {stored.id}: {stored.state.title}, season {stored.state.season.rules.title}")


@league.command("list")
@database
def list_(db: str) -> None:
    """Lists the leagues of the database."""
    for entry in open_leagues(db).listed():
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
    if (file, event, friendly, game).count(None) != 3:
        raise click.UsageError("give one of FILE, --event NUMBER, --friendly and --game NUMBER")
    if friendly:
        run_on_league(league, by, _build_friendly(friendly, _parse_day(date), agreed))
        return
    store = TournamentStore(league.store.engine)
    if game:
        run_on_league(league, by, tracked_friendly(store, game, dict(map(_parse_player, seats)), agreed))
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
    current, which = league.league(), _find_season(league, season)
    if file:
        text = games_csv(current, current.called) if games else table_csv(current, which, current.called)
        if str(file) == "-":
            sys.stdout.write(text)
        else:
            write_text(file, text)
            click.echo(f"{file}: {'games' if games else 'table'} of {league.state.title}")
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
    next_rules = read_rules(rules)
    run_on_league(league, by, lambda now: now.begin_season(next_rules))


@league.command()
@click.argument("file", type=click.Path(path_type=Path, allow_dash=True))
@of_league
def export(league: StoredLeague, file: Path) -> None:
    """Writes tables, games, ratings and records to FILE (- for the terminal) as JSON, with everybody's names."""
    current = league.league()
    text = league_as_json(current, current.called)
    if str(file) == "-":
        sys.stdout.write(text)
        return
    write_text(file, text)
    click.echo(f"{file}: {league.state.title}")


@league.command()
@click.argument("folder", type=FILE)
@click.option("--language", default=SOURCE, type=click.Choice(available()), help="The language of the first page.")
@of_league
def publish(league: StoredLeague, folder: Path, language: str) -> None:
    """Writes pages without a script, CSV and JSON to FOLDER, for any web host: the parts that each person publishes."""
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
    person, points, opponent, against = words
    if not (points.isdecimal() and against.isdecimal()):
        raise click.UsageError("points are whole numbers: --friendly ann 16 bob 8")

    def add_game(now: League) -> League:
        sides = LeagueSide(now.find(person), int(points)), LeagueSide(now.find(opponent), int(against))
        return now.add_friendly(date, LeagueGame(sides), [now.find(person) for person in agreed])

    return add_game


for _command in (
    *commands_of(LEAGUE_ACTS, of_league, run_on_league),
    *league_games.COMMANDS,
    *league_people.COMMANDS,
    *league_records.COMMANDS,
):
    league.add_command(_command)
