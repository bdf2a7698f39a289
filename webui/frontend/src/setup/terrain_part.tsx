// The commands for the chosen part: each drag on the board has a button here.

import { useSignal } from "@preact/signals";
import { useEffect, useRef } from "preact/hooks";
import { decimal, inFigures, t } from "../i18n.ts";
import type { TerrainStatus } from "../types/setup.ts";
import { Press } from "../ui/press.tsx";
import { TwoTaps } from "../ui/sheet.tsx";
import { Stepper } from "./frame.tsx";
import { PictureHeight } from "./picture_height.tsx";
import type { Polled } from "../ui/polled.ts";
import {
  alterPart,
  choose,
  chosen,
  corner,
  draft,
  dropCorner,
  dropGroup,
  duplicate,
  found,
  group,
  materials,
  nudge,
  part,
  parts,
  startTrace,
  turnGroup,
  wholePiece,
} from "./terrain_draft.ts";
import { freeName } from "./terrain_shape.ts";
import { WearTag } from "./terrain_tags.tsx";
// the looks of two taps
import "../ui/game.css";

const NUDGE_IN = 0.1;
const NAMES = [t("wall"), t("building"), t("ruin"), t("crate"), t("barricade"), t("hill"), t("tower"), t("fence")];
const TOPS = [1, 1.5, 2, 3, 4.5, 6];
const BOTTOMS = [0, 1, 3];
const QUICK_MS = 90;

export function PartPanel({ polled }: { polled: Polled<TerrainStatus> }) {
  const one = part.value!;
  const faults = found.value.faults[chosen.value!] ?? [];
  const deleting = useSignal(false);
  const head = useRef<HTMLElement>(null);
  // a part chosen on the board shows its first commands
  useEffect(() => head.current!.closest(".step-words")!.scrollTo(0, 0), [chosen.value]);
  return (
    <>
      <header class="part-head" ref={head}>
        <h2>{one.name}</h2>
        <Press class="close" aria-label={t("Done with this piece")} onPress={() => choose(null)}>
          ×
        </Press>
      </header>
      {faults.map((says) => (
        <p key={says} class="fault" role="status">
          {says}
        </p>
      ))}
      <Nudges />
      <Heights />
      <section class="choices">
        <div class="choice" role="group" aria-label={t("Material")}>
          {materials.value.map(({ id, title }) => (
            <Press key={id} aria-pressed={one.material === id} onPress={() => alterPart({ material: id })}>
              {title}
            </Press>
          ))}
        </div>
        <div class="choice" role="group" aria-label={t("Its top")}>
          <Press aria-pressed={one.standable} onPress={() => alterPart({ standable: true })}>
            {t("Models can stand on it")}
          </Press>
          <Press aria-pressed={!one.standable} onPress={() => alterPart({ standable: false })}>
            {t("No model can stand on it")}
          </Press>
        </div>
      </section>
      <Name />
      <section class="choices">
        <h2>{t("More")}</h2>
        <div class="choice">
          <Press onPress={duplicate}>{t("Duplicate")}</Press>
          <Press onPress={() => startTrace("part")}>{t("Add a part: a roof, a wall")}</Press>
          <Press onPress={() => startTrace("hole")}>{t("Cut a hole")}</Press>
        </div>
        <PictureHeight />
        <WearTag polled={polled} />
        <TwoTaps
          first={t("Remove it from the table")}
          second={t("Yes, remove it")}
          armed={deleting.value}
          arm={(on) => (deleting.value = on)}
          onDo={dropGroup}
        />
      </section>
    </>
  );
}

function Nudges() {
  const at = corner.value;
  const outside = at !== null && at.ring === 0 && part.value!.rings[0]!.length <= 3;
  return (
    <section class="choices">
      <h2>
        {at
          ? t("Move the corner")
          : group.value.length > 1
            ? t("Move all {n} parts", { n: group.value.length })
            : t("Move it")}
      </h2>
      <div class="nudges">
        <div class="pad" role="group" aria-label={t("Move by a tenth of an inch")}>
          <Nudge name="far" label={t("A tenth of an inch away")} says="↑" dx={0} dy={1} />
          <Nudge name="left" label={t("A tenth of an inch to the left")} says="←" dx={-1} dy={0} />
          <span class="soft">{decimal(0.1, 1)}″</span>
          <Nudge name="right" label={t("A tenth of an inch to the right")} says="→" dx={1} dy={0} />
          <Nudge name="near" label={t("A tenth of an inch towards you")} says="↓" dx={0} dy={-1} />
        </div>
        {at ? (
          <div class="turns">
            <Press disabled={outside} onPress={dropCorner}>
              {t("Remove this corner")}
            </Press>
            <Press onPress={() => (corner.value = null)}>{t("The whole piece")}</Press>
          </div>
        ) : (
          <div class="turns" role="group" aria-label={t("Turn")}>
            {[15, -15, 1, -1].map((by) => (
              <Press
                key={by}
                rest={QUICK_MS}
                aria-label={by > 0 ? t("Turn {n} degrees left", { n: by }) : t("Turn {n} degrees right", { n: -by })}
                onPress={() => turnGroup(by)}
              >
                {by > 0 ? "↺" : "↻"} {Math.abs(by)}°
              </Press>
            ))}
          </div>
        )}
      </div>
      {parts.value > 1 && !at && (
        <div class="choice" role="group" aria-label={t("Parts that move")}>
          <Press aria-pressed={group.value.length > 1} onPress={() => (wholePiece.value = true)}>
            {t("All {n} parts of {piece}", { n: parts.value, piece: part.value!.piece! })}
          </Press>
          <Press aria-pressed={group.value.length === 1} onPress={() => (wholePiece.value = false)}>
            {t("This part alone")}
          </Press>
        </div>
      )}
      {!at && <p class="soft">{t("Drag its middle or a corner; tap a corner to nudge it, and a + to add one.")}</p>}
    </section>
  );
}

function Nudge({ name, label, says, dx, dy }: { name: string; label: string; says: string; dx: number; dy: number }) {
  return (
    <Press
      class={`to-${name}`}
      rest={QUICK_MS}
      data-nudge={name}
      aria-label={label}
      onPress={() => nudge(dx * NUDGE_IN, dy * NUDGE_IN)}
    >
      {says}
    </Press>
  );
}

function Heights() {
  const { bottom_in, top_in } = part.value!;
  return (
    <section class="choices">
      <Stepper
        label={t("Its top is at")}
        value={top_in}
        says={`${inFigures(String(top_in))}″`}
        step={0.1}
        onChange={(to) => to > bottom_in && alterPart({ top_in: to })}
      />
      <div class="choice heights" role="group" aria-label={t("Top")}>
        {TOPS.map((one) => (
          <Press
            key={one}
            data-top={one}
            aria-pressed={top_in === one}
            disabled={one <= bottom_in}
            onPress={() => alterPart({ top_in: one })}
          >
            {inFigures(String(one))}″
          </Press>
        ))}
      </div>
      <details open={bottom_in > 0}>
        <summary>
          {bottom_in > 0 ? t("It begins {height}″ up", { height: bottom_in }) : t("It begins on the ground")}
        </summary>
        <Stepper
          label={t("It begins at")}
          value={bottom_in}
          says={bottom_in > 0 ? `${inFigures(String(bottom_in))}″` : t("ground")}
          step={0.1}
          onChange={(to) => to >= 0 && to < top_in && alterPart({ bottom_in: to })}
        />
        <div class="choice heights" role="group" aria-label={t("Bottom")}>
          {BOTTOMS.map((one) => (
            <Press
              key={one}
              aria-pressed={bottom_in === one}
              disabled={one >= top_in}
              onPress={() => alterPart({ bottom_in: one })}
            >
              {one === 0 ? t("Ground") : `${inFigures(String(one))}″`}
            </Press>
          ))}
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
      <h2>{t("Name")}</h2>
      <div class="choice names" role="group" aria-label={t("Name")}>
        {NAMES.map((name) => (
          <Press
            key={name}
            aria-pressed={one.name.replace(/ \d+$/, "") === name}
            onPress={() => alterPart({ name: freeName(name, others) })}
          >
            {name}
          </Press>
        ))}
      </div>
      <label class="typed-name">
        <span>{t("Another name")}</span>
        <input
          type="text"
          maxLength={60}
          value={one.name}
          onChange={(event) =>
            event.currentTarget.value.trim() && alterPart({ name: event.currentTarget.value.trim() })
          }
        />
      </label>
    </section>
  );
}
