"""The club's pages as a folder that any web host can serve, or a browser opens from disk: no page has a script.

Names that a person withdraws, and replays that are taken back, disappear from the folder the next time.
"""

from pathlib import Path

from sqlalchemy import Engine

from tablecam.base.i18n import speaking
from tablecam.base.languages import translations
from tablecam.club.event.event_store import StoredEvent
from tablecam.club.league.publish import folders_of, league_files
from tablecam.club.league.stored_league import StoredLeague
from tablecam.club.season.league import League
from tablecam.club.site.club_site import LEAGUE, ClubSite, LivePages, read_site
from tablecam.club.site.released_replay import ReleasedReplays
from tablecam.club.site.site_files import files_for_programs
from tablecam.club.site.site_pages import site_pages
from tablecam.rules.books.catalogue import Catalogue
from tablecam.storage.league_store import LeagueStore
from tablecam.storage.own_folder import write_own_folder
from tablecam.storage.tournament_store import TournamentStore

MARKER = "tablecam-club.json"


def site_of(engine: Engine, books: Catalogue, first: str, today: str, live: LivePages | None) -> ClubSite:
    """The pages of every event of a database, and of the league that was begun last."""
    store = TournamentStore(engine)
    clubs = [StoredEvent.open(store, listed.id) for listed in store.listed()]
    return read_site(clubs, last_league(engine), folders_of(first), today, live, ReleasedReplays(engine, books))


def last_league(engine: Engine) -> League | None:
    """The league that was begun last; None where there is none."""
    store = LeagueStore(engine)
    listed = store.listed()
    return StoredLeague(store, listed[-1].id).league() if listed else None


def publish_club(site: ClubSite, folder: Path) -> list[str]:
    """Writes the folder; the names of its files. BadFile for a folder that holds something else."""
    files = all_files(site)
    write_own_folder(folder, MARKER, {}, files)
    return list(files)


def files_for_programs_in(site: ClubSite) -> dict[str, bytes]:
    """The files for other programs, in the language that the site begins with."""
    with speaking(translations(site.languages[0][0])):
        return files_for_programs(site)


def all_files(site: ClubSite) -> dict[str, bytes]:
    """Every file of the folder by its path, in every language."""
    files = files_for_programs_in(site)
    if site.league_site:
        files |= {f"{LEAGUE}/{path}": text.encode() for path, text in league_files(site.league_site).items()}
    for language, _below in site.languages:
        with speaking(translations(language)):
            files |= {f"{site.folder}{path}": make().encode() for path, make in site_pages(site).items()}
    return files
