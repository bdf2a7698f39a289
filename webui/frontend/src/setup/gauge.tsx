// The check: a length that no printer made, and the printed gauge card with the camera's measurement and a verdict.

import { decimal, t, tx } from "../i18n.ts";
import type { Point } from "../types/table.ts";
import { openPage } from "../ui/open_page.ts";
import { Press } from "../ui/press.tsx";
import { margin } from "../ui/words.ts";
import { type Finding, Says, StepFrame, Stepper, Verdict } from "./frame.tsx";
import { LivePicture, Outline, type Size } from "./picture.tsx";
import { usePolled } from "../ui/polled.ts";
import { moveMatCorner, ScaleLines, TrueScale, useScale } from "./scale.tsx";
import "./scale.css";

interface GaugeReading {
  x_in: number;
  y_in: number;
  turn_deg: number;
  measured_in: number;
  sigma_in: number;
  off_in: number;
  /** Counted from 1. */
  camera: number;
}

interface GaugeStatus {
  picture: Size | null;
  trouble: string;
  says?: string;
  ends_px?: (Point[] | null)[];
  now?: GaugeReading | null;
  true_mm: number;
  true_in: number;
  /** Whether somebody has measured the card with a ruler. */
  ruled: boolean;
  readings: GaugeReading[];
  finding: Finding;
}

const GAP_MS = 300;
const TENTH_MM = 0.1;

export function GaugeStep() {
  const polled = usePolled<GaugeStatus>("/api/setup/gauge", GAP_MS);
  const told = polled.told.value;
  const scale = useScale();
  const status = scale.polled.told.value;
  const corners = status?.certified ? null : (status?.offers?.find((offer) => offer.corners_px)?.corners_px ?? null);
  const chosen = scale.corner.value;
  const certified = status !== null && status.certified !== null;
  const read = told !== null && told.readings.length > 0;
  return (
    <StepFrame
      step="gauge"
      ready={(read || certified) && told?.finding.verdict !== "bad"}
      possible={read || certified}
      picture={
        <LivePicture
          size={told?.picture ?? null}
          label={t("The camera’s image, with the ends of the card")}
          {...(chosen !== null && corners
            ? { onTap: (at: Point) => void moveMatCorner(scale, corners, chosen, at) }
            : {})}
        >
          {told?.picture && <ScaleLines scale={scale} size={told.picture} />}
          {told?.ends_px?.map((end, at) => (
            <Outline key={at} points={end} looks="card-end" />
          ))}
        </LivePicture>
      }
      under={
        <>
          <p class="do-next" role="status">
            {told?.says ?? t("Lay the gauge card on the table.")}
          </p>
          {told?.now && (
            <p class="measured" data-measured>
              {tx("{measured} ± {margin}″ measured between its tags; the true distance is {length}″", {
                measured: <output class="large">{decimal(told.now.measured_in, 2)}″</output>,
                margin: margin(told.now.sigma_in),
                length: told.true_in.toFixed(2),
              })}
            </p>
          )}
        </>
      }
    >
      <Says says={polled.says.value || told?.trouble || ""} />
      <TrueScale scale={scale} />
      {told && <Verdict finding={told.finding} title={t("Verdict")} />}
      {told && told.readings.length > 0 && <Readings readings={told.readings} />}
      {told && (
        <section class="choices">
          <h2>{t("Length of the card by a steel rule")}</h2>
          <p class="soft">
            {t("From the tick at 1 to the tick at 11; {length} mm if the printer is accurate.", { length: "254.0" })}
          </p>
          <Stepper
            label={t("Tick 1 to tick 11")}
            value={told.true_mm}
            says={t("{mm} mm", { mm: told.true_mm.toFixed(1) })}
            step={TENTH_MM}
            onChange={(true_mm) => void polled.act("/api/setup/gauge/true", { true_mm })}
          />
          <Press
            aria-pressed={told.ruled}
            data-ruled
            onPress={() => void polled.act("/api/setup/gauge/true", { true_mm: told.true_mm })}
          >
            {t("My ruler shows exactly this")}
          </Press>
          {told.readings.length > 0 && (
            <Press onPress={() => void polled.act("/api/setup/gauge/forget")}>{t("Delete these readings")}</Press>
          )}
          <Press data-certificate onPress={() => openPage("/certificate")}>
            {t("Certificate of this table")}
          </Press>
        </section>
      )}
    </StepFrame>
  );
}

function Readings({ readings }: { readings: GaugeReading[] }) {
  const several = readings.some((reading) => reading.camera > 1);
  return (
    <table class="figures">
      <caption>{t("Readings")}</caption>
      <thead>
        <tr>
          <th scope="col">{t("at")}</th>
          <th scope="col">{t("measured")}</th>
          <th scope="col">{t("off by")}</th>
          {several && <th scope="col">{t("by camera")}</th>}
        </tr>
      </thead>
      <tbody>
        {readings.map((reading) => (
          <tr key={`${reading.x_in} ${reading.y_in} ${reading.turn_deg} ${reading.camera}`}>
            <td>
              {reading.x_in.toFixed(0)}″, {reading.y_in.toFixed(0)}″, {reading.turn_deg.toFixed(0)}°
            </td>
            <td>{decimal(reading.measured_in, 3)}″</td>
            <td>
              {reading.off_in >= 0 ? "+" : "−"}
              {decimal(Math.abs(reading.off_in), 3)}″
            </td>
            {several && <td>{reading.camera}</td>}
          </tr>
        ))}
      </tbody>
    </table>
  );
}
