import type { Chain } from '../../../platform/chain/chain.js'
import { depositOf } from '../../../platform/chain/deposit-address.js'
import type { Context } from '../../../platform/context.js'
import { findReceipt } from '../../receipts/find-receipt.js'
import type { Receipt } from '../../receipts/receipt.js'
import { lockReceipt } from '../../receipts/status/lock-receipt.js'
import { statusFacts } from '../../receipts/status/statuses.js'
import { claimStock } from '../../receipts/stock/start-payment.js'
import type { AnnouncedTransaction } from './announced-transaction-store.js'
import { isMeantFor } from './classify-announced-transaction.js'

/**
 * Holds the stock of an order without a key once the node knows a transaction that is meant to pay it. Before that an
 * announcement proves nothing. Asks the node only for orders whose payment has not started.
 */
export async function holdForPending(
  ctx: Context,
  { chain, announced }: { chain: Chain; announced: AnnouncedTransaction },
): Promise<void> {
  const { merchant, receiptId: id } = announced
  const receipt = await findReceipt(ctx, { merchant, id })
  if (!receipt || !awaitsPayment(receipt)) return
  const transaction = await chain.findPending(announced.hash)
  if (!transaction || !isMeantFor(transaction, depositOf(ctx.config, receipt))) return

  await ctx.db.transaction(async (tx) => {
    const inTx = { ...ctx, db: tx }
    const locked = await lockReceipt(inTx, { merchant, id })
    if (locked && awaitsPayment(locked)) await claimStock(inTx, locked)
  })
}

function awaitsPayment({ softHold, status }: Receipt): boolean {
  return softHold?.firmUntil === null && !statusFacts[status].isSettled
}
