"""The tablet page: index.html, the same for every entry of `main.tsx`, and the files that vite built."""

import html
from pathlib import Path

from flask import Blueprint, Response, abort, request, send_from_directory

from tablecam.base.i18n import SOURCE, current_language
from tablecam.base.languages import direction

BUILT = Path(__file__).resolve().parents[1] / "static" / "app"
# a fault of the installation, which stays English
NOT_BUILT = (
    "The tablet page was not built: run `make page`, or install tablecam again with npm's registry in reach"  # no text
    " and without TABLECAM_FRONTEND=skip."
)
# the addresses that `main.tsx` knows
DOORS = "setup, certificate, replay, join, club, projector, card, signup, overlay"  # no text
# the element where the page is drawn; the sentence of a refusal is an attribute of it
PAGE = '<div id="page"'  # no text
# the names of assets hold a digest of their content, so they never change
FOREVER = "public, max-age=31536000, immutable"  # no text


def blueprint(built: Path) -> Blueprint:
    """Serves the folder `built`; 503 with the reason while it is empty."""
    pages = Blueprint("page", __name__)

    @pages.get("/")
    @pages.get(f"/<any({DOORS}):door>")
    @pages.get(f"/<any({DOORS}):door>/<path:_rest>")  # no text
    def get_page(**_door: str) -> Response:
        return index_page(built)

    @pages.get("/static/app/assets/<path:name>")
    def get_asset(name: str) -> Response:
        response = _send_file(built / "assets", name)
        response.headers["Cache-Control"] = FOREVER
        return response

    return pages


def is_built(built: Path) -> bool:
    """Whether there is a page of the application."""
    return (built / "index.html").is_file()


def index_page(built: Path) -> Response:
    """The page of the application, in the current language."""
    if not is_built(built):
        abort(503, NOT_BUILT)
    if current_language() == SOURCE:
        response = _send_file(built, "index.html")
    else:
        response = Response(_translate_page(built), mimetype="text/html")
        response.add_etag()
        response.make_conditional(request)
    response.headers["Cache-Control"] = "no-cache"
    response.headers["Vary"] = "Accept-Encoding, Accept-Language, Cookie"  # no text
    return response


def refusal_page(built: Path, status: int, says: str) -> Response:
    """The page of the application that shows a sentence in place of the requested page."""
    text = _translate_page(built).replace(PAGE, f'{PAGE} data-says="{html.escape(says)}"', 1)
    return Response(text, status, mimetype="text/html")


def _translate_page(built: Path) -> str:
    """The page in the current language: it fetches the catalogue of the language that it names."""
    text, language = (built / "index.html").read_text(encoding="utf-8"), current_language()
    head = f'<html lang="{language}">' if direction(language) == "ltr" else f'<html lang="{language}" dir="rtl">'
    return text.replace(f'<html lang="{SOURCE}">', head, 1)


def _send_file(folder: Path, name: str) -> Response:
    """The file, or its .gz for a browser that takes it: Flask does not compress."""
    sends_packed = request.accept_encodings["gzip"] > 0 and (folder / f"{name}.gz").is_file()
    # the .gz itself would be sent under gzip's own type
    response = send_from_directory(folder, f"{name}.gz" if sends_packed else name, mimetype=_get_type(name))
    if sends_packed:
        response.headers["Content-Encoding"] = "gzip"
    response.headers["Vary"] = "Accept-Encoding"
    return response


def _get_type(name: str) -> str:
    # the system's own table of types differs from machine to machine, and browsers run no script of another type
    kinds = {".html": "text/html", ".js": "text/javascript", ".css": "text/css", ".svg": "image/svg+xml"}
    return kinds.get(Path(name).suffix, "application/octet-stream")
