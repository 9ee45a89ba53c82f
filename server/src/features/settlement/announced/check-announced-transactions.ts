import { assertNever } from '../../../lib/assert-never.js'
import { mapConcurrent } from '../../../lib/map-concurrent.js'
import { HOUR_MS } from '../../../lib/time.js'
import type { Chain, MinedTransaction } from '../../../platform/chain/chain.js'
import { depositOf } from '../../../platform/chain/deposit-address.js'
import type { Context, TxContext } from '../../../platform/context.js'
import type { Receipt } from '../../receipts/receipt.js'
import { lockReceipt } from '../../receipts/status/lock-receipt.js'
import { moveReceipt } from '../../receipts/status/move-receipt.js'
import { type ReceiptStatus, statusFacts } from '../../receipts/status/statuses.js'
import {
  type AnnouncedTransaction,
  listOpen,
  resolveAnnounced,
} from './announced-transaction-store.js'
import { classifyAnnouncedTransaction } from './classify-announced-transaction.js'

const batchSize = 50
const callsAtOnce = 8
/** A transaction that is not mined within this time never will be. */
const lostAfterMs = HOUR_MS

/**
 * Looks up the transactions that buyers announced. The indexer finds payments anyway, so for those only the sender is
 * saved. A reverted or wrong transaction ends the attempt.
 */
export async function checkAnnouncedTransactions(ctx: Context, chain: Chain): Promise<void> {
  const open = await listOpen(ctx.db, batchSize)
  await mapConcurrent(open, callsAtOnce, async (announced) => {
    const transaction = await chain.findTransaction(announced.hash)
    if (transaction) await resolve(ctx, { announced, transaction })
    else if (ctx.now() - announced.createdAt > lostAfterMs) {
      await resolveAnnounced(ctx.db, { announced, state: 'lost', payer: null, units: 0n })
    }
  })
}

async function resolve(
  ctx: Context,
  { announced, transaction }: { announced: AnnouncedTransaction; transaction: MinedTransaction },
): Promise<void> {
  const { merchant, receiptId: id } = announced
  await ctx.db.transaction(async (tx) => {
    const inTx = { ...ctx, db: tx }
    const receipt = await lockReceipt(inTx, { merchant, id })
    if (!receipt) return
    const effect = classifyAnnouncedTransaction(transaction, depositOf(ctx.config, receipt))
    const state = effect === 'wrong_token' ? 'unrelated' : effect
    if (
      !(await resolveAnnounced(tx, {
        announced,
        state,
        payer: transaction.from,
        units: transaction.value,
      }))
    )
      return
    switch (effect) {
      case 'reverted':
        return applyPath(inTx, { receipt, announced, path: ['tx_mined', 'tx_mismatch', 'failed'] })
      case 'wrong_token':
        return applyPath(inTx, { receipt, announced, path: ['tx_mined', 'tx_mismatch'] })
      case 'paying':
      case 'unrelated':
        return
      default:
        return assertNever(effect)
    }
  })
}

async function applyPath(
  ctx: TxContext,
  input: { receipt: Receipt; announced: AnnouncedTransaction; path: readonly ReceiptStatus[] },
): Promise<void> {
  let { receipt } = input
  // A payment that arrived outweighs an announced transaction that paid nothing.
  if (statusFacts[receipt.status].isSettled) return
  for (const to of input.path) {
    receipt = await moveReceipt(ctx, {
      receipt,
      to,
      actor: 'system',
      by: 'settlement',
      failureCode: to === 'failed' ? 'PORTAL_CHAIN_TX_REVERTED' : null,
      transactionHash: input.announced.hash,
    })
  }
}
