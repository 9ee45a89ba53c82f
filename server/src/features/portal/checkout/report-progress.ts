import type { PortalPage, PortalRef } from '../../../auth/portal-tokens.js'
import { AppError } from '../../../lib/errors.js'
import type { Context } from '../../../platform/context.js'
import { maxOf } from '../../../platform/limits/max-of.js'
import { lockReceipt, noSuchReceipt } from '../../receipts/read/get-receipt.js'
import { findSession } from '../read-model/session-store.js'
import type { ProgressBody } from '../schemas.js'
import { applyProgress, type Progress, readProgress } from './apply-progress.js'
import { addCheckout, isCheckoutOf } from './checkout.js'
import { newSession, type PortalSession } from './portal-session.js'

/**
 * Records a buyer's progress on the payment page: opened, checkout started, payment started, failed
 * or left. Returns the id of a checkout that has started, for its page only. A limited page starts
 * none.
 *
 * @throws {AppError} `missing_status`, `invalid_input`, `not_found`, and `forbidden` when a page
 *   without a checkout reports a failure.
 */
export async function reportProgress(
  ctx: Context,
  input: { page: PortalPage; checkoutId: string | null; body: ProgressBody },
): Promise<string | null> {
  const { page, checkoutId } = input
  const progress = readProgress(input.body)
  let startedId: string | null = null

  await recordProgress(ctx, {
    ref: page,
    progress: page.isLimited ? withoutCheckout(progress) : progress,
    prepare(session) {
      if (isCheckoutOf(session, checkoutId)) return session
      if (progress.status === 'failed') throw noCheckout()
      if (progress.status !== 'checkout_initialized' || page.isLimited) return session
      startedId = ctx.newId('chk')
      const max = maxOf(ctx.config, 'checkouts', 'receipt') ?? 1
      return addCheckout(session, { checkoutId: startedId, max })
    },
  })
  return startedId
}

/**
 * Records progress on a receipt. `prepare` checks and changes the session first.
 *
 * @throws {AppError} `invalid_input`, `not_found`.
 */
export async function recordProgress(
  ctx: Context,
  input: {
    ref: PortalRef
    progress: Progress
    prepare?: (session: PortalSession) => PortalSession
  },
): Promise<void> {
  const { ref, progress, prepare = (session) => session } = input
  const { merchant, receiptId } = ref
  await ctx.db.transaction(async (tx) => {
    const receipt = await lockReceipt({ db: tx }, { merchant, id: receiptId })
    if (!receipt) throw noSuchReceipt()
    const session = prepare((await findSession(tx, ref)) ?? newSession(ref, ctx.now()))
    await applyProgress({ ...ctx, db: tx }, { receipt, session, progress })
  })
}

/** An idle checkout fails the receipt, so a page whose link may be guessed cannot start one. */
function withoutCheckout(progress: Progress): Progress {
  return progress.status === 'failed' ? progress : { status: 'link_opened' }
}

function noCheckout(): AppError {
  return new AppError(
    'forbidden',
    'Only a checkout can fail a receipt. Report checkout_initialized first, and send the cookie that it sets.',
  )
}
