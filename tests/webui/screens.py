"""The screens that the pages are tried on, and the types of the fixtures that open and judge them."""

from collections.abc import Callable
from typing import Literal

import pytest
from playwright.sync_api import Page

SIZES = {"landscape": (1280, 800), "portrait": (800, 1280), "small": (960, 600), "phone": (390, 844)}
# the narrowest for `make test`, where least has room, and the others for `make test-long`
BOTH_SIZES = ("phone", pytest.param("landscape", marks=pytest.mark.long))
EACH_SIZE = (*BOTH_SIZES, *(pytest.param(size, marks=pytest.mark.long) for size in ("portrait", "small")))
# Material Design's 48 dp, about 9 mm: over WCAG 2.5.5's 44.
FINGER_PX = 48
# a test waits for what is to come, however busy the machine; how soon it comes is measured by `make bench`
PATIENCE_MS = 60_000
# after so long, a key no longer takes a tap for a bounce of the one before
BOUNCE_MS = 400

# the script of a device that has seen the tour of the demo; a page in a sandbox has no store
TOUR_SEEN = "try { localStorage.setItem('tour-seen', '1') } catch {}"

# what a device prefers where nothing is chosen
Scheme = Literal["dark", "light"]
# opened(address, size, scheme): a page on a screen of its own
Opened = Callable[..., Page]
# axe(page): the barriers that axe-core finds on it; axe(page, rule): but those of a rule
Axe = Callable[..., list[str]]

# what a finger misses, and whether a page is wider than its screen: scripts
TOO_SMALL = f"""
[...document.querySelectorAll('button, a, input')]
  .map(each => [each.getBoundingClientRect(), each.outerHTML.slice(0, 80)])
  .filter(([box]) => box.width && (box.width < {FINGER_PX} - 0.5 || box.height < {FINGER_PX} - 0.5))
  .map(([, html]) => html)
"""
# the words that are broken where they have no hyphen, of what a selector finds: a script for `evaluate_all`
BROKEN_WORDS = """all => all.filter(one => one.checkVisibility()).flatMap(one => {
  const broken = [], walker = document.createTreeWalker(one, NodeFilter.SHOW_TEXT), range = document.createRange();
  for (let node = walker.nextNode(); node; node = walker.nextNode()) {
    for (const word of node.textContent.matchAll(/[^\\s-]+/g)) {
      range.setStart(node, word.index);
      range.setEnd(node, word.index + word[0].length);
      if (new Set([...range.getClientRects()].map(box => Math.round(box.top))).size > 1) broken.push(word[0]);
    }
  }
  return broken;
})"""
SIDEWAYS = "document.documentElement.scrollWidth > innerWidth"


def tap_log(page: Page, opens: bool) -> None:
    """Opens the log, or closes it. A finger that comes back at once is taken for a bounce, and comes once more."""
    as_wanted = page.locator(f"[data-log-tab][aria-pressed={str(opens).lower()}]")
    while not as_wanted.count():
        page.locator("[data-log-tab]").tap()
        page.wait_for_timeout(BOUNCE_MS)


_STILL = """
() => Promise.allSettled(
  document.getAnimations().filter((one) => one instanceof CSSTransition).map((one) => one.finished)
)
"""


def settle(page: Page) -> None:
    """Waits for what still changes its colour, which could not be judged; nothing begins to from then on."""
    page.emulate_media(reduced_motion="reduce")
    page.evaluate(_STILL)
