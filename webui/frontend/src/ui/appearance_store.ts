// How this device shows every page: light or dark, the size of letters, and the hand that holds a phone. A choice is
// kept on the device, stands on the root element, where the style sheets find it, and is the same in all tabs at once.

import { computed, effect, type Signal, signal } from "@preact/signals";
import { readStored, store } from "../net/browser_storage.ts";

export type Theme = "device" | "dark" | "light";
export type Letters = "usual" | "large" | "largest";
export type Thumb = "both" | "left" | "right";

const THEMES: readonly Theme[] = ["device", "dark", "light"];
const LETTERS: readonly Letters[] = ["usual", "large", "largest"];
const THUMBS: readonly Thumb[] = ["both", "left", "right"];

export const theme = kept("theme", THEMES);
export const letters = kept("letters", LETTERS);
export const thumb = kept("thumb", THUMBS);

const LIGHT_DEVICE = matchMedia("(prefers-color-scheme: light)");
const deviceIsLight = signal(LIGHT_DEVICE.matches);
LIGHT_DEVICE.addEventListener("change", () => (deviceIsLight.value = LIGHT_DEVICE.matches));

/** The theme that is shown, chosen here or by the device. */
export const shownTheme = computed<"dark" | "light">(() =>
  theme.value !== "device" ? theme.value : deviceIsLight.value ? "light" : "dark",
);

effect(() => {
  const root = document.documentElement;
  root.dataset.theme = shownTheme.value;
  root.dataset.letters = letters.value;
  if (thumb.value === "both") delete root.dataset.thumb;
  else root.dataset.thumb = thumb.value;
  // the browser's own bars around the page
  const ground = getComputedStyle(root).getPropertyValue("--raised").trim();
  document.querySelector('meta[name="theme-color"]')?.setAttribute("content", ground);
});

/** How much larger than usual the letters of drawings are. */
export const letterScale = computed(() => ({ usual: 1, large: 4 / 3, largest: 16 / 9 })[letters.value]);

/** A choice that outlives the page; the first is the usual one. */
function kept<Choice extends string>(name: string, choices: readonly Choice[]): Signal<Choice> {
  const valid = (text: string | null): Choice => choices.find((choice) => choice === text) ?? choices[0]!;
  const chosen = signal(valid(readStored("localStorage", name)));
  effect(() => store("localStorage", name, chosen.value));
  addEventListener("storage", (event) => {
    if (event.key === name) chosen.value = valid(event.newValue);
  });
  return chosen;
}

// The colours that the server draws with (tablecam/table/measure/svg.py): those of the dark theme, by what they mean.
const DRAWN = {
  "#0e1216": "--ground", // no text
  "#171d23": "--raised", // no text
  "#2b343d": "--line", // no text
  "#8a97a2": "--edge", // no text
  "#eef2f4": "--text", // no text
  "#b9bfd0": "--soft", // no text
  "#5fe6c6": "--good", // no text
  "#ffe04a": "--warn", // no text
  "#ff9f90": "--bad", // no text
  "#ffab70": "--side-0", // no text
  "#79c2ff": "--side-1", // no text
  "#e9e6dc": "--side-2", // no text
  "#dcaaff": "--side-3", // no text
  "#202932": "--storey-1", // no text
  "#141b1c": "--mat", // no text
};

// The colours of what the server draws for paper (tablecam/game/replay/report_theme.py), by what they mean here.
const PRINTED = {
  "#ffffff": "--raised", // no text
  "#1b1f23": "--text", // no text
  "#4b555e": "--soft", // no text
  "#e3e6e9": "--grid", // no text
  "#d5d9dd": "--line", // no text
  "#b8400f": "--side-0", // no text
  "#1257a8": "--side-1", // no text
  "#6b6130": "--side-2", // no text
  "#7a2fa0": "--side-3", // no text
};

/** A drawing of the server as the address of a picture, in the colours of the theme that is shown. */
export function drawingAddress(svg: string): string {
  // read first: whoever draws it draws it again when the theme changes
  return pictureAddress(shownTheme.value === "light" ? recoloured(svg, DRAWN) : svg);
}

/** The same of a drawing that is made for paper. */
export function printAddress(svg: string): string {
  return shownTheme.value && pictureAddress(recoloured(svg, PRINTED));
}

function recoloured(svg: string, names: Record<string, string>): string {
  const colours = getComputedStyle(document.documentElement);
  return svg.replace(/#[0-9a-f]{6}\b/g, (colour) => colours.getPropertyValue(names[colour] ?? "") || colour); // no text
}

function pictureAddress(svg: string): string {
  return `data:image/svg+xml,${encodeURIComponent(svg)}`;
}
