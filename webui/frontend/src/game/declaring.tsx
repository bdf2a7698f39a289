// Saying aloud what a model is to do, and taking that back; and whom a model could get to, before anybody chooses.

import { listed, t } from "../i18n.ts";
import { sendCommand } from "../net/command_queue.ts";
import { gameRunning, offline } from "../net/game_store.ts";
import { modelById } from "../net/table_store.ts";
import type { Question } from "../types/game.ts";
import type { Point } from "../types/table.ts";
import type { AdviceRow } from "../types/views.ts";
import { nameOf } from "../ui/names.ts";
import { Press } from "../ui/press.tsx";
import { Who } from "../board/seat_marks.tsx";
import { intentions, isOwn, waysOf } from "./acting_store.ts";
import "./declaring.css";

// as many points as the server takes
const MOST_POINTS = 60;

/** Says where the model is to go, by a path that is drawn; nothing where this screen does not speak for it. */
export function DeclareButton({ model, way, done }: { model: string; way: Point[]; done: () => void }) {
  if (!gameRunning.value || !isOwn(model)) return null;
  const declare = (): void => {
    sendCommand(
      "/api/game/intend",
      { model, way: way.slice(0, MOST_POINTS) },
      t("Declaration for {model}", { model: nameOf(model) }),
    );
    done();
  };
  return (
    <Press class="big go declare" data-declare={model} disabled={offline.value || way.length < 2} onPress={declare}>
      {t("Say what you intend")}
      <small>{t("Both sides see it. It is not binding.")}</small>
    </Press>
  );
}

/** The stated intentions, each with the way to take it back. */
export function Intended() {
  if (intentions.value.length === 0) return null;
  return (
    <section class="facts intended-list">
      <h2>{t("Intended")}</h2>
      <ul>
        {intentions.value.map(({ model, text }) => (
          <li key={model} data-intended={model}>
            <span>{text}</span>
            {isOwn(model) && (
              <Press
                disabled={offline.value}
                data-withdraw={model}
                aria-label={t("Withdraw: {text}", { text })}
                onPress={() => sendCommand("/api/game/withdraw", { model }, t("Withdraw: {text}", { text }))}
              >
                {t("Withdraw")}
              </Press>
            )}
          </li>
        ))}
      </ul>
    </section>
  );
}

/** The intention, beside the actual move. */
export function IntendedThen({ texts }: { texts: readonly string[] | undefined }) {
  if (!texts || texts.length === 0) return null;
  return <p class="intended-then">{t("Said before: {texts}.", { texts: listed([...texts]) })}</p>;
}

/** Whom the model could get to, by which way and with what chance; below the answers of a question. */
export function ReachedRows({ question }: { question: Question }) {
  const rows = waysOf(question);
  const group = rows.find((row) => row.group)?.group;
  const near = rows.filter(({ style }) => style !== "too_far");
  if (rows.length === 0) return null;
  return (
    <section class="reached" data-reached>
      <h3>{group?.label ?? t("The path there")}</h3>
      {near.length === 0 ? (
        <p>{t("Nobody is within reach.")}</p>
      ) : (
        <ul>
          {near.map((row) => (
            <li key={row.key} data-reached-row={row.target}>
              <Reached row={row} />
            </li>
          ))}
        </ul>
      )}
      {near.length > 0 && rows.length > near.length && (
        <p class="none">
          {t("Out of reach: {models}.", {
            models: listed(rows.filter((row) => !near.includes(row)).map(({ target }) => nameOf(target))),
          })}
        </p>
      )}
    </section>
  );
}

function Reached({ row: { target, facts, text } }: { row: AdviceRow }) {
  return (
    <>
      <span class="reached-head">
        {modelById.value.has(target) ? <Who id={target} /> : nameOf(target)}
        {facts.map((fact) => (
          <span key={fact.key}>{fact.unsure ? `${fact.text}, ${fact.unsure}` : fact.text}</span>
        ))}
      </span>
      {text && <span class="reached-odds">{text}</span>}
    </>
  );
}
