import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { type AppName, apps } from '@tallystick/web/apps'
import { projectRoot } from '../../platform/project-root.js'

export type PageApp = AppName

/** The apps in `web/src`, each of which Vite builds into a folder of its own. */
export const pageApps = Object.keys(apps) as PageApp[]

export type AppAssets = {
  /** Address of the app's entry script. */
  script: string
  /** The app's style sheet, which pages inline. */
  css: string
  /** Addresses of its fonts, which pages load early, so that the text does not move. */
  fonts: readonly string[]
}

type Manifest = Record<string, { file: string; assets?: readonly string[] }>

/**
 * Reads the build of an app.
 *
 * @throws {Error} when the app is not built.
 */
export function readAppAssets(app: PageApp): AppAssets {
  const read = (name: string) => readFileSync(join(buildFolder(app), name), 'utf8')
  const manifest: Manifest = JSON.parse(read('manifest.json'))
  const entry = manifest[`src/${app}/main.tsx`]
  const style = manifest['style.css']
  if (!entry || !style) {
    throw new Error(`The ${app} page is not built. Run node scripts/prepare.mjs.`)
  }
  const fonts = (entry.assets ?? []).filter((file) => file.endsWith('.woff2'))
  return {
    script: `${assetsPath(app)}/${entry.file}`,
    css: read(style.file).trim(),
    fonts: fonts.map((file) => `${assetsPath(app)}/${file}`),
  }
}

export function assetsPath(app: PageApp): string {
  return `/assets/${app}`
}

export function buildFolder(name: string): string {
  return join(projectRoot(), 'web', 'dist', 'client', name)
}
