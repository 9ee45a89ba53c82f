import type { Queryable } from '../db/db.js'
import { getLinkSecret } from './installation-store.js'

/** Returns a function that returns the secret that signs payment links. It is read from the database once. */
export function createLinkSecret({ db }: { db: Queryable }): () => Promise<Uint8Array> {
  let secret: Uint8Array | null = null
  return async () => {
    secret ??= await getLinkSecret(db)
    return secret
  }
}
