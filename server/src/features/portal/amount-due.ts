import type { Cents } from '../../lib/money.js'
import type { UnixMs } from '../../lib/time.js'
import { isExpired } from '../receipts/status/is-expired.js'
import type { ReceiptStatus } from '../receipts/status/statuses.js'
import { type Due, dueOf } from '../settlement/get-due.js'
import type { SeenPayment } from './store.js'

type Bill = {
  status: ReceiptStatus
  totalUsdCents: Cents
  totalCents: Cents | null
  expiresAt: UnixMs | null
}

/** What has been paid of a receipt, what is still due, and whether anybody should be asked for it. */
export function amountDue(
  receipt: Bill,
  { payments, now }: { payments: readonly SeenPayment[]; now: UnixMs },
): Due & { isAsked: boolean } {
  const { paid, due } = dueOf(receipt, payments)
  // What is over is not offered any more; but who has paid a part may pay the rest.
  const isAsked = due > 0n && (paid > 0n || !isExpired(receipt, now))
  return { paid, due, isAsked }
}
