"""The club's pages in the language that is spoken, by their paths in its folder; each is made when it is asked for."""

from collections.abc import Callable, Iterator
from functools import partial

from tablecam.base.i18n import current_language, join_items, ngettext
from tablecam.base.i18n import gettext as _
from tablecam.club.league.page_frame import (
    Cell,
    Ways,
    badge,
    block,
    button,
    facts,
    framed,
    heading,
    link_line,
    paragraph,
    table,
)
from tablecam.club.league.records_page import PEOPLE, RATINGS_PAGE, RECORDS_PAGE, TABLE_PAGE
from tablecam.club.season.season_table import season_table
from tablecam.club.season.state import PAGE, public_name
from tablecam.club.site.club_site import (
    CALENDAR,
    HOME,
    JSON_FILE,
    LEAGUE,
    ClubSite,
    PublicEvening,
    evening_page,
    replay_page,
)
from tablecam.club.tournament.going_public import ReleasedGame
from tablecam.club.tournament.schedule import times
from tablecam.club.tournament.signing_up import taken_places
from tablecam.club.tournament.standings import StandingRow
from tablecam.club.tournament.state import TournamentGame
from tablecam.club.tournament.team_rounds import TeamStanding, list_results
from tablecam.game.replay.battle_report import day as day_in_words


def evening_body(site: ClubSite, evening: PublicEvening) -> Iterator[str]:
    """The page without its frame."""
    yield heading(evening.title, 1)
    yield facts(_evening_facts(evening))
    yield heading(_("Final standings") if evening.state.over else _("Standings"))
    if evening.state.event.teams.size:
        yield _team_table(evening)
        yield heading(_("Players"))
    yield _standings_table(site, evening)
    yield from _prizes_section(evening)
    for drawn in reversed(evening.state.event.drawn):
        yield heading(_("Round {round}", round=drawn.number))
        if evening.state.event.teams.size:
            yield _team_results(evening, drawn.number)
        yield _round_table(evening, drawn.number)
        if drawn.byes:
            yield paragraph(_("Bye: {players}", players=join_items([evening.called(player) for player in drawn.byes])))
    yield heading(_("For other programs"))
    for name in evening_files(evening).values():
        yield link_line(name, f"{site.root}{name}", "soft")


def evening_files(evening: PublicEvening) -> dict[str, str]:
    """The CSV files of an evening, by the names of their tables."""
    tables = ("standings", "games", *(("teams",) if evening.state.event.teams.size else ()))  # no text
    return {name: f"evening-{evening.id}-{name}.csv" for name in tables}


def _evening_facts(evening: PublicEvening) -> Iterator[tuple[str, str]]:
    if evening.day:
        yield _("When"), day_in_words(evening.day)
    if evening.state.publicity.place:
        yield _("Where"), evening.state.publicity.place
    yield _("Players"), str(len(evening.state.event.entrants))
    played, planned = evening.rounds_played, evening.state.event.rounds or 0
    yield _("Rounds"), str(played) if played >= planned else _("{played} of {rounds}", played=played, rounds=planned)


def _standings_table(site: ClubSite, evening: PublicEvening) -> str:
    titles = (_("Points"), _("Tie-break"))
    columns = [Cell(_("Place")), Cell(_("Player"), kind="person"), Cell(_("Faction"), kind=""), *map(Cell, titles)]
    return table(columns, (_standing_row(site, evening, row) for row in evening.standings()))


def _standing_row(site: ClubSite, evening: PublicEvening, row: StandingRow) -> list[Cell]:
    return [
        Cell("–" if row.rank is None else str(row.rank)),
        _player_cell(site, evening, row.player),
        Cell(evening.state.event.entrants[row.player].faction or "–", kind=""),
        Cell(str(row.points)),
        Cell(str(row.tiebreak)),
    ]


def _team_table(evening: PublicEvening) -> str:
    columns = [Cell(_("Place")), Cell(_("Team"), kind=""), Cell(_("Players"), kind="")]
    columns += [Cell(_("Match points")), Cell(_("Points of the players"))]
    return table(columns, (_team_row(evening, row) for row in evening.team_standings()))


def _team_row(evening: PublicEvening, row: TeamStanding) -> list[Cell]:
    players = join_items(evening.list_team(row.team))
    return [
        Cell(str(row.rank)),
        Cell(row.team, kind=""),
        Cell(players or "–", kind=""),
        Cell(str(row.points)),
        Cell(str(row.scored)),
    ]


def _team_results(evening: PublicEvening, number: int) -> str:
    """The matches of a round."""
    columns = [Cell(_("Team"), kind=""), Cell(_("Result")), Cell(_("Team"), kind="")]
    results = [result for result in list_results(evening.state.event) if result.number == number]
    rows = [
        [Cell(teams[0], kind=""), Cell("{} : {}".format(*scored)), Cell(teams[1], kind="")]
        for teams, scored in ((result.teams, result.scored) for result in results)
    ]
    return table(columns, rows) if rows else ""


def _prizes_section(evening: PublicEvening) -> Iterator[str]:
    """The prizes for places, with their winners once the event is over."""
    prizes = list(evening.prizes())
    if not prizes:
        return
    yield heading(_("Prizes"))
    columns = [Cell(_("Place")), Cell(_("Prize"), kind=""), Cell(_("Won by"), kind="")]
    yield table(
        columns,
        [
            [Cell(str(place)), Cell(prize, kind=""), Cell(join_items(list(winners)) or "–", kind="")]
            for place, prize, winners in prizes
        ],
    )


def _player_cell(site: ClubSite, evening: PublicEvening, player: str) -> Cell:
    """The player, with a way to the page of the person where there is one."""
    person, root = evening.people.get(player), site.root
    link = f"{root}{LEAGUE}/{site.folder}{PEOPLE}/{person}.html" if person else ""
    return Cell(evening.called(player), link, "person")


def _round_table(evening: PublicEvening, number: int) -> str:
    replays = {(replay.number, replay.pair): replay.game for replay in evening.replays}
    columns = [Cell(_("Table")), Cell(_("Player"), kind=""), Cell(_("Result")), Cell(_("Player"), kind="")]
    columns += [Cell(_("Replay"), kind="")] if any(played == number for played, _pair in replays) else []
    games = evening.games(number)
    return table(columns, (_game_row(evening, game, replays.get((number, game.pair)), len(columns)) for game in games))


def _game_row(evening: PublicEvening, game: TournamentGame, replay: int | None, columns: int) -> list[Cell]:
    player, opponent = game.pair
    result = " : ".join(map(str, evening.state.event.game_points(game))) or "–"
    cells = [
        Cell(str(game.table)),
        Cell(evening.called(player), kind=""),
        Cell(result),
        Cell(evening.called(opponent), kind=""),
        Cell(_("Replay") if replay else "", replay_page(replay) if replay else "", "way"),
    ]
    return cells[:columns]


# the number of people of each division on the first page
FIRST = 8


def home_body(site: ClubSite) -> Iterator[str]:
    """The page without its frame."""
    if site.identity.badge:
        yield badge(site.identity.badge)
    yield heading(site.title, 1)
    yield from _coming_section(site)
    yield link_line(_("All evenings in your calendar (iCalendar)"), f"{site.root}{CALENDAR}")
    yield from _standings_section(site)
    yield from _past_section(site)
    yield from _replays_section(site)
    yield from _closing_section(site)


def _coming_section(site: ClubSite) -> Iterator[str]:
    if not site.coming:
        yield heading(_("Next evening"))
        yield paragraph(_("No evening is announced yet."))
        return
    for index, evening in enumerate(site.coming):
        yield block("next" if index == 0 else "later", [*_announcement(site, evening, index)])


def _cancellation(reason: str) -> str:
    return _("Cancelled: {reason}", reason=reason) if reason else _("This evening is cancelled.")


def _announcement(site: ClubSite, evening: PublicEvening, index: int) -> Iterator[str]:
    if evening.open_round or evening.rounds_played:
        yield heading(_("In progress: {evening}", evening=evening.title))
    else:
        yield heading(_("Next evening: {evening}", evening=evening.title) if index == 0 else evening.title)
    yield facts(_when_and_where(evening))
    if cancelled := evening.state.settings.cancelled:
        yield paragraph(_cancellation(cancelled.reason))
        return
    yield from _live_links(site, evening)


def _when_and_where(evening: PublicEvening) -> Iterator[tuple[str, str]]:
    publicity, planned = evening.state.publicity, times(evening.state.schedule)
    yield _("When"), day_in_words(evening.day) if evening.day else _("not fixed yet")
    if publicity.place:
        yield _("Where"), publicity.place
    for round_times in planned:
        yield (
            _("Round {number}", number=round_times.number),
            _("{starts} to {ends}", starts=round_times.starts, ends=round_times.ends),
        )
    places, taken = evening.state.sign_up.settings.places, taken_places(evening.state)
    if places:
        yield _("Places"), _("{taken} of {places} taken", taken=taken, places=places)
    elif taken:
        yield _("Players"), str(taken)
    if evening.state.sign_up.waiting:
        yield _("Waiting list"), str(len(evening.state.sign_up.waiting))


def _live_links(site: ClubSite, evening: PublicEvening) -> Iterator[str]:
    """Links to the live pages: to sign-up before round 1, to the projector while the evening is played."""
    begun = evening.open_round or evening.rounds_played
    if site.live and evening.state.sign_up.settings.open and not begun:
        yield button(_("Sign up"), f"{site.live.address}/signup/{evening.id}")
    if site.live and begun:
        yield button(_("Pairings and clock"), f"{site.live.address}/projector/{evening.id}")
    if evening.rounds_played:
        yield link_line(_("Results so far"), evening_page(evening))


def _standings_section(site: ClubSite) -> Iterator[str]:
    if site.league is None:
        return
    state, names = site.league.state, site.league.names
    below = f"{site.root}{LEAGUE}/{site.folder}"
    yield heading(_("Standings: {season}", season=state.season.rules.title))
    for division, rows in season_table(state, state.season).items():
        leaders = [row for row in rows if row.evenings or row.games][:FIRST]
        cells = (
            [
                Cell("–" if row.rank is None else str(row.rank)),
                Cell(
                    public_name(state, names, row.person),
                    f"{below}{PEOPLE}/{row.person}.html" if PAGE in state.people[row.person].shown else "",
                    "way",
                ),
                Cell(str(row.points)),
                Cell(str(len(row.evenings))),
            ]
            for row in leaders
        )
        columns = [Cell(_("Place")), Cell(_("Player"), kind=""), Cell(_("Points")), Cell(_("Evenings"))]
        yield table(columns, cells, division) if leaders else ""
    yield link_line(_("Everybody, every evening"), f"{below}{TABLE_PAGE}")


def _past_section(site: ClubSite) -> Iterator[str]:
    yield heading(_("Past evenings"))
    if not site.past:
        yield paragraph(_("No evening has been played yet."))
        return
    columns = [*(Cell(title, kind="") for title in (_("Evening"), _("Date"), _("Won by"))), Cell(_("Players"))]
    yield table(columns, map(_past_row, site.past))


def _past_row(evening: PublicEvening) -> list[Cell]:
    won = ", ".join(evening.winners())
    return [
        Cell(evening.title, evening_page(evening), "way"),
        Cell(evening.day, kind="date"),
        Cell(won or "–", kind=""),
        Cell(str(len(evening.state.event.entrants))),
    ]


def _replays_section(site: ClubSite) -> Iterator[str]:
    released = [(evening, game) for evening in reversed(site.evenings) for game in evening.replays]
    if not released:
        return
    yield heading(_("Replays"))
    yield paragraph(_("Games that a camera tracked and that both players have released."), "soft")
    columns = [Cell(_("Game"), kind=""), Cell(_("Evening"), kind=""), Cell(_("Round"))]
    columns += [Cell("", kind="")] if _has_line_by_line(site) else []
    yield table(columns, (_replay_row(site, evening, game)[: len(columns)] for evening, game in released))


def _replay_row(site: ClubSite, evening: PublicEvening, released: ReleasedGame) -> list[Cell]:
    address = site.live.address if site.live else ""
    return [
        Cell(" – ".join(map(evening.called, released.pair)), replay_page(released.game), "way"),
        Cell(evening.title, evening_page(evening), ""),
        Cell(str(released.number)),
        Cell(_("Line by line"), f"{address}/replay/{released.game}", "way"),
    ]


def _has_line_by_line(site: ClubSite) -> bool:
    """Whether the live pages can show a game line by line."""
    return site.live is not None and site.live.replays


def _closing_section(site: ClubSite) -> Iterator[str]:
    named = ngettext(
        "{n} evening as data for other programs", "{n} evenings as data for other programs", len(site.evenings)
    )
    yield link_line(named, f"{site.root}{JSON_FILE}", "soft")
    yield paragraph(
        _("Players choose whether their names appear here; all other players are guests with a number."), "soft"
    )
    if site.live and site.live.join:
        yield link_line(_("I am the organiser: join with a code"), f"{site.live.address}/join", "soft")


Make = Callable[[], str]


def site_pages(site: ClubSite) -> dict[str, Make]:
    """Each page of the club itself; those of the league lie in a folder of theirs."""
    pages: dict[str, Make] = {HOME: partial(_home_page, site)}
    for evening in site.evenings:
        if evening.rounds_played:
            path = evening_page(evening)
            title = f"{evening.title}, {site.title}"
            pages[path] = partial(_framed_body, site, path, title, partial(evening_body, site, evening))
        if site.replays:
            for released in evening.replays:
                pages[replay_page(released.game)] = partial(site.replays.report, released.game)
    return pages


def _home_page(site: ClubSite) -> str:
    return _framed_body(site, HOME, site.title, partial(home_body, site))


def _framed_body(site: ClubSite, path: str, title: str, body: Callable[[], Iterator[str]]) -> str:
    return framed(
        title, _build_links(site, path), body(), calendar=f"{site.root}{CALENDAR}", icon=site.identity.badge or "data:,"
    )


def _build_links(site: ClubSite, path: str) -> Ways:
    ways = [(_("Club"), "" if path == HOME else HOME)]
    if site.league:
        below = f"{site.root}{LEAGUE}/{site.folder}"
        words = ((TABLE_PAGE, _("Standings")), (RATINGS_PAGE, _("Ratings")), (RECORDS_PAGE, _("Records")))
        ways += [(word, f"{below}{page}") for page, word in words]
    languages = [
        (language, "" if language == current_language() else f"{site.root}{f'{below}/' if below else ''}{path}")
        for language, below in site.languages
    ]
    return Ways(ways, languages)
