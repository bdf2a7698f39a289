"""What Urr's rows say of the answers to its questions."""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any

from siege import ARCHERS, INFANTRY, after, fighting, setup, units, wall

from tablecam.rules.ask import Ask, Assign, Choose, Option, Pick
from tablecam.rules.books.urr.rulebook import URR_BOOK as BOOK
from tablecam.rules.books.urr.rules import codes
from tablecam.rules.books.urr.rules.bombardment import tasks
from tablecam.rules.books.urr.rules.chances import round_odds, section_hits
from tablecam.rules.books.urr.rules.combat_events import RoundBegan
from tablecam.rules.books.urr.rules.rounds import STANCES
from tablecam.rules.books.urr.rules.rulebook import new_game
from tablecam.rules.books.urr.rules.state import UrrState
from tablecam.rules.books.views import AdviceRow
from tablecam.table.snapshot import Snapshot

EMPTY = Snapshot(0.0, ())
FIELD = fighting(setup(units(INFANTRY, "a1", "a2"), units(INFANTRY, "b1")), ["a1", "a2"], ["b1"])


def advised(state: UrrState, ask: Ask[Any]) -> Sequence[AdviceRow]:
    assert BOOK.question_advice
    view = BOOK.question_advice(EMPTY, state, ask.record(), BOOK.phrases.build_names(state, {}))
    assert view
    return view.rows


def told(row: AdviceRow) -> Mapping[str, int]:
    return {str(each.label): each.per_cent for each in row.odds}


def stance_asked(seat: str) -> Choose:
    return Choose(seat=seat, secret=True, options=STANCES, **codes.STANCE._asdict())


def test_a_stance_is_told_against_either_of_the_other_side() -> None:
    state = after(FIELD, RoundBegan(round=1))
    rows = {row.option: row for row in advised(state, stance_asked("red"))}
    assert set(rows) == {"attack", "defend"}
    shown = told(rows["attack"])
    odds = round_odds(state, {"a1": "attack", "a2": "attack", "b1": "defend"}).tolls
    # blue is attacked, and so the first of the sides
    assert shown["If Urr defend: Urr lose more steps"] == round(100 * odds.chance(lambda it: it[0].lost > it[1].lost))
    assert "If Urr attack: The Prince lose more steps" in shown
    sums = [str(line) for line in rows["attack"].odds[0].sums]
    assert any(line.startswith("A1, attacking: 1 hit on 2+ and 2 hits on 6+ (+4 melee score)") for line in sums), sums
    assert sums[-1] == "Who chooses takes hits where most steps are left"


def test_nobody_defends_against_nobody() -> None:
    """Where both defend nobody rolls, and the row says that it costs nothing."""
    rows = {row.option: row for row in advised(after(FIELD, RoundBegan(round=1)), stance_asked("red"))}
    shown = told(rows["defend"])
    assert shown["If Urr defend: Urr lose more steps"] == shown["If Urr defend: The Prince lose more steps"] == 0


def test_units_with_stances_of_their_own_have_rows_to_read() -> None:
    ask = Assign(seat="red", secret=True, items=("a1", "a2"), options=STANCES, **codes.STANCES._asdict())
    rows = advised(after(FIELD, RoundBegan(round=1)), ask)
    assert {str(row.text) for row in rows} == {"Everybody attacks", "Everybody defends"}
    assert [row.option for row in rows] == ["", ""]


def besieging(**more: Any) -> UrrState:
    said = {
        "sections": [{"id": "gate", "ring": "outer", "strength": 2}, {"id": "kiln", "ring": "outer", "strength": 1}],
        "places": [{"id": "storm", "kind": "wall", "section": "gate"}], "quarters": ["mill"],
    }  # fmt: skip
    return new_game(setup(units(INFANTRY, "a1"), units(INFANTRY, "b1"), begins="bombardment", **said, **more))


def test_an_engine_has_the_chance_of_a_hit_and_closed_tasks_come_last() -> None:
    state = besieging(red={"engines": [{"id": "t1", "dice": 2}]})
    engine = state.engines["t1"]
    ask = Choose(seat="red", options=tuple(tasks(state, engine)), **codes.ENGINE("t1")._asdict())
    rows = advised(state, ask)
    assert [(row.option, bool(row.closed)) for row in rows] == [
        ("section:gate", False), ("section:kiln", True), ("fire:mill", True),
    ]  # fmt: skip
    hits = section_hits(state, engine, "gate")
    shown = told(rows[0])
    assert shown["hit"] == round(100 * hits.chance(bool)) == 89
    assert shown["breached"] == 0
    assert str(rows[0].odds[0].sums[0]) == "Each die: 3+ on d6, 67 %"
    assert str(rows[0].facts[0].text) == "2, 4 hits from its breach"
    assert "breached" in str(rows[1].closed)


def test_a_section_that_is_nearly_down_can_be_breached() -> None:
    state = besieging(red={"engines": [{"id": "t1", "base": 4}]})
    state = new_game_with(state, hits=6)
    ask = Choose(seat="red", options=tuple(tasks(state, state.engines["t1"])), **codes.ENGINE("t1")._asdict())
    assert told(advised(state, ask)[0])["breached"] == 100


def new_game_with(state: UrrState, hits: int) -> UrrState:
    return replace(state, sections={**state.sections, "gate": replace(state.sections["gate"], hits=hits)})


def test_who_shoots_at_a_ramp_and_who_takes_a_hit() -> None:
    state = new_game(setup(units(INFANTRY, "a1", steps=1), units(ARCHERS, "b1", "b2", ranged=4), **wall(2)))
    options = (Option("b1"), Option("b2"), Option("nobody"))
    rows = advised(state, Choose(seat="blue", options=options, **codes.SHOOTER("a1")._asdict()))
    assert [row.option for row in rows] == ["b1", "b2"]
    assert told(rows[0]) == {"hit": 83, "A1 is out": 83}
    rows = advised(FIELD, Choose(seat="red", options=(Option("a1"), Option("a2")), **codes.HIT("red")._asdict()))
    assert [str(row.facts[0].text) for row in rows] == ["4 left", "4 left"]


def test_raiders_make_a_hit_likelier_and_a_muster_is_to_be_read() -> None:
    raiding = setup([*units(INFANTRY, "a1", melee=1), {"id": "knives", "raider": True}], units(INFANTRY, "b1"))
    state = fighting(raiding, ["a1"], ["b1"])
    rows = advised(
        state, Choose(seat="red", options=(Option("a1"), Option("nobody")), **codes.RAIDERS("knives")._asdict())
    )
    assert told(rows[0])["hits, attacking"] == 50
    rows = advised(state, Pick(seat="red", options=(Option("a1"),), **codes.MUSTER("field")._asdict()))
    assert told(rows[0])["hits, attacking"] == 33
    assert [row.option for row in rows] == [""]
