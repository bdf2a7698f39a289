// The lens: the board is held in front of the camera, view by view, with the next thing to do in one sentence.

import { type Signal, useSignal } from "@preact/signals";
import { useEffect, useRef } from "preact/hooks";
import { decimal, t, tn } from "../i18n.ts";
import type { Point } from "../types/table.ts";
import { Press } from "../ui/press.tsx";
import { TwoTaps } from "../ui/sheet.tsx";
import { buzz, playTone } from "../ui/tone.ts";
import { asSentence } from "../ui/words.ts";
import { Says, StepFrame, Verdict } from "./frame.tsx";
import { LivePicture, Outline, type Size } from "./picture.tsx";
import { type Polled, usePolled } from "../ui/polled.ts";
import { learnSteps, lost, ofCamera, steps } from "./steps.ts";

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
  /** Of a further camera: lenses that the folder knows, for pictures of its shape. camera: null of one removed. */
  lenses: { file: string; camera: number | null; focal_px: number; width: number; height: number }[];
  report: boolean;
  trouble: string;
  capture: Capture | null;
}

const GAP_MS = 250;
const SILENT = "tablecam lens silent"; // no text
// by the names of calibration/guided.py
const LEANS: Record<string, string> = {
  left: t("left edge nearer"),
  right: t("right edge nearer"),
  top: t("top edge nearer"),
  bottom: t("bottom edge nearer"),
};
const SIZES: Record<string, string> = { near: t("near"), far: t("far") };

export function LensStep({ camera }: { camera: number }) {
  const polled = usePolled<LensStatus>(ofCamera("/api/setup/lens", camera), GAP_MS);
  const told = polled.told.value;
  const capture = told?.capture ?? null;
  const ready = told !== null && capture === null && told.known !== null;
  const busy = polled.busy.value;
  useBegun(told, polled, camera);
  const sound = useSignal(localStorage.getItem(SILENT) === null);
  useTaken(capture?.kept ?? null, sound.value);
  async function finish(): Promise<void> {
    if (await polled.act(ofCamera("/api/setup/lens/finish", camera))) await learnSteps();
  }
  return (
    <StepFrame
      step="lens"
      camera={camera}
      ready={ready}
      first={
        capture && {
          says: busy ? t("One moment") : t("Finish: keep this lens"),
          possible: (capture.trial?.go ?? false) && !busy,
          act: () => void finish(),
        }
      }
      picture={
        <LivePicture
          size={capture?.picture ?? null}
          camera={camera}
          label={t("The camera’s image, with the parts that views of the board cover")}
        >
          {capture && <Coverage capture={capture} />}
        </LivePicture>
      }
      under={capture && <NextPose capture={capture} />}
    >
      <Says says={polled.says.value || told?.trouble || ""} />
      {told &&
        (capture ? (
          <Capturing capture={capture} polled={polled} sound={sound} camera={camera} />
        ) : (
          <Introduction told={told} polled={polled} camera={camera} />
        ))}
    </StepFrame>
  );
}

/** A step that was never begun begins by itself, once: the board can be held up at once. A further camera may have a
 *  lens that is known, so it waits for a tap. */
function useBegun(told: LensStatus | null, polled: Polled<LensStatus>, camera: number): void {
  const begun = useRef(false);
  const state = steps.value?.find((step) => step.name === "lens")?.state;
  const waits =
    camera === 1 &&
    told !== null &&
    told.known === null &&
    told.capture === null &&
    state === "open" &&
    lost.value === "";
  useEffect(() => {
    if (begun.current || told === null) return;
    // whatever was there at first: views that are discarded later wait for a tap
    if (told.capture !== null || told.known !== null) begun.current = true;
    if (!waits) return;
    begun.current = true;
    void polled.act("/api/setup/lens/start", { by_itself: true });
  }, [told, waits]);
}

/** Hands hold the board and eyes look at it: a view that is taken is heard and felt. */
function useTaken(kept: number | null, sound: boolean): void {
  const before = useRef(kept);
  useEffect(() => {
    const more = kept !== null && before.current !== null && kept > before.current;
    before.current = kept;
    if (!more || !sound) return;
    buzz();
    playTone(880);
  }, [kept]);
}

function NextPose({ capture }: { capture: Capture }) {
  return (
    <>
      <p class="do-next" role="status" data-hindrance={capture.hindrance !== ""}>
        {capture.says}
      </p>
      <p class="tally">
        <output class="large" data-kept={capture.kept}>
          {capture.kept}
        </output>{" "}
        {tn("view, {share} % of the image covered", "views, {share} % of the image covered", capture.kept, {
          share: Math.round(100 * capture.share),
        })}
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
              <text x={(x + 0.5) * w} y={(y + 0.62) * h} font-size={h * 0.3}>
                {enough ? "✓" : count || ""}
              </text>
            </g>
          );
        }),
      )}
      <Outline points={capture.outline_px} looks={capture.taken ? "board-edge taken" /* no text */ : "board-edge"} />
    </>
  );
}

function lensText({ width, height, focal_px, focal_sigma }: NonNullable<LensStatus["known"]>): string {
  const values = { focal: focal_px.toFixed(0), width, height };
  return focal_sigma
    ? t("Focal length {focal} px ± {margin}, for images of {width} × {height}.", {
        ...values,
        margin: perCent(2 * focal_sigma),
      })
    : t("Focal length {focal} px, for images of {width} × {height}.", values);
}

function Introduction({ told, polled, camera }: { told: LensStatus; polled: Polled<LensStatus>; camera: number }) {
  return (
    <>
      {told.known && (
        <Verdict
          title={t("The lens is known")}
          finding={{
            verdict: "good",
            says: lensText(told.known),
            value: null,
          }}
        />
      )}
      <p>
        {t(
          "Take the printed board, glued to something stiff. Hold it in front of the camera in about " +
            "fifteen poses: near and far, in every corner of the image, tilted in each direction. The " +
            "camera takes a view whenever you hold the board still for a moment.",
        )}
      </p>
      {told.lenses.length > 0 && <KnownLenses told={told} polled={polled} camera={camera} />}
      <Press
        class={told.known ? "" : "onward ready"}
        data-start
        disabled={polled.busy.value}
        onPress={() => void polled.act(ofCamera("/api/setup/lens/start", camera))}
      >
        {told.known ? t("Calibrate again") : t("Start")}
      </Press>
      {told.report && (
        <a class="button" href={ofCamera("/api/setup/lens/report.html", camera)} target="_blank" rel="noopener">
          {t("Read the last report")}
        </a>
      )}
    </>
  );
}

/** Cameras of one make and size of picture have nearly the same lens. */
function KnownLenses({ told, polled, camera }: { told: LensStatus; polled: Polled<LensStatus>; camera: number }) {
  return (
    <section class="choices">
      <h2>{t("A known lens")}</h2>
      <p class="soft">
        {t(
          "A camera of the same model and focus can use the calibrated lens of another camera. The next " +
            "step shows whether it fits. Its own calibration is more accurate.",
        )}
      </p>
      {told.lenses.map((lens) => (
        <Press
          key={lens.file}
          class="offer"
          data-lens={lens.file}
          disabled={polled.busy.value}
          onPress={() => void polled.act(ofCamera("/api/setup/lens/known", camera), { file: lens.file })}
        >
          <span>
            {lens.camera ? t("The lens of camera {n}", { n: lens.camera }) : t("The lens of a camera that was removed")}
          </span>
          <small>
            {lens.file} · {lensText({ ...lens, focal_sigma: 0 })}
          </small>
        </Press>
      ))}
    </section>
  );
}

function Capturing({
  capture,
  polled,
  sound,
  camera,
}: {
  capture: Capture;
  polled: Polled<LensStatus>;
  sound: Signal<boolean>;
  camera: number;
}) {
  const stopping = useSignal(false);
  return (
    <>
      <Poses capture={capture} />
      <TrialVerdict capture={capture} />
      <Press
        aria-pressed={sound.value}
        data-sound
        onPress={() => {
          sound.value = !sound.value;
          if (sound.value) localStorage.removeItem(SILENT);
          else localStorage.setItem(SILENT, "silent"); // no text
        }}
      >
        {sound.value ? t("Sound and vibration for each view: on") : t("Sound and vibration for each view: off")}
      </Press>
      {capture.kept > 0 && (
        <Press
          data-drop
          disabled={polled.busy.value}
          onPress={() => void polled.act(ofCamera("/api/setup/lens/drop", camera))}
        >
          {t("Leave out the last view")}
        </Press>
      )}
      <TwoTaps
        first={t("Discard these views")}
        second={t("Yes, discard them")}
        armed={stopping.value}
        arm={(on) => (stopping.value = on)}
        onDo={() => void polled.act(ofCamera("/api/setup/lens/stop", camera))}
        disabled={polled.busy.value}
      />
    </>
  );
}

function Poses({ capture }: { capture: Capture }) {
  const { leans, sizes, enough_a_lean, enough_a_size } = capture;
  return (
    <ul class="chips" aria-label={t("Poses of the board")}>
      {Object.entries(leans).map(([side, count]) => (
        <Chip key={side} label={LEANS[side] ?? side} count={count} enough={enough_a_lean} />
      ))}
      {Object.entries(sizes).map(([size, count]) => (
        <Chip key={size} label={SIZES[size] ?? size} count={count} enough={enough_a_size} />
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

function TrialVerdict({ capture }: { capture: Capture }) {
  const trial = capture.trial;
  if (!trial) return <p class="soft">{capture.trouble || t("The first verdict comes after six views.")}</p>;
  const error = trial.error_in["24"];
  const values = { error: trial.rms_px.toFixed(2), focal: perCent(trial.focal_sigma) };
  const accuracy =
    error === undefined
      ? t("Corners are off by {error} px. The focal length is accurate to {focal}.", values)
      : t(
          "Corners are off by {error} px. The focal length is accurate to {focal}, and 24″ on the table to {length}″.",
          {
            ...values,
            length: Math.max(error, 0.001).toFixed(3),
          },
        );
  const says = trial.go ? accuracy : asSentence(trial.refusals[0] ?? "");
  return (
    <Verdict
      finding={{ verdict: trial.go ? "good" : "unknown", says, value: null }}
      title={trial.go ? t("These views are enough") : t("Not yet")}
    />
  );
}

/** A share in per cent, to the hundredth at the finest. */
function perCent(share: number): string {
  return `${decimal(Math.max(100 * share, 0.01), 2)} %`;
}
