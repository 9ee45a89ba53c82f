import { hashOfReference, referTo } from '../../lib/media-reference.js'
import type { Queryable } from '../../platform/db/db.js'

/** Returns those of these pictures that items show. Reads all items, so call it rarely. */
export async function listShownPictures(
  db: Queryable,
  hashes: readonly string[],
): Promise<string[]> {
  const { rows } = await db.query<{ image: string }>(
    `select distinct image from items cross join unnest(images) as image
     where images && $1::text[] and image = any($1)`,
    [hashes.map(referTo)],
  )
  return rows.flatMap(({ image }) => hashOfReference(image) ?? [])
}
