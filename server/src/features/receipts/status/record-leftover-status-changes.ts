import { parseAddress } from '../../../lib/hex.js'
import { centsFromDecimal } from '../../../lib/money.js'
import { unixMs } from '../../../lib/time.js'
import type { Context, TxContext } from '../../../platform/context.js'
import { recordEvent } from '../../events/record-event.js'
import {
  type LeftoverStatusChange,
  takeLeftoverStatusChanges,
} from './leftover-status-change-store.js'
import { describeStatusChange } from './status-change.js'

const batchSize = 500

/**
 * Records the status changes that an earlier version left unpublished. Every process calls this before it serves
 * requests, so that later changes of the same receipts come after them.
 */
export async function recordLeftoverStatusChanges(ctx: Context): Promise<void> {
  for (let recorded = batchSize; recorded === batchSize; ) {
    recorded = await ctx.db.transaction(async (tx) => {
      const inTx = { ...ctx, db: tx }
      const changes = await takeLeftoverStatusChanges(tx, batchSize)
      for (const change of changes) await recordLeftover(inTx, change)
      return changes.length
    })
  }
}

async function recordLeftover(ctx: TxContext, change: LeftoverStatusChange): Promise<void> {
  const { merchant, receipt_id: id, status, previous_status: previousStatus, data } = change
  const at = unixMs(Number(change.at))
  const totalUsdCents = centsFromDecimal(data.totalUsd)
  if (totalUsdCents === null) throw new Error(`the total of the receipt ${id} is not an amount`)
  const receipt = {
    merchant,
    id,
    status,
    failureCode: data.failureCode,
    transactionHash: data.transactionHash,
    buyerWallet: data.buyerWallet ? parseAddress(data.buyerWallet) : null,
    totalUsdCents,
    paymentToken: data.token,
    reference: data.transactionId,
    metadata: data.metadata,
  }
  await recordEvent(ctx, {
    id: change.event_id,
    merchant,
    kind: 'receipt.status_updated',
    subject: { receiptId: id },
    data: describeStatusChange(receipt, { previousStatus, at, brandKey: data.brandKey }),
    createdAt: at,
    webhookUrl: data.webhookUrl,
    keyId: data.keyId,
  })
}
