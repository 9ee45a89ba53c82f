import type { Address } from '../../lib/hex.js'
import type { Queryable } from '../../platform/db/db.js'

/** A merchant's catalogue as a whole: its version, and sums over the items. */
export type Catalogue = {
  merchant: Address
  /** Rises with every change. */
  version: number
  items: number
  /** Of everything but the images. */
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

/** The version of a merchant's catalogue; 0 before the first item. */
export async function findVersion(db: Queryable, merchant: Address): Promise<number> {
  const { rows } = await db.query<{ version: string }>(
    'select version from catalogues where merchant = $1',
    [merchant],
  )
  return Number(rows[0]?.version ?? 0)
}

/** What a merchant has who never had an item. */
export function emptyCatalogue(merchant: Address): Catalogue {
  return { merchant, version: 0, items: 0, textBytes: 0, imageBytes: 0 }
}

/** A merchant's catalogue as it is now, if there ever was an item. */
export async function findCatalogue(db: Queryable, merchant: Address): Promise<Catalogue | null> {
  const { rows } = await db.query<CatalogueRow>(
    `select merchant, version, items, text_bytes, image_bytes from catalogues where merchant = $1`,
    [merchant],
  )
  return rows[0] ? toCatalogue(rows[0]) : null
}

/** A merchant's catalogue, held until the transaction ends; `null` when there is no row to hold. */
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

/** Makes the row to hold. Of several who do so at once, all but one wait, then go on. */
export async function insertEmptyCatalogue(db: Queryable, merchant: Address): Promise<void> {
  await db.query(
    `insert into catalogues (merchant, version, items, text_bytes, image_bytes)
     values ($1, 0, 0, 0, 0) on conflict (merchant) do nothing`,
    [merchant],
  )
}

/** Replaces what is kept of a catalogue that the transaction holds. */
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
