// The lens: the board held before the camera until it is known, view by view, and what to do next in one sentence.

import { useSignal } from "@preact/signals";
import type { Point } from "../types/table.ts";
import { Press } from "../ui/press.tsx";
import { TwoTaps } from "../ui/sheet.tsx";
import { Says, StepFrame, Verdict } from "./frame.tsx";
import { LivePicture, Outline, type Size } from "./picture.tsx";
import { type Polled, usePolled } from "./polled.ts";
import { learnSteps } from "./steps.ts";

interface Trial {
  go: boolean;
  rms_px: number;
  focal_px: number;
  focal_sigma: number;
  left_out_px: number;
  error_in: Record<string, number>;
  refusals: string[];
  advice: string[];
  out: string[];
}

interface Capture {
  kept: number;
  says: string;
  hindrance: string;
  taken: boolean;
  outline_px: Point[] | null;
  picture: Size | null;
  cells: number[][];
  enough_a_cell: number;
  share: number;
  missing: string[];
  leans: Record<string, number>;
  sizes: Record<string, number>;
  enough_a_lean: number;
  enough_a_size: number;
  trial: Trial | null;
  trouble: string;
}

interface LensStatus {
  known: { width: number; height: number; focal_px: number; focal_sigma: number } | null;
  report: boolean;
  trouble: string;
  capture: Capture | null;
}

const GAP_MS = 250;

export function LensStep() {
  const polled = usePolled<LensStatus>("/api/setup/lens", GAP_MS);
  const told = polled.told.value;
  const capture = told?.capture ?? null;
  const ready = told !== null && capture === null && told.known !== null;
  const busy = polled.busy.value;
  async function finish(): Promise<void> {
    if (await polled.act("/api/setup/lens/finish")) await learnSteps();
  }
  return (
    <StepFrame
      step="lens"
      ready={ready}
      first={
        capture && {
          says: busy ? "One moment" : "Finish: keep this lens",
          possible: (capture.trial?.go ?? false) && !busy,
          act: () => void finish(),
        }
      }
      picture={
        <LivePicture size={capture?.picture ?? null} label="The camera’s picture, with the parts that views of the board cover">
          {capture && <Coverage capture={capture} />}
        </LivePicture>
      }
      under={capture && <NextThing capture={capture} />}
    >
      <Says says={polled.says.value || told?.trouble || ""} />
      {told && (capture ? <Capturing capture={capture} polled={polled} /> : <Before told={told} polled={polled} />)}
    </StepFrame>
  );
}

function NextThing({ capture }: { capture: Capture }) {
  return (
    <>
      <p class="do-next" role="status" data-hindrance={capture.hindrance !== ""}>{capture.says}</p>
      <p class="tally">
        <output class="large" data-kept={capture.kept}>{capture.kept}</output> {capture.kept === 1 ? "view" : "views"},{" "}
        {Math.round(100 * capture.share)} % of the picture covered
      </p>
    </>
  );
}

function Coverage({ capture }: { capture: Capture }) {
  const { width, height } = capture.picture!;
  const down = capture.cells.length;
  const across = capture.cells[0]!.length;
  const [w, h] = [width / across, height / down];
  return (
    <>
      {capture.cells.flatMap((row, y) =>
        row.map((count, x) => {
          const enough = count >= capture.enough_a_cell;
          return (
            <g key={`${x} ${y}`} class={enough ? "cell enough" : "cell"}>
              <rect x={x * w} y={y * h} width={w} height={h} vector-effect="non-scaling-stroke" />
              <text x={(x + 0.5) * w} y={(y + 0.62) * h} font-size={h * 0.3}>{enough ? "✓" : count || ""}</text>
            </g>
          );
        }),
      )}
      <Outline points={capture.outline_px} looks={capture.taken ? "board-edge taken" : "board-edge"} />
    </>
  );
}

function Before({ told, polled }: { told: LensStatus; polled: Polled<LensStatus> }) {
  return (
    <>
      {told.known && (
        <Verdict
          title="The lens is known"
          finding={{
            verdict: "good",
            says: `Focal length ${told.known.focal_px.toFixed(0)} px${told.known.focal_sigma ? ` ± ${perCent(2 * told.known.focal_sigma)}` : ""}, for pictures of ${told.known.width} × ${told.known.height}.`,
            value: null,
          }}
        />
      )}
      <p>
        Take the printed board, glued on something stiff. Hold it before the camera in about fifteen ways: near and far, in every corner of
        the picture, tilted each way. Whenever it is held still for a moment a view is taken by itself.
      </p>
      <Press class="onward ready" disabled={polled.busy.value} onPress={() => void polled.act("/api/setup/lens/start")}>
        {told.known ? "Calibrate again" : "Start"}
      </Press>
      {told.report && <a class="button" href="/api/setup/lens/report.html" target="_blank" rel="noopener">Read the last report</a>}
    </>
  );
}

function Capturing({ capture, polled }: { capture: Capture; polled: Polled<LensStatus> }) {
  const stopping = useSignal(false);
  return (
    <>
      <Lacking capture={capture} />
      <TrialSaid capture={capture} />
      <TwoTaps
        first="Give these views up"
        second="Yes, give them up"
        armed={stopping.value}
        arm={(on) => (stopping.value = on)}
        onDo={() => void polled.act("/api/setup/lens/stop")}
        disabled={polled.busy.value}
      />
    </>
  );
}

function Lacking({ capture }: { capture: Capture }) {
  const { leans, sizes, enough_a_lean, enough_a_size } = capture;
  return (
    <ul class="chips" aria-label="Ways to hold the board">
      {Object.entries(leans).map(([side, count]) => (
        <Chip key={side} label={`${side} edge nearer`} count={count} enough={enough_a_lean} />
      ))}
      {Object.entries(sizes).map(([size, count]) => (
        <Chip key={size} label={size} count={count} enough={enough_a_size} />
      ))}
    </ul>
  );
}

function Chip({ label, count, enough }: { label: string; count: number; enough: number }) {
  const done = count >= enough;
  return (
    <li class={done ? "chip enough" : "chip"}>
      <span aria-hidden="true">{done ? "✓" : "○"}</span> {label}{" "}
      <small>
        {Math.min(count, enough)}/{enough}
      </small>
    </li>
  );
}

function TrialSaid({ capture }: { capture: Capture }) {
  const trial = capture.trial;
  if (!trial) return <p class="soft">{capture.trouble || "After six views the first verdict comes."}</p>;
  const error = trial.error_in["24"];
  const says = trial.go
    ? `Corners are ${trial.rms_px.toFixed(2)} px off; the focal length is known to ${perCent(trial.focal_sigma)}` +
      (error === undefined ? "." : `, and 24″ on the table to ${Math.max(error, 0.001).toFixed(3)}″.`)
    : `${asSentence(trial.refusals[0] ?? "")}`;
  return <Verdict finding={{ verdict: trial.go ? "good" : "unknown", says, value: null }} title={trial.go ? "These views will do" : "Not yet"} />;
}

/** A share; nobody needs a finer figure than a hundredth of a per cent. */
function perCent(share: number): string {
  return `${Math.max(100 * share, 0.01).toFixed(2)} %`;
}

function asSentence(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1) + (text.endsWith(".") ? "" : ".");
}
