import { existsSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

/**
 * Returns the directory that contains all workspaces. Searches upwards, because the code runs both
 * from source and from the build.
 */
export function projectRoot(): string {
  let folder = dirname(fileURLToPath(import.meta.url))
  while (!existsSync(join(folder, 'server', 'migrations'))) {
    const parent = dirname(folder)
    if (parent === folder) throw new Error('the project directory was not found')
    folder = parent
  }
  return folder
}
