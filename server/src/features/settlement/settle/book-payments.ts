import { micros } from '../../../lib/money.js'
import type { TxContext } from '../../../platform/context.js'
import { assetName } from '../../ledger/asset-name.js'
import { paymentEntries, releaseEntries } from '../../ledger/entries.js'
import { post } from '../../ledger/post.js'
import { reversePosting } from '../../ledger/reverse-posting.js'
import { findSplitAt } from '../../split/find-split-at.js'
import { findAsset } from '../asset.js'
import { isPosted, type Payment } from '../payment.js'
import { addToSplit, reverseInSplit } from './split-books.js'
import { reduceTopUps } from './top-up.js'

/**
 * Reconciles the ledger with the payments of a receipt: posts confirmed ones and reverses orphaned ones. Returns the
 * payments with their new ledger revisions.
 */
export async function bookPayments(
  ctx: Pick<TxContext, 'db' | 'now'>,
  payments: readonly Payment[],
): Promise<Payment[]> {
  const booked: Payment[] = []
  for (const payment of payments) {
    const wasPosted = isPosted(payment)
    const shouldPost = payment.state === 'confirmed' && isOurs(payment)
    const hasLeft =
      wasPosted && payment.releasedBlock === null && (await reverseArrival(ctx, payment))
    let { ledgerRevision } = payment
    if (wasPosted && (!shouldPost || hasLeft)) {
      await reversePayment(ctx, payment)
      ledgerRevision += 1
    }
    if (shouldPost && !isPosted({ ledgerRevision })) {
      await postPayment(ctx, { ...payment, ledgerRevision })
      ledgerRevision += 1
    }
    if (shouldPost && payment.releasedBlock !== null)
      await postArrival(ctx, { ...payment, ledgerRevision })
    booked.push({ ...payment, ledgerRevision })
  }
  return booked
}

/** Excludes unknown tokens, and payments that name a receipt but went to another payout address. */
function isOurs({ chainId, token, usdMicros, mismatch }: Payment): boolean {
  return usdMicros !== null && mismatch !== 'wrong_payout' && findAsset(chainId, token) !== null
}

async function postPayment(ctx: Pick<TxContext, 'db' | 'now'>, payment: Payment): Promise<void> {
  const { merchant, payoutAddress, token, units } = payment
  const amount = amountOf(payment)
  const split = await findSplitAt(ctx, { merchant, address: payoutAddress })
  const { legs, toppedUp } = split
    ? await addToSplit(ctx, { ...amount, split, token })
    : { legs: [{ account: payoutAddress, units }], toppedUp: 0n }
  await post(ctx, {
    ...aboutPayment(payment),
    key: keyOf(payment, payment.ledgerRevision + 1),
    kind: 'payment',
    at: ctx.now(),
    entries: paymentEntries({ ...amount, legs }),
  })
  const { arrivedBlock: blockNumber, arrivedLog: logIndex } = payment
  if (!split || toppedUp === 0n || blockNumber === null || logIndex === null) return
  await reduceTopUps(ctx, { split, token, units, arrival: { blockNumber, logIndex } })
}

async function reversePayment(ctx: Pick<TxContext, 'db' | 'now'>, payment: Payment): Promise<void> {
  const { merchant, payoutAddress, token } = payment
  const key = keyOf(payment, payment.ledgerRevision)
  const split = await findSplitAt(ctx, { merchant, address: payoutAddress })
  if (split) await reverseInSplit(ctx, { split, token, key })
  else await reversePosting(ctx, { merchant, key, at: ctx.now() })
}

/** Posts the payout of a payment that went to a wallet: it is paid out on arrival. A split posts its own releases. */
async function postArrival(ctx: Pick<TxContext, 'db' | 'now'>, payment: Payment): Promise<void> {
  const { merchant, payoutAddress } = payment
  if (await findSplitAt(ctx, { merchant, address: payoutAddress })) return
  await post(ctx, {
    ...aboutPayment(payment),
    key: arrivalKeyOf(payment),
    kind: 'release',
    at: ctx.now(),
    entries: releaseEntries({ ...amountOf(payment), account: payoutAddress }),
  })
}

/** Reverses the arrival, which a reorg may remove without the payment. Returns false when none was posted. */
function reverseArrival(ctx: Pick<TxContext, 'db' | 'now'>, payment: Payment): Promise<boolean> {
  const { merchant } = payment
  return reversePosting(ctx, { merchant, key: arrivalKeyOf(payment), at: ctx.now() })
}

/** Includes the key of the payment's current posting, so that a repeated arrival gets a key of its own. */
function arrivalKeyOf(payment: Payment): string {
  return `arrived:${keyOf(payment, payment.ledgerRevision)}`
}

function aboutPayment({ merchant, receiptId, transactionHash }: Payment) {
  return { merchant, receiptId, transactionHash }
}

function amountOf(payment: Payment) {
  return {
    asset: assetName(payment),
    units: payment.units,
    usdMicros: payment.usdMicros ?? micros(0n),
  }
}

/** Unique per posting: a reorg may remove the payment and bring it back. */
function keyOf({ chainId, blockHash, logIndex }: Payment, ledgerRevision: number): string {
  return `pay:${chainId}:${blockHash}:${logIndex}:${ledgerRevision}`
}
