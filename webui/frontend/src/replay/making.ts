// What the server makes in the background on request: this asks how far it is, and tells the server what to do.

import { type Signal, useSignal } from "@preact/signals";
import { useEffect } from "preact/hooks";
import { ask, post } from "../net/api.ts";
import type { FilmStanding } from "../types/replay.ts";

const LOOK_MS = 700;

interface Making<T extends FilmStanding> {
  standing: Signal<T>;
  fault: Signal<string>;
  isBusy: boolean;
  send: (act: string) => void;
}

/** address: of what is made; first: shown until the server has answered. */
export function useMaking<T extends FilmStanding>(address: string, first: T): Making<T> {
  const standing = useSignal<T>(first);
  const fault = useSignal("");
  const take = (answer: Promise<T>): Promise<void> =>
    answer.then(
      (told) => {
        standing.value = told;
        fault.value = "";
      },
      (error: Error) => {
        fault.value = error.message;
      },
    );
  const isBusy = standing.value.state === "waiting" || standing.value.state === "making";
  useEffect(() => void take(ask<T>(address)), [address]);
  useEffect(() => {
    if (!isBusy) return undefined;
    const looking = setInterval(() => void take(ask<T>(address)), LOOK_MS);
    return () => clearInterval(looking);
  }, [isBusy, address]);
  return { standing, fault, isBusy, send: (act) => void take(post<T>(address, { do: act })) };
}
