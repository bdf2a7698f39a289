// Walls both ways, as Universal VTT: the terrain of a table becomes walls of a scene, and those become terrain.

// of a wall: no door, a door; of a door: shut, open
const [NO_DOOR, DOOR] = [0, 1];
const [SHUT, OPEN] = [0, 1];

/** The walls of a map, whose squares are those of the scene, as data of wall documents. A list that is null is empty. */
export function wallsOf(map, scene) {
  const { sceneX, sceneY, size } = scene.dimensions;
  const origin = map.resolution.map_origin ?? { x: 0, y: 0 };
  const place = (point) => [sceneX + (point.x - origin.x) * size, sceneY + (point.y - origin.y) * size].map(Math.round);
  const wall = (from, to, more) => ({ c: [...place(from), ...place(to)], flags: { tablecam: { wall: true } }, ...more });
  const lines = [...(map.line_of_sight ?? []), ...(map.objects_line_of_sight ?? [])];
  const walls = lines.flatMap((line) => line.slice(1).map((point, number) => wall(line[number], point, { door: NO_DOOR })));
  const doors = (map.portals ?? []).map(({ bounds: [from, to], closed }) =>
    wall(from, to, { door: DOOR, ds: closed === false ? OPEN : SHUT }),
  );
  return [...walls, ...doors].filter(({ c: [x, y, toX, toY] }) => x !== toX || y !== toY);
}

/** Puts the terrain of a table on a scene, in the place of what was taken over before; gives the number of walls. */
export async function takeWalls(scene, address, inchesPerSquare, fetch = globalThis.fetch) {
  const answer = await fetch(`${address}/api/v1/terrain.dd2vtt?grid_in=${inchesPerSquare}`);
  if (!answer.ok) throw new Error(`the table answers ${answer.status}`);
  const walls = wallsOf(await answer.json(), scene);
  const before = [...scene.walls].filter((wall) => wall.getFlag("tablecam", "wall")).map((wall) => wall.id);
  await scene.deleteEmbeddedDocuments("Wall", before);
  await scene.createEmbeddedDocuments("Wall", walls);
  return walls.length;
}

/** The walls of a scene as a Universal VTT map, for `tablecam terrain import`; those of the table itself are left out. */
export function mapOf(scene) {
  const { sceneX, sceneY, sceneWidth, sceneHeight, size } = scene.dimensions;
  const point = (x, y) => ({ x: (x - sceneX) / size, y: (y - sceneY) / size });
  const lines = [];
  const portals = [];
  let end = "";
  for (const wall of scene.walls) {
    if (wall.getFlag("tablecam", "wall") || !wall.sight) continue;
    const [x, y, toX, toY] = wall.c;
    const bounds = [point(x, y), point(toX, toY)];
    if (wall.door !== NO_DOOR) portals.push(portal(bounds, wall.ds !== OPEN));
    // walls that were drawn in one go share their ends, and are one line
    else if (end === `${x},${y}`) lines.at(-1).push(bounds[1]);
    else lines.push(bounds);
    end = wall.door === NO_DOOR ? `${toX},${toY}` : "";
  }
  return {
    format: 0.3,
    resolution: {
      map_origin: { x: 0, y: 0 },
      map_size: { x: sceneWidth / size, y: sceneHeight / size },
      pixels_per_grid: size,
    },
    line_of_sight: lines,
    objects_line_of_sight: [],
    portals,
    lights: [],
  };
}

function portal(bounds, closed) {
  const [from, to] = bounds;
  const position = { x: (from.x + to.x) / 2, y: (from.y + to.y) / 2 };
  return { position, bounds, rotation: Math.atan2(to.y - from.y, to.x - from.x), closed, freestanding: false };
}
