import { defineConfig } from "vite";

export default defineConfig({
  base: "/static/app/",
  build: {
    outDir: "../static/app",
    emptyOutDir: true,
    manifest: "manifest.json",
    // the licences of what is bundled travel with it
    license: { fileName: "licences.md" },
    target: "es2022",
  },
});
