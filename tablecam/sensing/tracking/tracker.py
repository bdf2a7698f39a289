"""All models and tagged terrain of a table: takes observations, gives the changes and the places.

No clock, no camera, no pixels: time comes with the observations, so a recording, a test and a live table are one.
"""

import math
from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass, field, replace

from tablecam.base.i18n import Message
from tablecam.sensing.tracking.changes import Appeared, Covered, TrackChange, TrackPath, TrackState, WentMissing
from tablecam.sensing.tracking.lean import LARGE, USUAL_MIX, learn_leans, same_mix
from tablecam.sensing.tracking.observation import Observation
from tablecam.sensing.tracking.pairing import PairedTags
from tablecam.sensing.tracking.print_scale import PrintShare, print_share, same_share
from tablecam.sensing.tracking.relief import (
    FLAT_GROUND,
    Relief,
    relief,
    same_relief,
)
from tablecam.sensing.tracking.rest import Site
from tablecam.sensing.tracking.sag import LevelTag, MeasuredDepth, measure_depth
from tablecam.sensing.tracking.settings import TrackerSettings
from tablecam.sensing.tracking.track import Track
from tablecam.table.elevation import TABLE, ElevationResult
from tablecam.table.miniature import Placed, Roster
from tablecam.table.snapshot import Snapshot
from tablecam.table.table import Table
from tablecam.table.terrain import Piece, Terrain, with_pieces


@dataclass
class Recent:
    """Numbers noticed repeatedly; a number that is not noticed for `forget_s` is forgotten."""

    forget_s: float
    _noticed: dict[int, tuple[int, float]] = field(default_factory=dict)

    def notice(self, number: int, time: float, counts: bool = True) -> None:
        """Note that the number was seen; `counts` is false if that is no new evidence."""
        count, _ = self._noticed.get(number, (0, time))
        self._noticed[number] = count + counts, time

    def forget(self, time: float) -> None:
        """Forget the numbers that were noticed too long ago."""
        self._noticed = {
            key: count_and_time
            for key, count_and_time in self._noticed.items()
            if time - count_and_time[1] <= self.forget_s
        }

    def get_noticed(self, at_least: int = 1) -> tuple[int, ...]:
        """Return the numbers noticed at least this often, in order."""
        return tuple(sorted(number for number, (count, _) in self._noticed.items() if count >= at_least))


DEFAULTS = TrackerSettings()
# leans and sag are learned from places that depend on them, so it takes some rounds
LEARNING_ROUNDS = 4
# models that are covered and seen again give no new evidence on the table until their means are sharper
LEARN_AGAIN_S = 1.0
# if a larger share of the models leans by degrees, their shapes give no evidence on the table under them
MANY_LEAN = 0.2
# the share of the tags that have to look square before their size is judged
MOSTLY_EVEN = 0.7


class Tracker:
    """The models of one table over time. One thread calls `update`; the result of `snapshot` may go anywhere."""

    def __init__(
        self,
        roster: Roster,
        terrain: Terrain,
        table: Table,
        settings: TrackerSettings = DEFAULTS,
        *,
        lean: bool = True,
    ) -> None:
        """lean: whether the tracked models may lean, rather than lie level."""
        self._can_lean = lean
        self._roster, self._table, self._settings = roster, table, settings
        self._site = Site(terrain, table.assembly_sigma_mm, settings, USUAL_MIX if lean else None)
        self._reference = frozenset(tag.id for tag in table.reference_tags)
        self._pairs = PairedTags(roster, table.assembly_sigma_mm)
        # by the first tag of each model
        self._tracks: dict[int, Track] = {}
        self._strangers = Recent(settings.forget_s)
        self._doubles = Recent(settings.forget_s)
        self._time = float("-inf")
        self._untrusted_since: float | None = None
        self._rest_s = settings.rest_s
        self._learned_at = float("-inf")

    def update(
        self,
        observations: Sequence[Observation],
        time: float,
        hidden: frozenset[int] = frozenset(),
        pose_untrusted: bool = False,
        clear: bool = False,
    ) -> tuple[TrackChange, ...]:
        """Return the changes of this frame, in the order of the tags' numbers; the order of the observations does not
        matter.

        hidden: tags whose place is covered in this frame. pose_untrusted: the camera's pose is not trusted, so the
        observations are ignored and everything stays as it is. clear: nothing moves in the image, and no hand is in it,
        so that models whose readings agree are at rest. ValueError if time runs backwards.
        """
        if time < self._time:
            raise ValueError(f"time runs backwards, from {self._time} to {time}: give the frames in order")
        self._time = time
        if pose_untrusted:
            self._untrusted_since = time if self._untrusted_since is None else self._untrusted_since
            return ()
        self._resume_tracks(time)
        self._rest_s = self._settings.clear_rest_s if clear else self._settings.rest_s
        singles = self._sort_readings(observations, time)
        readings, hidden = self._pairs.join_pairs(singles), self._pairs.find_hidden_tags(hidden, singles)
        changes = [
            self._follow_tag(tag, readings.get(tag), time, tag in hidden) for tag in self._list_present_tags(readings)
        ]
        self._forget_stale(time)
        if self._is_worth_learning(changes, time):
            self._learned_at = time
            self._learn_table()
        return tuple(change for change in changes if change is not None)

    def snapshot(self) -> Snapshot:
        """Return the places of all models as of the last update.

        Lost models keep their last seen places; models beyond the table's edge are named in `problems` instead.
        """
        shown_models = [self._tracks[tag].to_placed(self._time) for tag in sorted(self._tracks)]
        visible_models = [model for model in shown_models if model is not None]
        models_off_table = [model for model in visible_models if self._is_off_table(model)]
        return Snapshot(
            time=self._time,
            models=tuple(model for model in visible_models if not self._is_off_table(model)),
            terrain=self._site.terrain,
            width_in=self._table.width_in,
            depth_in=self._table.depth_in,
            scale_sigma=self._table.scale_sigma,
            grid=self._table.grid,
            pose_untrusted=self._untrusted_since is not None,
            unknown_tags=self._strangers.get_noticed(self._settings.confirmations),
            problems=(
                *map(_describe_double, self._doubles.get_noticed()),
                *map(_describe_off_table, models_off_table),
                *self._pairs.problems,
            ),
        )

    def print_share(self) -> PrintShare | None:
        """Return the common size of the tags of the models at rest, if it is not their true size."""
        resting = [track for track in self._tracks.values() if track.at_rest]
        worn_tags = [worn_tags for track in resting if (worn_tags := track.worn) is not None]
        # if many lean, the size of the remaining tags says nothing: some of them lean too
        return print_share(worn_tags) if len(worn_tags) >= MOSTLY_EVEN * len(resting) else None

    @property
    def measured_depth(self) -> MeasuredDepth | None:
        """The depth of the table's middle from the models at rest; None if they are too few."""
        level_tags = [tag for track in self._tracks.values() if (tag := track.level_tag) is not None]
        return measure_depth(
            level_tags, (self._table.width_in, self._table.depth_in), not self._weigh_relief(level_tags).sags
        )

    @property
    def calm(self) -> bool:
        """Whether models are known and all of them are at rest or lost."""
        return (
            bool(self._tracks) and self._untrusted_since is None and all(track.calm for track in self._tracks.values())
        )

    @property
    def terrain(self) -> Terrain:
        """The terrain that models may stand on."""
        return self._site.terrain

    @terrain.setter
    def terrain(self, terrain: Terrain) -> None:
        """Set the terrain. Judge again what models stand on, unless a person has said it."""
        if terrain is not self._site.terrain:
            self._site = replace(self._site, terrain=terrain)
            for track in self._tracks.values():
                track.stand_among(self._site)

    def find_path(self, model_id: str) -> TrackPath | None:
        """Return the present path of a moving model, for drawing; None if it is not moving, or not seen."""
        track = self._tracks.get(self._roster.by_id[model_id].tag)
        return track.path if track is not None else None

    def override_height(self, model_id: str, surface_name: str | None) -> None:
        """Set the surface under a model at rest, until it moves; None lets the readings decide again.

        ValueError if there is no such surface to stand on, or no such model at rest.
        """
        standing = None if surface_name is None else self._find_surface(surface_name)
        model = self._roster.by_id.get(model_id)
        track = self._tracks.get(model.tag) if model is not None else None
        if track is None or not track.stand_on(standing):
            raise ValueError(
                Message(
                    "no model '{model}' is at rest on the table: wait until it is, then name its surface",
                    model=model_id,
                )
            )

    def _is_worth_learning(self, changes: Sequence[TrackChange | None], time: float) -> bool:
        """Report whether the changes may give new evidence on the table.

        A model that came to rest or left does; any change does after a while in which means have become sharper.
        """
        real_changes = [change for change in changes if change is not None]
        if any(
            not isinstance(change, Covered | WentMissing) and not _is_back_in_place(change) for change in real_changes
        ):
            return True
        return bool(real_changes) and time - self._learned_at >= LEARN_AGAIN_S

    def _learn_table(self) -> None:
        """Learn leans, sag and print size of this table from all models at rest. After a change, place all models
        again.
        """
        if not self._can_lean:
            return
        for _ in range(LEARNING_ROUNDS):
            site = self._learn_site()
            former_site, self._site = self._site, site
            is_same = same_mix(site.mix, former_site.mix) and same_relief(site.relief, former_site.relief)
            if is_same and same_share(site.share, former_site.share):
                self._site = former_site
                return
            for track in self._tracks.values():
                track.stand_among(site)

    def _learn_site(self) -> Site:
        """Return the site by the present evidence of the models at rest."""
        share = self.print_share()
        if not same_share(share, self._site.share):
            # tags of another size looked like leaning or sunken ones
            return replace(self._site, mix=USUAL_MIX, relief=FLAT_GROUND, share=share)
        tracks = self._tracks.values()
        evidences = [evidence for track in tracks if (evidence := track.lean.evidence) is not None]
        mix = learn_leans(evidences)
        if float(mix[LARGE:].sum()) > MANY_LEAN:
            # many lean, so the cause is waves, or they lean each on its own
            ground_relief = self._weigh_relief([tag for track in tracks if (tag := track.standing_tag) is not None])
            ground_relief = (
                ground_relief if ground_relief.waves > ground_relief.own_leans else replace(ground_relief, shape=None)
            )
        else:
            ground_relief = self._weigh_relief([tag for track in tracks if (tag := track.level_tag) is not None])
        return replace(self._site, mix=mix, relief=ground_relief)

    def _weigh_relief(self, tags: Sequence[LevelTag]) -> Relief:
        reference_places_in = [tag.center_in for tag in self._table.reference_tags]
        return relief(tags, (self._table.width_in, self._table.depth_in), reference_places_in)

    def _find_surface(self, name: str) -> ElevationResult:
        if name == TABLE:
            return ElevationResult(0.0, TABLE)
        for feature in self._site.terrain.features:
            if feature.name == name and feature.standable:
                return ElevationResult(feature.z_top_in, name)
        raise ValueError(
            Message(
                "the terrain has no surface '{surface}' to stand on: name a standable feature or '{table}'",
                surface=name, table=TABLE,
            )
        )  # fmt: skip

    def _resume_tracks(self, time: float) -> None:
        if self._untrusted_since is None:
            return
        for track in self._tracks.values():
            track.resume(time - self._untrusted_since)
        self._untrusted_since = None

    def _sort_readings(self, observations: Sequence[Observation], time: float) -> dict[int, Observation]:
        """Return the single reading of each tag that models wear; note strangers and doubles."""
        by_tag: dict[int, list[Observation]] = defaultdict(list)
        for observation in observations:
            by_tag[observation.tag].append(observation)
        for tag in by_tag.keys() - self._roster.by_tag.keys() - self._reference:
            self._strangers.notice(tag, time, counts=any(reading.fresh for reading in by_tag[tag]))
        known_readings = {tag: readings for tag, readings in by_tag.items() if tag in self._roster.by_tag}
        for tag in [tag for tag, readings in known_readings.items() if len(readings) > 1]:
            self._doubles.notice(tag, time)
            if (first_tag := self._roster.by_tag[tag].tag) in self._tracks:
                self._tracks[first_tag].touch(time)
        return {
            tag: readings[0]
            for tag, readings in known_readings.items()
            if len(readings) == 1 and _is_finite(readings[0])
        }

    def _list_present_tags(self, readings: dict[int, Observation]) -> list[int]:
        return sorted(self._tracks.keys() | readings.keys())

    def _follow_tag(self, tag: int, reading: Observation | None, time: float, covered: bool) -> TrackChange | None:
        if reading is None:
            return self._tracks[tag].miss(time, covered)
        if tag not in self._tracks:
            self._tracks[tag] = Track(self._roster.by_tag[tag], self._site, time)
        return self._tracks[tag].see(reading, time, covered, self._rest_s)

    def _forget_stale(self, time: float) -> None:
        self._strangers.forget(time)
        self._doubles.forget(time)
        for tag in [tag for tag, track in self._tracks.items() if track.forgettable(time)]:
            del self._tracks[tag]

    def _is_off_table(self, model: Placed) -> bool:
        margin_in = self._settings.off_table_in
        is_beside = not -margin_in <= model.x_in <= self._table.width_in + margin_in
        return is_beside or not -margin_in <= model.y_in <= self._table.depth_in + margin_in


def _is_back_in_place(change: TrackChange) -> bool:
    """Report whether a model was only covered, and stands in its place."""
    return isinstance(change, Appeared) and change.start is not None


def _is_finite(reading: Observation) -> bool:
    """Report whether the fit gave finite numbers; otherwise it is no reading."""
    # a single nan makes the sum nan
    return math.isfinite(reading.x_in + reading.y_in + reading.heading_rad + reading.scale)


def _describe_double(tag: int) -> Message:
    return Message(
        "tag {tag} is visible twice: take one of the two models away; until then, neither is measured", tag=tag
    )


def _describe_off_table(model: Placed) -> Message:
    names = {"model": model.model.name, "tag": model.model.tag, "x": f"{model.x_in:.1f}", "y": f"{model.y_in:.1f}"}
    if model.state == TrackState.LOST.value:
        return Message("{model} (tag {tag}) was last seen off the table at {x}, {y}", **names)
    return Message("{model} (tag {tag}) lies off the table at {x}, {y}", **names)


# The terrain of a table over time: fixed terrain, and tagged pieces where they were put down.
#
# Pieces are tracked like models, but on the fixed terrain alone: a hill must not stand on itself.

# Readings of a piece at rest vary less than this at its edge. Only a larger change is drawn and measured again.
ELSEWHERE_IN = 0.02


class Ground:
    """The terrain of one table. One thread calls `update`.

    A piece that is carried, covered or out of sight keeps its last place; one off the table is left out.
    """

    def __init__(
        self, fast: Terrain, pieces: Sequence[Piece], table: Table, settings: TrackerSettings = DEFAULTS
    ) -> None:
        self._fixed_terrain, self._pieces = fast, tuple(pieces)
        self._tags = frozenset(piece.tag for piece in pieces)
        self._tracker = Tracker(Roster(tuple(piece.wearer for piece in pieces)), fast, table, settings, lean=False)
        self._standing: dict[str, Placed] = {}
        self._problems: tuple[str | Message, ...] = ()
        self._terrain = fast

    @property
    def terrain(self) -> Terrain:
        """All terrain in its present place; the same object until a piece moves."""
        return self._terrain

    @property
    def problems(self) -> tuple[str | Message, ...]:
        """Problems with the pieces that the players should know about, as sentences."""
        return self._problems

    def select_models(self, observations: Sequence[Observation]) -> list[Observation]:
        """Return the observations that are not of pieces."""
        return [observation for observation in observations if observation.tag not in self._tags]

    def update(
        self,
        observations: Sequence[Observation],
        time: float,
        hidden: frozenset[int] = frozenset(),
        pose_untrusted: bool = False,
    ) -> tuple[TrackChange, ...]:
        """Return the changes of the pieces in this frame, under their ids; arguments as for `Tracker.update`."""
        if not self._pieces:
            return ()
        piece_observations = [observation for observation in observations if observation.tag in self._tags]
        changes = self._tracker.update(piece_observations, time, hidden & self._tags, pose_untrusted)
        snapshot = self._tracker.snapshot()
        self._problems = snapshot.problems
        standing = self._update_standing(snapshot)
        if standing != self._standing:
            self._standing = standing
            self._terrain = with_pieces(self._fixed_terrain, self._pieces, standing.values())
        return changes

    def _update_standing(self, snapshot: Snapshot) -> dict[str, Placed]:
        """Return the tagged pieces: those at rest elsewhere in their new place, the remaining ones unchanged."""
        standing = {}
        for placed in snapshot.models:
            former = self._standing.get(placed.model.id)
            is_at_rest = placed.state == TrackState.SETTLED.value
            piece = placed if is_at_rest and (former is None or _has_moved(former, placed)) else former
            if piece is not None:
                standing[placed.model.id] = piece
        return standing


def _has_moved(was: Placed, now: Placed) -> bool:
    """Report whether any edge of a piece has moved by more than readings vary."""
    swing_in = abs(math.remainder(now.heading_rad - was.heading_rad, math.tau)) * now.footprint.reach_in
    return math.hypot(now.x_in - was.x_in, now.y_in - was.y_in) + swing_in > ELSEWHERE_IN or now.z_in != was.z_in
