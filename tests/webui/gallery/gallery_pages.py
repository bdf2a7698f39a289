"""The gallery served for a test, its states one after the other, and what may be wrong with one of them."""

import json
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any, NamedTuple

from flask import Flask
from playwright.sync_api import Page
from screens import FINGER_PX, SIZES

from tablecam.base.languages import Languages
from tablecam.rules.books.catalogue import BOOKS
from webui.game import glossary
from webui.server import gallery, page, request_values

FOLDER = Path(__file__).resolve().parents[3] / "webui" / "frontend" / "src" / "gallery"
# the least share of 1280 x 800 that the board has beside a game
BOARD_SHARE = 0.5
LETTER_PX, THUMB_PX, GAP_PX = 18, 64, 8


class State(NamedTuple):
    """A state of the gallery; loaded: it needs the page for itself."""

    name: str
    slug: str
    loaded: bool
    has_game: bool


def list_states() -> list[State]:
    """All states, first those that the page shows one after the other."""
    files = [json.loads((FOLDER / name).read_text(encoding="utf-8")) for name in ("states.json", "pages.json")]
    states = [_read_state(row) for rows in files for row in rows]
    return sorted(states, key=lambda state: state.loaded)


def _read_state(row: dict[str, Any]) -> State:
    slug = re.sub(r"[^\w]+", "-", row["name"], flags=re.ASCII)
    loaded = any(key in row for key in ("steps", "answers", "silent"))
    return State(row["name"], slug, loaded, row.get("game", {}) is not None)


def gallery_app(languages: Languages | None = None) -> Flask:
    """The gallery and nothing else, in these languages; by default in English."""
    app = Flask("gallery", static_folder=None)
    app.register_blueprint(page.blueprint(page.BUILT))
    app.register_blueprint(gallery.blueprint(page.BUILT))
    app.register_blueprint(glossary.blueprint(BOOKS))
    if languages:
        request_values.install(app, languages)
    return app


def walk_states(shown: Page, address: str) -> Iterator[State]:
    """Brings the page into each state in turn; its size is that of a tablet then."""
    must_load = True
    for state in list_states():
        to_size(shown, "landscape")
        if must_load or state.loaded:
            shown.goto(f"{address}/gallery/{state.slug}")
        else:
            shown.evaluate(
                "to => { history.pushState(null, '', to); dispatchEvent(new PopStateEvent('popstate')) }",
                f"/gallery/{state.slug}",
            )
        must_load = state.loaded
        shown.wait_for_selector(f"html[data-gallery='{state.slug}']", state="attached")
        yield state


# two frames: one in which a page hears of its size, and one in which its parts hear of theirs
FRAMES = "() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(() => setTimeout(done))))"


def to_size(shown: Page, size: str) -> None:
    """Gives the page one of the tablets' or the phone's size, and waits until it is laid out."""
    width, height = SIZES[size]
    shown.set_viewport_size({"width": width, "height": height})
    shown.evaluate(FRAMES)


# Small targets, small letters, what lies off an edge, words that a button cuts, and of play-critical keys those that
# are too small or too close: a line each.
FAULTS = """([finger, thumb, letter, gap]) => {
  const faults = [];
  const seen = (one) => one.checkVisibility({opacityProperty: true, visibilityProperty: true});
  const name = (one) => `${one.outerHTML.slice(0, 90)}`;
  const dialog = document.querySelector('dialog[open]');
  const within = dialog ?? document;
  const scrolls = (one) => one && (/auto|scroll/.test(getComputedStyle(one).overflowX) || scrolls(one.parentElement));
  for (const one of [document.documentElement,
      ...document.querySelectorAll('.game-body, .game-foot, .sheet-body, .panel, .bar')]) {
    if (one.scrollWidth > one.clientWidth && getComputedStyle(one).overflowX !== 'visible')
      faults.push(`${one.className || 'the page'} scrolls sideways`);
  }
  if (document.documentElement.scrollWidth > innerWidth) faults.push('the page is wider than its screen');
  const targets = [...within.querySelectorAll('button, select, summary, a, input:not([type=file])')].filter(seen);
  for (const one of targets) {
    const box = one.getBoundingClientRect();
    const least = one.matches('.form .big, .form .key, .form .slot, .undo button, [data-interrupt]') ? thumb : finger;
    if (one.closest('p, .book-word')) continue;
    if (Math.min(box.width, box.height) < least - 0.5) faults.push(`${box.width} x ${box.height}: ${name(one)}`);
    const cut = one.scrollWidth > one.clientWidth + 2 || one.scrollHeight > one.clientHeight + 6;
    if (one.matches('button, a') && cut) faults.push(`cut off: ${name(one)}`);
    if ((box.left < -1 || box.right > innerWidth + 1) && !scrolls(one.parentElement)) faults.push(`off: ${name(one)}`);
  }
  for (const part of within.querySelectorAll('.game-body, .game-foot, .menu-group, .sheet-body > *')) {
    const boxes = [...part.querySelectorAll('button')].filter(seen)
      .map((one) => [one.getBoundingClientRect(), one]);
    boxes.forEach(([a, one], at) => boxes.slice(at + 1).forEach(([b, other]) => {
      // an answer and its sums are one card, and a button that stays while the rest scrolls lies over it
      const sticks = (each) => each && (getComputedStyle(each).position === 'sticky' || sticks(each.parentElement));
      const isJoined = (each) => each.matches('.sums-button') || sticks(each);
      if (isJoined(one) || isJoined(other)) return;
      if (one.contains(other) || other.contains(one)) return;
      const between = Math.max(b.left - a.right, a.left - b.right, b.top - a.bottom, a.top - b.bottom);
      if (between < gap - 0.5) faults.push(`${between} px between ${name(one)} and ${name(other)}`);
    }));
  }
  for (const one of within.querySelectorAll('body *, *')) {
    if (one.closest('svg') || ![...one.childNodes].some((node) => node.nodeType === 3 && node.data.trim())) continue;
    const size = parseFloat(getComputedStyle(one).fontSize);
    if (size < letter - 0.1 && seen(one)) faults.push(`letters of ${size} px: ${name(one)}`);
  }
  return [...new Set(faults)];
}"""


def find_layout_faults(shown: Page) -> list[str]:
    """Find what a finger misses, an eye cannot read and an edge cuts off, on the page as it stands."""
    faults: list[str] = shown.evaluate(FAULTS, [FINGER_PX, THUMB_PX, LETTER_PX, GAP_PX])
    return faults


# The texts that stand on the screen, block by block, but for those of buttons, of words with their meanings, and of a
# refusal, which names the command.
FACTS = """() => {
  const within = document.querySelector('dialog[open]') ?? document.body;
  const walker = document.createTreeWalker(within, NodeFilter.SHOW_TEXT);
  const blocks = new Map();
  while (walker.nextNode()) {
    const { parentElement: own, data } = walker.currentNode;
    if (!data.trim() || own.closest('svg, button, a, label, summary, dl, option, [data-refused]')) continue;
    const box = own.getBoundingClientRect();
    const clipped = Math.min(box.width, box.height) < 4 || box.bottom <= 0 || box.top >= innerHeight;
    if (clipped || !own.checkVisibility({opacityProperty: true, visibilityProperty: true})) continue;
    let block = own;
    while (getComputedStyle(block).display.startsWith('inline') && block.parentElement) block = block.parentElement;
    blocks.set(block, `${blocks.get(block) ?? ''}${data}`);
  }
  return [...blocks.values()];
}"""
# fewer words are a name
LEAST_WORDS = 3


def find_repeated_facts(shown: Page) -> list[str]:
    """Find what the screen says twice: a text of some words that stands in another text too."""
    facts = [" ".join(re.findall(r"\w+", text.lower())) for text in shown.evaluate(FACTS)]
    return [
        f"said twice: {fact}"
        for number, fact in enumerate(facts)
        if fact.count(" ") + 1 >= LEAST_WORDS
        and any(f" {fact} " in f" {other} " for place, other in enumerate(facts) if place != number)
    ]  # fmt: skip
