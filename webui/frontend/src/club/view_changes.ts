// A view of an event that is kept up to date: the server sends it whole once, then only what has changed in it.

import { onEvent, reportOnOpen } from "../net/stream.ts";

type Json = unknown;
/** As webui/club/view_changes.py makes it. */
type Change = ["set", Path, Json] | ["gone", Path] | ["cut", Path, number, number, Json[]];
type Path = (string | number)[];
type Versioned = { version?: string };

// what the page has, and its version
let held: (object & Versioned) | null = null;

/** Calls `take` with the view whenever it changes. The stream is opened by the caller. */
export function onView<T extends object>(take: (view: T) => void): void {
  held = null;
  reportOnOpen("since", () => held?.version ?? "");
  const hold = (view: object & Versioned): void => {
    held = view;
    take(view as T);
  };
  const holdChanged = ({ since, version, changes }: { since: string; version: string; changes: Change[] }): void => {
    if (held?.version === since) hold({ ...(withChanges(held, changes) as object), version });
    // changes of something else: the whole view comes with a new stream
    else onView(take);
  };
  onEvent<{ since: string; version: string; changes: Change[] }>("club_changes", holdChanged);
  onEvent<object & Versioned>("club", hold);
}

/** The view after its changes; the given one stays as it is, since sheets may hold parts of it. */
export function withChanges(view: Json, changes: Change[]): Json {
  return changes.reduce<Json>((before, change) => withChange(before, change[1], change), view);
}

function withChange(view: Json, [step, ...rest]: Path, change: Change): Json {
  if (step === undefined) return changedHere(view, change);
  if (Array.isArray(view)) return view.with(step as number, withChange(view[step as number], rest, change));
  const { [step]: inner, ...others } = view as Record<string, Json>;
  if (rest.length === 0 && change[0] === "gone") return others;
  return { ...(view as object), [step]: withChange(inner, rest, change) };
}

function changedHere(view: Json, change: Change): Json {
  if (change[0] === "cut") return (view as Json[]).toSpliced(change[2], change[3], ...change[4]);
  return change[2];
}
