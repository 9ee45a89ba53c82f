import { type Cents, type Currency, dustMicros, type Micros } from '../../../lib/money.js'
import type { ReceiptKind, ReceiptStatus } from '../../../lib/receipt-statuses.js'
import type { UnixMs } from '../../../lib/time.js'
import { type Due, dueOf } from '../../payments/get-due.js'
import type { Valued } from '../../payments/value/value-payments.js'
import { isExpired } from '../../receipts/receipt.js'

type Bill = {
  kind: ReceiptKind
  status: ReceiptStatus
  currency: Currency
  totalUsdCents: Cents
  totalCents: Cents | null
  expiresAt: UnixMs | null
}

/** Returns what is paid and due, and whether the page should offer payment. */
export function amountDue(
  receipt: Bill,
  { now, ...money }: { payments: readonly Valued[]; manualCredit: Micros; now: UnixMs },
): Due & { isOffered: boolean } {
  const { paid, due } = dueOf(receipt, money)
  // An expired receipt is not offered, but a buyer who has paid a part may pay the rest.
  const isPayable = paid >= dustMicros || !isExpired(receipt, now)
  // The subscription's charge pays it, which would then charge a second time.
  const isCharged = receipt.kind === 'subscription'
  return { paid, due, isOffered: due > 0n && isPayable && !isCharged }
}
