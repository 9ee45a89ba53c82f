import { accessSync, constants } from 'node:fs'
import { delimiter, join } from 'node:path'

/** Returns whether setpriv (Linux) is installed. It signals a child when its parent dies. */
export function hasSetpriv(): boolean {
  if (process.platform !== 'linux') return false
  const folders = (process.env['PATH'] ?? '').split(delimiter)
  return folders.some((folder) => isExecutable(join(folder, 'setpriv')))
}

function isExecutable(path: string): boolean {
  try {
    accessSync(path, constants.X_OK)
    return true
  } catch {
    return false
  }
}
