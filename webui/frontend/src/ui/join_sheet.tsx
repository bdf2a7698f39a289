// On the table's screen: a QR code and a short code for each seat, and the number of devices that have joined.

import { useEffect } from "preact/hooks";
import { t, tn, tx } from "../i18n.ts";
import { learnMe, me } from "../net/me.ts";
import { Devices } from "./devices.tsx";
import { Sheet } from "./sheet.tsx";
import "./join.css";

const AGAIN_MS = 2000;
const LISTEN_TO_ALL = "--host 0.0.0.0"; // no text

/** For roles that may see the codes: `may("codes")`. */
export function JoinSheet({ onClose }: { onClose: () => void }) {
  useEffect(() => {
    void learnMe();
    const timer = setInterval(() => void learnMe(), AGAIN_MS);
    return () => clearInterval(timer);
  }, []);
  const { addresses = [], codes = [], joined } = me.value ?? {};
  const address = addresses[0];
  const host = address?.replace("http://", "");
  const joinAddress = `${host}/join`;
  const watching = joined?.spectator ?? 0;
  return (
    <Sheet title={t("Join with a phone or tablet")} onClose={onClose} wide>
      {address ? (
        <p class="where">
          {tx("Scan the code of your seat, or open {address} and enter the letters.", {
            address: <b>{joinAddress}</b>,
          })}
        </p>
      ) : (
        <p class="where">
          {tx(
            "Only browsers on this computer can connect. For phones and tablets, restart the program with {option}.",
            { option: <b>{LISTEN_TO_ALL}</b> },
          )}
        </p>
      )}
      <ul class="seats">
        {codes.map(({ role, name, code, joined: here }) => (
          <li key={role} data-seat={role} class={address ? "" : "bare"}>
            {address && (
              <img src={`/api/qr.svg?path=/join/${code}`} alt={t("QR code: join as {role}", { role: name })} />
            )}
            <div>
              <h2>{name}</h2>
              <strong>{code}</strong>
              <p class={here ? "here" : ""}>{joinedText(here)}</p>
            </div>
          </li>
        ))}
      </ul>
      <p class="where">
        {address && tx("Spectators open {address} and need no code.", { address: <b>{host}</b> })}{" "}
        {watching > 0 && tn("{n} device is watching.", "{n} devices are watching.", watching)}
      </p>
      <Devices />
    </Sheet>
  );
}

function joinedText(count: number): string {
  return count === 0 ? t("nobody yet") : tn("{n} device joined", "{n} devices joined", count);
}
