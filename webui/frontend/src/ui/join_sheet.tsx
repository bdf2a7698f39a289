// On the table's screen: a QR code and a short code for each seat, and who has joined already.

import { useEffect } from "preact/hooks";
import { learnMe, me } from "../net/me.ts";
import type { Role } from "../types/access.ts";
import { Sheet } from "./sheet.tsx";
import { capital } from "./words.ts";
import "./join.css";

const AGAIN_MS = 2000;
const OTHERS: [Role, string][] = [
  ["umpire", "Umpire"],
  ["table", "This table, second screen"],
];

/** For those who may see the codes: `may("codes")`. seats: those that players take. */
export function JoinSheet({ seats, onClose }: { seats: readonly string[]; onClose: () => void }) {
  useEffect(() => {
    void learnMe();
    const timer = setInterval(() => void learnMe(), AGAIN_MS);
    return () => clearInterval(timer);
  }, []);
  const { addresses = [], codes = {}, joined } = me.value ?? {};
  const address = addresses[0];
  return (
    <Sheet title="Join with a phone or tablet" onClose={onClose} wide>
      {address ? (
        <p class="where">Scan the code of your seat, or open <b>{address.replace("http://", "")}/join</b> and enter the letters.</p>
      ) : (
        <p class="where">Only this computer’s own browsers get in. For phones and tablets, start the program again with <b>--host 0.0.0.0</b>.</p>
      )}
      <ul class="seats">
        {[...seats.map((seat): [Role, string] => [seat, capital(seat)]), ...OTHERS].map(([role, name]) => codes[role] && (
          <li key={role} data-seat={role} class={address ? "" : "bare"}>
            {address && <img src={`/api/qr.svg?path=/join/${codes[role]}`} alt={`QR code: join as ${name}`} />}
            <div>
              <h2>{name}</h2>
              <strong>{codes[role]}</strong>
              <p class={joined?.[role] ? "here" : ""}>{devices(joined?.[role] ?? 0)}</p>
            </div>
          </li>
        ))}
      </ul>
      <p class="where">
        {address && <>Whoever only looks on opens <b>{address.replace("http://", "")}</b> and needs no code. </>}
        {(joined?.spectator ?? 0) > 0 && `${joined!.spectator} ${joined!.spectator === 1 ? "device looks" : "devices look"} on.`}
      </p>
    </Sheet>
  );
}

function devices(count: number): string {
  return count === 0 ? "nobody yet" : count === 1 ? "one device joined" : `${count} devices joined`;
}
