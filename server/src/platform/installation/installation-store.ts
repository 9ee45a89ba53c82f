import type { Queryable } from '../db/db.js'

/** Returns the id that the schema migration gave to this database. */
export async function getStoredId(db: Queryable): Promise<string> {
  const { rows } = await db.query<{ id: string }>('select id from installation')
  if (!rows[0]) throw new Error('the table installation is empty')
  return rows[0].id
}

/** Returns the secret that the schema migration gave to this database. */
export async function getLinkSecret(db: Queryable): Promise<Uint8Array> {
  const { rows } = await db.query<{ link_secret: Buffer }>('select link_secret from installation')
  if (!rows[0]) throw new Error('the table installation is empty')
  return rows[0].link_secret
}
