import { execFile } from 'node:child_process'
import { existsSync } from 'node:fs'
import { delimiter, join } from 'node:path'

/** Runs a program. Resolves with status 1 when it fails. */
export function tryProgram(command, args, options = {}) {
  return new Promise((resolve) => {
    execFile(command, args, { timeout: 180_000, ...options }, (error, stdout, stderr) =>
      resolve({ status: error ? 1 : 0, stdout, stderr }),
    )
  })
}

/** Returns the path of a program, or null when it is not installed. */
export function findProgram(name) {
  const folders = (process.env.PATH ?? '').split(delimiter)
  return folders.map((folder) => join(folder, name)).find((path) => existsSync(path)) ?? null
}
