"""A league as a folder that any web host can serve, or a browser opens from disk: HTML without a script, CSV and JSON.

What somebody no longer lets be published is gone the next time: pages of people that are not written then are deleted.
"""

import json
from collections.abc import Sequence
from pathlib import Path

from tablecam.base.errors import BadFile
from tablecam.base.i18n import speaking
from tablecam.base.languages import available, translations
from tablecam.club.league.export import MARK, games_csv, league_as_json, ratings_csv, table_csv
from tablecam.club.league.league_site import PEOPLE, LeagueSite
from tablecam.club.league.pages import pages
from tablecam.club.league.records_export import record_files
from tablecam.club.season.league import League
from tablecam.club.season.people import PAGE, RATING
from tablecam.storage.text_file import read_text, write_text

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
        told = json.loads(read_text(folder / JSON_FILE, "a published league"))
    except (BadFile, ValueError):
        told = None
    if not isinstance(told, dict) or told.get("tablecam") != MARK:
        raise BadFile(f"{folder} has something else in it: name an empty folder, or one with a published league")


def _delete_hidden(folder: Path, below: Sequence[str], written: Sequence[Path]) -> None:
    for language in below:
        for path in (folder / language / PEOPLE).glob("p*.html"):
            if path not in written:
                path.unlink()
