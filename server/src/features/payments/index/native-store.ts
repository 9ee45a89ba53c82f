import { type BaseUnits, baseUnits } from '../../../lib/money.js'
import type { UnixMs } from '../../../lib/time.js'
import { listSeenNative } from '../../../platform/chain/deposits/native-store.js'
import { valuesOf } from '../../../platform/db/columns.js'
import type { Queryable } from '../../../platform/db/db.js'
import { paymentColumns, toParts } from '../payment-store.js'
import type { FoundPayment } from './found-payment-store.js'

/**
 * Dates native payments by when the money was first seen at the deposit address, not by when it was
 * flushed, so that the quote of that time applies, even after a reorg. Only money that was seen has
 * that time, and it left with the first flush. The rest has the time of its flush, because anyone
 * can send it and flush it at once.
 */
export async function addArrivalTimes(
  db: Queryable,
  { chainId, payments }: { chainId: number; payments: readonly FoundPayment[] },
): Promise<FoundPayment[]> {
  const flushed = payments.filter(({ kind }) => kind === 'native').toSorted(byPlace)
  if (flushed.length === 0) return [...payments]
  const addresses = [...new Set(flushed.flatMap(({ depositAddress }) => depositAddress ?? []))]
  const seenByAddress = new Map<string, SeenNative>()
  const balances = await listSeenNative(db, { chainId, addresses })
  for (const { address, seenUnits: units, since } of balances) {
    seenByAddress.set(address, { units, since, smallerPartUnits: null, smallerPartAt: null })
  }
  const earlier = await listEarlier(db, { chainId, flushed })
  const dated = new Map<FoundPayment, FoundPayment>()
  for (const payment of flushed) {
    const address = payment.depositAddress ?? ''
    const before = earlier.get(nameOf(payment))?.shift()
    const now = seenByAddress.get(address)
    const arrived = before ?? now
    dated.set(payment, arrived ? datePayment(payment, arrived) : payment)
    if (now) seenByAddress.set(address, { ...now, units: remainderOf(now.units, payment.units) })
  }
  return payments.map((payment) => dated.get(payment) ?? payment)
}

const byPlace = (a: FoundPayment, b: FoundPayment): number =>
  Number(a.blockNumber - b.blockNumber) || a.logIndex - b.logIndex

const nameOf = ({
  transactionHash,
  depositAddress,
}: Pick<FoundPayment, 'transactionHash' | 'depositAddress'>): string =>
  `${transactionHash} ${depositAddress}`

const remainderOf = (units: bigint | null, flushed: bigint): BaseUnits | null => {
  const remaining = (units ?? 0n) - flushed
  return remaining > 0n ? baseUnits(remaining) : null
}

/** Native token with the time it was seen. */
type SeenNative = {
  units: BaseUnits | null
  since: UnixMs | null
  smallerPartUnits: BaseUnits | null
  smallerPartAt: UnixMs | null
}

const earlierColumns = paymentColumns
  .pick('transactionHash', 'depositAddress', 'units', 'smallerPartUnits', 'smallerPartAt')
  .with<{ since: UnixMs }>({ since: { kind: 'time', name: 'paid_at' } })

/** Returns the payments that the same transactions made before a reorg, in their order. */
async function listEarlier(
  db: Queryable,
  { chainId, flushed }: { chainId: number; flushed: readonly FoundPayment[] },
): Promise<Map<string, SeenNative[]>> {
  // Each transaction and deposit address once.
  const pairs = [...new Map(flushed.map((payment) => [nameOf(payment), payment])).values()]
  const earlier = await earlierColumns.list(
    db,
    `select ${earlierColumns.fields}
     from payments join unnest($2::text[], $3::text[]) as given (tx_hash, deposit_address)
       using (tx_hash, deposit_address)
     where chain_id = $1 and kind = 'native' and state = 'orphaned'
     order by log_index`,
    [chainId, ...valuesOf(pairs, ['transactionHash', 'depositAddress'])],
  )
  const byTransaction = new Map<string, SeenNative[]>()
  for (const payment of earlier) {
    const name = nameOf(payment)
    byTransaction.set(name, [...(byTransaction.get(name) ?? []), payment])
  }
  return byTransaction
}

/** Dates a payment by the time of its larger part. */
function datePayment(payment: FoundPayment, arrived: SeenNative): FoundPayment {
  const { units, since, smallerPartUnits } = arrived
  if (units === null || since === null) return payment
  if (units === payment.units) {
    return { ...payment, paidAt: since, parts: toParts({ ...arrived, units, paidAt: since }) }
  }
  const unseenUnits = payment.units - (units - (smallerPartUnits ?? 0n))
  if (unseenUnits <= 0n) return { ...payment, paidAt: since }
  const seen = { units: baseUnits(payment.units - unseenUnits), paidAt: since }
  const unseen = { units: baseUnits(unseenUnits), paidAt: payment.paidAt }
  return unseenUnits * 2n <= payment.units
    ? { ...payment, paidAt: since, parts: [seen, unseen] }
    : { ...payment, parts: [unseen, seen] }
}
