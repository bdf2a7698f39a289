// What was done last and taking it back, what was not sent, and what was refused.

import { useSignal } from "@preact/signals";
import { useEffect } from "preact/hooks";
import { Press } from "../ui/press.tsx";
import { acknowledge, discard, refused, send, waiting } from "../ui/queue.ts";
import { game, mayRule, offline } from "./play.ts";

/** The last event with the button that takes it back, and what could be done again. */
export function Undo() {
  const { last, redo, id } = game.value!;
  return (
    <div class="undo">
      <p class="last" aria-live="polite">
        <small>Last</small>
        <span>{last?.text ?? "Nothing yet"}</span>
      </p>
      {mayRule.value && (
        <>
          <Press class="big" data-undo disabled={offline.value || !last} aria-label={last ? `Undo: take back “${last.text}”` : "Nothing to undo"} onPress={() => last && send("/api/game/undo", { line: last.line }, `Undo: ${last.text}`, `undo ${id} ${last.line}`)}>
            <span class="sign" aria-hidden="true">↶</span>Undo
          </Press>
          {redo !== null && (
            <Press class="big" data-redo disabled={offline.value} aria-label={`Redo: ${redo}`} onPress={() => send("/api/game/redo", {}, `Redo: ${redo}`)}>
              <span class="sign" aria-hidden="true">↷</span>Redo
            </Press>
          )}
        </>
      )}
    </div>
  );
}

/** Deeds that wait for the server, with their age, and those that it would not do. */
export function Unsent() {
  const now = useSignal(Date.now());
  useEffect(() => {
    const timer = setInterval(() => (now.value = Date.now()), 1000);
    return () => clearInterval(timer);
  }, []);
  const old = waiting.value.filter((deed) => offline.value || now.value - deed.at > 1500);
  return (
    <>
      <div role="status">
        {old.map((deed) => (
          <p key={deed.id} class="unsent" data-unsent={deed.id}>
            <span>
              <b>Not sent</b>: {deed.label} <small>({Math.max(0, Math.round((now.value - deed.at) / 1000))} s ago)</small>
            </span>
            <Press onPress={() => discard(deed.id)}>Discard</Press>
          </p>
        ))}
      </div>
      <div role="alert">
        {refused.value.map((deed) => (
          <p key={deed.id} class="unsent refused" data-refused>
            <span>
              <b>Not done</b>: {deed.label}. {deed.says}
            </span>
            <Press onPress={() => acknowledge(deed.id)}>Understood</Press>
          </p>
        ))}
      </div>
    </>
  );
}
