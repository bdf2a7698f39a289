// A score card for each player for the whole event: the opponent fills it in, and its code opens it on a phone.

import { t, tx } from "../i18n.ts";
import type { Paper, PaperCard } from "../types/club.ts";
import { distinctName } from "./public_store.ts";
import { levelsSentence, needsForce, fieldValue } from "./score_words.ts";
import { modelCount } from "./words.ts";

export function ScoreCards({ of, reached }: { of: Paper; reached: boolean }) {
  const cards = [...of.cards].sort((one, other) =>
    distinctName(of, one.player).localeCompare(distinctName(of, other.player)),
  );
  return (
    <div class="flow">
      {cards.map((card) => (
        <ScoreCard key={card.player} of={of} card={card} reached={reached} />
      ))}
    </div>
  );
}

/** A QR code on paper. */
export function Code({ path, called }: { path: string; called: string }) {
  return (
    <img
      class="qr"
      src={`/api/qr.svg?ink=black&path=${encodeURIComponent(path)}`}
      alt={t("QR code: {target}", { target: called })}
      data-path={path}
    />
  );
}

function ScoreCard({ of, card, reached }: { of: Paper; card: PaperCard; reached: boolean }) {
  const { name, faction } = of.players[card.player]!;
  const path = `/card/${of.id}.${card.code}`;
  return (
    <article class="score-card" data-card={card.player}>
      <div class="scan">
        {reached && <Code path={path} called={t("the card of {player}", { player: name })} />}
        {reached && (
          <p>
            {tx("Scan me, or enter {code}", {
              code: (
                <b>
                  {card.code.slice(0, 4)} {card.code.slice(4)}
                </b>
              ),
            })}
          </p>
        )}
        <p class="mine-alone">{t("For you alone: anybody with this code can report for you.")}</p>
      </div>
      <div class="filled-in">
        <header>
          <h1>{name}</h1>
          <p>
            {of.title} · <b>{card.player}</b>
          </p>
          <p>
            {faction || t("no faction")}
            {(needsForce(of.scoring) || card.models > 0) && (
              <>
                , <b>{modelCount(card.models)}</b>
              </>
            )}
            . {levelsSentence(of.scoring, card.models)}
          </p>
        </header>
        <table>
          <thead>
            <tr>
              <th>{t("Round")}</th>
              <th>{t("Table")}</th>
              <th class="wide">{t("Opponent, who fills in and signs")}</th>
              {of.scoring.fields.map(({ key, title }) => (
                <th key={key}>{title}</th>
              ))}
              <th>{t("Conceded")}</th>
              <th>{t("Points")}</th>
            </tr>
          </thead>
          <tbody>
            {Array.from({ length: of.rounds }, (_, at) => (
              <Round key={at} of={of} card={card} number={at + 1} />
            ))}
          </tbody>
        </table>
      </div>
    </article>
  );
}

function Round({ of, card, number }: { of: Paper; card: PaperCard; number: number }) {
  const game = card.played.find((played) => played.round === number);
  if (card.byes.includes(number))
    return (
      <tr>
        <td>{number}</td>
        <td>–</td>
        <td class="wide">{t("bye")}</td>
        {of.scoring.fields.map(({ key }) => (
          <td key={key} />
        ))}
        <td />
        <td>{of.bye_points}</td>
      </tr>
    );
  const own = game?.own;
  return (
    <tr>
      <td>{number}</td>
      <td>{game?.table ?? ""}</td>
      <td class="wide">{game ? distinctName(of, game.opponent) : ""}</td>
      {of.scoring.fields.map(({ key, kind }) => (
        <td key={key}>{own ? (own.conceded ? "" : shown(fieldValue(own, key), kind)) : kind === "mark" ? "☐" : ""}</td>
      ))}
      <td>{own ? (own.conceded ? t("yes") : "") : "☐"}</td>
      <td>{own?.points ?? ""}</td>
    </tr>
  );
}

function shown(value: number, kind: "number" | "mark"): string {
  return kind === "number" ? String(value) : value ? t("yes") : "";
}
