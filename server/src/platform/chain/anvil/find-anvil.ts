import { existsSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { projectRoot } from '../../project-root.js'

/**
 * Finds the anvil binary that npm installed for this platform, or that `scripts/install-anvil.mjs`
 * downloaded. Returns `null` when there is neither.
 */
export function findAnvil(): string | null {
  const arch = process.arch === 'x64' ? 'amd64' : process.arch
  const packageDir = findPackage(`@foundry-rs/anvil-${process.platform}-${arch}`)
  const program = process.platform === 'win32' ? 'anvil.exe' : 'anvil'
  const candidates = [
    ...(packageDir ? [join(packageDir, 'bin', program)] : []),
    join(projectRoot(), 'node_modules', '.tallystick-anvil', 'anvil'),
  ]
  return candidates.find((path) => existsSync(path)) ?? null
}

function findPackage(name: string): string | null {
  try {
    return dirname(createRequire(import.meta.url).resolve(`${name}/package.json`))
  } catch {
    return null
  }
}
