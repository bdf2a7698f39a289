"""All models of a table: give it the observations of each frame, get what changed and where everything stands.

No clock, no camera, no pixels: time comes with the observations, so a recording, a test and a live table are one.
"""

import math
from collections import defaultdict
from collections.abc import Sequence
from dataclasses import replace

from tablecam.base.i18n import Counted, Message, listing
from tablecam.sensing.tracking.changes import Appeared, Covered, TrackChange, WentMissing
from tablecam.sensing.tracking.lean import LARGE, USUAL_MIX, learned, same_mix
from tablecam.sensing.tracking.observation import Observation
from tablecam.sensing.tracking.paired import PairedTags
from tablecam.sensing.tracking.path import TrackPath
from tablecam.sensing.tracking.print_share import PrintShare, print_share, same_share
from tablecam.sensing.tracking.recent import Recent
from tablecam.sensing.tracking.relief import FLAT_GROUND, Relief, relief, same_relief
from tablecam.sensing.tracking.rest import Site
from tablecam.sensing.tracking.sag import LevelTag, MeasuredDepth, measured_depth
from tablecam.sensing.tracking.settings import TrackerSettings
from tablecam.sensing.tracking.states import TrackState
from tablecam.sensing.tracking.track import Track
from tablecam.sensing.tracking.uneven import SURELY, cannot_tell_leans, does_not_lie_flat, shapes_are_spoilt
from tablecam.table.elevation import TABLE, ElevationResult
from tablecam.table.miniature import Placed
from tablecam.table.roster import Roster
from tablecam.table.snapshot import Snapshot
from tablecam.table.table import Table
from tablecam.table.terrain import Terrain

DEFAULTS = TrackerSettings()
# leans and sag are learned from places that follow from them, so it takes some rounds
LEARNING_ROUNDS = 4
# models that are covered and seen again tell nothing new of the table before their means are sharper
LEARN_AGAIN_S = 1.0
# where so many models lean by degrees, they say nothing about the table under them
MANY_LEAN = 0.2
# so likely it is then that they lean each on its own
LIKELY = 0.5
# the share of the tags that have to look square before their size is judged
MOSTLY_EVEN = 0.7
# leans from here on are told: a place is then a hundredth of an inch worse than that of a level model
TOLD_LEAN_DEG = 4.0


class Tracker:
    """The models of one table over time. One thread calls `update`; what `snapshot` gives may go anywhere."""

    def __init__(
        self,
        roster: Roster,
        terrain: Terrain,
        table: Table,
        settings: TrackerSettings = DEFAULTS,
        *,
        lean: bool = True,
    ) -> None:
        """lean: whether what is followed may lean, rather than lie level."""
        self._may_lean = lean
        self._roster, self._table, self._settings = roster, table, settings
        self._site = Site(terrain, table.assembly_sigma_mm, settings, USUAL_MIX if lean else None)
        self._reference = frozenset(tag.id for tag in table.reference_tags)
        self._pairs = PairedTags(roster, table.assembly_sigma_mm)
        # by the first tag of each model
        self._tracks: dict[int, Track] = {}
        self._strangers = Recent(settings.forget_s)
        self._doubles = Recent(settings.forget_s)
        self._time = float("-inf")
        self._held_since: float | None = None
        self._learned_at = float("-inf")

    def update(
        self,
        observations: Sequence[Observation],
        time: float,
        hidden: frozenset[int] = frozenset(),
        pose_untrusted: bool = False,
    ) -> tuple[TrackChange, ...]:
        """What changed with this frame, in the order of the tags' numbers; the order of the observations is no matter.

        hidden: tags whose place has something over it just now. held_back: the camera's pose is not trusted, so the
        observations are passed over and everything stays as it is. ValueError where time runs backwards.
        """
        if time < self._time:
            raise ValueError(f"time runs backwards, from {self._time} to {time}: give the frames in order")
        self._time = time
        if pose_untrusted:
            self._held_since = time if self._held_since is None else self._held_since
            return ()
        self._resume(time)
        singles = self._sorted_out(observations, time)
        readings, hidden = self._pairs.of(singles), self._pairs.hidden(hidden, singles)
        changes = [self._follow(tag, readings.get(tag), time, tag in hidden) for tag in self._present(readings)]
        self._forget(time)
        if self._worth_learning(changes, time):
            self._learned_at = time
            self._learn_table()
        return tuple(change for change in changes if change is not None)

    def snapshot(self) -> Snapshot:
        """Where everything stands as of the last update.

        Lost models are in it where they were seen last; models beyond the table's edge are named in `problems` instead.
        """
        standing = [self._tracks[tag].placed(self._time) for tag in sorted(self._tracks)]
        placed = [model for model in standing if model is not None]
        away = [model for model in placed if self._off_table(model)]
        return Snapshot(
            time=self._time,
            models=tuple(model for model in placed if not self._off_table(model)),
            terrain=self._site.terrain,
            width_in=self._table.width_in,
            depth_in=self._table.depth_in,
            scale_sigma=self._table.scale_sigma,
            grid=self._table.grid,
            pose_untrusted=self._held_since is not None,
            unknown_tags=self._strangers.noticed(self._settings.confirmations),
            problems=(*map(_twice, self._doubles.noticed()), *map(_away, away), *self._told()),
        )

    def print_share(self) -> PrintShare | None:
        """The size at which the tags of the models at rest were printed, where it is not the one they should have."""
        resting = [track for track in self._tracks.values() if track.at_rest]
        worn = [worn for track in resting if (worn := track.worn) is not None]
        # where many lean, the size of the others says nothing: some of them lean too
        return print_share(worn, self._table.print_scale) if len(worn) >= MOSTLY_EVEN * len(resting) else None

    @property
    def measured_depth(self) -> MeasuredDepth | None:
        """What the models at rest tell of the table's shape; None where they are too few."""
        told = [tag for track in self._tracks.values() if (tag := track.level_tag) is not None]
        return measured_depth(told, (self._table.width_in, self._table.depth_in), not self._relief_of(told).sags)

    @property
    def calm(self) -> bool:
        """Whether models are known and none of them does anything."""
        return bool(self._tracks) and self._held_since is None and all(track.calm for track in self._tracks.values())

    @property
    def terrain(self) -> Terrain:
        """What models may stand on."""
        return self._site.terrain

    @terrain.setter
    def terrain(self, terrain: Terrain) -> None:
        """Terrain was put elsewhere: what models stand on is judged again, but for what a person has said."""
        if terrain is not self._site.terrain:
            self._site = replace(self._site, terrain=terrain)
            for track in self._tracks.values():
                track.stand_among(self._site)

    def path_of(self, model_id: str) -> TrackPath | None:
        """The way so far of a model that is moving, for drawing; None where it is not, or is not seen."""
        track = self._tracks.get(self._roster.by_id[model_id].tag)
        return track.path if track is not None else None

    def override_height(self, model_id: str, surface_name: str | None) -> None:
        """Say what a model at rest stands on, until it moves; None lets the readings decide again.

        ValueError where there is no such surface to stand on, or no such model at rest.
        """
        standing = None if surface_name is None else self._surface(surface_name)
        model = self._roster.by_id.get(model_id)
        track = self._tracks.get(model.tag) if model is not None else None
        if track is None or not track.stand_on(standing):
            raise ValueError(
                Message(
                    "no model '{model}' is at rest on the table: wait until it is, then name its surface",
                    model=model_id,
                )
            )

    def _worth_learning(self, changes: Sequence[TrackChange | None], time: float) -> bool:
        """Whether a model came to rest or left, which tells something of the table, or anything happened to one after
        a while in which means have become sharper.
        """
        happened = [change for change in changes if change is not None]
        if any(not isinstance(change, Covered | WentMissing) and not _as_before(change) for change in happened):
            return True
        return bool(happened) and time - self._learned_at >= LEARN_AGAIN_S

    def _learn_table(self) -> None:
        """How usual leans are on this table, how it sags and at which size its tags are printed, from all models at
        rest; where that changes, all are placed again.
        """
        if not self._may_lean:
            return
        for _ in range(LEARNING_ROUNDS):
            site = self._learned()
            was, self._site = self._site, site
            same = same_mix(site.mix, was.mix) and same_relief(site.relief, was.relief)
            if same and same_share(site.share, was.share):
                self._site = was
                return
            for track in self._tracks.values():
                track.stand_among(site)

    def _learned(self) -> Site:
        """The site as the models at rest tell it now."""
        share = self.print_share()
        if not same_share(share, self._site.share):
            # tags of another size were taken for leaning or sunken ones
            return replace(self._site, mix=USUAL_MIX, relief=FLAT_GROUND, share=share)
        tracks = self._tracks.values()
        evidences = [evidence for track in tracks if (evidence := track.lean.evidence) is not None]
        mix = learned(evidences)
        if float(mix[LARGE:].sum()) > MANY_LEAN:
            # they are no exceptions: waves make them lean, or they lean each on its own
            found = self._relief_of([tag for track in tracks if (tag := track.standing_tag) is not None])
            found = found if found.waves > found.own_leans else replace(found, shape=None)
        else:
            found = self._relief_of([tag for track in tracks if (tag := track.level_tag) is not None])
        return replace(self._site, mix=mix, relief=found)

    def _relief_of(self, tags: Sequence[LevelTag]) -> Relief:
        around = [tag.center_in for tag in self._table.reference_tags]
        return relief(tags, (self._table.width_in, self._table.depth_in), around)

    def _told(self) -> list[Message]:
        return [*self._pairs.problems, *self._leaning(), *self._sagging()]

    def _leaning(self) -> list[Message]:
        """Who leans so much that it should be put down again."""
        told = [track for track in self._tracks.values() if track.lean_deg >= TOLD_LEAN_DEG]
        if self._site.mix is not None and shapes_are_spoilt(self._site.mix, len(self._tracks), len(told)):
            return [cannot_tell_leans()]
        if self._crowd_leans(len(told)):
            return [does_not_lie_flat()]
        return [_leans([track.model.name for track in told], max(track.lean_deg for track in told))] if told else []

    def _crowd_leans(self, told: int) -> bool:
        """Whether many lean each on its own, of whom those that are told are few."""
        mix = self._site.mix
        large = float(mix[LARGE:].sum()) if mix is not None else 0.0
        own = self._site.relief.own_leans > LIKELY
        return own and large > MANY_LEAN and told < SURELY * large * len(self._tracks)

    def _sagging(self) -> list[Message]:
        shape = self._site.relief.shape
        return [shape.says] if shape is not None and shape.says is not None else []

    def _surface(self, name: str) -> ElevationResult:
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

    def _resume(self, time: float) -> None:
        if self._held_since is None:
            return
        for track in self._tracks.values():
            track.resume(time - self._held_since)
        self._held_since = None

    def _sorted_out(self, observations: Sequence[Observation], time: float) -> dict[int, Observation]:
        """The one reading of each tag that models wear; strangers and doubles are noticed."""
        by_tag: dict[int, list[Observation]] = defaultdict(list)
        for observation in observations:
            by_tag[observation.tag].append(observation)
        for tag in by_tag.keys() - self._roster.by_tag.keys() - self._reference:
            self._strangers.notice(tag, time, counts=any(reading.fresh for reading in by_tag[tag]))
        ours = {tag: readings for tag, readings in by_tag.items() if tag in self._roster.by_tag}
        for tag in [tag for tag, readings in ours.items() if len(readings) > 1]:
            self._doubles.notice(tag, time)
            if (worn := self._roster.by_tag[tag].tag) in self._tracks:
                self._tracks[worn].touch(time)
        return {tag: readings[0] for tag, readings in ours.items() if len(readings) == 1 and _is_number(readings[0])}

    def _present(self, readings: dict[int, Observation]) -> list[int]:
        return sorted(self._tracks.keys() | readings.keys())

    def _follow(self, tag: int, reading: Observation | None, time: float, covered: bool) -> TrackChange | None:
        if reading is None:
            return self._tracks[tag].miss(time, covered)
        if tag not in self._tracks:
            self._tracks[tag] = Track(self._roster.by_tag[tag], self._site, time)
        return self._tracks[tag].see(reading, time, covered)

    def _forget(self, time: float) -> None:
        self._strangers.forget(time)
        self._doubles.forget(time)
        for tag in [tag for tag, track in self._tracks.items() if track.forgettable(time)]:
            del self._tracks[tag]

    def _off_table(self, model: Placed) -> bool:
        margin_in = self._settings.off_table_in
        beside = not -margin_in <= model.x_in <= self._table.width_in + margin_in
        return beside or not -margin_in <= model.y_in <= self._table.depth_in + margin_in


def _as_before(change: TrackChange) -> bool:
    """Whether a model was only covered, and stands where it stood."""
    return isinstance(change, Appeared) and change.start is not None


def _is_number(reading: Observation) -> bool:
    """Whether the fit came to anything; one that did not is no reading."""
    # a number that is none makes the sum none
    return math.isfinite(reading.x_in + reading.y_in + reading.heading_rad + reading.scale)


def _twice(tag: int) -> Message:
    return Message("tag {tag} is seen twice at once: take one of the two models away, neither is measured", tag=tag)


def _leans(names: Sequence[str], most_deg: float) -> Message:
    return Counted(
        "{models} leans, by about {degrees} degrees: put it down flat, so that its place is known better",
        "{n} models lean, by up to {degrees} degrees: put {models} down flat, so that their places are known better",
        len(names),
        # models may have a name in common
        models=listing(dict.fromkeys(names)),
        degrees=f"{most_deg:.0f}",
    )


def _away(model: Placed) -> Message:
    where = {"model": model.model.name, "tag": model.model.tag, "x": f"{model.x_in:.1f}", "y": f"{model.y_in:.1f}"}
    if model.state == TrackState.LOST.value:
        return Message("{model} (tag {tag}) was last seen off the table at {x}, {y}", **where)
    return Message("{model} (tag {tag}) lies off the table at {x}, {y}", **where)
