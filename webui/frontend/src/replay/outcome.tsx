// How a game ended, what the dice did, and what of it can be taken home.

import { capital } from "../game/play.ts";
import { SideMark } from "./lines.tsx";
import type { Whole } from "./scrub.tsx";

/** All rolls of a kind by one seat; so_good, so_bad: in what share of games the dice do at least so well, or badly. */
export interface Luck {
  seat: string;
  name: string;
  rolled: number;
  passed: number;
  expected: number;
  luck: number;
  so_good: number;
  so_bad: number;
}

export function Outcome({ whole }: { whole: Whole }) {
  const { result, seats, tags, id } = whole;
  return (
    <div class="outcome">
      <section>
        <h2>{headline(whole)}</h2>
        {result && (
          <ul>
            {seats.map((seat) => {
              const each = result.sides[seat];
              return each && (
                <li key={seat}>
                  <SideMark seat={seat} sides={seats} named />
                  <span>{tags[capital(seat)] ?? ""}</span>
                  <span><strong>{each.lost}</strong> of {each.of} lost, {each.level}{each.withdrew && ", withdrew"}</span>
                </li>
              );
            })}
          </ul>
        )}
      </section>
      <section>
        <h2>The dice</h2>
        {whole.luck.length === 0 && <p class="soft">Nothing has been rolled against a number yet.</p>}
        {seats.map((seat) => <Dice key={seat} seat={seat} whole={whole} />)}
      </section>
      <section class="take-home">
        <h2>To take home</h2>
        <a class="big" href={`/api/games/${id}/report.html`} target="_blank" rel="noopener" data-report>Battle report, to read and print</a>
        <a class="big" href={`/api/games/${id}/report.html?download=1`} download>Save the report as a file</a>
        <a class="big" href={`/api/games/${id}/log.jsonl?download=1`} download data-file>Save the log as JSON Lines</a>
      </section>
    </div>
  );
}

function headline({ result, over, tags }: Whole): string {
  if (!over || !result) return "The game is not over";
  return result.winner ? `${tags[capital(result.winner)] ?? capital(result.winner)} won` : "Nobody won";
}

function Dice({ seat, whole }: { seat: string; whole: Whole }) {
  const rows = whole.luck.filter((each) => each.seat === seat);
  if (rows.length === 0) return null;
  return (
    <table>
      <caption><SideMark seat={seat} sides={whole.seats} named /></caption>
      <thead>
        <tr><th scope="col">Roll</th><th scope="col">Passed</th><th scope="col">Expected</th><th scope="col">Luck</th></tr>
      </thead>
      <tbody>
        {rows.map((each) => (
          <tr key={each.name} class={each.name === "all" ? "all" : ""}>
            <th scope="row">{each.name === "all" ? "all rolls" : each.name}</th>
            <td>{each.passed} of {each.rolled}</td>
            <td>{each.expected.toFixed(1)}</td>
            <td>{signed(each.luck)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

function signed(luck: number): string {
  return luck < 0 ? `−${(-luck).toFixed(1)}` : `+${luck.toFixed(1)}`;
}
