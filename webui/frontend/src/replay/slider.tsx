// The slider of a game: a place for each action, and under it where the turns begin.

import { t } from "../i18n.ts";
import type { Action } from "./actions.ts";

// the width of a slider's thumb, whose middle never comes to the ends of the track
const THUMB = "1rem";

interface ActionSliderProps {
  actions: readonly Action[];
  /** The place of the action that is shown. */
  at: number;
  go: (to: number) => void;
}

export function ActionSlider({ actions, at, go }: ActionSliderProps) {
  const place = describePlace(actions, at);
  return (
    <div class="scrub-slider">
      <p id="scrub-place">{place}</p>
      <input
        type="range"
        aria-labelledby="scrub-place"
        aria-valuetext={`${place}: ${actions[at]!.text}`}
        min={0}
        max={actions.length - 1}
        value={at}
        onInput={(event) => go(Number(event.currentTarget.value))}
      />
      <ol class="scrub-turns" aria-hidden="true">
        {findTurnStarts(actions).map((start) => (
          <li key={start} style={{ left: leftOf(start / Math.max(1, actions.length - 1)) }}>
            {actions[start]!.head.turn}
          </li>
        ))}
      </ol>
    </div>
  );
}

/** The turn, and the number of the action in it. */
function describePlace(actions: readonly Action[], at: number): string {
  const { turn, turn_title = "" } = actions[at]!.head;
  const places = actions.flatMap(({ head }, place) => (head.turn === turn ? [place] : []));
  return t("{turn}, action {step} of {all}", { turn: turn_title, step: places.indexOf(at) + 1, all: places.length });
}

/** The places at which a numbered turn begins. */
function findTurnStarts(actions: readonly Action[]): number[] {
  return actions.flatMap(({ head: { turn } }, place) =>
    turn && turn !== actions[place - 1]?.head.turn ? [place] : [],
  );
}

function leftOf(share: number): string {
  return `calc(${THUMB} / 2 + ${share} * (100% - ${THUMB}))`;
}
