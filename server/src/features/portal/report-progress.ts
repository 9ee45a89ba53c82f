import type { PortalRef } from '../../auth/portal-tokens.js'
import type { Context } from '../../platform/context.js'
import { noSuchReceipt } from '../receipts/get-receipt.js'
import { lockReceipt } from '../receipts/status/lock-receipt.js'
import { applyProgress } from './apply-progress.js'
import { readProgress } from './read-progress.js'
import type { ProgressBody } from './schemas.js'

/**
 * Records a buyer's progress on the payment page: opened, checkout started, payment started, failed or left.
 *
 * @throws {AppError} `missing_status`, `invalid_input`, `not_found`.
 */
export async function reportProgress(
  ctx: Context,
  { ref, body }: { ref: PortalRef; body: ProgressBody },
): Promise<void> {
  const progress = readProgress(body)
  const { merchant, receiptId } = ref

  await ctx.db.transaction(async (tx) => {
    const receipt = await lockReceipt({ db: tx }, { merchant, id: receiptId })
    if (!receipt) throw noSuchReceipt()
    await applyProgress({ ...ctx, db: tx }, { receipt, progress })
  })
}
