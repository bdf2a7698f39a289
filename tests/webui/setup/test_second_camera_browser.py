"""Adding a second camera by touch to a table that is set up, and removing it again."""

import json

import pytest
from empty_table import Empty
from playwright.sync_api import expect
from screens import SIDEWAYS, SIZES, TOO_SMALL, Axe, Opened

from tablecam.sensing.vision.frame import SharedMoment
from tablecam.storage.table_toml import read_sources

pytestmark = [pytest.mark.browser, pytest.mark.long]


def test_a_second_camera_is_added_placed_and_removed(opened: Opened, axe: Axe, with_another: Empty) -> None:
    page = opened(f"{with_another.address}/setup/place")
    page.locator("[data-all-cameras]").tap()
    expect(page.locator("[data-camera='1'] [data-share='100']")).to_be_visible()
    expect(page.locator("[data-overlap]")).to_have_count(0)
    page.locator("[data-add-camera]").tap()
    offer = page.locator("[data-source='drawn:2']")
    # what it sees is shown before it is chosen
    expect(offer.locator("img[data-preview='drawn:2']")).to_be_visible()
    assert offer.locator("img").evaluate("image => image.decode().then(() => image.naturalWidth)") > 600
    offer.tap()
    expect(page.locator("[data-step=camera] h1")).to_have_text("Camera 2: Camera")
    expect(page.locator("svg.live[data-live=true]")).to_be_visible()
    page.locator("[data-next=camera]").tap()
    # nothing begins by itself: the lens of the first camera may do
    page.locator("[data-lens='camera.yaml']").tap()
    onward = page.locator("[data-next=lens].ready")
    expect(onward).to_be_enabled()
    onward.tap()
    keep = page.get_by_role("button", name="Keep this camera")
    expect(keep).to_be_enabled()
    assert read_sources(with_another.folder) == ()
    keep.tap()
    expect(page.locator("[data-camera='2'][data-kept=true] [data-share='100']")).to_be_visible()
    expect(page.locator("[data-overlap='100']")).to_be_visible()
    expect(page.locator("polygon[data-seen='2']")).to_have_count(1)
    assert read_sources(with_another.folder) == ("drawn:1", "drawn:2")
    told = json.loads(page.request.get(f"{with_another.address}/api/setup/cameras").text())
    assert [camera["name"] for camera in told["cameras"]] == ["synthetic table", "synthetic camera 2"]
    # the table is read with both, without a restart
    frame = with_another.live.wait(with_another.live.view.number, 30).frame
    assert isinstance(frame, SharedMoment)
    assert set(frame.late_s) == {0, 1}
    assert axe(page) == []
    for size in ("landscape", "phone"):
        page.set_viewport_size(dict(zip(("width", "height"), SIZES[size], strict=True)))
        assert page.evaluate(TOO_SMALL) == []
        assert not page.evaluate(SIDEWAYS)

    page.get_by_role("button", name="Remove this camera").tap()
    page.get_by_role("button", name="Yes, remove camera 2").tap()
    expect(page.locator("[data-camera='2']")).to_have_count(0)
    assert read_sources(with_another.folder) == ("drawn:1",)
    assert (with_another.folder / "lens-1.yaml").exists()
    assert not (with_another.folder / "camera-2.yaml").exists()
    page.goto(f"{with_another.address}/setup/camera/2")
    expect(page.locator("[data-step=camera] .refusal").first).to_have_text("There is no camera 2 over this table.")
