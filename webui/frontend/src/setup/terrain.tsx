// Terrain: to be filled.

export function TerrainStep() {
  return <p>Not here yet.</p>;
}
