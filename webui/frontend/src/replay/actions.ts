// The log in two levels: a line for each action, and beneath it the lines that it is made of.

import type { LogLine } from "../types/game.ts";
import { shortName, withShortNames } from "../ui/names.ts";

/** One action. n: its first line, which identifies it; head: the line that names it; models: whose portraits it has. */
export interface Action {
  n: number;
  head: LogLine;
  lines: LogLine[];
  models: string[];
  text: string;
}

// Choices, measurements and headings: part of the action that they lead to.
const LEADING = ["answer", "boundary", "ask"];

/** Groups lines into actions: each begins with an event that is no result of the one before. */
export function groupActions(lines: readonly LogLine[]): Action[] {
  const groups: { head: LogLine; lines: LogLine[] }[] = [];
  let leading: LogLine[] = [];
  for (const line of lines) {
    const group = groups.at(-1);
    if (LEADING.includes(line.kind)) leading.push(line);
    else if (group && line.kind === "event" && (line.aside || line.outcome)) {
      group.lines.push(...leading, line);
      leading = [];
    } else {
      groups.push({ head: line, lines: [...leading, line] });
      leading = [];
    }
  }
  const last = groups.at(-1);
  if (last) last.lines.push(...leading);
  else if (leading.length > 0) groups.push({ head: leading.at(-1)!, lines: leading });
  return groups.map(describeAction);
}

/** The place of the action that a line belongs to. */
export function findAction(actions: readonly Action[], line: number): number {
  return Math.max(
    0,
    actions.findLastIndex(({ n }) => n <= line),
  );
}

function describeAction({ head, lines }: { head: LogLine; lines: LogLine[] }): Action {
  const models = (head.models ?? []).slice(0, 2);
  const target = models.at(-1);
  const outcomes = lines.flatMap(({ outcome, of }) =>
    outcome ? [of && of !== target ? `${shortName(of)} ${outcome}` : outcome] : [],
  );
  const said = withShortNames(head.brief || head.text);
  return {
    n: lines[0]!.n,
    head,
    lines,
    models,
    text: outcomes.length > 0 ? `${said}: ${outcomes.join(", ")}` : said,
  };
}
