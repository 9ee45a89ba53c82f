import type { Address } from '../../../lib/hex.js'
import { baseUnits, isPosted, micros } from '../../../lib/money.js'
import { findAsset } from '../../../platform/chain/assets/asset.js'
import type { Context, TxContext } from '../../../platform/context.js'
import type { DirectPayment, Payment } from '../../payments/payment.js'
import { updateDirectPayment } from '../../payments/receipts-to-settle.js'
import { listReplaced, listUnpostedPayments } from '../read-model/unposted-store.js'
import { bookEach } from './book-each.js'
import { findSplitOf, postDirect, reverseInSplit } from './split-books.js'
import { reduceTopUps } from './top-up.js'
import { listPricedTokens, valueAtMarket } from './value-at-market.js'

const batchSize = 200
const maxBatches = 10

type BookContext = Pick<TxContext, 'db' | 'config' | 'now'>

/**
 * Reconciles the ledger with tokens that were sent directly to splits: credit of a buyer without a
 * receipt. Without a rate for their token they wait. Returns the number of payments handled.
 */
export async function bookDirectPayments(
  ctx: Pick<Context, 'db' | 'config' | 'now' | 'alerts'>,
): Promise<number> {
  const { chainId } = ctx.config
  const tokens = await listPricedTokens(ctx)
  const skippedSplits: Address[] = []
  let handled = 0
  for (let batch = 0; batch < maxBatches; batch += 1) {
    const select = { chainId, tokens, skippedSplits, limit: batchSize }
    const unposted = await listUnpostedPayments(ctx.db, select)
    const { booked, failed } = await bookEach(ctx, unposted, async (inTx, payment) => {
      await book(inTx, payment)
      return true
    })
    handled += booked
    skippedSplits.push(...failed)
    // Payments to a split that cannot be booked must not stop the others.
    if (unposted.length < batchSize || failed.length === 0) break
  }
  return handled
}

/**
 * Replaces direct payments that are now matched to receipts, whose payments are posted in the same
 * transaction. Reverses those that a reorg removed.
 */
export async function reduceDirectPayments(
  ctx: BookContext,
  explained: readonly Payment[],
): Promise<void> {
  if (explained.length === 0) return
  const { chainId } = ctx.config
  const transactionHashes = explained.map(({ transactionHash }) => transactionHash)
  for (const payment of await listReplaced(ctx.db, { chainId, transactionHashes })) {
    const units = explained
      .filter((part) => isPartOf(part, payment))
      .reduce((sum, part) => sum + part.units - (part.chargeFee?.units ?? 0n), 0n)
    await book(ctx, payment, units)
  }
}

function isPartOf(part: Payment, { transactionHash, split, token }: DirectPayment): boolean {
  return (
    part.transactionHash === transactionHash && part.payoutAddress === split && part.token === token
  )
}

/**
 * Posts, reverses or reduces a direct payment. Takes away at most the `explained` units, by default
 * all that can be.
 */
async function book(
  ctx: BookContext,
  before: DirectPayment,
  explained: bigint = before.units,
): Promise<void> {
  const split = await findSplitOf(ctx, before)
  const after = split && (await decide(ctx, before, explained))
  if (!after || !(await updateDirectPayment(ctx, { before, after }))) return
  const { token, units, transactionHash, blockNumber, logIndex } = after
  if (isPosted(before)) await reverseInSplit(ctx, { split, token, key: keyOf(before) })
  if (!isPosted(after)) return

  const usdMicros = after.usdMicros ?? micros(0n)
  const posting = { split, token, units, usdMicros, key: keyOf(after), transactionHash }
  const toppedUp = await postDirect(ctx, posting)
  if (isPosted(before) || toppedUp === 0n) return
  await reduceTopUps(ctx, { split, token, units, arrival: { blockNumber, logIndex } })
}

/** Returns a direct payment as it must be posted, or null if it stays or waits for a rate. */
async function decide(
  ctx: BookContext,
  payment: DirectPayment,
  explained: bigint,
): Promise<DirectPayment | null> {
  const { chainId, token, units, restUnits, ledgerRevision } = payment
  const changed = { ...payment, ledgerRevision: ledgerRevision + 1 }
  if (!isPosted(payment)) {
    const asset = findAsset(chainId, token)
    const usdMicros = asset && (await valueAtMarket(ctx, { asset, units }))
    return usdMicros === null ? null : { ...changed, usdMicros }
  }
  if (payment.state === 'orphaned') return changed
  const net = units - explained
  const remainder = restUnits !== null && restUnits > net ? restUnits : baseUnits(net)
  if (remainder === units) return null
  if (remainder === 0n) return { ...changed, state: 'orphaned' }
  // The rest is posted at the value of the former posting.
  const usdMicros = micros(((payment.usdMicros ?? 0n) * remainder) / units)
  return { ...payment, units: remainder, usdMicros, ledgerRevision: ledgerRevision + 2 }
}

function keyOf({ chainId, blockHash, logIndex, ledgerRevision }: DirectPayment): string {
  return `direct:${chainId}:${blockHash}:${logIndex}:${ledgerRevision}`
}
