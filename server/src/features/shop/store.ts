import type { Address } from '../../lib/hex.js'
import { toTime } from '../../platform/db/columns.js'
import type { Queryable } from '../../platform/db/db.js'
import type { Shop } from './complete-shop.js'
import type { ListingReview } from './listings/listing.js'
import type { StoredSettings } from './schemas.js'

type ShopRow = {
  merchant: Address
  config: StoredSettings
  review: ListingReview['state'] | null
  review_since: string | null
  revision: number
  updated_at: string
}
/** A shop for the directory, which shows none of a suspended merchant. */
type DirectoryRow = Omit<ShopRow, 'revision' | 'updated_at'> & { is_suspended: boolean }
export type DirectoryShop = Omit<Shop, 'revision' | 'updatedAt'> & { isSuspended: boolean }

/** The only row of the table `directory`. */
export type DirectoryStateRow = { version: string; names_version: number }

const columns = 'merchant, config, review, review_since, revision, updated_at'

/** Leaves out taxes, which can be larger than the rest of a thousand shops. */
const directoryColumns = `merchant, config - 'tax' as config, review, review_since, exists (
    select from merchants where wallet = shops.merchant and suspended_at is not null
  ) as is_suspended`

/** Finds a merchant's shop and the version of its last change. Null before the first change. */
export async function findShop(
  db: Queryable,
  merchant: Address,
): Promise<{ shop: Shop; version: number } | null> {
  const { rows } = await db.query<ShopRow & { version: string }>(
    `select ${columns}, version from shops where merchant = $1`,
    [merchant],
  )
  const [row] = rows
  return row ? { shop: toShop(row), version: Number(row.version) } : null
}

/** Finds why a shop with this current slug is not listed: suspended, or in review. */
export async function findUnlistedReason(
  db: Queryable,
  slug: string,
): Promise<'suspended' | 'review' | null> {
  const { rows } = await db.query<{ reason: 'suspended' | 'review' | null }>(
    `select case
         when merchants.suspended_at is not null then 'suspended'
         when shops.review = 'pending' then 'review'
       end as reason
     from shop_slugs
       join shops using (merchant)
       join merchants on merchants.wallet = shops.merchant
     where slug = $1 and released_at is null and (config -> 'listed')::boolean`,
    [slug],
  )
  return rows[0]?.reason ?? null
}

/** Finds the time zone that a merchant set, or null. */
export async function findTimeZone(db: Queryable, merchant: Address): Promise<string | null> {
  const { rows } = await db.query<{ time_zone: string | null }>(
    `select config ->> 'timeZone' as time_zone from shops where merchant = $1`,
    [merchant],
  )
  return rows[0]?.time_zone ?? null
}

/** Locks a merchant's shop until the transaction ends. Null when there is no row. */
export async function findShopForUpdate(db: Queryable, merchant: Address): Promise<Shop | null> {
  const { rows } = await db.query<ShopRow>(
    `select ${columns} from shops where merchant = $1 for update`,
    [merchant],
  )
  return rows[0] ? toShop(rows[0]) : null
}

/** Lists those merchants whose shop accepts a token. By default a shop accepts every token. */
export async function listAccepting(
  db: Queryable,
  { merchants, token }: { merchants: readonly Address[]; token: string },
): Promise<Address[]> {
  const { rows } = await db.query<{ merchant: Address }>(
    `select merchant from shops
     where merchant = any($1) and coalesce(config #> '{payments,acceptedTokens}' ? $2, true)`,
    [merchants, token],
  )
  return rows.map(({ merchant }) => merchant)
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
 * Stores a shop as the next version of the directory. The update locks the version until the
 * transaction ends, so versions become visible in order.
 */
export async function updateShop(db: Queryable, shop: Shop): Promise<void> {
  await db.query(
    `with next as (update directory set version = version + 1 returning version)
     update shops set config = $2, updated_at = $3, review = $4, review_since = $5,
       revision = $6, version = next.version
     from next where merchant = $1`,
    [
      shop.merchant,
      JSON.stringify(shop.stored),
      shop.updatedAt,
      shop.review?.state ?? null,
      shop.review?.since ?? null,
      shop.revision,
    ],
  )
}

export async function findVersion(db: Queryable): Promise<number> {
  const { rows } = await db.query<Pick<DirectoryStateRow, 'version'>>(
    'select version from directory',
  )
  return Number(rows[0]?.version ?? 0)
}

/** Lists the next shops after a merchant, in order of merchant. */
export async function listShopsAfter(
  db: Queryable,
  { merchant, limit }: { merchant: string; limit: number },
): Promise<DirectoryShop[]> {
  const { rows } = await db.query<DirectoryRow>(
    `select ${directoryColumns} from shops where merchant > $1 order by merchant limit $2`,
    [merchant, limit],
  )
  return rows.map(toDirectoryShop)
}

/** Lists the shops that changed after a version. */
export async function listShopsSince(db: Queryable, version: number): Promise<DirectoryShop[]> {
  const { rows } = await db.query<DirectoryRow>(
    `select ${directoryColumns} from shops where version > $1`,
    [version],
  )
  return rows.map(toDirectoryShop)
}

/** Makes every process read a merchant's shop again. A merchant without a shop changes nothing. */
export async function markShopChanged(db: Queryable, merchant: Address): Promise<void> {
  await db.query(
    `with next as (update directory set version = version + 1 returning version)
     update shops set version = next.version from next where merchant = $1`,
    [merchant],
  )
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

function toShop(row: ShopRow): Shop {
  return { ...toReviewed(row), revision: row.revision, updatedAt: toTime(row.updated_at) }
}

function toDirectoryShop({ is_suspended: isSuspended, ...row }: DirectoryRow): DirectoryShop {
  return { ...toReviewed(row), isSuspended }
}

function toReviewed({
  merchant,
  config,
  review,
  review_since,
}: Omit<ShopRow, 'revision' | 'updated_at'>): Omit<Shop, 'revision' | 'updatedAt'> {
  const isReviewed = review !== null && review_since !== null
  return {
    merchant,
    stored: config,
    review: isReviewed ? { state: review, since: toTime(review_since) } : null,
  }
}

/** Returns those of these pictures that the themes of shops show. */
export async function listThemePictures(
  db: Queryable,
  hashes: readonly string[],
): Promise<string[]> {
  const { rows } = await db.query<{ hash: string }>(
    `select distinct hash
     from shops
       cross join lateral regexp_matches(config ->> 'theme', '/media/([0-9a-f]{64})/', 'g') as matched
       cross join lateral (select matched[1] as hash) as picture
     where hash = any($1)`,
    [hashes],
  )
  return rows.map(({ hash }) => hash)
}
