// The module itself: its settings, and the game master's browser that follows the table.

import { LiveStream } from "./live_stream.mjs";
import { TokenFollower } from "./token_follower.mjs";
import { mapOf, takeWalls } from "./walls.mjs";

const ID = "tablecam";
const SCALES = { min: 0.5, max: 12, step: 0.5 };
let stream = null;

const setting = (name) => game.settings.get(ID, name);
const address = () => setting("address").trim().replace(/\/+$/, "");
const follower = new TokenFollower(() => game.scenes.active, () => setting("scale"));
const say = (kind, key, values = {}) => ui.notifications[kind](game.i18n.format(`TABLECAM.${key}`, values));

/** Whether this browser moves tokens: one does, or each game master's would move the same ones. */
const leads = () => address() !== "" && game.users.activeGM === game.user;

/** Begins to follow the table, or ends it. */
function follow() {
  stream?.close();
  stream = null;
  follower.forget();
  if (!leads()) return;
  stream = new LiveStream(address(), {
    position: (message) => follower.offer(message),
    connected: () => say("info", "Connected"),
    lost: () => say("warn", "Lost"),
    newer: () => say("error", "Version"),
  });
}

/** What macros may call: game.modules.get("tablecam").api */
const api = {
  /** Takes the terrain of the table over as walls of the active scene. */
  async takeWalls() {
    try {
      say("info", "Walls", { count: await takeWalls(game.scenes.active, address(), setting("scale")) });
    } catch (refused) {
      console.warn("tablecam | no walls", refused);
      say("error", "NoWalls");
    }
  },

  /** Saves the walls of the active scene as a map for `tablecam terrain import`. */
  saveWalls() {
    const save = foundry.utils.saveDataToFile ?? globalThis.saveDataToFile;
    save(JSON.stringify(mapOf(game.scenes.active)), "application/json", `${game.scenes.active.name}.dd2vtt`);
  },

  /** Gives a token document to a model, whatever both are called; without an id takes it away. */
  async assign(token, id) {
    await (id ? token.setFlag(ID, "model", id) : token.unsetFlag(ID, "model"));
    follower.forget();
  },
};

Hooks.once("init", () => {
  const shared = { scope: "world", config: true, onChange: follow };
  const named = (key) => ({ name: `TABLECAM.${key}`, hint: `TABLECAM.${key}Hint` });
  game.settings.register(ID, "address", { ...shared, ...named("Address"), type: String, default: "" });
  game.settings.register(ID, "scale", { ...shared, ...named("Scale"), type: Number, default: 1, range: SCALES });
  game.modules.get(ID).api = api;
});
Hooks.once("ready", follow);
// another game master takes over when the one who followed leaves
Hooks.on("userConnected", () => {
  if (leads() !== (stream !== null)) follow();
});
