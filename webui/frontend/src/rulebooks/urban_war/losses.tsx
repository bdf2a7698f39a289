// What each side of a recorded game had lost when it was over.

import { SideMark } from "../../board/seat_marks.tsx";
import type { GameResult } from "../../types/game.ts";
import { capital } from "../../ui/words.ts";
import type { CasualtyResult } from "./types.ts";

export function Losses({ result, seats, tags }: { result: GameResult; seats: string[]; tags: Record<string, string> }) {
  const { sides } = result as CasualtyResult;
  return (
    <ul>
      {seats.map((seat) => {
        const lost = sides[seat];
        return lost && (
          <li key={seat}>
            <SideMark seat={seat} sides={seats} named />
            <span>{tags[capital(seat)] ?? ""}</span>
            <span><strong>{lost.lost}</strong> of {lost.of} lost, {lost.level}{lost.withdrew && ", withdrew"}</span>
          </li>
        );
      })}
    </ul>
  );
}
