// The side of the page that is read: who stands where, and how far everyone is from the chosen model.

import type { ComponentChildren } from "preact";
import { useEffect, useRef } from "preact/hooks";
import { Badge, sideNumber } from "../board/marks.tsx";
import { t, tn } from "../i18n.ts";
import { mayDo } from "../net/me.ts";
import {
  chosenModel,
  ghostPlace,
  listedRanges,
  modelById,
  models,
  ranges,
  reachInches,
  reaching,
  reachRegion,
  selectedId,
  selectModel,
  sideFilter,
  table,
  targetModel,
} from "../net/table_store.ts";
import type { Model } from "../types/table.ts";
import type { AdviceView } from "../types/views.ts";
import { shortLength, unit } from "../ui/lengths.ts";
import { openPage } from "../ui/open_page.ts";
import { screenHeld } from "../ui/wake_lock.ts";
import { conditionText, whereabouts } from "../ui/words.ts";
import { advice, rings, ringsShown, rowGroups, showRings, shownKey } from "./advice.ts";
import { AdviceNoteLine, GroupRows } from "./advice_rows.tsx";
import { DriftedTerrain } from "./drift.tsx";
import { FloorsButton } from "./floors.tsx";
import { GlueButton, GluedAside } from "./glue.tsx";
import { Lately } from "./news.tsx";
import { PrintedSize } from "./print_size.tsx";
import { Name, RangeRow } from "./rows.tsx";
import { Why } from "./sight.tsx";
import { TapePanel } from "./tape_measure.tsx";
import { tapeEnds, toggleWhatIf } from "./tools.ts";
import { WhatIfPanel } from "./what_if.tsx";

// No model goes further in a turn, and the server draws no more.
const MOST_IN = 24;

/** lead: what comes above it, where something else waits for the players. */
export function Panel({ lead }: { lead?: ComponentChildren }) {
  const aside = useRef<HTMLElement>(null);
  // what is read of another model is read from its beginning
  useEffect(() => aside.current?.scrollTo(0, 0), [selectedId.value, targetModel.value?.id]);
  const gone = selectedId.value !== null && !modelById.value.has(selectedId.value) && table.value !== null;
  return (
    <aside
      class="panel"
      ref={aside}
      aria-label={
        chosenModel.value ? t("Ranges and sight from {model}", { model: chosenModel.value.name }) : t("Models")
      }
    >
      {lead}
      {tapeEnds.value ? (
        <TapePanel />
      ) : chosenModel.value && ghostPlace.value ? (
        <WhatIfPanel from={chosenModel.value} />
      ) : chosenModel.value && targetModel.value ? (
        <Why key="why" from={chosenModel.value} to={targetModel.value} />
      ) : chosenModel.value ? (
        <Ranges from={chosenModel.value} />
      ) : (
        <Everyone gone={gone} />
      )}
    </aside>
  );
}

function Everyone({ gone }: { gone: boolean }) {
  const order = [...models.value].sort((a, b) => a.code.localeCompare(b.code, undefined, { numeric: true }));
  return (
    <>
      <header class="head">
        <h1>{tn("{n} model on the table", "{n} models on the table", models.value.length)}</h1>
        <p>
          {gone
            ? t("That model is no longer on the table. Tap a model to see its ranges and what it sees.")
            : t("Tap a model to see its ranges and what it sees.")}
        </p>
      </header>
      <ul class="rows">
        {order.map((model) => (
          <li key={model.id}>
            <button type="button" class={`row side-${sideNumber(model.side)}`} onClick={() => selectModel(model.id)}>
              <Badge model={model} />
              <Name model={model} />
            </button>
          </li>
        ))}
      </ul>
      <Lately />
      <Notes />
      {/* no text: a code */ mayDo("set up") && <DriftedTerrain />}
      {/* no text: a code */ mayDo("set up") && <PrintedSize />}
      {/* no text: a code */ mayDo("set up") && <GluedAside />}
    </>
  );
}

function Ranges({ from }: { from: Model }) {
  const waiting = ranges.value?.model !== from.id;
  return (
    <>
      <header class={`head chosen side-${sideNumber(from.side)}`}>
        <Badge model={from} />
        <div>
          <h1>{from.name}</h1>
          <p>
            {whereabouts(from)}
            {conditionText(from) && <em>{conditionText(from)}</em>}
          </p>
        </div>
        <button type="button" class="close" aria-label={t("Deselect this model")} onClick={() => selectModel(null)}>
          ×
        </button>
      </header>
      <div class="choice" role="group" aria-label={t("Models shown")}>
        {(
          [
            ["all", t("All")],
            ["other", t("Other side")],
            ["own", t("Own side")],
          ] as const
        ).map(([value, label]) => (
          <button
            type="button"
            key={value}
            aria-pressed={sideFilter.value === value}
            onClick={() => (sideFilter.value = value)}
          >
            {label}
          </button>
        ))}
      </div>
      <Around />
      <AdviceNoteLine />
      <ul class="rows ranges" aria-busy={waiting}>
        {listedRanges.value.map(({ range, model }) => (
          <li key={model.id}>
            <RangeRow range={range} model={model} />
          </li>
        ))}
      </ul>
      {!waiting && listedRanges.value.length === 0 && <p class="none">{t("There are no other models.")}</p>}
      <ModelActions from={from} />
      <p class="foot">
        {unit === "cm"
          ? t(
              "Tap a row to see why. Ranges are in centimetres, 2.5 to the inch, " +
                "between the nearest base edges; the true range lies within ± nineteen times out of twenty.",
            )
          : t(
              "Tap a row to see why. Ranges are in inches between the nearest base edges; " +
                "the true range lies within ± nineteen times out of twenty.",
            )}{" "}
        {ranges.value?.sight_reading?.text}
      </p>
    </>
  );
}

/** The drawings around the model: its rings, and its reach. */
function Around() {
  return (
    <div class="choice around" role="group" aria-label={t("Drawn around it")}>
      {rings.value.length > 0 && (
        <button type="button" aria-pressed={ringsShown.value} onClick={() => showRings(!ringsShown.value)}>
          {t("Rings")}
        </button>
      )}
      {advice.value ? <AdviceChoice advice={advice.value} /> : <ReachChoice />}
    </div>
  );
}

/** The moves that the rules give the model, and the groups of rows; off until one is asked for. */
function AdviceChoice({ advice: { regions } }: { advice: AdviceView }) {
  const choices = [...regions, ...rowGroups.value];
  return (
    <>
      {choices.map(({ key, label }) => (
        <button
          type="button"
          key={key}
          data-advice-choice={key}
          aria-pressed={shownKey.value === key}
          onClick={() => (shownKey.value = shownKey.value === key ? null : key)}
        >
          {label}
        </button>
      ))}
      <GroupRows />
    </>
  );
}

/** The model's reach in inches: off until somebody asks for it. */
function ReachChoice() {
  const step = (by: number) => () => (reachInches.value = Math.min(MOST_IN, Math.max(1, reachInches.value + by)));
  return (
    <>
      <button type="button" aria-pressed={reaching.value} onClick={() => (reaching.value = !reaching.value)}>
        {t("Reach")}
      </button>
      {reaching.value && (
        <>
          <button type="button" aria-label={t("One inch less")} disabled={reachInches.value <= 1} onClick={step(-1)}>
            −
          </button>
          <output aria-busy={!reachRegion.value}>{shortLength(reachInches.value)}</output>
          <button
            type="button"
            aria-label={t("One inch more")}
            disabled={reachInches.value >= MOST_IN}
            onClick={step(1)}
          >
            +
          </button>
        </>
      )}
    </>
  );
}

/** The questions about the model itself, and its corrections. */
function ModelActions({ from }: { from: Model }) {
  return (
    <div class="choice" role="group" aria-label={t("This model")}>
      <button type="button" onClick={toggleWhatIf}>
        {t("What if …")}
      </button>
      <FloorsButton model={from} />
      {/* no text: a code */ mayDo("set up") && <GlueButton model={from} />}
      <button type="button" onClick={() => openPage("/setup/roster")}>
        {t("Another model?")}
      </button>
    </div>
  );
}

function Notes() {
  const { absent = [], unknown_tags = [] } = table.value ?? {};
  // what stands above the page is not said twice
  const away = table.value?.camera.away ?? [];
  const problems = (table.value?.problems ?? []).filter((sentence) => !away.includes(sentence));
  const sleepy = screenHeld.value === false;
  if (absent.length + problems.length + unknown_tags.length === 0 && !sleepy) return null;
  return (
    <section class="notes">
      <h2>{t("Notes")}</h2>
      <ul>
        {problems.map((sentence) => (
          <li key={sentence}>{sentence}</li>
        ))}
        {sleepy && <li data-note="sleep">{t("This screen may turn off: set the tablet to never sleep.")}</li>}
        {absent.length > 0 && (
          <li>
            {t("Not on the table: {models}.", {
              models: absent.map((model) => `${model.name} (${model.code})`).join(", "),
            })}
          </li>
        )}
        {unknown_tags.length > 0 && (
          <li>
            {t("Tags that belong to no model: {tags}.", { tags: unknown_tags.join(", ") })}
            {
              /* no text: a code */ mayDo("set up") && (
                <button type="button" data-whose onClick={() => openPage("/setup/roster")}>
                  {t("Assign these tags")}
                </button>
              )
            }
          </li>
        )}
      </ul>
    </section>
  );
}
