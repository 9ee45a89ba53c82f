import type { Address } from '../../../lib/hex.js'
import { clearNative } from '../../../platform/chain/deposits/native-store.js'
import type { TxContext } from '../../../platform/context.js'
import { endWaits } from '../flush-store.js'
import type { Payout, ReceiptRef } from '../payment.js'
import { dropDust } from './drop-dust.js'
import { dropFlushed, listFlushPayments, markFlushedEarlier } from './flush-payment-store.js'
import { dropSaved, type NewPayment, upsertPayments } from './found-payment-store.js'
import type { MatchedFacts } from './match-facts.js'
import { assignPayers } from './native-payer-store.js'
import { addArrivalTimes } from './native-store.js'
import { markPaidToWallets } from './paid-out-store.js'
import { markArrived } from './payment-state-store.js'

export type SavedPayments = {
  /** New payments and arrivals. */
  foundCount: number
  added: NewPayment[]
  /** The receipts to settle. */
  changed: ReceiptRef[]
  /** The payout addresses that accepted money. */
  payouts: Payout[]
}

/**
 * Saves payments and arrivals. Each payment is counted once, in whatever order its transfer and its
 * flush become known. A receipt with very many payments records no dust: see `dropDust`.
 *
 * A flush of tokens up to the block `knownUpTo` that moved more than the known deposits is a
 * payment of the difference. Younger ones wait, because a lagging node may have omitted transfers.
 */
export async function savePayments(
  ctx: Pick<TxContext, 'db' | 'config' | 'now'>,
  input: Pick<MatchedFacts, 'payments' | 'arrivals'> & { knownUpTo: bigint },
): Promise<SavedPayments> {
  const { db } = ctx
  const { chainId } = ctx.config
  const now = ctx.now()
  const unsaved = await dropSaved(db, { chainId, payments: input.payments })
  const dated = await addArrivalTimes(db, { chainId, payments: unsaved })
  const { payments, named } = await dropFlushed(db, { chainId, payments: dated })
  const added = await upsertPayments(db, {
    chainId,
    payments: await dropDust(ctx, payments),
    now,
  })
  const native = added.filter(({ kind }) => kind === 'native')
  await clearNative(db, { chainId, addresses: listDeposits(native) })
  const arrived = await markArrived(db, { chainId, arrivals: input.arrivals })
  await markFlushedEarlier(db, { chainId, addresses: listDeposits(added) })

  const indexedArrivals = input.arrivals.filter(({ blockNumber }) => blockNumber <= input.knownUpTo)
  const differences = await listFlushPayments(db, { chainId, arrivals: indexedArrivals })
  added.push(...(await upsertPayments(db, { chainId, payments: differences, now })))

  const flushed = added.filter(({ kind }) => kind === 'native' || kind === 'flush')
  const changed: ReceiptRef[] = [...added, ...arrived]
  const foundCount = changed.length
  changed.push(...named, ...(await assignPayers(db, { chainId, refs: native })))
  await markPaidToWallets(db, { chainId, refs: changed })
  const payouts = [...flushed, ...arrived]
  await endWaits(db, { chainId, payouts })
  return { foundCount, added, changed, payouts }
}

/** Lists each address once: third parties can make any number of payments to one. */
function listDeposits(payments: readonly NewPayment[]): Address[] {
  return [...new Set(payments.flatMap(({ depositAddress }) => depositAddress ?? []))]
}
