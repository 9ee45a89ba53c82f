import type { Config } from '../config/config.js'
import type { Queryable } from '../db/db.js'
import type { SnapshotSource } from '../snapshot/snapshot-worker.js'

/** Returns the id that the schema migration gave to this database. */
export async function getStoredId(db: Queryable): Promise<string> {
  const { rows } = await db.query<{ id: string }>('select id from installation')
  if (!rows[0]) throw new Error('the table installation is empty')
  return rows[0].id
}

/** Returns the secret that the schema migration gave to this database. */
async function getLinkSecret(db: Queryable): Promise<Uint8Array> {
  const { rows } = await db.query<{ link_secret: Buffer }>('select link_secret from installation')
  if (!rows[0]) throw new Error('the table installation is empty')
  return rows[0].link_secret
}

/**
 * Returns a function that returns the id of this installation: the setting, or else the one in the
 * database. A copy of a database has the same id, so only the setting tells the two apart.
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

/** Keeps the id and the link secret of the installation for a start without the database. */
export const installationInSnapshot: SnapshotSource = {
  async platform({ db }) {
    await getStoredId(db)
    await getLinkSecret(db)
  },
}

/** Returns a function that returns the signing secret of payment links, read only once. */
export function createLinkSecret({ db }: { db: Queryable }): () => Promise<Uint8Array> {
  let secret: Uint8Array | null = null
  return async () => {
    secret ??= await getLinkSecret(db)
    return secret
  }
}
