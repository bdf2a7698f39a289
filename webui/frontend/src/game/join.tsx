// Joining: a scanned code needs no tap but the one that leads to the table; a typed one goes off with its last letter.

import { useSignal } from "@preact/signals";
import { useEffect } from "preact/hooks";
import { HelpButton } from "../help/button.tsx";
import { t } from "../i18n.ts";
import { Refusal } from "../net/api.ts";
import { SeatShape } from "../board/seat_marks.tsx";
import { joinSeat, leaveSeat, me, reloadTable } from "../net/me.ts";
import { AppearanceButton } from "../ui/appearance.tsx";
import { CodePad } from "../ui/code_pad.tsx";
import { useEnterKey } from "../ui/enter_key.ts";
import { Press } from "../ui/press.tsx";
import { ThisDevice } from "../ui/this_device.tsx";
import "../ui/join.css";

// as webui/entrance/keys.py makes it
const LENGTH = 5;

export function JoinPage({ path }: { path: string }) {
  useEnterKey();
  const scanned = decodeURIComponent(path.split("/")[2] ?? "");
  const says = useSignal("");
  const busy = useSignal(false);
  const done = useSignal(false);
  const take = async (code: string): Promise<void> => {
    says.value = "";
    busy.value = true;
    try {
      await joinSeat(code);
      done.value = true;
    } catch (error) {
      says.value = error instanceof Refusal ? error.message : String(error);
    }
    busy.value = false;
  };
  const known = me.value;
  // a device that has a seat asks before it changes
  const asked = scanned !== "" && known !== null && known.role !== "spectator" && !done.value;
  useEffect(() => {
    if (scanned !== "" && known?.role === "spectator" && !done.value && says.value === "") void take(scanned);
  }, [scanned, known?.role]);
  if (!known) return <main class="join" aria-busy="true" />;
  if (done.value) return <Joined />;
  if (asked) return <Change code={scanned} busy={busy.value} says={says.value} onTake={take} />;
  return <Enter busy={busy.value} says={says.value} onTake={take} />;
}

function Joined() {
  return (
    <main class="join">
      <HelpButton page="join" />
      <Seat lead={t("This device is now")} />
      <Press class="to-table" onPress={reloadTable}>
        {t("Back to the table")}
      </Press>
      <p class="soft">{t("You keep this seat when you reload the page.")}</p>
    </main>
  );
}

function Change({
  code,
  busy,
  says,
  onTake,
}: {
  code: string;
  busy: boolean;
  says: string;
  onTake: (code: string) => Promise<void>;
}) {
  return (
    <main class="join">
      <HelpButton page="join" />
      <Seat lead={t("This device is already")} />
      <Press class="to-table" onPress={reloadTable}>
        {t("Keep this seat and go back to the table")}
      </Press>
      <Press class="other" disabled={busy} onPress={() => void onTake(code)}>
        {t("Take the seat of the new code instead")}
      </Press>
      <Says says={says} />
    </main>
  );
}

function Enter({ busy, says, onTake }: { busy: boolean; says: string; onTake: (code: string) => Promise<void> }) {
  const seated = me.value!.role !== "spectator";
  return (
    <main class="join">
      <HelpButton page="join" />
      <h1>{t("Join the table")}</h1>
      <div class="told">
        {says === "" && me.value!.ended && (
          <p class="says" role="status">
            {me.value!.ended}
          </p>
        )}
        {says === "" && !me.value!.ended && (
          <p>
            {seated
              ? t("This device is {role}. Enter the code that the table’s screen shows under Join.", {
                  role: me.value!.called,
                })
              : t("Enter the code that the table’s screen shows under Join.")}
          </p>
        )}
        <Says says={says} />
      </div>
      <CodePad length={LENGTH} busy={busy} onTake={onTake} />
      <div class="without">
        <Press onPress={reloadTable}>{seated ? t("Back to the table") : t("Watch without a code")}</Press>
        {seated && me.value!.addresses.length > 0 && (
          <Press onPress={() => void leaveSeat()}>{t("Leave this seat")}</Press>
        )}
        <AppearanceButton />
      </div>
      <ThisDevice />
    </main>
  );
}

function Seat({ lead }: { lead: string }) {
  const { role, called, seats } = me.value!;
  const seat = seats.find(({ id }) => id === role);
  return (
    <div role="status">
      <h1 class={seat ? `seat side-${seat.number}` : "seat"}>
        <small>{lead}</small>
        <span>
          {seat && <SeatShape seat={seat} />}
          {called}
        </span>
      </h1>
    </div>
  );
}

function Says({ says }: { says: string }) {
  return (
    <p class="says" role="alert">
      {says}
    </p>
  );
}
