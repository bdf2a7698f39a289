// The board as it was at a line of the log: nothing live is drawn, and who had fallen is crossed out.

import { Board } from "../board/board.tsx";
import { useSpace } from "../board/space.ts";
import { type Moment, shownOf, then } from "./past.ts";
import "./replay.css";

const nothing = (): void => undefined;

/** The board of a moment. */
export function PastBoard({ moment }: { moment: Moment }) {
  return (
    <div class="past-board">
      <Board shown={shownOf(moment)} onTap={nothing}>
        <Fallen moment={moment} />
      </Board>
      {!moment.measured && <p class="unmeasured">Nobody had measured yet where the models stood.</p>}
    </div>
  );
}

/** In the place of the live board, with the words that keep it from being taken for that. */
export function ThenBoard() {
  return (
    <div class="then-board">
      <p class="then-banner" role="status">As it was at line {then.value!.line.n}, not as it is now</p>
      <PastBoard moment={then.value!} />
    </div>
  );
}

function Fallen({ moment }: { moment: Moment }) {
  const { px, up } = useSpace();
  return (
    <g class="fallen" aria-hidden="true">
      {moment.table.models
        .filter((model) => moment.state.models[model.id]?.alive === false)
        .map((model) => {
          const [x, y] = up([model.x_in, model.y_in]);
          const arm = Math.max(model.base.width_in / 2, 9 * px);
          return <path key={model.id} data-fallen={model.id} d={`M${x - arm} ${y - arm}l${2 * arm} ${2 * arm}m0 ${-2 * arm}l${-2 * arm} ${2 * arm}`} vector-effect="non-scaling-stroke" />;
        })}
    </g>
  );
}
