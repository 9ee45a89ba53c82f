import type { Address, Hash } from '../../../lib/hex.js'
import type { Context, TxContext } from '../../../platform/context.js'
import { assetName } from '../../ledger/asset-name.js'
import { paymentEntries } from '../../ledger/entries.js'
import { post } from '../../ledger/post.js'
import { findSplitAt } from '../../split/find-split-at.js'
import type { Split } from '../../split/split.js'
import { findAsset } from '../asset.js'
import { listPricedTokens, valueAtMarket } from '../value-at-market.js'
import { bookEach } from './book-each.js'
import { addToSplit, reverseInSplit } from './split-books.js'
import { reduceTopUps } from './top-up.js'
import {
  type DirectPayment,
  listOrphaned,
  listUnposted,
  raiseRevision,
} from './unposted-direct-payment-store.js'

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

/** Reverses the orphaned direct payments of transactions in the ledger. */
export async function reverseDirectPayments(
  ctx: BookContext,
  transactionHashes: readonly Hash[],
): Promise<void> {
  if (transactionHashes.length === 0) return
  const { chainId } = ctx.config
  const orphaned = await listOrphaned(ctx.db, { chainId, transactionHashes })
  for (const payment of orphaned) await book(ctx, payment)
}

async function book(ctx: BookContext, payment: DirectPayment): Promise<void> {
  const { merchant, split: address } = payment
  const split = await findSplitAt(ctx, { merchant, address })
  if (!split) return
  if (payment.state === 'confirmed') return postPayment(ctx, { payment, split })
  if (!(await raiseRevision(ctx.db, { payment, usdMicros: null }))) return
  await reverseInSplit(ctx, { split, token: payment.token, key: keyOf(payment) })
}

async function postPayment(
  ctx: BookContext,
  { payment, split }: { payment: DirectPayment; split: Split },
): Promise<void> {
  const { merchant, transactionHash, token, units } = payment
  const asset = findAsset(payment.chainId, token)
  const usdMicros = asset && (await valueAtMarket(ctx, { asset, units }))
  if (usdMicros === null || !(await raiseRevision(ctx.db, { payment, usdMicros }))) return

  const { legs, toppedUp } = await addToSplit(ctx, { split, token, units, usdMicros })
  await post(ctx, {
    merchant,
    key: keyOf({ ...payment, ledgerRevision: payment.ledgerRevision + 1 }),
    kind: 'payment',
    at: ctx.now(),
    receiptId: null,
    transactionHash,
    entries: paymentEntries({ asset: assetName(payment), units, usdMicros, legs }),
  })
  if (toppedUp > 0n) {
    const { blockNumber, logIndex } = payment
    await reduceTopUps(ctx, { split, token, units, arrival: { blockNumber, logIndex } })
  }
}

function keyOf({ chainId, blockHash, logIndex, ledgerRevision }: DirectPayment): string {
  return `direct:${chainId}:${blockHash}:${logIndex}:${ledgerRevision}`
}
