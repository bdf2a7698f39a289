"""Contrast of the words in sight: their colour against the pixels that are behind them."""

import io
from typing import Any

import numpy as np
from PIL import Image
from playwright.sync_api import Page

# WCAG 2.2, level AAA
ENOUGH, ENOUGH_LARGE = 7.0, 4.5
# how often a page may move while its picture is taken
TRIES = 20
# what cannot be used is exempt, and so is what a screen reader is not told either
WORDS = """() => {
  const words = [];
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  for (let node = walker.nextNode(); node; node = walker.nextNode()) {
    const one = node.parentElement;
    if (!node.textContent.trim() || !one.checkVisibility({opacityProperty: true, visibilityProperty: true})) continue;
    if (one.closest(':disabled, [inert], [aria-disabled=true], [aria-hidden=true], style, script')) continue;
    const range = document.createRange();
    range.selectNodeContents(node);
    const box = range.getClientRects()[0];
    if (!box || box.width < 2 || box.height < 2) continue;
    const [x, y] = [box.x + box.width / 2, box.y + box.height / 2];
    if (x < 0 || y < 0 || x >= innerWidth || y >= innerHeight) continue;
    const top = document.elementFromPoint(x, y);
    const drawn = one.closest('svg');
    if (!drawn && top && !one.contains(top) && !top.contains(one)) continue;
    if (document.querySelector('dialog[open]') && !one.closest('dialog')) continue;
    let opacity = 1;
    for (let up = one; up; up = up.parentElement) opacity *= parseFloat(getComputedStyle(up).opacity);
    const style = getComputedStyle(one);
    const size = parseFloat(style.fontSize) * (drawn ? one.getScreenCTM?.()?.d ?? 1 : 1);
    const halo = drawn && style.paintOrder.startsWith('stroke') && style.stroke !== 'none' ? style.stroke : '';
    words.push({text: node.textContent.trim().slice(0, 40), colour: drawn ? style.fill : style.color, halo, opacity,
      large: size >= 24 || (size >= 18.66 && parseInt(style.fontWeight) >= 700),
      box: [box.x, box.y, box.right, box.bottom]});
  }
  return words;
}"""
SHOW_THEME = "theme => { document.documentElement.dataset.theme = theme }"
# adopted, not added as an element: the page's own policy would refuse that
HIDE = """hide => {
  window.__wordless ??= new CSSStyleSheet();
  window.__wordless.replaceSync(hide ? `* { color: transparent !important; text-shadow: none !important;
    transition: none !important; animation: none !important; caret-color: transparent !important }
    svg text, svg tspan { fill: transparent !important }` : '');
  document.adoptedStyleSheets = [...document.adoptedStyleSheets.filter(one => one !== window.__wordless),
    window.__wordless];
}"""


def faint_words(page: Page) -> list[str]:
    """Words whose contrast is less than 7:1, or 4.5:1 where they are large: a line each."""
    words, shown = _of_one_moment(page)
    found = [(contrast(word, shown), word) for word in words]
    return [
        f"{ratio:.1f}:1 {word['text']!r} in {word['colour']}"
        for ratio, word in found
        if ratio < (ENOUGH_LARGE if word["large"] else ENOUGH) - 0.05
    ]


def _of_one_moment(page: Page) -> tuple[list[dict[str, Any]], np.ndarray]:
    """The words, and what is behind them: once more while what arrives meanwhile moves them."""
    words = page.evaluate(WORDS)
    for _ in range(TRIES):
        page.evaluate(HIDE, True)
        shown = np.asarray(Image.open(io.BytesIO(page.screenshot())).convert("RGB"))
        page.evaluate(HIDE, False)
        before, words = words, page.evaluate(WORDS)
        if words == before:
            return words, shown
    raise AssertionError("the page does not come to rest")


def faint_in_both_themes(page: Page) -> list[str]:
    """The same as the page stands, and in its other theme, which differs in colours alone."""
    shown = page.evaluate("document.documentElement.dataset.theme")
    found = []
    for theme in ("dark", "light"):
        page.evaluate(SHOW_THEME, theme)
        found += [f"{theme}: {line}" for line in faint_words(page)]
    page.evaluate(SHOW_THEME, shown)
    return found


def contrast(word: dict[str, Any], shown: np.ndarray) -> float:
    """WCAG's ratio of one word: its colour, as far as it covers, against what is usual behind it."""
    left, top, right, bottom = (max(0, round(edge)) for edge in word["box"])
    behind = shown[top : max(bottom, top + 1), left : max(right, left + 1)]
    if not behind.size:
        return ENOUGH
    ground = np.median(behind.reshape(-1, 3), axis=0)
    # letters with a line around them stand on that
    if word["halo"]:
        ground = over(word["halo"], word["opacity"], ground)
    ink = over(word["colour"], word["opacity"], ground)
    dark, light = sorted((luminance(ink), luminance(ground)))
    return (light + 0.05) / (dark + 0.05)


def over(colour: str, opacity: float, ground: np.ndarray) -> np.ndarray:
    """A colour as it looks on a ground that shines through."""
    red, green, blue, covers = rgba(colour)
    return covers * opacity * np.array([red, green, blue]) + (1 - covers * opacity) * ground


def rgba(colour: str) -> tuple[float, float, float, float]:
    """Of `rgb(1, 2, 3)`, `rgba(1, 2, 3, 0.5)` or `color(srgb 0.1 0.2 0.3)`."""
    share = 255.0 if colour.startswith("color(") else 1.0
    numbers = [float(part) for part in colour[colour.index("(") + 1 : -1].replace("srgb", "").replace(",", " ")
               .replace("/", " ").split()]  # fmt: skip
    red, green, blue = (share * number for number in numbers[:3])
    return red, green, blue, numbers[3] if len(numbers) > 3 else 1.0


def luminance(colour: np.ndarray) -> float:
    """Relative luminance of sRGB, 0 to 255."""
    values = colour / 255
    linear = np.where(values <= 0.04045, values / 12.92, ((values + 0.055) / 1.055) ** 2.4)
    return float(linear @ [0.2126, 0.7152, 0.0722])
