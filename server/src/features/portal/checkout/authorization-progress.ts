import type { PortalPage } from '../../../auth/portal-tokens.js'
import type { TxContext } from '../../../platform/context.js'
import type { AuthorizationHook } from '../../authorizations/authorization.js'
import type { Receipt } from '../../receipts/receipt.js'
import { moveReceipt } from '../../receipts/status/move-receipt.js'
import { findSession } from '../read-model/session-store.js'
import { applyProgress } from './apply-progress.js'
import { canBecomePending } from './can-become-pending.js'
import { newSession } from './portal-session.js'
import type { Progress } from './read-progress.js'

/** Moves the receipt to pending: an accepted authorization starts the attempt to pay, except on a limited page. */
export function onAuthorizationAccepted({ isLimited }: PortalPage): AuthorizationHook {
  return async (ctx, receipt) => {
    if (!isLimited) return apply(ctx, receipt, { status: 'pending' })
    if (!canBecomePending(receipt)) return
    await moveReceipt(ctx, { receipt, to: 'pending', actor: 'portal', by: 'portal' })
  }
}

/** Records a failed attempt, after which the buyer may try again on the same page. */
export const onAuthorizationFailed: AuthorizationHook = (ctx, receipt) =>
  apply(ctx, receipt, { status: 'failed', failureCode: 'PORTAL_CHAIN_TX_REVERTED' })

async function apply(ctx: TxContext, receipt: Receipt, progress: Progress): Promise<void> {
  const ref = { merchant: receipt.merchant, receiptId: receipt.id }
  const session = (await findSession(ctx.db, ref)) ?? newSession(ref, ctx.now())
  await applyProgress(ctx, { receipt, session, progress })
}
