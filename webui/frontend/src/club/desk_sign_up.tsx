// Sign-up on the desk: its code for phones, how many places there are, who waits, and whether phones check in.

import { useSignal } from "@preact/signals";
import { t, tn } from "../i18n.ts";
import { me } from "../net/me.ts";
import type { DeskSignUp, OrganiserView, WaitingPlayer } from "../types/organiser.ts";
import { Press } from "../ui/press.tsx";
import { SheetRow } from "./act_form.tsx";
import { Sheet, TwoTaps } from "../ui/sheet.tsx";
import { Says, useMutation } from "./mutations.tsx";
import { modelCount, pointCount } from "./words.ts";

const MOST_PLACES = 1000;

export function SignUpRow({ of }: { of: OrganiserView }) {
  const { sign_up } = of;
  return (
    <SheetRow
      mark="sign-up"
      title={sign_up.open ? t("Sign-up is open") : t("Sign-up is closed")}
      note={[
        placesText(sign_up),
        waitingText(sign_up),
        sign_up.approval && t("with approval"),
        sign_up.check_in && t("check-in by phone"),
      ]}
    >
      {(close) => <SignUpSheet of={of} onClose={close} />}
    </SheetRow>
  );
}

function placesText({ places, taken }: DeskSignUp): string {
  return places ? t("{taken} of {places} places are taken", { taken, places }) : t("any number of places");
}

function waitingText({ waiting }: DeskSignUp): string {
  return waiting ? tn("{n} player is waiting", "{n} players are waiting", waiting) : "";
}

function SignUpSheet({ of, onClose }: { of: OrganiserView; onClose: () => void }) {
  const { sign_up } = of;
  const mutation = useMutation();
  const places = useSignal(sign_up.places);
  const address = me.value?.addresses[0];
  const page = `${address}/signup/${of.id}`; // no text
  const set = (change: Partial<DeskSignUp>) => () =>
    void mutation.act("sign_up", {
      open: sign_up.asked,
      places: sign_up.places,
      check_in: sign_up.check_in,
      approval: sign_up.approval,
      ...("asked" in change ? { open: change.asked } : change),
    });
  return (
    <Sheet title={t("Sign-up and check-in")} onClose={onClose} wide>
      <div class="side-by-side">
        <section class="club-form">
          {of.round > 0 ? (
            <p class="note">
              {t(
                "Round 1 is drawn, so nobody can sign up any more. You can still give players on the " +
                  "waiting list a place, late.",
              )}
            </p>
          ) : (
            <div class="choice" role="group" aria-label={t("Sign-up on phones")}>
              <Press
                data-open-sign-up
                disabled={mutation.busy}
                aria-pressed={sign_up.asked}
                onPress={set({ asked: true })}
              >
                {t("Open")}
              </Press>
              <Press disabled={mutation.busy} aria-pressed={!sign_up.asked} onPress={set({ asked: false })}>
                {t("Closed")}
              </Press>
            </div>
          )}
          <form
            class="club-form"
            onSubmit={(event) => {
              event.preventDefault();
              set({ places: places.value })();
            }}
          >
            <label>
              {t("Places, 0 for any number")}{" "}
              <input
                type="number"
                inputmode="numeric"
                name="places"
                min={0}
                max={MOST_PLACES}
                value={places.value}
                onInput={(event) => (places.value = Math.max(0, Math.round(Number(event.currentTarget.value))))}
              />
            </label>
            {places.value !== sign_up.places && (
              <button type="submit" class="big go" data-places disabled={mutation.busy}>
                {places.value ? tn("Set {n} place", "Set {n} places", places.value) : t("Any number of places")}
              </button>
            )}
          </form>
          <div class="choice" role="group" aria-label={t("Approval")}>
            <Press disabled={mutation.busy} aria-pressed={!sign_up.approval} onPress={set({ approval: false })}>
              {t("Everybody gets a free place")}
            </Press>
            <Press
              data-approval
              disabled={mutation.busy}
              aria-pressed={sign_up.approval}
              onPress={set({ approval: true })}
            >
              {t("You give each place")}
            </Press>
          </div>
          <div class="choice" role="group" aria-label={t("Check-in")}>
            <Press
              data-check-in-open
              disabled={mutation.busy}
              aria-pressed={sign_up.check_in}
              onPress={set({ check_in: true })}
            >
              {t("Also by phone")}
            </Press>
            <Press disabled={mutation.busy} aria-pressed={!sign_up.check_in} onPress={set({ check_in: false })}>
              {t("Only at the desk")}
            </Press>
          </div>
          <Says mutation={mutation} />
        </section>
        {sign_up.open && (
          <section class="club-form card-code">
            <h2>{t("Scan to sign up")}</h2>
            {address ? (
              <>
                <img src={`/api/qr.svg?path=/signup/${of.id}`} alt={t("QR code of the sign-up page")} />
                <p class="where">
                  <b>{page}</b>
                </p>
              </>
            ) : (
              <p class="hint">{t("Phones cannot reach this computer: start the program with --host 0.0.0.0.")}</p>
            )}
            <p class="hint">{t("The projector shows this code too until round 1 is drawn.")}</p>
          </section>
        )}
      </div>
      <Queue queue={sign_up.queue} approval={sign_up.approval} />
    </Sheet>
  );
}

function Queue({ queue, approval }: { queue: WaitingPlayer[]; approval: boolean }) {
  const order = approval
    ? t("Give each player a place, or take them off the list.")
    : t("If someone drops out before round 1, the first player on this list gets the place.");
  return (
    <section class="club-form">
      <h2>{t("Waiting list")}</h2>
      <p class="hint">{queue.length ? order : t("Nobody is waiting for a place.")}</p>
      <ol class="club-list">
        {queue.map((player, number) => (
          <Waiting key={player.id} player={player} number={number + 1} />
        ))}
      </ol>
    </section>
  );
}

function Waiting({ player, number }: { player: WaitingPlayer; number: number }) {
  const armed = useSignal(false);
  const mutation = useMutation();
  return (
    <li class="club-form" data-waits={player.id}>
      <div class="club-row">
        <b class="tag">{number}</b>
        <span class="name">
          <b>{player.called}</b>
          <small>
            {[
              player.faction || t("no faction"),
              modelCount(player.models),
              player.force ? t("list of {points}", { points: pointCount(player.force.points) }) : t("no list"),
            ].join(", ")}
          </small>
        </span>
      </div>
      <div class="side-by-side">
        <Press
          class="big"
          data-admit
          disabled={mutation.busy}
          onPress={() =>
            void mutation.act("admit", { player: player.id }, t("{player} has a place", { player: player.called }))
          }
        >
          {t("Give {player} a place", { player: player.name })}
        </Press>
        <TwoTaps
          first={t("Take {player} off the list …", { player: player.name })}
          second={t("Yes, take {player} off the list", { player: player.name })}
          armed={armed.value}
          arm={(on) => (armed.value = on)}
          disabled={mutation.busy}
          onDo={() => void mutation.act("strike", { player: player.id })}
        />
      </div>
      <Says mutation={mutation} />
    </li>
  );
}
