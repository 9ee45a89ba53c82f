import type { Address } from '../../../lib/hex.js'
import type { TxContext } from '../../../platform/context.js'
import type { Payout, ReceiptRef } from '../payment.js'
import { dropDust } from './drop-dust.js'
import { dropFlushed, listFlushPayments, markFlushedEarlier } from './flush-payment-store.js'
import { dropSaved, type NewPayment, upsertPayments } from './found-payment-store.js'
import type { Matched } from './match-facts.js'
import { namePayers } from './native-payer-store.js'
import { addArrivalTimes, clearNative } from './native-store.js'
import { markArrived } from './payment-state-store.js'
import { markPaidToWallets } from './release-store.js'

export type SavedPayments = {
  /** New payments and arrivals. */
  found: number
  added: NewPayment[]
  /** The receipts to settle. */
  changed: ReceiptRef[]
  /** The payout addresses that accepted money. */
  payouts: Payout[]
}

/**
 * Saves payments and arrivals. Each payment is counted once, in whatever order its transfer and its flush become known. A
 * receipt with very many payments records no dust: see `dropDust`.
 *
 * A flush of tokens up to the block `knownUpTo` that moved more than the known deposits is a payment of the difference.
 * Younger ones wait, because a lagging node may have omitted the transfers.
 */
export async function savePayments(
  ctx: Pick<TxContext, 'db' | 'config' | 'now'>,
  input: Pick<Matched, 'payments' | 'arrivals'> & { knownUpTo: bigint },
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
  const coin = added.filter(({ kind }) => kind === 'native')
  await clearNative(db, { chainId, addresses: listDeposits(coin) })
  const arrived = await markArrived(db, { chainId, arrivals: input.arrivals })
  await markFlushedEarlier(db, { chainId, addresses: listDeposits(added) })

  const known = input.arrivals.filter(({ blockNumber }) => blockNumber <= input.knownUpTo)
  const differences = await listFlushPayments(db, { chainId, arrivals: known })
  added.push(...(await upsertPayments(db, { chainId, payments: differences, now })))

  const flushed = added.filter(({ kind }) => kind === 'native' || kind === 'flush')
  const changed: ReceiptRef[] = [...added, ...arrived]
  const found = changed.length
  changed.push(...named, ...(await namePayers(db, { chainId, refs: coin })))
  await markPaidToWallets(db, { chainId, refs: changed })
  return { found, added, changed, payouts: [...flushed, ...arrived] }
}

/** Lists each address once: strangers can make any number of payments to one. */
function listDeposits(payments: readonly NewPayment[]): Address[] {
  return [...new Set(payments.flatMap(({ depositAddress }) => depositAddress ?? []))]
}
