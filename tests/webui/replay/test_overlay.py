"""The overlay for streaming software, in a real browser: what is see-through, what it shows, and whom it asks."""

import io
import random
import re
from collections.abc import Iterator
from datetime import UTC, datetime
from pathlib import Path
from urllib.parse import parse_qs, urlsplit

import hosting
import pytest
from PIL import Image, ImageOps
from playwright.sync_api import Page, expect
from screens import Opened
from see_through import is_painted_on_cards_alone
from serving import served
from shelf import IN_PROGRESS, Shelf, shelf

from tablecam.sensing.camera.synthetic.demo import two_forces
from tablecam.sensing.camera.synthetic.render import Renderer
from webui import create_app

pytestmark = [pytest.mark.browser, pytest.mark.slow]

WIDE, UPRIGHT = (1920, 1080), (1080, 1920)


@pytest.fixture(scope="module")
def kept(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Shelf]:
    with pytest.MonkeyPatch.context() as patch:
        # the clock counts from when the game was begun: today
        patch.setattr(hosting, "BEGUN", datetime.now(UTC))
        one = shelf(tmp_path_factory.mktemp("shelf"), turns=1, count=40)
        yield one
        one.table.stop()


def is_complete(page: Page) -> None:
    expect(page.locator(".o-board .model")).to_have_count(12)
    expect(page.locator("[data-side]")).to_have_count(2)
    expect(page.locator("[data-clock=game] strong")).to_have_text(re.compile(r"^\d+:\d\d$"))
    expect(page.locator("[data-ruling]").first).to_be_visible()


@pytest.fixture
def pictures(pytestconfig: pytest.Config) -> Path | None:
    """Where pictures of the pages are kept, if somebody wants them."""
    wanted = pytestconfig.getoption("--pictures")
    return Path(wanted) if wanted else None


def keep(page: Page, pictures: Path | None, name: str) -> None:
    """The overlay over a picture of a table, as viewers of a stream see it."""
    if pictures is None:
        return
    shot = Image.open(io.BytesIO(page.screenshot(omit_background=True))).convert("RGBA")
    drawn = Renderer(two_forces(1920, 1080)).picture()
    behind = ImageOps.fit(Image.fromarray(drawn[..., ::-1]), shot.size).convert("RGBA")
    pictures.mkdir(parents=True, exist_ok=True)
    whole = Image.alpha_composite(behind, shot).convert("RGB")
    half = whole.resize((shot.width // 2, shot.height // 2), Image.Resampling.LANCZOS)
    half.quantize(256).save(pictures / f"{name}.png")


def test_nothing_is_painted_but_cards_wide_and_as_a_strip(opened: Opened, kept: Shelf, pictures: Path | None) -> None:
    with served(create_app(kept.parts())) as address:
        page = opened(f"{address}/overlay", WIDE)
        is_complete(page)
        is_painted_on_cards_alone(page)
        keep(page, pictures, "overlay")
        wide = page.locator(".o-board").bounding_box()
        page.set_viewport_size(dict(zip(("width", "height"), UPRIGHT, strict=True)))
        expect(page.locator(".overlay.strip")).to_be_visible()
        is_painted_on_cards_alone(page)
        keep(page, pictures, "strip")
        upright = page.locator(".o-board").bounding_box()
        assert wide
        assert upright
        assert upright["width"] > 0.7 * UPRIGHT[0]
        assert wide["width"] < 0.4 * WIDE[0]
        page.goto(f"{address}/overlay?layout=wide&hide=board,clock")
        expect(page.locator(".overlay.wide [data-side]")).to_have_count(2)
        expect(page.locator(".o-board, [data-clock]")).to_have_count(0)


def test_it_asks_as_a_spectator_follows_the_game_and_survives_its_server(opened: Opened, kept: Shelf) -> None:
    asked: list[str] = []
    with served(create_app(kept.parts())) as address:
        # on the table's own computer a browser is the table
        page = opened("about:blank", WIDE)
        page.on("request", lambda request: asked.append(request.url))
        page.goto(f"{address}/overlay")
        is_complete(page)
        shown = kept.host.view_for("spectator")["game"]
        expect(page.locator(".o-turn strong")).to_contain_text(shown["turn_title"])
        for seat in ("red", "blue"):
            own = [
                record for model, record in shown["state"]["models"].items() if shown["names"][model]["side"] == seat
            ]
            standing = sum(record["alive"] for record in own)
            expect(page.locator(f"[data-side={seat}] .o-score")).to_have_text(f"{standing} of {len(own)}")
        before = page.locator("[data-ruling]").last.get_attribute("data-ruling")
        moves_on(kept, page, before)
    expect(page.locator(".overlay")).to_have_attribute("data-connected", "false")
    before = page.locator("[data-ruling]").last.get_attribute("data-ruling")
    hosting.answers(kept.host, 7, 10)
    # the same games on the same port, as after a restart
    with served(create_app(kept.parts()), int(urlsplit(address).port or 0)):
        expect(page.locator(".overlay")).to_have_attribute("data-connected", "true")
        expect(page.locator("[data-ruling]").last).not_to_have_attribute("data-ruling", before or "")
        assert page.locator(".overlay").get_attribute("data-game") == str(IN_PROGRESS)
        page.goto("about:blank")
    apart = [url for url in asked if urlsplit(url).path.startswith("/api/")]
    assert len(apart) > 2
    assert [url for url in apart if parse_qs(urlsplit(url).query).get("as") != ["spectator"]] == []


def moves_on(kept: Shelf, page: Page, before: str | None) -> None:
    """Answers are given until the game says something new, and the page follows."""
    chance = random.Random(5)
    said = kept.host.log("spectator", None, 0)["lines"][-1]["n"]
    while kept.host.log("spectator", None, 0)["lines"][-1]["n"] < said + 12:
        hosting.answers(kept.host, chance.randrange(1000), 1)
    expect(page.locator("[data-ruling]").last).not_to_have_attribute("data-ruling", before or "")
