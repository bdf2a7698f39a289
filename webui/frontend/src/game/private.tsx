// The private view of one of two players at the same tablet: the other looks away, and a finger holds while it shows.

import { signal } from "@preact/signals";
import { useEffect } from "preact/hooks";
import { Side, Who } from "../board/seat_marks.tsx";
import { listed, t, tx } from "../i18n.ts";
import { post } from "../net/api.ts";
import { reopenKey } from "../net/command_queue.ts";
import {
  game,
  gameRunning,
  isCovered,
  isTable,
  lineOf,
  offline,
  openQuestions,
  questionKey,
  seatIds,
  seatsWithSecrets,
} from "../net/game_store.ts";
import type { PrivateView } from "../types/game.ts";
import { MarkedText } from "../ui/book_words.tsx";
import { HoldToReveal } from "../ui/hold_to_reveal.tsx";
import { seatName } from "../ui/names.ts";
import { Press } from "../ui/press.tsx";
import { Sheet } from "../ui/sheet.tsx";
import { Announce } from "./announce.tsx";
import { Counters } from "./counters.tsx";
import { forgetSecrets } from "./drafts.ts";
import { Hint } from "./hint.tsx";
import { isAnswered } from "./mutations.ts";
import { Fitting } from "./question.tsx";

/** The seat whose private view is open on this screen. */
const coveredSeat = signal<string | null>(null);

/**
 * Everything that asks for a player's own eyes: known questions that are answered in secret, or a turn that begins so.
 */
export function OwnTurns() {
  if (!isTable.value || !gameRunning.value) return null;
  const secret = game.value!.questions.filter((question) => isCovered(question) && question.seat);
  const waits = secret.length === 0 && openQuestions.value.length === 0 ? game.value!.waits : "";
  const begins = game.value!.private[waits] ? waits : "";
  if (begins)
    return (
      <OwnTurn
        key={`${begins} ${game.value!.number}`}
        seat={begins}
        text={game.value!.announce?.title ?? game.value!.hidden_title}
        announces
      />
    );
  if (secret.length === 1) return <OwnTurn key={lineOf(secret[0]!)} seat={secret[0]!.seat!} text={secret[0]!.text} />;
  return (
    <>
      {secret.map((question) => (
        <section key={lineOf(question)} class="question" data-secret={question.seat}>
          <header>
            <Side seat={question.seat!} />
            <h2 tabIndex={-1} data-focus-first>
              <MarkedText text={question.text} />
            </h2>
          </header>
          <Press
            class="big go"
            disabled={offline.value || isAnswered(question)}
            data-open-own={question.seat}
            onPress={() => (coveredSeat.value = question.seat)}
          >
            {isAnswered(question) ? t("Sent …") : t("{side}: in secret …", { side: seatName(question.seat!) })}
          </Press>
        </section>
      ))}
    </>
  );
}

/** announces: whether the seat may answer aloud, without a question. */
function OwnTurn({ seat, text, announces = false }: { seat: string; text: string; announces?: boolean }) {
  const announce = announces ? game.value!.announce : null;
  return (
    <section class="question" data-secret={seat}>
      <header>
        <Side seat={seat} />
        <h2 tabIndex={-1} data-focus-first>
          <MarkedText text={text} />
        </h2>
      </header>
      {announce?.seat === seat && <Announce announce={announce} />}
      <Secret seat={seat} heading={text} />
    </section>
  );
}

/** For the seats that wait while another acts: always there and always the same, whether or not there is a chance. */
export function Interrupts() {
  const interrupt = game.value!.interrupt;
  const asked = new Set(openQuestions.value.flatMap((question) => question.seat ?? []));
  const active = asked.size === 1 ? [...asked][0]! : asked.size === 0 ? game.value!.active || game.value!.waits : "";
  const seats =
    gameRunning.value && interrupt && active ? seatsWithSecrets.value.filter((seat) => seat !== active) : [];
  return (
    <>
      {seats.map((seat) => (
        <Press
          key={seat}
          class="big interrupt"
          disabled={offline.value}
          data-interrupt={seat}
          onPress={() => (coveredSeat.value = seat)}
        >
          <Side seat={seat} />
          <span>{interrupt!.label}</span>
        </Press>
      ))}
    </>
  );
}

/** A side's own look at what lies face down before it, at any time; not in a game where nothing ever does. */
export function OwnHidden({ seat }: { seat: string }) {
  if (!gameRunning.value || !game.value!.hidden_title || !seatsWithSecrets.value.includes(seat)) return null;
  return (
    <Press disabled={offline.value} class="own-hidden" data-own={seat} onPress={() => (coveredSeat.value = seat)}>
      {t("{title} …", { title: game.value!.hidden_title })}
    </Press>
  );
}

export function SecretSheet() {
  const seat = coveredSeat.value;
  if (seat === null || !game.value) return null;
  const others = seatIds.value.filter((other) => other !== seat).map(seatName);
  return (
    <Sheet title={t("{sides}: look away", { sides: listed(others) })} wide onClose={closeCover}>
      <div class="cover" data-cover={seat}>
        <p class="lead">
          {tx("{side} holds the button and sees what is hidden.", { side: <Side seat={seat} large /> })}
        </p>
        <Secret seat={seat} onDone={closeCover} />
      </div>
    </Sheet>
  );
}

function closeCover(): void {
  coveredSeat.value = null;
  forgetSecrets();
}

/** heading: the words that stand over it already. */
function Secret({ seat, heading = "", onDone }: { seat: string; heading?: string; onDone?: () => void }) {
  const others = seatIds.value.filter((other) => other !== seat).map(seatName);
  return (
    <>
      {!onDone && <p class="lead">{t("{sides}: look away.", { sides: listed(others) })}</p>}
      <HoldToReveal<PrivateView>
        label={t("{side}: hold here", { side: seatName(seat) })}
        disabled={offline.value}
        fetch={(signal) => fetchPrivate(seat, signal)}
      >
        {(own, hide) => (
          <Revealed
            own={own}
            seat={seat}
            heading={heading}
            onDone={() => {
              hide();
              onDone?.();
            }}
          />
        )}
      </HoldToReveal>
    </>
  );
}

/** The cards face down before a seat; its question is open, also if an answer was taken back unseen. */
async function fetchPrivate(seat: string, signal: AbortSignal): Promise<PrivateView> {
  const own = await post<PrivateView>("/api/game/private", { seat }, undefined, signal);
  for (const question of own.questions) reopenKey(questionKey(question));
  return own;
}

function HiddenCounters({ hidden }: { hidden: PrivateView["hidden"] }) {
  if (hidden.length === 0) return null;
  return (
    <ul class="hidden-counters" aria-label={game.value!.hidden_title}>
      {hidden.map(({ model, counters, name }) => (
        <li key={model}>
          <Who id={model} /> {name && <b>{name}</b>} <Counters counters={counters} />
        </li>
      ))}
    </ul>
  );
}

interface RevealedProps {
  own: PrivateView;
  seat: string;
  heading: string;
  onDone: () => void;
}

function Revealed({ own, seat, heading, onDone }: RevealedProps) {
  const open = own.questions.filter((question) => !isAnswered(question));
  const over = own.questions.length > 0 && open.length === 0;
  useEffect(() => {
    if (over) onDone();
  }, [over]);
  return (
    <>
      {open.map((question) => (
        <div key={lineOf(question)} class="own-question" data-question={question.key}>
          {question.text !== heading && (
            <h2 tabIndex={-1} data-focus-first>
              {question.text}
            </h2>
          )}
          <Fitting question={{ ...question, seat: question.seat ?? seat }} />
          <Hint question={question} seat={seat} />
        </div>
      ))}
      <HiddenCounters hidden={own.hidden} />
      {open.length === 0 && <p class="lead">{t("Nothing to answer now.")}</p>}
    </>
  );
}
