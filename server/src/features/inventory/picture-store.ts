import type { Address } from '../../lib/hex.js'
import { hashOfReference, referTo } from '../../lib/media-reference.js'
import type { Queryable } from '../../platform/db/db.js'

/** The place of an item in the list of items with embedded pictures. */
export type EmbeddedItem = { merchant: Address; id: string }

/** SQL: whether an item has an embedded picture. Must be the condition of the index `items_embedded`. */
const isEmbedded = Array.from({ length: 8 }, (_, n) => `images[${n + 1}] like 'data:%'`).join(
  ' or ',
)

/** Lists items with embedded pictures after a place, in order of merchant and id. */
export async function listEmbedded(
  db: Queryable,
  { after, limit }: { after: EmbeddedItem; limit: number },
): Promise<EmbeddedItem[]> {
  const { rows } = await db.query<EmbeddedItem>(
    `select merchant, id from items where (${isEmbedded}) and (merchant, id) > ($1, $2)
     order by merchant, id limit $3`,
    [after.merchant, after.id, limit],
  )
  return rows
}

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
