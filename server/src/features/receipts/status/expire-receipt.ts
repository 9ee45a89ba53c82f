import type { UnixMs } from '../../../lib/time.js'
import type { TxContext } from '../../../platform/context.js'
import type { Receipt } from '../receipt.js'
import { updateProgress } from '../store.js'
import { moveReceipt } from './move-receipt.js'
import { insertEvent } from './timeline-store.js'

const failureCode = 'PORTAL_SESSION_EXPIRED'

/** Lets an unpaid receipt, which the transaction has locked, expire at a time in the past. */
export async function expireReceipt(
  ctx: TxContext,
  { receipt, expiresAt }: { receipt: Receipt; expiresAt: UnixMs },
): Promise<void> {
  const expired = { ...receipt, expiresAt }
  const by = 'expiry'
  if (receipt.status !== 'failed') {
    await moveReceipt(ctx, { receipt: expired, to: 'failed', actor: 'system', by, failureCode })
    return
  }
  // The status stays, but a failed receipt can be paid again until it expires.
  const at = ctx.now()
  await updateProgress(ctx.db, { ...expired, failureCode, updatedAt: at })
  const { merchant, id, status } = receipt
  const entry = { status, previousStatus: status, at, by, note: 'expired' }
  await insertEvent(ctx.db, {
    merchant,
    id,
    event: { ...entry, transactionHash: null, detail: null },
  })
}
