// All events of the database: one is opened by a tap on its row, a new one begins with its name.

import { useSignal } from "@preact/signals";
import { useEffect } from "preact/hooks";
import { ask } from "../net/api.ts";
import { openPage } from "../ui/open_page.ts";
import { Press } from "../ui/press.tsx";
import { Says, useMutation } from "./mutations.tsx";

interface ListedEvent {
  events: { id: number; title: string; begun: string; last: string }[];
  organises: boolean;
  limit: number;
  minutes: number;
}

export function Nights() {
  const listed = useSignal<ListedEvent | null>(null);
  const trouble = useSignal("");
  useEffect(() => {
    ask<ListedEvent>("/api/club").then((found) => (listed.value = found), (error: Error) => (trouble.value = error.message));
  }, []);
  return (
    <main class="club-nights">
      <h1>Club nights</h1>
      <p class="why-not" role="alert">{trouble.value}</p>
      {listed.value && <Events of={listed.value} />}
      {listed.value?.organises && <New of={listed.value} />}
      {listed.value?.organises && <TakeIn />}
      {listed.value && !listed.value.organises && <Press class="big" onPress={() => openPage("/join")}>I am the organiser: join with a code</Press>}
      <Press class="big" onPress={() => openPage("/")}>To the table</Press>
    </main>
  );
}

function Events({ of }: { of: ListedEvent }) {
  if (of.events.length === 0) return <p class="lead">There is no event yet.</p>;
  return (
    <ul class="club-list">
      {of.events.map((event) => (
        <li key={event.id}>
          <Press class="club-row" data-event={event.id} onPress={() => openPage(of.organises ? `/club/${event.id}` : `/projector/${event.id}`)}>
            <span class="name"><b>{event.title}</b><small>Event {event.id}, begun {when(event.begun)}</small></span>
            <span aria-hidden="true">›</span>
          </Press>
        </li>
      ))}
    </ul>
  );
}

function New({ of }: { of: ListedEvent }) {
  const title = useSignal("");
  const minutes = useSignal(String(of.minutes));
  const limit = useSignal(String(of.limit));
  const seed = useSignal("");
  const mutation = useMutation();
  const begin = async (): Promise<void> => {
    const made = await mutation.send<{ event: number }>("/api/club/new", { title: title.value, minutes: Number(minutes.value), limit: Number(limit.value), ...(seed.value ? { seed: Number(seed.value) } : {}) });
    if (made) openPage(`/club/${made.event}`);
  };
  return (
    <section class="club-form">
      <h2>A new event</h2>
      <label>Name <input type="text" name="title" maxLength={80} autocomplete="off" placeholder="Friday" value={title.value} onInput={(event) => (title.value = event.currentTarget.value)} /></label>
      <div class="side-by-side">
        <label>Minutes of a round <input type="text" inputMode="numeric" name="minutes" maxLength={3} value={minutes.value} onInput={(event) => (minutes.value = event.currentTarget.value)} /></label>
        <label>Points of a force <input type="text" inputMode="numeric" name="limit" maxLength={5} value={limit.value} onInput={(event) => (limit.value = event.currentTarget.value)} /></label>
      </div>
      <details>
        <summary>Seed of the draws</summary>
        <label>A whole number, to draw an event again; left empty, one is drawn <input type="text" inputMode="numeric" name="seed" maxLength={10} autocomplete="off" value={seed.value} onInput={(event) => (seed.value = event.currentTarget.value)} /></label>
      </details>
      <Says mutation={mutation} />
      <Press class="big go" data-begin disabled={mutation.busy || !title.value.trim()} onPress={() => void begin()}>Begin</Press>
    </section>
  );
}

function TakeIn() {
  const mutation = useMutation();
  const take = async (file: File | undefined): Promise<void> => {
    if (!file) return;
    const made = await mutation.send<{ event: number }>("/api/club/import", { text: await file.text() });
    if (made) openPage(`/club/${made.event}`);
  };
  return (
    <section class="club-form">
      <h2>Go on with an exported event</h2>
      <label>A file such as event-1.json <input type="file" accept=".json,application/json" disabled={mutation.busy} onChange={(event) => void take(event.currentTarget.files?.[0])} /></label>
      <Says mutation={mutation} />
    </section>
  );
}

function when(at: string): string {
  return new Date(at).toLocaleString(undefined, { dateStyle: "medium", timeStyle: "short" });
}
