// Sign-up on a phone: name, faction and force list; then the place, or the place in the row of those who wait.

import { useSignal } from "@preact/signals";
import { useEffect, useRef } from "preact/hooks";
import { HelpButton } from "../help/button.tsx";
import { t, tn } from "../i18n.ts";
import { ask } from "../net/api.ts";
import type { SignUpView } from "../types/club.ts";
import { AppearanceButton } from "../ui/appearance.tsx";
import { Banners } from "../ui/banners.tsx";
import { useEnterKey } from "../ui/enter_key.ts";
import { openPage } from "../ui/open_page.ts";
import { Press } from "../ui/press.tsx";
import { TwoTaps } from "../ui/sheet.tsx";
import { ThisDevice } from "../ui/this_device.tsx";
import { type Listing, ListForm, Models } from "./list_form.tsx";
import { ForceList, Times } from "./lists.tsx";
import { type Mutation, Says, useMutation } from "./mutations.tsx";
import { followAsPublic, publicView } from "./public_store.ts";
import { modelCount, nameLabel } from "./words.ts";
import "../ui/game.css";
import "./club.css";
import "./hall.css";

type Took = (view: SignUpView) => void;

export function SignUpPage({ path }: { path: string }) {
  useEnterKey();
  const event = decodeURIComponent(path.split("/")[2] ?? "");
  const view = useSignal<SignUpView | null>(null);
  const trouble = useSignal("");
  const another = useSignal(false);
  // what others do may move this phone's place
  const changed = JSON.stringify([publicView.value?.sign_up, publicView.value?.round]);
  useEffect(() => followAsPublic(event), [event]);
  useEffect(() => {
    ask<SignUpView>(`/api/signup/${encodeURIComponent(event)}`).then(
      (told) => (view.value = told),
      (error) => (trouble.value = error instanceof Error ? error.message : String(error)),
    );
  }, [event, changed]);
  const of = view.value;
  const main = useRef<HTMLElement>(null);
  const took: Took = (told) => {
    view.value = told;
    another.value = false;
    main.current?.scrollTo(0, 0);
  };
  return (
    <div class="card-page">
      <header>
        <div>
          <h1>{of?.title ?? t("Sign-up")}</h1>
          {of && <p>{placesText(of)}</p>}
        </div>
        <AppearanceButton />
        <HelpButton page="signup" />
      </header>
      <Banners />
      <main ref={main} aria-busy={!of && !trouble.value}>
        {!of && (
          <p class="lead" role="alert">
            {trouble.value}
          </p>
        )}
        {of?.own && !another.value && <Own of={of} own={of.own} took={took} onAnother={() => (another.value = true)} />}
        {of && (!of.own || another.value) && (of.sign_up.open ? <Form of={of} took={took} /> : <Closed of={of} />)}
        {of && <More of={of} />}
      </main>
    </div>
  );
}

function placesText({ sign_up: { places, taken, waiting } }: SignUpView): string {
  const signedUp = tn("{n} player has signed up", "{n} players have signed up", taken);
  if (!places) return signedUp;
  if (taken < places) return t("{taken} of {places} places are taken", { taken, places });
  return waiting
    ? tn("All places are taken, {n} player is waiting", "All places are taken, {n} players are waiting", waiting)
    : t("All places are taken");
}

function Closed({ of }: { of: SignUpView }) {
  return (
    <section class="report">
      <h2>{of.round ? t("The event has begun") : t("Sign-up is closed")}</h2>
      <p class="lead">
        {of.round
          ? t("Ask the organiser whether you can still join.")
          : t("Ask the organiser when it opens. If you have a score card, enter its code.")}
      </p>
      <div class="answers">
        <Press class="big" onPress={() => openPage(`/card/${of.id}`)}>
          {t("I have a card")}
        </Press>
        <Press class="big" onPress={() => openPage(`/projector/${of.id}`)}>
          {t("Pairings and standings")}
        </Press>
      </div>
    </section>
  );
}

function Form({ of, took }: { of: SignUpView; took: Took }) {
  const name = useSignal("");
  const faction = useSignal("");
  const models = useSignal(9);
  const withList = useSignal(false);
  const listing = useSignal<Listing | null>(null);
  const mutation = useMutation();
  const full = of.sign_up.places > 0 && of.sign_up.taken >= of.sign_up.places;
  const ready = name.value.trim() !== "" && (!withList.value || listing.value !== null);
  const send = async (): Promise<void> => {
    const force = withList.value ? listing.value : { models: models.value };
    const told = await mutation.send<SignUpView>(`/api/signup/${of.id}`, {
      name: name.value,
      faction: faction.value,
      ...force,
    });
    if (told) took(told);
  };
  return (
    <form
      class="club-form report"
      onSubmit={(event) => {
        event.preventDefault();
        if (ready) void send();
      }}
    >
      <h2>{full ? t("Join the waiting list") : t("Sign up")}</h2>
      <label>
        {of.doubles ? nameLabel(true) : t("Your name")}{" "}
        <input
          type="text"
          name="name"
          maxLength={60}
          autocomplete="name"
          value={name.value}
          onInput={(event) => (name.value = event.currentTarget.value)}
        />
      </label>
      <label>
        {withList.value ? t("Faction (from the force file if given)") : t("Faction")}{" "}
        <input
          type="text"
          name="faction"
          maxLength={60}
          autocomplete="off"
          list="factions"
          value={faction.value}
          onInput={(event) => (faction.value = event.currentTarget.value)}
        />
      </label>
      <datalist id="factions">
        {of.factions.map((known) => (
          <option key={known} value={known} />
        ))}
      </datalist>
      <div class="choice" role="group" aria-label={t("Force")}>
        <Press aria-pressed={!withList.value} onPress={() => (withList.value = false)}>
          {t("List comes later")}
        </Press>
        <Press aria-pressed={withList.value} data-with-list onPress={() => (withList.value = true)}>
          {t("List is here")}
        </Press>
      </div>
      {withList.value ? (
        <ListForm limit={of.limit} onChange={(found) => (listing.value = found)} />
      ) : (
        <Models value={models.value} onChange={(number) => (models.value = number)} />
      )}
      <p class="hint">
        {t(
          "The organiser sees what you enter; your name and faction are shown to everybody at the event. " +
            "Your list is shown to your opponents.",
        )}
      </p>
      <Says mutation={mutation} />
      <button type="submit" class="big go" data-yes disabled={mutation.busy || !ready}>
        {full ? t("Wait for a place") : t("Sign up")}
      </button>
    </form>
  );
}

function Own({
  of,
  own,
  took,
  onAnother,
}: {
  of: SignUpView;
  own: NonNullable<SignUpView["own"]>;
  took: Took;
  onAnother: () => void;
}) {
  const armed = useSignal(false);
  const mutation = useMutation();
  const leave = async (): Promise<void> => {
    const told = await mutation.send<SignUpView>(`/api/signup/${of.id}/leave`, {});
    if (told) took(told);
  };
  return (
    <>
      <section class={`report ${own.stands === "in" ? "closed" : ""}`} role="status" data-stands={own.stands}>
        <h2>{standsText(own)}</h2>
        <p class="lead">
          {[
            own.faction || t("no faction"),
            modelCount(own.models),
            own.force ? t("your list is in") : t("your list is missing"),
          ].join(", ")}
        </p>
        {own.stands === "in" && (
          <p>{t("Your card’s code: {code}. Keep it: it opens your card on any phone.", { code: own.code })}</p>
        )}
        {own.stands === "in" && (
          <Press class="big go" data-card onPress={() => openPage("/card")}>
            {of.sign_up.check_in && !own.presence ? t("My score card and check-in") : t("My score card")}
          </Press>
        )}
        {own.stands === "waiting" && (
          <p>
            {of.sign_up.approval
              ? t("The organiser gives each place. This page shows it at once.")
              : t(
                  "If somebody drops out before round 1, the first player on the waiting list gets the " +
                    "place. This page shows it at once.",
                )}
          </p>
        )}
      </section>
      {own.stands !== "left" && !of.round && <Handing of={of} own={own} took={took} />}
      <Says mutation={mutation} />
      {own.stands !== "left" && !of.round && (
        <TwoTaps
          first={t("I am not coming …")}
          second={t("Yes, cancel my sign-up")}
          armed={armed.value}
          arm={(on) => (armed.value = on)}
          disabled={mutation.busy}
          onDo={() => void leave()}
        />
      )}
      {of.sign_up.open && (
        <Press class="big" data-another onPress={onAnother}>
          {t("Sign up somebody else on this phone …")}
        </Press>
      )}
    </>
  );
}

function standsText({ stands, place, name }: NonNullable<SignUpView["own"]>): string {
  if (stands === "in") return t("{player}, you have a place", { player: name });
  if (stands === "left") return t("{player}: the sign-up is cancelled", { player: name });
  return place === 1
    ? t("{player}, you are the first on the waiting list", { player: name })
    : t("{player}, you are number {n} on the waiting list", { player: name, n: place });
}

/** Handing a list in, or another one, until round 1 locks it. */
function Handing({ of, own, took }: { of: SignUpView; own: NonNullable<SignUpView["own"]>; took: Took }) {
  const listing = useSignal<Listing | null>(null);
  const open = useSignal(false);
  const mutation = useMutation();
  const send = async (done: Mutation): Promise<void> => {
    const told = await done.send<SignUpView>(`/api/signup/${of.id}/list`, { faction: own.faction, ...listing.value });
    if (!told) return;
    open.value = false;
    took(told);
  };
  if (!open.value) {
    return (
      <section class="report">
        {own.force && <ForceList force={own.force} />}
        {own.list_approved && <p>{t("The organiser has approved your list.")}</p>}
        <Press class="big" data-hand-in onPress={() => (open.value = true)}>
          {own.force ? t("Hand in another list …") : t("Hand in the list …")}
        </Press>
      </section>
    );
  }
  return (
    <form
      class="club-form report"
      onSubmit={(event) => {
        event.preventDefault();
        if (listing.value) void send(mutation);
      }}
    >
      <h2>{t("Your list")}</h2>
      <ListForm limit={of.limit} onChange={(found) => (listing.value = found)} />
      <Says mutation={mutation} />
      <div class="answers">
        <Press class="big" onPress={() => (open.value = false)}>
          {t("Cancel")}
        </Press>
        <button type="submit" class="big go" data-give disabled={mutation.busy || !listing.value}>
          {t("Hand in the list")}
        </button>
      </div>
    </form>
  );
}

function More({ of }: { of: SignUpView }) {
  return (
    <div class="more">
      {of.times.length > 0 && (
        <details open>
          <summary>{t("Schedule")}</summary>
          <Times of={of.times} round={of.round} />
        </details>
      )}
      <details>
        <summary>{t("Language and lengths")}</summary>
        <ThisDevice />
      </details>
    </div>
  );
}
