// The board of the table page: over the models what the player asked for.

import { Board } from "../board/board.tsx";
import { Lines, Numbers } from "../board/ranges.tsx";
import { Reach } from "../board/wedge.tsx";

export function TableBoard() {
  const under = (
    <>
      <Reach />
      <Lines />
    </>
  );
  return (
    <Board under={under}>
      <Numbers />
    </Board>
  );
}
