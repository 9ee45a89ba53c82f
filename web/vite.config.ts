import { defineConfig, type Plugin } from 'vite'
import { createGroups } from './group-modules.js'

/**
 * Replaces the function that loads the styles and modules of a dynamic import ahead of it. There
 * are none to load, and the original takes half a kilobyte of the payment page's script.
 */
const plainImports: Plugin = {
  name: 'plain-imports',
  enforce: 'pre',
  load: (id) =>
    id === '\0vite/preload-helper.js' ? 'export const __vitePreload = (load) => load()' : null,
}

/**
 * Builds the files that browsers load. `scripts/build.mjs` adds entry and output folder of each
 * app, and compiles the same sources for the server.
 */
export default defineConfig({
  root: import.meta.dirname,
  publicDir: false,
  logLevel: 'warn',
  plugins: [plainImports],
  build: {
    target: 'es2022',
    manifest: 'manifest.json',
    modulePreload: false,
    // One style sheet per app, because pages inline it: a script that loads later must not request
    // another.
    cssCodeSplit: false,
    rollupOptions: {
      output: {
        entryFileNames: '[name]-[hash].js',
        chunkFileNames: '[name]-[hash].js',
        assetFileNames: '[name]-[hash][extname]',
        manualChunks: createGroups(),
      },
    },
  },
})
