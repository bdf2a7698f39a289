// Games that are over: their results stay, whatever is played now. Each leads to its replay, where the archive has it.

import { t, timeText } from "../i18n.ts";
import type { HallTable, TableResult } from "../types/wall.ts";
import { meetingText, tableTitle } from "./card.tsx";
import { replayAddress } from "./archive_store.ts";

const MOST = 24;

export function Results({ tables }: { tables: HallTable[] }) {
  const all = tables
    .flatMap((of) => of.results.map((result) => ({ of, result })))
    .sort((one, other) => other.result.over - one.result.over)
    .slice(0, MOST);
  if (all.length === 0) return null;
  return (
    <section class="w-results" aria-label={t("Results")}>
      <h2>{t("Results")}</h2>
      <ul>
        {all.map(({ of, result }) => (
          <li key={`${of.key} ${result.game}`} data-result={result.game}>
            <span class="soft">
              {tableTitle(of)}, {timeText(result.over * 1000, { hour: "2-digit", minute: "2-digit" })}
            </span>
            <strong>
              <Replayed result={result}>{meetingText(result.sides)}</Replayed>
            </strong>
            <span>{scoreText(result)}</span>
            {of.card?.game === result.game && !of.card.closed && <small>{t("not confirmed yet")}</small>}
          </li>
        ))}
      </ul>
    </section>
  );
}

function Replayed({ result, children }: { result: TableResult; children: string }) {
  const address = replayAddress(result.game);
  return address ? <a href={address}>{children}</a> : children;
}

function scoreText({ sides, headline }: TableResult): string {
  const scores = sides.map(([, , score]) => score).filter(Boolean);
  return [scores.join(" : "), headline].filter(Boolean).join(", ");
}
