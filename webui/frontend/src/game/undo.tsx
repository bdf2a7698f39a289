// The last act with its undo, the unsent commands, and the refusals.

import { useSignal } from "@preact/signals";
import { useEffect } from "preact/hooks";
import { t, tx } from "../i18n.ts";
import { discardCommand, dismissRefusal, refusedCommands, sendCommand, unsentCommands } from "../net/command_queue.ts";
import { game, mayRule, offline } from "../net/game_store.ts";
import { Press } from "../ui/press.tsx";

/** The last event with the button that takes it back, and what could be done again. */
export function Undo() {
  const { last, redo } = game.value!;
  return (
    <div class="undo">
      <p class="last" aria-live="polite">
        <small>{t("Last")}</small>
        <span>{last?.text ?? t("Nothing yet")}</span>
      </p>
      {mayRule.value && (
        <>
          <Press
            class="big"
            data-undo
            disabled={offline.value || !last}
            aria-label={last ? t("Undo: take back “{text}”", { text: last.text }) : t("Nothing to undo")}
            onPress={takeBack}
          >
            <span class="sign" aria-hidden="true">
              ↶
            </span>
            {t("Undo")}
          </Press>
          {redo !== null && (
            <Press
              class="big"
              data-redo
              disabled={offline.value}
              aria-label={t("Redo: {text}", { text: redo.text })}
              onPress={() => sendCommand("/api/game/redo", { line: redo.line }, t("Redo: {text}", { text: redo.text }))}
            >
              <span class="sign" aria-hidden="true">
                ↷
              </span>
              {t("Redo")}
            </Press>
          )}
        </>
      )}
    </div>
  );
}

/** Takes the last event back, where this device may. */
export function takeBack(): void {
  const { last, id } = game.peek() ?? {};
  if (!last || !mayRule.peek() || offline.peek()) return;
  sendCommand(
    "/api/game/undo",
    { line: last.line },
    t("Undo: {text}", { text: last.text }),
    `undo ${id} ${last.line}`, // no text
  );
}

/** Commands that wait for the server, with their age, and those that it would not do. */
export function Unsent() {
  const now = useSignal(Date.now());
  useEffect(() => {
    const timer = setInterval(() => (now.value = Date.now()), 1000);
    return () => clearInterval(timer);
  }, []);
  const [notSent, notDone] = [t("Not sent"), t("Not done")];
  const since = (seconds: number): string => t("({seconds} s ago)", { seconds });
  const old = unsentCommands.value.filter((command) => offline.value || now.value - command.at > 1500);
  return (
    <>
      <div role="status">
        {old.map((command) => (
          <p key={command.id} class="unsent" data-unsent={command.id}>
            <span>
              {tx("{heading}: {command} {age}", {
                heading: <b>{notSent}</b>,
                command: command.label,
                age: <small>{since(Math.max(0, Math.round((now.value - command.at) / 1000)))}</small>,
              })}
            </span>
            <Press onPress={() => discardCommand(command.id)}>{t("Discard")}</Press>
          </p>
        ))}
      </div>
      <div role="alert">
        {refusedCommands.value.map((command) => (
          <p key={command.id} class="unsent refused" data-refused>
            <span>
              {tx("{heading}: {command}. {reason}", {
                heading: <b>{notDone}</b>,
                command: command.label,
                reason: command.says ?? "",
              })}
            </span>
            <Press onPress={() => dismissRefusal(command.id)}>{t("Understood")}</Press>
          </p>
        ))}
      </div>
    </>
  );
}
