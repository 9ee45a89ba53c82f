import { requireActive } from '../../../auth/merchants/require-active.js'
import { AppError } from '../../../lib/errors.js'
import { statusFacts } from '../../../lib/receipt-statuses.js'
import type { Context } from '../../../platform/context.js'
import { createPause } from '../../../platform/jobs/pause.js'
import { endFirmHold } from '../../holds/firm-holds.js'
import { withoutThumbs } from '../../media/load-thumbs.js'
import { awaitConfirmations, expectInclusion } from '../../payments/expect-inclusion.js'
import { announceOwnTransaction } from '../../payments/find/announced/announce-own-transaction.js'
import { getDue } from '../../payments/get-due.js'
import { recordSigner } from '../../payments/signers/signers.js'
import { createPaymentUrls } from '../../receipts/create/payment-url.js'
import { describeReceipt } from '../../receipts/read/describe-receipt.js'
import { getReceipt, lockReceipt } from '../../receipts/read/get-receipt.js'
import type { Receipt } from '../../receipts/receipt.js'
import { startPayment } from '../../receipts/status/start-payment.js'
import type { Claim } from '../claims/claim.js'
import { listOtherClaimStates } from '../claims/claim-store.js'
import type { Sale } from '../sale.js'
import { quoteExpired } from '../terms.js'

const pollMs = 250
const quoteAlreadyPaid = 'quote_already_paid'

/** The sale of an order. Its payment is credited like any other; settlement moves the receipt. */
export const orderSale: Sale = {
  budgetMerchantOf: (claim) => orderOf(claim).merchant,

  async start(ctx, claim) {
    const { merchant, receiptId } = orderOf(claim)
    // The price was offered before the merchant was suspended.
    await requireActive(ctx, merchant)
    const receipt = await lockReceipt(ctx, { merchant, id: receiptId })
    if (!receipt) return { kind: 'refused', reason: quoteExpired }
    const others = await listOtherClaimStates(ctx.db, { merchant, receiptId, nonce: claim.nonce })
    if (others.includes('settled')) return { kind: 'refused', reason: quoteAlreadyPaid }
    if (others.includes('settling')) {
      throw new AppError(
        'payment_in_progress',
        'Another payment for this order is already on its way. Wait for it.',
        { fields: { receiptId }, retryAfterMs: 1_000 },
      )
    }
    const { due } = await getDue(ctx, receipt)
    if (due <= 0n) return { kind: 'refused', reason: quoteAlreadyPaid }
    await startPayment(ctx, receipt, claim.payer)
    await expectInclusion(ctx, { merchant, receiptId })
    return { kind: 'started' }
  },

  async complete(ctx, { claim, execution }) {
    const order = orderOf(claim)
    // Again, for a payment that was made before the sale started.
    await expectInclusion(ctx, order)
    await announceOwnTransaction(ctx, { ...order, hash: execution.transactionHash })
    await recordSigner(ctx, { ...order, wallet: claim.payer })
    return { subscriptionId: null, apiKey: null }
  },

  async release(ctx, claim) {
    const { merchant, receiptId } = orderOf(claim)
    await lockReceipt(ctx, { merchant, id: receiptId })
    const { payer, nonce } = claim
    if ((await listOtherClaimStates(ctx.db, { merchant, receiptId, nonce })).length > 0) return
    await endFirmHold(ctx, { merchant, receiptId, hash: null, payer })
    await awaitConfirmations(ctx, { merchant, receiptId })
  },

  async describe(ctx, { claim, transactionHash, untilMs, isRepeated }) {
    const receipt = await waitForPaid(ctx, { claim, untilMs })
    const paymentUrlOf = await createPaymentUrls(ctx)
    const history = { events: [], refunds: [] }
    const described = describeReceipt(receipt, { history, paymentUrlOf, thumbOf: withoutThumbs })
    // At first the block decides, even before settlement has recorded it. Later a refund or a
    // reorganization may have.
    const isPaid = !isRepeated || statusFacts[receipt.status].isPaid
    const status = isPaid && receipt.status !== 'refund_requested' ? 'paid' : receipt.status
    return { body: { ok: true, receipt: { ...described, status, transactionHash } }, isPaid }
  },
}

/** Returns the receipt once its payment is recorded, or as it is when the time has passed. */
async function waitForPaid(
  ctx: Context,
  { claim, untilMs }: { claim: Claim; untilMs: number },
): Promise<Receipt> {
  const { merchant, receiptId } = orderOf(claim)
  const pause = createPause()
  const stopListening = ctx.wakeups.listen('settlements', pause.wake)
  try {
    for (;;) {
      const receipt = await getReceipt(ctx, { merchant, id: receiptId })
      if (statusFacts[receipt.status].isPaid || performance.now() >= untilMs) return receipt
      await pause.wait(pollMs)
    }
  } finally {
    stopListening()
  }
}

function orderOf({ subject }: Claim) {
  if (subject.kind !== 'order') throw new Error('the claim is not for an order')
  const { merchant, receiptId } = subject
  return { merchant, receiptId }
}
