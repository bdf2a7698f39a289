"""What is counted of games: dice against what was to be expected, with bands; ways; shots by range."""

from collections import Counter
from fractions import Fraction
from pathlib import Path

import numpy as np
import pytest
from table_game import played

from tablecam.game.dice_statistics import luck, scores
from tablecam.game.hosting.log_view import NOBODY
from tablecam.game.log import EventLine, Line
from tablecam.game.replay.battle_report import report
from tablecam.game.replay.game_statistics import (
    CountedDie,
    Kind,
    Rolls,
    Statistics,
    WalkedModel,
    count,
    spread,
    together,
)
from tablecam.game.replay.recorded_game import WHOLE, RecordedGame
from tablecam.game.replay.statistics_charts import Bar, bars_svg, charts
from tablecam.rules.books.catalogue import BOOKS
from tablecam.rules.odds import successes
from tablecam.storage.database import open_database
from tablecam.storage.game_store import GameStore

SIXTH, HALF = (Fraction(5, 6), Fraction(1, 6)), (Fraction(1, 2), Fraction(1, 2))
SIDES = {"near": "Near", "far": "Far"}
LADDER = (Fraction(1, 2), Fraction(1, 4), Fraction(1, 4))


def rolls(**times: int) -> Rolls:
    found = Rolls()
    for name, number in times.items():
        found.add(0, {"sixth": SIXTH, "half": HALF, "ladder": LADDER}[name], number)
    return found


def test_the_spread_of_equal_rolls_is_the_binomial() -> None:
    exact = successes(23, Fraction(1, 6)).chances
    assert spread(Counter({SIXTH: 23})) == pytest.approx([float(exact[n]) for n in range(24)], abs=1e-12)


def test_the_spread_of_mixed_rolls_is_their_convolution() -> None:
    mixed = rolls(sixth=4, half=3, ladder=2)
    one_by_one = scores([SIXTH] * 4 + [HALF] * 3 + [LADDER] * 2)
    assert spread(mixed.chances) == pytest.approx(one_by_one, abs=1e-12)
    assert (mixed.rolled, mixed.most) == (9, 11)
    assert mixed.expected == pytest.approx(4 / 6 + 1.5 + 1.5)


@pytest.mark.parametrize("count", [1, 7, 40, 5000])
def test_a_band_leaves_no_more_than_its_share_outside(count: int) -> None:
    found = rolls(sixth=count)
    low, high = found.band(0.9)
    chances = spread(found.chances)
    assert chances[:low].sum() < 0.05 + 1e-9
    assert chances[high + 1 :].sum() < 0.05 + 1e-9
    assert chances[low : high + 1].sum() > 0.9 - 1e-9
    # and is no wider than it must be
    assert chances[: low + 1].sum() >= 0.05
    assert chances[high:].sum() >= 0.05 - 1e-9
    assert np.isclose(chances.sum(), 1)


def test_games_add_up_whoever_played_them() -> None:
    def one(seat: str, scored: int) -> Statistics:
        counted = Rolls()
        counted.add(scored, HALF, 4)
        shots = Rolls()
        shots.add(1, SIXTH, 2)
        return Statistics(
            1, {Kind("duel", "to hit", seat): counted}, {CountedDie("d6", 1, 6): Counter({6: 2})}, {1: shots},
            {WalkedModel("Ann", seat): 7.0},
        )  # fmt: skip

    whole = together([one("near", 3), one("far", 1)])
    assert whole.games == 2
    assert whole.rolls[Kind("duel", "to hit", "")].scored == 4
    assert whole.rolls[Kind("duel", "to hit", "")].rolled == 8
    assert whole.faces[CountedDie("d6", 1, 6)][6] == 4
    assert whole.shots[1].rolled == 4
    assert whole.walked == {}


def test_a_chart_says_in_its_table_what_it_draws_and_marks_what_lies_outside() -> None:
    lucky = Rolls()
    lucky.add(20, SIXTH, 20)
    found = charts(Statistics(1, {Kind("duel", "<hit>", "near"): lucky}), lambda kind: kind.name, SIDES)
    (chart,) = found
    assert chart.rows == (("Near: <hit>", "20", "20 !", "3.3", "0–7"),)
    assert "Near: &lt;hit&gt;" in chart.svg
    assert "<hit>" not in chart.svg


def test_shots_that_no_roll_names_are_said_to_be_unrecorded_and_a_sum_says_which_games_are_missing() -> None:
    rolled, shots = Rolls(), Rolls()
    rolled.add(1, SIXTH, 2)
    shots.add(1, SIXTH, 2)
    fought = Statistics(1, {Kind("urr", "combat", "near"): rolled}, unaimed=1)
    missing = charts(fought, lambda kind: kind.name)[-1]
    assert (missing.key, missing.svg, missing.rows) == ("shots", "", ())
    assert missing.text.startswith("Not recorded")
    shot = Statistics(1, {Kind("duel", "to hit", "near"): rolled}, shots={1: shots})
    for counted, told in ((together([shot]), False), (together([shot, fought]), True)):
        (chart,) = [one for one in charts(counted, lambda kind: kind.name) if one.key == "shots"]
        assert chart.rows
        assert ("Games are left out" in chart.text) == told
    # where shots could be counted and nobody has shot, nothing is said
    assert [one.key for one in charts(Statistics(1, shot.rolls), lambda kind: kind.name)] == ["rolls"]


def test_the_bars_lie_on_their_scale() -> None:
    text = bars_svg("Bars", [Bar("a", 50.0, 25.0, (0.0, 100.0)), Bar("b", 100.0)])
    # the label has 230, the scale 462, up to 100
    assert 'd="M230 ' in text
    assert "L461 " in text
    assert "L692 " in text
    assert ">100</text>" in text


@pytest.mark.slow
def test_a_real_game_is_counted_line_by_line_and_a_seat_counts_no_more_than_it_knows(tmp_path: Path) -> None:
    store = GameStore(open_database(str(tmp_path / "games.db")))
    player = played(store, seed=6, turns=3)
    past = RecordedGame.read(store.read(player.game.sink.id), {}, BOOKS)
    known = past.view_as(WHOLE)
    counted = count(known)
    texts = [line["text"] for line in known.lines]
    faces = [line for line in known.log.live if "rolled" in texts[line - 1]]
    assert sum(dice.total() for dice in counted.faces.values()) >= len(faces) > 0
    for row in luck(known.log):
        if row.name != "all":
            rolls = counted.rolls[Kind(past.log.header.game, row.name, row.seat)]
            assert (rolls.rolled, rolls.scored) == (row.rolled, row.passed)
            assert rolls.expected == pytest.approx(float(row.expected))
    fired = [known.log[number] for number in known.log.live if is_event(known.log[number], "ShotFired")]
    assert sum(shots.rolled for shots in counted.shots.values()) == sum(len(line.event["faces"]) for line in fired)
    assert sum(shots.scored for shots in counted.shots.values()) == sum(line.event["hits"] for line in fired)
    assert sum(counted.walked.values()) > 0
    # what a spectator of a game in progress knows is counted of their own log alone
    public = count(past.view_as(NOBODY))
    assert public.faces.keys() <= counted.faces.keys()
    assert report(known, "").count("<figure>") >= 4


def is_event(line: Line, name: str) -> bool:
    return isinstance(line, EventLine) and line.event["name"] == name


def shooting(check: dict[str, object], *subject: str) -> dict[str, object]:
    return {"kind": "Roll", "check": check, "subject": list(subject)}


@pytest.mark.parametrize(("book", "check"), [("urban-war", "to hit"), ("urban-operations", "fight")])
def test_a_book_says_which_rolls_are_shots_and_between_whom(book: str, check: str) -> None:
    shot = BOOKS.book(book).shot
    assert shot(shooting({"name": check}, "ida", "gruff")) == ("ida", "gruff")
    assert shot(shooting({"name": check}, "ida")) is None
    assert shot(shooting({"name": "damage"}, "ida", "gruff")) is None
    assert shot({"kind": "Roll", "subject": ["ida", "gruff"]}) is None


def test_a_book_of_fights_without_a_range_has_no_shots() -> None:
    assert BOOKS.book("urr").shot(shooting({"name": "ranged"}, "larch_bows", "ash_spears_1")) is None
    assert [BOOKS.book(name).names_targets for name in ("urban-war", "urban-operations", "urr")] == [True, True, False]
