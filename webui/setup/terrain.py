"""The step "terrain". Features are GeoJSON, as in terrain.geojson, in table inches.

GET  /api/setup/terrain       {"features": [...], "stamp": "names this state of the file", "fault": "" or a sentence,
                               "unchecked": whether outlines were proposed, and pieces may be missing,
                               "width_in", "depth_in", "camera": true (whether there is a picture to draw on),
                               "pieces": [{"id", "tag", "features": [...in its own frame], "seen": true}],
                               "library": [{"name", "about", "features": [...around the origin]}],
                               "tags": [{"tag", "x_in", "y_in", "heading_rad", "printed_mm"}]}  unassigned, in sight
GET  /api/setup/terrain/ground.jpg?z=3&after=N   the camera's picture as if from straight above, true at height z: 20
                              pixels an inch, 3 in more on each side; once it is newer than view N; header X-View
GET  /api/setup/terrain/export/terrain.geojson, /api/setup/terrain/export/terrain.uvtt?at_in=1     the saved terrain
POST /api/setup/terrain/check {"features"}       {"faults": [["sentence", ...] for each feature], "others": [], "sound"}
POST /api/setup/terrain/save {"features", "stamp"}      writes the file, for the live table too; answers like GET
POST /api/setup/terrain/import {"name", "text", "height_in"?, "grid_in"?, "material"?, "thickness_in"?, "doors"?}
                              {"features": [...], "losses": [sentence, ..]}: a Universal VTT map where height_in is
     {.., "unit", "scale", "down"?}                       given, a GeoJSON of any origin with unit and scale as well;
                              nothing is saved
POST /api/setup/terrain/wear {"features", "stamp", "piece", "tag"}      gives the drawn piece that tag
POST /api/setup/terrain/swap {"piece", "tag"}           replaces the piece's tag by another
POST /api/setup/terrain/fast {"piece"}                  takes the tag away; the piece stays where it was last seen
"""

from typing import Any

from flask import Blueprint, Response, abort, jsonify, request

from tablecam.base.i18n import Message
from tablecam.base.i18n import gettext as _
from tablecam.live.live_loop import LiveLoop, PublishedFrame
from tablecam.live.rectification import rectify_frame
from tablecam.rules.books.book import Book
from tablecam.rules.books.views import dump_view
from tablecam.setup.finding import SetupRefusal
from tablecam.setup.table_setup import TableSetup
from tablecam.setup.terrain_library import LibraryShape, usual_pieces
from tablecam.setup.terrain_step import TagOnPiece, make_frame, make_walls, tag_on_top, to_geojson
from tablecam.setup.unassigned_tags import SeenTag
from tablecam.table.terrain import SOLID, Feature, Piece, place_piece
from webui.entrance.access import only
from webui.entrance.guard import larger
from webui.server.request_values import integer
from webui.setup.steps import Json
from webui.table.demo_control import ControlPayload
from webui.table.picture import encode_jpeg

# of a map without its image, which the page leaves out
MOST_BYTES = 2 * 1024 * 1024
PATIENCE_S = 1.0
LOWEST_IN, HIGHEST_IN = -1.0, 24.0
COMMANDS = ("save", "wear", "swap", "fast")


def blueprint(setup: TableSetup, live: LiveLoop) -> Blueprint:
    """Serves /api/setup/terrain and what is below it."""
    pages = Blueprint("setup terrain", __name__)  # no text

    @pages.get("/api/setup/terrain")
    def get_terrain() -> Response:
        only("table", "umpire")
        return jsonify(state(setup, live.view))

    @pages.get("/api/setup/terrain/ground.jpg")
    def get_ground() -> Response:
        only("table", "umpire")
        view = live.wait(integer("after", -1), PATIENCE_S)
        response = Response(
            _draw_from_above(view, request.args.get("z", default=0.0, type=float)), mimetype="image/jpeg"
        )
        response.headers["X-View"] = str(view.number)
        return response

    @pages.get("/api/setup/terrain/export/<any('terrain.geojson', 'terrain.uvtt'):name>")
    def export_terrain(name: str) -> Response:
        only("table", "umpire")
        at_in = request.args.get("at_in", default=1.0, type=float)
        body = setup.terrain.export_terrain(at_in if name.endswith("uvtt") else None)
        response = Response(body, mimetype="application/octet-stream")
        response.headers["Content-Disposition"] = f"attachment; filename={name}"  # no text
        return response

    @pages.post("/api/setup/terrain/check")
    @larger(MOST_BYTES)
    def check_terrain() -> Response:
        only("table", "umpire")
        report = setup.terrain.check(request.get_json().get("features"))
        faults = [[str(fault) for fault in feature_faults] for feature_faults in report.of_feature]
        return jsonify({"faults": faults, "others": [str(fault) for fault in report.others], "sound": report.sound})

    @pages.post("/api/setup/terrain/import")
    @larger(MOST_BYTES)
    def import_file() -> Response:
        only("table", "umpire")
        body = ControlPayload(request.get_json())
        height_in = body.maybe("height_in")
        how = None if height_in is None else _read_import(body, height_in, setup.book)
        features, losses = setup.terrain.import_features(body.text("name"), body.text("text"), how)
        return jsonify({"features": features, "losses": list(map(str, losses))})

    @pages.post(f"/api/setup/terrain/<any({', '.join(COMMANDS)}):command>")
    @larger(MOST_BYTES)
    def run_command(command: str) -> Response:
        only("table", "umpire")
        _carry_out_command(command, setup, live.view, request.get_json())
        return jsonify(state(setup, live.view))

    return pages


def _carry_out_command(command: str, setup: TableSetup, view: PublishedFrame, json: Json) -> None:
    body, step = ControlPayload(json), setup.terrain
    if command == "save":
        step.save(json.get("features"), body.text("stamp"))
    elif command == "swap":
        step.swap_tag(body.text("piece"), whole_number(body, "tag"))
    elif command == "fast":
        matching_pieces = [piece for piece in step.pieces() if piece.id == body.text("piece")]
        step.detach_tag(
            body.text("piece"), [feature for piece in matching_pieces for feature in _find_seen_features(view, piece)]
        )
    else:
        piece = body.text("piece")
        tag = _read_tag_on_piece(setup, view, whole_number(body, "tag"), step.parts(json.get("features"), piece))
        step.attach_tag(json.get("features"), body.text("stamp"), piece, tag)


def state(setup: TableSetup, view: PublishedFrame) -> Json:
    """The terrain on the table, the library, and the unassigned tags."""
    step = setup.terrain
    features, fault = step.load_readable()
    width_in, depth_in = step.size_in or (48.0, 48.0)
    return {
        "features": features,
        "stamp": step.stamp,
        "fault": fault,
        "unchecked": setup.terrain_unchecked,
        "width_in": width_in,
        "depth_in": depth_in,
        "camera": view.camera is not None,
        "pieces": [_piece_to_json(piece) | {"seen": bool(_find_seen_features(view, piece))} for piece in step.pieces()],
        "materials": dump_view(setup.book.materials),
        "library": [
            _shape_to_json(shape)
            for shape in (*usual_pieces(setup.book.materials), *map(_piece_to_shape, step.pieces()))
        ],
        "tags": [tag(visible_tag) for visible_tag in find_seen_tags(setup, view)],
    }


def find_seen_tags(setup: TableSetup, view: PublishedFrame) -> tuple[SeenTag, ...]:
    """The unassigned tags in sight, with their places on the table."""
    if view.frame is None or view.camera is None or view.snapshot is None:
        return ()
    return setup.unassigned.on_table(view.frame, view.camera, view.snapshot.unknown_tags)


def tag(seen: SeenTag) -> Json:
    """A tag in sight, as JSON."""
    place = {"x_in": round(seen.x_in, 1), "y_in": round(seen.y_in, 1), "heading_rad": round(seen.heading_rad, 1)}
    return {"tag": seen.tag, **place, "printed_mm": seen.printed_mm}


def _read_tag_on_piece(setup: TableSetup, view: PublishedFrame, number: int, parts: tuple[Feature, ...]) -> TagOnPiece:
    if view.frame is not None and view.camera is not None:
        for detection in setup.unassigned.detections(view.frame, view.camera, {number}):
            return tag_on_top(detection, view.camera, parts)
    raise SetupRefusal(Message("tag {tag} is not in sight: uncover it and try again", tag=number))


def _find_seen_features(view: PublishedFrame, piece: Piece) -> tuple[Feature, ...]:
    """The piece's features where its tag was last seen; none where it has not been seen."""
    if view.snapshot is None:
        return ()
    names = {feature.name for feature in place_piece(piece, 0.0, 0.0, 0.0)}
    features = view.snapshot.terrain.features
    return tuple(feature for feature in features if feature.piece == piece.id and feature.name in names)


def _draw_from_above(view: PublishedFrame, z_in: float) -> bytes:
    if view.frame is None or view.camera is None or view.snapshot is None:
        unknown = _("The camera's position is not known yet: draw on the plain table.")
        abort(503, str(view.missing or view.trouble or unknown))
    if not LOWEST_IN <= z_in <= HIGHEST_IN:
        low, high = f"{LOWEST_IN:g}", f"{HIGHEST_IN:g}"
        abort(400, _("The height must be from {low} to {high} in: choose another.", low=low, high=high))
    size_in = view.snapshot.width_in, view.snapshot.depth_in
    return encode_jpeg(rectify_frame(view.frame, view.camera, size_in, round(z_in, 2)))


def _read_import(body: ControlPayload, height_in: float, book: Book) -> Any:
    """The frame of a GeoJSON if the request has a unit, else the walls of a Universal VTT map."""
    unit = body.text("unit", "")
    if not unit:
        return _read_walls(body, height_in, book)
    material = body.text("material", next(iter(book.material_names), SOLID))
    return make_frame(unit, body.number("scale"), height_in, material, body.flag("down", False))


def _read_walls(body: ControlPayload, height_in: float, book: Book) -> Any:
    grid, thickness = body.maybe("grid_in"), body.maybe("thickness_in")
    grid_in, thickness_in = 1.0 if grid is None else grid, 0.1 if thickness is None else thickness
    materials = book.material_names
    material = body.text("material", next(iter(materials), SOLID))
    return make_walls(height_in, grid_in, thickness_in, material, body.text("doors", "drawn"), materials)


def whole_number(body: ControlPayload, key: str) -> int:
    """The whole number under the key. Raises SetupRefusal for another number."""
    number = body.number(key)
    if number != int(number):
        raise SetupRefusal(Message("{key} must be a whole number", key=key))
    return int(number)


def _piece_to_json(piece: Piece) -> Json:
    return {"id": piece.id, "tag": piece.tag, "features": [to_geojson(feature) for feature in piece.features]}


def _piece_to_shape(piece: Piece) -> LibraryShape:
    return LibraryShape(piece.id, Message("like the piece with tag {tag}", tag=piece.tag), piece.features)


def _shape_to_json(shape: LibraryShape) -> Json:
    features = [to_geojson(feature) for feature in shape.features]
    return {"name": str(shape.name), "about": str(shape.about), "features": features}
