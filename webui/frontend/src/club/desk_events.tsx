// All events of the database, and the form for a new one.

import { useSignal } from "@preact/signals";
import { useEffect } from "preact/hooks";
import { HelpButton } from "../help/button.tsx";
import { t, timeText } from "../i18n.ts";
import { ask } from "../net/api.ts";
import { AppearanceButton } from "../ui/appearance.tsx";
import { openPage } from "../ui/open_page.ts";
import { Press } from "../ui/press.tsx";
import { TwoTaps } from "../ui/sheet.tsx";
import { ThisDevice } from "../ui/this_device.tsx";
import { ClubForm, type ClubIdentity } from "./desk_club.tsx";
import { USUAL_WAY, WayKeys, wayText } from "./desk_way.tsx";
import { Says, useMutation } from "./mutations.tsx";

interface EventRow {
  id: number;
  title: string;
  begun: string;
  last: string;
  /** False for an event whose log is broken: it can only be deleted. */
  readable: boolean;
}

interface EventOverview {
  events: EventRow[];
  organises: boolean;
  limit: number;
  minutes: number;
  ways: string[];
  cuts: number[];
  team_sizes: number[];
  /** The rulebooks that an event can play, the usual one first. */
  books: { name: string; title: string }[];
  club: ClubIdentity;
}

export function EventList() {
  const listed = useSignal<EventOverview | null>(null);
  const trouble = useSignal("");
  useEffect(() => {
    ask<EventOverview>("/api/club").then(
      (found) => {
        // visitors have pages of their own
        if (!found.organises) location.replace("/club");
        else listed.value = found;
      },
      (error: Error) => (trouble.value = error.message),
    );
  }, []);
  return (
    <main class="club-nights">
      <header class="with-help">
        <h1>{t("Club events")}</h1>
        <AppearanceButton />
        <HelpButton page="events" />
      </header>
      <p class="why-not" role="alert">
        {trouble.value}
      </p>
      {listed.value && (
        <Events of={listed.value} onDeleted={(id) => (listed.value = withoutEvent(listed.value!, id))} />
      )}
      {listed.value && (
        <a class="big link" href="/club/site/index.html" target="_blank" rel="noopener">
          {t("What visitors see")} ↗
        </a>
      )}
      {listed.value && <NewEvent of={listed.value} />}
      {listed.value && <ImportEvent />}
      {listed.value && <ClubForm club={listed.value.club} />}
      <ThisDevice />
      <Press class="big" onPress={() => openPage("/")}>
        {t("Back to the table")}
      </Press>
    </main>
  );
}

function withoutEvent(of: EventOverview, id: number): EventOverview {
  return { ...of, events: of.events.filter((event) => event.id !== id) };
}

function Events({ of, onDeleted }: { of: EventOverview; onDeleted: (id: number) => void }) {
  const deleting = useSignal(false);
  if (of.events.length === 0) return <p class="lead">{t("There is no event yet.")}</p>;
  return (
    <>
      <ul class="club-list">
        {of.events.map((event) => (
          <li key={event.id}>
            <Press
              class="club-row"
              data-event={event.id}
              disabled={!event.readable}
              onPress={() => openPage(`/club/${event.id}`)}
            >
              <span class="name">
                <b>{event.title || t("Event without a name")}</b>
                <small>{begunText(event)}</small>
              </span>
              <span aria-hidden="true">›</span>
            </Press>
            {(deleting.value || !event.readable) && <DeleteEvent event={event} onDeleted={onDeleted} />}
          </li>
        ))}
      </ul>
      <Press
        class="big"
        data-delete-events
        aria-pressed={deleting.value}
        onPress={() => (deleting.value = !deleting.value)}
      >
        {t("Delete events …")}
      </Press>
    </>
  );
}

function begunText({ id, begun, readable }: EventRow): string {
  const time = timeText(begun, { dateStyle: "medium", timeStyle: "short" });
  return readable
    ? t("Event {id}, started {time}", { id, time })
    : t("Event {id}, started {time}: its log is broken and cannot be read", { id, time });
}

function DeleteEvent({ event, onDeleted }: { event: EventRow; onDeleted: (id: number) => void }) {
  const armed = useSignal(false);
  const mutation = useMutation();
  const remove = async (): Promise<void> => {
    if (await mutation.send(`/api/club/${event.id}/delete`, {})) onDeleted(event.id);
  };
  return (
    <>
      <TwoTaps
        first={t("Delete event {id} …", { id: event.id })}
        second={t("Yes, delete event {id} for good", { id: event.id })}
        armed={armed.value}
        arm={(on) => (armed.value = on)}
        disabled={mutation.busy}
        onDo={() => void remove()}
      />
      <Says mutation={mutation} />
    </>
  );
}

function NewEvent({ of }: { of: EventOverview }) {
  const title = useSignal("");
  const minutes = useSignal(String(of.minutes));
  const limit = useSignal(String(of.limit));
  const seed = useSignal("");
  const way = useSignal(USUAL_WAY);
  const book = useSignal(of.books[0]?.name ?? "");
  const mutation = useMutation();
  const begin = async (): Promise<void> => {
    const made = await mutation.send<{ event: number }>("/api/club/new", {
      title: title.value,
      minutes: Number(minutes.value),
      limit: Number(limit.value),
      ...(book.value ? { book: book.value } : {}),
      ...(seed.value ? { seed: Number(seed.value) } : {}),
      ...(way.value === USUAL_WAY ? {} : way.value),
    });
    if (made) openPage(`/club/${made.event}`);
  };
  return (
    <section class="club-form">
      <h2>{t("New event")}</h2>
      <label>
        {t("Name")}{" "}
        <input
          type="text"
          name="title"
          maxLength={80}
          autocomplete="off"
          placeholder={t("Friday")}
          value={title.value}
          onInput={(event) => (title.value = event.currentTarget.value)}
        />
      </label>
      <div class="side-by-side">
        <label>
          {t("Minutes per round")}{" "}
          <input
            type="text"
            inputMode="numeric"
            name="minutes"
            maxLength={3}
            value={minutes.value}
            onInput={(event) => (minutes.value = event.currentTarget.value)}
          />
        </label>
        <label>
          {t("Points per force")}{" "}
          <input
            type="text"
            inputMode="numeric"
            name="limit"
            maxLength={5}
            value={limit.value}
            onInput={(event) => (limit.value = event.currentTarget.value)}
          />
        </label>
      </div>
      <label>
        {t("Rulebook")}{" "}
        <select name="book" value={book.value} onChange={(event) => (book.value = event.currentTarget.value)}>
          {of.books.map(({ name, title }) => (
            <option key={name} value={name}>
              {title}
            </option>
          ))}
        </select>
      </label>
      <details data-how>
        <summary>{t("Format of the evening: {way}", { way: wayText(way.value) })}</summary>
        <WayKeys
          value={way.value}
          ways={of.ways}
          cuts={of.cuts}
          teamSizes={of.team_sizes}
          onChange={(to) => (way.value = to)}
        />
      </details>
      <details>
        <summary>{t("Seed of the draws")}</summary>
        <label>
          {t("A whole number that repeats the draws of an event; random if empty")}{" "}
          <input
            type="text"
            inputMode="numeric"
            name="seed"
            maxLength={10}
            autocomplete="off"
            value={seed.value}
            onInput={(event) => (seed.value = event.currentTarget.value)}
          />
        </label>
      </details>
      <Says mutation={mutation} />
      <Press class="big go" data-begin disabled={mutation.busy || !title.value.trim()} onPress={() => void begin()}>
        {t("Begin")}
      </Press>
    </section>
  );
}

function ImportEvent() {
  const mutation = useMutation();
  const importFile = async (file: File | undefined): Promise<void> => {
    if (!file) return;
    const made = await mutation.send<{ event: number }>("/api/club/import", { text: await file.text() });
    if (made) openPage(`/club/${made.event}`);
  };
  return (
    <section class="club-form">
      <h2>{t("Continue an exported event")}</h2>
      <label>
        {t("A file such as {name}", { name: "event-1.json" })}{" "}
        <input
          type="file"
          accept=".json,application/json"
          disabled={mutation.busy}
          onChange={(event) => void importFile(event.currentTarget.files?.[0])}
        />
      </label>
      <Says mutation={mutation} />
    </section>
  );
}
