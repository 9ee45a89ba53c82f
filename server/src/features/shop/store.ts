import type { Address } from '../../lib/hex.js'
import { toTime } from '../../platform/db/columns.js'
import type { Queryable } from '../../platform/db/db.js'
import type { Shop } from './complete-shop.js'
import type { StoredSettings } from './settings.js'

type ShopRow = { merchant: Address; config: StoredSettings; updated_at: string }
type KnownRow = Pick<ShopRow, 'merchant' | 'config'>
type KnownShop = Pick<Shop, 'merchant' | 'stored'>

/** Leaves out taxes, which can be larger than the rest of a thousand shops. */
const known = `merchant, config - 'tax' as config`

/** Finds a merchant's shop. Null before the first change. */
export async function findShop(db: Queryable, merchant: Address): Promise<Shop | null> {
  const { rows } = await db.query<ShopRow>(
    'select merchant, config, updated_at from shops where merchant = $1',
    [merchant],
  )
  return rows[0] ? toShop(rows[0]) : null
}

/** Locks a merchant's shop until the transaction ends. Null when there is no row. */
export async function findShopForUpdate(db: Queryable, merchant: Address): Promise<Shop | null> {
  const { rows } = await db.query<ShopRow>(
    'select merchant, config, updated_at from shops where merchant = $1 for update',
    [merchant],
  )
  return rows[0] ? toShop(rows[0]) : null
}

/** Inserts the row to lock unless it exists. Concurrent inserts wait for each other. */
export async function insertEmptyShop(db: Queryable, merchant: Address): Promise<void> {
  await db.query(
    `insert into shops (merchant, config, updated_at) values ($1, '{}', 0)
     on conflict (merchant) do nothing`,
    [merchant],
  )
}

/**
 * Stores a shop as the next version of the directory. The update locks the version until the transaction ends, so
 * versions become visible in order.
 */
export async function updateShop(db: Queryable, shop: Shop): Promise<void> {
  await db.query(
    `with next as (update directory set version = version + 1 returning version)
     update shops set config = $2, updated_at = $3, version = next.version
     from next where merchant = $1`,
    [shop.merchant, JSON.stringify(shop.stored), shop.updatedAt],
  )
}

export async function findVersion(db: Queryable): Promise<number> {
  const { rows } = await db.query<{ version: string }>('select version from directory')
  return Number(rows[0]?.version ?? 0)
}

/** Lists the next shops after a merchant, in order of merchant. */
export async function listShopsAfter(
  db: Queryable,
  { merchant, limit }: { merchant: string; limit: number },
): Promise<KnownShop[]> {
  const { rows } = await db.query<KnownRow>(
    `select ${known} from shops where merchant > $1 order by merchant limit $2`,
    [merchant, limit],
  )
  return rows.map(toKnown)
}

/** Lists the shops that changed after a version. */
export async function listShopsSince(db: Queryable, version: number): Promise<KnownShop[]> {
  const { rows } = await db.query<KnownRow>(`select ${known} from shops where version > $1`, [
    version,
  ])
  return rows.map(toKnown)
}

/** Lists the names of the merchants' shops. Shops without a name are absent. */
export async function listNames(
  db: Queryable,
  merchants: readonly Address[],
): Promise<{ merchant: Address; name: string }[]> {
  const { rows } = await db.query<{ merchant: Address; name: string }>(
    `select merchant, config ->> 'name' as name from shops
     where merchant = any($1) and config ? 'name'`,
    [merchants],
  )
  return rows
}

/**
 * Locks a slug and the merchant's current slug, and returns the owner of the first. Locks are taken in a fixed order
 * to prevent deadlocks.
 */
export async function lockSlug(
  db: Queryable,
  { slug, merchant }: { slug: string; merchant: Address },
): Promise<Address | null> {
  const { rows } = await db.query<{ slug: string; merchant: Address }>(
    `select slug, merchant from shop_slugs where slug = $1 or merchant = $2
     order by slug for update`,
    [slug, merchant],
  )
  return rows.find((row) => row.slug === slug)?.merchant ?? null
}

export async function deleteSlug(db: Queryable, merchant: Address): Promise<void> {
  await db.query('delete from shop_slugs where merchant = $1', [merchant])
}

/** Assigns a slug to a merchant who has none. Returns false when it is taken. */
export async function insertSlug(
  db: Queryable,
  { slug, merchant }: { slug: string; merchant: Address },
): Promise<boolean> {
  const { rowCount } = await db.query(
    'insert into shop_slugs (slug, merchant) values ($1, $2) on conflict (slug) do nothing',
    [slug, merchant],
  )
  return rowCount === 1
}

function toShop({ merchant, config, updated_at }: ShopRow): Shop {
  return { merchant, stored: config, updatedAt: toTime(updated_at) }
}

function toKnown({ merchant, config }: KnownRow): KnownShop {
  return { merchant, stored: config }
}
