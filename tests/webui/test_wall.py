"""The wall in a real browser: twelve tables at a real broker, one of which loses its network and one its camera."""

import json
import re
import time
from collections.abc import Iterator
from contextlib import ExitStack
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

import pytest
from cable import Cable
from couriers import Client, until
from flask import Flask
from playwright.sync_api import Page, expect
from screens import SIDEWAYS, TOO_SMALL, Axe, Opened
from see_through import is_painted_on_cards_alone
from services import Broker
from serving import served

from tablecam.commands.hub_rehearsal import RehearsedTable, connect_table
from tablecam.doors.hub.broker_access import Registrar
from tablecam.doors.hub.settings import HubLink
from tablecam.doors.hub.topics import Place
from tablecam.game.hosting.commands import concede
from tablecam.storage.own_folder import write_own_folder
from tests.doors.hub.conftest import running_broker
from webui.wall.site import MARKER, HallSite, site_files

# a broker, a browser, and twelve tables
pytestmark = [pytest.mark.browser, pytest.mark.slow]

HALL, MANY = "mill", 12
WIDE, PHONE = (1920, 1080), (390, 844)
PLACES = """
() => Object.fromEntries([...document.querySelectorAll('.w-board .model')].map(
  each => [each.dataset.model, each.getAttribute('transform').match(/-?[\\d.]+/g).map(Number)]
))
"""
FITS = """
() => document.documentElement.scrollHeight <= innerHeight && [...document.querySelectorAll('.w-cards')].every(
  each => each.scrollHeight <= each.clientHeight + 1
)
"""
DESK_KEY = "desk-key"


@dataclass
class Hall:
    """Twelve tables that a test has play. address: of the wall; heard: all that everybody may read."""

    address: str
    broker: Broker
    tables: list[RehearsedTable]
    cable: Cable
    visitor: Client

    def play(self, steps: int) -> None:
        for _ in range(steps):
            for table in self.tables:
                table.step()


def place(number: int) -> Place:
    return Place(HALL, f"table{number}")


@pytest.fixture(scope="module")
def hall(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Hall]:
    folder = tmp_path_factory.mktemp("hall")
    with ExitStack() as stack:
        broker = stack.enter_context(running_broker())
        registrar = Registrar(broker.registrar)
        registrar.admit_desk(HALL, DESK_KEY)
        cable = stack.enter_context(Cable(broker.port).running())
        visitor = Client(broker.address(), ("tc/1/pub/#",), "visitor")
        stack.enter_context(visitor.bus)
        tables = []
        for number in range(1, MANY + 1):
            registrar.admit(place(number), "secret")
            registrar.announce(place(number), "The old mill", f"Table {number}")
            address = broker.address(place(number).user, "secret")
            # the third table's network is a cable that can be pulled
            address = replace(address, port=cable.port) if number == 3 else address
            table = RehearsedTable(folder / str(number), f"Guest {number}", number)
            table.begin()
            stack.callback(table.host.close)
            stack.enter_context(connect_table(table, HubLink(place(number), address), print))
            tables.append(table)
        write_own_folder(folder / "wall", MARKER, *site_files(HallSite(f"ws://HOST:{broker.websockets}", HALL)))
        host = Flask("host", static_folder=str(folder / "wall"), static_url_path="")
        address = stack.enter_context(served(host))
        found = Hall(address, broker, tables, cable, visitor)
        found.play(60)
        yield found


@pytest.fixture
def pictures(pytestconfig: pytest.Config) -> Path | None:
    """Where pictures of the pages are kept, if somebody wants them."""
    wanted = pytestconfig.getoption("--pictures")
    return Path(wanted) if wanted else None


def keep(page: Page, pictures: Path | None, name: str, **how: bool) -> None:
    if pictures:
        pictures.mkdir(parents=True, exist_ok=True)
        page.screenshot(path=pictures / f"{name}.png", **how)


def card(page: Page, number: int) -> str:
    return f'.w-card[data-table="{HALL}/table{number}"]'


def stands_as(page: Page, table: RehearsedTable) -> None:
    """The board is that table's, to the hundredth of an inch that is sent."""
    snapshot = table.view.snapshot
    assert snapshot
    wanted = {each.model.id: (each.x_in, 48.0 - each.y_in) for each in snapshot.models}

    def is_so() -> bool:
        found = page.evaluate(PLACES)
        return found.keys() == wanted.keys() and all(
            abs(found[model][0] - x) < 0.02 and abs(found[model][1] - y) < 0.02 for model, (x, y) in wanted.items()
        )

    until(is_so)


def test_every_table_is_a_card_with_its_own_players_and_none_is_mixed_up(
    opened: Opened, hall: Hall, axe: Axe, pictures: Path | None
) -> None:
    page = opened(f"{hall.address}/index.html?turn=0", WIDE)
    expect(page.locator(".w-card")).to_have_count(MANY)
    for number in range(1, MANY + 1):
        own = page.locator(card(page, number))
        expect(own.locator("h2 a")).to_have_text(f"Table {number}")
        expect(own.locator(".w-name")).to_have_text([f"Guest {number} A", f"Guest {number} B"])
        expect(own.locator(".w-sides b").first).to_have_text(re.compile(r"^\d/6$"))
        expect(own.locator("[data-clock=game]")).to_contain_text("0:0")
        expect(own.locator(".w-troubles")).to_have_count(0)
    expect(page.locator(".w-bar h1")).to_have_text("The old mill")
    expect(page.locator(".w-large .model")).to_have_count(12)
    expect(page.locator(".w-large image.portrait").first).to_have_attribute("href", re.compile("^data:image/jpeg"))
    assert not page.evaluate(SIDEWAYS)
    assert page.evaluate(FITS)
    assert page.evaluate(TOO_SMALL) == []
    assert axe(page) == []
    keep(page, pictures, "wall")
    page.emulate_media(color_scheme="light")
    expect(page.locator("html")).to_have_attribute("data-theme", "light")
    keep(page, pictures, "wall-light")
    # one by one, large, by addresses that last
    for number in (1, 7, 12):
        page.goto(f"{hall.address}/index.html?table={HALL}/table{number}")
        expect(page.locator(".w-large h1")).to_contain_text(f"Table {number}")
        expect(page.locator(".w-card")).to_have_count(0)
        stands_as(page, hall.tables[number - 1])


@pytest.mark.long
def test_a_phone_and_a_frame_of_another_site_show_it_too(
    opened: Opened, hall: Hall, axe: Axe, pictures: Path | None
) -> None:
    page = opened(f"{hall.address}/index.html?turn=0", PHONE)
    expect(page.locator(".w-card")).to_have_count(MANY)
    expect(page.locator(".w-large .model")).to_have_count(12)
    assert not page.evaluate(SIDEWAYS)
    assert page.evaluate(TOO_SMALL) == []
    assert axe(page) == []
    keep(page, pictures, "wall-phone")
    page.emulate_media(color_scheme="light")
    keep(page, pictures, "wall-phone-whole", full_page=True)
    other = Flask("another site")
    frame = f'<iframe src="{hall.address}/index.html?table={HALL}/table5" width="380" height="600"></iframe>'
    other.add_url_rule("/", "page", lambda: frame)
    with served(other) as elsewhere:
        page.goto(elsewhere)
        inside = page.frame_locator("iframe")
        expect(inside.locator(".w-large h1")).to_contain_text("Table 5")
        expect(inside.locator(".w-board .model")).to_have_count(12)
        page.goto("about:blank")


@pytest.mark.parametrize(
    ("size", "layout"), [(WIDE, "wide"), pytest.param((1080, 1920), "strip", marks=pytest.mark.long)]
)
def test_any_table_is_an_overlay_for_streaming_software(
    opened: Opened, hall: Hall, pictures: Path | None, size: tuple[int, int], layout: str
) -> None:
    page = opened(f"{hall.address}/index.html?table={HALL}/table4&overlay", size)
    expect(page.locator(f".overlay.{layout} .o-side")).to_have_text([re.compile("Guest 4 A"), re.compile("Guest 4 B")])
    expect(page.locator(".o-board .model")).to_have_count(12)
    expect(page.locator(".o-clock")).to_contain_text("0:0")
    expect(page.locator(".o-turn")).to_be_visible()
    is_painted_on_cards_alone(page)
    keep(page, pictures, f"overlay-{layout}")
    page.goto(f"{hall.address}/index.html?table={HALL}/table4&overlay&hide=board,clock")
    expect(page.locator(".o-side")).to_have_count(2)
    expect(page.locator(".o-board, .o-clock")).to_have_count(0)


def test_a_network_a_camera_and_a_judge_that_are_missed_are_told(
    opened: Opened, hall: Hall, pictures: Path | None
) -> None:
    page = opened(f"{hall.address}/index.html?turn=0", WIDE)
    expect(page.locator(".w-card")).to_have_count(MANY)
    expect(page.locator(".w-troubles")).to_have_count(0)
    before = page.locator(f"{card(page, 3)} .w-sides").inner_text()
    hall.cable.pull()
    hall.tables[8].lose_camera()
    expect(page.locator(f"{card(page, 3)} [data-trouble=network]")).to_be_visible()
    expect(page.locator(f"{card(page, 9)} [data-trouble=camera]")).to_have_text("The camera is lost")
    # what it stood like stays, and the others play on
    hall.play(4)
    assert page.locator(f"{card(page, 3)} .w-sides").inner_text() == before
    keep(page, pictures, "wall-troubles")
    expect(page.locator(".w-troubles")).to_have_count(2)
    hall.cable.plug_in()
    hall.tables[8].lose_camera(lost=False)
    expect(page.locator(".w-troubles")).to_have_count(0)
    stands_as_card(page, hall.tables[2], 3)


def stands_as_card(page: Page, table: RehearsedTable, number: int) -> None:
    scores = [side.score for side in table.show.card().sides]
    expect(page.locator(f"{card(page, number)} .w-sides b")).to_have_text(scores)


@pytest.mark.long
def test_a_result_stays_when_the_next_game_begins(opened: Opened, hall: Hall) -> None:
    page = opened(f"{hall.address}/index.html?turn=0", WIDE)
    host = hall.tables[4].host
    host.do(concede, "red", {})
    expect(page.locator(f"{card(page, 5)} .w-turn")).to_have_text("The game is over")
    expect(page.locator(f"{card(page, 5)} li.won .w-name")).to_have_text("Guest 5 B")
    expect(page.locator("[data-result]")).to_contain_text("not confirmed yet")
    host.put_game_away("table", {})
    hall.tables[4].begin()
    expect(page.locator(f"{card(page, 5)} li.won")).to_have_count(0)
    result = page.locator("[data-result]")
    expect(result).to_have_count(1)
    expect(result).to_contain_text("Guest 5 A against Guest 5 B")
    expect(result).not_to_contain_text("not confirmed yet")
    # a screen in a hall has nobody to scroll it
    assert page.evaluate(FITS)
    page.reload()
    expect(result).to_contain_text("Table 5")


@pytest.mark.long
def test_it_turns_by_itself_and_as_the_organiser_has_it(opened: Opened, hall: Hall, pictures: Path | None) -> None:
    wall, desk = opened(f"{hall.address}/index.html?turn=1", WIDE), opened("about:blank", PHONE)
    large = wall.locator(".w-large")
    expect(large).to_have_attribute("data-large", re.compile(HALL))
    first = large.get_attribute("data-large") or ""
    expect(large).not_to_have_attribute("data-large", first)
    desk.goto(f"{hall.address}/index.html#key={DESK_KEY}")
    desk.locator(f'[data-choose="{HALL}/table6"]').tap()
    expect(large).to_have_attribute("data-large", f"{HALL}/table6")
    expect(desk.locator(f'[data-choose="{HALL}/table6"]')).to_have_attribute("aria-pressed", "true")
    stands_as(wall, hall.tables[5])
    keep(desk, pictures, "wall-desk")
    desk.locator("[data-turning]").tap()
    desk.locator("input[name=every]").fill("5")
    desk.locator("input[name=every]").press("Tab")
    expect(large).not_to_have_attribute("data-large", f"{HALL}/table6")
    # who has no key may look and nothing else
    stranger = opened(f"{hall.address}/index.html#key=guessed", PHONE)
    expect(stranger.locator(".w-away")).to_be_visible()


def test_a_round_a_judge_and_a_table_that_sends_rubbish(opened: Opened, hall: Hall, pictures: Path | None) -> None:
    stranger, registrar = Place(HALL, "table0"), Registrar(hall.broker.registrar)
    registrar.admit(stranger, "secret")
    registrar.announce(stranger, "The old mill", "Table 0 <b>bold</b>")
    now = int(time.time())
    # its clock is wrong by a day, and its players are called what no page should run
    card_said = {
        "at": now + 86_400, "camera": "good", "game": "a game", "begun": now, "round": 3, "no": 2, "call": True,
        "ends": now + 86_400 + 754, "sides": [["red", "<img src=x onerror=alert(1)>", "6/6"], ["blue", "B", ""], 7],
        "turn": ["no text"], "said": "x" * 150,
    }  # fmt: skip
    page = opened(f"{hall.address}/index.html?turn=0", WIDE)
    own = page.locator(f'.w-card[data-table="{stranger.hall}/{stranger.table}"]')
    sender = Client(hall.broker.address(stranger.user, "secret"), (), stranger.user)
    try:
        with sender.bus:
            assert sender.is_up.wait(60)
            sender.bus.publish(stranger.status, b'{"online": true}', retain=True)
            sender.bus.publish(stranger.part("table"), b'{"models": 7}', retain=True)
            expect(own).to_be_visible()
            sender.bus.publish(stranger.part("card"), json.dumps(card_said).encode(), retain=True)
            expect(own.locator("[data-trouble=judge]")).to_have_text("Judge!")
            expect(own.locator("[data-clock=round]")).to_have_text(re.compile(r"^Round 3 12:\d\d$"))
            expect(own.locator(".w-name").first).to_have_text("<img src=x onerror=alert(1)>")
            expect(own.locator("h2 a")).to_have_text("Table 0 <b>bold</b>")
            keep(page, pictures, "wall-judge")
            assert page.evaluate(FITS)
            for rubbish in (b"[1]", b"no JSON", b'"text"', b"\xff\xfe"):
                sender.bus.publish(stranger.part("card"), rubbish)
                sender.bus.publish(stranger.part("results"), rubbish)
            sender.bus.publish(stranger.part("card"), json.dumps(card_said | {"call": False}).encode(), retain=True)
            expect(own.locator("[data-trouble]")).to_have_count(0)
            expect(page.locator(".w-card")).to_have_count(MANY + 1)
            # nor does its board break the page
            alone = opened(f"{hall.address}/index.html?table={stranger.hall}/{stranger.table}", PHONE)
            expect(alone.locator(".w-large h1")).to_contain_text("Table 0")
            ground = json.dumps({"terrain": [{}], "width_in": 48, "depth_in": 1}).encode()
            # kept by the broker: the page may ask for it only now
            sender.bus.publish(stranger.part("ground"), ground, retain=True)
            expect(alone.locator("[data-broken]")).to_be_visible()
            expect(alone.locator(".w-name").first).to_be_visible()
    finally:
        # who is put out is shown no more
        registrar.revoke(stranger)
    expect(page.locator(".w-card")).to_have_count(MANY)


def test_the_broker_goes_and_comes_back(opened: Opened, hall: Hall) -> None:
    page = opened(f"{hall.address}/index.html?turn=0", WIDE)
    expect(page.locator(".w-card")).to_have_count(MANY)
    hall.broker.kill()
    expect(page.locator(".w-away")).to_be_visible()
    hall.broker.start()
    expect(page.locator(".w-away")).to_have_count(0)
    until(hall.visitor.is_up.is_set)
    hall.play(2)
    stands_as_card(page, hall.tables[0], 1)


def test_nothing_hidden_is_in_what_everybody_may_read(hall: Hall) -> None:
    heard = [(topic, payload) for topic, payload in hall.visitor.heard if "/table0/" not in topic]
    public = [payload.decode() for _topic, payload in heard]
    cards = [payload for topic, payload in heard if topic.endswith("/card")]
    assert len(cards) >= MANY
    assert max(map(len, cards)) <= 400
    assert all(json.loads(each) for each in cards)
    hidden = [line for table in hall.tables for line in hidden_answers(table)]
    assert len(hidden) >= MANY
    for line in hidden:
        assert not any(line in text for text in public)


def hidden_answers(table: RehearsedTable) -> list[str]:
    """The order sheets of the present game, as they would stand in a message."""
    with table.host.reading() as open_game:
        assert open_game
        lines = [json.loads(line) for line in open_game.kept.lines]
    return [json.dumps(line["answer"], separators=(",", ":")) for line in lines if is_sheet(line)]


def is_sheet(line: dict[str, Any]) -> bool:
    return bool(line.get("secret")) and isinstance(line["answer"], dict)
