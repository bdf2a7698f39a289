// Opening a card on a phone: by the scanned code of the card, or by a typed one.

import { useSignal } from "@preact/signals";
import { useEffect } from "preact/hooks";
import { HelpButton } from "../help/button.tsx";
import { t } from "../i18n.ts";
import { ask, post, Refusal } from "../net/api.ts";
import type { ScoreCard } from "../types/club.ts";
import { CodePad } from "../ui/code_pad.tsx";
import { Press } from "../ui/press.tsx";
import { ThisDevice } from "../ui/this_device.tsx";
import { playerName, scoreCard } from "./public_store.ts";
import "../ui/join.css";

// as webui/club/cards.py makes it
const LENGTH = 8;
const NEWEST = 4;

interface AnnouncedEvent {
  id: number;
  title: string;
}

/** Opens the card with a code such as `3.K7RM2WDC`; the sentence of the refusal, empty if it was opened. */
async function openCard(code: string): Promise<string> {
  try {
    scoreCard.value = (await post<{ card: ScoreCard }>("/api/card/open", { card: code })).card;
    history.replaceState(null, "", "/card");
    return "";
  } catch (error) {
    return error instanceof Refusal ? error.message : String(error);
  }
}

/** A scanned card: it is opened at once, but replaces another one only after a question. */
export function Scanned({ code }: { code: string }) {
  const says = useSignal("");
  const busy = useSignal(false);
  const open = async (): Promise<void> => {
    busy.value = true;
    says.value = await openCard(code);
    busy.value = false;
  };
  const held = scoreCard.value;
  useEffect(() => {
    if (!held) void open();
  }, []);
  if (!held)
    return says.value ? (
      <Typed event={code.split(".")[0]!} says={says.value} />
    ) : (
      <main class="join" aria-busy="true" />
    );
  return (
    <main class="join">
      <HelpButton page="card" />
      <h1>{t("This phone has the card of {player}", { player: playerName(held, held.player) })}</h1>
      <Press
        class="to-table"
        onPress={() =>
          history.replaceState(null, "", "/card") === undefined && dispatchEvent(new PopStateEvent("popstate"))
        }
      >
        {t("Keep that card")}
      </Press>
      <Press class="other" disabled={busy.value} onPress={() => void open()}>
        {t("Use the scanned card instead")}
      </Press>
      <p class="says" role="alert">
        {says.value}
      </p>
    </main>
  );
}

/** A typed code. event: its number, empty if it is not known yet. says: the refusal of an earlier code. */
export function Typed({ event, says = "" }: { event: string; says?: string }) {
  const events = useSignal<AnnouncedEvent[] | null>(null);
  const chosen = useSignal(event);
  const trouble = useSignal(says);
  const busy = useSignal(false);
  useEffect(() => {
    ask<{ events: AnnouncedEvent[] }>("/api/club").then(
      (told) => (events.value = told.events),
      (error) => (trouble.value = error instanceof Error ? error.message : String(error)),
    );
  }, []);
  const of = chosen.value || (events.value?.length === 1 ? String(events.value[0]!.id) : "");
  const title = events.value?.find((announced) => String(announced.id) === of)?.title;
  const open = async (code: string): Promise<void> => {
    busy.value = true;
    trouble.value = await openCard(`${of}.${code}`);
    busy.value = false;
  };
  return (
    <main class="join">
      <HelpButton page="card" />
      <h1>{title ?? t("Your score card")}</h1>
      <div class="told">
        {trouble.value === "" && (
          <p>
            {of
              ? t("Scan the code on your own score card, or enter its letters here.")
              : events.value?.length === 0
                ? t("There is no event yet.")
                : t("Which event is it?")}
          </p>
        )}
        <p class="says" role="alert">
          {trouble.value}
        </p>
      </div>
      {of ? (
        <CodePad length={LENGTH} busy={busy.value} onTake={open} />
      ) : (
        (events.value ?? []).slice(0, NEWEST).map((announced) => (
          <Press key={announced.id} class="other" onPress={() => (chosen.value = String(announced.id))}>
            {announced.title}
          </Press>
        ))
      )}
      <ThisDevice />
    </main>
  );
}
