import { defineConfig } from "vite";

// One script and one style sheet for replays in folders: a browser loads no modules from a disk.
export default defineConfig({
  build: {
    outDir: "../static/replay",
    emptyOutDir: true,
    license: { fileName: "licences.md" },
    target: "es2022",
    lib: {
      entry: "src/folder.tsx",
      formats: ["iife"],
      name: "tablecamPage",
      fileName: () => "replay.js",
      cssFileName: "replay",
    },
  },
});
