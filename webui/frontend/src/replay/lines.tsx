// Lines of a log to be read and tapped: the whole row is the target; what was taken back stays, crossed out.

import type { ComponentChildren } from "preact";
import { useEffect, useRef } from "preact/hooks";
import { SideMark } from "../board/seat_marks.tsx";
import { Face } from "../board/marks.tsx";
import { t } from "../i18n.ts";
import { game } from "../net/game_store.ts";
import type { LogLine, Seat } from "../types/game.ts";
import type { GamePosition } from "../types/replay.ts";
import { seatNumber } from "../ui/names.ts";
import { drawingAddress } from "../ui/appearance_store.ts";
import { Press } from "../ui/press.tsx";
import { RollReasons } from "./roll_reasons.tsx";

interface LinesProps {
  lines: LogLine[];
  seats: Seat[];
  /** The lines that were taken back later. */
  gone: Set<number>;
  chosen: number | null;
  choose: (line: number) => void;
  /** The number of a model's side; null for a model that is not in the game. */
  sideOf?: (model: string) => number | null;
  /** The content beside a line. */
  extra?: (line: LogLine, gone: boolean) => ComponentChildren;
}

export function Lines({ lines, seats, gone, chosen, choose, sideOf = sideInGame, extra }: LinesProps) {
  const here = useRef<HTMLLIElement>(null);
  useEffect(() => here.current?.scrollIntoView({ block: "nearest" }), [chosen]);
  return (
    <ol class="log-lines">
      {lines.map((line) => (
        <li
          key={line.n}
          ref={line.n === chosen ? here : null}
          class={`line-${line.kind}${gone.has(line.n) ? " gone" : ""}`}
          data-line={line.n}
        >
          <Press class="log-line" aria-pressed={line.n === chosen} onPress={() => choose(line.n)}>
            {line.models?.some((id) => sideOf(id) !== null) ? (
              <Faces models={line.models.slice(0, 2)} sideOf={sideOf} />
            ) : (
              line.seat && line.kind !== "boundary" && <SideMark seat={line.seat} seats={seats} />
            )}
            <LineText line={line} gone={gone.has(line.n)} clause={line.n === chosen} />
          </Press>
          {extra?.(line, gone.has(line.n))}
        </li>
      ))}
    </ol>
  );
}

/** The number of the side of a model of the open game. */
function sideInGame(model: string): number | null {
  const side = game.value?.names[model]?.side;
  return side === undefined ? null : seatNumber(side);
}

/** The portraits of the models of a line, each with the emblem of its side. */
export function Faces({
  models,
  sideOf = sideInGame,
}: {
  models: readonly string[];
  sideOf?: (model: string) => number | null;
}) {
  return (
    <span class="action-faces">
      {models.map((id) => {
        const side = sideOf(id) ?? 0;
        return (
          <span key={id} class={`side-${side}`}>
            <Face id={id} side={side} />
          </span>
        );
      })}
    </span>
  );
}

/** clause: whether the clause stands beside the line; else a section sign does, and the clause is a tap away. */
export function LineText({ line, gone, clause = true }: { line: LogLine; gone: boolean; clause?: boolean }) {
  return (
    <span class="line-text">
      {gone ? <s>{line.text}</s> : line.text}{" "}
      {line.clause &&
        (clause ? (
          <small>[{line.clause}]</small>
        ) : (
          <small class="section-sign" title={line.clause}>
            §
          </small>
        ))}
      {gone && <em>{t("taken back")}</em>}
    </span>
  );
}

/** The data of a moment besides the board: the sight with its reasons, and the pictures taken then. */
export function Evidence({ moment, look }: { moment: GamePosition; look: (target: string) => void }) {
  const nameOf = (id: string) => moment.table.models.find((model) => model.id === id)?.name ?? id;
  const { sight, targets } = moment;
  return (
    <div class="evidence">
      <RollReasons reasons={moment.line.reasons ?? []} />
      {sight && targets.length > 1 && (
        <div class="choice" role="group" aria-label={t("Model that it looks at")}>
          {targets.map((target) => (
            <Press key={target} aria-pressed={target === sight.target} data-look={target} onPress={() => look(target)}>
              {nameOf(target)}
            </Press>
          ))}
        </div>
      )}
      {sight && <p class="sentence">{sight.sentences[0]}</p>}
      <Crops moment={moment} />
      {sight && (
        <img
          class="eye-view"
          src={drawingAddress(sight.eye_svg)}
          alt={t("View of {other} from {model}", { model: nameOf(sight.viewer), other: nameOf(sight.target) })}
        />
      )}
    </div>
  );
}

/** The pictures that the cameras took of the models, and of the dice, at that moment. */
export function Crops({ moment: { sight, table, crops, roll } }: { moment: GamePosition }) {
  const nameOf = (id: string) => table.models.find((model) => model.id === id)?.name ?? id;
  // of many the two that the drawing is of come first
  const first = (model: string) => [sight?.target, sight?.viewer].indexOf(model);
  if (crops.length === 0 && !roll) return null;
  return (
    <div class="crops">
      {roll && (
        <figure key={roll} data-roll>
          <img
            src={roll}
            alt={t("The roll in the dice tray")}
            onError={(event) => event.currentTarget.closest("figure")?.remove()}
          />
          <figcaption>{t("The roll in the dice tray")}</figcaption>
        </figure>
      )}
      {[...crops]
        .sort((a, b) => first(b.model) - first(a.model))
        .map(({ model, url }) => (
          <figure key={url} data-crop={model}>
            <img
              src={url}
              alt={t("{model} in the camera’s image at that time", { model: nameOf(model) })}
              onError={(event) => event.currentTarget.closest("figure")?.remove()}
            />
            <figcaption>{nameOf(model)}</figcaption>
          </figure>
        ))}
    </div>
  );
}
