import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { type Compressed, compressOnce } from '../../../platform/http/compress.js'
import { projectRoot } from '../../../platform/project-root.js'

/** What browsers load for the payment page, as it was built. */
export type ClientBuild = {
  /** The address of the script that a page begins with. */
  script: string
  /** The style sheet, which stands in the page itself. */
  css: string
  /** A script by its name, which changes with its content; `null` when there is none. */
  findScript(name: string): Compressed | null
}

export const assetsPath = '/assets/portal'

type Manifest = Record<string, { file: string }>

/** Reads the build once, for as long as the process lives. */
export function readClientBuild(
  folder = join(projectRoot(), 'web', 'dist', 'client'),
): ClientBuild {
  const read = (name: string) => readFileSync(join(folder, name))
  const manifest: Manifest = JSON.parse(read('manifest.json').toString('utf8'))
  const entry = manifest['src/portal/main.tsx']
  const style = manifest['style.css']
  if (!entry || !style) throw new Error('the payment page was not built: npm run build')

  const names = readdirSync(folder).filter((name) => name.endsWith('.js'))
  // When they are first asked for: it takes longer than all the rest of a start's reading.
  const compressed = new Map<string, Compressed>()
  return {
    script: `${assetsPath}/${entry.file}`,
    css: read(style.file).toString('utf8').trim(),
    findScript(name) {
      if (!names.includes(name)) return null
      const known = compressed.get(name) ?? compressOnce(read(name))
      compressed.set(name, known)
      return known
    },
  }
}
