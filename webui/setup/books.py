"""The upload of a data book: a file `book.toml` and its catalogues, kept with the table and played at once.

POST /api/setup/books {"files": {"book.toml": "text", "de.po": "text"}, "instead"?}    answers {"name", "title"}
A book of the same name that was uploaded earlier is refused with the code "already-there"; "instead" replaces it.
"""

from flask import Blueprint, Response, abort, jsonify, request

from tablecam.base.i18n import gettext as _
from tablecam.setup.table_books import MOST_BYTES, TableBooks
from webui.entrance.access import only
from webui.entrance.guard import larger
from webui.table.demo_control import ControlPayload


def blueprint(books: TableBooks) -> Blueprint:
    """Serves /api/setup/books."""
    pages = Blueprint("setup books", __name__)  # no text

    @pages.post("/api/setup/books")
    @larger(2 * MOST_BYTES)
    def upload_book() -> Response:
        only("table", "umpire")
        body = request.get_json()
        files = body.get("files")
        if not isinstance(files, dict) or not all(isinstance(text, str) for text in files.values()):
            abort(400, _("Send the files of a rulebook under the key “files”: a text for each file name."))
        book = books.keep(files, ControlPayload(body).flag("instead", False))
        return jsonify(name=book.name, title=str(book.title))

    return pages
