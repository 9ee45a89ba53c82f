import type { TxContext } from '../../platform/context.js'
import { markReleased } from './store.js'

/** Deletes a picture of a person within the hour, unless something else refers to it. */
export async function releasePicture(
  { db }: Pick<TxContext, 'db'>,
  hash: string | null,
): Promise<void> {
  if (hash !== null) await markReleased(db, [hash])
}
