"""Advice on whom a block fires at, over a hex grid: how far each enemy is, and with what it is reached."""

from typing import Any

from quarter import CHIEF, RIFLES, state
from test_uo_hexes import over_hexes

from tablecam.rulebooks.urban_operations.rulebook import URBAN_OPERATIONS_BOOK as BOOK
from tablecam.rulebooks.urban_operations.rules.asking import topic
from tablecam.rulebooks.views import AdviceView
from tablecam.rules.ask import Choose, Option
from tablecam.table.snapshot import Snapshot

STATE = state()


def advised(snapshot: Snapshot, action: str = "target.fire") -> AdviceView | None:
    ask = Choose(options=(Option(CHIEF), Option("nobody")), **topic(action, RIFLES)._asdict()).record()
    assert BOOK.question_advice
    return BOOK.question_advice(snapshot, STATE, ask, BOOK.phrases.names(STATE, {}))


def facts(view: AdviceView | None) -> dict[str, Any]:
    assert view
    return {fact.key: str(fact.text) for fact in view.rows[0].facts}


def test_a_row_says_how_far_it_is_and_with_what_firepower_it_is_reached() -> None:
    view = advised(over_hexes((0, 0), (0, 3)))
    found = facts(view)
    assert found["range"] == "3 EP, band 1"
    card = STATE[RIFLES].card
    assert all(str(weapon.fp[0]) in found["need"] for weapon in card.weapons.values() if weapon.fp)
    assert view
    assert (view.rows[0].option, view.rows[0].style) == (CHIEF, "plain")


def test_what_no_weapon_reaches_says_so() -> None:
    view = advised(over_hexes((0, -6), (0, 5)))
    far = facts(view)["range"]
    assert far.startswith("11 EP")
    reached = any(len(weapon.fp) >= 3 for weapon in STATE[RIFLES].card.weapons.values())
    assert view
    assert (view.rows[0].style == "plain") == reached


def test_near_an_edge_both_distances_stand_there() -> None:
    view = advised(over_hexes((0, 0), (0, 3), up=1.0))
    assert view
    assert str(view.rows[0].facts[0].unsure).startswith("3 EP or 4 EP: ")


def test_without_a_grid_and_for_other_questions_nothing_is_advised() -> None:
    assert advised(over_hexes((0, 0), (0, 3), grid="")) is None
    assert advised(over_hexes((0, 0), (0, 3)), "reaction") is None
