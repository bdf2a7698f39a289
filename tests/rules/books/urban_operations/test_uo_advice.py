"""Advice on whom a block fires at, over a hex grid: how far each enemy is, and with what it is reached."""

from typing import Any

from quarter import CHIEF, CROWD, MILITIA, RIFLES, Several, acting, question, run, state
from quarter import told as told_events
from test_uo_hexes import over_hexes

from tablecam.rules.ask import Choose, Option
from tablecam.rules.books.urban_operations.rulebook import URBAN_OPERATIONS_BOOK as BOOK
from tablecam.rules.books.urban_operations.rules import actions, impulses
from tablecam.rules.books.urban_operations.rules.codes import reason, topic
from tablecam.rules.books.urban_operations.rules.fight_chances import fight_odds
from tablecam.rules.books.urban_operations.rules.impulse_events import BlockActivated
from tablecam.rules.books.urban_operations.rules.state import OperationsState
from tablecam.rules.books.views import AdviceView, dump_view
from tablecam.table.snapshot import Snapshot

STATE = state()


def advised(snapshot: Snapshot, action: str = "target.fire") -> AdviceView | None:
    ask = Choose(options=(Option(CHIEF), Option("nobody")), **topic(action, RIFLES)._asdict()).record()
    assert BOOK.question_advice
    return BOOK.question_advice(snapshot, STATE, ask, BOOK.phrases.build_names(STATE, {}))


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


def known() -> OperationsState:
    """Both blocks have shown themselves."""
    return STATE.replace_block(RIFLES, revealed=True).replace_block(CHIEF, revealed=True)


def asked(now: OperationsState, action: str, *subject: str, options: tuple[Option, ...]) -> AdviceView | None:
    ask = Choose(options=options, **topic(action, *subject)._asdict()).record()
    assert BOOK.question_advice
    return BOOK.question_advice(over_hexes((0, 0), (0, 3)), now, ask, BOOK.phrases.build_names(now, {}))


def told(view: AdviceView | None, at: int = 0) -> dict[str, int]:
    assert view
    return {str(each.label): each.per_cent for each in view.rows[at].odds}


def test_the_odds_of_a_fight_stand_there_with_what_they_leave_out() -> None:
    now = known()
    view = asked(now, "target.fire", RIFLES, options=(Option(CHIEF), Option(CROWD, why_not=reason("population"))))
    found = fight_odds(now, RIFLES, CHIEF, "fire", 3)
    assert found
    shown = told(view)
    assert shown["Chief loses the fight"] == round(100 * found.beaten)
    assert shown["Rifles loses OSL"] == round(100 * found.losses.chance(lambda it: it[0] > 0))
    assert view
    assert str(view.rows[0].odds[0].sums[-1]).startswith("Not counted: command chain")
    assert [(row.option, str(row.closed)) for row in view.rows] == [
        (CHIEF, ""), (CROWD, "population is never a target"),
    ]  # fmt: skip


def test_a_block_face_down_has_no_odds_even_for_its_own_side() -> None:
    """The row is the same whoever the block is, so that nobody learns it from what anybody is sent."""
    rows = []
    for card in (STATE[CHIEF].card, STATE[MILITIA].card):
        now = STATE.replace_block(RIFLES, revealed=True).replace_block(CHIEF, card=card)
        view = asked(now, "target.fire", RIFLES, options=(Option(CHIEF),))
        assert view
        rows.append(dump_view(view.rows))
    assert rows[0] == rows[1]
    assert rows[0][0]["odds"] == []
    assert rows[0][0]["text"].startswith("Face down")


def test_who_is_fired_at_reads_what_staying_and_leaving_come_to() -> None:
    options = (Option("stay"), Option("withdraw"))
    view = asked(known(), "withdraw", CHIEF, RIFLES, options=options)
    assert view
    assert [row.option for row in view.rows] == ["stay", "withdraw"]
    assert told(view, 1) == {"Chief loses OSL": 70, "Chief is gone": 0}
    assert asked(STATE, "withdraw", CHIEF, RIFLES, options=options) is None


def test_a_block_that_acts_reads_where_each_attack_would_do_best() -> None:
    view = asked(known(), "action", RIFLES, options=(Option("fire"), Option("assault"), Option("scout")))
    assert view
    assert [row.option for row in view.rows] == ["fire", "assault"]
    assert str(view.rows[0].text) == "Best at Chief, 3 EP away, if it is seen"


def deeds(now: OperationsState, block: str, far: int = 3) -> list[tuple[str, tuple[str, ...]]]:
    """The deeds of a block, each one tap, with their answers."""
    assert BOOK.advice
    table = over_hexes((0, 0 - far // 2), (0, far - far // 2))
    view = BOOK.advice(table, now, block, BOOK.phrases.build_names(now, {}))
    assert all(not row.option for row in view.rows)
    return [(str(row.deed), row.answers) for row in view.rows if row.answers]


def test_fire_without_a_move_is_one_deed_whose_answers_the_rules_ask_for() -> None:
    ((deed, answers),) = deeds(known(), RIFLES)
    assert deed == "Fire: Chief"
    action, how, target = answers
    begun = run(impulses.activate, known(), {"activate": RIFLES, "action": action, "how": how})
    (activated,) = told_events(begun, BlockActivated)
    assert (activated.block, activated.action, activated.how) == (RIFLES, "fire", "stand")
    said = {"target.fire": target, "duel": Several([[0], [0]])}
    fired = run(lambda game: actions.fire(game, RIFLES), acting(known(), RIFLES, action, how), said)
    assert question(fired, "sees").subject[:2] == (RIFLES, CHIEF)


def test_no_deed_is_offered_that_the_rules_would_refuse() -> None:
    assert deeds(known(), RIFLES, far=18) == []
    assert deeds(known(), CHIEF) == []
    assert deeds(known().replace_block(RIFLES, activated=True), RIFLES) == []
    # a block face down may be fired at, without odds that would tell who it is
    ((_deed, answers),) = deeds(known().replace_block(CHIEF, revealed=False), RIFLES)
    assert answers == ("fire", "stand", CHIEF)
