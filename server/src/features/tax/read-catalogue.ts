import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { projectRoot } from '../../platform/project-root.js'
import { checkCatalogue } from './check-catalogue.js'
import type { Catalogue } from './jurisdiction.js'

/** Only remembers: the file is part of the release and does not change while the service runs. */
let known: Catalogue | null = null

/**
 * The rates that everybody is offered, as our file has them.
 *
 * @throws {Error} which names the entry, when the file is wrong.
 */
export function readCatalogue(): Catalogue {
  known ??= checkCatalogue(JSON.parse(readFileSync(cataloguePath(), 'utf8')))
  return known
}

function cataloguePath(): string {
  return join(projectRoot(), 'server', 'data', 'tax-catalogue.json')
}
