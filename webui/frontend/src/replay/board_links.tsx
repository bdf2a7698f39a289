// The board that is shown, as a picture to keep and to send on.

import { t } from "../i18n.ts";
import type { GamePosition } from "../types/replay.ts";

const KINDS = ["png", "svg"]; // no text

/** whole: whether the moment is shown with all that both sides know. */
export function BoardLinks({ game, moment, whole }: { game: number; moment: GamePosition; whole: boolean }) {
  if (!moment.measured) return null;
  const address = (kind: string): string =>
    `/api/games/${game}/board.${kind}?line=${moment.line.n}&download=1${whole ? "&whole=1" : ""}`;
  return (
    <nav class="board-links" aria-label={t("This board as an image")}>
      <span class="soft">{t("Save this board:")}</span>
      {KINDS.map((kind) => (
        <a
          key={kind}
          href={address(kind)}
          download
          data-board={kind}
          aria-label={t("Save this board as {format}", { format: kind.toUpperCase() })}
        >
          {kind.toUpperCase()}
        </a>
      ))}
    </nav>
  );
}
