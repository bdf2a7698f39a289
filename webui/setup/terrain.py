"""The step "terrain". Features are GeoJSON's, as terrain.geojson has them, in table inches.

GET  /api/setup/terrain       {"features": [...], "stamp": "names this state of the file", "fault": "" or a sentence,
                               "width_in", "depth_in", "camera": true (whether there is a picture to draw on),
                               "pieces": [{"id", "tag", "features": [...in its own frame], "seen": true}],
                               "library": [{"name", "about", "features": [...around the origin]}],
                               "materials": [{"id", "title", "pattern": "plain" or "weave"}],
                               "tags": [{"tag", "x_in", "y_in", "heading_rad", "printed_mm"}]}     nobody's, in sight
GET  /api/setup/terrain/ground.jpg?z=3&after=N   the camera's picture as seen from straight above the height z: 20
                              pixels an inch, 3 in more on each side; once it is newer than view N; header X-View
GET  /api/setup/terrain/export/terrain.geojson, /api/setup/terrain/export/terrain.uvtt?at_in=1     what was saved
POST /api/setup/terrain/check {"features"}       {"faults": [["sentence", ...] for each feature], "others": [], "sound"}
POST /api/setup/terrain/save {"features", "stamp"}      writes the file, and the live table has it; answers like GET
POST /api/setup/terrain/import {"name", "text", "height_in"?, "grid_in"?, "material"?, "thickness_in"?, "doors"?}
                              {"features": [...]}: a Universal VTT map where height_in is given; nothing is saved
POST /api/setup/terrain/wear {"features", "stamp", "piece", "tag"}      that tag carries the drawn piece
POST /api/setup/terrain/swap {"piece", "tag"}           another tag is glued where its own was
POST /api/setup/terrain/fast {"piece"}                  it wears no tag any more and stands where it was seen last
"""

from typing import Any

from flask import Blueprint, Response, abort, jsonify, request

from tablecam.errors import BadFile
from tablecam.observing.live_loop import LiveLoop, PublishedFrame
from tablecam.rulebooks.catalogue import BOOKS
from tablecam.rulebooks.views import shown
from tablecam.setup.rectified import rectified
from tablecam.setup.table_setup import TableSetup
from tablecam.setup.terrain_library import USUAL, LibraryShape
from tablecam.setup.terrain_step import walls_of, written
from tablecam.setup.terrain_tags import Worn, lying_on
from tablecam.setup.unassigned_tags import SeenTag
from tablecam.table.pieces import Piece, placed
from tablecam.table.terrain import Feature
from webui.access import only
from webui.demo_control import ControlPayload
from webui.entrance.guard import larger
from webui.picture import jpeg_of
from webui.query import integer
from webui.setup.shown import Json

# of a map without its picture, which the page leaves out
MOST_BYTES = 2 * 1024 * 1024
PATIENCE_S = 1.0
LOWEST_IN, HIGHEST_IN = -1.0, 24.0
COMMANDS = ("save", "wear", "swap", "fast")


def blueprint(setup: TableSetup, live: LiveLoop) -> Blueprint:
    """Serves /api/setup/terrain and what is below it."""
    pages = Blueprint("setup terrain", __name__)

    @pages.get("/api/setup/terrain")
    def terrain() -> Response:
        only("table", "umpire")
        return jsonify(state(setup, live.view))

    @pages.get("/api/setup/terrain/ground.jpg")
    def ground() -> Response:
        only("table", "umpire")
        view = live.wait(integer("after", -1), PATIENCE_S)
        response = Response(_from_above(view, request.args.get("z", default=0.0, type=float)), mimetype="image/jpeg")
        response.headers["X-View"] = str(view.number)
        return response

    @pages.get("/api/setup/terrain/export/<any('terrain.geojson', 'terrain.uvtt'):name>")
    def export(name: str) -> Response:
        only("table", "umpire")
        at_in = request.args.get("at_in", default=1.0, type=float)
        body = setup.terrain.exported(at_in if name.endswith("uvtt") else None)
        response = Response(body, mimetype="application/octet-stream")
        response.headers["Content-Disposition"] = f"attachment; filename={name}"
        return response

    @pages.post("/api/setup/terrain/check")
    @larger(MOST_BYTES)
    def check() -> Response:
        only("table", "umpire")
        found = setup.terrain.check(request.get_json().get("features"))
        return jsonify({"faults": found.of_feature, "others": found.others, "sound": found.sound})

    @pages.post("/api/setup/terrain/import")
    @larger(MOST_BYTES)
    def bring() -> Response:
        only("table", "umpire")
        said = ControlPayload(request.get_json())
        height_in = said.maybe("height_in")
        walls = None if height_in is None else _walls(said, height_in)
        return jsonify({"features": setup.terrain.imported(said.text("name"), said.text("text"), walls)})

    @pages.post(f"/api/setup/terrain/<any({', '.join(COMMANDS)}):command>")
    @larger(MOST_BYTES)
    def act(command: str) -> Response:
        only("table", "umpire")
        _done(command, setup, live.view, request.get_json())
        return jsonify(state(setup, live.view))

    return pages


def _done(command: str, setup: TableSetup, view: PublishedFrame, body: Json) -> None:
    said, step = ControlPayload(body), setup.terrain
    if command == "save":
        step.save(body.get("features"), said.text("stamp"))
    elif command == "swap":
        step.swap_tag(said.text("piece"), _whole(said, "tag"))
    elif command == "fast":
        named = [piece for piece in step.pieces() if piece.id == said.text("piece")]
        step.stand_fast(said.text("piece"), [feature for piece in named for feature in _standing(view, piece)])
    else:
        piece = said.text("piece")
        worn = _worn(setup, view, _whole(said, "tag"), step.parts(body.get("features"), piece))
        step.wear(body.get("features"), said.text("stamp"), piece, worn)


def state(setup: TableSetup, view: PublishedFrame) -> Json:
    """What stands on the table, and what could."""
    step = setup.terrain
    features, fault = step.drawn()
    width_in, depth_in = step.size_in or (48.0, 48.0)
    return {
        "features": features,
        "stamp": step.stamp,
        "fault": fault,
        "width_in": width_in,
        "depth_in": depth_in,
        "camera": view.camera is not None,
        "pieces": [_piece(piece) | {"seen": bool(_standing(view, piece))} for piece in step.pieces()],
        "materials": shown(BOOKS.usual.materials),
        "library": [_shape(shape) for shape in (*USUAL, *map(_as_shape, step.pieces()))],
        "tags": [tag(seen) for seen in seen_tags(setup, view)],
    }


def seen_tags(setup: TableSetup, view: PublishedFrame) -> tuple[SeenTag, ...]:
    """The tags that nobody wears and that are in sight, as they lie on the table."""
    if view.frame is None or view.camera is None or view.snapshot is None:
        return ()
    return setup.unworn.lying(view.frame, view.camera, view.snapshot.unknown_tags)


def tag(seen: SeenTag) -> Json:
    """A tag in sight."""
    place = {"x_in": round(seen.x_in, 1), "y_in": round(seen.y_in, 1), "heading_rad": round(seen.heading_rad, 1)}
    return {"tag": seen.tag, **place, "printed_mm": seen.printed_mm}


def _worn(setup: TableSetup, view: PublishedFrame, number: int, parts: tuple[Feature, ...]) -> Worn:
    if view.frame is not None and view.camera is not None:
        for detection in setup.unworn.detections(view.frame, view.camera, {number}):
            return lying_on(detection, view.camera, parts)
    raise BadFile(f"tag {number} is not in sight: uncover it and try again")


def _standing(view: PublishedFrame, piece: Piece) -> tuple[Feature, ...]:
    """The piece's features where its tag was seen last; none where it was not."""
    if view.snapshot is None:
        return ()
    names = {each.name for each in placed(piece, 0.0, 0.0, 0.0)}
    return tuple(each for each in view.snapshot.terrain.features if each.piece == piece.id and each.name in names)


def _from_above(view: PublishedFrame, z_in: float) -> bytes:
    if view.frame is None or view.camera is None or view.snapshot is None:
        abort(503, view.missing or view.trouble or "The camera's place is not known yet: draw on the plain table.")
    if not LOWEST_IN <= z_in <= HIGHEST_IN:
        abort(400, f"The height must be from {LOWEST_IN:g} to {HIGHEST_IN:g} in: choose another.")
    size_in = view.snapshot.width_in, view.snapshot.depth_in
    return jpeg_of(rectified(view.frame, view.camera, size_in, round(z_in, 2)))


def _walls(said: ControlPayload, height_in: float) -> Any:
    said_grid, said_thick = said.maybe("grid_in"), said.maybe("thickness_in")
    grid_in, thickness_in = 1.0 if said_grid is None else said_grid, 0.1 if said_thick is None else said_thick
    return walls_of(height_in, grid_in, thickness_in, said.text("material", "solid"), said.text("doors", "drawn"))


def _whole(said: ControlPayload, key: str) -> int:
    number = said.number(key)
    if number != int(number):
        raise BadFile(f"{key} must be a whole number")
    return int(number)


def _piece(piece: Piece) -> Json:
    return {"id": piece.id, "tag": piece.tag, "features": [written(each) for each in piece.features]}


def _as_shape(piece: Piece) -> LibraryShape:
    return LibraryShape(piece.id, f"like the piece with tag {piece.tag}", piece.features)


def _shape(shape: LibraryShape) -> Json:
    return {"name": shape.name, "about": shape.about, "features": [written(each) for each in shape.features]}
