import { defineConfig } from "vite";

// One script and one style sheet for the pages of a hall: they lie on any web host, and read the broker.
export default defineConfig({
  build: {
    outDir: "../static/wall",
    emptyOutDir: true,
    license: { fileName: "licences.md" },
    target: "es2022",
    lib: {
      entry: "src/wall.tsx",
      formats: ["iife"],
      name: "tablecamWall",
      fileName: () => "wall.js",
      cssFileName: "wall",
    },
  },
});
