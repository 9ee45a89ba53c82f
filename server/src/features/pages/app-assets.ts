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
  /** Addresses of the scripts that the entry imports. */
  imports: readonly string[]
  /** Addresses of all scripts that a module needs beyond those, by its file name. */
  modules: ReadonlyMap<string, readonly string[]>
}

type Chunk = {
  file: string
  name?: string
  isDynamicEntry?: boolean
  imports?: readonly string[]
}
type Manifest = Record<string, Chunk>

/**
 * Reads the build of an app.
 *
 * @throws {Error} when the app is not built.
 */
export function readAppAssets(app: PageApp): AppAssets {
  const read = (name: string) => readFileSync(join(buildFolder(app), name), 'utf8')
  const manifest: Manifest = JSON.parse(read('manifest.json'))
  const main = `src/${app}/main.tsx`
  const entry = manifest[main]
  const style = manifest['style.css']
  if (!entry || !style) {
    throw new Error(`The ${app} page is not built. Run node scripts/prepare.mjs.`)
  }
  return {
    script: `${assetsPath(app)}/${entry.file}`,
    css: read(style.file).trim(),
    ...listScripts(app, { manifest, main }),
  }
}

function listScripts(
  app: PageApp,
  { manifest, main }: { manifest: Manifest; main: string },
): Pick<AppAssets, 'imports' | 'modules'> {
  const entry = chunksOf(manifest, main)
  const addressOf = (chunk: string) => `${assetsPath(app)}/${manifest[chunk]?.file}`
  const modules = Object.entries(manifest).filter(([, { isDynamicEntry }]) => isDynamicEntry)
  return {
    imports: [...entry].filter((chunk) => chunk !== main).map(addressOf),
    modules: new Map(
      modules.map(([key, { name = '' }]) => {
        const added = [...chunksOf(manifest, key)].filter((chunk) => !entry.has(chunk))
        return [name, added.map(addressOf)]
      }),
    ),
  }
}

/** Returns the keys of a chunk and of all that it imports. */
function chunksOf(manifest: Manifest, key: string, found = new Set<string>()): Set<string> {
  if (found.has(key)) return found
  found.add(key)
  for (const imported of manifest[key]?.imports ?? []) chunksOf(manifest, imported, found)
  return found
}

export function assetsPath(app: PageApp): string {
  return `/assets/${app}`
}

export function buildFolder(name: string): string {
  return join(projectRoot(), 'web', 'dist', 'client', name)
}
