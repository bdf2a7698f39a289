// Outlines of terrain that the camera's picture proposes: each is accepted or dismissed with a tap; none counts before.

import { signal, useSignal } from "@preact/signals";
import { useSpace, svgOutline } from "../board/space.ts";
import { decimal, inFigures, t, tn } from "../i18n.ts";
import { post, Refusal } from "../net/api.ts";
import type { GeoFeature } from "../types/setup.ts";
import type { Point } from "../types/table.ts";
import { Press } from "../ui/press.tsx";
import { Says } from "./frame.tsx";
import { draft, importParts, materials, USUAL_TOP_IN } from "./terrain_draft.ts";
import { featureOf, freeName } from "./terrain_shape.ts";

interface ProposedOutline {
  ring: Point[];
  seen: Point[];
  top_in: number;
  by_tag: boolean;
}

const TOPS = [1, 2, 3, 4.5];
// what was dismissed so near is the same thing
const SAME_IN = 0.5;

/** null until somebody has asked for them. */
export const proposals = signal<ProposedOutline[] | null>(null);
const dismissed = signal<Point[]>([]);

function middleOf(ring: Point[]): Point {
  return [ring.reduce((sum, [x]) => sum + x, 0) / ring.length, ring.reduce((sum, [, y]) => sum + y, 0) / ring.length];
}

function wasDismissed({ seen }: ProposedOutline): boolean {
  const [x, y] = middleOf(seen);
  return dismissed.value.some(([ax, ay]) => Math.hypot(ax - x, ay - y) < SAME_IN);
}

function accept(some: ProposedOutline[]): void {
  const all = draft.value.parts.map(({ name }) => ({ name }));
  const features = some.map(({ ring, top_in }): GeoFeature => {
    const name = freeName(t("piece {n}", { n: 1 }), all);
    all.push({ name });
    return featureOf({
      name,
      material: materials.value[0]?.id ?? "",
      bottom_in: 0,
      top_in,
      standable: false,
      piece: null,
      rings: [ring],
      origin: "traced",
    });
  });
  importParts(features);
  proposals.value = (proposals.value ?? []).filter((one) => !some.includes(one));
}

function dismiss(one: ProposedOutline): void {
  dismissed.value = [...dismissed.value, middleOf(one.seen)];
  proposals.value = (proposals.value ?? []).filter((other) => other !== one);
}

function sizeText(ring: Point[]): string {
  const [xs, ys] = [ring.map(([x]) => x), ring.map(([, y]) => y)];
  const [width, depth] = [Math.max(...xs) - Math.min(...xs), Math.max(...ys) - Math.min(...ys)];
  return t("about {width} × {depth}″", { width: decimal(width, 1), depth: decimal(depth, 1) });
}

/** The button that asks for them, their list, and the height that they are taken to have. */
export function Proposals() {
  const says = useSignal("");
  const busy = useSignal(false);
  const top = useSignal(USUAL_TOP_IN);
  const all = proposals.value;

  async function ask(top_in: number): Promise<void> {
    top.value = top_in;
    busy.value = true;
    try {
      const told = await post<{ proposals: ProposedOutline[] }>("/api/setup/terrain/propose", {
        features: draft.value.parts.map(featureOf),
        top_in,
      });
      proposals.value = told.proposals.filter((one) => !wasDismissed(one));
      says.value = "";
    } catch (error) {
      says.value = error instanceof Refusal ? error.message : String(error);
    } finally {
      busy.value = false;
    }
  }

  return (
    <section class="proposals" data-proposals={all?.length ?? "none"}>
      <Says says={says.value} />
      <Press
        class={all === null && draft.value.parts.length === 0 ? "big-go" : "big"}
        data-propose
        disabled={busy.value}
        onPress={() => void ask(top.value)}
      >
        {all === null ? t("Find outlines in the image") : t("Find outlines again")}
      </Press>
      {all !== null && (
        <>
          <p class={all.length > 0 ? "do-next" : "soft"} role="status">
            {all.length === 0
              ? t(
                  "Nothing else stands out from the mat. Compare the image with the outlines, and trace " +
                    "what is missing.",
                )
              : tn(
                  "{n} outline is proposed. It counts when you accept it.",
                  "{n} outlines are proposed. Each counts when you accept it.",
                  all.length,
                )}
          </p>
          <div class="choice heights" role="group" aria-label={t("Height of pieces without a tag on top")}>
            {TOPS.map((one) => (
              <Press
                key={one}
                data-assumed={one}
                aria-pressed={top.value === one}
                disabled={busy.value}
                onPress={() => void ask(one)}
              >
                {inFigures(String(one))}″
              </Press>
            ))}
          </div>
          <p class="soft">
            {t("This height counts unless a tag on top of a piece shows its own. You can drag the corners afterwards.")}
          </p>
          {all.length > 1 && (
            <Press class="big-go" data-accept-all onPress={() => accept(all)}>
              {t("Accept all")}
            </Press>
          )}
          <ol class="proposal-list">
            {all.map((one, at) => (
              <li key={middleOf(one.seen).join()}>
                <span>
                  {at + 1}: {sizeText(one.ring)}
                  {!one.by_tag &&
                    one.top_in < top.value &&
                    ` · ${t("{height}″ high: too thin for more", { height: decimal(one.top_in, 1) })}`}
                  {one.by_tag && ` · ${t("{height}″ by its tag", { height: inFigures(String(one.top_in)) })}`}
                </span>
                <div class="choice">
                  <Press
                    data-accept={at}
                    aria-label={t("Accept outline {n}", { n: at + 1 })}
                    onPress={() => accept([one])}
                  >
                    {t("Accept")}
                  </Press>
                  <Press
                    data-dismiss={at}
                    aria-label={t("Dismiss outline {n}", { n: at + 1 })}
                    onPress={() => dismiss(one)}
                  >
                    {t("Dismiss")}
                  </Press>
                </div>
              </li>
            ))}
          </ol>
        </>
      )}
    </section>
  );
}

/** On the board: dashed, with their numbers. */
export function ProposedOutlines() {
  const { px, up } = useSpace();
  return (
    <>
      {(proposals.value ?? []).map((one, at) => {
        const [x, y] = up(middleOf(one.ring));
        return (
          <g key={middleOf(one.seen).join()} data-proposed={at}>
            <path class="proposed" d={svgOutline([one.ring], up)} vector-effect="non-scaling-stroke" />
            <text class="part-name" x={x} y={y} font-size={16 * px}>
              {at + 1}
            </text>
          </g>
        );
      })}
    </>
  );
}
