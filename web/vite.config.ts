import { defineConfig } from 'vite'

/**
 * Builds the files that browsers load. `scripts/build.mjs` adds entry and output folder of each app, and compiles the
 * same sources for the server.
 */
export default defineConfig({
  root: import.meta.dirname,
  publicDir: false,
  logLevel: 'warn',
  build: {
    target: 'es2022',
    manifest: 'manifest.json',
    modulePreload: false,
    // One style sheet per app, because pages inline it: a script that loads later must not request another.
    cssCodeSplit: false,
    rollupOptions: {
      output: {
        entryFileNames: '[name]-[hash].js',
        chunkFileNames: '[name]-[hash].js',
        assetFileNames: '[name]-[hash][extname]',
      },
    },
  },
})
