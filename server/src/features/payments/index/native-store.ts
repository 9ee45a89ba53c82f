import type { Address, Hash } from '../../../lib/hex.js'
import { baseUnits } from '../../../lib/money.js'
import type { UnixMs } from '../../../lib/time.js'
import { toTime } from '../../../platform/db/columns.js'
import type { Queryable } from '../../../platform/db/db.js'
import { toLesserPart } from '../payment-store.js'
import type { FoundPayment } from './found-payment-store.js'

/**
 * Dates native payments by when the coin was first seen at the deposit address, not by when it was flushed, so that the
 * quote of that time applies, also after a reorg. Only coin that was seen has that time, and it left with the first
 * flush. The rest has the time of its flush, because anyone can send it and flush it at once.
 */
export async function addArrivalTimes(
  db: Queryable,
  { chainId, payments }: { chainId: number; payments: readonly FoundPayment[] },
): Promise<FoundPayment[]> {
  const flushed = payments.filter(({ kind }) => kind === 'native').toSorted(byPlace)
  if (flushed.length === 0) return [...payments]
  const seen = await listSeen(db, { chainId, flushed })
  const earlier = await listEarlier(db, { chainId, flushed })
  const dated = new Map<FoundPayment, FoundPayment>()
  for (const payment of flushed) {
    const address = payment.depositAddress ?? ''
    const before = earlier.get(nameOf(payment))?.shift()
    const now = seen.get(address)
    const row = before ?? now
    dated.set(payment, row ? datePayment(payment, row) : payment)
    if (now) seen.set(address, { ...now, units: leftOf(now.units, payment.units) })
  }
  return payments.map((payment) => dated.get(payment) ?? payment)
}

const byPlace = (one: FoundPayment, other: FoundPayment): number =>
  Number(one.blockNumber - other.blockNumber) || one.logIndex - other.logIndex

const nameOf = ({ transactionHash, depositAddress }: FoundPayment): string =>
  `${transactionHash} ${depositAddress}`

const leftOf = (units: string | null, flushed: bigint): string | null => {
  const left = BigInt(units ?? 0) - flushed
  return left > 0n ? String(left) : null
}

/** Coin with the time it was seen. */
type SeenRow = {
  units: string | null
  since: string | null
  lesser_units: string | null
  lesser_at: string | null
}

/** Returns the coin that was seen at the deposit addresses. */
async function listSeen(
  db: Queryable,
  { chainId, flushed }: { chainId: number; flushed: readonly FoundPayment[] },
): Promise<Map<string, SeenRow>> {
  const { rows } = await db.query<{
    address: Address
    native_seen_units: string | null
    native_since: string | null
  }>(
    `select address, native_seen_units, native_since from deposits
     where chain_id = $1 and address = any($2::text[])`,
    [chainId, [...new Set(flushed.map(({ depositAddress }) => depositAddress))]],
  )
  return new Map(
    rows.map(({ address, native_seen_units: units, native_since: since }) => [
      address,
      { units, since, lesser_units: null, lesser_at: null },
    ]),
  )
}

/** Returns the payments that the same transactions made before a reorg, in their order. */
async function listEarlier(
  db: Queryable,
  { chainId, flushed }: { chainId: number; flushed: readonly FoundPayment[] },
): Promise<Map<string, SeenRow[]>> {
  const { rows } = await db.query<SeenRow & { tx_hash: Hash; deposit_address: Address }>(
    `select tx_hash, deposit_address, units, paid_at as since, lesser_units, lesser_at
     from payments join unnest($2::text[], $3::text[]) as given (tx_hash, deposit_address)
       using (tx_hash, deposit_address)
     where chain_id = $1 and kind = 'native' and state = 'orphaned'
     order by log_index`,
    [chainId, ...pairsOf(flushed)],
  )
  const byTransaction = new Map<string, SeenRow[]>()
  for (const row of rows) {
    const name = `${row.tx_hash} ${row.deposit_address}`
    byTransaction.set(name, [...(byTransaction.get(name) ?? []), row])
  }
  return byTransaction
}

/** Returns each transaction and deposit address once. */
function pairsOf(flushed: readonly FoundPayment[]): [Hash[], (Address | null)[]] {
  const pairs = [...new Map(flushed.map((payment) => [nameOf(payment), payment])).values()]
  return [
    pairs.map(({ transactionHash }) => transactionHash),
    pairs.map(({ depositAddress }) => depositAddress),
  ]
}

/** Dates a payment by the time of its larger part. */
function datePayment(payment: FoundPayment, row: SeenRow): FoundPayment {
  if (row.units === null || row.since === null) return payment
  const since = toTime(row.since)
  const units = BigInt(row.units)
  if (units === payment.units) return { ...payment, paidAt: since, lesserPart: toLesserPart(row) }
  const rest = payment.units - (units - BigInt(row.lesser_units ?? 0))
  if (rest <= 0n) return { ...payment, paidAt: since }
  return rest * 2n <= payment.units
    ? { ...payment, paidAt: since, lesserPart: { units: baseUnits(rest), paidAt: payment.paidAt } }
    : { ...payment, lesserPart: { units: baseUnits(payment.units - rest), paidAt: since } }
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
  const { rows } = await db.query<{
    address: Address
    native_until: string
    native_units: string | null
  }>(
    `select address, native_until, native_units from deposits
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
  return rows.map((row) => ({
    address: row.address,
    until: toTime(row.native_until),
    units: BigInt(row.native_units ?? 0),
  }))
}

/**
 * Saves the native balance of a deposit address, and the coin that was first seen with its time. Coin that comes later
 * does not get that time: the time moves to now when the balance is twice the coin first seen. Otherwise the first wei
 * would keep a quote in force for everything after it, or a later wei would end it. `mayFall` is false for a balance of
 * one node, which may lag behind: a lower one is then ignored. While our own flush moves the coin, only its logs say that
 * the coin has left.
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
