// Models with tags that are stuck on already: put down one after the other, each gets the next card of the list.

import { useSignal } from "@preact/signals";
import { useEffect, useRef } from "preact/hooks";
import type { RosterCard, RosterStatus } from "../types/setup.ts";
import type { Polled } from "../ui/polled.ts";

// consecutive answers that must show a tag before it counts: a hand may still hold the model
const STEADY = 2;

export interface InOrder {
  on: boolean;
  toggle: () => void;
  /** The model to put down next, while this is on. */
  next: RosterCard | null;
  /** Gives that tag to the next model. */
  give: (tag: RosterStatus["tags"][number]) => void;
}

/** Gives the only free tag in sight to the next model without one, with its own base and height. */
export function useInOrder(
  told: RosterStatus | null,
  free: RosterStatus["tags"],
  polled: Polled<RosterStatus>,
): InOrder {
  const on = useSignal(kept());
  const seen = useRef({ tag: -1, times: 0 });
  const next = on.value ? (told?.cards.find((card) => card.tag === null) ?? null) : null;
  // both tags of one tray are one model's
  const pair = told?.pairs.find((one) => one.model === null);
  const only = free.length === 1 || (free.length === 2 && pair) ? free[0]! : null;
  function give(tag: RosterStatus["tags"][number]): void {
    if (!next || polled.busy.peek()) return;
    const { id: model, base, height_in } = next;
    const second = otherOf(told, tag.tag);
    void polled.act("/api/setup/roster/assign", {
      model,
      tag: tag.tag,
      base,
      tag_mm: tag.printed_mm,
      height_in,
      ...(second === null ? {} : { second }),
    });
  }
  useEffect(() => {
    const { tag, times } = seen.current;
    seen.current = only && next ? { tag: only.tag, times: tag === only.tag ? times + 1 : 1 } : { tag: -1, times: 0 };
    if (!only || !next || seen.current.times < STEADY || polled.busy.peek()) return;
    seen.current = { tag: -1, times: 0 };
    give(only);
  }, [told]);
  return {
    on: on.value,
    toggle: () => keep((on.value = !on.value)),
    next,
    give,
  };
}

/** The free tag that lies like another on the same tray. */
export function otherOf(told: RosterStatus | null, tag: number | null): number | null {
  const pair = told?.pairs.find((one) => one.model === null && one.tags.includes(tag ?? -1));
  return pair ? pair.tags.find((one) => one !== tag)! : null;
}

// a reload in the middle goes on where it was
const KEY = "tablecam set-up in order"; // no text

function kept(): boolean {
  return sessionStorage.getItem(KEY) !== null;
}

function keep(on: boolean): void {
  if (on)
    sessionStorage.setItem(KEY, "on"); // no text
  else sessionStorage.removeItem(KEY);
}
