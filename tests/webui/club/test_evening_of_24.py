"""A whole evening of 24 in browsers on PostgreSQL, and the same by script: the same standings.

The organiser's desk, the projector and six phones; sign-up, check-in, a no-show, a repair of the published round, a
report that is taken back, a dispute that is withdrawn, a call for a judge, a server that is killed, PostgreSQL started
again. Everybody is checked in by a tap: on the player's phone, or on the desk.
"""

import csv
import io
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path

import pytest
from click.testing import CliRunner
from evening import named
from organiser import begin_entering, enter_late, publish, report, sheet_of, to, twice, yes
from playwright.sync_api import Page, expect
from room import Asking, Served
from screens import SIZES, Opened
from services import Database, running_database
from test_club_evening import FACTIONS, HD, agree, enter, pairings

from tablecam.commands.tournament import tournament

pytestmark = [pytest.mark.browser, pytest.mark.long]

SEED, ROUNDS, PLACES = 24, 3, 24
ENTERED = dict(named(22))
# they sign up on their own phones; the first comes late and takes the place of who does not come
SIGNED = {"yan": "Yan Young", "zoe": "Zoe Zane"}
LATE, NO_SHOW = "xan", "p7"
PHONES = ("p1", "p2", "p3", "p4", *SIGNED)
MODELS = 9
PENALTY = 4


def lost(player: str, number: int) -> int:
    """What a player loses in a round, whoever the opponent is."""
    return (sum(map(ord, player)) * 7 + 3 * number) % (MODELS + 1)


def faction(player: str) -> str:
    return FACTIONS[sum(map(ord, player)) % len(FACTIONS)]


# by script


def by_script(folder: Path) -> str:
    """The standings of the evening as CSV, by nothing but `tablecam tournament`."""

    def run(*words: object) -> str:
        said = CliRunner().invoke(tournament, [*map(str, words), "--db", str(folder / "script.db")])
        assert said.exit_code == 0, (words, said.output, said.exception)
        return said.stdout

    def entry(player: str) -> tuple[object, ...]:
        return "--faction", faction(player), "--models", MODELS

    run("new", "Friday", "--seed", SEED)
    for player, name in ENTERED.items():
        run("enter", player, name, *entry(player))
    run("sign-up", "--open", "--places", PLACES, "--check-in")
    for player, name in SIGNED.items():
        run("apply", name, *entry(player))
    run("tables", f"1-{PLACES // 2 + 2}")
    run("rounds", ROUNDS, "--reason", "the club closes")
    run("check-in", *(player for player in (*ENTERED, *SIGNED) if player != NO_SHOW))
    for number in range(1, ROUNDS + 1):
        run("round", "--publish")
        if number == 1:
            run("enter", LATE, "Xan Xu", *entry(LATE), "--granted", 0)
            run("repair", "--replace", NO_SHOW, LATE, "--leaves", "--reason", "no-show")
            run("judge", "p3")
            run("judge", "--taken", table_of(run("export", "-", "--csv", "pairings"), "p3"))
        rows = csv.DictReader(io.StringIO(run("export", "-", "--csv", "pairings")))
        games = [row for row in rows if row["round"] == str(number) and row["kind"] == "game"]
        for row in games[::2]:
            one, other = row["player"], row["opponent"]
            run("report", one, lost(one, number), other, lost(other, number))
    run("penalty", "p2", "--card", "yellow", "--points", PENALTY, "--reason", "slow play")
    return run("export", "-", "--csv", "standings")


def table_of(text: str, player: str) -> str:
    return next(row["table"] for row in csv.DictReader(io.StringIO(text)) if row["player"] == player)


# in browsers


@pytest.fixture
def database() -> Iterator[Database]:
    with running_database() as running:
        yield running


@pytest.fixture
def served(tmp_path: Path, database: Database) -> Iterator[Served]:
    served = Served(tmp_path, db=database.url)
    yield served
    served.end()


@dataclass
class Room:
    """The screens of the room. asking: the organiser without a screen, for what nobody looks at."""

    served: Served
    asking: Asking
    desk: Page
    wall: Page
    phones: dict[str, Page] = field(default_factory=dict)

    def opponent(self, player: str) -> str:
        pair = next(pair for pair in pairings(self.asking) if player in pair)
        return pair[0] if pair[1] == player else pair[1]

    def losses(self, player: str, number: int) -> tuple[int, int]:
        """What a phone enters: the opponent's, then the player's own."""
        return lost(self.opponent(player), number), lost(player, number)


def test_an_evening_of_24_in_browsers_ends_as_the_same_by_script(
    opened: Opened, served: Served, database: Database, tmp_path: Path
) -> None:
    room = before_the_evening(opened, served)
    publish_round(room, 1)
    the_no_show_is_replaced(room)
    a_judge_is_called(room)
    a_report_is_taken_back(room)
    play(room, 1)
    publish_round(room, 2)
    a_dispute_is_withdrawn(room)
    the_server_is_killed(room)
    play(room, 2)
    the_database_is_started_again(room, database)
    publish_round(room, 3)
    play(room, 3)
    penalise(room)
    expect(room.wall.locator(".p-head")).to_contain_text("Final standings")
    text = room.desk.evaluate("fetch('/api/club/1/export/standings.csv').then(answer => answer.text())")
    assert text == by_script(tmp_path)
    lines = room.asking.get("/api/club/1/public")["standings"]["lines"]
    assert [line["player"] for line in lines if line["rank"] is None] == [NO_SHOW]
    assert next(line for line in lines if line["player"] == "p2")["penalty"] == PENALTY
    assert sum(line["points"] for line in lines) == ROUNDS * PLACES * 12 - PENALTY


def before_the_evening(opened: Opened, served: Served) -> Room:
    """Announced, entered, signed up, checked in: all but one."""
    asking = served.organiser()
    asking.post("/api/club/new", title="Friday", seed=SEED)
    for player, name in ENTERED.items():
        asking.act("enter", player=player, name=name, faction=faction(player), models=MODELS)
    asking.act("sign_up", open=True, places=PLACES, check_in=True)
    asking.act("hall_names", shown=True)
    desk = opened(f"{served.address}/projector/1", SIZES["landscape"])
    desk.context.add_cookies(
        [{"name": name, "value": key, "url": served.address} for name, key in asking.cookies.items()]
    )
    desk.goto(f"{served.address}/club/1/entrants")
    wall = opened(f"{served.address}/projector/1", HD)
    room = Room(served, asking, desk, wall)
    for player, name in SIGNED.items():
        page = opened(f"{served.address}/signup/1", SIZES["phone"])
        page.locator("input[name=name]").fill(name)
        page.locator("input[name=faction]").fill(faction(player))
        page.locator("[data-yes]").tap()
        expect(page.locator("[data-stands=in]")).to_contain_text(name)
        page.locator("[data-card]").tap()
        room.phones[player] = page
    asking.act("tables", tables=list(range(1, PLACES // 2 + 3)))
    asking.act("rounds", rounds=ROUNDS, reason="the club closes")
    for player in PHONES[:4]:
        room.phones[player] = opened(f"{served.address}/card/{asking.code(player)}", SIZES["phone"])
    for page in room.phones.values():
        page.locator("[data-here]").tap()
        expect(page.get_by_text("You are checked in")).to_be_visible()
    desk.locator("[data-checking]").tap()
    expect(desk.locator("[data-here]").first).to_have_attribute("data-here", str(len(PHONES)))
    at_the_desk = [player for player in ENTERED if player not in (*PHONES, NO_SHOW)]
    for here, player in enumerate(at_the_desk, len(PHONES) + 1):
        desk.locator(f"[data-check-in={player}]").tap()
        expect(desk.locator("[data-here]").first).to_have_attribute("data-here", str(here))
    assert here == PLACES - 1
    return room


def publish_round(room: Room, number: int) -> None:
    publish(room.desk, number)
    expect(room.wall.locator(".p-head")).to_contain_text(f"Round {number} of {ROUNDS}")
    for page in room.phones.values():
        expect(page.locator(".card-page header")).to_contain_text(f"round {number} of {ROUNDS}")


def the_no_show_is_replaced(room: Room) -> None:
    """Somebody comes late, and plays in the place of who has not come; the wall follows."""
    desk = room.desk
    to(desk, "entrants")
    desk.get_by_role("button", name="Open the player").tap()
    begin_entering(desk, LATE, "Xan Xu", faction(LATE))
    enter_late(desk, MODELS, (0,))
    to(desk, "round")
    desk.get_by_role("group", name="Rounds").get_by_role("button", name="Round 1", exact=True).tap()
    desk.locator("[data-change]").tap()
    for player in (NO_SHOW, LATE):
        desk.locator(f"[data-seat={player}]").tap()
    desk.locator("[data-change-to=leaves]").tap()
    desk.locator("[data-reason]").first.tap()
    yes(desk)
    desk.locator("[data-changed]").tap()
    assert [pair for pair in pairings(room.asking) if LATE in pair]
    assert not [pair for pair in pairings(room.asking) if NO_SHOW in pair]


def a_judge_is_called(room: Room) -> None:
    phone, table = room.phones["p3"], room.asking.phone("p3").card["game"]["table"]
    twice(phone, "Call a judge …", f"Yes, to table {table}")
    expect(phone.locator("[data-called]")).to_be_visible()
    room.desk.locator(f"[data-take='{table}']").tap()
    expect(phone.locator("[data-called]")).to_have_count(0)


def a_report_is_taken_back(room: Room) -> None:
    """A player reports wrongly and takes it back before anybody answers."""
    phone = room.phones["p1"]
    theirs, own = room.losses("p1", 1)
    enter(phone, theirs=theirs, own=(own + 1) % MODELS)
    twice(phone, "Take my report back …", "Yes, take it back")
    expect(phone.locator("[data-lost]").first).to_be_visible()


def a_dispute_is_withdrawn(room: Room) -> None:
    """Two phones report what differs; the organiser withdraws the dispute, and both report again."""
    phone, other = room.phones["p1"], room.phones[room.opponent("p1")]
    theirs, own = room.losses("p1", 2)
    enter(phone, theirs=theirs, own=own)
    expect(phone.get_by_role("heading", name="Waiting for")).to_be_visible()
    other.get_by_role("button", name="No, that is wrong").tap()
    enter(other, theirs=own, own=(theirs + 1) % MODELS)
    for page in (phone, other):
        expect(page.get_by_role("alert").filter(has_text="differ")).to_be_visible()
    desk, table = room.desk, room.asking.phone("p1").card["game"]["table"]
    to(desk, "scores")
    expect(desk.locator("[data-room=scores] .mark")).to_contain_text("!")
    sheet_of(desk, f"[data-game='{table}'].disputed")
    desk.locator("dialog [data-clear]").tap()
    desk.locator("dialog [data-reason]").first.tap()
    desk.locator("dialog").get_by_role("button", name=f"Clear the reports of table {table}").tap()
    for page in (phone, other):
        expect(page.locator("[data-cleared]")).to_contain_text("Both of you must report again")
    desk.get_by_role("button", name="Close", exact=True).first.tap()
    expect(desk.locator("dialog")).to_have_count(0)


def play(room: Room, number: int) -> None:
    """Games with a phone are reported on it; one by the finger on the desk, the others without a screen."""
    to(room.desk, "scores")
    by_finger = True
    for one, other in pairings(room.asking):
        mine = next((player for player in (one, other) if player in room.phones), None)
        if mine:
            theirs = other if mine == one else one
            enter(room.phones[mine], *room.losses(mine, number))
            expect(room.phones[mine].get_by_role("heading", name="Waiting for")).to_be_visible()
            if theirs in room.phones:
                agree(room.phones[theirs])
            else:
                room.asking.phone(theirs).agree()
            expect(room.phones[mine].get_by_role("heading", name="The game is closed")).to_be_visible()
        elif by_finger:
            game = next(
                game for game in room.asking.get("/api/club/1")["games"] if game["players"][0]["id"] in (one, other)
            )
            losses = tuple(lost(player["id"], number) for player in game["players"])
            report(room.desk, str(game["table"]), (losses[0], losses[1]))
            by_finger = False
        else:
            sides = [{"player": player, "lost": lost(player, number)} for player in (one, other)]
            room.asking.act("report", sides=sides)
    expect(room.desk.locator("[data-game]:not(.over)")).to_have_count(0)


def the_server_is_killed(room: Room) -> None:
    """A phone reports while nobody answers: its report is kept, and is there when the server is back."""
    phone = room.phones["p4"]
    losses = room.losses("p4", 2)
    opponent = room.opponent("p4")
    room.served.kill()
    for screen in (phone, room.wall):
        expect(screen.get_by_text("No connection").first).to_be_visible()
    enter(phone, *losses)
    expect(phone.locator("[data-unsent]")).to_be_visible()
    room.served.start()
    expect(phone.get_by_role("heading", name="Waiting for")).to_be_visible()
    if opponent in room.phones:
        agree(room.phones[opponent])
    else:
        room.asking.phone(opponent).agree()
    expect(phone.get_by_role("heading", name="The game is closed")).to_be_visible()


def the_database_is_started_again(room: Room, database: Database) -> None:
    """In the middle of the evening; what comes then finds it again."""
    before = room.asking.get("/api/club/1/public")
    database.kill()
    database.start()
    after = room.asking.get("/api/club/1/public")
    assert (after["sequence"], after["standings"]) == (before["sequence"], before["standings"])


def penalise(room: Room) -> None:
    room.asking.act("penalise", player="p2", card="yellow", points=PENALTY, reason="slow play")
    expect(room.phones["p2"].locator("[data-penalties]")).to_contain_text("slow play")
