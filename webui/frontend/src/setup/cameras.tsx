// All cameras over the table: what each sees of it, another one to add, and one to remove.

import { useSignal } from "@preact/signals";
import { useEffect } from "preact/hooks";
import { HelpButton } from "../help/button.tsx";
import { t, tn } from "../i18n.ts";
import type { Point } from "../types/table.ts";
import { type Polled, usePolled } from "../ui/polled.ts";
import { Press } from "../ui/press.tsx";
import { TwoTaps } from "../ui/sheet.tsx";
import { DiceTray } from "./dice_tray.tsx";
import { type Finding, Says, Verdict } from "./frame.tsx";
import { NetworkCamera } from "./network_camera.tsx";
import { openStep } from "./steps.ts";
import "./cameras.css";

interface OneCamera {
  number: number;
  name: string;
  /** Whether it is one of the table's; a new one is once it has found its place. */
  kept: boolean;
  trouble: string;
  finding: Finding | null;
  seen_in: Point[] | null;
  share: number | null;
  delay: string;
}

interface CamerasStatus {
  cameras: OneCamera[];
  size_in: [number, number];
  any: number | null;
  overlap: number | null;
  offers: { source: string; name: string }[];
  why_not: string;
  added?: number;
}

const GAP_MS = 700;
const AGAIN_MS = 3000;

export function CamerasPage() {
  const polled = usePolled<CamerasStatus>("/api/setup/cameras", GAP_MS);
  const told = polled.told.value;
  return (
    <section class="step" aria-labelledby="step-title" data-step="cameras">
      <header class="step-head">
        <Press class="to-steps" onPress={() => openStep(null)}>
          {t("Steps")}
        </Press>
        <div>
          <h1 id="step-title">{t("Cameras")}</h1>
          <p class="soft">{t("Each camera’s view of the table")}</p>
        </div>
        <HelpButton page="setup" step="camera" />
      </header>
      <div class="step-body">
        <div class="step-picture">{told && <SeenMap told={told} />}</div>
        <div class="step-words">
          <Says says={polled.says.value} />
          {told && <Shares told={told} />}
          {told?.cameras.map((camera) => (
            <CameraCard key={camera.number} camera={camera} polled={polled} />
          ))}
          {told && <AddCamera told={told} polled={polled} />}
          <DiceTray />
        </div>
      </div>
      <footer class="step-foot">
        <span />
        <Press class="onward ready" data-next="cameras" onPress={() => openStep("gauge")}>
          {t("Continue the set-up")}
        </Press>
      </footer>
    </section>
  );
}

/** The table from above, the origin at the lower left, with the part that each camera sees. */
function SeenMap({ told }: { told: CamerasStatus }) {
  const [width, depth] = told.size_in;
  const letter = depth / 12;
  return (
    <svg
      class="seen-map"
      viewBox={`-2 -2 ${width + 4} ${depth + 4}`}
      role="img"
      aria-label={t("The table from above, with the part that each camera sees")}
    >
      <g transform={`translate(0 ${depth}) scale(1 -1)`}>
        <rect class="table-edge" x={0} y={0} width={width} height={depth} vector-effect="non-scaling-stroke" />
        {told.cameras.map(
          (camera) =>
            camera.seen_in && (
              <polygon
                key={camera.number}
                class={`seen camera-${camera.number}`}
                data-seen={camera.number}
                points={camera.seen_in.map((point) => point.join(",")).join(" ")}
                vector-effect="non-scaling-stroke"
              />
            ),
        )}
      </g>
      {told.cameras.map(
        (camera) =>
          camera.seen_in && (
            <text
              key={camera.number}
              class={`camera-${camera.number}`}
              x={letter * (camera.number - 0.5)}
              y={depth - letter / 2}
              font-size={letter}
            >
              {camera.number}
            </text>
          ),
      )}
    </svg>
  );
}

const perCent = (share: number): string => Math.round(100 * share).toFixed(0);

function Shares({ told }: { told: CamerasStatus }) {
  if (told.any === null) return null;
  const blind = 1 - told.any;
  return (
    <>
      {told.cameras.length > 1 && told.overlap !== null && (
        <p data-overlap={perCent(told.overlap)}>
          {t("Two cameras or more see {share} % of the table: an arm hides less there.", {
            share: perCent(told.overlap),
          })}
        </p>
      )}
      {blind > 0.005 && (
        <Verdict
          finding={{
            verdict: "fair",
            says: t("No camera sees {share} % of the table.", { share: perCent(blind) }),
            value: null,
          }}
        />
      )}
    </>
  );
}

function CameraCard({ camera, polled }: { camera: OneCamera; polled: Polled<CamerasStatus> }) {
  const armed = useSignal(false);
  const { number } = camera;
  return (
    <section class={`camera-card camera-${number}`} data-camera={number} data-kept={camera.kept}>
      <h2>
        <span class="swatch" aria-hidden="true">
          {number}
        </span>
        {t("Camera {n}: {name}", { n: number, name: camera.name })}
      </h2>
      {camera.share !== null && (
        <p data-share={perCent(camera.share)}>
          {t("It sees {share} % of the table.", { share: perCent(camera.share) })}
        </p>
      )}
      {camera.finding && !camera.trouble && <p class="soft">{camera.finding.says}</p>}
      <Says says={camera.trouble} />
      {camera.delay && <p class="soft delay">{camera.delay}</p>}
      {!camera.kept && (
        <p>
          {t(
            "This camera runs but does not belong to the table yet: calibrate its lens, and let it find its position.",
          )}
        </p>
      )}
      <div class="choice">
        <Press data-set-up={number} onPress={() => openStep("camera", number)}>
          {camera.kept ? t("Set it up again") : t("Continue setting it up")}
        </Press>
        {number > 1 && (
          <TwoTaps
            first={t("Remove this camera")}
            second={t("Yes, remove camera {n}", { n: number })}
            armed={armed.value}
            arm={(on) => (armed.value = on)}
            onDo={() => void polled.act("/api/setup/cameras/remove", { number })}
            disabled={polled.busy.value}
          />
        )}
      </div>
    </section>
  );
}

function AddCamera({ told, polled }: { told: CamerasStatus; polled: Polled<CamerasStatus> }) {
  const choosing = useSignal(false);
  async function add(source: string): Promise<void> {
    if (await polled.act("/api/setup/cameras/add", { source }))
      openStep("camera", polled.told.value?.added ?? told.cameras.length + 1);
  }
  if (told.why_not)
    return (
      <p class="soft" data-why-not>
        {told.why_not}
      </p>
    );
  if (!choosing.value) {
    return (
      <Press class="onward" data-add-camera onPress={() => (choosing.value = true)}>
        {t("Add a camera")}
      </Press>
    );
  }
  return (
    <section class="choices">
      <h2>{t("Add a camera")}</h2>
      <p class="soft">
        {told.offers.length
          ? tn(
              "One camera was found. A camera that looks from another side, 15 in away or more, helps most.",
              "{n} cameras were found. A camera that looks from another side, 15 in away or more, helps most.",
              told.offers.length,
            )
          : t("No other camera is connected to the table’s computer.")}
      </p>
      {told.offers.map((offer) => (
        <Press
          key={offer.source}
          class="offer"
          disabled={polled.busy.value}
          data-source={offer.source}
          onPress={() => void add(offer.source)}
        >
          <Preview source={offer.source} />
          <span>{offer.name}</span>
          <small>{offer.source}</small>
        </Press>
      ))}
      <NetworkCamera disabled={polled.busy.value} onOpen={(source) => void add(source)} />
    </section>
  );
}

/** A picture of a camera that is not open yet; the server opens it for a moment. */
function Preview({ source }: { source: string }) {
  const url = useSignal<string | null>(null);
  const refused = useSignal(false);
  useEffect(() => {
    const left = new AbortController();
    async function look(): Promise<void> {
      while (!left.signal.aborted && url.peek() === null) {
        const answer = await fetch(`/api/setup/cameras/preview.jpg?source=${encodeURIComponent(source)}`, {
          signal: left.signal,
        }).catch(() => null);
        if (answer?.ok) url.value = URL.createObjectURL(await answer.blob());
        else refused.value = true;
        // it may be plugged in, or let go by another program, meanwhile
        await new Promise((done) => setTimeout(done, AGAIN_MS));
      }
    }
    void look();
    return () => {
      left.abort();
      if (url.peek()) URL.revokeObjectURL(url.peek()!);
    };
  }, [source]);
  if (url.value) return <img class="preview" data-preview={source} src={url.value} alt={t("What this camera sees")} />;
  return <span class="preview">{refused.value ? t("No image at present.") : t("Looking …")}</span>;
}
