"""The tablet page: index.html, the same for every entry of `main.tsx`, the built files, the icon and the manifest."""

import html
from functools import cache
from pathlib import Path

import cv2
import numpy as np
from flask import Blueprint, Response, abort, jsonify, request, send_from_directory

from tablecam.base.i18n import SOURCE, current_language
from tablecam.base.languages import direction

BUILT = Path(__file__).resolve().parents[1] / "static" / "app"
# a fault of the installation, which stays English
NOT_BUILT = (
    "The tablet page was not built: run `make page`, or install tablecam again with npm's registry in reach"  # no text
    " and without TABLECAM_FRONTEND=skip."
)
# the addresses that `main.tsx` knows
DOORS = "setup, certificate, replay, join, club, projector, card, signup, overlay, beam"  # no text
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


# The icon of the page, drawn from a few numbers, and the manifest with which a tablet installs the page.
#
# A browser offers to install the page in a secure context only: on this machine, or over https (docs/network.md).
# There is no service worker, so the code of a page never changes during a game.

# fractions of the edge; all of it is inside the circle that every mask keeps (W3C App Manifest, "maskable": 0.8)
FIRST = (0.34, 0.64)
SECOND = (0.66, 0.36)
RADIUS = 0.12
REACH = 0.31
LINE = 0.035
COLOURS = {"ground": "#0e1216", "reach": "#63d297", "line": "#eef2f4", "first": "#ff8f61", "second": "#62b6ff"}
SIZES = (192, 512)
FINER = 4
KEPT = "public, max-age=86400"  # no text


def svg() -> str:
    """Two bases and a ring for the range between them."""
    (first_x, first_y), (second_x, second_y) = FIRST, SECOND
    square_x, top, side = round(second_x - RADIUS, 3), round(second_y - RADIUS, 3), 2 * RADIUS
    parts = (
        f'<rect width="1" height="1" fill="{COLOURS["ground"]}"/>',
        f'<circle cx="0.5" cy="0.5" r="{REACH}" fill="none" stroke="{COLOURS["reach"]}" stroke-width="{LINE}"/>',
        f'<path d="M{first_x} {first_y}L{second_x} {second_y}" stroke="{COLOURS["line"]}" stroke-width="{LINE}"/>',
        f'<circle cx="{first_x}" cy="{first_y}" r="{RADIUS}" fill="{COLOURS["first"]}"/>',
        f'<rect x="{square_x}" y="{top}" width="{side}" height="{side}" fill="{COLOURS["second"]}"/>',
    )
    return f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 1 1">{"".join(parts)}</svg>'


@cache
def png(size: int) -> bytes:
    """The icon as a PNG of size x size pixels, for tablets that do not take SVG."""
    large = size * FINER
    image = np.full((large, large, 3), _get_bgr("ground"), np.uint8)
    thick = round(LINE * large)
    cv2.circle(image, _to_pixel((0.5, 0.5), large), round(REACH * large), _get_bgr("reach"), thick)
    cv2.line(image, _to_pixel(FIRST, large), _to_pixel(SECOND, large), _get_bgr("line"), thick)
    cv2.circle(image, _to_pixel(FIRST, large), round(RADIUS * large), _get_bgr("first"), cv2.FILLED)
    x, y = SECOND
    cv2.rectangle(
        image,
        _to_pixel((x - RADIUS, y - RADIUS), large),
        _to_pixel((x + RADIUS, y + RADIUS), large),
        _get_bgr("second"),
        -1,
    )
    small = cv2.resize(image, (size, size), interpolation=cv2.INTER_AREA)
    return cv2.imencode(".png", small)[1].tobytes()


def _to_pixel(place: tuple[float, float], large: int) -> tuple[int, int]:
    return round(place[0] * large), round(place[1] * large)


def _get_bgr(name: str) -> tuple[int, int, int]:
    red, green, blue = bytes.fromhex(COLOURS[name][1:])
    return blue, green, red


def icon_blueprint() -> Blueprint:
    """Serves /icon.svg, /icon-192.png, /icon-512.png and /manifest.webmanifest."""
    pages = Blueprint("icon", __name__)

    @pages.get("/icon.svg")
    def get_svg() -> Response:
        return _allow_caching(Response(svg(), mimetype="image/svg+xml"))

    @pages.get("/icon-<any('192', '512'):size>.png")
    def get_png(size: str) -> Response:
        return _allow_caching(Response(png(int(size)), mimetype="image/png"))

    @pages.get("/manifest.webmanifest")
    def get_manifest() -> Response:
        response = jsonify(
            name="tablecam",
            short_name="tablecam",
            id="/",
            start_url="/",
            scope="/",
            display="standalone",
            background_color=COLOURS["ground"],
            theme_color=COLOURS["ground"],
            icons=[
                {"src": "/icon.svg", "sizes": "any", "type": "image/svg+xml"},
                *(_describe_icon(size, purpose) for size in SIZES for purpose in ("any", "maskable")),
            ],
        )
        response.mimetype = "application/manifest+json"
        return _allow_caching(response)

    return pages


def _describe_icon(size: int, purpose: str) -> dict[str, str]:
    return {"src": f"/icon-{size}.png", "sizes": f"{size}x{size}", "type": "image/png", "purpose": purpose}


def _allow_caching(response: Response) -> Response:
    response.headers["Cache-Control"] = KEPT
    return response
