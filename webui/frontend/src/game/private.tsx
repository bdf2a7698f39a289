// What one of two players at the same tablet may see: the other looks away, and a finger holds while it shows.

import { signal } from "@preact/signals";
import { useEffect } from "preact/hooks";
import { post } from "../net/api.ts";
import { HoldToReveal } from "../ui/hold.tsx";
import { Press } from "../ui/press.tsx";
import { Sheet } from "../ui/sheet.tsx";
import { Side, Who } from "./marks.tsx";
import { Naming } from "./naming.tsx";
import { answered, capital, forgetSecrets, game, isPrivate, isTable, offline, openly, privately, type Question, running, seatName } from "./play.ts";
import { Fitting } from "./question.tsx";

interface Own {
  orders: Record<string, string>;
  questions: Question[];
}

/** Whose side of things is open on this screen. */
const covering = signal<string | null>(null);

/** Everything that asks for a player's own eyes: known questions that are answered in secret, or a turn that begins so. */
export function OwnTurns() {
  if (!isTable.value || !running.value) return null;
  const secret = game.value!.questions.filter((question) => isPrivate(question.ask) && question.seat);
  const begins = secret.length === 0 && openly.value.length === 0 ? game.value!.waits : "";
  if (begins) return <OwnTurn key={`${begins} ${game.value!.number}`} seat={begins} text="Name a model, or look first" naming />;
  if (secret.length === 1) return <OwnTurn key={secret[0]!.key} seat={secret[0]!.seat!} text={secret[0]!.text} />;
  return (
    <>
      {secret.map((question) => (
        <section key={question.key} class="question" data-secret={question.seat}>
          <header>
            <Side seat={question.seat!} />
            <h2>{question.text}</h2>
          </header>
          <Press class="big go" disabled={offline.value || answered(question)} data-open-own={question.seat} onPress={() => (covering.value = question.seat)}>
            {answered(question) ? "Sent …" : `${seatName(question.seat!)}: in secret …`}
          </Press>
        </section>
      ))}
    </>
  );
}

/** The seat that the heading names: everybody hears whose turn it is. */
export function acting(): string | null {
  const { seats, heading } = game.value!;
  return seats.find((seat) => heading.toLowerCase().startsWith(seat.toLowerCase())) ?? null;
}

function OwnTurn({ seat, text, naming = false }: { seat: string; text: string; naming?: boolean }) {
  return (
    <section class="question" data-secret={seat}>
      <header>
        <Side seat={seat} />
        <h2>{text}</h2>
      </header>
      {naming && <Naming seat={seat} />}
      <Secret seat={seat} />
    </section>
  );
}

/** For whoever waits while the other side acts: always there and always the same, whether or not there is a chance. */
export function BreakIn() {
  const asked = new Set(openly.value.flatMap((question) => question.seat ?? []));
  const active = asked.size === 1 ? [...asked][0]! : asked.size === 0 ? acting() : null;
  const seats = running.value && active !== null ? privately.value.filter((seat) => seat !== active) : [];
  return (
    <>
      {seats.map((seat) => (
        <Press key={seat} class="big break-in" disabled={offline.value} data-break-in={seat} onPress={() => (covering.value = seat)}>
          <Side seat={seat} />
          <span>Break in</span>
        </Press>
      ))}
    </>
  );
}

/** A side's own look at what lies face down before it, at any time. */
export function OwnOrders({ seat }: { seat: string }) {
  if (!running.value || !privately.value.includes(seat)) return null;
  return <Press disabled={offline.value} class="own-orders" data-own={seat} onPress={() => (covering.value = seat)}>Own orders …</Press>;
}

export function Cover() {
  const seat = covering.value;
  if (seat === null || !game.value) return null;
  const others = game.value.seats.filter((each) => each !== seat).map(seatName);
  return (
    <Sheet title={`${others.join(" and ")}, look away`} wide onClose={close}>
      <div class="cover" data-cover={seat}>
        <p class="lead">
          <Side seat={seat} large /> holds, and sees what is face down.
        </p>
        <Secret seat={seat} onDone={close} />
      </div>
    </Sheet>
  );
}

function close(): void {
  covering.value = null;
  forgetSecrets();
}

function Secret({ seat, onDone }: { seat: string; onDone?: () => void }) {
  const others = game.value!.seats.filter((each) => each !== seat).map(seatName);
  return (
    <>
      {!onDone && <p class="lead">{others.join(" and ")}, look away.</p>}
      <HoldToReveal<Own>
        label={`${seatName(seat)}: hold here`}
        disabled={offline.value}
        fetch={(signal) => post<Own>("/api/game/private", { seat }, undefined, signal)}
      >
        {(own, hide) => (
          <Revealed
            own={own}
            seat={seat}
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

function Revealed({ own, seat, onDone }: { own: Own; seat: string; onDone: () => void }) {
  const orders = Object.entries(own.orders).filter(([, order]) => order);
  const open = own.questions.filter((question) => !answered(question));
  const over = own.questions.length > 0 && open.length === 0;
  useEffect(() => {
    if (over) onDone();
  }, [over]);
  return (
    <>
      {open.map((question) => (
        <div key={question.key} class="own-question" data-question={question.key}>
          <h2>{question.text}</h2>
          <Fitting question={{ ...question, seat: question.seat ?? seat }} />
        </div>
      ))}
      {orders.length > 0 && (
        <ul class="orders" aria-label="Orders">
          {orders.map(([model, order]) => (
            <li key={model}>
              <Who id={model} /> <b>{capital(order)}</b>
            </li>
          ))}
        </ul>
      )}
      {open.length === 0 && <p class="lead">Nothing to answer now.</p>}
    </>
  );
}
