// The first page of a table that is not set up: the way into the set-up, and why no game can start yet.

import { useSignal } from "@preact/signals";
import { useEffect } from "preact/hooks";
import { t, tx } from "../i18n.ts";
import { mayBegin } from "../net/game_store.ts";
import { mayDo } from "../net/me.ts";
import { table } from "../net/table_store.ts";
import { followImage } from "../ui/live_image.ts";
import { openPage } from "../ui/open_page.ts";
import { Press } from "../ui/press.tsx";
import "./front_door.css";

/** Whether there is a camera, and no table yet that its picture could be measured on. */
export function isToSetUp(): boolean {
  return table.value?.camera.to_set_up === true;
}

const DEMO = "tablecam demo"; // no text
const PRODUCT = "tablecam"; // no text
// a picture to look at, not to measure on
const GAPS = { good: 500, bad: 2000 };

/** What the camera sees now, behind the words. */
function LivePicture() {
  const url = useSignal<string | null>(null);
  useEffect(
    () =>
      followImage(
        (after) => `/api/picture.jpg?after=${after}`,
        "X-View",
        GAPS,
        (next) => (url.value = next),
      ),
    [],
  );
  return url.value && <img class="live-picture" src={url.value} alt="" />;
}

/** The things to have at hand, the steps that may wait, and a way to look at everything first. */
function Preparations() {
  return (
    <div class="needed">
      <section>
        <h2>{t("You need")}</h2>
        <ul>
          <li>{t("the camera above the table, with all four corners in its image")}</li>
          <li>{t("a printer, matte paper, scissors and glue")}</li>
          <li>{t("something stiff for the printed board, such as a book")}</li>
          <li>{t("the size of your playing area, such as 4′ × 4′ or 6′ × 4′")}</li>
        </ul>
      </section>
      <section>
        <h2>{t("Can be done later")}</h2>
        <ul>
          <li>{t("a check with the gauge card: it takes one minute and shows how accurate lengths are")}</li>
          <li>{t("terrain: about three minutes; until then the table counts as empty")}</li>
          <li>{t("models without a tag: you type in their positions by hand")}</li>
        </ul>
      </section>
      <section>
        <h2>{t("Try the demo first")}</h2>
        <p>
          {tx("To try a drawn table with models and no camera, type {command} on the table’s computer.", {
            command: <code>{DEMO}</code>,
          })}
        </p>
      </section>
    </div>
  );
}

export function FrontDoor() {
  return (
    <main class="view front-door" data-front-door>
      <LivePicture />
      <h1>{PRODUCT}</h1>
      <p class="lead">{t("Ranges, line of sight and rules for the table under your camera")}</p>
      <h2>{t("This table is not set up yet")}</h2>
      <p>
        {t("The camera has an image but cannot measure yet: calibrate its lens, and show it where the table lies.")}
      </p>
      {
        /* no text: a code */ mayDo("set up") ? (
          <>
            <p>
              {t(
                "The set-up takes you there step by step in about five minutes, not counting printing " +
                  "and terrain, and checks the result with you. You can leave it and come back at any time.",
              )}
            </p>
            <Press class="big go" data-set-up onPress={() => openPage("/setup")}>
              {t("Set up the table")}
            </Press>
            <Preparations />
          </>
        ) : (
          <>
            <p>{t("Do this at the table’s own screen.")}</p>
            <Press class="big" data-join onPress={() => openPage("/join")}>
              {t("Join with a code")}
            </Press>
          </>
        )
      }
      {mayBegin.value && (
        <div class="no-game-yet">
          <Press class="big" data-new-game disabled onPress={() => undefined}>
            {t("Start a game …")}
          </Press>
          <p>
            {t(
              "No game can start until the table is set up: the camera cannot measure ranges, sight or " +
                "moves before that.",
            )}
          </p>
        </div>
      )}
    </main>
  );
}
