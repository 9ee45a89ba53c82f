import type { Amount, Entry } from './entry.js'
import { transferEntries } from './transfer-entries.js'

/** The buyer has the money back, out of the merchant's own wallet. */
export function refundPaidEntries(amount: Amount): Entry[] {
  return transferEntries(amount, { from: 'merchant_wallet', to: 'refund_payable' })
}
