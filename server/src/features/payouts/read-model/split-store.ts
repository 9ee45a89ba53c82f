import type { Address } from '../../../lib/hex.js'
import type { BaseUnits } from '../../../lib/money.js'
import { nativeToken } from '../../../platform/chain/tokens.js'
import { toBaseUnits, valuesOf } from '../../../platform/db/columns.js'
import type { Queryable } from '../../../platform/db/db.js'
import type { SplitAsset } from '../books/split-total-store.js'

/** How many deposits are searched for splits with recent activity. */
const recentDeposits = 500

/**
 * Lists the splits to watch: those whose receipts were created or viewed last, and others in the
 * order of their addresses, after one of them.
 */
export async function listWatchedSplits(
  db: Queryable,
  input: { chainId: number; activeLimit: number; after: string; limit: number },
): Promise<{ active: Address[]; others: Address[] }> {
  const { rows } = await db.query<{ address: Address; is_active: boolean }>(
    `select address, true as is_active from (
       select address from (
         select payout_address as address, watched_until from deposits
         where chain_id = $1 order by watched_until desc, deposits.address desc
         limit ${recentDeposits}
       ) as recent join split_contracts using (address)
       where split_contracts.chain_id = $1
       group by address order by max(watched_until) desc limit $2
     ) as active
     union all
     select address, false from (
       select address from split_contracts where chain_id = $1 and address > $3
       order by address limit $4
     ) as others`,
    [input.chainId, input.activeLimit, input.after, input.limit],
  )
  const select = (isActive: boolean) =>
    rows.filter((row) => row.is_active === isActive).map(({ address }) => address)
  return { active: select(true), others: select(false) }
}

/** The native token that a split holds at a block, and all that it has ever received. */
export type SplitBalance = { split: Address; balance: bigint; received: bigint }

export type UnexplainedBalance = {
  split: Address
  merchant: Address
  /** Beyond the payments and direct payments that are known. */
  units: BaseUnits
  /** The units of the last check; null if there were none. */
  before: BaseUnits | null
}

/**
 * Compares balances with the payments that are known up to the same block. Returns the splits that
 * hold more, or held more at the last check. Leaves out splits with payouts that are not posted
 * yet: posting one explains the money that it paid.
 */
export async function listUnexplained(
  db: Queryable,
  {
    chainId,
    block,
    balances,
  }: { chainId: number; block: bigint; balances: readonly SplitBalance[] },
): Promise<UnexplainedBalance[]> {
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
    [chainId, nativeToken, block, ...valuesOf(balances, ['split', 'balance', 'received'])],
  )
  return rows.map((row) => ({
    split: row.split,
    merchant: row.merchant,
    units: toBaseUnits(row.units),
    before: row.found_units === null ? null : toBaseUnits(row.found_units),
  }))
}

/** Lists the earlier payouts of a split when it was registered, without those that are indexed. */
export async function listEarlierPayouts(
  db: Queryable,
  { chainId, split, token }: SplitAsset,
): Promise<{ account: Address; units: BaseUnits }[]> {
  const { rows } = await db.query<{ account: Address; units: string }>(
    `select account, sum(units) as units from (
       select earlier ->> 'account' as account, (earlier ->> 'units')::numeric as units
       from split_contracts, jsonb_array_elements(history -> 'released') as earlier
       where chain_id = $1 and address = $2 and earlier ->> 'token' = $3
       union all
       select account, -units from split_contracts
         join releases using (chain_id)
       where chain_id = $1 and address = $2 and releases.split = $2 and token = $3
         and state <> 'orphaned' and block_number <= (history ->> 'block')::bigint
     ) as paid
     group by account having sum(units) > 0`,
    [chainId, split, token],
  )
  return rows.map(({ account, units }) => ({ account, units: toBaseUnits(units) }))
}
