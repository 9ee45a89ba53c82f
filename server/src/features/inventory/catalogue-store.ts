import type { Address } from '../../lib/hex.js'
import type { UnixMs } from '../../lib/time.js'
import type { Queryable } from '../../platform/db/db.js'

/** A merchant's catalog: its version and totals over its items. */
export type Catalogue = {
  merchant: Address
  /** Rises with every change. */
  version: number
  items: number
  /** Without images. */
  textBytes: number
  imageBytes: number
}

type CatalogueRow = {
  merchant: Address
  version: string
  items: string
  text_bytes: string
  image_bytes: string
}

/** Returns the version of a merchant's catalog, 0 before the first item. */
export async function findVersion(db: Queryable, merchant: Address): Promise<number> {
  const { rows } = await db.query<{ version: string }>(
    'select version from catalogues where merchant = $1',
    [merchant],
  )
  return Number(rows[0]?.version ?? 0)
}

/** Lists the merchants with large catalogs, those with the most sales since a time first. */
export async function listBusiest(
  db: Queryable,
  input: { items: number; textBytes: number; since: UnixMs; limit: number },
): Promise<Address[]> {
  const { rows } = await db.query<{ merchant: Address }>(
    `select merchant from (
       select merchant, items from catalogues where items >= $1 or text_bytes >= $2
       order by items desc limit 1000
     ) as large
     cross join lateral (
       select count(*) as sales from (
         select from receipts r where r.merchant = large.merchant and r.created_at >= $3 limit 1000
       ) as recent
     ) as sold
     order by sales desc, items desc, merchant limit $4`,
    [input.items, input.textBytes, input.since, input.limit],
  )
  return rows.map(({ merchant }) => merchant)
}

/** Returns the catalog of a merchant without items. */
export function emptyCatalogue(merchant: Address): Catalogue {
  return { merchant, version: 0, items: 0, textBytes: 0, imageBytes: 0 }
}

/** Returns a merchant's catalog, or null before the first item. */
export async function findCatalogue(db: Queryable, merchant: Address): Promise<Catalogue | null> {
  const { rows } = await db.query<CatalogueRow>(
    `select merchant, version, items, text_bytes, image_bytes from catalogues where merchant = $1`,
    [merchant],
  )
  return rows[0] ? toCatalogue(rows[0]) : null
}

/** Returns a merchant's catalog and locks it until the transaction ends, or null if it has no row. */
export async function findCatalogueForUpdate(
  db: Queryable,
  merchant: Address,
): Promise<Catalogue | null> {
  const { rows } = await db.query<CatalogueRow>(
    `select merchant, version, items, text_bytes, image_bytes from catalogues
     where merchant = $1 for update`,
    [merchant],
  )
  return rows[0] ? toCatalogue(rows[0]) : null
}

/** Inserts the row to lock. Concurrent inserts wait for the first one, then do nothing. */
export async function insertEmptyCatalogue(db: Queryable, merchant: Address): Promise<void> {
  await db.query(
    `insert into catalogues (merchant, version, items, text_bytes, image_bytes)
     values ($1, 0, 0, 0, 0) on conflict (merchant) do nothing`,
    [merchant],
  )
}

/** Updates a catalog that the transaction has locked. */
export async function updateCatalogue(db: Queryable, catalogue: Catalogue): Promise<void> {
  await db.query(
    `update catalogues set version = $2, items = $3, text_bytes = $4, image_bytes = $5
     where merchant = $1`,
    [
      catalogue.merchant,
      catalogue.version,
      catalogue.items,
      catalogue.textBytes,
      catalogue.imageBytes,
    ],
  )
}

function toCatalogue(row: CatalogueRow): Catalogue {
  return {
    merchant: row.merchant,
    version: Number(row.version),
    items: Number(row.items),
    textBytes: Number(row.text_bytes),
    imageBytes: Number(row.image_bytes),
  }
}
