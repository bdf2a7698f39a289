"""The club's pages in the language that is spoken, by their paths in its folder; each is made when it is asked for."""

from collections.abc import Callable, Iterator
from functools import partial

from tablecam.base.i18n import current_language
from tablecam.base.i18n import gettext as _
from tablecam.club.league.league_site import RATINGS_PAGE, RECORDS_PAGE, TABLE_PAGE
from tablecam.club.league.page_frame import Ways, framed
from tablecam.club.site.club_site import CALENDAR, HOME, LEAGUE, ClubSite, evening_page, replay_page
from tablecam.club.site.evening_body import evening_body
from tablecam.club.site.home_body import home_body

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
    return framed(title, _build_links(site, path), body(), calendar=f"{site.root}{CALENDAR}")


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
