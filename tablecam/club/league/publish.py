"""A league as a folder that any web host can serve, or a browser opens from disk: HTML without a script, CSV and JSON.

What somebody no longer lets be published is gone the next time: pages of people that are not written then are deleted.
"""

import json
from collections.abc import Iterator, Sequence
from pathlib import Path

from tablecam.base.errors import BadFile
from tablecam.base.i18n import current_language, ngettext, speaking
from tablecam.base.i18n import gettext as _
from tablecam.base.languages import available, translations
from tablecam.club.event.export import csv_text
from tablecam.club.league.export import MARK, Called, Chosen, games_csv, league_as_json, ratings_csv, table_csv
from tablecam.club.league.page_frame import Cell, Ways, facts, framed, heading, paragraph, picture, table
from tablecam.club.league.person_page import RatingBand, bands_svg, person_body, rating_text, results_column
from tablecam.club.league.records_page import (
    FOR_PROGRAMS,
    PEOPLE,
    RATINGS_PAGE,
    RECORDS_PAGE,
    TABLE_PAGE,
    LeagueSite,
    records_body,
    records_page,
    season_page,
)
from tablecam.club.season.evening import LeagueGame
from tablecam.club.season.league import League
from tablecam.club.season.records import (
    PersonRating,
    WinRecord,
    factions_in,
    head_to_heads,
    lengths_of,
    lucks,
    ratings,
    table_records,
)
from tablecam.club.season.season_table import SeasonRow, season_table
from tablecam.club.season.state import PAGE, RATING, Season
from tablecam.rules.plain import Json
from tablecam.storage.text_file import read_text, write_text

# The published pages of a league in the language that is being spoken: tables, ratings, and pages of people.
#
# Nobody has a name on them who has not said so.

NOT_COUNTED = "number soft"  # no text: classes of the style sheet


def pages(site: LeagueSite) -> Iterator[tuple[str, str]]:
    """Every page of the current language, by its path in the folder of the language."""
    state = site.league.state
    rated = ratings(state)
    for number, season in enumerate(state.seasons, 1):
        path = season_page(number, len(state.seasons))
        yield path, _build_page(site, path, f"{state.title}, {season.rules.title}", _season_body(site, season, number))
    for number, season in enumerate(state.seasons, 1):
        path = records_page(number, len(state.seasons))
        title = _("Records: {season}", season=f"{state.title}, {season.rules.title}")
        yield path, _build_page(site, path, title, records_body(site, season))
    yield (
        RATINGS_PAGE,
        _build_page(site, RATINGS_PAGE, _("Ratings: {league}", league=state.title), _ratings_body(site, rated)),
    )
    by_person = {rating.person: rating for rating in rated}
    lines = [
        (season.rules.title, row)
        for season in state.seasons
        for rows in season_table(state, season).values()
        for row in rows
    ]
    for person in state.people:
        if site.shows(person, PAGE):
            path = f"{PEOPLE}/{person}.html"
            own_rating = by_person.get(person) if site.shows(person, RATING) else None
            links = {
                opponent: f"{opponent}.html"
                for opponent in state.people
                if site.shows(opponent, PAGE) and opponent != person
            }
            rows = [(title, row) for title, row in lines if row.person == person]
            body = person_body(site.league, person, site.called, own_rating, links, rows)
            yield path, _build_page(site, path, f"{site.called(person)}, {state.title}", body)


def _build_page(site: LeagueSite, path: str, title: str, body: Iterator[str]) -> str:
    up = "../" * path.count("/")
    root = up if _language_folder(site) == "" else f"{up}../"
    words = ((TABLE_PAGE, _("Standings")), (RATINGS_PAGE, _("Ratings")), (RECORDS_PAGE, _("Records")))
    here = [(word, "" if page == path else f"{up}{page}") for page, word in words]
    if site.home:
        here.insert(
            0, (_("Club"), f"{root}../{f'{_language_folder(site)}/' if _language_folder(site) else ''}index.html")
        )
    others = [
        (language, "" if language == current_language() else f"{root}{f'{folder}/' if folder else ''}{path}")
        for language, folder in site.languages
    ]
    return framed(title, Ways(here, others), body)


def _language_folder(site: LeagueSite) -> str:
    return dict(site.languages)[current_language()]


def _season_body(site: LeagueSite, season: Season, number: int) -> Iterator[str]:
    state = site.league.state
    yield heading(state.title, 1)
    yield paragraph(season.rules.title)
    for division, rows in season_table(state, season).items():
        if rows:
            yield heading(division) if division else ""
            yield _season_table(site, season, rows)
    yield paragraph(_counting_rules(season), "soft")
    yield heading(_("Evenings"))
    titles = ("#", _("Evening"), _("Date"), _("Players"))
    columns = [Cell(title, kind="" if column in (1, 2) else "number") for column, title in enumerate(titles)]
    rows_of = (
        [Cell(str(position)), Cell(evening.title, kind=""), Cell(evening.date, kind="date"), Cell(str(evening.came))]
        for position, evening in enumerate(season.evenings, 1)
    )
    yield table(columns, rows_of)
    yield _other_seasons(site, number)
    yield _list_files(site)


def _season_table(site: LeagueSite, season: Season, rows: Sequence[SeasonRow]) -> str:
    evenings = [
        Cell(str(position), says=_("{evening}, {date}", evening=evening.title, date=evening.date))
        for position, evening in enumerate(season.evenings, 1)
    ]
    single = [Cell(_("Single games"))] if any(row.friendlies for row in rows) else []
    first = [Cell(_("Place")), Cell(_("Player"), kind="person"), Cell(_("Points")), results_column()]
    columns = [*first, *evenings, *single]
    return table(columns, (_season_row(site, season, row, bool(single)) for row in rows))


def _season_row(site: LeagueSite, season: Season, row: SeasonRow, single: bool) -> list[Cell]:
    scores = {score.source: score for score in row.evenings}
    scores_in_order = [scores.get(evening.source) for evening in season.evenings]
    evenings = [
        Cell("–") if score is None else Cell(str(score.points)) if score.counts
        else Cell(f"({score.points})", kind=NOT_COUNTED)
        for score in scores_in_order
    ]  # fmt: skip
    link = f"{PEOPLE}/{row.person}.html" if site.shows(row.person, PAGE) else ""
    return [
        Cell("–" if row.rank is None else str(row.rank)),
        Cell(site.called(row.person), link, "person"),
        Cell(str(row.points)),
        Cell(f"{row.won}–{row.drawn}–{row.lost}"),
        *evenings,
        *([Cell(str(row.friendlies))] if single else []),
    ]


def _counting_rules(season: Season) -> str:
    """The rules for what counts, in a sentence or two."""
    best = season.rules.best
    rule = (
        ngettext(
            "The best evening of each player counts; the points of other evenings are in brackets.",
            "The best {n} evenings of each player count; the points of other evenings are in brackets.",
            best,
        )
        if best
        else _("Every evening counts.")
    )
    level = _("Places go by points, then by games won. Players who are still level share a place.")
    return f"{rule} {level}"


def _other_seasons(site: LeagueSite, number: int) -> str:
    seasons = site.league.state.seasons
    if len(seasons) == 1:
        return ""
    names = [season.rules.title for season in seasons]
    rows = (
        [Cell(name, "" if position == number else season_page(position, len(seasons)), "")]
        for position, name in enumerate(names, 1)
    )
    return heading(_("Seasons")) + table([Cell(_("Season"), kind="")], rows)


def _list_files(site: LeagueSite) -> str:
    up = "../" if _language_folder(site) else ""
    rows = ([Cell(name, f"{up}{name}", "")] for name in FOR_PROGRAMS)
    return heading(_("For other programs")) + table([Cell(_("File"), kind="")], rows)


def _ratings_body(site: LeagueSite, rated: Sequence[PersonRating]) -> Iterator[str]:
    shown = [rating for rating in rated if site.shows(rating.person, RATING)]
    yield heading(_("Ratings"), 1)
    if not shown:
        yield paragraph(_("No player has published a rating yet."))
        return
    explained = _(
        "A rating is a number with its uncertainty: a player’s strength lies within the bar in 95 of 100 "
        "cases. Every game makes the rating more certain. Players are ranked by the lower end of the bar, so "
        "that a few games are not enough to reach the top."
    )
    yield paragraph(explained)
    yield picture(bands_svg(_("Ratings"), [RatingBand(site.called(rating.person), rating.now) for rating in shown]))
    columns = [Cell(_("Player"), kind="person"), Cell(_("Rating")), Cell(_("Games"))]
    rows = (
        [
            Cell(
                site.called(rating.person),
                f"{PEOPLE}/{rating.person}.html" if site.shows(rating.person, PAGE) else "",
                "person",
            ),
            Cell(rating_text(rating.now)),
            Cell(str(rating.games)),
        ]
        for rating in shown
    )
    yield table(columns, rows)
    hidden = len(rated) - len(shown)
    if hidden:
        yield facts([(_("Ratings that are not published"), str(hidden))])


# The records of every season as CSV: a row for each fact, with its season.
#
# paged: the people who let their games be published; a game of two people is published if both do.

WINS = ("games", "won", "drawn", "lost", "points", "points_against")
HEAD_TO_HEAD = ("season", "person", "name", "opponent", "opponent_name", *WINS)
FACTIONS = ("season", "faction", *WINS)
TABLES = ("season", "table", "games", "drawn", "points_apart", "minutes")
LUCK = ("season", "person", "name", "rolled", "passed", "expected", "deviation")
LENGTHS = ("season", "from_minute", "games")
Row = tuple[Json, ...]


def record_files(league: League, called: Called, paged: Chosen) -> dict[str, str]:
    """The CSV files by name."""
    state = league.state
    among = [person for person in state.people if paged(person)]
    seasons = [(season.rules.title, [game for _date, game in season.games()]) for season in state.seasons]
    tables: dict[str, tuple[tuple[str, ...], list[Row]]] = {
        "head-to-head.csv": (
            HEAD_TO_HEAD,
            [row for season in seasons for row in _head_to_head_rows(*season, among, called)],
        ),
        "factions.csv": (FACTIONS, [row for season in seasons for row in _faction_rows(*season)]),
        "tables.csv": (TABLES, [row for season in seasons for row in _table_rows(*season)]),
        "luck.csv": (LUCK, [row for season in seasons for row in _luck_rows(*season, among, called)]),
        "lengths.csv": (LENGTHS, [row for season in seasons for row in _length_rows(*season)]),
    }
    return {name: csv_text(columns, rows) for name, (columns, rows) in tables.items()}


def _head_to_head_rows(season: str, games: list[LeagueGame], among: list[str], called: Called) -> Iterator[Row]:
    for (person, opponent), record in head_to_heads(games, among).items():
        yield (season, person, called(person), opponent, called(opponent), *_win_columns(record))


def _faction_rows(season: str, games: list[LeagueGame]) -> Iterator[Row]:
    for faction, record in factions_in(games).items():
        yield (season, faction, *_win_columns(record))


def _table_rows(season: str, games: list[LeagueGame]) -> Iterator[Row]:
    for record in table_records(games):
        minutes = "" if record.minutes is None else round(record.minutes, 1)
        yield season, record.table, record.games, record.drawn, round(record.apart, 2), minutes


def _luck_rows(season: str, games: list[LeagueGame], among: list[str], called: Called) -> Iterator[Row]:
    for person, luck in lucks(games, among).items():
        # known for games of this version on
        deviation = round((luck.variance_thousandths / 1000) ** 0.5, 3) if luck.variance_thousandths else ""
        expected = luck.expected_thousandths / 1000
        yield season, person, called(person), luck.rolled, luck.passed, expected, deviation


def _length_rows(season: str, games: list[LeagueGame]) -> Iterator[Row]:
    lengths = lengths_of(games)
    for minute, number in lengths.steps if lengths else ():
        yield season, minute, number


def _win_columns(record: WinRecord) -> Row:
    return record.games, record.won, record.drawn, record.lost, record.points, record.against


JSON_FILE = "league.json"


def publish_league(league: League, folder: Path, first: str) -> list[Path]:
    """Writes the folder; its files. first: the language of the page that it begins with; others have a folder each.

    BadFile where the folder has something else in it, or cannot be written.
    """
    _check_own(folder)
    site = LeagueSite(league, folders_of(first))
    written = [_write_page(folder / path, text) for path, text in league_files(site).items()]
    _delete_hidden(folder, [below for _language, below in site.languages], written)
    return written


def folders_of(first: str) -> list[tuple[str, str]]:
    """Each language with the folder of its pages; the first one's is the root."""
    return [(first, ""), *((language, language) for language in available() if language != first)]


def league_files(site: LeagueSite) -> dict[str, str]:
    """Every file of a published league by its path, in every language."""
    files = _for_programs(site)
    for language, below in site.languages:
        with speaking(translations(language)):
            files |= {f"{below}/{path}" if below else path: text for path, text in pages(site)}
    return files


def _for_programs(site: LeagueSite) -> dict[str, str]:
    league = site.league

    def rated(person: str) -> bool:
        return site.shows(person, RATING)

    def paged(person: str) -> bool:
        return site.shows(person, PAGE)

    return {
        JSON_FILE: league_as_json(league, site.called, rated, paged),
        "table.csv": table_csv(league, league.state.season, site.called),
        "games.csv": games_csv(league, site.called, paged),
        "ratings.csv": ratings_csv(league, site.called, rated),
        **record_files(league, site.called, paged),
    }


def _write_page(path: Path, text: str) -> Path:
    write_text(path, text)
    return path


def _check_own(folder: Path) -> None:
    """BadFile for a folder with files of somebody else: nothing there is to be lost."""
    if not folder.exists() or (folder.is_dir() and not any(folder.iterdir())):
        return
    try:
        # no text: in faults of the file
        content = json.loads(read_text(folder / JSON_FILE, "a published league"))
    except (BadFile, ValueError):
        content = None
    if not isinstance(content, dict) or content.get("tablecam") != MARK:
        raise BadFile(f"{folder} has something else in it: name an empty folder, or one with a published league")


def _delete_hidden(folder: Path, below: Sequence[str], written: Sequence[Path]) -> None:
    for language in below:
        for path in (folder / language / PEOPLE).glob("p*.html"):
            if path not in written:
                path.unlink()
