import type { Queryable } from '../../platform/db/db.js'
import { markReleased } from './store.js'

/** Deletes a picture of a person within the hour, unless something else refers to it. */
export async function releasePicture(db: Queryable, hash: string | null): Promise<void> {
  if (hash !== null) await markReleased(db, [hash])
}
