// Stopping: a side concedes, or what is in progress is broken off.

import { useSignal } from "@preact/signals";
import { t } from "../i18n.ts";
import { sendCommand } from "../net/command_queue.ts";
import { game, isTable, mayBegin, offline, role } from "../net/game_store.ts";
import { seatName } from "../ui/names.ts";
import { Press } from "../ui/press.tsx";
import { TwoTaps } from "../ui/sheet.tsx";

const REASONS = [t("Started by mistake"), t("The table was knocked"), t("Both players agreed")];

/** onDone: called when one of them is sent. */
export function Stopping({ onDone }: { onDone: () => void }) {
  return (
    <>
      {role.value !== "umpire" && <Concede onDone={onDone} />}
      {mayBegin.value && <BreakOff onDone={onDone} />}
    </>
  );
}

/** Breaking off what is in progress: a reason, then the second tap at the other end. */
function BreakOff({ onDone }: { onDone: () => void }) {
  const why = useSignal("");
  const armed = useSignal(false);
  return (
    <section class="break-off">
      <h2>{t("Break off: {what}", { what: game.value!.heading })}</h2>
      <p>{t("Everything that has happened stands; the rest is dropped.")}</p>
      <div class="choices">
        {REASONS.map((reason) => (
          <Press key={reason} aria-pressed={why.value === reason} data-reason onPress={() => (why.value = reason)}>
            {reason}
          </Press>
        ))}
      </div>
      <label>
        {t("Another reason")}{" "}
        <input
          type="text"
          maxLength={200}
          value={REASONS.includes(why.value) ? "" : why.value}
          onInput={(event) => (why.value = event.currentTarget.value)}
        />
      </label>
      <TwoTaps
        first={t("Break off …")}
        second={t("Yes, break off")}
        armed={armed.value}
        arm={(on) => (armed.value = on)}
        disabled={offline.value || !why.value}
        onDo={() => {
          sendCommand("/api/game/abandon", { why: why.value }, t("Broken off"));
          onDone();
        }}
      />
    </section>
  );
}

function Concede({ onDone }: { onDone: () => void }) {
  const armed = useSignal("");
  const seats = game.value!.can_concede.filter((seat) => isTable.value || seat === role.value);
  if (seats.length === 0) return null;
  return (
    <section class="concede">
      {seats.map((seat) => (
        <TwoTaps
          key={seat}
          first={t("{side} concedes …", { side: seatName(seat) })}
          second={t("Yes, {side} concedes", { side: seatName(seat) })}
          armed={armed.value === seat}
          arm={(on) => (armed.value = on ? seat : "")}
          disabled={offline.value}
          onDo={() => {
            sendCommand("/api/game/concede", { seat }, t("{side} concedes", { side: seatName(seat) }));
            onDone();
          }}
        />
      ))}
    </section>
  );
}
