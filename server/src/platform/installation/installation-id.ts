import type { Config } from '../config/config.js'
import type { Queryable } from '../db/db.js'
import { getStoredId } from './installation-store.js'

/**
 * Returns a function that returns the id of this installation: the setting, or else the one in the database. A copy of a
 * database has the same id, so only the setting tells the two apart.
 */
export function createInstallationId({
  config,
  db,
}: {
  config: Pick<Config, 'installationId'>
  db: Queryable
}): () => Promise<string> {
  let id = config.installationId
  return async () => {
    id ??= await getStoredId(db)
    return id
  }
}
