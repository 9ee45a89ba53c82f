import { existsSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

/**
 * The folder that holds all workspaces. Looked for upwards, because the code runs both from source
 * (in tests) and from where it was built.
 */
export function projectRoot(): string {
  let folder = dirname(fileURLToPath(import.meta.url))
  while (!existsSync(join(folder, 'server', 'migrations'))) {
    const parent = dirname(folder)
    if (parent === folder) throw new Error('the project folder cannot be found')
    folder = parent
  }
  return folder
}
