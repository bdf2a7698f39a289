// The actions of a log to be read and tapped: one line each; a tap opens what it is made of.

import { useSignal } from "@preact/signals";
import type { ComponentChildren } from "preact";
import { useEffect, useRef } from "preact/hooks";
import { t } from "../i18n.ts";
import type { LogLine, Seat } from "../types/game.ts";
import type { GamePosition } from "../types/replay.ts";
import { Press } from "../ui/press.tsx";
import type { Action } from "./actions.ts";
import { Crops, Faces, Lines } from "./lines.tsx";
import { listedLines, peekPosition } from "./position_store.ts";

interface ActionLinesProps {
  game: number;
  /** Whether every action is open. */
  all: boolean;
  actions: Action[];
  seats: Seat[];
  /** The lines that were taken back later. */
  gone: Set<number>;
  chosen: number | null;
  choose: (line: number) => void;
  extra?: (line: LogLine, gone: boolean) => ComponentChildren;
}

export function ActionLines({ actions, all, ...rest }: ActionLinesProps) {
  const opened = useSignal<number[]>([]);
  const flip = (n: number): void => {
    opened.value = opened.value.includes(n) ? opened.value.filter((other) => other !== n) : [...opened.value, n];
  };
  return (
    <ol class="log-actions">
      {actions.map((action) => (
        <ActionLine
          key={action.n}
          action={action}
          open={all !== opened.value.includes(action.n) || action.lines.some(({ n }) => n === rest.chosen)}
          withPictures={!all}
          flip={() => flip(action.n)}
          {...rest}
        />
      ))}
    </ol>
  );
}

type OneAction = Omit<ActionLinesProps, "actions" | "all"> & {
  action: Action;
  open: boolean;
  /** Whether the pictures of an open action are fetched: one action's, not those of a whole log. */
  withPictures: boolean;
  flip: () => void;
};

function ActionLine({ action, open, flip, gone, withPictures, ...rest }: OneAction) {
  const { n, head, models, text } = action;
  const lines = listedLines(action.lines);
  const here = useRef<HTMLLIElement>(null);
  const over = gone.has(head.n);
  useEffect(() => {
    if (open && withPictures) here.current?.scrollIntoView({ block: "nearest" });
  }, [open]);
  if (lines.length === 1)
    return (
      <li class="log-action">
        <Lines lines={lines} gone={gone} {...rest} />
      </li>
    );
  return (
    <li ref={here} class={`log-action line-${head.kind}${over ? " gone" : ""}`} data-action={n}>
      <Press class="log-action-line" aria-expanded={open} onPress={flip}>
        <Faces models={models} />
        <span class="line-text">
          {over ? <s>{text}</s> : text} {over && <em>{t("taken back")}</em>}
        </span>
      </Press>
      {open && (
        <>
          <Lines lines={lines} gone={gone} {...rest} />
          {withPictures && <ActionPictures game={rest.game} line={head.n} />}
        </>
      )}
    </li>
  );
}

/** The camera's pictures of the second in which an action was measured. */
function ActionPictures({ game: id, line }: { game: number; line: number }) {
  const moment = useSignal<GamePosition | null>(null);
  useEffect(() => {
    const stopped = new AbortController();
    void peekPosition(id, line, stopped.signal).then((found) => (moment.value = found));
    return () => stopped.abort();
  }, [id, line]);
  return moment.value && <Crops moment={moment.value} />;
}
