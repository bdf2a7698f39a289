"""Commands are done once, or said not to be done: taken back, put right together, kept while the server is away."""

from typing import Any

import pytest
from fake_game import SEATS, FakeGame, roll, wait_until
from fake_table import roster
from playwright.sync_api import Page, Route, expect

pytestmark = [pytest.mark.browser, pytest.mark.slow]

ANSWER = "/api/game/answer"
LOOK = {"kind": "Look", "viewer": "ann", "targets": ["fox"], "transparent": []}
PROPOSAL = {
    "key": "7.38.40", "line": 38, "by": "umpire", "text": "Ann sees all of Fox", "instead_of": "Ann sees 62 % of Fox",
    "why": "it was not so", "undone": ["Fox rolls 4 for solid cover"], "told": [], "lost": 2, "agreed": [],
    "needs": ["red", "blue"],
}  # fmt: skip


def book(forces: list[Any], rules: list[Any], **more: Any) -> dict[str, Any]:
    plain = {"name": "toy", "title": "Toy", "seats": SEATS, "forces": forces, "rules": rules, "scenarios": []}
    return plain | {"usual": {"scenario": None, "forces": {}}} | more


def test_the_last_deed_is_in_sight_with_what_undo_takes_back(page: Page, fake: FakeGame) -> None:
    undo = page.locator("[data-undo]")
    expect(page.locator(".last")).to_contain_text("Red: Move and shoot")
    expect(undo).to_have_attribute("aria-label", "Undo: take back “Red: Move and shoot”")
    undo.dblclick()
    fake.awaited("/api/game/undo")
    page.wait_for_timeout(500)
    assert [body["line"] for body in fake.done("/api/game/undo")] == [40]


def test_redo_is_there_until_something_else_is_done(page: Page, fake: FakeGame) -> None:
    expect(page.locator("[data-redo]")).to_have_count(0)
    fake.say(redo={"line": 41, "text": "Red rolls 7"})
    page.locator("[data-redo]").tap()
    wait_until(page, lambda: len(fake.done("/api/game/redo")) == 1)


def test_a_refused_deed_is_shown_until_somebody_has_read_it(page: Page, fake: FakeGame) -> None:
    fake.answers[ANSWER] = ({"error": {"status": 409, "says": "That question is no longer open."}}, 409)
    page.locator("[data-key='7']").tap()
    expect(page.locator("[data-refused]")).to_contain_text("That question is no longer open.")
    expect(page.locator(".key").first).to_be_visible()
    page.get_by_role("button", name="Understood").tap()
    expect(page.locator("[data-refused]")).to_have_count(0)


def test_a_model_moved_out_of_turn_is_put_back_or_both_sides_accept_it(page: Page, fake: FakeGame) -> None:
    fake.say(nudged=[{"model": "eve", "from_in": [38.4, 13.6], "to_in": [37.8, 13.2], "by_in": 0.7}])
    card = page.locator("[data-displaced]")
    expect(card).to_contain_text("Eve was moved 0.7″ out of turn.")
    expect(card.locator("[data-put-back]")).to_have_text("Put it back")
    card.locator("[data-accept]").tap()
    wait_until(page, lambda: len(fake.done("/api/game/stands")) == 1)
    assert fake.done("/api/game/stands")[0]["models"] == ["eve"]
    moves = [{"model": "eve", "by_in": 0.7}]
    fake.say(accepting={"key": "7.2", "by": "players", "moves": moves, "agreed": ["red"], "needs": ["blue"]})
    expect(card.locator("[data-agree=red]")).to_be_disabled()
    card.locator("[data-agree=blue]").tap()
    wait_until(page, lambda: len(fake.done("/api/game/agree")) == 1)
    assert (fake.done("/api/game/agree")[0]["proposal"], fake.done("/api/game/agree")[0]["seat"]) == ("7.2", "blue")
    card.locator("[data-decline]").tap()
    wait_until(page, lambda: len(fake.done("/api/game/decline")) == 1)
    assert fake.done("/api/game/decline")[0]["proposal"] == "7.2"


def test_a_measured_fact_is_put_right_in_two_taps(page: Page, fake: FakeGame) -> None:
    fake.answers["/api/game/line"] = (
        {"line": 38, "text": "Ann sees 62 % of Fox", "ask": LOOK, "raw": {"fox": 0.62}},
        200,
    )
    fake.say(facts=[{"line": 38, "kind": "Look", "text": "Ann sees 62 % of Fox", "sure": True}])
    page.locator("[data-not-so='38']").tap()
    page.locator("dialog [data-choice='0']").tap()
    wait_until(page, lambda: len(fake.done("/api/game/overrule")) == 1)
    (proposed,) = fake.done("/api/game/overrule")
    assert (proposed["line"], proposed["raw"]) == (38, {"fox": {"visible": 1}})
    assert proposed["why"]


def test_both_sides_agree_each_at_its_own_end_of_the_sheet(page: Page, fake: FakeGame) -> None:
    fake.say(proposal=PROPOSAL | {"by": "table"})
    sheet = page.locator("[data-proposal]")
    expect(sheet).to_contain_text("Fox rolls 4 for solid cover")
    # who has said it at the shared tablet is not the umpire
    expect(page.get_by_role("heading", name="A correction is proposed")).to_be_visible()
    expect(sheet).to_contain_text("The game would ask again for 2 later answers")
    red, blue = (page.locator(f"[data-agree={seat}]").bounding_box() for seat in ("red", "blue"))
    assert red
    assert blue
    assert blue["x"] - (red["x"] + red["width"]) >= 200
    page.locator("[data-agree=red]").tap()
    wait_until(page, lambda: len(fake.done("/api/game/agree")) == 1)
    fake.say(proposal=PROPOSAL | {"agreed": ["red"], "needs": ["blue"]})
    expect(page.locator("[data-agree=red]")).to_be_disabled()
    page.locator("[data-agree=blue]").tap()
    wait_until(page, lambda: len(fake.done("/api/game/agree")) == 2)
    assert [body["seat"] for body in fake.done("/api/game/agree")] == ["red", "blue"]


def test_on_a_seats_own_device_it_agrees_or_waits(page: Page, fake: FakeGame) -> None:
    fake.say(role="red", proposal=PROPOSAL | {"agreed": ["red"], "needs": ["blue"]})
    expect(page.locator("[data-proposal]")).to_contain_text("Waiting for Blue")
    fake.say(role="blue", proposal=PROPOSAL | {"agreed": ["red"], "needs": ["blue"]})
    expect(page.locator("[data-agree]")).to_have_count(1)
    page.locator("[data-decline]").tap()
    wait_until(page, lambda: len(fake.done("/api/game/decline")) == 1)


def test_a_line_of_the_log_can_be_put_right(page: Page, fake: FakeGame) -> None:
    fake.answers["/api/game/line"] = ({"line": 2, "text": "Red rolls 7", "ask": roll()["ask"], "raw": [7]}, 200)
    fake.lines = [
        {"n": 1, "kind": "boundary", "text": "Red", "seat": ""},
        {"n": 2, "kind": "answer", "text": "Red rolls 7", "seat": "red", "overrulable": True},
    ]
    page.get_by_role("button", name="Menu of the game").tap()
    page.locator("[data-log]").tap()
    page.locator(".log-action-line").tap()
    page.locator("[data-overrule='2']").tap()
    page.locator("dialog [data-key='9']").tap()
    wait_until(page, lambda: len(fake.done("/api/game/overrule")) == 1)
    assert fake.done("/api/game/overrule")[0]["raw"] == [9]


def test_breaking_off_takes_a_reason_and_two_taps_far_apart(page: Page, fake: FakeGame) -> None:
    page.get_by_role("button", name="Menu of the game").tap()
    page.locator("[data-stop]").tap()
    first = page.get_by_role("button", name="Break off …")
    expect(first).to_be_disabled()
    page.get_by_role("button", name="The table was knocked").tap()
    first.tap()
    assert fake.done("/api/game/abandon") == []
    second = page.get_by_role("button", name="Yes, break off")
    boxes = [each.bounding_box() for each in (page.get_by_role("button", name="No, cancel"), second)]
    assert boxes[0]
    assert boxes[1]
    assert boxes[1]["x"] - (boxes[0]["x"] + boxes[0]["width"]) >= 56
    second.tap()
    wait_until(page, lambda: len(fake.done("/api/game/abandon")) == 1)
    assert fake.done("/api/game/abandon")[0]["why"] == "The table was knocked"


def test_conceding_is_offered_only_to_those_who_can(page: Page, fake: FakeGame) -> None:
    page.get_by_role("button", name="Menu of the game").tap()
    page.locator("[data-stop]").tap()
    expect(page.locator(".concede button")).to_have_text(["Red concedes …", "Blue concedes …"])
    fake.say(can_concede=[])
    expect(page.locator(".concede")).to_have_count(0)


def test_a_finished_game_says_who_won_by_the_rules_and_on_the_card(page: Page, fake: FakeGame) -> None:
    result = {
        "headline": "Red wins", "reason": "Blue has nobody left.", "winner": "red",
        "columns": [{"key": "lost", "title": "Lost"}, {"key": "level", "title": "Casualties"}],
        "sides": [
            {"seat": "red", "cells": {"lost": "2 of 6", "level": "moderate"}},
            {"seat": "blue", "cells": {"lost": "6 of 6", "level": "severe"}},
        ],
        "tournament": {"text": "On the card: Red is 2 casualty levels ahead.", "ahead": "red", "steps": 2},
    }  # fmt: skip
    fake.say(over=True, questions=[], result=result)
    expect(page.locator(".winner")).to_have_text("Red wins")
    expect(page.locator("[data-result=blue]")).to_contain_text("6 of 6")
    expect(page.locator("[data-result=blue] dt").last).to_have_text("Casualties")
    expect(page.locator("[data-tournament-result]")).to_have_text("On the card: Red is 2 casualty levels ahead.")
    page.get_by_role("button", name="Confirm the result …").tap()
    assert fake.done("/api/game/confirm") == []
    page.get_by_role("button", name="Both players confirm").tap()
    wait_until(page, lambda: len(fake.done("/api/game/confirm")) == 1)


def test_the_strip_tells_counters_and_a_tap_shows_the_card(page: Page) -> None:
    expect(page.locator("[data-counters=bea]")).to_contain_text("panicked")
    expect(page.locator("[data-counters=bea] .face-down")).to_have_count(1)
    expect(page.locator("[data-counters=fox]")).to_have_class("counter fallen")
    page.locator("[data-counters=ann]").tap()
    card = page.locator("[data-card=ann]")
    expect(card.locator(".lead")).to_contain_text("Commander")
    expect(card.locator(".marks")).to_contain_text("2 of 2 W left")
    expect(card.locator(".numbers-of")).to_contain_text("SH5")
    expect(card.locator(".card-table")).to_contain_text("−1 to hit, strength 5, shots 2")
    expect(card.locator(".card-rules")).to_contain_text("Roll 8 or more to stop a hit.")


def test_a_new_game_is_two_forces_and_a_tap(page: Page, fake: FakeGame) -> None:
    force = {"facts": ["300 points", "8 models"], "faults": []}
    forces = [force | {"name": "harbour", "title": "Harbour Watch"}, force | {"name": "tunnel", "title": "Tunnel Kin"}]
    words = {"null": "As the rules in use"}
    says = "Models may be shocked."
    shock = {"key": "shock", "title": "Shock", "says": says, "group": "The rules", "words": words, "kind": "flag"}
    rules = [shock | {"default": None, "value": None}]
    game = {"begun": "2026-01-02T20:00:00", "open": False, "closed": False, "title": "A against <b>B</b>"}
    kept = [game | {"id": 5, "closed": True}, game | {"id": 4}]
    fake.answers["/api/game/setups"] = ({"books": [book(forces, rules)], "kept": kept}, 200)
    fake.game = None
    page.get_by_role("button", name="Start a game …").tap()
    expect(page.locator("[data-kept='4']")).to_contain_text("A against <b>B</b>")
    # a game that is closed can only be looked at
    expect(page.locator("[data-kept]")).to_have_count(1)
    page.get_by_role("button", name="House rules").tap()
    expect(page.locator("[data-rule=shock]")).to_contain_text(says)
    expect(page.locator("[data-rule=shock] [aria-pressed=true]")).to_have_text("As the rules in use")
    page.set_viewport_size({"width": 390, "height": 844})
    page.locator("[data-kept='4']").scroll_into_view_if_needed()
    expect(page.locator("[data-begin]")).to_be_in_viewport(ratio=1)
    page.get_by_role("group", name="Shock").get_by_role("button", name="Yes").tap()
    expect(page.locator("[data-force='blue harbour']")).to_contain_text("300 points, 8 models")
    page.locator("[data-force='blue harbour']").tap()
    page.locator(".two-forces input").first.fill("Anna")
    page.locator("[data-begin]").tap()
    wait_until(page, lambda: len(fake.done("/api/game/new")) == 1)
    (begun,) = fake.done("/api/game/new")
    assert begun["forces"] == {"red": "harbour", "blue": "harbour"}
    assert begun["rules"] == {"shock": True}
    assert begun["book"] == "toy"
    assert begun["players"] == {"red": "Anna"}


def test_a_new_game_begins_with_the_book_where_there_are_several(page: Page, fake: FakeGame) -> None:
    scenarios = [{"id": "open", "title": "Open field", "says": ""}, {"id": "ford", "title": "The ford", "says": "Wet."}]
    seats = [{"id": "near", "name": "Near side", "number": 0}, {"id": "far", "name": "Far side", "number": 1}]
    duel = book([], [], name="duel", title="Duel", seats=seats, scenarios=scenarios)
    fake.answers["/api/game/setups"] = ({"books": [book([], []), duel], "kept": []}, 200)
    fake.game = None
    page.get_by_role("button", name="Start a game …").tap()
    page.locator("[data-book=duel]").tap()
    expect(page.locator(".two-forces")).to_contain_text("Far side")
    page.locator("[data-scenario=ford]").tap()
    page.locator("[data-begin]").tap()
    wait_until(page, lambda: len(fake.done("/api/game/new")) == 1)
    (begun,) = fake.done("/api/game/new")
    assert (begun["book"], begun["scenario"], "forces" in begun) == ("duel", "ford", False)


def test_a_scenario_decides_who_plays_and_a_broken_book_is_named(page: Page, fake: FakeGame) -> None:
    names = ("north", "east", "south", "west")
    seats = [{"id": name, "name": name.upper(), "number": number} for number, name in enumerate(names)]
    scenarios = [
        {"id": "siege", "title": "All gates", "says": ""},
        {"id": "duel", "title": "Two gates", "says": "", "seats": ["north", "south"]},
    ]
    gates = book([], [], name="gates", title="Gates", seats=seats, scenarios=scenarios)
    broken = [{"name": "rats", "reason": "No module named 'cheese'"}]
    fake.answers["/api/game/setups"] = ({"books": [gates], "kept": [], "broken": broken}, 200)
    fake.game = None
    page.get_by_role("button", name="Start a game …").tap()
    expect(page.locator("[data-broken=rats]")).to_have_text(
        "The rulebook rats cannot be used: No module named 'cheese'"
    )
    players = page.locator(".two-forces input")
    expect(players).to_have_count(4)
    for player, name in enumerate(("Ann", "Eve", "Sue", "Wes")):
        players.nth(player).fill(name)
    page.locator("[data-scenario=duel]").tap()
    expect(players).to_have_count(2)
    page.locator("[data-begin]").tap()
    wait_until(page, lambda: len(fake.done("/api/game/new")) == 1)
    (begun,) = fake.done("/api/game/new")
    assert (begun["scenario"], begun["players"]) == ("duel", {"north": "Ann", "south": "Sue"})


def test_the_forces_that_were_set_up_are_chosen_already(page: Page, fake: FakeGame) -> None:
    force = {"facts": ["300 points", "8 models"], "faults": []}
    forces = [force | {"name": "harbour", "title": "Harbour Watch"}, force | {"name": "tunnel", "title": "Tunnel Kin"}]
    fake.answers["/api/game/setups"] = ({"books": [book(forces, [])], "kept": []}, 200)
    fake.answers["/api/setup/roster"] = ({"chosen": {"red": "tunnel", "blue": "gone since"}}, 200)
    fake.game = None
    page.get_by_role("button", name="Start a game …").tap()
    page.locator("[data-begin]").tap()
    wait_until(page, lambda: len(fake.done("/api/game/new")) == 1)
    (begun,) = fake.done("/api/game/new")
    assert begun["forces"] == {"red": "tunnel", "blue": "tunnel"}


def test_the_forces_on_the_table_and_their_scenario_are_chosen_already(page: Page, fake: FakeGame) -> None:
    forces = [{"facts": [], "faults": [], "name": name, "title": name} for name in ("ash", "guard", "reed")]
    written = {"red": "reed", "blue": "guard"}
    scenarios = [{"id": id, "title": id, "says": "", "forces": written} for id in ("field", "storm")]
    usual = {"scenario": "storm", "forces": {"red": "guard", "blue": "ash"}}
    setups = {"books": [book(forces, [], scenarios=scenarios, usual=usual)], "kept": []}
    fake.answers["/api/game/setups"] = (setups, 200)
    fake.game = None
    page.get_by_role("button", name="Start a game …").tap()
    page.locator("[data-begin]").tap()
    wait_until(page, lambda: len(fake.done("/api/game/new")) == 1)
    (begun,) = fake.done("/api/game/new")
    assert (begun["scenario"], begun["forces"]) == ("storm", usual["forces"])


def test_a_model_of_the_table_that_is_not_in_the_game_has_its_name_in_a_sentence(page: Page, fake: FakeGame) -> None:
    stranger = next(model for model in roster().models if model.id not in fake.game["names"])  # type: ignore[index]
    fake.say(nudged=[{"model": stranger.id, "from_in": [4, 4], "to_in": [9, 9], "by_in": 6.8}])
    card = page.locator("[data-displaced]")
    expect(card).to_contain_text(stranger.name)
    assert stranger.name != stranger.id


def test_the_back_key_asks_before_it_leaves_a_game(page: Page) -> None:
    page.locator(".bar .turn").tap()
    page.evaluate("history.back()")
    expect(page.get_by_role("heading", name="Leave the game?")).to_be_visible()
    page.get_by_role("button", name="Stay").tap()
    expect(page.locator(".panel.game")).to_be_visible()
    page.evaluate("history.back()")
    expect(page.get_by_role("heading", name="Leave the game?")).to_be_visible()
    page.locator("[data-leave]").tap()
    page.wait_for_url("about:blank")


def test_what_is_entered_offline_is_kept_shown_and_sent_once_when_the_server_is_back(
    page: Page, fake: FakeGame
) -> None:
    fake.closed = True
    page.route("**/api/**", lambda route: route.abort())
    expect(page.locator("[data-banner=offline]")).to_be_visible()
    page.locator("[data-key='7']").tap()
    expect(page.locator("[data-unsent]")).to_contain_text("Not sent: Dice: 7")
    expect(page.locator("[data-undo]")).to_be_disabled()
    expect(page.locator("[data-interrupt]")).to_be_disabled()
    kept = page.locator("[data-unsent]").get_attribute("data-unsent")
    assert fake.done(ANSWER) == []
    fake.closed = False
    page.unroute("**/api/**")
    expect(page.locator("[data-banner=offline]")).to_have_count(0)
    wait_until(page, lambda: len(fake.done(ANSWER)) == 1)
    assert fake.done(ANSWER)[0]["id"] == kept
    page.wait_for_timeout(2000)
    assert len(fake.done(ANSWER)) == 1


def test_an_answer_that_came_back_in_half_is_asked_for_again_with_its_own_id(page: Page, fake: FakeGame) -> None:
    ids: list[Any] = []

    def cut_off(route: Route) -> None:
        if ids:
            route.continue_()
            return
        ids.append(route.request.post_data_json["id"])
        route.fulfill(status=200, content_type="application/json", body='{"ok": tr')

    page.route(f"**{ANSWER}", cut_off)
    page.locator("[data-key='7']").tap()
    wait_until(page, lambda: len(fake.done(ANSWER)) == 1)
    assert fake.done(ANSWER)[0]["id"] == ids[0]


def test_an_answer_that_was_not_heard_keeps_its_id_over_a_reload(page: Page, fake: FakeGame) -> None:
    ids: list[Any] = []

    def lose(route: Route) -> None:
        ids.append(route.request.post_data_json["id"])
        route.abort()

    page.route(f"**{ANSWER}", lose)
    page.locator("[data-key='7']").tap()
    wait_until(page, lambda: len(ids) > 0)
    page.unroute(f"**{ANSWER}")
    page.reload()
    wait_until(page, lambda: len(fake.done(ANSWER)) == 1)
    assert fake.done(ANSWER)[0]["id"] == ids[0]
    assert fake.done(ANSWER)[0]["raw"] == [7]
