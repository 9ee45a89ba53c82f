import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { projectRoot } from '../../platform/project-root.js'
import { checkCatalogue } from './check-catalogue.js'
import type { Catalogue } from './jurisdiction.js'

/** A cache: the file is part of the release and does not change at runtime. */
let cache: Catalogue | null = null

/**
 * Returns the catalog file, which applies to all merchants.
 *
 * @throws {Error} naming the invalid entry.
 */
export function readCatalogue(): Catalogue {
  cache ??= checkCatalogue(JSON.parse(readFileSync(cataloguePath(), 'utf8')))
  return cache
}

function cataloguePath(): string {
  return join(projectRoot(), 'server', 'data', 'tax-catalogue.json')
}
