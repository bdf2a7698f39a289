// The models of both sides with their counters, and the card of one of them.

import { signal } from "@preact/signals";
import type { ComponentChildren } from "preact";
import { Side, Who } from "../../board/seat_marks.tsx";
import { game } from "../../net/game_store.ts";
import { selectModel } from "../../net/table_store.ts";
import type { Fields, Json } from "../../types/game.ts";
import { nameOf } from "../../ui/names.ts";
import { Press } from "../../ui/press.tsx";
import { Sheet } from "../../ui/sheet.tsx";
import { capital, signed } from "../../ui/words.ts";
import type { FighterState } from "./types.ts";

const reading = signal<string | null>(null);
// said in other ways, or nothing to read
const NO_MARKERS = ["alive", "shown", "removed", "deployed"];
const HIDDEN = "hidden";

/** own: what stands beside a side's name, for that side's own eyes. */
export function Strip({ own }: { own: (seat: string) => ComponentChildren }) {
  const { seats, state } = game.value!;
  const models = Object.entries((state.models ?? {}) as Record<string, FighterState>);
  if (models.length === 0) return null;
  return (
    <section class="counters">
      <h2>Models and counters</h2>
      {seats.map((seat) => (
        <div key={seat} class="counters-of">
          <p class="counters-head">
            <Side seat={seat} />
            {own(seat)}
          </p>
          <ul>
            {models.filter(([id, each]) => sideOf(id, each) === seat).map(([id, each]) => (
              <li key={id}>
                <Press class={each.alive ? "counter" : "counter fallen"} data-counters={id} onPress={() => (reading.value = id)}>
                  <Who id={id} />
                  <span class="marks">
                    <Order counters={each} />
                    {each.alive ? woundsLeft(each) !== null && <b>{woundsLeft(each)} W</b> : <b>out</b>}
                    {each.alive && markerNames(each).map((marker) => <em key={marker}>{marker}</em>)}
                  </span>
                </Press>
              </li>
            ))}
          </ul>
        </div>
      ))}
      {(state.markers ?? []).length > 0 && <p class="lead">On the table: {state.markers!.join(", ")}.</p>}
    </section>
  );
}

function sideOf(id: string, counters: FighterState): string {
  return game.value?.names[id]?.side ?? String(counters.profile.side ?? "");
}

function woundsLeft(counters: FighterState): number | null {
  return typeof counters.wounds === "number" ? counters.wounds : null;
}

/** Every counter that lies there, by the name that the rulebook has for it. */
function markerNames(counters: FighterState): string[] {
  return Object.entries(counters).flatMap(([name, value]) => (value === true && !NO_MARKERS.includes(name) ? [name.replaceAll("_", " ")] : []));
}

function Order({ counters }: { counters: FighterState }) {
  if (!counters.order) return null;
  if (counters.order === HIDDEN) return <span class="order-back" role="img" aria-label="an order face down">?</span>;
  return <span class={counters.shown ? "order" : "order own"}>{capital(counters.order)}</span>;
}

export function CardSheet() {
  const id = reading.value;
  const counters = id === null ? undefined : (game.value?.state.models?.[id] as FighterState | undefined);
  if (id === null || !counters) return null;
  const profile = counters.profile;
  const numbers = Object.entries(profile).filter((entry): entry is [string, number] => typeof entry[1] === "number");
  const weapons = (Array.isArray(profile.weapons) ? profile.weapons : []) as Fields[];
  return (
    <Sheet title={nameOf(id)} wide onClose={() => (reading.value = null)}>
      <div class="model-card" data-card={id}>
        <p class="lead">
          <Who id={id} label={nameOf(id)} /> {typeof profile.name === "string" && profile.name}
          {profile.commander === true && <em>Commander</em>}
        </p>
        <p class="marks">
          <Order counters={counters} />
          {woundsLeft(counters) !== null && <b>{woundsLeft(counters)} of {String(profile.W ?? "?")} wounds left</b>}
          {markerNames(counters).map((marker) => <em key={marker}>{marker}</em>)}
        </p>
        <dl class="numbers-of">
          {numbers.map(([name, value]) => (
            <div key={name}>
              <dt>{name}</dt>
              <dd>{value}</dd>
            </div>
          ))}
        </dl>
        {weapons.map((weapon) => <Weapon key={String(weapon.name)} weapon={weapon} />)}
        {(counters.tags ?? []).length > 0 && (
          <dl class="tags">
            {counters.tags!.map((tag) => (
              <div key={tag.name}>
                <dt>{capital(tag.name)}{tag.known === false && <em>the players apply it</em>}</dt>
                <dd>{tag.text}</dd>
              </div>
            ))}
          </dl>
        )}
        <Press class="big" onPress={() => { selectModel(id); reading.value = null; }}>Show on the board</Press>
      </div>
    </Sheet>
  );
}

/** A weapon with its figures in each range band that it has. */
function Weapon({ weapon }: { weapon: Fields }) {
  const bands = Object.entries(weapon).filter((entry): entry is [string, Fields] => entry[1] !== null && typeof entry[1] === "object" && !Array.isArray(entry[1]));
  return (
    <section class="weapon">
      <h2>{capital(String(weapon.name))}</h2>
      <ul>
        {bands.map(([band, figures]) => (
          <li key={band}>
            <small>{band}</small>
            <b>{figuresOf(figures)}</b>
          </li>
        ))}
      </ul>
    </section>
  );
}

/** `+1 to hit, strength 5, shots 2`; a record without fields has only ordinary figures. */
function figuresOf(figures: Fields): string {
  const { to_hit = 0, ...rest } = figures;
  const others = Object.entries(rest).filter(([, value]) => typeof value === "number").map(([name, value]) => `${name} ${figureText(name, value, figures)}`);
  return [`${signed(Number(to_hit))} to hit`, ...others].join(", ");
}

function figureText(name: string, value: Json, figures: Fields): string {
  return name === "strength" && figures.adds === true ? signed(Number(value)) : String(value);
}
