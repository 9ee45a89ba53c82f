import type { AuthorizationHook } from '../authorizations/authorization.js'
import { applyProgress } from './apply-progress.js'

/** Moves the receipt to pending: an accepted authorization starts the buyer's attempt to pay. */
export const onAuthorizationAccepted: AuthorizationHook = (ctx, receipt) =>
  applyProgress(ctx, { receipt, progress: { status: 'pending' } })

/** Records a failed attempt, after which the buyer may try again on the same page. */
export const onAuthorizationFailed: AuthorizationHook = (ctx, receipt) =>
  applyProgress(ctx, {
    receipt,
    progress: { status: 'failed', failureCode: 'PORTAL_CHAIN_TX_REVERTED' },
  })
