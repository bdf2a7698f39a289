"""The light of a projector in a browser: aimed by one press, it falls where a player measures, and off tags."""

import math
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import cv2
import numpy as np
import pytest
from playwright.sync_api import Browser, Page, expect
from screens import Opened
from serving import served

from calibration.beam import build_beam
from tablecam.commands.drawn_table import make_company
from tablecam.live.live_loop import LiveLoop
from tablecam.live.pipeline import Pipeline, TableReader
from tablecam.live.projector import ProjectorKeeper
from tablecam.rules.books.catalogue import BOOKS
from tablecam.sensing.camera.latest_frame import LatestFrame
from tablecam.sensing.camera.synthetic.camera import SyntheticCamera, write_table_folder
from tablecam.sensing.camera.synthetic.demo import two_forces
from tablecam.sensing.camera.synthetic.projector import ProjectedImage, hang_projector
from tablecam.sensing.camera.synthetic.render import Renderer
from tablecam.sensing.camera.synthetic.scene import Scene
from tablecam.sensing.camera.synthetic.stage import Stage
from tablecam.sensing.vision.detection import Search, TagDetector
from tablecam.table.geometry.projection import Camera
from webui import create_app
from webui.server.dependencies import Dependencies

pytestmark = [pytest.mark.browser, pytest.mark.slow]

WIDTH, HEIGHT = 1920, 1080
MODEL, RING_IN, LIGHT_IN = "brandt", 12.0, 0.06
# how far from a ring its line is looked for, and the directions that it is looked for in
NEAR_IN, DIRECTIONS = 0.4, 180
# grey levels: no light that is seen, and a line
DARK, LINE = 32, 128
# bright lines all over the table
GRID = """() => {
  const lines = (turn) => `repeating-linear-gradient(${turn}, white 0 6px, transparent 6px 40px)`;
  for (const { style } of document.querySelectorAll('.beam-surface'))
    style.background = `${lines('0deg')}, ${lines('90deg')}`;
}"""
ON_TAGS_TOO = "() => { document.querySelector('.beam-shade').style.display = 'none'; }"


@dataclass(frozen=True)
class LitTable:
    """A drawn table under a drawn camera and projector, and the address of its page."""

    scene: Scene
    projector: Camera
    address: str


@pytest.fixture
def lit_table(tmp_path: Path) -> Iterator[LitTable]:
    scene = two_forces(1920, 1080, company=make_company(BOOKS.usual))
    stage, folder = Stage(scene), tmp_path / "table"
    write_table_folder(scene, folder)
    reader = TableReader(folder, Pipeline, BOOKS.materials)
    with LatestFrame(SyntheticCamera(stage, fps=8.0)) as capture:
        live = LiveLoop(capture, reader)
        live.start()
        keeper = ProjectorKeeper(live, folder, stage.project)
        parts = Dependencies(live, lambda: reader.roster, books=BOOKS, stage=stage, projector=keeper)
        with served(create_app(parts)) as address:
            yield LitTable(scene, hang_projector(scene.table, (HEIGHT, WIDTH)), address)
            live.stop()


@pytest.fixture
def projector_page(chromium: Browser, lit_table: LitTable) -> Iterator[Page]:
    """The page on the projector."""
    context = chromium.new_context(viewport={"width": WIDTH, "height": HEIGHT}, service_workers="block")
    yield context.new_page()
    context.close()


def take_light(page: Page) -> np.ndarray:
    """The image that the projector shows, grey."""
    image = cv2.imdecode(np.frombuffer(page.screenshot(), np.uint8), cv2.IMREAD_GRAYSCALE)
    assert image is not None
    return image


def measure_ring(light: np.ndarray, table: LitTable) -> np.ndarray:
    """How far the line of the ring around the model is from its place, in inches, for each direction that has light."""
    spot = table.scene.spots[MODEL]
    base = table.scene.roster.by_id[MODEL].base
    radius_in = RING_IN + base.half_extents_in[0]
    rows, columns = np.nonzero(light > LINE)
    places = build_beam(table.projector).cast(np.column_stack([columns + 0.5, rows + 0.5]).astype(float))
    off = places - np.array([spot.x_in, spot.y_in])
    by_in = np.hypot(off[:, 0], off[:, 1]) - radius_in
    direction = ((np.arctan2(off[:, 1], off[:, 0]) + math.pi) / (2 * math.pi) * DIRECTIONS).astype(int) % DIRECTIONS
    near = np.abs(by_in) < NEAR_IN
    return np.array([by_in[near & (direction == n)].mean() for n in np.unique(direction[near])])


def find_tags(scene: Scene, projector: Camera, light: np.ndarray) -> set[int]:
    """The models' tags that a camera reads in that light."""
    renderer = Renderer(scene)
    renderer.project(ProjectedImage(projector, light))
    grey = cv2.cvtColor(renderer.picture(), cv2.COLOR_BGR2GRAY)
    worn = {tag for model in scene.spots for tag in scene.roster.by_id[model].tags}
    return worn & {found.tag for found in TagDetector().detect(grey, Search(1.0, 1.0, 5))}


@pytest.mark.timeout(240)
def test_one_press_aims_the_light_at_what_a_player_measures_and_off_tags(
    lit_table: LitTable, projector_page: Page, opened: Opened
) -> None:
    tablet = opened(lit_table.address)
    expect(tablet.locator(f".board [data-model={MODEL}]")).to_be_visible()
    projector_page.goto(f"{lit_table.address}/beam")
    beam = projector_page.locator("main.beam")
    expect(beam).to_have_attribute("data-beam", "none")
    projector_page.get_by_role("button", name="Calibrate").click()
    expect(beam).to_have_attribute("data-beam", "aimed")
    expect(projector_page.locator(".beam-dots")).to_have_count(0)
    # the button is dark while nobody moves the pointer
    expect(projector_page.locator(".beam-bar.resting")).to_have_css("opacity", "0")
    assert (take_light(projector_page) < DARK).all()

    tablet.locator(f".board [data-model={MODEL}] .base").tap()
    expect(projector_page.locator(".beam-surface[data-height='0'] .range-ring").first).to_be_visible()
    off = measure_ring(take_light(projector_page), lit_table)
    assert len(off) > 60
    assert float(np.quantile(np.abs(off), 0.95)) < LIGHT_IN

    projector_page.evaluate(GRID)
    spared = take_light(projector_page)
    projector_page.evaluate(ON_TAGS_TOO)
    lit = take_light(projector_page)
    dark, lit_off_tags, lit_all_over = (
        find_tags(lit_table.scene, lit_table.projector, light) for light in (np.zeros_like(lit), spared, lit)
    )
    assert len(dark) == len(lit_table.scene.spots)
    assert lit_off_tags == dark
    assert len(lit_all_over) < len(dark)
