// The projector's parts beside names: the code to sign up, and the schedule of the evening.

import { t, tn } from "../i18n.ts";
import type { PublicView } from "../types/club.ts";
import { Columns, Name, ROWS, type Slide, splitRows } from "./projector_slides.tsx";

/** Before round 1. */
export function beforeSlides(of: PublicView): Slide[] {
  return [...(of.sign_up.open ? [{ key: "sign-up", view: () => <SignUp of={of} /> }] : []), ...scheduleSlides(of)];
}

export function scheduleSlides(of: PublicView): Slide[] {
  return of.times.length ? splitRows(of.times, ROWS).map((times, part) => scheduleSlide(of, times, part)) : [];
}

function scheduleSlide(of: PublicView, times: PublicView["times"], part: number): Slide {
  const rows = times.map((planned) => (
    <>
      <b>{planned.round}</b>
      <Name>{t("{starts} to {ends}", { starts: planned.starts, ends: planned.ends })}</Name>
      <small>
        {planned.round === of.round
          ? t("now")
          : planned.pause
            ? tn("then {n} minute’s break", "then {n} minutes’ break", planned.pause)
            : ""}
      </small>
    </>
  ));
  return { key: `schedule-${part}`, view: () => <Columns title={t("Schedule")} rows={rows} /> };
}

function SignUp({ of }: { of: PublicView }) {
  const { places, taken, waiting } = of.sign_up;
  const free = places - taken;
  return (
    <div class="p-part p-sign-up">
      <h2>{t("Scan to sign up")}</h2>
      <div>
        <img src={`/api/qr.svg?path=/signup/${of.id}`} alt={t("QR code of the sign-up page")} />
        <div>
          <p>
            {places
              ? t("{taken} of {places} places are taken", { taken, places })
              : tn("{n} player has signed up", "{n} players have signed up", taken)}
          </p>
          {places > 0 && free <= 0 && (
            <p>
              {waiting
                ? tn("{n} player is waiting for a place", "{n} players are waiting for a place", waiting)
                : t("New sign-ups go on the waiting list")}
            </p>
          )}
        </div>
      </div>
    </div>
  );
}
