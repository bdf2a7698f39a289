"""The exits of a base that seems to overlap something: straight out, to the places nearby where it is clear.

Places are measured and plans are drawn by hand, so a base in contact often seems to overlap a wall by a hair. Then only
its own place is in doubt: everything else keeps the whole clearance. The base leaves along a straight leg on which it
gets hardly deeper into anything than at its place. Between two other bases there are several such legs.
"""

from dataclasses import dataclass

import numpy as np
import shapely

from tablecam.table.geometry.grown_obstacles import TOUCH_IN, GrownObstacles, Place
from tablecam.table.geometry.tangents import Network, area_walls, find_reachable_corners, is_on_arc

# The greatest apparent overlap of a base that still counts as standing beside an obstacle: the error of plans drawn
# with a ruler and of measured places.
SLACK_IN = 0.05

# The nodes of a network where a path begins and ends: its first and last places, which may not be clear.
START, GOAL = -1, -2


@dataclass(frozen=True)
class Exits:
    """The clear places next to a base, (k, 2), and their distances, (k,); the place itself if it is clear.

    overlap_in: the depth by which the base seems to overlap something at its place, 0 if it does not.
    """

    place: Place
    places: np.ndarray
    legs: np.ndarray
    overlap_in: float = 0.0

    def join(self, routes: Network, end: int, first: int) -> None:
        """Adds the end of a path to a network in which the exits are the nodes from `first` on."""
        routes.graph.add_node(end)
        routes.graph.add_weighted_edges_from(
            (end, first + number, leg) for number, leg in enumerate(self.legs.tolist())
        )


def find_exits(place: Place, grown: GrownObstacles, radius_in: float, slack_in: float) -> Exits:
    """The exits of a disc from its place; none if it is shut in. slack_in: as for `paths.shortest_path`."""
    point = shapely.Point(place)
    if grown.free(np.array([point]))[0]:
        return Exits(place, np.array([place], float), np.zeros(1))
    distance = shapely.distance(grown.solids, point)
    beyond = np.concatenate([grown.area[:2] - place, place - grown.area[2:]])
    overlap_in = max(float(np.max(grown.clear - distance, initial=0.0)), float(beyond.max()))
    places = np.vstack([_find_arc_exits(place, grown), _find_wall_exits(place, grown), find_reachable_corners(grown)])
    places = places[grown.free(shapely.points(places))]
    legs = np.hypot(*(places - place).T)
    order = np.argsort(legs, kind="stable")
    places, legs = places[order], legs[order]
    # Hardly deeper than at the place: a base between two others, slightly aside of their middle, overlaps them most in
    # the middle. A disc that holds a narrow base may overlap by more than any error, but no deeper on its way out.
    depth = np.minimum(slack_in, np.maximum(grown.clear - distance, 0.0) + min(overlap_in, SLACK_IN))
    near = legs <= radius_in
    exit_rows = np.flatnonzero(near)[_keeps_clear(grown, place, places[near], grown.clear - depth)]
    if not len(exit_rows):
        # deep in an alley that seems too narrow: along it, and out by the nearer end
        exit_rows = np.flatnonzero(~near)[_keeps_clear(grown, place, places[~near], grown.clear - depth)][:1]
    return Exits(place, places[exit_rows], legs[exit_rows], overlap_in)


def _keeps_clear(grown: GrownObstacles, place: Place, places: np.ndarray, clear: np.ndarray) -> np.ndarray:
    """(k,), whether the straight legs from a place keep `clear`, (s,), away from each solid."""
    lines = shapely.linestrings(np.stack([np.broadcast_to(place, places.shape), places], axis=1))
    return np.all(shapely.distance(lines[:, None], grown.solids[None, :]) >= clear - TOUCH_IN, axis=1)


def _find_arc_exits(place: Place, grown: GrownObstacles) -> np.ndarray:
    """(n, 2), the places on arcs that lie straight out from their centres."""
    offset = np.subtract(place, grown.circles[:, :2])
    angle = np.arctan2(offset[:, 1], offset[:, 0])
    feet = grown.circles[:, :2] + grown.circles[:, 2:] * np.column_stack([np.cos(angle), np.sin(angle)])
    return feet[is_on_arc(grown.arcs, angle)]


def _find_wall_exits(place: Place, grown: GrownObstacles) -> np.ndarray:
    """(n, 2), the feet of the perpendiculars on walls and on the edges of the area."""
    walls = np.vstack([grown.walls, area_walls(grown.area)])
    along = walls[:, 2:] - walls[:, :2]
    share = np.einsum("ij,ij->i", place - walls[:, :2], along) / np.einsum("ij,ij->i", along, along)
    inside = (share >= 0) & (share <= 1)
    return walls[inside, :2] + share[inside, None] * along[inside]
