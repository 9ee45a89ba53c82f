import { AppError } from '../../lib/errors.js'
import { DAY_MS, MINUTE_MS, SECOND_MS, type UnixMs } from '../../lib/time.js'
import type { Token } from '../../platform/chain/tokens.js'
import type { TxContext } from '../../platform/context.js'
import type { Receipt } from '../receipts/receipt.js'
import { isExpired } from '../receipts/status/is-expired.js'
import { isAccepted } from '../settlement/asset.js'
import { dustMicros } from '../settlement/dust.js'
import { getDue } from '../settlement/get-due.js'
import { unitsFor } from '../settlement/value-units.js'
import { getShopConfig } from '../shop/get-shop-config.js'
import type { Authorization } from './authorization.js'

/** With less than that left it could expire on its way. */
const leastLeftMs = MINUTE_MS
/** What lies around for longer surprises whoever signed it. */
const mostLeftMs = DAY_MS

/**
 * Passes when a signed payment is exactly what a receipt asks for now.
 *
 * @throws {AppError} `invalid_input`.
 */
export async function requireAsked(
  ctx: Pick<TxContext, 'db' | 'config' | 'now'>,
  input: { receipt: Receipt; authorization: Authorization; token: Token },
): Promise<void> {
  const { receipt, authorization, token } = input
  const { symbol } = token
  requireInTime(authorization, ctx.now())
  const { due } = await getDue(ctx, receipt)
  if (due <= 0n) throw invalid('This receipt is paid')
  if (isExpired(receipt, ctx.now())) throw invalid('The time to pay this is over')
  if (due < dustMicros) throw invalid('Less than a cent is due: send it yourself instead')

  const { payments } = await getShopConfig(ctx, receipt.merchant)
  if (!isAccepted({ symbol }, receipt, payments.acceptedTokens)) {
    throw invalid(`This receipt cannot be paid in ${symbol}`)
  }
  const asked = unitsFor(due, { asset: token, bill: receipt, usdPerUnit: null })
  if (authorization.units !== asked) {
    throw invalid(`What is due now is ${asked} units of ${symbol}; sign for exactly that`)
  }
}

function requireInTime(
  { validAfterSeconds, validBeforeSeconds }: Authorization,
  now: UnixMs,
): void {
  const leftMs = validBeforeSeconds * SECOND_MS - now
  if (leftMs < leastLeftMs) throw invalid('validBefore must be at least 60 seconds ahead')
  if (leftMs > mostLeftMs) throw invalid('validBefore must be at most 24 hours ahead')
  if (validAfterSeconds * SECOND_MS > now) throw invalid('validAfter must not be in the future')
}

function invalid(message: string): AppError {
  return new AppError('invalid_input', message)
}
