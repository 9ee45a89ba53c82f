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

const atOnce = 50
const callsAtOnce = 8
/** A transaction that is in no block for so long will not be. */
const lostAfterMs = HOUR_MS

/**
 * Looks up the transactions that buyers have named. Those that pay are found anyway, and are only remembered for who
 * sent them; one that was to pay and did not ends the attempt.
 */
export async function checkAnnouncedTransactions(ctx: Context, chain: Chain): Promise<void> {
  const open = await listOpen(ctx.db, atOnce)
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
    const verdict = classifyAnnouncedTransaction(transaction, depositOf(ctx.config, receipt))
    const state = verdict === 'wrong_token' ? 'unrelated' : verdict
    if (
      !(await resolveAnnounced(tx, {
        announced,
        state,
        payer: transaction.from,
        units: transaction.value,
      }))
    )
      return
    switch (verdict) {
      case 'reverted':
        return applyPath(inTx, { receipt, announced, path: ['tx_mined', 'tx_mismatch', 'failed'] })
      case 'wrong_token':
        return applyPath(inTx, { receipt, announced, path: ['tx_mined', 'tx_mismatch'] })
      case 'paying':
      case 'unrelated':
        return
      default:
        return assertNever(verdict)
    }
  })
}

async function applyPath(
  ctx: TxContext,
  input: { receipt: Receipt; announced: AnnouncedTransaction; path: readonly ReceiptStatus[] },
): Promise<void> {
  let { receipt } = input
  // Money that came is worth more than a transaction that brought none.
  if (statusFacts[receipt.status].isSettled) return
  for (const to of input.path) {
    receipt = await moveReceipt(ctx, {
      receipt,
      to,
      actor: 'engine',
      by: 'settlement',
      failureCode: to === 'failed' ? 'PORTAL_CHAIN_TX_REVERTED' : null,
      transactionHash: input.announced.hash,
    })
  }
}
