import type { Address } from '../../../lib/hex.js'
import type { Queryable } from '../../../platform/db/db.js'
import { defineColumns } from '../../../platform/db/define-columns.js'
import type { IndexedItem } from './item-columns.js'

const indexedColumns = defineColumns<IndexedItem>({
  id: 'text',
  sku: 'text',
  name: 'text',
  description: 'text',
  category: 'text',
  tags: 'texts',
  priceUsdCents: 'cents',
  priceCents: 'cents',
  currency: 'text',
  taxable: 'boolean',
  stockQty: 'decimal',
  lowStockQty: 'decimal',
  industryPack: 'text',
  parentSku: 'text',
  active: 'boolean',
  updatedAt: 'time',
  pageBytes: 'int',
})
const versionedColumns = indexedColumns.with<{ version: number }>({ version: 'number' })

/** Returns the items after an id, in id order. */
export async function listIndexedAfter(
  db: Queryable,
  { merchant, id, limit }: { merchant: Address; id: string; limit: number },
): Promise<IndexedItem[]> {
  return indexedColumns.list(
    db,
    `select ${indexedColumns.fields} from items where merchant = $1 and id > $2 order by id limit $3`,
    [merchant, id, limit],
  )
}

/** A position in the order of changes. */
export type ChangePlace = { version: number; id: string }

/** Returns the items changed after a position, in the order of their changes. */
export async function listIndexedSince(
  db: Queryable,
  { merchant, after, limit }: { merchant: Address; after: ChangePlace; limit: number },
): Promise<{ items: IndexedItem[]; last: ChangePlace }> {
  const items = await versionedColumns.list(
    db,
    `select ${versionedColumns.fields} from items
     where merchant = $1 and (version, id) > ($2, $3) order by version, id limit $4`,
    [merchant, after.version, after.id, limit],
  )
  const { version, id } = items.at(-1) ?? after
  return { items, last: { version, id } }
}

/** Returns the ids of items deleted after a version. Complete for versions of the last day. */
export async function listDeletedSince(
  db: Queryable,
  { merchant, version }: { merchant: Address; version: number },
): Promise<string[]> {
  const { rows } = await db.query<{ id: string }>(
    'select id from deleted_items where merchant = $1 and version > $2',
    [merchant, version],
  )
  return rows.map(({ id }) => id)
}
