// Sight in words: an eye that is open, shut or half shut says as much as the colour does.

import { Badge } from "../board/marks.tsx";
import { t } from "../i18n.ts";
import { partnerId, ranges, sightReasons, swapPair } from "../net/table_store.ts";
import type { Hiding, Model, Sight } from "../types/table.ts";
import { drawingAddress } from "../ui/appearance_store.ts";
import { lengthText, shortLength } from "../ui/lengths.ts";
import { answerClass, hidingWords, margin, percent, reservation, sightWords } from "../ui/words.ts";
import { ringText, rowByTarget } from "./advice.ts";
import { TargetAdvice } from "./advice_rows.tsx";

export function Eye({ sight }: { sight: Sight }) {
  return (
    <svg class="eye" viewBox="0 0 24 24" aria-hidden="true">
      <path d="M1.5 12C5 6.5 8.5 5 12 5s7 1.5 10.5 7C19 17.5 15.5 19 12 19s-7-1.5-10.5-7Z" />
      {(sight.answer ?? "seen") === "seen" && <circle cx="12" cy="12" r="3.6" />}
      {sight.answer === "hidden" && <path d="M4 21 20 3" />}
      {sight.answer === "too_close" && <path d="M1.5 12h21" />}
    </svg>
  );
}

/** One line of a list: what is seen, and what hides some of it. */
export function SightLine({ sight }: { sight: Sight }) {
  return (
    <span class={`sight ${answerClass(sight)}`}>
      <Eye sight={sight} />
      <span>
        <strong>{sightWords(sight)}</strong>
        {sight.hiding.length > 0 && <small>: {hidingWords(sight.hiding)}</small>}
      </span>
    </span>
  );
}

/** The reasons of one sighting: the answer, the sentence, the view from the eye, and everything in the way. */
export function Why({ from, to }: { from: Model; to: Model }) {
  const found = sightReasons.value;
  const row = rowByTarget.value.get(to.id);
  const range = ranges.value?.ranges.find((one) => one.id === to.id);
  const ring = range && ringText(range, row);
  return (
    <>
      <header class="head chosen pair">
        <button type="button" class="back" onClick={() => (partnerId.value = null)}>
          {t("← Back")}
        </button>
        <h1 aria-label={t("{model} to {other}", { model: from.name, other: to.name })}>
          <Badge model={from} />
          <small aria-hidden="true">→</small>
          <Badge model={to} />
        </h1>
        <button
          type="button"
          class="swap"
          aria-label={t("Swap: what {model} sees of {other}", { model: to.name, other: from.name })}
          onClick={swapPair}
        >
          {t("Swap")}
        </button>
      </header>
      <div class="why" aria-busy={!found}>
        {found && <Answer sight={found.sight} to={to} />}
        {(ring || row) && (
          <p class="target-advice">
            {ring && <span>{ring}</span>}
            <TargetAdvice row={row} />
          </p>
        )}
        {found && <p>{together(found.sentences[0]!)}</p>}
        {found && <View svg={found.eye_svg} from={from} />}
        {found && <Hiders hiding={found.sight.hiding} from={from} nearIn={found.near_in} />}
        {found && <p class="soft">{together(found.sentences.slice(1).join(" "))}</p>}
      </div>
    </>
  );
}

/** A number stays on one line with its sign. */
function together(text: string): string {
  return text.replaceAll(" %", "\u00a0%");
}

function Answer({ sight, to }: { sight: Sight; to: Model }) {
  const range = ranges.value?.ranges.find((one) => one.id === to.id);
  const sees = t("Sees {share}", { share: percent(sight.share) });
  const words = { seen: sees, hidden: t("Hidden"), too_close: t("Too close to call"), plain: sees }[
    sight.answer ?? "plain"
  ];
  return (
    <div class={`answer ${answerClass(sight)}`}>
      <p class="verdict">
        <Eye sight={sight} />
        <strong>{words}</strong>
      </p>
      {range && (
        <p class="far">
          <strong>{range.contact ? t("contact") : lengthText(range.range_in)}</strong>
          {!range.contact && <small>± {margin(range.sigma_in)}</small>}
        </p>
      )}
      {reservation(sight) && <p class="reservation">{reservation(sight)}</p>}
    </div>
  );
}

function View({ svg, from }: { svg: string; from: Model }) {
  return (
    <figure>
      <img src={drawingAddress(svg)} alt={t("View from {model}", { model: from.name })} />
      <figcaption>{t("The view of {model}: green is visible.", { model: from.name })}</figcaption>
    </figure>
  );
}

function Hiders({ hiding, from, nearIn }: { hiding: Hiding[]; from: Model; nearIn: number | null }) {
  const modelText = t("a model");
  return (
    <ul class="hiders">
      {hiding.map((hider, rank) => (
        <li key={`${hider.kind} ${hider.number}`} class={`hide-${Math.min(rank, 4)}`}>
          <span class="swatch" aria-hidden="true" />
          <span class="name">
            <span>{hider.name}</span>
            <small>
              {t("{kind}, {range} away", {
                kind: hider.kind === "model" ? modelText : (hider.material ?? ""),
                range: lengthText(hider.distance_in),
              })}
              {hider.near && nearIn !== null && (
                <em>{t("within {near} of {model}", { near: shortLength(nearIn), model: from.name })}</em>
              )}
            </small>
          </span>
          <strong>{percent(hider.share)}</strong>
        </li>
      ))}
    </ul>
  );
}
