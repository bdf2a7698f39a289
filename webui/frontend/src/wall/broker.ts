// The one connection to the broker: it opens again by itself, and reads cards of all tables and parts of one.

import mqtt, { type MqttConnection } from "mqtt/dist/mqtt.esm";
import type { WallPlan } from "../types/wall.ts";
import { reached, receive, refusal, showLarge } from "./hall_store.ts";

const OF_EACH = ["card", "status", "names", "results"]; // no text
const OF_ONE = ["ground", "table", "game", "portraits"]; // no text
const AGAIN_MS = 2000;

let client: MqttConnection | null = null;
let watched = "";
const text = new TextDecoder();

/**
 * Reads the tables of a hall; of all halls where none is named. key: the secret of the hall's organiser, if it is
 * known.
 */
export function followHall(address: string, hall: string, key: string): void {
  client = mqtt.connect(address, {
    protocolVersion: 5,
    reconnectPeriod: AGAIN_MS,
    // a worker would be a script of another origin, which the page forbids itself
    timerVariant: "native",
    ...(key ? { username: `${hall}-desk`, password: key } : {}),
  });
  const of = hall || "+";
  client.on("connect", () => {
    reached.value = true;
    refusal.value = "";
    client!.subscribe([...OF_EACH.map((part) => `tc/1/pub/${of}/+/${part}`), `tc/1/pub/${of}/wall`]);
    const again = watched;
    watched = "";
    watch(again);
  });
  client.on("close", () => (reached.value = false));
  client.on("error", ({ message }) => (refusal.value = message));
  client.on("message", (topic, payload, packet) => receive(topic, text.decode(payload), !packet.retain));
}

/** Shows one table large, and reads its parts and no other table's. */
export function watch(key: string): void {
  showLarge(key);
  if (key === watched || !client?.connected) return;
  if (watched) client.unsubscribe(partsOf(watched));
  watched = key;
  if (key) client.subscribe(partsOf(key));
}

/** Has every wall of a hall show it so. Rejects where the broker does not let this device. */
export async function drive(hall: string, plan: WallPlan): Promise<void> {
  await client!.publishAsync(`tc/1/pub/${hall}/wall`, JSON.stringify(plan), { qos: 1, retain: true });
}

function partsOf(key: string): string[] {
  return OF_ONE.map((part) => `tc/1/pub/${key}/${part}`);
}
