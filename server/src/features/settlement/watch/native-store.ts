import type { Address } from '../../../lib/hex.js'
import { baseUnits } from '../../../lib/money.js'
import type { UnixMs } from '../../../lib/time.js'
import { toTime } from '../../../platform/db/columns.js'
import type { Queryable } from '../../../platform/db/db.js'
import { toLesserPart } from '../payment-store.js'
import type { FoundPayment } from './found-payment-store.js'

/**
 * Dates native payments by when the coin was first seen at the deposit address, not by when it was flushed, so that the
 * quote of that time applies, also after a reorg. Only coin that was seen has that time. The rest has the time of the
 * flush, because anyone can send it and flush it at once.
 */
export async function addArrivalTimes(
  db: Queryable,
  { chainId, payments }: { chainId: number; payments: readonly FoundPayment[] },
): Promise<FoundPayment[]> {
  const flushed = payments.filter(({ kind }) => kind === 'native')
  if (flushed.length === 0) return [...payments]
  const { rows } = await db.query<SeenRow>(
    `select given.tx_hash, given.address,
       coalesce(known.units, deposits.native_units) as units,
       coalesce(known.paid_at, deposits.native_since) as since, known.lesser_units, known.lesser_at
     from unnest($2::text[], $3::text[]) as given (tx_hash, address)
       join deposits on deposits.chain_id = $1 and deposits.address = given.address
       left join lateral (
         select units, paid_at, lesser_units, lesser_at from payments
         where chain_id = $1 and tx_hash = given.tx_hash and deposit_address = given.address
           and kind = 'native'
         order by paid_at limit 1
       ) as known on true`,
    [
      chainId,
      flushed.map(({ transactionHash }) => transactionHash),
      flushed.map(({ depositAddress }) => depositAddress),
    ],
  )
  const nameOf = (hash: string, address: string | null) => `${hash} ${address}`
  const seen = new Map(rows.map((row) => [nameOf(row.tx_hash, row.address), row]))
  return payments.map((payment) => {
    const row = seen.get(nameOf(payment.transactionHash, payment.depositAddress))
    return payment.kind === 'native' && row ? datePayment(payment, row) : payment
  })
}

/** The coin that was seen at a deposit address, or that the same transaction moved before a reorg. */
type SeenRow = {
  tx_hash: string
  address: Address
  units: string | null
  since: string | null
  lesser_units: string | null
  lesser_at: string | null
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
    `update deposits set native_units = null, native_since = null, native_flush_key = null,
       native_flush_alone = false
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
 * Saves the native balance of a deposit address and when it was first seen. The time moves only when the balance at
 * least doubles. Otherwise the first wei would keep a quote in force for everything after it, or a later wei would end
 * it. `mayFall` is false for a balance of one node, which may lag behind: a lower one is then ignored.
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
         when native_units is null or $3::numeric >= 2 * native_units then $4::bigint
         else native_since end,
       native_units = nullif($3::numeric, 0)
     where chain_id = $1 and address = $2 and native_units is distinct from nullif($3::numeric, 0)
       and ($5 or $3::numeric > coalesce(native_units, 0))`,
    [chainId, address, units, now, mayFall],
  )
}
