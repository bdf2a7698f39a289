// What was done last and taking it back, what was not sent, and what was refused.

import { useSignal } from "@preact/signals";
import { useEffect } from "preact/hooks";
import { discardCommand, dismissRefusal, refusedCommands, sendCommand, unsentCommands } from "../net/command_queue.ts";
import { game, mayRule, offline } from "../net/game_store.ts";
import { Press } from "../ui/press.tsx";

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
          <Press class="big" data-undo disabled={offline.value || !last} aria-label={last ? `Undo: take back “${last.text}”` : "Nothing to undo"} onPress={() => last && sendCommand("/api/game/undo", { line: last.line }, `Undo: ${last.text}`, `undo ${id} ${last.line}`)}>
            <span class="sign" aria-hidden="true">↶</span>Undo
          </Press>
          {redo !== null && (
            <Press class="big" data-redo disabled={offline.value} aria-label={`Redo: ${redo}`} onPress={() => sendCommand("/api/game/redo", {}, `Redo: ${redo}`)}>
              <span class="sign" aria-hidden="true">↷</span>Redo
            </Press>
          )}
        </>
      )}
    </div>
  );
}

/** Commands that wait for the server, with their age, and those that it would not do. */
export function Unsent() {
  const now = useSignal(Date.now());
  useEffect(() => {
    const timer = setInterval(() => (now.value = Date.now()), 1000);
    return () => clearInterval(timer);
  }, []);
  const old = unsentCommands.value.filter((command) => offline.value || now.value - command.at > 1500);
  return (
    <>
      <div role="status">
        {old.map((command) => (
          <p key={command.id} class="unsent" data-unsent={command.id}>
            <span>
              <b>Not sent</b>: {command.label} <small>({Math.max(0, Math.round((now.value - command.at) / 1000))} s ago)</small>
            </span>
            <Press onPress={() => discardCommand(command.id)}>Discard</Press>
          </p>
        ))}
      </div>
      <div role="alert">
        {refusedCommands.value.map((command) => (
          <p key={command.id} class="unsent refused" data-refused>
            <span>
              <b>Not done</b>: {command.label}. {command.says}
            </span>
            <Press onPress={() => dismissRefusal(command.id)}>Understood</Press>
          </p>
        ))}
      </div>
    </>
  );
}
