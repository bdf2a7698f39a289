// A game of this server, gone through again.

import { useEffect, useMemo } from "preact/hooks";
import { learnPortraits } from "../board/portraits.tsx";
import { t } from "../i18n.ts";
import { ask } from "../net/api.ts";
import type { LogLine } from "../types/game.ts";
import type { Chart, RecordedGame, ReplayedGame } from "../types/replay.ts";
import { openPage } from "../ui/open_page.ts";
import { Press } from "../ui/press.tsx";
import { BoardLinks } from "./board_links.tsx";
import { CameraFilm } from "./camera_film.tsx";
import { Film } from "./film.tsx";
import { fetchPosition } from "./position_store.ts";
import { Scrub } from "./scrub.tsx";
import type { ReplaySource } from "./source.ts";

export function GameReplay({ game }: { game: number }) {
  const source = useMemo(() => serverSource(game), [game]);
  useEffect(() => void learnPortraits(), [game]);
  const outcomeFirst = useMemo(() => new URLSearchParams(location.search).has("outcome"), [game]);
  return (
    <Scrub
      source={source}
      outcomeFirst={outcomeFirst}
      back={
        <Press class="back-button" onPress={() => openPage("/replay")}>
          {t("← Games")}
        </Press>
      }
      momentLinks={(moment, { closed }) => <BoardLinks game={game} moment={moment} whole={closed} />}
      takeHome={({ closed }) => <TakeHome game={game} closed={closed} />}
    />
  );
}

/** A game as the server tells it: all of it once it is closed. */
function serverSource(game: number): ReplaySource {
  let closed = false;
  const whole = (): string => (closed ? "?whole=1" : "");
  const open = async (): Promise<{ game: ReplayedGame; lines: LogLine[] }> => {
    const first = await ask<RecordedGame>(`/api/games/${game}`);
    closed = first.closed;
    const told = closed ? await ask<RecordedGame>(`/api/games/${game}${whole()}`) : first;
    return { game: told, lines: (await ask<{ lines: LogLine[] }>(`/api/games/${game}/log${whole()}`)).lines };
  };
  return {
    open,
    moment: (line, target) => fetchPosition(game, line, closed, target),
    charts: async () => (await ask<{ charts: Chart[] }>(`/api/games/${game}/statistics${whole()}`)).charts,
    addressedLine: () => {
      const line = new URLSearchParams(location.search).get("line");
      return line === null ? null : Number(line);
    },
    addressLine: (line) => history.replaceState(null, "", `/replay/${game}?line=${line}`),
    followAddress: () => () => undefined,
  };
}

function TakeHome({ game, closed }: { game: number; closed: boolean }) {
  return (
    <section class="take-home">
      <h2>{t("Downloads")}</h2>
      {!closed && (
        <p class="soft" data-share>
          {t("You see only your own part: the whole game appears here once both sides have confirmed the result.")}
        </p>
      )}
      <a class="big" href={`/api/games/${game}/report.html`} target="_blank" rel="noopener" data-report>
        {t("Battle report, to read and print")}
      </a>
      <a class="big" href={`/api/games/${game}/report.html?download=1`} download>
        {t("Save the report as a file")}
      </a>
      <Film game={game} closed={closed} />
      <CameraFilm game={game} />
      <a class="big" href={`/api/games/${game}/log.jsonl?download=1`} download data-file>
        {t("Save the log as JSON Lines")}
      </a>
    </section>
  );
}
