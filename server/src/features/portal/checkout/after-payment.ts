import { statusFacts } from '../../../lib/receipt-statuses.js'
import { parseCallerUrl, parseUrl } from '../../../lib/urls.js'
import type { Config } from '../../../platform/config/config.js'
import type { Receipt } from '../../receipts/receipt.js'
import type { PortalReceipt } from '../schemas.js'

/** Finds URLs in a merchant's script. */
const addresses = /https?:\/\/[^\s"'`<>\\)]+/gi

/**
 * Returns the merchant's success action once the receipt is paid, null before: the action itself
 * may be worth paying for. Of a script it returns only the origins it may open, because another
 * page runs it.
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

/** Returns only the origin before the payment: the rest of the URL may be the paid content. */
export function returnUrlOf(receipt: Pick<Receipt, 'status' | 'returnUrl'>): string | null {
  const { status, returnUrl } = receipt
  if (returnUrl === null || statusFacts[status].isPaid || statusFacts[status].isFinal) {
    return returnUrl
  }
  return parseUrl(returnUrl)?.origin ?? null
}

/** A refund request is not a success, although the receipt counts as paid. */
function hasBeenPaid(status: Receipt['status']): boolean {
  return statusFacts[status].isPaid && status !== 'refund_requested'
}
