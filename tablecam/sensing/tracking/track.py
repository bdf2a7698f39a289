"""One model as the camera follows it: readings become signs, and the table of states says how it changes."""

from dataclasses import dataclass, replace

from tablecam.sensing.tracking.changes import (
    AFTER,
    Point,
    Sign,
    TrackChange,
    TrackMoved,
    TrackPath,
    TrackState,
    following,
)
from tablecam.sensing.tracking.footing import AIR, find_moving_surface
from tablecam.sensing.tracking.observation import WHOLE, Average, Observation, surprise, with_floor
from tablecam.sensing.tracking.print_scale import WornTag
from tablecam.sensing.tracking.rest import UNASKED, LeanFinding, Rest, Site
from tablecam.sensing.tracking.sag import LevelTag
from tablecam.table.elevation import ElevationResult
from tablecam.table.miniature import Miniature, Placed

Triple = tuple[float, float, float]


@dataclass(frozen=True)
class AgreeingRun:
    """Readings in a row that agree with each other, though not with the model's place.

    sightings: the readings, and the frames in which the image stayed unchanged.
    """

    average: Average
    since: float
    sightings: int = 1


class Track:
    """One model. Call `see` or `miss` once a frame, in the order of time; each returns the change, if there is one."""

    def __init__(self, model: Miniature, site: Site, time: float) -> None:
        self.model = model
        self.state = TrackState.TENTATIVE
        self._site = site
        # its rest; None while it is tentative or moving
        self._rest: Rest | None = None
        # its rest before it was nudged or set off: moves are counted from there
        self._home_rest: Rest | None = None
        self._run: AgreeingRun | None = None
        # the steps since readings strayed, and the times of the strays that do not count yet
        self._path: TrackPath | None = None
        self._strays: tuple[float, ...] = ()
        self._moving_place: Placed | None = None
        # the last shown model, and its source
        self._last_shown: Placed | None = None
        self._last_source: Placed | None = None
        self._last_seen_at = self._last_agreed_at = time
        self._last_covered_at = float("-inf")
        self._is_reacquiring = False
        self._rest_s = site.settings.rest_s
        # a reading that holds while the image does not change, and the rest with which it agreed
        self._confirmed_reading: tuple[Observation | None, Rest | None] = (None, None)

    def see(
        self, reading: Observation, time: float, covered: bool = False, rest_s: float | None = None
    ) -> TrackChange | None:
        """Take in a reading of the tag. covered: something is over the model's last place. rest_s: how long readings
        have to agree before it is at rest; None: the usual time.
        """
        self._rest_s = self._site.settings.rest_s if rest_s is None else rest_s
        if self._rest is not None and self._is_confirmed(self._rest, reading):
            return self._keep_place(self._rest, reading, time)
        if not reading.fresh:
            return self._handle_unchanged(time)
        is_near = self._rest is not None and self._rest.distance_in(reading) < self._site.settings.drag_in
        if reading.seen != WHOLE or (covered and is_near):
            return self.miss(time, covered)
        self._last_seen_at = time
        self._extend_run(reading, time)
        if self._rest is not None:
            return self._handle_stray(self._rest, reading, time)
        if self.state is TrackState.TENTATIVE:
            return self._try_to_begin(time)
        return self._extend_travel(reading, time)

    def miss(self, time: float, covered: bool = False) -> TrackChange | None:
        """Take in a frame without a usable reading of the tag."""
        if covered:
            self._last_covered_at = time
            # only visible readings make a rest: under a hand a model only waits
            self._run = None
            self._discount_drag()
        if self._path is not None and self._strays and time - self._path.latest.time > self._site.settings.forget_s:
            self._forget_strays()
        if self.state in (TrackState.TENTATIVE, TrackState.LOST):
            return None
        if self._has_expired(time):
            return self._change_state(Sign.EXPIRED, time)
        return self._change_state(Sign.COVERED, time) if covered else None

    def touch(self, time: float) -> None:
        """Note that the tag is there, but its reading is unreliable."""
        self._last_seen_at = time

    def forgettable(self, time: float) -> bool:
        """Report whether it never became a model and has not been seen again."""
        return self.state is TrackState.TENTATIVE and time - self._last_seen_at > self._site.settings.forget_s

    def resume(self, held_s: float) -> None:
        """Resume after `held_s` with an untrusted camera pose: find standing models again, perhaps a little shifted."""
        self._last_seen_at += held_s
        self._last_covered_at += held_s
        self._run = None
        if self._rest is not None:
            self._forget_strays()
            self._is_reacquiring = True

    def stand_on(self, standing: ElevationResult | None) -> bool:
        """Set the ground of a model at rest (None: let the readings decide). False if it is not at rest."""
        if self._rest is None:
            return False
        self._rest = self._rest.pin_ground(standing)
        return True

    def stand_among(self, site: Site) -> None:
        """Take the changed terrain: judge again what a model at rest stands on."""
        self._site = site
        if self._rest is not None:
            self._rest = self._rest.on_site(site)

    def to_placed(self, time: float) -> Placed | None:
        """Return the model as the snapshot shows it; None while it is tentative."""
        placed, last_shown = self._rest.placed if self._rest is not None else self._moving_place, self._last_shown
        if placed is None:
            return None
        state, seen_s = self.state.value, max(0.0, time - self._last_seen_at)
        if (
            last_shown is None
            or self._last_source is not placed
            or (last_shown.state, last_shown.seen_s) != (state, seen_s)
        ):
            self._last_source, self._last_shown = placed, replace(placed, state=state, seen_s=seen_s)
        return self._last_shown

    @property
    def path(self) -> TrackPath | None:
        """The present path of a moving model."""
        return self._path if self._rest is None else None

    @property
    def at_rest(self) -> bool:
        """Whether it has a place of its own: at rest, or covered there."""
        return self._rest is not None

    @property
    def calm(self) -> bool:
        """Whether it stands in its place, or is lost, and no reading says otherwise."""
        return self.state in (TrackState.SETTLED, TrackState.LOST) and not self._strays and self._run is None

    @property
    def worn(self) -> WornTag | None:
        """The apparent size of its tag; None unless it is at rest and looks square."""
        return self._rest.worn if self._rest is not None else None

    @property
    def level_tag(self) -> LevelTag | None:
        """Its evidence on the table's shape, if it has any."""
        return self._rest.level_tag if self._rest is not None else None

    @property
    def standing_tag(self) -> LevelTag | None:
        """The same evidence whether it leans or not."""
        return self._rest.standing_tag if self._rest is not None else None

    @property
    def lean(self) -> LeanFinding:
        """Its possible leans; UNASKED unless it is at rest."""
        return self._rest.lean if self._rest is not None else UNASKED

    def _is_confirmed(self, rest: Rest, reading: Observation) -> bool:
        """Report whether the reading leaves the model in its place: any part of its tag will do, if it lies there."""
        if self._confirmed_reading[0] is reading and self._confirmed_reading[1] is rest:
            # the image has not changed there, and neither has the answer
            return True
        if reading.seen != WHOLE:
            return rest.distance_in(reading) < self._site.settings.drag_in
        agrees = rest.agrees(reading) and not (reading.fresh and self._is_reacquiring)
        if agrees and not reading.fresh:
            self._confirmed_reading = (reading, rest)
        return agrees

    def _keep_place(self, rest: Rest, reading: Observation, time: float) -> TrackChange | None:
        self._last_seen_at = self._last_agreed_at = time
        self._forget_strays()
        if reading.fresh and reading.seen == WHOLE:
            self._rest = rest.including(reading)
        return self._change_state(Sign.AGREED, time)

    def _handle_unchanged(self, time: float) -> TrackChange | None:
        """Handle an unchanged image at the tag's last place: that reading holds, and there is no new one."""
        self._last_seen_at = time
        if self._path is not None:
            self._path = self._path.waiting(time)
        if self._run is not None:
            self._run = replace(self._run, sightings=self._run.sightings + 1)
        return self._settle_down(time) if self.state is TrackState.MOVING and self._has_rested(time) else None

    def _extend_run(self, reading: Observation, time: float) -> None:
        run, settings = self._run, self._site.settings
        if run is not None and surprise(reading, with_floor(run.average.mean, settings)) < settings.gate:
            self._run = AgreeingRun(run.average.including(reading, settings.memory), run.since, run.sightings + 1)
        else:
            self._run = AgreeingRun(Average.from_reading(reading), time)

    def _try_to_begin(self, time: float) -> TrackChange | None:
        if self._run is None or self._run.average.count < self._site.settings.confirmations:
            return None
        return self._settle_down(time)

    def _handle_stray(self, rest: Rest, reading: Observation, time: float) -> TrackChange | None:
        """Handle a whole reading that does not agree: a nudge, a first step, or nothing."""
        settings = self._site.settings
        home = self._home_rest or rest
        if not home.has_left(reading, settings.reacquire_in if self._is_reacquiring else settings.min_move_in):
            self._path, self._strays = None, ()
            return self._accept_nudge(rest, time)
        self._strays += (time,)
        path = self._path or TrackPath.starting(Point.from_placed(home.placed, self._last_agreed_at))
        self._moving_place = self._place_in_motion(reading)
        self._path = path.add_point(Point.from_placed(self._moving_place, time), settings)
        if not self._is_believed(self._path, time):
            return None
        self._home_rest, self._rest, self._strays, self._is_reacquiring = home, None, (), False
        return self._change_state(Sign.STRAYED, time)

    def _is_believed(self, path: TrackPath, time: float) -> bool:
        """Report whether the model has been moved: strays often enough, and further or longer than under a covering
        hand.
        """
        settings = self._site.settings
        has_lasted = time - self._strays[0] >= settings.drag_s
        return len(self._strays) >= settings.confirmations and (path.reach_in >= settings.drag_in or has_lasted)

    def _accept_nudge(self, rest: Rest, time: float) -> TrackChange | None:
        """Accept a place a little beside the old one, once it has lasted, without reporting a move."""
        is_believed = self._run is not None and self._run.average.count >= self._site.settings.confirmations
        if self._run is None or not is_believed or not (self._is_reacquiring or self._has_rested(time)):
            return None
        self._home_rest = None if self._is_reacquiring else self._home_rest or rest
        self._rest = replace(rest, average=self._run.average)
        self._run, self._is_reacquiring, self._last_agreed_at = None, False, time
        return self._change_state(Sign.AGREED, time)

    def _extend_travel(self, reading: Observation, time: float) -> TrackChange | None:
        """Add a reading to the path of a moving model; it settles down if it has rested long enough."""
        self._moving_place = self._place_in_motion(reading)
        if self._path is not None:
            self._path = self._path.add_point(Point.from_placed(self._moving_place, time), self._site.settings)
        if self.state is TrackState.MOVING and self._has_rested(time):
            return self._settle_down(time)
        return self._change_state(Sign.STRAYED, time)

    def _has_rested(self, time: float) -> bool:
        """Report whether the latest readings have agreed on one place for long enough."""
        run, settings = self._run, self._site.settings
        return run is not None and run.sightings >= settings.confirmations and time - run.since >= self._rest_s

    def _settle_down(self, time: float) -> TrackChange | None:
        """Let the model rest where its latest readings agree; return the change to report, such as a move."""
        assert self._run is not None
        self._rest = Rest.begin(self.model, self._site, self._run.average)
        self._last_agreed_at = time
        path = self._path and self._path.ending(Point.from_placed(self._rest.placed, time))
        change = self._change_state(Sign.RESTED, time, path)
        self._forget_strays()
        self._home_rest = None
        return change

    def _place_in_motion(self, reading: Observation) -> Placed:
        """Place a moving model on the surface below its tag, or in the air."""
        was_lifted = self._moving_place is not None and self._moving_place.stands_on == AIR
        sized = self._site.correct_size(reading)
        return self._site.place_moving(
            reading, self.model, find_moving_surface(sized, self.model, self._site.terrain, was_lifted)
        )

    def _forget_strays(self) -> None:
        """Drop all readings that did not agree with the rest, and the path that they began."""
        self._run, self._path, self._moving_place, self._strays = None, None, None, ()

    def _discount_drag(self) -> None:
        """Undo an apparent step right before the tag was hidden: the hand caused it, and the model is in its place."""
        if self._path is None or self._path.reach_in >= self._site.settings.drag_in:
            return
        if self._rest is None:
            self._rest, self._home_rest = self._home_rest, None
        self._forget_strays()

    def _has_expired(self, time: float) -> bool:
        """Report whether the model has been unseen, or hidden, for so long that it counts as lost."""
        settings = self._site.settings
        unseen_s = time - max(self._last_seen_at, self._last_covered_at)
        return unseen_s >= settings.lost_after_s or time - self._last_seen_at >= settings.lost_hidden_after_s

    def _change_state(self, sign: Sign, time: float, path: TrackPath | None = None) -> TrackChange | None:
        """Go to the state that follows a sign; return the change to report, None if the state stays the same."""
        former_state, self.state = self.state, following(self.state, sign)
        if self.state is former_state:
            return None
        end_xyz = _get_xyz(self._rest.placed if self._rest is not None else self._moving_place)
        is_moving = self._home_rest is not None and (self._rest is None or path is not None)
        start_xyz = _get_xyz(self._home_rest.placed) if self._home_rest is not None and is_moving else end_xyz
        if path is not None:
            return _build_move(self.model.id, path, time, start_xyz, end_xyz)
        if former_state is TrackState.TENTATIVE:
            start_xyz = None
        return AFTER[self.state](time=time, model=self.model.id, start=start_xyz, end=end_xyz)


def _build_move(model: str, path: TrackPath, time: float, start: Triple | None, end: Triple | None) -> TrackMoved:
    return TrackMoved(
        time=time,
        model=model,
        start=start,
        end=end,
        path_in=path.path_in,
        straight_in=path.straight_in,
        gaps=path.gaps,
        points=path.points,
        unseen_in=path.unseen_in,
    )


def _get_xyz(placed: Placed | None) -> Triple | None:
    return None if placed is None else (placed.x_in, placed.y_in, placed.z_in)
