import { AppError } from '../../../lib/errors.js'
import { SECOND_MS } from '../../../lib/time.js'
import type { Context } from '../../../platform/context.js'
import type { Job } from '../../../platform/jobs/run-jobs.js'
import { endSaleWithoutItems, listSalesWithoutItems } from '../../receipts/create/restore-lines.js'
import { restoreOrder } from './order-request.js'
import { findQuotedItems } from './quote-store.js'

const batchSize = 50

/**
 * Adds the items to orders that were paid by a plain transfer, without a request that presented the
 * payment. If the items are no longer known, the receipt is listed for a refund.
 */
export const restoreSales: Job = {
  name: 'restore-x402-sales',
  everyMs: 10 * SECOND_MS,
  runsOn: ['settlements'],
  async run(ctx) {
    const sales = await listSalesWithoutItems(ctx, batchSize)
    let restored = 0
    for (const sale of sales) if (await restore(ctx, sale)) restored += 1
    return { restored }
  },
}

type Sale = Awaited<ReturnType<typeof listSalesWithoutItems>>[number]

async function restore(ctx: Context, sale: Sale): Promise<boolean> {
  const ordered = await findQuotedItems(ctx.db, sale)
  try {
    if (ordered) {
      const items = ordered.items.map(([id, qty]) => ({ id, qty }))
      await restoreOrder(ctx, { ...sale, order: { ...ordered, items } })
    }
  } catch (error) {
    // A missing exchange rate is temporary. A deleted item is not.
    const isFinal = error instanceof AppError && error.code !== 'exchange_rate_unavailable'
    ctx.log.warn({ err: error, ...sale }, 'the items of a paid order could not be added')
    if (!isFinal) return false
  }
  await endSaleWithoutItems(ctx, sale)
  return true
}
