"""The club's pages for visitors, who need no code: the same pages that `tablecam tournament publish` writes.

GET /club                   for the organiser the list of events; for everybody else the first page of the site
GET /club/site/<path>       a page of the site, and its files for other programs
GET /club.ics               the calendar of the evenings, in the language of the device

No page is made again before the logs have grown, or a day has passed.
"""

import logging
import threading
from collections.abc import Callable, Iterator
from datetime import date, datetime

from flask import Blueprint, Response, abort, request

from tablecam.base.errors import BadFile
from tablecam.base.i18n import SOURCE, current_language, speaking
from tablecam.base.i18n import gettext as _
from tablecam.base.languages import translations
from tablecam.club.event.registry import EventRegistry
from tablecam.club.league.page_frame import POLICY
from tablecam.club.league.publish import folders_of, league_files
from tablecam.club.site.club_identity import ClubIdentity, load_identity
from tablecam.club.site.club_site import CALENDAR, HOME, LEAGUE, ClubSite, LivePages, ReleasedReplays, read_site
from tablecam.club.site.publish_club import club_calendar, files_for_programs_in, last_league
from tablecam.club.site.site_pages import Make, site_pages
from tablecam.game.replay.report_theme import POLICY as REPORT_POLICY
from tablecam.rules.books.catalogue import Catalogue
from tablecam.storage.line_store import LeagueStore
from tablecam.storage.read_cache import ReadCache
from webui.club.feed import ORGANISERS
from webui.entrance.access import who
from webui.server.answer_cache import pack

log = logging.getLogger(__name__)
FIRST = "/club/site/"
KINDS = {".html": "text/html", ".csv": "text/csv", ".json": "application/json"}
CALENDAR_KIND = "text/calendar"
FRAMED_NOWHERE = "frame-ancestors 'none'"  # no text


def local_day() -> date:
    """Today, by the clock of this machine."""
    return datetime.now().astimezone().date()


class LiveSite:
    """The site of a database as it stands. replays: whether pages lead to games line by line. Any thread may ask."""

    def __init__(
        self, registry: EventRegistry, books: Catalogue, replays: bool, today: Callable[[], date] = local_day
    ) -> None:
        self._registry = registry
        self._books = books
        self._live = LivePages(replays=replays, join=True)
        self._today = today
        self._lock = threading.Lock()
        self._identities = ReadCache()
        self._engine: object = None
        # the version of the site: the lengths of all logs, and the day
        self._version: object = None
        self._league_version: object = None
        self._site: ClubSite | None = None
        self._replays: ReleasedReplays | None = None
        self._makes: dict[str, tuple[str, Make]] = {}
        self._made: dict[str, bytes] = {}
        self._league_made: dict[str, bytes] = {}

    def site(self) -> ClubSite:
        """The newest site."""
        with self._lock:
            return self._get_newest()

    def file(self, path: str) -> bytes | None:
        """A file of the site, made on the first request; None where there is none of that path."""
        with self._lock:
            site = self._get_newest()
            if path.startswith(f"{LEAGUE}/"):
                return self._get_league_files(site).get(path)
            if path not in self._made and path in self._makes:
                language, make = self._makes[path]
                with speaking(translations(language)):
                    self._made[path] = make().encode()
            return self._made.get(path)

    def _get_newest(self) -> ClubSite:
        leagues = LeagueStore(self._registry.store.engine)
        lengths = (self._registry.store.lengths(), leagues.lengths())
        version = (id(leagues.engine), lengths, self._today(), self._load_identity())
        if self._site is None or version != self._version:
            self._site = self._read_site(leagues)
            self._version = version
            self._made = files_for_programs_in(self._site)
            self._makes = dict(_makes(self._site))
        return self._site

    def _read_site(self, leagues: LeagueStore) -> ClubSite:
        if self._replays is None or self._engine is not leagues.engine:
            self._engine, self._replays = leagues.engine, ReleasedReplays(leagues.engine, self._books)
        clubs = self._registry.readable_events()
        league, day = last_league(leagues.engine), self._today().isoformat()
        identity = self._load_identity()
        return read_site(clubs, league, folders_of(SOURCE), day, self._live, self._replays, identity)

    def _load_identity(self) -> ClubIdentity:
        """The name and the badge of the club; none while their file has a fault, which the log names."""
        folder = self._registry.folder
        try:
            return self._identities.get(folder, lambda: load_identity(folder))
        except BadFile as fault:
            log.warning("%s", fault)
            return ClubIdentity()

    def _get_league_files(self, site: ClubSite) -> dict[str, bytes]:
        """The pages of the league, which change less often than those of an evening in progress."""
        leagues = LeagueStore(self._registry.store.engine)
        version = (id(leagues.engine), leagues.lengths())
        if site.league_site and version != self._league_version:
            texts = league_files(site.league_site)
            self._league_made = {f"{LEAGUE}/{path}": text.encode() for path, text in texts.items()}
            self._league_version = version
        return self._league_made


def _makes(site: ClubSite) -> Iterator[tuple[str, tuple[str, Make]]]:
    """Each page by its path, with its language and its maker."""
    for language, _below in site.languages:
        with speaking(translations(language)):
            pages = [(f"{site.folder}{path}", make) for path, make in site_pages(site).items()]
        yield from ((path, (language, make)) for path, make in pages)


def blueprint(live: LiveSite, index: Callable[[], Response]) -> Blueprint:
    """Serves the URLs above. index: the page of the application."""
    pages = Blueprint("club_site", __name__)
    pages.after_request(pack)

    @pages.get("/club")
    def get_club() -> Response:
        if who() in ORGANISERS:
            return index()
        folders = dict(live.site().languages)
        below = folders.get(current_language(), "")
        response = Response(status=302, headers={"Location": f"{FIRST}{f'{below}/' if below else ''}{HOME}"})
        response.headers["Vary"] = "Accept-Language, Cookie"  # no text
        return response

    @pages.get(f"{FIRST}<path:path>")
    def get_page(path: str) -> Response:
        content = live.file(path)
        if content is None:
            abort(404, _("There is no such page of the club: begin at /club."))
        if path == CALENDAR:
            return _answer_calendar(content)
        kind = KINDS.get(path[path.rfind(".") :], "text/plain")
        response = _require_revalidation(Response(content, mimetype=kind))
        if kind == "text/html":
            policy = REPORT_POLICY if path.rpartition("/")[2].startswith("game-") else POLICY
            response.headers["Content-Security-Policy"] = f"{policy}; {FRAMED_NOWHERE}"
        return response

    @pages.get("/club.ics")
    def get_calendar() -> Response:
        site = live.site()
        return _answer_calendar(club_calendar(site.title, site.evenings))

    return pages


def _answer_calendar(content: bytes) -> Response:
    response = Response(content, content_type=f"{CALENDAR_KIND}; charset=utf-8")
    response.headers["Content-Disposition"] = 'inline; filename="club.ics"'  # no text
    response.headers["Vary"] = "Accept-Language, Cookie"  # no text
    return _require_revalidation(response)


def _require_revalidation(response: Response) -> Response:
    """The response with an ETag; no browser caches it without asking, for a name may be taken back."""
    response.headers["Cache-Control"] = "no-cache"
    response.add_etag()
    response.make_conditional(request)
    return response
