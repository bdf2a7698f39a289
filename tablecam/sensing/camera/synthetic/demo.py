"""The table of the demo in every size: two invented forces among a few buildings, and larger crowds for benches."""

import math
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace

import numpy as np
import shapely
from shapely import Point, Polygon, affinity, box

from tablecam.base.errors import TablecamError
from tablecam.sensing.camera.synthetic.scene import (
    OVERALL,
    Scene,
    Sensor,
    Spot,
    compute_camera_height,
    lens,
    on_table,
    overhead,
)
from tablecam.table.geometry.projection import Camera
from tablecam.table.miniature import Base, Circle, Ellipse, Miniature, Rectangle, Roster
from tablecam.table.table import ReferenceTag, Table
from tablecam.table.terrain import SOLID, Feature, Terrain

# edge of the black square: 20 mm over all is enough for 4K, 1080p needs 24 mm
TAG_4K_MM, TAG_1080P_MM = 16.0, 19.2
FIRST_REFERENCE = 40
# numbers that models may wear: all but those of the table
MODEL_TAGS = tuple(tag for tag in range(587) if not 40 <= tag < 48)

# no part of a model lies nearer to the table's edge
EDGE_IN = 0.2
# the prefix of the ids of models that are in no force
EXTRA = "syn-"
# id, name, number of its side, base, height, x, y, heading in degrees, the surface under it
Line = tuple[str, str, int, Base, float, float, float, float, str]
# The twelve with ids of their own are two forces; the remaining ones fill a crowd.
CAST: tuple[Line, ...] = (
    ("brandt", "Watch Captain Brandt", 0, Circle(40.0), 1.6, 9.2, 6.4, 70, "table"),
    ("stone", "Shield Bearer Stone", 0, Circle(32.0), 1.35, 13.4, 8.1, 95, "table"),
    ("ida", "Constable Ida", 0, Circle(28.5), 1.25, 14.6, 4.6, 110, "table"),
    ("lund", "Constable Lund", 0, Circle(28.5), 1.25, 20.6, 8.7, 60, "table"),
    ("moss", "Constable Moss", 0, Circle(28.5), 1.25, 12.2, 13.3, 150, "table"),
    ("vik", "Boat Gunner Vik", 0, Circle(32.0), 1.4, 32.5, 14.5, 100, "depot"),
    ("syn-6", "Scout Tamsin", 0, Circle(25.0), 1.15, 35.4, 15.2, 135, "depot"),
    ("syn-7", "Rider Dov", 0, Ellipse(60.0, 35.0), 1.7, 26.0, 5.2, 80, "table"),
    ("syn-8", "Walker Nine", 0, Circle(50.0), 2.2, 43.2, 7.4, 35, "table"),
    ("mother", "Old Mother", 1, Circle(40.0), 1.6, 36.6, 42.4, 175, "table"),
    ("gruff", "Digger Gruff", 1, Circle(30.0), 1.3, 31.0, 40.2, 290, "table"),
    ("pit", "Digger Pit", 1, Circle(28.5), 1.25, 11.8, 32.9, 300, "chapel"),
    ("shale", "Digger Shale", 1, Circle(28.5), 1.25, 15.2, 32.0, 280, "chapel"),
    ("syn-13", "Rifle Ansel", 1, Circle(28.5), 1.25, 34.2, 33.6, 230, "hill"),
    ("swift", "Runner Swift", 1, Circle(25.0), 1.15, 36.9, 35.0, 215, "hill"),
    ("syn-15", "Drone Octet", 1, Rectangle(25.0, 25.0), 0.8, 23.2, 31.2, 265, "table"),
    ("syn-16", "Shield Bera", 1, Circle(32.0), 1.4, 24.9, 31.9, 250, "table"),
    ("anvil", "Walker Anvil", 1, Circle(60.0), 2.4, 7.3, 41.5, 320, "table"),
    ("syn-18", "Hound Fen", 0, Ellipse(52.0, 30.0), 1.0, 30.4, 22.6, 45, "table"),
    ("syn-19", "Sniper Elke", 1, Circle(25.0), 1.15, 43.3, 30.4, 190, "table"),
)


@dataclass(frozen=True)
class Company:
    """The players for whom the table is drawn: without a rulebook, two sides that nobody plays.

    sides: two, in order. profiles: the cards of the models that play, by id. light: the material of fences.
    """

    sides: tuple[str, ...] = ("first", "second")
    profiles: Mapping[str, str] = field(default_factory=dict)
    light: str = SOLID


STRANGERS = Company()


def demo_scene(
    width: int = 3840, height: int = 2160, mat: str = "street", models: int = 20, company: Company = STRANGERS
) -> Scene:
    """Return a table of 48 x 48 in under a camera of that image size; models beyond the cast are scattered copies."""
    tag_mm = TAG_4K_MM if width >= 2560 else TAG_1080P_MM
    terrain = demo_terrain(company.light)
    roster, spots = _build_cast(tag_mm, models, company)
    everyone = Roster((*roster.models, *_build_crowd(tag_mm, len(roster.models), models, company)))
    spots = scatter_models(everyone.models, spots, terrain, seed=3)
    camera = Camera(lens(width, height), overhead())
    blur = 0.7 if width >= 2560 else 0.55
    return Scene(demo_table(), everyone, terrain, spots, camera, mat, PAINT, Sensor(blur_px=blur))


def two_forces(width: int = 3840, height: int = 2160, mat: str = "street", company: Company = STRANGERS) -> Scene:
    """Return the same table with only the two forces on it, so that a game of theirs can be played."""
    scene = demo_scene(width, height, mat, company=company)
    players = tuple(model for model in scene.roster.models if not model.id.startswith(EXTRA))
    return replace(scene, roster=Roster(players), spots={model.id: scene.spots[model.id] for model in players})


def without_terrain(scene: Scene) -> Scene:
    """Return the same scene without terrain; models on roofs come down."""
    spots = {name: replace(spot, z_in=0.0) for name, spot in scene.spots.items()}
    return replace(scene, terrain=Terrain(), spots=spots)


def demo_table() -> Table:
    """Return 48 x 48 in with eight reference tags of 40 mm around it, anticlockwise from the near left corner."""
    low, middle, high = -1.4, 24.0, 49.4
    centers = [(low, low), (middle, low), (high, low), (high, middle), (high, high), (middle, high), (low, high)]
    tags = [ReferenceTag(FIRST_REFERENCE + i, 40.0, center) for i, center in enumerate([*centers, (low, middle)])]
    # every drawn tag lies in its exact place on its tray
    return Table(48.0, 48.0, "tag36h11", tuple(tags), assembly_sigma_mm=0.0)


PAINT: Mapping[str, str] = {
    "chapel": "brick",
    "depot": "concrete",
    "hill": "grass",
    "ruin": "brick",
    "low wall": "concrete",
    "crate": "wood",
    "barrel": "metal",
    "fence": "wood",
    "container": "metal",
}


def demo_terrain(light: str = SOLID) -> Terrain:
    """Return two buildings, a hill and a container to stand on; ruins, walls, crates, barrels and fences between them.

    light: the material of the fences.
    """
    hill = affinity.rotate(affinity.scale(Point(35.6, 34.4).buffer(1.0, quad_segs=10), 4.6, 3.2), 15)
    blocks = (_build_block(name, where, top_in, light) for name, where, top_in in BLOCKS)
    barrels = (_build_barrel("barrel 1", (25.9, 37.9)), _build_barrel("barrel 2", (27.2, 38.4)))
    return Terrain((*blocks, Feature("hill", SOLID, 0.0, 1.5, True, hill, "hill"), *barrels))


# name, (middle x, middle y, across, along, turned by degrees), height; too narrow to stand on below one inch
BLOCKS: tuple[tuple[str, tuple[float, float, float, float, float], float], ...] = (
    ("chapel", (13.6, 33.0, 6.4, 5.2, 12), 3.5),
    ("depot", (34.0, 14.2, 6.0, 4.6, -18), 3.0),
    ("container", (20.4, 20.4, 5.0, 2.2, 58), 2.2),
    ("ruin 1", (27.6, 27.4, 5.4, 0.4, 40), 4.0),
    ("ruin 2", (30.7, 27.6, 4.2, 0.4, -52), 3.2),
    ("ruin 3", (8.4, 17.6, 0.4, 5.0, 8), 3.6),
    ("low wall", (42.6, 20.0, 0.35, 5.2, -12), 1.1),
    ("crate 1", (29.6, 10.2, 1.5, 1.5, 22), 1.5),
    ("crate 2", (43.5, 25.7, 1.6, 1.6, 50), 1.6),
    ("crate 3", (5.6, 26.2, 1.5, 1.5, -14), 1.5),
    ("fence 1", (7.6, 11.4, 0.2, 4.6, -6), 0.9),
    ("fence 2", (24.6, 43.6, 5.0, 0.2, 4), 0.9),
)


def _build_block(name: str, where: tuple[float, float, float, float, float], top_in: float, light: str) -> Feature:
    x, y, across, along, turn_deg = where
    ground = affinity.translate(affinity.rotate(box(-across / 2, -along / 2, across / 2, along / 2), turn_deg), x, y)
    piece_name = name.rstrip(" 0123456789")
    material = light if piece_name == "fence" else SOLID
    return Feature(name, material, 0.0, top_in, min(across, along) >= 1, ground, piece_name)


def _build_barrel(name: str, middle: tuple[float, float]) -> Feature:
    return Feature(name, SOLID, 0.0, 1.4, False, Point(middle).buffer(0.55, quad_segs=5), "barrel")


def miniature(number: int, line: Line, tag_mm: float, company: Company = STRANGERS) -> Miniature:
    """Build one line of the cast with its tray: the tag lies half a millimetre behind the base."""
    model, name, side, base, height_in, *_ = line
    half_base_mm = base.diameter_mm / 2 if isinstance(base, Circle) else base.length_mm / 2
    offset = (0.0, -(half_base_mm + 0.5 + tag_mm * OVERALL / 2))
    tag, profile = MODEL_TAGS[number], company.profiles.get(model)
    return Miniature(
        model, name, company.sides[side % len(company.sides)], tag, tag_mm, offset, 1.2, base, height_in, profile
    )


def _build_cast(tag_mm: float, models: int, company: Company) -> tuple[Roster, dict[str, Spot]]:
    tops = {feature.name: feature.z_top_in for feature in demo_terrain().features} | {"table": 0.0}
    lines = CAST[:models]
    roster = Roster(tuple(miniature(number, line, tag_mm, company) for number, line in enumerate(lines)))
    spots = {
        model.id: Spot(x, y, tops[stands_on], math.radians(turn))
        for model, (*_, x, y, turn, stands_on) in zip(roster.models, lines, strict=True)
    }
    return roster, spots


def _build_crowd(tag_mm: float, first: int, models: int, company: Company) -> tuple[Miniature, ...]:
    copies = ((f"{EXTRA}{number}", *CAST[number % len(CAST)][1:]) for number in range(first, models))
    return tuple(miniature(number, line, tag_mm, company) for number, line in enumerate(copies, first))


def scatter_models(
    models: Sequence[Miniature], spots: Mapping[str, Spot], terrain: Terrain, seed: int
) -> dict[str, Spot]:
    """Return spots for all models: the given ones, and free places on the ground for the remaining models."""
    random = np.random.default_rng(seed)
    placed_spots = dict(spots)
    for model in models:
        while model.id not in placed_spots:
            x, y = random.uniform(1.5, 46.5, 2).tolist()
            spot = Spot(x, y, 0.0, float(random.uniform(0, 2 * math.pi)))
            if is_free(model, spot, {m.id: (m, placed_spots[m.id]) for m in models if m.id in placed_spots}, terrain):
                placed_spots[model.id] = spot
    return placed_spots


def standing_ground(model: Miniature, spot: Spot) -> Polygon:
    """Return the area of a model's base, tray and tag, in table inches; bases count as their bounding box."""
    across, along = (extent * 25.4 for extent in model.base.half_extents_in)
    half_tag = model.tag_size_mm * OVERALL / 2
    back_mm = model.tag_offset_mm[1] - half_tag
    side_mm = max(across, half_tag)
    return Polygon(
        on_table(np.array([[-side_mm, back_mm], [side_mm, back_mm], [side_mm, along], [-side_mm, along]]), spot)
    )


def is_free(
    model: Miniature,
    spot: Spot,
    others: Mapping[str, tuple[Miniature, Spot]],
    terrain: Terrain,
    gap_in: float = 0.15,
    size_in: tuple[float, float] = (48.0, 48.0),
) -> bool:
    """Report whether a model fits there: on the table, a little away from other models, not inside or under terrain."""
    ground = standing_ground(model, spot)
    left_in, near_in, right_in, far_in = ground.bounds
    if min(left_in, near_in) < EDGE_IN or right_in > size_in[0] - EDGE_IN or far_in > size_in[1] - EDGE_IN:
        return False
    widened = ground.buffer(gap_in)
    if any(feature.z_top_in > spot.z_in + 0.01 and feature.polygon.intersects(widened) for feature in terrain.features):
        return False
    neighbours = (
        (neighbour, other_spot)
        for name, (neighbour, other_spot) in others.items()
        if name != model.id and math.hypot(other_spot.x_in - spot.x_in, other_spot.y_in - spot.y_in) < 6
    )
    return not any(standing_ground(neighbour, other_spot).intersects(widened) for neighbour, other_spot in neighbours)


# the least distance of a piece from the table's edge, and from the next piece
CLEAR_IN = 0.5
# the places that are tried around a model's wanted one: in steps of this length, up to this many
STEP_IN, STEPS = 0.5, 40
# a model within this height of a piece's top stands on it
ON_TOP_IN = 0.01


def resize_scene(scene: Scene, size_in: tuple[float, float]) -> Scene:
    """Return the scene on a table of another width and depth, under a camera at the height that it needs.

    Pieces and models keep their shares of the table; a piece without room is left out, and a model moves with the piece
    under it. TablecamError if a model finds no place.
    """
    former_size = scene.table.width_in, scene.table.depth_in
    if size_in == former_size:
        return scene
    if scene.table.grid is not None:
        raise TablecamError("the table of this rulebook has a grid, and so its own size: leave --size out")
    ratio = np.array(size_in) / np.array(former_size)
    moved_pieces = _move_pieces(scene.terrain, ratio, size_in)
    terrain = Terrain(tuple(moved_pieces.values()))
    camera_pose = overhead(compute_camera_height(size_in), middle_in=(size_in[0] / 2, size_in[1] / 2))
    empty = replace(
        scene,
        table=_resize_table(scene.table, size_in),
        terrain=terrain,
        camera=Camera(scene.camera.intrinsics, camera_pose),
        spots={},
    )
    return replace(empty, spots=_move_models(scene, empty, ratio, moved_pieces))


def _resize_table(table: Table, size_in: tuple[float, float]) -> Table:
    """Resize the table. Reference tags keep their distance beyond a corner, or their place at a side's middle."""
    longer = np.array(size_in) - (table.width_in, table.depth_in)
    middle = np.array([table.width_in, table.depth_in]) / 2
    tags = tuple(
        replace(tag, center_in=(float(x), float(y)))
        for tag in table.reference_tags
        for x, y in [_shift_reference(tag, middle, longer)]
    )
    return replace(table, width_in=size_in[0], depth_in=size_in[1], reference_tags=tags)


def _shift_reference(tag: ReferenceTag, middle: np.ndarray, longer: np.ndarray) -> np.ndarray:
    center = np.array(tag.center_in)
    # tags beyond the middle move by the full growth, those in it by half, those before it not at all
    return center + (0.5 + 0.5 * np.sign(center - middle)) * longer


def _move_pieces(terrain: Terrain, share: np.ndarray, size_in: tuple[float, float]) -> dict[str, Feature]:
    """Move each piece to its share of the table, by name; pieces over an edge or too near another one are left out."""
    kept_pieces: dict[str, Feature] = {}
    for group in _group_touching(terrain):
        middle = np.array(shapely.union_all([feature.polygon for feature in group]).centroid.coords[0])
        shift = middle * share - middle
        moved_group = [replace(feature, polygon=affinity.translate(feature.polygon, *shift)) for feature in group]
        ground = shapely.union_all([feature.polygon for feature in moved_group])
        is_free_place = all(ground.distance(kept_piece.polygon) >= CLEAR_IN for kept_piece in kept_pieces.values())
        if is_free_place and shapely.box(0, 0, *size_in).contains(ground):
            kept_pieces |= {feature.name: feature for feature in moved_group}
    return kept_pieces


def _group_touching(terrain: Terrain) -> Iterator[list[Feature]]:
    """Yield groups of features that touch each other: the walls of a ruin keep their corner."""
    remaining = list(terrain.features)
    while remaining:
        group = [remaining.pop(0)]
        for member in group:
            group += [feature for feature in remaining if feature.polygon.intersects(member.polygon)]
            remaining = [feature for feature in remaining if feature not in group]
        yield group


def _move_models(scene: Scene, empty: Scene, share: np.ndarray, moved: dict[str, Feature]) -> dict[str, Spot]:
    spots: dict[str, Spot] = {}
    for model in scene.roster.models:
        spot = scene.spots.get(model.id)
        if spot is not None:
            spots[model.id] = _find_spot(model, _compute_wanted_spot(scene, spot, share, moved), empty, spots)
    return spots


def _compute_wanted_spot(scene: Scene, spot: Spot, share: np.ndarray, moved: dict[str, Feature]) -> Spot:
    """Return a model's wanted spot: moved with the piece under it, or at its share of the table."""
    point = Point(spot.x_in, spot.y_in)
    for feature in scene.terrain.features:
        is_under = abs(feature.z_top_in - spot.z_in) < ON_TOP_IN and feature.polygon.contains(point)
        if is_under and feature.name in moved:
            former_centroid, new_centroid = feature.polygon.centroid, moved[feature.name].polygon.centroid
            return replace(
                spot,
                x_in=spot.x_in + new_centroid.x - former_centroid.x,
                y_in=spot.y_in + new_centroid.y - former_centroid.y,
            )
    x, y = (float(coordinate) for coordinate in np.array([spot.x_in, spot.y_in]) * share)
    return replace(spot, x_in=x, y_in=y, z_in=0.0)


def _find_spot(model: Miniature, wanted: Spot, empty: Scene, spots: dict[str, Spot]) -> Spot:
    """Return the wanted spot, or the free place nearest to it on the ground."""
    size_in = empty.table.width_in, empty.table.depth_in
    others = {name: (empty.roster.by_id[name], other_spot) for name, other_spot in spots.items()}
    if is_free(model, wanted, others, empty.terrain, size_in=size_in):
        return wanted
    steps = np.arange(-STEPS, STEPS + 1) * STEP_IN
    offsets = sorted(((float(x), float(y)) for x in steps for y in steps), key=lambda way: np.hypot(*way))
    for x, y in offsets:
        spot = replace(wanted, x_in=wanted.x_in + x, y_in=wanted.y_in + y, z_in=0.0)
        if is_free(model, spot, others, empty.terrain, size_in=size_in):
            return spot
    raise TablecamError(f"a table of {size_in[0]:g} x {size_in[1]:g} in has no room for {model.id}: say a larger one")
