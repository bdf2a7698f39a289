// Print: the sheets this table lacks, made for its own sizes and numbers.

import { useSignal } from "@preact/signals";
import { Press } from "../ui/press.tsx";
import { Says, StepFrame } from "./frame.tsx";
import { usePolled } from "./polled.ts";
import "./terrain.css";
import "./roster.css";

interface PrintStatus {
  papers: string[];
  sheets: { name: string; title: string; why: string; missing: boolean }[];
  tag_mm: number;
  tag_sizes: number[];
  scale: string;
}

const GAP_MS = 3000;
const CALLED: Record<string, string> = { a4: "A4", letter: "Letter", a3: "A3", tabloid: "Tabloid" };
// Of tags and trays there is more than one size.
const SIZED = ["models", "trays"];

export function PrintStep() {
  const polled = usePolled<PrintStatus>("/api/setup/print", GAP_MS);
  const told = polled.told.value;
  const paper = useSignal("a4");
  const size = useSignal<number | null>(null);
  const all = useSignal(false);
  const mm = size.value ?? told?.tag_mm ?? 24;
  const missing = told?.sheets.filter((sheet) => sheet.missing) ?? [];
  const shown = all.value || missing.length === 0 ? (told?.sheets ?? []) : missing;
  return (
    <StepFrame step="print" ready={told !== null}>
      <Says says={polled.says.value} />
      {told && (
        <div class="sheet-rows">
          <p class="do-next">{missing.length > 0 ? "These are still to be printed." : "Nothing is missing; what was lost can be printed again."}</p>
          <div class="choice" role="group" aria-label="Paper">
            {told.papers.map((one) => <Press key={one} aria-pressed={paper.value === one} onPress={() => (paper.value = one)}>{CALLED[one] ?? one}</Press>)}
          </div>
          <div class="choice" role="group" aria-label="Size of the models’ tags">
            {told.tag_sizes.map((one) => (
              <Press key={one} aria-pressed={mm === one} onPress={() => (size.value = one)}>Tags of {one} mm{one === told.tag_mm ? ", right for this camera" : ""}</Press>
            ))}
          </div>
          {shown.map((sheet) => (
            <div key={sheet.name} class={sheet.missing ? "sheet-row missing" : "sheet-row"} data-sheet={sheet.name}>
              <p>
                <b>{SIZED.includes(sheet.name) ? sheet.title.replace(/\d+ mm/, `${mm} mm`) : sheet.title}</b>
                <br />
                <span class="soft">{sheet.why}</span>
              </p>
              <a class="button" target="_blank" rel="noopener" href={`/api/setup/print/${paper.value}/${sheet.name}.pdf?mm=${mm}`}>Open the PDF</a>
            </div>
          ))}
          {missing.length > 0 && missing.length < told.sheets.length && <Press onPress={() => (all.value = !all.value)}>{all.value ? "Only what is missing" : "All sheets"}</Press>}
          <p>{told.scale}</p>
        </div>
      )}
    </StepFrame>
  );
}
