import { join } from 'node:path'
import { defineConfig } from 'vite'

/** Builds the files that browsers load. `scripts/build.mjs` compiles the same sources for the server. */
export default defineConfig({
  root: import.meta.dirname,
  publicDir: false,
  logLevel: 'warn',
  build: {
    outDir: 'dist/client',
    target: 'es2022',
    manifest: 'manifest.json',
    modulePreload: false,
    // The page has all of it already: nothing that is loaded later may ask for a style sheet.
    cssCodeSplit: false,
    rollupOptions: {
      input: { portal: join(import.meta.dirname, 'src/portal/main.tsx') },
      output: {
        entryFileNames: '[name]-[hash].js',
        chunkFileNames: '[name]-[hash].js',
        assetFileNames: '[name]-[hash][extname]',
      },
    },
  },
})
