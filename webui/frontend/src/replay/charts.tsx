// The statistics of one game, and of all games: pictures that the server draws, each with its table.

import { useSignal } from "@preact/signals";
import { useEffect } from "preact/hooks";
import { HelpButton } from "../help/button.tsx";
import { t, tn } from "../i18n.ts";
import { ask } from "../net/api.ts";
import type { Chart } from "../types/replay.ts";
import { AppearanceButton } from "../ui/appearance.tsx";
import { printAddress } from "../ui/appearance_store.ts";
import { openPage } from "../ui/open_page.ts";
import { Press } from "../ui/press.tsx";
import "./charts.css";

/** The charts of one game, under the numbers of its dice. */
export function GameCharts({ load }: { load: () => Promise<Chart[]> }) {
  const charts = useSignal<Chart[]>([]);
  const fault = useSignal("");
  useEffect(() => {
    load().then(
      (found) => (charts.value = found),
      (error: Error) => (fault.value = error.message),
    );
  }, [load]);
  return (
    <>
      {fault.value && (
        <p class="why-not" role="alert">
          {fault.value}
        </p>
      )}
      {charts.value.map((chart) => (
        <ChartView key={chart.key} chart={chart} />
      ))}
    </>
  );
}

interface Counted {
  counted: number;
  of: number;
  charts: Chart[];
}

/** All games that are closed; the server counts some at a time, and the page shows what there is so far. */
export function AllStatistics() {
  const found = useSignal<Counted | null>(null);
  const fault = useSignal("");
  useEffect(() => {
    const left = new AbortController();
    void (async () => {
      try {
        do found.value = await ask<Counted>("/api/statistics", left.signal);
        while (found.value.counted < found.value.of);
      } catch (error) {
        if (!left.signal.aborted) fault.value = (error as Error).message;
      }
    })();
    return () => left.abort();
  }, []);
  return (
    <main class="games">
      <header>
        <Press class="back-button" onPress={() => openPage("/replay")}>
          {t("← Games")}
        </Press>
        <h1>{t("Statistics of all games")}</h1>
        <AppearanceButton />
        <HelpButton page="statistics" />
      </header>
      {fault.value && (
        <p class="why-not" role="alert">
          {fault.value}
        </p>
      )}
      <p class="lead" role="status">
        {standingText(found.value)}
      </p>
      <div class="outcome">
        {found.value?.charts.map((chart) => (
          <ChartView key={chart.key} chart={chart} />
        ))}
      </div>
    </main>
  );
}

function standingText(found: Counted | null): string {
  if (!found) return t("Counting …");
  if (found.counted < found.of)
    return t("{counted} of {of} games are counted …", { counted: found.counted, of: found.of });
  return tn("{n} closed game", "{n} closed games", found.of);
}

function ChartView({ chart: { key, title, text, svg, columns, rows } }: { chart: Chart }) {
  const [first, ...numbers] = columns;
  return (
    <section class="chart" data-chart={key}>
      <h2>{title}</h2>
      <p class="soft">{text}</p>
      {svg && <img src={printAddress(svg)} alt={t("{title}: the table below shows the same data", { title })} />}
      {rows.length > 0 && (
        <details>
          <summary>{t("The numbers")}</summary>
          <table>
            <thead>
              <tr>
                <th scope="col">{first}</th>
                {numbers.map((column) => (
                  <th key={column} scope="col">
                    {column}
                  </th>
                ))}
              </tr>
            </thead>
            <tbody>
              {rows.map(([name, ...cells]) => (
                <tr key={name}>
                  <th scope="row">{name}</th>
                  {cells.map((cell, at) => (
                    <td key={at}>{cell}</td>
                  ))}
                </tr>
              ))}
            </tbody>
          </table>
        </details>
      )}
    </section>
  );
}
