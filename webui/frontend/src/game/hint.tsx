// "What would you do?": the machine's answer to one's own question. Only the screen that asks receives it.

import { signal, useSignal } from "@preact/signals";
import { useEffect, useRef } from "preact/hooks";
import { t } from "../i18n.ts";
import { post } from "../net/api.ts";
import { sendCommand } from "../net/command_queue.ts";
import { game, mayBegin, offline } from "../net/game_store.ts";
import type { Question } from "../types/game.ts";
import type { HintView, MachineMove } from "../types/views.ts";
import { Press } from "../ui/press.tsx";
import { MoveSentence } from "./machine.tsx";

const AGAIN_MS = 500;

/** The move of a hint that is shown, for the board. */
export const hintedMove = signal<MachineMove | null>(null);

/** seat: whose private view this is, at the shared tablet. */
export function Hint({ question, seat = "" }: { question: Question; seat?: string }) {
  const hint = useSignal<HintView | null>(null);
  const trouble = useSignal("");
  const asked = useRef<AbortController | null>(null);
  const number = game.value?.number;
  function forget(): void {
    asked.current?.abort();
    hint.value = hintedMove.value = null;
  }
  // the game has gone on, so the hint is out of date
  useEffect(() => forget, [number]);

  async function ask(): Promise<void> {
    const own = (asked.current = new AbortController());
    trouble.value = "";
    hint.value = { ready: false, text: "", why: "", move: null };
    try {
      while (!hint.value.ready) {
        hint.value = await post<HintView>("/api/game/hint", { key: question.key, seat }, undefined, own.signal);
        if (!hint.value.ready) await new Promise((resolve) => setTimeout(resolve, AGAIN_MS));
        own.signal.throwIfAborted();
      }
      hintedMove.value = hint.value.move;
    } catch (error) {
      if (own.signal.aborted) return;
      hint.value = null;
      trouble.value = error instanceof Error ? error.message : String(error);
    }
  }

  if (!question.hint) return null;
  if (hint.value) return <GivenHint hint={hint.value} />;
  return (
    <>
      {trouble.value && (
        <p class="why-not" role="alert">
          {trouble.value}
        </p>
      )}
      <Press class="plain-button" disabled={offline.value} data-ask-hint onPress={() => void ask()}>
        {t("What would you do?")}
      </Press>
    </>
  );
}

function GivenHint({ hint: { ready, text, why, move } }: { hint: HintView }) {
  if (!ready)
    return (
      <p class="waiting" role="status">
        {t("The machine thinks …")}
      </p>
    );
  return (
    <div class="hint" role="status" data-hint>
      <h3>{t("The machine would do this")}</h3>
      {move && <MoveSentence move={move} />}
      {text && <strong>{text}</strong>}
      {!move && !text && <p>{t("It finds no answer here.")}</p>}
      {why && <p class="soft">{why}</p>}
    </div>
  );
}

/** In the settings: whether the machine may be asked in this game. */
export function HintSettings() {
  const on = game.value?.hints;
  if (!mayBegin.value || typeof on !== "boolean") return null;
  const set = (wanted: boolean) => () => sendCommand("/api/game/hints", { on: wanted }, t("Hints for beginners"));
  return (
    <section>
      <h2>{t("Hints for beginners")}</h2>
      <div class="choice" role="group" aria-label={t("Hints for beginners")}>
        <Press disabled={offline.value} aria-pressed={!on} data-hints="off" onPress={set(false)}>
          {t("None")}
        </Press>
        <Press disabled={offline.value} aria-pressed={on} data-hints="on" onPress={set(true)}>
          {t("“What would you do?”")}
        </Press>
      </div>
    </section>
  );
}
