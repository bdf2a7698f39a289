// The tour of the demo: five cards, each with a key that shows the thing on the page.

import { signal } from "@preact/signals";
import { t } from "../i18n.ts";
import { game } from "../net/game_store.ts";
import { chosenModel, models, selectModel, shownView } from "../net/table_store.ts";
import { Press } from "../ui/press.tsx";
import { demoHand, showHand } from "./hand.tsx";
import "./tour.css";

const SEEN = "tour-seen";

/** The card that is shown; null where there is no tour. */
const step = signal<number | null>(null);

interface TourCard {
  title: string;
  text: string;
  key: string;
  show: () => void;
}

const CARDS: (() => TourCard)[] = [
  () => ({
    title: t("This is a demo"),
    text: t(
      "The table is drawn, and there is no camera. " +
        "Take this hand and carry a model: tap the model, then where it goes.",
    ),
    key: t("Take the hand"),
    show: takeHand,
  }),
  () => ({
    title: t("Ranges and sight"),
    text: t("Tap a model to see its range to every other model and what it sees. Tap a row to see why."),
    key: t("Show a model"),
    show: showModel,
  }),
  () => ({
    title: t("The game"),
    text: t(
      "The umpire asks one thing at a time, uses the camera’s measurements, and never rolls for you. " +
        "Underlined words explain themselves.",
    ),
    key: t("Show where"),
    show: showGame,
  }),
  () => ({
    title: t("Other devices and everything else"),
    text: t(
      "Phones join with a code, each with its own secrets. The menu also has the set-up, games played and club events.",
    ),
    key: t("Show the menu’s button"),
    show: () => pointAt(".bar .menu-button"),
  }),
  () => ({
    title: t("Help"),
    text: t("Every page has a question mark: tap it to see what you can do there. This tour is in the menu."),
    key: t("Show the question mark"),
    show: () => pointAt(".bar .help-button"),
  }),
];

/** Whether this device has been offered the tour. */
export function hasSeenTour(): boolean {
  return localStorage.getItem(SEEN) !== null;
}

export function keepTourSeen(): void {
  localStorage.setItem(SEEN, "1");
}

/** Begins the tour from its first card. */
export function startTour(): void {
  step.value = 0;
}

export function Tour() {
  if (step.value === null || !demoHand.value) return null;
  const at = step.value;
  const card = CARDS[at]!();
  const last = at === CARDS.length - 1;
  return (
    <section class="tour" data-tour={at} aria-label={t("Tour of the demo")}>
      <div role="status">
        <h2>
          {card.title} <small>{t("{n} of {all}", { n: at + 1, all: CARDS.length })}</small>
        </h2>
        <p>{card.text}</p>
      </div>
      <div class="tour-keys">
        <Press key={at} data-tour-show onPress={card.show}>
          {card.key}
        </Press>
        <Press data-tour-next onPress={() => turnTo(last ? null : at + 1)}>
          {last ? t("Done") : t("Next")}
        </Press>
        {!last && (
          <Press data-tour-end onPress={() => turnTo(null)}>
            {t("End the tour")}
          </Press>
        )}
      </div>
    </section>
  );
}

function takeHand(): void {
  shownView.value = "table";
  showHand();
  pointAt(".hand-bar");
}

function showModel(): void {
  shownView.value = "table";
  const [first] = models.value;
  if (!chosenModel.value && first) selectModel(first.id);
  pointAt(".panel");
}

function showGame(): void {
  selectModel(null);
  pointAt(game.value ? ".panel.game .question, .panel.game" : ".begin-game");
}

/** Rings a part of the page until the tour goes on, and brings it into sight. */
function pointAt(selector: string): void {
  // what the key has just changed is drawn first
  requestAnimationFrame(() => {
    unpoint();
    const part = document.querySelector(selector);
    part?.scrollIntoView({ block: "nearest" });
    part?.classList.add("pointed-at");
  });
}

function unpoint(): void {
  for (const part of document.querySelectorAll(".pointed-at")) part.classList.remove("pointed-at");
}

function turnTo(card: number | null): void {
  unpoint();
  step.value = card;
}
