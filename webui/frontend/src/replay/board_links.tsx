// The board that is shown, as a picture to keep and to send on.

import { t } from "../i18n.ts";
import type { GamePosition } from "../types/replay.ts";

/** whole: whether the moment is shown with all that both sides know. */
export function BoardLinks({ game, moment, whole }: { game: number; moment: GamePosition; whole: boolean }) {
  if (!moment.measured) return null;
  const address = (kind: string): string => `/api/games/${game}/board.${kind}?line=${moment.line.n}&download=1${whole ? "&whole=1" : ""}`;
  return (
    <nav class="board-links" aria-label={t("This board as a picture")}>
      <a href={address("png")} download data-board="png">{t("Save this board as PNG")}</a>
      <a href={address("svg")} download data-board="svg">{t("Save this board as SVG")}</a>
    </nav>
  );
}
