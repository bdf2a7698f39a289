"""The organiser's desk: the list of events, the whole state of an event, its commands, and its exports."""

import base64
from collections.abc import Callable
from dataclasses import asdict
from functools import partial
from typing import Any

from flask import Blueprint, Response, abort, jsonify, request

from tablecam.base.errors import BadFile, TablecamError
from tablecam.base.i18n import Message
from tablecam.club.event import export, log, umpired_games
from tablecam.club.event.commands import CLUB_ACTS, command, describe_acts
from tablecam.club.event.event_books import choose_book, describe_books, find_event_book
from tablecam.club.event.event_forces import EventForces
from tablecam.club.event.event_store import NothingToUndo, StoredEvent
from tablecam.club.event.organiser_view import describe_audit
from tablecam.club.event.registry import NUMBER, EventRegistry
from tablecam.club.event.sign_up_commands import CommandPayload
from tablecam.club.site.badge_picture import MOST_BADGE_BYTES
from tablecam.club.site.club_identity import ClubIdentity, load_identity, save_identity
from tablecam.club.tournament.club_state import ClubState
from tablecam.club.tournament.forces import LIMIT, ForceList
from tablecam.club.tournament.pairing_ways import WAYS
from tablecam.club.tournament.schedule import LONGEST_MIN
from tablecam.club.tournament.team_rounds import TEAM_SIZES
from tablecam.club.tournament.top_cut import CUTS
from tablecam.rules.books.catalogue import Catalogue
from tablecam.setup.setup_files import as_files
from webui.club.feed import DESK, ORGANISERS, Viewer, describe_for
from webui.entrance.access import only, who
from webui.entrance.guard import larger
from webui.server.answer_cache import pack

# an event of 128 players, with every list and report, has a quarter of this
MOST_EXPORT_BYTES = 8 * 1024 * 1024
BY = {"table": "organiser", "umpire": "umpire"}


def _write_table(table: Callable[[ClubState], str]) -> Callable[[StoredEvent], str]:
    return lambda club: table(club.state)


EXPORTS: dict[str, tuple[str, Callable[[StoredEvent], str]]] = {
    "json": ("application/json", lambda club: export.as_json(club.lines, club.state)),
    **{f"{name}.csv": ("text/csv", _write_table(table)) for name, table in export.TABLES.items()},
}


def blueprint(registry: EventRegistry, books: Catalogue, wall: str = "") -> Blueprint:
    """Serves /api/club and what lies under it for the organiser.

    books: those that an event can play. wall: the link to the hall's wall, with the key.
    """
    pages = Blueprint("club", __name__)
    pages.after_request(pack)
    _add_list_pages(pages, registry, books)
    _add_event_pages(pages, registry, books)
    _add_command_pages(pages, registry, books)

    @pages.get("/api/club/acts")
    def list_acts() -> Response:
        only(*ORGANISERS)
        return jsonify(acts=describe_acts(books))

    @pages.get("/api/club/wall")
    def get_wall() -> Response:
        only(*ORGANISERS)
        return jsonify(wall=wall)

    return pages


def _add_list_pages(pages: Blueprint, registry: EventRegistry, books: Catalogue) -> None:
    @pages.get("/api/club")
    def list_events() -> Response:
        listed = [
            {
                "id": event.id,
                "title": event.title,
                "begun": event.begun,
                "last": event.last,
                "readable": event.readable,
            }
            for event in registry.listed()
        ]
        current = [{**event, **_describe_current(registry, str(event["id"]))} for event in listed[::-1]]
        return jsonify(
            events=sorted(current, key=lambda event: bool(event.get("archived"))),
            organises=who() in ORGANISERS,
            limit=LIMIT,
            minutes=LONGEST_MIN,
            ways=[*WAYS],
            cuts=CUTS,
            team_sizes=TEAM_SIZES,
            books=describe_books(books),
            club=_describe_club(registry),
        )

    @pages.post("/api/club/new")
    def begin_event() -> Response:
        only(*ORGANISERS)
        payload = read_payload("the new event")  # no text: names the request in its faults
        limit, minutes = payload.whole("limit", LIMIT), payload.whole("minutes", LONGEST_MIN)
        seed = None if payload.values.get("seed") is None else payload.whole("seed")
        pairing = CLUB_ACTS["pairing"].read(payload) if payload.values.get("pairing") else None
        book = find_event_book(books, payload.words("book")) if payload.values.get("book") else None
        club = registry.begin(payload.words("title"), BY[who()], limit, minutes, seed)
        if book is not None and book.name != club.state.event.book:
            club.act(BY[who()], partial(choose_book, book=book), author=log.DESK)
        if pairing is not None:
            club.act(BY[who()], pairing, author=log.DESK)
        return jsonify(event=club.id)

    @pages.post("/api/club/import")
    @larger(MOST_EXPORT_BYTES)
    def import_event() -> Response:
        only(*ORGANISERS)
        return jsonify(event=registry.take_in(str(read_payload("the import").values.get("text", ""))).id)  # no text

    @pages.post("/api/club/identity")
    @larger(2 * MOST_BADGE_BYTES)
    def save_club() -> Response:
        only(*ORGANISERS)
        payload = read_payload("the club")  # no text: names the request in its faults
        name = payload.words("name") if "name" in payload.values else None
        return jsonify(club=asdict(_save_club(registry, name, payload.values.get("badge"))))

    @pages.post("/api/club/<number>/delete")
    def delete_event(number: str) -> Response:
        only(*ORGANISERS)
        registry.delete(int(number) if NUMBER.fullmatch(number) else 0)
        return jsonify(deleted=number)


def _describe_club(registry: EventRegistry) -> dict[str, str]:
    """The name and the badge of the club; none while their file has a fault."""
    try:
        return asdict(load_identity(registry.folder))
    except BadFile:
        return asdict(ClubIdentity())


def _save_club(registry: EventRegistry, name: str | None, badge: object) -> ClubIdentity:
    """Keeps a new name or badge, which is base64; an empty one takes it back. BadFile for what is neither."""
    if registry.folder is None:
        raise BadFile("the name of the club cannot be kept here: this server has no folder")
    try:
        content = None if badge is None else base64.b64decode(str(badge), validate=True)
    except ValueError as fault:
        raise BadFile("the badge is a picture as base64") from fault
    return save_identity(registry.folder, name, content)


def _describe_current(registry: EventRegistry, number: str) -> dict[str, str | bool]:
    """The present name of an event, and whether it is archived; nothing where its log cannot be read."""
    try:
        club = registry.stored_event(number)
        club.look()
    except TablecamError:
        return {}
    return {"title": club.state.title, "archived": club.state.settings.archived}


def _add_event_pages(pages: Blueprint, registry: EventRegistry, books: Catalogue) -> None:
    @pages.get("/api/club/<number>")
    def get_event(number: str) -> Response:
        only(*ORGANISERS)
        club = registry.stored_event(number)
        club.refresh()
        return jsonify({**describe_for(club, Viewer(DESK)), "time": club.now().timestamp()})

    @pages.get("/api/club/<number>/log")
    def get_log(number: str) -> Response:
        only(*ORGANISERS)
        club = registry.stored_event(number)
        club.refresh()
        return jsonify(audit=describe_audit(club))

    @pages.get("/api/club/<number>/games")
    def list_games(number: str) -> Response:
        only(*ORGANISERS)
        return jsonify(games=umpired_games.latest(registry.stored_event(number).store, books))

    @pages.get(f"/api/club/<number>/export/<any({', '.join(map(repr, EXPORTS))}):what>")
    def export(number: str, what: str) -> Response:
        only(*ORGANISERS)
        club = registry.stored_event(number)
        club.refresh()
        mimetype, make = EXPORTS[what]
        response = Response(make(club), mimetype=mimetype)
        name = f"event-{club.id}.json" if what == "json" else f"event-{club.id}-{what}"
        response.headers["Content-Disposition"] = f'attachment; filename="{name}"'  # no text
        return response


def _add_command_pages(pages: Blueprint, registry: EventRegistry, books: Catalogue) -> None:
    @pages.post("/api/club/<number>/act")
    def run_command(number: str) -> Response:
        only(*ORGANISERS)
        payload = read_payload("the command")  # no text: names the request in its faults
        club = registry.stored_event(number)
        umpired = partial(umpired_games.umpired, club.store, books)
        forces = SentForces(books, club.state.event.book)
        does = command(payload.words("command"), dict(payload.values), forces, umpired, books)
        sequence = payload.whole("sequence") if payload.values.get("sequence") is not None else None
        club.act(BY[who()], does, sequence, author=log.DESK)
        return jsonify(sequence=club.sequence)

    @pages.post("/api/club/<number>/undo")
    def undo_command(number: str) -> Response:
        only(*ORGANISERS)
        line, club = read_payload("the undo").whole("line"), registry.stored_event(number)  # no text
        club.undo(BY[who()], line)
        return jsonify(sequence=club.sequence)

    @pages.post("/api/club/<number>/redo")
    def redo_command(number: str) -> Response:
        only(*ORGANISERS)
        line, club = read_payload("the redo").whole("line"), registry.stored_event(number)  # no text
        club.refresh()
        if club.redoable is None or club.redoable.line != line:
            raise NothingToUndo(Message("something else has been done since: check again before you redo"))
        club.redo(BY[who()])
        return jsonify(sequence=club.sequence)


class SentForces(EventForces):
    """Forces that pages send as files."""

    def read_files(self, files: dict[str, str]) -> ForceList:
        """The list of a force. BadFile says what is wrong with the files."""
        with as_files(files) as folder:
            return self.read_folder(folder)


def read_payload(where: str) -> CommandPayload:
    """The body of the request: an object. Aborts with 400 for anything else."""
    body: Any = request.get_json(silent=True)
    if not isinstance(body, dict):
        abort(400, f"{request.path} takes a JSON object.")  # no text: for programs
    return CommandPayload(body, where)
