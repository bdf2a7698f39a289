// One table as a card: who plays, how it stands, what was ruled last, and what somebody should look after.

import { Emblem } from "../board/marks.tsx";
import { t } from "../i18n.ts";
import type { CardSide, HallTable } from "../types/wall.ts";
import { versusText } from "../ui/names.ts";
import { tableAddress } from "./address.ts";
import { TableClock } from "./clock.tsx";

/** The name of a table, else its place in the round, else its id. */
export function tableTitle({ names, card, key }: HallTable): string {
  if (names?.table) return names.table;
  return card?.no ? t("Table {number}", { number: card.no }) : key.split("/")[1]!;
}

export function TableTile({
  of,
  large,
  choose,
}: {
  of: HallTable;
  large: boolean;
  choose: ((key: string) => void) | null;
}) {
  const { card, key } = of;
  return (
    <li class={`w-card${large ? " w-is-large" : ""}${card?.call ? " w-called" : ""}`} data-table={key}>
      <h2>
        <a href={tableAddress(key)} aria-current={large}>
          {tableTitle(of)}
        </a>{" "}
        <TableClock of={of} />
      </h2>
      <Troubles of={of} />
      {card?.game ? <Standing of={of} /> : <p class="soft">{t("No game")}</p>}
      {choose && (
        <button type="button" data-choose={key} aria-pressed={large} onClick={() => choose(key)}>
          {t("Show large")}
        </button>
      )}
    </li>
  );
}

/** The trouble that somebody should look after: a judge is wanted, the network or the camera is gone. */
export function Troubles({ of: { card, online } }: { of: HallTable }) {
  const camera = card && online ? cameraText(card.camera) : "";
  if (!card?.call && online && !camera) return null;
  return (
    <p class="w-troubles">
      {card?.call && (
        <strong class="w-judge" data-trouble="judge">
          {t("Judge!")}
        </strong>
      )}
      {!online && <span data-trouble="network">{t("No network")}</span>}
      {camera && <span data-trouble="camera">{camera}</span>}
    </p>
  );
}

function cameraText(state: string): string {
  if (state === "trouble" || state === "ended") return t("The camera is lost");
  if (state === "held_back") return t("The camera was moved");
  return "";
}

function Standing({ of: { card } }: { of: HallTable }) {
  const { sides, turn, due, said, over, won } = card!;
  return (
    <>
      <Sides sides={sides} due={due} won={over ? won : ""} />
      <p class="w-turn">{over ? t("The game is over") : turn}</p>
      {said && <p class="w-said">{said}</p>}
    </>
  );
}

export function Sides({ sides, due, won }: { sides: CardSide[]; due: string; won: string }) {
  return (
    <ul class="w-sides">
      {sides.map(([seat, name, score], number) => (
        <li
          key={seat}
          class={`side-${number % 4}${seat === due ? " due" : ""}${seat === won ? " won" : ""}`}
          data-side={seat}
        >
          <svg viewBox="-12 -12 24 24" aria-hidden="true">
            <Emblem side={number % 4} size={10} />
          </svg>
          <span class="w-name">{name}</span>
          {seat === due && <small class="w-due">{t("to act")}</small>}
          {seat === won && <small class="w-due">{t("has won")}</small>}
          <b>{score}</b>
        </li>
      ))}
    </ul>
  );
}

/** The opponents. */
export function meetingText(sides: CardSide[]): string {
  return versusText(sides.map(([, name]) => name));
}
