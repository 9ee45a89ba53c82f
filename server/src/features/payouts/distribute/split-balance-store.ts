import type { Address } from '../../../lib/hex.js'
import type { BaseUnits, Micros } from '../../../lib/money.js'
import type { UnixMs } from '../../../lib/time.js'
import { nativeToken } from '../../../platform/chain/tokens.js'
import { toBaseUnits } from '../../../platform/db/columns.js'
import type { Queryable } from '../../../platform/db/db.js'

/** How many deposits are searched for splits with recent activity. */
const recentDeposits = 500

/** Lists the splits whose receipts were created or viewed last, the latest first. */
export async function listActiveSplits(
  db: Queryable,
  { chainId, limit }: { chainId: number; limit: number },
): Promise<Address[]> {
  const { rows } = await db.query<{ address: Address }>(
    `select address from (
       select payout_address as address, watched_until from deposits
       where chain_id = $1 order by watched_until desc, deposits.address desc limit ${recentDeposits}
     ) as recent join split_contracts using (address)
     where split_contracts.chain_id = $1
     group by address order by max(watched_until) desc limit $2`,
    [chainId, limit],
  )
  return rows.map(({ address }) => address)
}

/** Lists splits in the order of their addresses, after one of them. */
export async function listSplitsAfter(
  db: Queryable,
  { chainId, after, limit }: { chainId: number; after: string; limit: number },
): Promise<Address[]> {
  const { rows } = await db.query<{ address: Address }>(
    `select address from split_contracts where chain_id = $1 and address > $2
     order by address limit $3`,
    [chainId, after, limit],
  )
  return rows.map(({ address }) => address)
}

/** The native token of a split at a block: what it holds, and all that it has ever received. */
export type SplitBalance = { split: Address; held: bigint; received: bigint }

export type Unexplained = {
  split: Address
  merchant: Address
  /** Beyond the payments and direct payments that are known. */
  units: BaseUnits
  /** The units of the last check; null if there were none. */
  before: BaseUnits | null
}

/**
 * Compares balances with the payments that are known up to the same block. Returns the splits that hold more, or held more
 * at the last check. Leaves out splits with payouts that are not posted yet: posting one explains the money that it paid.
 */
export async function listUnexplained(
  db: Queryable,
  {
    chainId,
    block,
    balances,
  }: { chainId: number; block: bigint; balances: readonly SplitBalance[] },
): Promise<Unexplained[]> {
  const { rows } = await db.query<{
    split: Address
    merchant: Address
    units: string
    found_units: string | null
  }>(
    `select * from (
       select split_contracts.address as split, split_contracts.merchant, found_units,
         greatest(0, least(given.held, given.received - coalesce(totals.received, 0) - (
           select coalesce(sum(units), 0) from payments
           where payments.chain_id = $1 and payout_address = given.split and token = $2
             and state <> 'orphaned' and ledger_revision % 2 = 0 and arrived_block <= $3
             and mismatch is distinct from 'wrong_payout'
         ))) as units
       from unnest($4::text[], $5::numeric[], $6::numeric[]) as given (split, held, received)
         join split_contracts on chain_id = $1 and address = given.split
         left join split_totals as totals
           on totals.chain_id = $1 and totals.split = given.split and totals.token = $2
       where not exists (
         select from releases
         where releases.chain_id = $1 and releases.split = given.split and releases.token = $2
           and (releases.state <> 'orphaned') = (ledger_revision % 2 = 0)
       )
     ) as compared where units > 0 or found_units is not null`,
    [
      chainId,
      nativeToken,
      block,
      balances.map(({ split }) => split),
      balances.map(({ held }) => held),
      balances.map(({ received }) => received),
    ],
  )
  return rows.map((row) => ({
    split: row.split,
    merchant: row.merchant,
    units: toBaseUnits(row.units),
    before: row.found_units === null ? null : toBaseUnits(row.found_units),
  }))
}

/** Saves native token that no payment explains, with the time at which it was first seen. The split must have a total. */
export async function saveFound(
  db: Queryable,
  input: {
    chainId: number
    split: Address
    block: bigint
    /** Null if there is none. */
    found: { units: BaseUnits; usdMicros: Micros | null } | null
    now: UnixMs
  },
): Promise<void> {
  const { chainId, split, block, found, now } = input
  await db.query(
    `update split_totals set found_units = $4::numeric, found_micros = $5::numeric,
       found_at = case when $4::numeric is null then null else coalesce(found_at, $6::bigint) end,
       found_block = case when $4::numeric is null then null else $7::bigint end
     where chain_id = $1 and split = $2 and token = $3`,
    [chainId, split, nativeToken, found?.units ?? null, found?.usdMicros ?? null, now, block],
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
    [
      chainId,
      nativeToken,
      native.map(({ split }) => split),
      native.map(({ blockNumber }) => blockNumber),
    ],
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
