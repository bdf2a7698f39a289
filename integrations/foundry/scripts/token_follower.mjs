// Moves tokens with the models: only those whose model has moved, and never more updates than the world can take.

import { SceneSpace } from "./scene_space.mjs";

// what a reading of a model at rest may wander by: less moves no token
export const STILL_IN = 0.1;
export const STILL_RAD = 0.1;
// a model that is covered or lost is not where anybody has seen it
const SEEN = new Set(["settled", "moving"]);
// a camera that was moved, or is lost, says nothing of where models are now
const TRUSTED = new Set(["good", "ended"]);

export class TokenFollower {
  /** scene: gives the scene to move tokens on, or nothing. inchesPerSquare: gives the scale. */
  constructor(scene, inchesPerSquare) {
    this.scene = scene;
    this.inchesPerSquare = inchesPerSquare;
    this.stood = new Map();
    this.following = "";
    this.next = null;
    this.busy = null;
  }

  /** Takes the newest position. While the world is still busy with the last, only the newest waits. */
  offer(message) {
    this.next = message;
    this.busy ??= this.work().finally(() => (this.busy = null));
    return this.busy;
  }

  /** Forgets where models stood: each token is put in its place again. */
  forget() {
    this.stood.clear();
  }

  async work() {
    while (this.next) {
      const message = this.next;
      this.next = null;
      const scene = this.scene();
      if (!scene || !TRUSTED.has(message.camera) || !message.table) continue;
      if (this.following !== scene.id) this.forget();
      this.following = scene.id;
      const moved = this.moved(message.models, scene);
      const space = new SceneSpace(scene, message.table, this.inchesPerSquare());
      const updates = moved.map(({ token, model }) => ({ _id: token.id, ...space.placeOf(model, token) }));
      if (!updates.length) continue;
      try {
        await scene.updateEmbeddedDocuments("Token", updates, { animate: true });
        for (const { model } of moved) this.stood.set(model.id, model);
      } catch (refused) {
        // the next position tries again
        console.warn("tablecam | tokens could not be moved", refused);
      }
    }
  }

  /** The models that have moved since their token was put in its place, each with its token. */
  moved(models, scene) {
    const found = [];
    for (const model of models) {
      const token = SEEN.has(model.state) && hasMoved(model, this.stood.get(model.id)) && tokenOf(model, scene.tokens);
      if (token) found.push({ token, model });
    }
    return found;
  }
}

/** The token of a model: the one that was given to it, else the only one of its name or id; nothing where it is open. */
export function tokenOf(model, tokens) {
  const all = [...tokens];
  const given = all.find((token) => token.getFlag("tablecam", "model") === model.id);
  if (given) return given;
  const called = new Set([model.name.toLowerCase(), model.id.toLowerCase()]);
  const named = all.filter((token) => !token.getFlag("tablecam", "model") && called.has(token.name.toLowerCase()));
  return named.length === 1 ? named[0] : undefined;
}

function hasMoved(model, stood) {
  if (!stood) return true;
  const far = Math.hypot(model.x_in - stood.x_in, model.y_in - stood.y_in, model.z_in - stood.z_in);
  const turn = Math.abs(model.heading_rad - stood.heading_rad) % (2 * Math.PI);
  return far > STILL_IN || Math.min(turn, 2 * Math.PI - turn) > STILL_RAD;
}
