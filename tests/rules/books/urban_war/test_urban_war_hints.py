"""What a hint of overwatch promised is what the ruling finds, if the seat breaks in where the hint says."""

from contextlib import suppress
from dataclasses import replace

import pytest
from hypothesis import Phase, given, settings
from hypothesis import strategies as st

from tablecam.rules.ask import Confirm
from tablecam.rules.books.urban_war.advice.overwatch import alert, watchers
from tablecam.rules.books.urban_war.measurements import MeasuredTable, table_answer
from tablecam.rules.books.urban_war.rules import codes
from tablecam.rules.books.urban_war.rules.action_events import Activated
from tablecam.rules.books.urban_war.rules.facts import Look, find_cover, is_in_sight
from tablecam.rules.books.urban_war.rules.overwatch import offer, travel
from tablecam.rules.books.urban_war.rules.rulebook import new_game
from tablecam.rules.books.urban_war.rules.target_priority import view
from tablecam.rules.books.urban_war.rules.turn_events import OrdersGiven, ReactionAttempted, ReactionVoid
from tablecam.rules.event import evolve
from tablecam.rules.facts import Ranges, Settle
from tablecam.rules.play import Play, Waiting, instead
from tablecam.table.measure.overwatch import Walk
from tablecam.table.miniature import Circle, Ellipse
from tablecam.table.notation import parse
from tablecam.table.snapshot import with_moved

RIFLE = {"name": "rifle", "short": {"strength": 5}, "medium": {"strength": 5}}
# nothing can be shot at close by
MORTAR = {"name": "mortar", "medium": {"strength": 6}, "long": {"strength": 6}}
CARDS = {"rifle": {"weapons": [RIFLE]}, "mortar": {"weapons": [MORTAR]}, "knife": {"weapons": []}}
ORDERS = OrdersGiven(seat="blue", orders=dict.fromkeys(("bob", "cat", "dan"), "overwatch"))
WALL = "terrain wall solid 0 to 9 at 15,9 15.5,9 15.5,30 15,30\n"


def table(text: str, sigma_in: float = 0.0, cards=("rifle",) * 3, **rules) -> MeasuredTable:
    snapshot = parse(text)
    error = ((sigma_in**2, 0.0, 0.0), (0.0, sigma_in**2, 0.0), (0.0, 0.0, 0.0))
    snapshot = replace(snapshot, models=tuple(replace(placed, covariance=error) for placed in snapshot.models))
    stand = {placed.model.id for placed in snapshot.models}
    blue = [{"id": name, "card": card} for name, card in zip(("bob", "cat", "dan"), cards, strict=True)]
    sides = {"red": [{"id": "ann", "card": "rifle"}], "blue": [each for each in blue if each["id"] in stand]}
    state = new_game({"cards": CARDS, "sides": sides, "deployed": True, **rules})
    orders = replace(ORDERS, orders={name: order for name, order in ORDERS.orders.items() if name in stand})
    for event in (orders, Activated(model="ann")):
        state = evolve(state, event)
    return MeasuredTable(snapshot, state)


class Ruling:
    """What becomes of a reaction, with the mover at a place: the table answers, and doubts as it leans."""

    def __init__(self, here: MeasuredTable, place, option: str) -> None:
        there = replace(here.snapshot.model("ann"), x_in=place[0], y_in=place[1], z_in=place[2])
        self.snapshot = with_moved(here.snapshot, there)
        answers = [instead(option), {"length_in": 1.0, "end": list(place)}]
        self.ranges, self.seen, self.doubts = None, None, []
        self.allowed = option in [each.id for each in offer(here.state).options if each.open]
        while self.allowed:
            game = Play(here.state, evolve, answers)
            with suppress(Waiting):
                travel(game, "ann", 99.0, "move")
            told = [event for event in game.told if isinstance(event, ReactionAttempted | ReactionVoid)]
            if told:
                self.allowed = isinstance(told[0], ReactionAttempted)
                return
            answers.append(self._answer(game.questions[0], MeasuredTable(self.snapshot, game.state)))

    def _answer(self, question, now):
        if isinstance(question, Confirm):
            self.doubts.append(question)
            if isinstance(question, Settle):
                return question.value <= question.limit
            about_sight = question.action == codes.SEES_ENOUGH("bob", "ann").action
            return is_in_sight(self.seen, now.rules) if about_sight else bool(find_cover(self.seen, now.rules))
        raw = table_answer(question, now)
        if isinstance(question, Look):
            self.seen = question.parse_json(raw)["ann"]
        elif isinstance(question, Ranges) and question.others == ("ann",):
            self.ranges = question.parse_json(raw)["ann"]
        return raw


def promised_is_found(here: MeasuredTable, path) -> int:
    """How many hints there are; each is found by the ruling there, and none before it."""
    walk = Walk.along(path, here.snapshot.model("ann"))
    hints = {(each.model, each.kind): each for each in watchers(here, "ann", path)}
    for model in here.state.enemies("ann") if offer(here.state) else ():
        for kind in ("shot", "charge"):
            hint = hints.get((model, kind))
            before = walk.stops() if hint is None else walk.stops()[walk.stops() < hint.along_in - 1e-9]
            for place in walk.places(before)[:, :: max(len(before) // 3, 1)].T.tolist():
                assert not Ruling(here, place, f"{model} {kind}").allowed, (model, kind, place)
            if hint is None:
                continue
            found = Ruling(here, hint.place, f"{model} {kind}")
            assert found.allowed
            assert found.seen.visible == hint.share
            assert found.ranges.value == hint.view.range.value
            assert view(found.ranges, found.seen, here.rules).cover == hint.view.cover
            assert [each.record() for each in found.doubts] == [each.record() for each in hint.doubts]
            if hint.shot:
                measured = view(found.ranges, found.seen, here.rules)
                assert (measured.band, measured.cover) == (hint.shot.band, hint.shot.cover)
    return len(hints)


def test_the_hint_names_the_point_where_it_is_true_and_what_is_measured_there() -> None:
    here = table("model ann red 25.4mm at 10,10\nmodel bob blue 25.4mm at 20,10.1\n" + WALL)
    (hint,) = watchers(here, "ann", [(10, 10), (10, 4)])
    assert hint.along_in == pytest.approx(2.07, abs=0.1)
    there = with_moved(here.snapshot, replace(here.snapshot.model("ann"), y_in=hint.place[1]))
    ask = Look(viewer="bob", targets=("ann",))
    seen = table_answer(ask, MeasuredTable(there, here.state))["ann"]
    assert (hint.share, hint.view.cover) == (seen["visible"], "solid")
    view_now = alert(hint, str)
    assert view_now.at_in == hint.place[:2]
    assert str(view_now.text) == (
        f"bob could break in after 2.1″ of the path: shot at 9.2″ (short), sees {100 * hint.share:.0f} %, solid cover"
    )


def test_the_length_counts_from_the_beginning_of_the_way_and_a_hint_at_once_says_so() -> None:
    here = table("model ann red 25.4mm at 10,10\nmodel bob blue 25.4mm at 17,10\n")
    shot, charge = watchers(here, "ann", [(10, 10), (10, 9)])
    assert str(alert(shot, str).text) == "bob could break in at once: shot at 6″ (short), sees 100 %"
    assert str(alert(charge, str, 3.21).text) == (
        "bob could break in after 3.3″ of the path: charge over 6″, sees 100 %"
    )


def test_what_is_too_close_to_call_is_said_to_be() -> None:
    here = table("model ann red 25.4mm at 10,10\nmodel bob blue 25.4mm at 34.98,10\n", 0.05)
    (hint,) = watchers(here, "ann", [(10, 10)])
    assert [type(each) for each in hint.doubts] == [Settle]
    assert str(alert(hint, str).text).endswith("; too close to call, so the players decide")


def test_nobody_is_promised_a_second_attempt() -> None:
    here = table("model ann red 25.4mm at 10,10\nmodel bob blue 25.4mm at 17,10\nmodel cat blue 25.4mm at 17,14\n")
    assert len(watchers(here, "ann", [(10, 10)])) == 4
    tried = evolve(here.state, ReactionAttempted(model="cat", target="ann", kind="shot"))
    assert watchers(replace(here, state=tried), "ann", [(10, 10)]) == ()


places = st.tuples(st.floats(1, 25), st.floats(1, 15))
boxes = st.tuples(places, st.floats(0.2, 3), st.floats(0.2, 3), st.sampled_from(["solid", "flimsy"]), st.floats(0.4, 4))
steps = st.lists(st.tuples(st.floats(-2, 2), st.floats(-2, 2)), min_size=0, max_size=2)
house = st.fixed_dictionaries(
    {},
    optional={
        "distance_mode": st.just("horizontal"),
        "cover_distance": st.just("line"),
        "friend_block_radius": st.just(5.0),
        "los_min_fraction": st.just(0.5),
    },
)


@pytest.mark.slow
@given(
    st.lists(places, min_size=4, max_size=4),
    st.lists(boxes, max_size=5),
    steps,
    st.sampled_from([0.0, 0.02, 0.2]),
    st.lists(st.sampled_from(sorted(CARDS)), min_size=3, max_size=3),
    st.sampled_from([Circle(32), Ellipse(60, 35)]),
    house,
)
# a case that fails is small enough to read: making it smaller takes minutes
@settings(max_examples=30, deadline=None, phases=[Phase.generate])
def test_what_a_hint_promised_is_what_the_ruling_finds(stand, walls, way, sigma_in, cards, base, rules) -> None:
    models = zip(("ann", "bob", "cat", "dan"), ("red", "blue", "blue", "blue"), stand, strict=True)
    text = "".join(f"model {name} {side} 32mm at {x!r},{y!r}\n" for name, side, (x, y) in models)
    for number, ((x, y), across, along, material, top) in enumerate(walls):
        corners = f"{x!r},{y!r} {x + across!r},{y!r} {x + across!r},{y + along!r} {x!r},{y + along!r}"
        text += f"terrain w{number} {material} 0 to {top!r} at {corners}\n"
    here = table(text, sigma_in, cards, **rules)
    ann = here.snapshot.models[0]
    here = replace(here, snapshot=with_moved(here.snapshot, replace(ann, model=replace(ann.model, base=base))))
    path = [stand[0]]
    for dx, dy in way:
        path.append((max(path[-1][0] + dx, 1.0), max(path[-1][1] + dy, 1.0)))
    promised_is_found(here, path)


@pytest.mark.slow
def test_with_the_eye_anywhere_over_the_base_the_hint_is_found_too() -> None:
    text = "model ann red 25.4mm at 10,10\nmodel bob blue 25.4mm at 20,10\n" + WALL
    assert promised_is_found(table(text, los_view_origin="base"), [(10, 10), (10, 7.5)]) == 1


def test_a_friend_of_the_watcher_that_the_camera_does_not_see_takes_no_hint_away() -> None:
    here = table("model ann red 25.4mm at 10,10\nmodel bob blue 25.4mm at 17,10\nmodel cat blue 25.4mm at 40,40\n")
    seen = replace(here.snapshot, models=here.snapshot.models[:2])
    assert watchers(replace(here, snapshot=seen), "ann", [(10, 10)]) == tuple(
        hint for hint in watchers(here, "ann", [(10, 10)]) if hint.model == "bob"
    )
