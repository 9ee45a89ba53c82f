import type { OrderView } from '@tallystick/web/shop'
import { statusFacts } from '../../lib/receipt-statuses.js'
import type { UnixMs } from '../../lib/time.js'
import type { Receipt } from '../receipts/receipt.js'

/** Returns how far an order is, for its buyer. */
export function stageOf(
  { status, expiresAt }: Pick<Receipt, 'status' | 'expiresAt'>,
  now: UnixMs,
): OrderView['stage'] {
  if (statusFacts[status].isPaid) return 'paid'
  if (status === 'refunded') return 'refunded'
  if (status === 'failed' || status === 'tx_mismatch') return 'failed'
  if (['checkout_success', 'tx_mined', 'recipient_validated'].includes(status)) return 'confirming'
  return expiresAt !== null && expiresAt <= now ? 'expired' : 'waiting'
}
