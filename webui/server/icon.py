"""The icon of the page, drawn from a few numbers, and the manifest with which a tablet installs the page.

A browser offers to install the page in a secure context only: on this machine, or over https (docs/network.md). There
is no service worker, so the code of a page never changes during a game.
"""

from functools import cache

import cv2
import numpy as np
from flask import Blueprint, Response, jsonify

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


def blueprint() -> Blueprint:
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
