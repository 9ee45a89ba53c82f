import type { Address } from '../../../lib/hex.js'
import type { BaseUnits, Micros } from '../../../lib/money.js'
import type { UnixMs } from '../../../lib/time.js'
import { nativeToken } from '../../../platform/chain/tokens.js'
import { valuesOf } from '../../../platform/db/columns.js'
import type { Queryable } from '../../../platform/db/db.js'

/**
 * Saves native token that no payment explains, with the time at which it was first seen. The split
 * must have a total.
 */
export async function saveFound(
  db: Queryable,
  input: {
    chainId: number
    split: Address
    block: bigint
    /** Null if there is none. */
    amount: { units: BaseUnits; usdMicros: Micros | null } | null
    now: UnixMs
  },
): Promise<void> {
  const { chainId, split, block, amount, now } = input
  await db.query(
    `update split_totals set found_units = $4::numeric, found_micros = $5::numeric,
       found_at = case when $4::numeric is null then null else coalesce(found_at, $6::bigint) end,
       found_block = case when $4::numeric is null then null else $7::bigint end
     where chain_id = $1 and split = $2 and token = $3`,
    [chainId, split, nativeToken, amount?.units ?? null, amount?.usdMicros ?? null, now, block],
  )
}

/** SQL of the columns of a split without unexplained native token. */
const nothingFound = 'found_units = null, found_micros = null, found_at = null, found_block = null'

/** Forgets native token that was in splits before they paid it out. */
export async function clearPaidOut(
  db: Queryable,
  {
    chainId,
    releases,
  }: {
    chainId: number
    releases: readonly { split: Address; token: Address; blockNumber: bigint }[]
  },
): Promise<void> {
  const native = releases.filter(({ token }) => token === nativeToken)
  if (native.length === 0) return
  await db.query(
    `update split_totals set ${nothingFound}
     where chain_id = $1 and token = $2 and found_units is not null and exists (
       select from unnest($3::text[], $4::bigint[]) as given (split, block)
       where given.split = split_totals.split and given.block > found_block
     )`,
    [chainId, nativeToken, ...valuesOf(native, ['split', 'blockNumber'])],
  )
}

/** Forgets native token that was found in blocks which a reorg removed. */
export async function clearFoundAfter(
  db: Queryable,
  { chainId, after }: { chainId: number; after: bigint },
): Promise<void> {
  await db.query(
    `update split_totals set ${nothingFound}
     where chain_id = $1 and found_units is not null and found_block > $2`,
    [chainId, after],
  )
}
