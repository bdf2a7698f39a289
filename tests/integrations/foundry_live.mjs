// Follows a real server until each of so many tokens stands somewhere, takes its walls, and prints both.
// node --experimental-eventsource foundry_live.mjs ADDRESS NAME...
import { LiveStream } from "../../integrations/foundry/scripts/live_stream.mjs";
import { TokenFollower } from "../../integrations/foundry/scripts/token_follower.mjs";
import { mapOf, takeWalls } from "../../integrations/foundry/scripts/walls.mjs";
import { Scene } from "./foundry_stand_in.mjs";

const [address, ...names] = process.argv.slice(2);
const scene = new Scene({ tokens: names.map((name) => ({ id: name, name })) });
const follower = new TokenFollower(() => scene, () => 1);
await new Promise((done) => {
  const position = (message) => follower.offer(message).then(() => scene.updates.length && done());
  const stream = new LiveStream(address, { position, connected() {}, lost() {}, newer() {} });
  scene.end = () => stream.close();
});
scene.end();
const walls = await takeWalls(scene, address, 1);
// as if the game master had drawn them
for (const wall of scene.walls) await wall.unsetFlag("tablecam", "wall");
const tokens = Object.fromEntries([...scene.tokens].map(({ name, x, y, elevation, rotation }) => [name, [x, y, elevation, rotation]]));
console.log(JSON.stringify({ tokens, walls, map: mapOf(scene) }));
