// What can be done to the chosen part: every drag of the board has a button here.

import { useSignal } from "@preact/signals";
import { useEffect, useRef } from "preact/hooks";
import type { TerrainStatus } from "../types/setup.ts";
import { Press } from "../ui/press.tsx";
import { TwoTaps } from "../ui/sheet.tsx";
import { Stepper } from "./frame.tsx";
import { PictureHeight } from "./picture_height.tsx";
import type { Polled } from "./polled.ts";
import { again, alter, choose, chosen, corner, draft, drop, dropCorner, found, group, materials, nudge, part, parts, trace, turn, wholePiece } from "./terrain_draft.ts";
import { freeName } from "./terrain_shape.ts";
import { WearTag } from "./terrain_tags.tsx";
// the looks of two taps
import "../ui/game.css";

const NUDGE_IN = 0.1;
const NAMES = ["wall", "building", "ruin", "crate", "barricade", "hill", "tower", "fence"];
const TOPS = [1, 1.5, 2, 3, 4.5, 6];
const BOTTOMS = [0, 1, 3];
const QUICK_MS = 90;

export function PartPanel({ polled }: { polled: Polled<TerrainStatus> }) {
  const one = part.value!;
  const faults = found.value.faults[chosen.value!] ?? [];
  const deleting = useSignal(false);
  const head = useRef<HTMLElement>(null);
  // who chose it on the board wants to see what can be done with it
  useEffect(() => head.current!.closest(".step-words")!.scrollTo(0, 0), [chosen.value]);
  return (
    <>
      <header class="part-head" ref={head}>
        <h2>{one.name}</h2>
        <Press class="close" aria-label="Done with this piece" onPress={() => choose(null)}>×</Press>
      </header>
      {faults.map((says) => <p key={says} class="fault" role="status">{says}</p>)}
      <Nudges />
      <Heights />
      <section class="choices">
        <div class="choice" role="group" aria-label="Material">
          {materials.value.map(({ id, title }) => (
            <Press key={id} aria-pressed={one.material === id} onPress={() => alter({ material: id })}>{title}</Press>
          ))}
        </div>
        <div class="choice" role="group" aria-label="Its top">
          <Press aria-pressed={one.standable} onPress={() => alter({ standable: true })}>Models stand on it</Press>
          <Press aria-pressed={!one.standable} onPress={() => alter({ standable: false })}>Nobody stands on it</Press>
        </div>
      </section>
      <Name />
      <section class="choices">
        <h2>More</h2>
        <div class="choice">
          <Press onPress={again}>Another like it</Press>
          <Press onPress={() => trace("part")}>Add a part: a roof, a wall</Press>
          <Press onPress={() => trace("hole")}>Cut a hole</Press>
        </div>
        <PictureHeight />
        <WearTag polled={polled} />
        <TwoTaps first="Take it off the table" second="Yes, off with it" armed={deleting.value} arm={(on) => (deleting.value = on)} onDo={drop} />
      </section>
    </>
  );
}

function Nudges() {
  const at = corner.value;
  const outside = at !== null && at.ring === 0 && part.value!.rings[0]!.length <= 3;
  return (
    <section class="choices">
      <h2>{at ? "Move the corner" : group.value.length > 1 ? `Move all ${group.value.length} parts` : "Move it"}</h2>
      <div class="nudges">
        <div class="pad" role="group" aria-label="Move by a tenth of an inch">
          <Nudge name="far" says="↑" dx={0} dy={1} />
          <Nudge name="left" says="←" dx={-1} dy={0} />
          <span class="soft">0.1″</span>
          <Nudge name="right" says="→" dx={1} dy={0} />
          <Nudge name="near" says="↓" dx={0} dy={-1} />
        </div>
        {at ? (
          <div class="turns">
            <Press disabled={outside} onPress={dropCorner}>Take this corner away</Press>
            <Press onPress={() => (corner.value = null)}>The whole piece</Press>
          </div>
        ) : (
          <div class="turns" role="group" aria-label="Turn">
            {[15, -15, 1, -1].map((by) => (
              <Press key={by} rest={QUICK_MS} aria-label={`Turn ${Math.abs(by)} degrees ${by > 0 ? "left" : "right"}`} onPress={() => turn(by)}>
                {by > 0 ? "↺" : "↻"} {Math.abs(by)}°
              </Press>
            ))}
          </div>
        )}
      </div>
      {parts.value > 1 && !at && (
        <div class="choice" role="group" aria-label="What moves">
          <Press aria-pressed={group.value.length > 1} onPress={() => (wholePiece.value = true)}>All {parts.value} parts of {part.value!.piece}</Press>
          <Press aria-pressed={group.value.length === 1} onPress={() => (wholePiece.value = false)}>This part alone</Press>
        </div>
      )}
      {!at && <p class="soft">Drag its middle or a corner; tap a corner to nudge that one, and a + to add one.</p>}
    </section>
  );
}

function Nudge({ name, says, dx, dy }: { name: string; says: string; dx: number; dy: number }) {
  return (
    <Press class={`to-${name}`} rest={QUICK_MS} data-nudge={name} aria-label={`A tenth of an inch ${name}`} onPress={() => nudge(dx * NUDGE_IN, dy * NUDGE_IN)}>{says}</Press>
  );
}

function Heights() {
  const { bottom_in, top_in } = part.value!;
  return (
    <section class="choices">
      <Stepper label="Its top is at" value={top_in} says={`${top_in}″`} step={0.1} onChange={(to) => to > bottom_in && alter({ top_in: to })} />
      <div class="choice heights" role="group" aria-label="Top">
        {TOPS.map((one) => <Press key={one} data-top={one} aria-pressed={top_in === one} disabled={one <= bottom_in} onPress={() => alter({ top_in: one })}>{one}″</Press>)}
      </div>
      <details open={bottom_in > 0}>
        <summary>It begins {bottom_in > 0 ? `${bottom_in}″ up` : "on the ground"}</summary>
        <Stepper label="It begins at" value={bottom_in} says={bottom_in > 0 ? `${bottom_in}″` : "ground"} step={0.1} onChange={(to) => to >= 0 && to < top_in && alter({ bottom_in: to })} />
        <div class="choice heights" role="group" aria-label="Bottom">
          {BOTTOMS.map((one) => <Press key={one} aria-pressed={bottom_in === one} disabled={one >= top_in} onPress={() => alter({ bottom_in: one })}>{one === 0 ? "Ground" : `${one}″`}</Press>)}
        </div>
      </details>
    </section>
  );
}

function Name() {
  const one = part.value!;
  const others = draft.value.parts.filter((_, at) => at !== chosen.value);
  return (
    <section class="choices">
      <h2>Name</h2>
      <div class="choice names" role="group" aria-label="Name">
        {NAMES.map((name) => (
          <Press key={name} aria-pressed={one.name.replace(/ \d+$/, "") === name} onPress={() => alter({ name: freeName(name, others) })}>{name}</Press>
        ))}
      </div>
      <label class="typed-name">
        <span>Another name</span>
        <input type="text" maxLength={60} value={one.name} onChange={(event) => event.currentTarget.value.trim() && alter({ name: event.currentTarget.value.trim() })} />
      </label>
    </section>
  );
}
