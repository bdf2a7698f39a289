// A small stand-in of Foundry VTT: the documented calls that the module makes, with the checks that the documents make.

import assert from "node:assert/strict";

const TOKEN = { _id: "string", x: "number", y: "number", elevation: "number", rotation: "number" };

function flagged(document) {
  return {
    ...document,
    getFlag: (scope, key) => document.flags?.[scope]?.[key],
    async setFlag(scope, key, value) {
      document.flags = { ...document.flags, [scope]: { ...document.flags?.[scope], [key]: value } };
    },
    async unsetFlag(scope, key) {
      delete document.flags?.[scope]?.[key];
    },
  };
}

export class Scene {
  constructor({ tokens = [], walls = [], dimensions = {} } = {}) {
    Object.assign(this, { id: "scene1", name: "The table", updates: [], refuse: 0 });
    this.dimensions = { sceneX: 0, sceneY: 0, sceneWidth: 4800, sceneHeight: 4800, size: 100, distance: 5, ...dimensions };
    this.tokens = new Set(tokens.map((token) => flagged({ width: 1, height: 1, x: 0, y: 0, ...token })));
    this.walls = new Set(walls.map(flagged));
  }

  async updateEmbeddedDocuments(type, updates, operation) {
    assert.equal(type, "Token");
    assert.equal(typeof operation, "object");
    await new Promise(setImmediate);
    if (this.refuse-- > 0) throw new Error("refused");
    for (const update of updates) {
      for (const [key, value] of Object.entries(update)) assert.equal(typeof value, TOKEN[key], key);
      assert.ok(Number.isInteger(update.x) && Number.isInteger(update.y) && update.rotation >= 0 && update.rotation < 360);
      const token = [...this.tokens].find((each) => each.id === update._id);
      assert.ok(token, update._id);
      Object.assign(token, { ...update, id: token.id });
    }
    this.updates.push(updates);
  }

  async createEmbeddedDocuments(type, data) {
    assert.equal(type, "Wall");
    data.forEach((wall, number) => {
      assert.equal(wall.c.length, 4);
      assert.ok(wall.c.every(Number.isFinite));
      this.walls.add(flagged({ id: `new${number}`, sight: 20, ...wall }));
    });
  }

  async deleteEmbeddedDocuments(type, ids) {
    assert.equal(type, "Wall");
    for (const wall of [...this.walls]) if (ids.includes(wall.id)) this.walls.delete(wall);
  }
}

/** An EventSource that says what a test lets it say. */
export class Source {
  static opened = [];

  constructor(url) {
    Object.assign(this, { url, listeners: {}, readyState: 0 });
    Source.opened.push(this);
  }

  addEventListener(name, listener) {
    this.listeners[name] = listener;
  }

  say(name, message) {
    return this.listeners[name]({ data: JSON.stringify(message) });
  }

  close() {
    this.readyState = 2;
  }
}

/** The globals of a browser in which Foundry runs. */
export function browser(scene, settings) {
  const hooks = {};
  const told = [];
  const registered = {};
  const gm = { id: "gm" };
  Object.assign(globalThis, {
    EventSource: Source,
    Hooks: { once: (name, call) => (hooks[name] = call), on: (name, call) => (hooks[name] = call) },
    ui: { notifications: Object.fromEntries(["info", "warn", "error"].map((kind) => [kind, (text) => told.push([kind, text])])) },
    foundry: { utils: {} },
    saveDataToFile: (...file) => told.push(["file", ...file]),
    game: {
      user: gm,
      users: { activeGM: gm },
      scenes: { active: scene },
      modules: new Map([["tablecam", {}]]),
      i18n: { format: (key, values) => [key, ...Object.values(values)].join(" ") },
      settings: {
        register: (id, name, options) => (registered[name] = options),
        get: (_id, name) => settings[name] ?? registered[name].default,
      },
    },
  });
  return { hooks, told, registered, gm };
}
