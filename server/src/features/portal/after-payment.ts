import { parseUrl } from '../../lib/parse-url.js'
import { parseCallerUrl } from '../../lib/urls.js'
import type { Config } from '../../platform/config/config.js'
import type { Receipt } from '../receipts/receipt.js'
import { statusFacts } from '../receipts/status/statuses.js'
import type { PortalReceipt } from './schemas.js'

/** What a merchant's script may look like where it names an address. */
const addresses = /https?:\/\/[^\s"'`<>\\)]+/gi

/**
 * What the merchant wants to happen once a receipt is paid, and nothing before: what it says may be worth the payment.
 * Of a script only where it may lead: it is run elsewhere.
 */
export function afterPayment(
  receipt: Pick<Receipt, 'status' | 'onSuccess' | 'returnUrl' | 'redirectUrl'>,
  { mode, onSuccessSnippets }: Pick<Config, 'mode' | 'onSuccessSnippets'>,
): PortalReceipt['onSuccess'] {
  const { status, onSuccess, returnUrl, redirectUrl } = receipt
  if (!onSuccess || !hasBeenPaid(status)) return null
  const url = parseCallerUrl(onSuccess, { allowHttp: mode === 'sandbox' })
  if (url) return { kind: 'url', url }
  if (onSuccessSnippets === 'off') return null

  const named = [returnUrl, redirectUrl, ...(onSuccess.match(addresses) ?? [])]
  const origins = named.flatMap((text) => (text && parseUrl(text)?.origin) || [])
  return { kind: 'script', origins: [...new Set(origins)] }
}

/** Refunds come later, and are no success. */
function hasBeenPaid(status: Receipt['status']): boolean {
  return statusFacts[status].isPaid && status !== 'refund_requested'
}
