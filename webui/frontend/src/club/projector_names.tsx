// The wall of names of a large event: everybody is found under the first letter within twelve seconds, however many
// they are; beside it tables and standings turn at their own pace.

import { t } from "../i18n.ts";
import { FEW, Name, ROWS, SHOWN_MS, type Slide, Turning, splitRows } from "./projector_slides.tsx";

/** found: what is shown with the name. */
export interface WallName {
  name: string;
  found: string | number;
}

const COLUMNS = 3;
// More rows would need letters that are not read from the end of the room.
const MOST_ROWS = 18;
// Each part is read for three seconds at least; only then do letters get smaller.
const MOST_PARTS = 4;

export function NameWall({
  title,
  names,
  beside,
  sequence,
}: {
  title: string;
  names: WallName[];
  beside: Slide[];
  sequence: number;
}) {
  const parts = Math.min(MOST_PARTS, Math.ceil(names.length / (COLUMNS * MOST_ROWS)));
  const slides = splitRows(names, Math.ceil(names.length / parts)).map((part, number) => ({
    key: `names-${number}`,
    view: () => <Part title={title} names={part} />,
  }));
  return (
    <div class={beside.length > 0 ? "p-wall" : "p-wall alone"}>
      <div class="p-turning">
        <Turning pages={slides} every={SHOWN_MS / slides.length} sequence={sequence} />
      </div>
      {beside.length > 0 && (
        <div class="p-turning">
          <Turning pages={beside} every={SHOWN_MS} sequence={sequence} />
        </div>
      )}
    </div>
  );
}

function Part({ title, names }: { title: string; names: WallName[] }) {
  const columns = Math.min(COLUMNS, Math.ceil(names.length / ROWS));
  const rows = Math.max(FEW, Math.ceil(names.length / columns));
  const letters = names.map(({ name }) => firstLetter(name));
  const [first, last] = [letters[0] ?? "", letters.at(-1) ?? ""];
  return (
    <div class="p-part">
      <h2>
        {first === last
          ? t("{title}: {letter}", { title, letter: first })
          : t("{title}: {first} to {last}", { title, first, last })}
      </h2>
      <ol class={`p-rows p-dense columns-${columns}`} style={{ "--rows": rows }}>
        {names.map(({ name, found }, number) => (
          <li key={number}>
            <i class="p-letter">
              {number % rows === 0 || letters[number] !== letters[number - 1] ? letters[number] : ""}
            </i>
            <Name>{name}</Name>
            <b>{found}</b>
          </li>
        ))}
      </ol>
    </div>
  );
}

function firstLetter(name: string): string {
  return (/\p{L}/u.exec(name)?.[0] ?? name.charAt(0)).toLocaleUpperCase();
}
