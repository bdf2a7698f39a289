// Every page by keys alone: arrows go from a button to the next one that lies there, digits answer with a die's face.

/** The scope of an arrow key: the part of the page that the focus is in. */
const PARTS = ".board, dialog, .question, nav, .panel, main, header:not(.question *, dialog *), footer, body"; // no text
const REACHED = "button:not(:disabled), a[href], summary, [role=button][tabindex]"; // no text
// A question and a sheet get the focus on their headings.
const BEGINNINGS = "h1[tabindex], h2[tabindex]"; // no text
const DIRECTIONS: Record<string, readonly [number, number]> = {
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
  ArrowUp: [0, -1],
  ArrowDown: [0, 1],
};
// A distance to the side counts as this many times the same distance ahead.
const ASIDE = 2;

let byKeys = false;
let lastFocused: EventTarget | null = null;

/** Whether keys are used, and what had the focus is gone: Tab through the end of the page loses nothing. */
export function hasLostFocus(): boolean {
  const unfocused = document.activeElement === null || document.activeElement === document.body;
  return byKeys && unfocused && lastFocused instanceof Node && !lastFocused.isConnected;
}

/** Listens to the keys of the whole page. */
export function followKeys(): void {
  addEventListener("focusin", (event) => (lastFocused = event.target));
  addEventListener("pointerdown", () => (byKeys = false), true);
  addEventListener("keydown", () => (byKeys = true), true);
  addEventListener("keydown", (event) => {
    const focused = document.activeElement;
    if (event.defaultPrevented || event.altKey || event.ctrlKey || event.metaKey || !focused || isTypedIn(focused))
      return;
    const found = /^\d$/.test(event.key) ? dieKey(focused, event.key) : nextOne(focused, DIRECTIONS[event.key]);
    if (!found) return;
    event.preventDefault();
    found.focus();
    if (/^\d$/.test(event.key) && !event.repeat) found.click();
  });
}

function isTypedIn(element: Element): boolean {
  return element.matches("input, textarea, select"); // no text
}

/** The key of a face in the question that has the focus; a printed 0 is 10. */
function dieKey(focused: Element, digit: string): HTMLElement | null {
  const keys = focused.closest(".question, dialog")?.querySelector(".keys"); // no text
  const faces = digit === "0" ? ["0", "10"] : [digit];
  return (
    faces.map((face) => keys?.querySelector<HTMLElement>(`[data-key="${face}"]:not(:disabled)`)).find(Boolean) ?? null
  );
}

/** The nearest thing in a direction, in the same part of the page. */
function nextOne(focused: Element, direction: readonly [number, number] | undefined): HTMLElement | null {
  if (!direction || !focused.matches(`${REACHED}, ${BEGINNINGS}`)) return null;
  const from = focused.getBoundingClientRect();
  const ahead = [...focused.closest(PARTS)!.querySelectorAll<HTMLElement>(REACHED)]
    .filter((one) => one !== focused && one.checkVisibility())
    .map((one) => ({ one, far: (isDrawn(one) ? howFarDrawn : howFar)(from, one.getBoundingClientRect(), direction) }))
    .filter(({ far }) => far !== null);
  return ahead.sort((a, b) => a.far! - b.far!)[0]?.one ?? null;
}

/** How far away one box is from another in a direction; null where it does not lie there. */
function howFar(from: DOMRect, to: DOMRect, [right, down]: readonly [number, number]): number | null {
  const along = right ? right * (centre(to)[0] - centre(from)[0]) : down * (centre(to)[1] - centre(from)[1]);
  if (along < 1) return null;
  const gap = right
    ? right > 0
      ? to.left - from.right
      : from.left - to.right
    : down > 0
      ? to.top - from.bottom
      : from.top - to.bottom;
  // a box that only overhangs is beside, not ahead
  if (gap < -Math.min(right ? from.width : from.height, right ? to.width : to.height) / 2) return null;
  const aside = right
    ? apart(from.top, from.bottom, to.top, to.bottom)
    : apart(from.left, from.right, to.left, to.right);
  return Math.max(0, gap) + ASIDE * aside + along / 1000;
}

function isDrawn(element: Element): boolean {
  return element instanceof SVGElement;
}

/** The same for models, which overlap: by their middles, in a quarter of the circle. */
function howFarDrawn(from: DOMRect, to: DOMRect, [right, down]: readonly [number, number]): number | null {
  const [x, y] = [centre(to)[0] - centre(from)[0], centre(to)[1] - centre(from)[1]];
  const [along, aside] = right ? [right * x, Math.abs(y)] : [down * y, Math.abs(x)];
  return along < 1 || aside > along ? null : along + aside;
}

/** How far two stretches lie apart, 0 where they overlap. */
function apart(start: number, end: number, otherStart: number, otherEnd: number): number {
  return Math.max(0, otherStart - end, start - otherEnd);
}

function centre(box: DOMRect): [number, number] {
  return [(box.left + box.right) / 2, (box.top + box.bottom) / 2];
}
