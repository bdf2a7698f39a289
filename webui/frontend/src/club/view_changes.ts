// A view of an event that is kept up to date: the server sends it whole once, then only what has changed in it.

import { onEvent, reportOnOpen } from "../net/stream.ts";

/** As webui/club/feed.py makes it. */
type ViewChange = ["set", Path, unknown] | ["gone", Path] | ["cut", Path, number, number, unknown[]];
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
  const holdChanged = ({
    since,
    version,
    changes,
  }: {
    since: string;
    version: string;
    changes: ViewChange[];
  }): void => {
    if (held?.version === since) hold({ ...(withChanges(held, changes) as object), version });
    // changes of something else: the whole view comes with a new stream
    else onView(take);
  };
  onEvent<{ since: string; version: string; changes: ViewChange[] }>("club_changes", holdChanged);
  onEvent<object & Versioned>("club", hold);
}

/** The view after its changes; the given one stays as it is, since sheets may hold parts of it. */
export function withChanges(view: unknown, changes: ViewChange[]): unknown {
  return changes.reduce<unknown>((before, change) => withChange(before, change[1], change), view);
}

function withChange(view: unknown, [step, ...rest]: Path, change: ViewChange): unknown {
  if (step === undefined) return changedHere(view, change);
  if (Array.isArray(view)) return view.with(step as number, withChange(view[step as number], rest, change));
  const { [step]: inner, ...others } = view as Record<string, unknown>;
  if (rest.length === 0 && change[0] === "gone") return others;
  return { ...(view as object), [step]: withChange(inner, rest, change) };
}

function changedHere(view: unknown, change: ViewChange): unknown {
  if (change[0] === "cut") return (view as unknown[]).toSpliced(change[2], change[3], ...change[4]);
  return change[2];
}
