import { requireActive } from '../../auth/merchants/require-active.js'
import { invalidInput } from '../../lib/errors.js'
import { isExpired } from '../../lib/receipt-statuses.js'
import { DAY_MS, MINUTE_MS, SECOND_MS, type UnixMs } from '../../lib/time.js'
import { isAccepted } from '../../platform/chain/assets/asset.js'
import type { Token } from '../../platform/chain/tokens.js'
import type { TxContext } from '../../platform/context.js'
import { getDue } from '../payments/get-due.js'
import { blockingCode, isBlocked, refusedPayment } from '../payments/read-model/blocked-receipts.js'
import { unitsDue } from '../payments/value/units-due.js'
import type { Receipt } from '../receipts/receipt.js'
import { getShopConfig } from '../shop/get-shop-config.js'
import { type Authorization, transferInstead } from './authorization.js'
import { gaslessMinimum } from './describe-gasless.js'

/** With less time left it could expire before it is mined. */
const minLeftMs = MINUTE_MS
/** A signature that stays valid for longer could surprise the payer. */
const maxLeftMs = DAY_MS

/**
 * Requires that a signed payment is in time, in an accepted token and for exactly the amount due.
 *
 * @throws {AppError} `invalid_input`, `merchant_suspended`, `onramp_refused`.
 */
export async function requirePayable(
  ctx: Pick<TxContext, 'db' | 'config' | 'now'>,
  input: { receipt: Receipt; authorization: Authorization; token: Token },
): Promise<void> {
  const { receipt, authorization, token } = input
  const { symbol } = token
  requireInTime(authorization, ctx.now())
  await requireActive(ctx, receipt.merchant)
  if (receipt.kind === 'subscription') {
    throw invalidInput('A subscription pays this receipt automatically. No payment is needed.')
  }
  const { due, payments: paid } = await getDue(ctx, receipt)
  if (due <= 0n) throw invalidInput('This receipt is already paid.')
  const ref = { merchant: receipt.merchant, receiptId: receipt.id }
  if (await isBlocked(ctx, ref)) throw refusedPayment(blockingCode)
  if (isExpired(receipt, ctx.now())) throw invalidInput('This receipt has expired.')
  if (due < gaslessMinimum(ctx.config)) {
    throw invalidInput(`The amount due is too small for a gasless payment. ${transferInstead}`)
  }

  const { payments } = await getShopConfig(ctx, receipt.merchant)
  if (!isAccepted({ symbol }, receipt, payments.acceptedTokens)) {
    throw invalidInput(`This receipt does not accept ${symbol}.`)
  }
  const asset = { ...token, token: token.address, chainId: ctx.config.chainId }
  const dueUnits = unitsDue(due, { asset, bill: receipt, payments: paid })
  if (authorization.units !== dueUnits) {
    throw invalidInput(
      `The amount due is ${dueUnits} units of ${symbol}. Sign for exactly this amount.`,
    )
  }
}

function requireInTime(
  { validAfterSeconds, validBeforeSeconds }: Authorization,
  now: UnixMs,
): void {
  const leftMs = validBeforeSeconds * SECOND_MS - now
  if (leftMs < minLeftMs) throw invalidInput('validBefore must be at least 60 seconds ahead')
  if (leftMs > maxLeftMs) throw invalidInput('validBefore must be at most 24 hours ahead')
  if (validAfterSeconds * SECOND_MS > now)
    throw invalidInput('validAfter must not be in the future')
}
