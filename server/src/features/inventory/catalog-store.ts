import type { Address } from '../../lib/hex.js'
import type { Queryable } from '../../platform/db/db.js'
import { defineColumns } from '../../platform/db/define-columns.js'

/** A merchant's catalog: its version and totals over its items. */
export type Catalog = {
  merchant: Address
  /** Rises with every change. */
  version: number
  items: number
  /** Without images. */
  textBytes: number
  imageBytes: number
}

const catalogColumns = defineColumns<Catalog>({
  merchant: 'text',
  version: 'number',
  items: 'number',
  textBytes: 'number',
  imageBytes: 'number',
})

/** Returns a merchant's catalog. It is empty, in version 0, before the first item. */
export async function getCatalog(db: Queryable, merchant: Address): Promise<Catalog> {
  const sql = `select ${catalogColumns.fields} from catalogs where merchant = $1`
  const catalog = await catalogColumns.find(db, sql, [merchant])
  return catalog ?? { merchant, version: 0, items: 0, textBytes: 0, imageBytes: 0 }
}

/**
 * Returns a merchant's catalog and locks it until the transaction ends, or null if it has no row.
 */
export async function findCatalogForUpdate(
  db: Queryable,
  merchant: Address,
): Promise<Catalog | null> {
  return catalogColumns.find(
    db,
    `select ${catalogColumns.fields} from catalogs where merchant = $1 for update`,
    [merchant],
  )
}

/** Inserts the row to lock. Concurrent inserts wait for the first one, then do nothing. */
export async function insertEmptyCatalog(db: Queryable, merchant: Address): Promise<void> {
  await db.query(
    `insert into catalogs (merchant, version, items, text_bytes, image_bytes)
     values ($1, 0, 0, 0, 0) on conflict (merchant) do nothing`,
    [merchant],
  )
}

/** Updates a catalog that the transaction has locked. */
export async function updateCatalog(
  db: Queryable,
  { merchant, version, items, textBytes, imageBytes }: Catalog,
): Promise<void> {
  await db.query(
    `update catalogs set version = $2, items = $3, text_bytes = $4, image_bytes = $5
     where merchant = $1`,
    [merchant, version, items, textBytes, imageBytes],
  )
}
