"""One model as the camera follows it: readings become signs, and the table of states says what they mean."""

from dataclasses import dataclass, replace

from tablecam.sensing.tracking.average import Average, surprise, with_floor
from tablecam.sensing.tracking.changes import AFTER, TrackChange, TrackMoved
from tablecam.sensing.tracking.footing import AIR, in_motion
from tablecam.sensing.tracking.leaning import UNASKED, LeanFinding
from tablecam.sensing.tracking.observation import WHOLE, Observation
from tablecam.sensing.tracking.path import Point, TrackPath
from tablecam.sensing.tracking.print_share import WornTag
from tablecam.sensing.tracking.rest import Rest, Site
from tablecam.sensing.tracking.sag import LevelTag
from tablecam.sensing.tracking.states import Sign, TrackState, following
from tablecam.table.elevation import ElevationResult
from tablecam.table.miniature import Miniature, Placed

Triple = tuple[float, float, float]


@dataclass(frozen=True)
class AgreeingRun:
    """Readings in a row that agree with each other, though not with where the model stood.

    sightings: the readings, and how often the picture stayed as it was.
    """

    average: Average
    since: float
    sightings: int = 1


class Track:
    """One model. Call `see` or `miss` once a frame, in the order of time; each says what changed, if anything did."""

    def __init__(self, model: Miniature, site: Site, time: float) -> None:
        self.model = model
        self.state = TrackState.TENTATIVE
        self._site = site
        # where it is at rest; none while it is tentative or on its way
        self._rest: Rest | None = None
        # where it stood before it was nudged or set off: moves are counted from there
        self._home: Rest | None = None
        self._run: AgreeingRun | None = None
        # the steps since readings strayed, and the times of those that are not yet believed
        self._path: TrackPath | None = None
        self._strays: tuple[float, ...] = ()
        self._here: Placed | None = None
        # as the snapshot showed it last, and what that was made of
        self._shown: Placed | None = None
        self._shown_of: Placed | None = None
        self._seen_at = self._agreed_at = time
        self._covered_at = float("-inf")
        self._reacquiring = False
        # a reading that stands while the picture does not change, and the rest with which it agreed
        self._confirmed: tuple[Observation | None, Rest | None] = (None, None)

    def see(self, reading: Observation, time: float, covered: bool = False) -> TrackChange | None:
        """The tag was read. covered: something is over the place where the model was last."""
        if self._rest is not None and self._confirms(self._rest, reading):
            return self._stay(self._rest, reading, time)
        if not reading.fresh:
            return self._wait(time)
        near = self._rest is not None and self._rest.distance_in(reading) < self._site.settings.drag_in
        if reading.seen != WHOLE or (covered and near):
            return self.miss(time, covered)
        self._seen_at = time
        self._gather(reading, time)
        if self._rest is not None:
            return self._doubt(self._rest, reading, time)
        if self.state is TrackState.TENTATIVE:
            return self._begin(time)
        return self._travel(reading, time)

    def miss(self, time: float, covered: bool = False) -> TrackChange | None:
        """The tag was not read, or not so that it counts."""
        if covered:
            self._covered_at = time
            # rest has to be seen: under a hand a model only waits
            self._run = None
            self._discount_drag()
        if self._path is not None and self._strays and time - self._path.latest.time > self._site.settings.forget_s:
            self._forget_strays()
        if self.state in (TrackState.TENTATIVE, TrackState.LOST):
            return None
        if self._expired(time):
            return self._become(Sign.EXPIRED, time)
        return self._become(Sign.COVERED, time) if covered else None

    def touch(self, time: float) -> None:
        """The tag is there, but what was read of it is not to be believed."""
        self._seen_at = time

    def forgettable(self, time: float) -> bool:
        """Whether it never became a model and has not been seen again."""
        return self.state is TrackState.TENTATIVE and time - self._seen_at > self._site.settings.forget_s

    def resume(self, held_s: float) -> None:
        """The camera's pose was not trusted for so long; what stood is to be found again, a little shifted maybe."""
        self._seen_at += held_s
        self._covered_at += held_s
        self._run = None
        if self._rest is not None:
            self._forget_strays()
            self._reacquiring = True

    def stand_on(self, standing: ElevationResult | None) -> bool:
        """A person says what a model at rest stands on (None: let the readings decide). False: it is not at rest."""
        if self._rest is None:
            return False
        self._rest = self._rest.pinned_to(standing)
        return True

    def stand_among(self, site: Site) -> None:
        """The terrain is another now: what a model at rest stands on is judged again."""
        self._site = site
        if self._rest is not None:
            self._rest = self._rest.on_site(site)

    def placed(self, time: float) -> Placed | None:
        """The model as the snapshot shows it; None while it is tentative."""
        placed, shown = self._rest.placed if self._rest is not None else self._here, self._shown
        if placed is None:
            return None
        state, seen_s = self.state.value, max(0.0, time - self._seen_at)
        if shown is None or self._shown_of is not placed or (shown.state, shown.seen_s) != (state, seen_s):
            self._shown_of, self._shown = placed, replace(placed, state=state, seen_s=seen_s)
        return self._shown

    @property
    def path(self) -> TrackPath | None:
        """The way so far of a model that is on its way."""
        return self._path if self._rest is None else None

    @property
    def at_rest(self) -> bool:
        """Whether it has a place of its own: at rest, or covered there."""
        return self._rest is not None

    @property
    def calm(self) -> bool:
        """Whether it stands where it stood, or is lost, and no reading says otherwise."""
        return self.state in (TrackState.SETTLED, TrackState.LOST) and not self._strays and self._run is None

    @property
    def worn(self) -> WornTag | None:
        """The apparent size of its tag; None unless it is at rest and looks square."""
        return self._rest.worn if self._rest is not None else None

    @property
    def level_tag(self) -> LevelTag | None:
        """What it tells of the table's shape, if it can."""
        return self._rest.level_tag if self._rest is not None else None

    @property
    def standing_tag(self) -> LevelTag | None:
        """The same whether it leans or not."""
        return self._rest.standing_tag if self._rest is not None else None

    @property
    def lean(self) -> LeanFinding:
        """How it may lean; unasked unless it is at rest."""
        return self._rest.lean if self._rest is not None else UNASKED

    @property
    def lean_deg(self) -> float:
        """By how much it surely leans, in degrees; 0 if it may be level."""
        return self._rest.lean_deg if self._rest is not None else 0.0

    def _confirms(self, rest: Rest, reading: Observation) -> bool:
        """Whether the reading leaves the model where it is: any part of its tag will do, if it lies there."""
        if self._confirmed[0] is reading and self._confirmed[1] is rest:
            # the picture has not changed there, and neither has the answer
            return True
        if reading.seen != WHOLE:
            return rest.distance_in(reading) < self._site.settings.drag_in
        agrees = rest.agrees(reading) and not (reading.fresh and self._reacquiring)
        if agrees and not reading.fresh:
            self._confirmed = (reading, rest)
        return agrees

    def _stay(self, rest: Rest, reading: Observation, time: float) -> TrackChange | None:
        self._seen_at = self._agreed_at = time
        self._forget_strays()
        if reading.fresh and reading.seen == WHOLE:
            self._rest = rest.including(reading)
        return self._become(Sign.AGREED, time)

    def _wait(self, time: float) -> TrackChange | None:
        """The picture has not changed where the tag was read last: that reading stands, and nothing else is new."""
        self._seen_at = time
        if self._path is not None:
            self._path = self._path.waiting(time)
        if self._run is not None:
            self._run = replace(self._run, sightings=self._run.sightings + 1)
        return self._settle(time) if self.state is TrackState.MOVING and self._rested(time) else None

    def _gather(self, reading: Observation, time: float) -> None:
        run, settings = self._run, self._site.settings
        if run is not None and surprise(reading, with_floor(run.average.mean, settings)) < settings.gate:
            self._run = AgreeingRun(run.average.including(reading, settings.memory), run.since, run.sightings + 1)
        else:
            self._run = AgreeingRun(Average.from_reading(reading), time)

    def _begin(self, time: float) -> TrackChange | None:
        if self._run is None or self._run.average.count < self._site.settings.confirmations:
            return None
        return self._settle(time)

    def _doubt(self, rest: Rest, reading: Observation, time: float) -> TrackChange | None:
        """A whole reading that does not agree: a nudge, a first step, or nothing."""
        settings = self._site.settings
        home = self._home or rest
        if not home.left_by(reading, settings.reacquire_in if self._reacquiring else settings.min_move_in):
            self._path, self._strays = None, ()
            return self._take_over(rest, time)
        self._strays += (time,)
        path = self._path or TrackPath.starting(Point.at(home.placed, self._agreed_at))
        self._here = self._seen_in_motion(reading)
        self._path = path.through(Point.at(self._here, time), settings)
        if not self._believed(self._path, time):
            return None
        self._home, self._rest, self._strays, self._reacquiring = home, None, (), False
        return self._become(Sign.STRAYED, time)

    def _believed(self, path: TrackPath, time: float) -> bool:
        """Whether the model has been moved: often enough elsewhere, and further or longer than a covering hand does."""
        settings = self._site.settings
        lasting = time - self._strays[0] >= settings.drag_s
        return len(self._strays) >= settings.confirmations and (path.reach_in >= settings.drag_in or lasting)

    def _take_over(self, rest: Rest, time: float) -> TrackChange | None:
        """A place a little beside the old one, once it has lasted: taken over without calling it a move."""
        known = self._run is not None and self._run.average.count >= self._site.settings.confirmations
        if self._run is None or not known or not (self._reacquiring or self._rested(time)):
            return None
        self._home = None if self._reacquiring else self._home or rest
        self._rest = replace(rest, average=self._run.average)
        self._run, self._reacquiring, self._agreed_at = None, False, time
        return self._become(Sign.AGREED, time)

    def _travel(self, reading: Observation, time: float) -> TrackChange | None:
        self._here = self._seen_in_motion(reading)
        if self._path is not None:
            self._path = self._path.through(Point.at(self._here, time), self._site.settings)
        if self.state is TrackState.MOVING and self._rested(time):
            return self._settle(time)
        return self._become(Sign.STRAYED, time)

    def _rested(self, time: float) -> bool:
        run, settings = self._run, self._site.settings
        return run is not None and run.sightings >= settings.confirmations and time - run.since >= settings.rest_s

    def _settle(self, time: float) -> TrackChange | None:
        assert self._run is not None
        self._rest = Rest.begin(self.model, self._site, self._run.average)
        self._agreed_at = time
        path = self._path and self._path.ending(Point.at(self._rest.placed, time))
        change = self._become(Sign.RESTED, time, path)
        self._forget_strays()
        self._home = None
        return change

    def _seen_in_motion(self, reading: Observation) -> Placed:
        lifted = self._here is not None and self._here.stands_on == AIR
        sized = self._site.sized(reading)
        return self._site.placed(reading, self.model, in_motion(sized, self.model, self._site.terrain, lifted))

    def _forget_strays(self) -> None:
        self._run, self._path, self._here, self._strays = None, None, None, ()

    def _discount_drag(self) -> None:
        """What seemed a step right before the tag was hidden was the hand's doing: the model is where it was."""
        if self._path is None or self._path.reach_in >= self._site.settings.drag_in:
            return
        if self._rest is None:
            self._rest, self._home = self._home, None
        self._forget_strays()

    def _expired(self, time: float) -> bool:
        settings = self._site.settings
        in_the_open = time - max(self._seen_at, self._covered_at)
        return in_the_open >= settings.lost_after_s or time - self._seen_at >= settings.lost_hidden_after_s

    def _become(self, sign: Sign, time: float, path: TrackPath | None = None) -> TrackChange | None:
        before, self.state = self.state, following(self.state, sign)
        if self.state is before:
            return None
        end = _xyz(self._rest.placed if self._rest is not None else self._here)
        on_its_way = self._home is not None and (self._rest is None or path is not None)
        start = _xyz(self._home.placed) if self._home is not None and on_its_way else end
        if path is not None:
            return _moved(self.model.id, path, time, start, end)
        if before is TrackState.TENTATIVE:
            start = None
        return AFTER[self.state](time=time, model=self.model.id, start=start, end=end)


def _moved(model: str, path: TrackPath, time: float, start: Triple | None, end: Triple | None) -> TrackMoved:
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


def _xyz(placed: Placed | None) -> Triple | None:
    return None if placed is None else (placed.x_in, placed.y_in, placed.z_in)
