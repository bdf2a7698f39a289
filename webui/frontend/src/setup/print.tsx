// Print: who plays, and the sheets that this table lacks, made for its own sizes, numbers and models.

import { useSignal } from "@preact/signals";
import { t } from "../i18n.ts";
import type { RosterStatus } from "../types/setup.ts";
import { Press } from "../ui/press.tsx";
import { Says, StepFrame } from "./frame.tsx";
import { type TagCells, TagVerdict } from "./tag_verdict.tsx";
import { usePolled } from "../ui/polled.ts";
import { Forces } from "./roster_forces.tsx";
import "./terrain.css";
import "./roster.css";

interface PrintStatus {
  papers: string[];
  sheets: { name: string; title: string; why: string; missing: boolean; opened: boolean; record: string }[];
  tag_mm: number;
  tag_sizes: number[];
  /** Whether tags in sight show how fine the picture is. */
  measured: boolean;
  verdicts: TagCells[];
  scale: string;
  /** Whether the tags are for the models of chosen forces. */
  named: boolean;
}

const GAP_MS = 3000;
const CALLED: Record<string, string> = { a4: "A4", letter: "Letter", a3: "A3", tabloid: "Tabloid" };
// The sheets that come in more than one size, by name: their titles with the chosen one.
const SIZED: Record<string, (size: number, named: boolean) => string> = {
  models: (size, named) =>
    named ? t("Tags of {size} mm with the models’ names", { size }) : t("Tags of {size} mm", { size }),
  trays: (size) => t("Trays for tags of {size} mm", { size }),
};

export function PrintStep() {
  const polled = usePolled<PrintStatus>("/api/setup/print", GAP_MS);
  const told = polled.told.value;
  const roster = usePolled<RosterStatus>("/api/setup/roster", GAP_MS);
  const paper = useSignal("a4");
  const size = useSignal<number | null>(null);
  const all = useSignal(false);
  const mm = size.value ?? told?.tag_mm ?? 24;
  const missing = told?.sheets.filter((sheet) => sheet.missing) ?? [];
  const unopened = missing.filter((sheet) => !sheet.opened);
  const shown = all.value || missing.length === 0 ? (told?.sheets ?? []) : missing;
  const have = (sheets: string[], named = true): Promise<boolean> =>
    polled.act("/api/setup/print/have", { sheets, mm, named });
  return (
    <StepFrame
      step="print"
      ready={told !== null && unopened.length === 0}
      possible={told !== null}
      anyway={t("I have them all")}
      onDone={async () => unopened.length === 0 || have(unopened.map(({ name }) => name))}
    >
      <Says says={polled.says.value || roster.says.value} />
      {roster.told.value && (
        <section class="choices who-plays">
          <h2>{t("Who plays?")}</h2>
          {!told?.named && (
            <p class="soft">
              {t(
                "Choose the forces first: each model then gets a tag with its name, and the camera " +
                  "recognises it as soon as it stands on the table. Tags that are already glued on need no " +
                  "new sheet.",
              )}
            </p>
          )}
          <Forces told={roster.told.value} polled={roster} />
        </section>
      )}
      {told && (
        <div class="sheet-rows">
          <p class="do-next">
            {missing.length > 0
              ? t("These sheets are still to be printed.")
              : t("Nothing is missing; you can print lost sheets again.")}
          </p>
          <div class="choice" role="group" aria-label={t("Paper")}>
            {told.papers.map((one) => (
              <Press key={one} aria-pressed={paper.value === one} onPress={() => (paper.value = one)}>
                {CALLED[one] ?? one}
              </Press>
            ))}
          </div>
          {shown.some((sheet) => sheet.name in SIZED) && (
            <div class="choice" role="group" aria-label={t("Size of the models’ tags")}>
              {told.tag_sizes.map((one) => (
                <Press key={one} aria-pressed={mm === one} onPress={() => (size.value = one)}>
                  {t("{mm} mm tags", { mm: one })}
                </Press>
              ))}
            </div>
          )}
          {told.verdicts.map(
            (cells) => cells.tag_mm === mm && <TagVerdict key={mm} cells={cells} measured={told.measured} />,
          )}
          {shown.map((sheet) => (
            <div
              key={sheet.name}
              class={sheet.missing && !sheet.opened ? "sheet-row missing" : "sheet-row"}
              data-sheet={sheet.name}
              data-opened={sheet.opened}
            >
              <p>
                <b>{SIZED[sheet.name]?.(mm, told.named) ?? sheet.title}</b>
                <br />
                <span class="soft">
                  {sheet.opened ? t("✓ {record}; {why}", { record: sheet.record, why: sheet.why }) : sheet.why}
                </span>
              </p>
              {sheet.missing && !sheet.opened && (
                <>
                  <Press data-have={sheet.name} disabled={polled.busy.value} onPress={() => void have([sheet.name])}>
                    {t("I have it")}
                  </Press>
                  {sheet.name === "models" && told.named && (
                    <Press
                      data-have="numbers"
                      disabled={polled.busy.value}
                      onPress={() => void have([sheet.name], false)}
                    >
                      {t("My tags have numbers only")}
                    </Press>
                  )}
                </>
              )}
              <a
                class="button"
                target="_blank"
                rel="noopener"
                href={`/api/setup/print/${paper.value}/${sheet.name}.pdf?mm=${mm}`}
              >
                {t("Open the PDF")}
              </a>
            </div>
          ))}
          {missing.length > 0 && missing.length < told.sheets.length && (
            <Press onPress={() => (all.value = !all.value)}>
              {all.value ? t("Only missing sheets") : t("All sheets")}
            </Press>
          )}
          <p>{told.scale}</p>
        </div>
      )}
    </StepFrame>
  );
}
