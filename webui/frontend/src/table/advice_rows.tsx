// Advice in words: what stands beside a range, the rows of a group, and the note below them.

import { t } from "../i18n.ts";
import { modelById } from "../net/table_store.ts";
import { lengthText, shortLength } from "../ui/lengths.ts";
import { advice, adviceAwaited, isChosenInGame, shownGroup } from "./advice.ts";
import type { AdviceOdds, AdviceRow } from "../types/views.ts";

const SIGNS = { yes: "✓", no: "✗", too_close: "?" };

/** Beside a range: the badge, notes and odds of a target; empty without a game. */
export function TargetAdvice({ row }: { row: AdviceRow | undefined }) {
  if (!row || !(row.badge || row.notes.length > 0 || row.odds.length > 0)) return null;
  return (
    <span class="advice">
      {row.badge && <strong class="badge-text">{row.badge}</strong>}
      {row.notes.map((note) => (
        <span key={note}>{note}</span>
      ))}
      {row.odds.map((odds) => (
        <Odds key={odds.label} odds={odds} />
      ))}
    </span>
  );
}

function Odds({ odds: { label, per_cent } }: { odds: AdviceOdds }) {
  return (
    <span class="odds">
      {label} <strong>{t("{share} %", { share: Math.round(per_cent) })}</strong>
    </span>
  );
}

/** The rows of the group that is shown. */
export function GroupRows() {
  if (shownGroup.value.length === 0) return null;
  return (
    <ul class="advice-rows">
      {shownGroup.value.map((row) => (
        <li key={row.key} class={`style-${row.style.replace("_", "-")}`} data-advice={row.key}>
          {row.badge && <strong class="badge-text">{row.badge} </strong>}
          <GroupRow row={row} />
          {row.odds.map((odds) => (
            <Odds key={odds.label} odds={odds} />
          ))}
        </li>
      ))}
    </ul>
  );
}

function GroupRow({ row: { target, number, text, notes, clause } }: { row: AdviceRow }) {
  const name = modelById.value.get(target)?.name ?? target;
  const far =
    number &&
    t("{model}: {value} of {limit} {sign}", {
      model: name,
      value: lengthText(number.value),
      limit: shortLength(number.limit, 4),
      sign: SIGNS[number.ok],
    });
  return (
    <span>
      {far ?? name}
      {[text, ...notes].filter(Boolean).map((note) => (
        <small key={note}> {note}</small>
      ))}
      {clause && <small> [{clause}]</small>}
    </span>
  );
}

/** The rulebook's reason, for the chosen model. */
export function AdviceNoteLine() {
  const note = advice.value?.note;
  if (adviceAwaited.value && isChosenInGame.value && !advice.value)
    return (
      <p class="advice-note" role="status">
        {t("Working out the odds …")}
      </p>
    );
  if (!note) return null;
  return (
    <p class="advice-note">
      {note.text} {note.odds && <Odds odds={note.odds} />} {note.clause && <small>[{note.clause}]</small>}
    </p>
  );
}
