import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { projectRoot } from '../../platform/project-root.js'
import { checkCatalog } from './check-catalog.js'
import type { Catalog } from './jurisdiction.js'

/** A cache: the file is part of the release and does not change at runtime. */
let cache: Catalog | null = null

/**
 * Returns the catalog file, which applies to all merchants.
 *
 * @throws {Error} naming the invalid entry.
 */
export function readCatalog(): Catalog {
  cache ??= checkCatalog(JSON.parse(readFileSync(catalogPath(), 'utf8')))
  return cache
}

function catalogPath(): string {
  return join(projectRoot(), 'server', 'data', 'tax-catalog.json')
}
