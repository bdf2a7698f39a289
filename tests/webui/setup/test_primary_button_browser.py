"""One primary button on each step of the set-up, and words on it that say what it does."""

import re

import pytest
from empty_table import Empty
from playwright.sync_api import Page, expect
from screens import BOTH_SIZES, SIZES, Axe, Opened, settle

from tablecam.storage.camera_yaml import write_camera

pytestmark = [pytest.mark.browser, pytest.mark.long]

STEPS = ("camera", "print", "lens", "place", "gauge", "terrain", "roster", "play")
# what has the colour of the primary button
PRIMARY = """
() => {
  const probe = document.body.appendChild(document.createElement('i'));
  probe.style.background = 'var(--go)';
  const go = getComputedStyle(probe).backgroundColor;
  probe.remove();
  return [...document.querySelectorAll('.step button, .step a.button')]
    .filter(one => one.checkVisibility() && getComputedStyle(one).backgroundColor === go)
    .map(one => one.innerText);
}
"""


def primary(page: Page, step: str) -> list[str]:
    expect(page.locator(f"[data-step={step}]")).to_be_visible()
    # the step has heard what it is to show
    expect(page.locator(f"[data-step={step}] .step-words > :not(.refusal)").first).to_be_visible()
    # a colour may still be on its way
    settle(page)
    return page.evaluate(PRIMARY)


@pytest.mark.parametrize("size", BOTH_SIZES)
def test_a_table_that_is_set_up_has_one_primary_button_on_each_step(
    opened: Opened, furnished: Empty, size: str, axe: Axe
) -> None:
    page = opened(f"{furnished.address}/setup/camera", SIZES[size])
    for step in STEPS:
        page.goto(f"{furnished.address}/setup/{step}")
        assert len(primary(page, step)) <= 1, step
        assert page.evaluate("document.documentElement.scrollWidth") <= SIZES[size][0]
        assert axe(page) == [], step


def test_a_new_table_has_one_primary_button_on_each_step(opened: Opened, empty: Empty) -> None:
    page = opened(f"{empty.address}/setup/camera")
    for step in STEPS:
        page.goto(f"{empty.address}/setup/{step}")
        assert len(primary(page, step)) <= 1, step


def test_a_known_lens_offers_to_go_on_and_calibrates_again_beside_it(opened: Opened, furnished: Empty) -> None:
    page = opened(f"{furnished.address}/setup/lens")
    expect(page.locator("[data-finding='The lens is known']")).to_be_visible()
    expect(page.locator("[data-next=lens]")).to_have_class(re.compile("ready"))
    assert primary(page, "lens") == ["Next: Table"]
    expect(page.locator("[data-start]")).to_have_text("Calibrate again")


def test_the_corner_tags_are_asked_about_in_words_that_say_what_a_tap_means(opened: Opened, empty: Empty) -> None:
    write_camera(empty.folder / "camera.yaml", empty.stage.scene.camera.intrinsics)
    page = opened(f"{empty.address}/setup/place")
    question = page.locator("[data-corner-tags]")
    expect(page.get_by_role("heading", name="How do the corner tags lie?")).to_be_visible()
    expect(question).to_have_attribute("data-corner-tags", "apart")
    expect(page.get_by_text("the gap is measured in the image")).to_be_visible()
    page.get_by_role("button", name="Their paper touches the table’s corner").tap()
    expect(question).to_have_attribute("data-corner-tags", "touching")
    expect(page.get_by_text("follows from the printed size")).to_be_visible()


def test_found_pieces_wait_for_a_look_before_the_step_is_done(opened: Opened, furnished: Empty) -> None:
    (furnished.folder / "terrain.geojson").unlink()
    page = opened(f"{furnished.address}/setup/terrain")
    expect(page.locator("[data-propose]")).to_be_visible()
    assert primary(page, "terrain") == ["Find outlines in the image"]
    page.locator("[data-propose]").tap()
    expect(page.locator("[data-accept-all]")).to_be_visible()
    assert primary(page, "terrain") == ["Accept all"]
    proposed = page.locator("[data-proposed]").count()
    page.locator("[data-accept-all]").tap()
    expect(page.locator(f"[data-unchecked='{proposed}']")).to_have_text(
        f"{proposed} pieces found. Check whether pieces are missing."
    )
    # they are on the picture, each with its name
    expect(page.locator("[data-part]")).to_have_count(proposed)
    # as soon as the outlines have been checked for faults
    expect(page.locator("[data-next=terrain]")).to_have_class(re.compile("ready"))
    assert primary(page, "terrain") == ["No piece is missing: continue"]
    page.locator("[data-save]").tap()
    expect(page.locator("[data-save]")).to_have_text("Saved")
    expect(page.locator("[data-to=terrain]")).to_have_attribute("data-state", "attention")
    expect(page.locator("[data-to=terrain]")).to_contain_text(f"{proposed} pieces found: check whether")
    page.reload()
    page.get_by_role("button", name="No piece is missing: continue").tap()
    expect(page.locator("[data-to=terrain]")).to_have_attribute("data-state", "done")


def test_tags_that_the_players_have_are_known_by_name_without_opening_a_sheet(opened: Opened, empty: Empty) -> None:
    page = opened(f"{empty.address}/setup/print")
    page.locator("[data-force='red harbour_watch']").tap()
    page.locator("[data-force='blue tunnel_kin']").tap()
    expect(page.locator("[data-sheet=models]")).to_contain_text("with the models’ names")
    page.get_by_role("button", name="I have them all").tap()
    expect(page.locator("[data-to=print]")).to_have_attribute("data-state", "done")
    page.goto(f"{empty.address}/setup/roster")
    expect(page.locator("[data-card][data-tagged=true]")).to_have_count(12)
    wanted = {model.id: model.tag for model in empty.stage.scene.roster.models}
    assert {model.id: model.tag for model in empty.setup.roster.models} == wanted


def test_tags_with_numbers_alone_are_given_to_models_one_by_one(opened: Opened, empty: Empty) -> None:
    page = opened(f"{empty.address}/setup/print")
    page.locator("[data-force='red harbour_watch']").tap()
    page.locator("[data-force='blue tunnel_kin']").tap()
    page.locator("[data-have=numbers]").tap()
    expect(page.locator("[data-have=numbers]")).to_have_count(0)
    assert empty.setup.roster.models == ()
    page.reload()
    expect(page.locator("[data-sheet=board]")).to_be_visible()
    expect(page.locator("[data-sheet=models][data-opened=true]")).to_contain_text("you have it")


def test_step_print_says_of_a_size_what_step_camera_says(opened: Opened, empty: Empty) -> None:
    page = opened(f"{empty.address}/setup/camera")
    finding = page.locator("[data-finding='24 mm tags'][data-verdict=bad]")
    expect(finding).to_be_visible()
    says = finding.locator("p").inner_text()
    page.goto(f"{empty.address}/setup/print")
    expect(page.locator("[data-finding='24 mm tags'][data-verdict=bad] p")).to_have_text(says)
    expect(page.get_by_text("usual for such a camera")).to_have_count(0)
