// Installs the packages of the lock file. `npm start` needs only those that build and run the
// service. Tests and checks need all of them.
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { runProgram } from './run-program.mjs'

/**
 * Returns whether the packages of the lock file are installed: with `tools` all, otherwise those of
 * the service.
 */
export function hasPackages(root, { tools }) {
  const installed = readInstalled(root)
  const { packages } = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8'))
  return Object.entries(packages)
    .filter(([path, { dev }]) => path.startsWith('node_modules/') && (tools || !dev))
    .every(([path, { version, optional, devOptional }]) => {
      // npm skips optional packages of other platforms, and those that cannot be installed.
      const mayBeAbsent = optional || devOptional
      return installed[path] ? installed[path].version === version : mayBeAbsent
    })
}

/**
 * Installs the missing packages. npm removes packages that a command does not include, so this
 * keeps including the tools once one of them is installed.
 */
export async function installPackages(root, { tools }) {
  const wantsTools = tools || Object.values(readInstalled(root)).some(({ dev }) => dev)
  await runProgram(root, 'npm', [
    'install',
    // Older npm versions would rewrite the lock file.
    '--no-save',
    wantsTools ? '--include=dev' : '--omit=dev',
    '--no-audit',
    '--no-fund',
    '--loglevel=error',
  ])
}

/** npm writes this list at the end of an install, so every package in it is complete. */
function readInstalled(root) {
  const path = join(root, 'node_modules', '.package-lock.json')
  return existsSync(path) ? JSON.parse(readFileSync(path, 'utf8')).packages : {}
}
