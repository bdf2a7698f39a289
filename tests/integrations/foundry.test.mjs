// The module for Foundry VTT against recorded messages and a stand-in of Foundry's documented calls.

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";

import { LiveStream } from "../../integrations/foundry/scripts/live_stream.mjs";
import { SceneSpace, rotationOf } from "../../integrations/foundry/scripts/scene_space.mjs";
import { TokenFollower, tokenOf } from "../../integrations/foundry/scripts/token_follower.mjs";
import { mapOf, takeWalls, wallsOf } from "../../integrations/foundry/scripts/walls.mjs";
import { Scene, Source, browser } from "./foundry_stand_in.mjs";

const RECORDED = readFileSync(new URL("../golden/live/carried.jsonl", import.meta.url), "utf-8")
  .trim()
  .split("\n")
  .map((line) => JSON.parse(line));
const TOKENS = [
  { id: "t1", name: "Watch Captain Brandt" },
  { id: "t2", name: "IDA" },
  { id: "t3", name: "A shield", flags: { tablecam: { model: "stone" } } },
  { id: "t4", name: "A stranger", x: 7, y: 7 },
];
const named = (scene, id) => [...scene.tokens].find((token) => token.id === id);
const following = (scene) => new TokenFollower(() => scene, () => 1);
const model = (more) => ({
  id: "ida", name: "Ida", x_in: 10, y_in: 10, z_in: 0, heading_rad: 0, state: "settled", ...more,
});
const position = (...models) => ({ v: 1, camera: "good", table: { width_in: 48, depth_in: 48 }, models });

test("tokens stand where the models stood when the recording ended", async () => {
  const scene = new Scene({ tokens: TOKENS });
  const follower = following(scene);
  for (const message of RECORDED) await follower.offer(message);
  // ida was carried to 18.6, 9.6; her token is a square wide and looks away, a little to the left
  const ida = named(scene, "t2");
  assert.deepEqual([ida.x, ida.y], [1810, 3790]);
  assert.equal(ida.rotation, rotationOf(1.92));
  assert.deepEqual([named(scene, "t1").x, named(scene, "t1").y], [870, 4110]);
  assert.deepEqual([named(scene, "t3").x, named(scene, "t4").x], [1290, 7]);
});

test("a model at rest, or under a hand, moves no token", async () => {
  const scene = new Scene({ tokens: TOKENS });
  const follower = following(scene);
  for (const message of RECORDED) await follower.offer(message);
  assert.deepEqual(scene.updates[0].map((update) => update._id).sort(), ["t1", "t2", "t3"]);
  assert.ok(scene.updates.slice(1).every((updates) => updates.length === 1 && updates[0]._id === "t2"));
  const before = scene.updates.length;
  await follower.offer(position(model({ x_in: 18.65, y_in: 9.6, heading_rad: 1.9 })));
  await follower.offer(position(model({ x_in: 30, state: "occluded" })));
  await follower.offer({ ...position(model({ x_in: 30 })), camera: "held_back" });
  assert.equal(scene.updates.length, before);
  await follower.offer({ ...position(model({ x_in: 30 })), camera: "ended" });
  assert.equal(scene.updates.length, before + 1);
});

test("a model that is put on a roof or turned on the spot moves its token", async () => {
  const scene = new Scene({ tokens: TOKENS });
  const follower = following(scene);
  await follower.offer(position(model()));
  await follower.offer(position(model({ z_in: 3 })));
  assert.equal(named(scene, "t2").elevation, 15);
  await follower.offer(position(model({ z_in: 3, heading_rad: Math.PI })));
  assert.equal(named(scene, "t2").rotation, 90);
  assert.equal(scene.updates.length, 3);
  // the same direction, told the other way round
  await follower.offer(position(model({ z_in: 3, heading_rad: -Math.PI })));
  assert.equal(scene.updates.length, 3);
});

test("while the world is busy only the newest position waits", async () => {
  const scene = new Scene({ tokens: TOKENS });
  const follower = following(scene);
  await Promise.all([10, 20, 30, 40].map((x_in) => follower.offer(position(model({ x_in })))));
  assert.equal(scene.updates.length, 2);
  assert.equal(named(scene, "t2").x, 3950);
});

test("what the world refused is tried again", async () => {
  const scene = new Scene({ tokens: TOKENS });
  const follower = following(scene);
  scene.refuse = 1;
  await follower.offer(position(model()));
  assert.equal(scene.updates.length, 0);
  await follower.offer(position(model()));
  assert.equal(scene.updates.length, 1);
});

test("another active scene gets all its tokens placed, and none is no fault", async () => {
  const [first, second] = [new Scene({ tokens: TOKENS }), Object.assign(new Scene({ tokens: TOKENS }), { id: "scene2" })];
  let active = first;
  const follower = new TokenFollower(() => active, () => 1);
  await follower.offer(position(model()));
  active = second;
  await follower.offer(position(model()));
  active = null;
  await follower.offer(position(model()));
  assert.deepEqual([first.updates.length, second.updates.length], [1, 1]);
});

test("padding, scale and the size of a token count", () => {
  const scene = new Scene({ dimensions: { sceneX: 500, sceneY: 300, size: 70, distance: 1 } });
  const space = new SceneSpace(scene, { width_in: 48, depth_in: 36 }, 2);
  const place = space.placeOf(model({ x_in: 24, y_in: 36, z_in: 4 }), { width: 2, height: 2 });
  assert.deepEqual(place, { x: 500 + 12 * 70 - 70, y: 300 - 70, elevation: 2, rotation: 270 });
});

test("a token without rotation looks down the screen, and rotation is clockwise", () => {
  const [right, up, left, down] = [0, Math.PI / 2, Math.PI, -Math.PI / 2].map(rotationOf);
  assert.deepEqual([right, up, left, down], [270, 180, 90, 0]);
});

test("two tokens of one name follow nobody, until one is given to the model", () => {
  const twins = { tokens: [{ id: "a", name: "Ida" }, { id: "b", name: "ida" }] };
  assert.equal(tokenOf(model(), new Scene(twins).tokens), undefined);
  twins.tokens[1].flags = { tablecam: { model: "ida" } };
  assert.equal(tokenOf(model(), new Scene(twins).tokens).id, "b");
  assert.equal(tokenOf({ ...model(), id: "ann", name: "Ann" }, new Scene(twins).tokens), undefined);
});

test("the stream is opened again where the server refused it, and a newer version is told", () => {
  const told = [];
  const later = [];
  const on = Object.fromEntries(["position", "connected", "lost", "newer"].map((name) => [name, () => told.push(name)]));
  const system = { EventSource: Source, setTimeout: (call) => later.push(call) };
  const stream = new LiveStream("http://table", on, system);
  const source = Source.opened.at(-1);
  assert.equal(source.url, "http://table/api/v1/live");
  source.say("open");
  source.say("position", RECORDED[0]);
  source.say("error");
  assert.equal(later.length, 0);
  source.say("open");
  source.readyState = 2;
  source.say("error");
  later[0]();
  assert.notEqual(Source.opened.at(-1), source);
  Source.opened.at(-1).say("position", { v: 2 });
  assert.deepEqual(told, ["connected", "position", "lost", "connected", "lost", "newer"]);
  stream.close();
  Source.opened.at(-1).say("error");
  assert.equal(told.length, 6);
});

const MAP = {
  resolution: { map_origin: { x: 1, y: 1 }, map_size: { x: 48, y: 48 } },
  line_of_sight: null,
  objects_line_of_sight: [[{ x: 2, y: 2 }, { x: 4, y: 2 }, { x: 4, y: 3 }, { x: 2, y: 2 }]],
  portals: [
    { bounds: [{ x: 5, y: 5 }, { x: 6, y: 5 }], closed: true },
    { bounds: [{ x: 7, y: 5 }, { x: 8, y: 5 }], closed: false },
  ],
};

test("a map becomes walls and doors, shut and open", () => {
  const walls = wallsOf(MAP, new Scene());
  assert.deepEqual(walls.map((wall) => wall.c), [
    [100, 100, 300, 100], [300, 100, 300, 200], [300, 200, 100, 100], [400, 400, 500, 400], [600, 400, 700, 400],
  ]);
  assert.deepEqual(walls.map((wall) => [wall.door, wall.ds]), [[0, undefined], [0, undefined], [0, undefined], [1, 0], [1, 1]]);
});

test("walls of the table take the place of those that were taken before, and the master's own stay", async () => {
  const scene = new Scene({ walls: [{ id: "own", c: [0, 0, 100, 0], door: 0, sight: 20 }] });
  const asked = [];
  const fetch = async (url) => (asked.push(url), { ok: true, json: async () => MAP });
  assert.equal(await takeWalls(scene, "http://table", 2, fetch), 5);
  assert.equal(await takeWalls(scene, "http://table", 2, fetch), 5);
  assert.equal(scene.walls.size, 6);
  assert.equal(asked[0], "http://table/api/v1/terrain.dd2vtt?grid_in=2");
  await assert.rejects(takeWalls(scene, "http://table", 2, async () => ({ ok: false, status: 503 })), /503/);
  assert.equal(scene.walls.size, 6);
  // what came from the table does not go back
  assert.deepEqual(mapOf(scene).line_of_sight, [[{ x: 0, y: 0 }, { x: 1, y: 0 }]]);
});

test("walls of a scene become a map: lines that share their ends, doors, nothing that one sees through", () => {
  const wall = (c, more) => ({ c, door: 0, sight: 20, ...more });
  const walls = [
    wall([500, 300, 700, 300]), wall([700, 300, 700, 500]), wall([0, 0, 10, 10], { sight: 0 }),
    wall([700, 500, 700, 600], { door: 1, ds: 0 }), wall([700, 600, 700, 700], { door: 2, ds: 1 }), wall([700, 700, 800, 700]),
  ];
  const map = mapOf(new Scene({ walls, dimensions: { sceneX: 500, sceneY: 300, size: 100 } }));
  assert.deepEqual(map.line_of_sight, [[{ x: 0, y: 0 }, { x: 2, y: 0 }, { x: 2, y: 2 }], [{ x: 2, y: 4 }, { x: 3, y: 4 }]]);
  assert.deepEqual(map.portals.map(({ closed, rotation }) => [closed, rotation]), [[true, Math.PI / 2], [false, Math.PI / 2]]);
  assert.deepEqual(map.resolution.map_size, { x: 48, y: 48 });
});

test("the module follows in the browser of one game master alone, and its api is there for macros", async () => {
  const scene = new Scene({ tokens: TOKENS, walls: [{ c: [0, 0, 100, 0], door: 0, sight: 20 }] });
  const settings = { address: "" };
  const { hooks, told, registered, gm } = browser(scene, settings);
  await import("../../integrations/foundry/scripts/tablecam.mjs");
  hooks.init();
  const opened = () => Source.opened.length;
  const before = opened();
  hooks.ready();
  assert.equal(opened(), before);

  settings.address = " http://table:8000/ ";
  registered.address.onChange();
  const source = Source.opened.at(-1);
  assert.equal(source.url, "http://table:8000/api/v1/live");
  source.say("open");
  await source.say("position", position(model()));
  for (let turn = 0; turn < 1000 && !scene.updates.length; turn++) await new Promise(setImmediate);
  assert.equal(named(scene, "t2").x, 950);

  hooks.userConnected();
  assert.equal(opened(), before + 1);
  game.users.activeGM = { id: "another" };
  hooks.userConnected();
  assert.equal(source.readyState, 2);
  game.users.activeGM = gm;
  hooks.userConnected();
  assert.equal(opened(), before + 2);

  const { api } = game.modules.get("tablecam");
  globalThis.fetch = async () => ({ ok: true, json: async () => MAP });
  await api.takeWalls();
  globalThis.fetch = async () => ({ ok: false, status: 503 });
  await api.takeWalls();
  api.saveWalls();
  await api.assign(named(scene, "t4"), "gus");
  assert.equal(named(scene, "t4").getFlag("tablecam", "model"), "gus");
  await api.assign(named(scene, "t4"));
  assert.equal(named(scene, "t4").getFlag("tablecam", "model"), undefined);
  const [connected, taken, failed, [, text, type, name]] = told;
  assert.deepEqual([connected, taken, failed], [
    ["info", "TABLECAM.Connected"], ["info", "TABLECAM.Walls 5"], ["error", "TABLECAM.NoWalls"],
  ]);
  assert.deepEqual([type, name], ["application/json", "The table.dd2vtt"]);
  assert.equal(JSON.parse(text).line_of_sight.length, 1);
});
