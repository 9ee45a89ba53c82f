import type { PortalPage } from '../../../auth/portal-tokens.js'
import { invalidInput } from '../../../lib/errors.js'
import { type Hash, parseHash } from '../../../lib/hex.js'
import { isExpired } from '../../../lib/receipt-statuses.js'
import { type Context, inTransaction } from '../../../platform/context.js'
import { recordAnnouncedTransaction } from '../../payments/find/announced/record-announced-transaction.js'
import { lockReceipt, noSuchReceipt } from '../../receipts/read/get-receipt.js'
import { moveReceipt } from '../../receipts/status/move-receipt.js'
import { findSession, upsertSession } from '../read-model/session-store.js'
import type { TransactionBody } from '../schemas.js'
import { newSession, startAttempt } from './portal-session.js'
import { canBecomePending } from './track-buyer.js'

/**
 * Records a transaction that a buyer says pays this receipt. It tells the watcher where to look and
 * proves nothing. The receipt becomes pending if its status allows that.
 *
 * @throws {AppError} `invalid_input`, `not_found`, `rate_limited`.
 */
export async function announceTransaction(
  ctx: Context,
  input: {
    page: PortalPage
    body: TransactionBody
    network: string | null
    /** Whether the holder of a checkout announces it. */
    isOfCheckout: boolean
  },
): Promise<void> {
  const { page, network, isOfCheckout } = input
  const hash = readHash(input.body.txHash)
  const { merchant, receiptId, isLimited } = page
  const ref = { merchant, receiptId }

  await inTransaction(ctx, async (inTx) => {
    const receipt = await lockReceipt(inTx, { merchant, id: receiptId })
    if (!receipt) throw noSuchReceipt()
    if (receipt.kind === 'subscription') {
      throw invalidInput('A subscription pays this receipt automatically. No payment is needed.')
    }
    const now = ctx.now()
    await recordAnnouncedTransaction(inTx, { ...ref, hash, network, isOfCheckout, isLimited })
    if (canBecomePending(receipt) && !isExpired(receipt, now)) {
      await moveReceipt(inTx, { receipt, to: 'pending', actor: 'portal', by: 'portal' })
    }
    if (isLimited) return
    const session = (await findSession(inTx.db, ref)) ?? newSession(ref, now)
    await upsertSession(inTx.db, startAttempt(session, now))
  })
}

function readHash(value: unknown): Hash {
  const hash = typeof value === 'string' ? parseHash(value) : null
  if (!hash) throw invalidInput('txHash must be 0x followed by 64 hex digits')
  return hash
}
