// All states of the gallery in a list, and the chosen one in both themes, at the size and in the language of choice.

import { useSignal } from "@preact/signals";
import type { ComponentChildren } from "preact";
import { t } from "../i18n.ts";
import "./gallery.css";
import { isLoaded, slugOf, STATES } from "./states.ts";

const SIZES: [number, number][] = [
  [1280, 800],
  [960, 600],
  [390, 844],
];
const LANGUAGES = ["en", "de"];
const THEMES = ["dark", "light"];

export function GalleryOverview() {
  const chosen = useSignal(slugOf(STATES[0]!));
  const size = useSignal(SIZES[0]!);
  const language = useSignal(LANGUAGES[0]!);
  const [width, height] = size.value;
  return (
    <main class="gallery">
      <nav>
        <h1>{t("Gallery")}</h1>
        <ul>
          {STATES.map((state) => (
            <li key={state.name}>
              <Chooser isChosen={chosen.value === slugOf(state)} choose={() => (chosen.value = slugOf(state))}>
                <span data-state={slugOf(state)} data-loaded={isLoaded(state)} lang="en">
                  {state.name}
                </span>
              </Chooser>
            </li>
          ))}
        </ul>
      </nav>
      <div class="gallery-choices choice">
        {SIZES.map(([wide, high]) => (
          <Chooser key={wide} isChosen={wide === width} choose={() => (size.value = [wide, high])}>
            {`${wide} × ${high}`}
          </Chooser>
        ))}
        {LANGUAGES.map((one) => (
          <Chooser key={one} isChosen={one === language.value} choose={() => (language.value = one)}>
            {one}
          </Chooser>
        ))}
      </div>
      <div class="gallery-frames">
        {THEMES.map((theme) => (
          <iframe
            key={`${chosen.value} ${theme} ${language.value}`}
            title={`${chosen.value}, ${theme}`}
            src={`/gallery/${chosen.value}?theme=${theme}&language=${language.value}`}
            width={width}
            height={height}
          />
        ))}
      </div>
    </main>
  );
}

function Chooser({
  isChosen,
  choose,
  children,
}: {
  isChosen: boolean;
  choose: () => void;
  children: ComponentChildren;
}) {
  return (
    <button type="button" aria-pressed={isChosen} onClick={choose}>
      {children}
    </button>
  );
}
