import type { Address, Hash } from '../../../lib/hex.js'
import type { UnixMs } from '../../../lib/time.js'
import type { Deposit } from '../../../platform/chain/deposit-address.js'
import { toTime } from '../../../platform/db/columns.js'
import type { Queryable } from '../../../platform/db/db.js'
import type { ReceiptRef } from '../payment.js'

type DepositRow = {
  address: Address
  merchant: Address
  receipt_id: string
  payout_address: Address
  watched_until: string
}

/** Lists deposit addresses in the order in which their watch ends, after a time and an address. */
export async function listWatched(
  db: Queryable,
  {
    chainId,
    after,
    limit,
  }: { chainId: number; after: { watchedUntil: UnixMs; address: string }; limit: number },
) {
  const { rows } = await db.query<DepositRow>(
    `select address, merchant, receipt_id, payout_address, watched_until from deposits
     where chain_id = $1 and watched_until >= $2 and (watched_until, address) > ($2, $3)
     order by watched_until, address limit $4`,
    [chainId, after.watchedUntil, after.address, limit],
  )
  return rows.map((row) => ({
    address: row.address,
    merchant: row.merchant,
    receiptId: row.receipt_id,
    payoutAddress: row.payout_address,
    watchedUntil: toTime(row.watched_until),
  }))
}

/** A deposit that was added after blocks that may pay it were read. */
export type LateDeposit = {
  address: Address
  payoutAddress: Address
  since: UnixMs
  /** The first block to search, or null if it is not known yet. */
  block: bigint | null
}

const maxLate = 1_000

/** Lists late deposits: those without a block first, then those with the oldest blocks. */
export async function listLate(db: Queryable, chainId: number): Promise<LateDeposit[]> {
  const { rows } = await db.query<{
    address: Address
    payout_address: Address
    late_since: string
    late_block: string | null
  }>(
    `select address, payout_address, late_since, late_block from deposits
     where chain_id = $1 and late_since is not null
     order by late_block nulls first, late_since limit ${maxLate}`,
    [chainId],
  )
  return rows.map((row) => ({
    address: row.address,
    payoutAddress: row.payout_address,
    since: toTime(row.late_since),
    block: row.late_block === null ? null : BigInt(row.late_block),
  }))
}

/** Saves the first block to search for late deposits. */
export async function placeLate(
  db: Queryable,
  { chainId, addresses, block }: { chainId: number; addresses: readonly Address[]; block: bigint },
): Promise<void> {
  await db.query(
    `update deposits set late_block = $3
     where chain_id = $1 and address = any($2) and late_block is null`,
    [chainId, addresses, block],
  )
}

/** Saves that late deposits were searched up to a block. At the end of the search they are no longer late. */
export async function advanceLate(
  db: Queryable,
  input: { chainId: number; addresses: readonly Address[]; to: bigint; isEnd: boolean },
): Promise<void> {
  await db.query(
    `update deposits set late_since = case when $4 then null else late_since end,
       late_block = case when $4 then null else $3::bigint + 1 end
     where chain_id = $1 and address = any($2) and late_block <= $3`,
    [input.chainId, input.addresses, input.to, input.isEnd],
  )
}

/** Lists deposits by receipt key, watched or not: an event with a key always means that receipt. */
export async function listByKey(
  db: Queryable,
  { chainId, keys }: { chainId: number; keys: readonly Hash[] },
) {
  const { rows } = await db.query<DepositRow & { receipt_key: Hash }>(
    `select receipt_key, address, merchant, receipt_id, payout_address from deposits
     where chain_id = $1 and receipt_key = any($2)`,
    [chainId, keys],
  )
  return rows.map((row) => ({
    receiptKey: row.receipt_key,
    address: row.address,
    merchant: row.merchant,
    receiptId: row.receipt_id,
    payoutAddress: row.payout_address,
  }))
}

/** A replaced bill may have a new address each time. Requests read only the latest ones. */
const maxAddresses = 10

/** Lists the deposit addresses of a receipt, watched or not, the latest first. A replaced receipt may have several. */
export async function listDeposits(
  db: Queryable,
  { chainId, merchant, receiptId }: ReceiptRef & { chainId: number },
): Promise<Deposit[]> {
  const { rows } = await db.query<DepositRow & { receipt_key: Hash }>(
    `select receipt_key, address, payout_address from deposits
     where chain_id = $1 and merchant = $2 and receipt_id = $3
     order by watched_until desc, address limit ${maxAddresses}`,
    [chainId, merchant, receiptId],
  )
  return rows.map((row) => ({
    chainId,
    address: row.address,
    receiptKey: row.receipt_key,
    payoutAddress: row.payout_address,
  }))
}

/** Maps splits to their merchants. */
export async function listSplitOwners(
  db: Queryable,
  { chainId, addresses }: { chainId: number; addresses: readonly Address[] },
): Promise<Map<Address, Address>> {
  const { rows } = await db.query<{ address: Address; merchant: Address }>(
    'select address, merchant from split_contracts where chain_id = $1 and address = any($2)',
    [chainId, addresses],
  )
  return new Map(rows.map(({ address, merchant }) => [address, merchant]))
}

/** Lists all splits on a chain, including replaced ones, which may still hold money. */
export async function listSplits(db: Queryable, chainId: number): Promise<Address[]> {
  const { rows } = await db.query<{ address: Address }>(
    'select address from split_contracts where chain_id = $1',
    [chainId],
  )
  return rows.map(({ address }) => address)
}
