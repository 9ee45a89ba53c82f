import { aWallet } from '../../../test/factories.js'
import { cents, ppm } from '../../lib/money.js'
import { unixMs } from '../../lib/time.js'
import { newReceipt } from './new-receipt.js'
import { noCheckout } from './no-checkout.js'
import type { Receipt, ReceiptLine } from './receipt.js'

/** A line in dollars; a test states only what it is about. */
export function aLine(fields: Partial<ReceiptLine> = {}): ReceiptLine {
  const bare = { qty: null, itemId: null, sku: null, thumb: null }
  return { label: 'Tea', usdCents: cents(450n), amountCents: null, ...bare, ...fields }
}

/** A direct receipt in dollars that nobody has paid. */
export function aReceipt(fields: Partial<Receipt> = {}): Receipt {
  const merchant = aWallet()
  const receipt = newReceipt({
    id: 'r-1',
    kind: 'direct',
    status: 'pending',
    bill: {
      currency: 'USD',
      totalUsdCents: cents(450n),
      totalCents: null,
      lines: [aLine()],
      valuation: null,
      jurisdictionCode: null,
      taxRate: ppm(0n),
      taxComponents: [],
      taxParts: [],
    },
    checkout: noCheckout,
    terms: { brandName: 'Leaf', payoutAddress: merchant, expiresAt: null },
    by: { merchant },
    now: unixMs(1_000),
  })
  return { ...receipt, ...fields }
}
