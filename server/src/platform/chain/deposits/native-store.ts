import type { Address, Hash } from '../../../lib/hex.js'
import type { BaseUnits } from '../../../lib/money.js'
import type { UnixMs } from '../../../lib/time.js'
import { valuesOf } from '../../db/columns.js'
import type { Queryable } from '../../db/db.js'
import { defineColumns } from '../../db/define-columns.js'
import type { Deposit } from '../deposit-address.js'
import type { Refused } from '../logs/decode-logs.js'
import { hasEnded, isKnown } from '../outgoing/outgoing-sql.js'

/**
 * Extends the balance watch of a receipt's deposit addresses to `until`. Never shortens it. A buyer
 * may still have the address of an earlier bill.
 */
export async function extendBalanceWatch(
  db: Queryable,
  { deposit, until }: { deposit: Deposit; until: UnixMs },
): Promise<void> {
  await db.query(
    `update deposits set native_until = greatest(deposits.native_until, $3) from deposits as shown
     where shown.chain_id = $1 and shown.address = $2 and deposits.chain_id = $1
       and deposits.merchant = shown.merchant and deposits.receipt_id = shown.receipt_id`,
    [deposit.chainId, deposit.address, until],
  )
}

/** The native token at a deposit address, and the flush that moves it. */
type StoredNative = {
  address: Address
  /** Until when the balance is watched. */
  until: UnixMs
  units: BaseUnits | null
  seenUnits: BaseUnits | null
  since: UnixMs | null
  flushKey: string | null
  isFlushedAlone: boolean
}

const nativeColumns = defineColumns<StoredNative>({
  address: 'text',
  until: { kind: 'time', name: 'native_until' },
  units: { kind: 'units', name: 'native_units' },
  seenUnits: { kind: 'units', name: 'native_seen_units' },
  since: { kind: 'time', name: 'native_since' },
  flushKey: { kind: 'text', name: 'native_flush_key' },
  isFlushedAlone: { kind: 'boolean', name: 'native_flush_alone' },
})
const seenColumns = nativeColumns.pick('address', 'seenUnits', 'since')
const balanceColumns = nativeColumns.pick('address', 'until', 'units')

/** Lists the native token that was first seen at deposit addresses, and when. */
export async function listSeenNative(
  db: Queryable,
  { chainId, addresses }: { chainId: number; addresses: readonly Address[] },
): Promise<Pick<StoredNative, 'address' | 'seenUnits' | 'since'>[]> {
  return seenColumns.list(
    db,
    `select ${seenColumns.fields} from deposits where chain_id = $1 and address = any($2)`,
    [chainId, addresses],
  )
}

/** Clears the native balance of addresses that were flushed. */
export async function clearNative(
  db: Queryable,
  { chainId, addresses }: { chainId: number; addresses: readonly Address[] },
): Promise<void> {
  if (addresses.length === 0) return
  await db.query(
    `update deposits set native_units = null, native_seen_units = null, native_since = null,
       native_flush_key = null, native_flush_alone = false
     where chain_id = $1 and address = any($2)`,
    [chainId, addresses],
  )
}

/** A deposit address whose balance is watched, with the last balance seen. */
export type NativeDeposit = { address: Address; until: UnixMs; units: bigint }

/** Lists deposits whose native balance is watched, the latest end of watch first. */
export async function listNative(
  db: Queryable,
  input: {
    chainId: number
    now: UnixMs
    /** Continue after this deposit. */
    before: NativeDeposit | null
    limit: number
  },
): Promise<NativeDeposit[]> {
  const balances = await balanceColumns.list(
    db,
    `select ${balanceColumns.fields} from deposits
     where chain_id = $1 and native_until > $2 and (native_until, address) < ($3, $4)
     order by native_until desc, address desc limit $5`,
    [
      input.chainId,
      input.now,
      input.before?.until ?? Number.MAX_SAFE_INTEGER,
      input.before?.address ?? '',
      input.limit,
    ],
  )
  return balances.map(({ units, ...deposit }) => ({ ...deposit, units: units ?? 0n }))
}

/**
 * Saves the native balance of a deposit address, and the amount first seen with its time. Money
 * that comes later does not get that time: it moves to now when the balance is twice the amount
 * first seen. Otherwise the first wei would keep a quote in force for everything after it, or a
 * later wei would end it. `mayFall` is false for a balance of one node, which may lag behind: a
 * lower one is then ignored. While our own flush moves the money, only its logs show that it left.
 */
export async function saveNativeBalance(
  db: Queryable,
  {
    chainId,
    address,
    units,
    now,
    mayFall = true,
  }: { chainId: number; address: Address; units: bigint; now: UnixMs; mayFall?: boolean },
): Promise<void> {
  await db.query(
    `update deposits set
       native_since = case when $3::numeric = 0 then null
         when native_seen_units is null or $3::numeric >= 2 * native_seen_units then $4::bigint
         else native_since end,
       native_seen_units = case when $3::numeric = 0 then null
         when native_seen_units is null or $3::numeric >= 2 * native_seen_units then $3::numeric
         else least(native_seen_units, $3::numeric) end,
       native_units = nullif($3::numeric, 0)
     where chain_id = $1 and address = $2 and native_units is distinct from nullif($3::numeric, 0)
       and ($5 and native_flush_key is null or $3::numeric > coalesce(native_units, 0))`,
    [chainId, address, units, now, mayFall],
  )
}

/** Assigns native token to a flush. Returns the number of addresses: none if another was faster. */
export async function assignNative(
  db: Queryable,
  input: { chainId: number; addresses: readonly Address[]; key: string; isAlone: boolean },
): Promise<number> {
  const { rowCount } = await db.query(
    `update deposits set native_flush_key = $3, native_flush_alone = native_flush_alone or $4
     where chain_id = $1 and address = any($2) and native_flush_key is null`,
    [input.chainId, input.addresses, input.key, input.isAlone],
  )
  return rowCount
}

/** Releases the native token of failed batch flushes, to be flushed alone next time. */
export async function releaseNativeBatches(db: Queryable, chainId: number): Promise<void> {
  await db.query(
    `update deposits set native_flush_key = null, native_flush_alone = true
     from outgoing_transactions as sent
     where deposits.chain_id = $1 and native_flush_key is not null and not native_flush_alone
       and sent.chain_id = $1 and sent.key = native_flush_key
       and sent.state in ('failed', 'reverted')`,
    [chainId],
  )
}

/**
 * Releases native token that a payout address refused in one of our transactions, and returns the
 * payout addresses. It is still at its deposit address and keeps the time at which it was seen.
 */
export async function releaseRefusedNative(
  db: Queryable,
  { chainId, refused }: { chainId: number; refused: readonly Refused[] },
): Promise<Address[]> {
  if (refused.length === 0) return []
  const { rows } = await db.query<{ payout_address: Address }>(
    `update deposits set native_flush_key = null
     from unnest($2::text[], $3::text[], $4::text[]) as given (receipt_key, payout_address, tx_hash)
       join outgoing_attempts as attempt on attempt.hash = given.tx_hash
       join outgoing_transactions as sent on sent.id = attempt.transaction_id
     where deposits.chain_id = $1 and deposits.receipt_key = given.receipt_key
       and deposits.payout_address = given.payout_address and deposits.native_flush_key = sent.key
     returning deposits.payout_address`,
    [chainId, ...valuesOf(refused, ['receiptKey', 'payoutAddress', 'transactionHash'])],
  )
  return rows.map((row) => row.payout_address)
}

/**
 * Releases native token whose flush ended. Returns the payout addresses of flushes that failed. A
 * balance that a mined flush did not move was outdated.
 */
export async function releaseNative(
  db: Queryable,
  { chainId, cursor, hashes }: { chainId: number; cursor: bigint; hashes: readonly Hash[] },
): Promise<Address[]> {
  const { rows } = await db.query<{ payout_address: Address; native_units: string | null }>(
    `update deposits set native_flush_key = null,
       native_units = case when sent.state in ('failed', 'reverted') then native_units end,
       native_seen_units = case when sent.state in ('failed', 'reverted') then native_seen_units end,
       native_since = case when sent.state in ('failed', 'reverted') then native_since end
     from outgoing_transactions as sent
     where deposits.chain_id = $1 and native_flush_key is not null
       and sent.chain_id = $1 and sent.key = native_flush_key and ${hasEnded} and ${isKnown('$3')}
     returning deposits.payout_address, deposits.native_units`,
    [chainId, cursor, hashes],
  )
  return rows.filter((row) => row.native_units !== null).map((row) => row.payout_address)
}

/** Returns whether a flush of native token is in flight. */
export async function isNativeMoving(
  db: Queryable,
  { chainId, address }: Pick<Deposit, 'chainId' | 'address'>,
): Promise<boolean> {
  const { rows } = await db.query(
    `select from deposits
     where chain_id = $1 and address = $2 and native_flush_key is not null`,
    [chainId, address],
  )
  return rows.length > 0
}
