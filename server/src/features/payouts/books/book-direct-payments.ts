import type { Address } from '../../../lib/hex.js'
import { type BaseUnits, baseUnits, isPosted, type Micros, micros } from '../../../lib/money.js'
import { findAsset } from '../../../platform/chain/assets/asset.js'
import { assetName } from '../../../platform/chain/assets/asset-name.js'
import type { Context, TxContext } from '../../../platform/context.js'
import { post } from '../../ledger/post.js'
import type { Payment } from '../../payments/payment.js'
import type { Split } from '../../split/split.js'
import { bookEach } from './book-each.js'
import { addToSplit, findSplitOf, reverseInSplit } from './split-books.js'
import { reduceTopUps } from './top-up.js'
import {
  type DirectPayment,
  listReplaced,
  listUnposted,
  raiseRevision,
  updateUnits,
} from './unposted-direct-payment-store.js'
import { listPricedTokens, valueAtMarket } from './value-at-market.js'

const batchSize = 200
const maxBatches = 10

type BookContext = Pick<TxContext, 'db' | 'config' | 'now'>

/**
 * Reconciles the ledger with tokens that were sent straight to splits: credit of a buyer without a receipt. Without a rate
 * for their token they wait. Returns the number of payments handled.
 */
export async function bookDirectPayments(
  ctx: Pick<Context, 'db' | 'config' | 'now' | 'alerts'>,
): Promise<number> {
  const { chainId } = ctx.config
  const tokens = await listPricedTokens(ctx)
  const without: Address[] = []
  let handled = 0
  for (let batch = 0; batch < maxBatches; batch += 1) {
    const select = { chainId, tokens, without, limit: batchSize }
    const unposted = await listUnposted(ctx.db, select)
    const { booked, failed } = await bookEach(ctx, unposted, async (inTx, payment) => {
      await book(inTx, payment)
      return true
    })
    handled += booked
    without.push(...failed)
    // Payments to a split that cannot be booked must not stop the others.
    if (unposted.length < batchSize || failed.length === 0) break
  }
  return handled
}

/**
 * Reduces direct payments by payments of receipts that are posted in the same transaction and that they turned out to be.
 * Reverses those that a reorg removed.
 */
export async function reduceDirectPayments(
  ctx: BookContext,
  explained: readonly Payment[],
): Promise<void> {
  if (explained.length === 0) return
  const { chainId } = ctx.config
  const transactionHashes = explained.map(({ transactionHash }) => transactionHash)
  for (const payment of await listReplaced(ctx.db, { chainId, transactionHashes })) {
    const own = explained.filter((one) => isPartOf(one, payment))
    const units = own.reduce((sum, one) => sum + one.units - (one.chargeFee?.units ?? 0n), 0n)
    await book(ctx, payment, units)
  }
}

function isPartOf(part: Payment, { transactionHash, split, token }: DirectPayment): boolean {
  return (
    part.transactionHash === transactionHash && part.payoutAddress === split && part.token === token
  )
}

/** Posts, reverses or reduces a direct payment. Takes away at most what is `explained`, by default all that can be. */
async function book(
  ctx: BookContext,
  payment: DirectPayment,
  explained: bigint = payment.units,
): Promise<void> {
  const { state, restUnits } = payment
  const split = await findSplitOf(ctx, payment)
  if (!split) return
  if (!isPosted(payment)) return postPayment(ctx, { payment, split })
  if (state !== 'orphaned') {
    const left = payment.units - explained
    const units = restUnits !== null && restUnits > left ? restUnits : left
    return reduce(ctx, { payment, split, units: baseUnits(units) })
  }
  if (!(await raiseRevision(ctx.db, { payment, usdMicros: null }))) return
  await reverseInSplit(ctx, { split, token: payment.token, key: keyOf(payment) })
}

/** Posts the rest at the value of the former posting. */
async function reduce(
  ctx: BookContext,
  { payment, split, units }: { payment: DirectPayment; split: Split; units: BaseUnits },
): Promise<void> {
  const { token, ledgerRevision } = payment
  const usdMicros = micros(((payment.usdMicros ?? 0n) * units) / payment.units)
  if (units === payment.units) return
  if (!(await updateUnits(ctx.db, { payment, units, usdMicros }))) return
  await reverseInSplit(ctx, { split, token, key: keyOf(payment) })
  if (units === 0n) return
  const rest = { ...payment, units, ledgerRevision: ledgerRevision + 2 }
  await postToSplit(ctx, { payment: rest, split, usdMicros })
}

async function postPayment(
  ctx: BookContext,
  { payment, split }: { payment: DirectPayment; split: Split },
): Promise<void> {
  const { token, units } = payment
  const asset = findAsset(payment.chainId, token)
  const usdMicros = asset && (await valueAtMarket(ctx, { asset, units }))
  if (usdMicros === null || !(await raiseRevision(ctx.db, { payment, usdMicros }))) return

  const posted = { ...payment, ledgerRevision: payment.ledgerRevision + 1 }
  const toppedUp = await postToSplit(ctx, { payment: posted, split, usdMicros })
  if (toppedUp > 0n) {
    const { blockNumber, logIndex } = payment
    await reduceTopUps(ctx, { split, token, units, arrival: { blockNumber, logIndex } })
  }
}

/** Returns the part of the split's total that is only known from releases. */
async function postToSplit(
  ctx: BookContext,
  { payment, split, usdMicros }: { payment: DirectPayment; split: Split; usdMicros: Micros },
): Promise<BaseUnits> {
  const { merchant, transactionHash, token, units } = payment
  const { legs, toppedUp } = await addToSplit(ctx, { split, token, units, usdMicros })
  await post(ctx, {
    merchant,
    key: keyOf(payment),
    kind: 'payment',
    at: ctx.now(),
    receiptId: null,
    transactionHash,
    payment: { asset: assetName(payment), units, usdMicros, legs },
  })
  return toppedUp
}

function keyOf({ chainId, blockHash, logIndex, ledgerRevision }: DirectPayment): string {
  return `direct:${chainId}:${blockHash}:${logIndex}:${ledgerRevision}`
}
