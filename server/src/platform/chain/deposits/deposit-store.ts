import type { Address, Hash } from '../../../lib/hex.js'
import { type UnixMs, unixMs } from '../../../lib/time.js'
import { valuesOf } from '../../db/columns.js'
import type { Queryable } from '../../db/db.js'
import { defineColumns } from '../../db/define-columns.js'
import { type Deposit, watchedForMs } from '../deposit-address.js'

type StoredDeposit = Deposit & {
  merchant: Address
  receiptId: string
  watchedUntil: UnixMs
  since: UnixMs
  block: bigint | null
}

const depositColumns = defineColumns<StoredDeposit>({
  chainId: 'number',
  address: 'text',
  merchant: 'text',
  receiptId: 'text',
  receiptKey: 'text',
  payoutAddress: 'text',
  watchedUntil: 'time',
  since: { kind: 'time', name: 'late_since' },
  block: { kind: 'bigint', name: 'late_block' },
})
const insertedColumns = depositColumns.omit('since', 'block')
const watchedColumns = insertedColumns.omit('chainId', 'receiptKey')
const lateColumns = depositColumns.pick('address', 'payoutAddress', 'since', 'block')
const keyedColumns = insertedColumns.omit('chainId', 'watchedUntil')
const ownColumns = depositColumns.pick('chainId', 'address', 'receiptKey', 'payoutAddress')

/** Lists deposit addresses in the order in which their watch ends, after a time and an address. */
export async function listWatched(
  db: Queryable,
  {
    chainId,
    after,
    limit,
  }: { chainId: number; after: { watchedUntil: UnixMs; address: string }; limit: number },
) {
  return watchedColumns.list(
    db,
    `select ${watchedColumns.fields} from deposits
     where chain_id = $1 and watched_until >= $2 and (watched_until, address) > ($2, $3)
     order by watched_until, address limit $4`,
    [chainId, after.watchedUntil, after.address, limit],
  )
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
  return lateColumns.list(
    db,
    `select ${lateColumns.fields} from deposits
     where chain_id = $1 and late_since is not null
     order by late_block nulls first, late_since limit ${maxLate}`,
    [chainId],
  )
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

/** Saves the end of a search for late deposits. Those searched in full are no longer late. */
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
  return keyedColumns.list(
    db,
    `select ${keyedColumns.fields} from deposits
     where chain_id = $1 and receipt_key = any($2)`,
    [chainId, keys],
  )
}

/** Returns whether an address is the deposit address of a receipt, watched or not. */
export async function isDepositAddress(
  db: Queryable,
  { chainId, address }: Pick<Deposit, 'chainId' | 'address'>,
): Promise<boolean> {
  const { rowCount } = await db.query('select from deposits where chain_id = $1 and address = $2', [
    chainId,
    address,
  ])
  return rowCount > 0
}

/** A replaced bill may have a new address each time. Requests read only the latest ones. */
const maxAddresses = 10

/** Lists the deposit addresses of a receipt, latest first. A replaced receipt may have several. */
export async function listDeposits(
  db: Queryable,
  { chainId, merchant, receiptId }: { chainId: number; merchant: Address; receiptId: string },
): Promise<Deposit[]> {
  return ownColumns.list(
    db,
    `select ${ownColumns.fields} from deposits
     where chain_id = $1 and merchant = $2 and receipt_id = $3
     order by watched_until desc, address limit ${maxAddresses}`,
    [chainId, merchant, receiptId],
  )
}

/**
 * SQL that inserts the deposit addresses of new receipts from a table with the columns of receipts
 * and `chain_id`, `deposit`, `receipt_key` and `watched_until`. A receipt without a chain has none.
 */
export const insertDeposits = (receipts: string) => `
  insert into deposits (${insertedColumns.names})
  select chain_id, deposit, merchant, id, receipt_key, payout_address, watched_until
  from ${receipts} where deposit is not null
  on conflict (chain_id, address) do nothing`

/** Adds a receipt's deposit address, or extends how long it is watched: for 90 days from now. */
export async function watchDeposit(
  { db, now }: { db: Queryable; now: () => UnixMs },
  { receipt, deposit }: { receipt: { merchant: Address; id: string }; deposit: Deposit },
): Promise<void> {
  await db.query(
    `insert into deposits (${insertedColumns.names}) values (${insertedColumns.placeholders})
     on conflict (chain_id, address) do update
     set watched_until = greatest(deposits.watched_until, excluded.watched_until)`,
    insertedColumns.paramsOf({
      ...deposit,
      merchant: receipt.merchant,
      receiptId: receipt.id,
      watchedUntil: unixMs(now() + watchedForMs),
    }),
  )
}

/**
 * Records that deposit addresses became known only now: their watch begins again, and the blocks
 * since their creation are read once more.
 */
export async function markLate(
  db: Queryable,
  { deposits, now }: { deposits: readonly (Deposit & { createdAt: UnixMs })[]; now: UnixMs },
): Promise<void> {
  await db.query(
    `update deposits set late_since = given.created_at, late_block = null, watched_until = $4
     from unnest($1::bigint[], $2::text[], $3::bigint[]) as given (chain_id, address, created_at)
     where deposits.chain_id = given.chain_id and deposits.address = given.address`,
    [...valuesOf(deposits, ['chainId', 'address', 'createdAt']), now + watchedForMs],
  )
}

/** Locks a deposit address, so that transactions that plan its flush take turns. */
export async function lockDeposit(
  db: Queryable,
  { chainId, address }: Pick<Deposit, 'chainId' | 'address'>,
): Promise<void> {
  await db.query('select from deposits where chain_id = $1 and address = $2 for update', [
    chainId,
    address,
  ])
}

/** Deletes the deposit addresses of a merchant. */
export async function deleteDeposits(db: Queryable, merchant: Address): Promise<void> {
  await db.query('delete from deposits where merchant = $1', [merchant])
}
