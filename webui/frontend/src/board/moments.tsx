// A ruling as a moment on the board: large words for half a second, the token that falls, the line that fades.

import { computed, effect, signal } from "@preact/signals";
import { ActionLine } from "./acting.tsx";
import { Emblem, sideNumber } from "./marks.tsx";
import "./moments.css";
import { BoardPortrait, portraitUrl } from "./portraits.tsx";
import { useSpace } from "./space.ts";
import { t } from "../i18n.ts";
import { game, logLines } from "../net/game_store.ts";
import { modelById } from "../net/table_store.ts";
import type { LogLine } from "../types/game.ts";
import type { Model } from "../types/table.ts";

const SHOWN_MS = 500;
// A device that comes back gets many lines at once: what happened meanwhile is no moment.
const MOST_NEW = 12;
// of results that come together, the gravest is shown
const GRAVITY = ["miss", "saved", "hit", "out"] as const;

interface Moment {
  line: number;
  kind: NonNullable<LogLine["moment"]>;
  model: string;
  by: string;
}

export const shownMoment = signal<Moment | null>(null);
let seen: { game: number; line: number } = { game: 0, line: 0 };
let timer = 0;

const latest = computed(() => ({ game: game.value?.id ?? 0, line: logLines.value.at(-1)?.n ?? 0 }));

/** The gravest moment among lines; the side of the model that struck colours it. */
function momentOf(lines: readonly LogLine[]): Moment | null {
  const told = lines.filter(({ moment }) => moment);
  const line = told.toSorted((a, b) => GRAVITY.indexOf(b.moment!) - GRAVITY.indexOf(a.moment!))[0];
  if (!line) return null;
  const model = line.of ?? line.models?.at(-1) ?? "";
  const by = logLines.value.findLast(({ n, models }) => n <= line.n && models && models[0] !== model)?.models?.[0];
  return { line: line.n, kind: line.moment!, model, by: by ?? "" };
}

effect(() => {
  const now = latest.value;
  const before = seen;
  seen = now;
  if (now.game !== before.game || before.line === 0 || now.line <= before.line) return;
  const fresh = logLines.peek().filter(({ n }) => n > before.line);
  const moment = fresh.length > MOST_NEW ? null : momentOf(fresh);
  if (!moment || matchMedia("(prefers-reduced-motion: reduce)").matches) return;
  clearTimeout(timer);
  shownMoment.value = moment;
  timer = window.setTimeout(() => (shownMoment.value = null), SHOWN_MS);
});

export function momentText(kind: Moment["kind"]): string {
  return { hit: t("HIT"), miss: t("MISS"), saved: t("SAVED"), out: t("OUT OF ACTION") }[kind];
}

/** The words across the board; nothing of it takes a tap. */
export function MomentWords() {
  const moment = shownMoment.value;
  if (!moment) return null;
  const side = modelById.value.get(moment.kind === "saved" ? moment.model : moment.by)?.side;
  return (
    <p
      class={`moment moment-${moment.kind} side-${side ? sideNumber(side) : 0}`}
      aria-hidden="true"
      data-moment={moment.kind}
    >
      {momentText(moment.kind)}
    </p>
  );
}

/** The token that falls, and the line of the action as it fades. */
export function MomentMarks() {
  const moment = shownMoment.value;
  const [to, from] = [modelById.value.get(moment?.model ?? ""), modelById.value.get(moment?.by ?? "")];
  if (!moment || !to) return null;
  return (
    <g class="moment-marks" aria-hidden="true" key={moment.line}>
      {from && (
        <g class="fading-line">
          <ActionLine from={from} to={to} why={null} />
        </g>
      )}
      {moment.kind === "out" && <FallingToken model={to} />}
    </g>
  );
}

function FallingToken({ model }: { model: Model }) {
  const { px, up, shown } = useSpace();
  const side = sideNumber(model.side, shown.sides);
  const radius = Math.max(model.base.width_in / 2, 16 * px);
  const url = portraitUrl(model.id);
  return (
    <g class={`side-${side}`} transform={`translate(${up([model.x_in, model.y_in]).join(" ")})`}>
      <g class="falling-token">
        <circle class="portrait-ring" r={radius} vector-effect="non-scaling-stroke" />
        {url ? (
          <BoardPortrait url={url} radius={radius} heading={model.heading_rad} />
        ) : (
          <Emblem side={side} size={radius * 0.6} />
        )}
      </g>
    </g>
  );
}
