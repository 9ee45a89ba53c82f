import { isExpired } from '../../../lib/receipt-statuses.js'
import type { TxContext } from '../../../platform/context.js'
import type { OnrampHooks } from '../../onramp/hooks.js'
import type { Receipt } from '../../receipts/receipt.js'
import { moveReceipt } from '../../receipts/status/move-receipt.js'
import { findSession, upsertSession } from '../read-model/session-store.js'
import { recordAttempt } from './apply-progress.js'
import { newSession, startAttempt } from './portal-session.js'
import { canBecomePending } from './track-buyer.js'

/** The effects of card payments on the checkout, which are those of any other way to pay. */
export const onrampHooks: OnrampHooks = {
  onStarted: begin,
  onCharged: begin,
  async onFailed(ctx, { receipt, code, provider, sessionId }) {
    const session = await getSession(ctx, receipt)
    const detail = { ...(sessionId !== null && { onrampSessionId: sessionId }), provider }
    const source = { by: 'onramp', detail }
    await upsertSession(ctx.db, await recordAttempt(ctx, { receipt, session, code, source }))
  },
}

/** Moves the receipt to pending. Starts an attempt to pay, except on a limited page. */
async function begin(
  ctx: TxContext,
  { receipt, isLimited }: { receipt: Receipt; isLimited: boolean },
): Promise<void> {
  if (canBecomePending(receipt) && !isExpired(receipt, ctx.now())) {
    await moveReceipt(ctx, { receipt, to: 'pending', actor: 'portal', by: 'portal' })
  }
  if (isLimited) return
  await upsertSession(ctx.db, startAttempt(await getSession(ctx, receipt), ctx.now()))
}

async function getSession(ctx: TxContext, { merchant, id: receiptId }: Receipt) {
  const ref = { merchant, receiptId }
  return (await findSession(ctx.db, ref)) ?? newSession(ref, ctx.now())
}
