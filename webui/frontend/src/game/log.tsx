// The game's log in words; a line that can be put right has its button.

import { signal } from "@preact/signals";
import { useEffect, useRef } from "preact/hooks";
import { Press } from "../ui/press.tsx";
import { Sheet } from "../ui/sheet.tsx";
import { correct } from "./facts.tsx";
import { Side } from "./marks.tsx";
import { lines, mayRule, offline } from "./play.ts";

export const readingLog = signal(false);

export function LogSheet() {
  return readingLog.value ? (
    <Sheet title="What happened" wide onClose={() => (readingLog.value = false)}>
      <Lines />
    </Sheet>
  ) : null;
}

function Lines() {
  const end = useRef<HTMLLIElement>(null);
  useEffect(() => end.current?.scrollIntoView({ block: "end" }), []);
  const gone = new Set(lines.value.flatMap((line) => (line.struck ? range(line.struck) : [])));
  return (
    <ol class="log">
      {lines.value.filter((line) => line.kind !== "ask").map((line) => (
        <li key={line.n} class={`log-${line.kind}${gone.has(line.n) ? " gone" : ""}`} data-line={line.n}>
          <span>
            {line.seat && line.kind === "answer" && <Side seat={line.seat} />} {line.text} {line.clause && <small>[{line.clause}]</small>}
            {gone.has(line.n) && <em>taken back</em>}
          </span>
          {line.overrulable && mayRule.value && !gone.has(line.n) && (
            <Press disabled={offline.value} data-overrule={line.n} aria-label={`Not so: ${line.text}`} onPress={() => { readingLog.value = false; correct(line.n); }}>Not so …</Press>
          )}
        </li>
      ))}
      <li ref={end} aria-hidden="true" />
    </ol>
  );
}

function range([first, last]: [number, number]): number[] {
  return Array.from({ length: last - first + 1 }, (_, number) => first + number);
}
