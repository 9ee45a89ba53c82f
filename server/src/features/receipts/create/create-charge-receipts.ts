import type { Address } from '../../../lib/hex.js'
import { type Cents, ppm } from '../../../lib/money.js'
import type { TxContext } from '../../../platform/context.js'
import { getShopConfig } from '../../shop/get-shop-config.js'
import { shareLines } from '../amounts/share-lines.js'
import type { Bill } from '../receipt.js'
import { insertReceiptsInside } from './insert-receipts-store.js'
import { newReceipt, noCheckout, receiptTerms } from './new-receipt.js'
import type { NewReceipt } from './receipt-rows.js'

type NewCharge = {
  /** The name of the plan. */
  label: string
  priceCents: Cents
  payoutAddress: Address
  /** The id of the subscription. Null when it is not known. */
  reference: string | null
  metadata: Record<string, unknown>
}

/** The largest number of receipts that one statement inserts. */
const maxInserted = 200

/**
 * Creates the receipts of a merchant's charges, in the transaction that plans the charges, and
 * returns their ids. Each has one line, no fee line because the fee is inside the price, no deposit
 * address and no expiry.
 */
export async function createChargeReceipts(
  ctx: Pick<TxContext, 'db' | 'config' | 'now' | 'newId' | 'installationId'>,
  { merchant, charges }: { merchant: Address; charges: readonly NewCharge[] },
): Promise<string[]> {
  if (charges.length === 0) return []
  const shop = await getShopConfig(ctx, merchant)
  const installationId = await ctx.installationId()
  const now = ctx.now()
  const inputs = charges.map((charge): NewReceipt => {
    const { payoutAddress, reference, metadata } = charge
    const receipt = newReceipt({
      id: ctx.newId('rcpt'),
      hasGeneratedId: true,
      kind: 'subscription',
      status: 'generated',
      bill: billOf(charge),
      checkout: { ...noCheckout, reference, metadata },
      terms: { ...receiptTerms(shop, { now, payoutAddress }), expiresAt: null },
      installationId,
      by: { merchant },
      now,
    })
    return { receipt, deposit: null, by: 'subscriptions' }
  })
  for (let start = 0; start < inputs.length; start += maxInserted) {
    await insertReceiptsInside(ctx.db, inputs.slice(start, start + maxInserted))
  }
  return inputs.map(({ receipt }) => receipt.id)
}

function billOf({ label, priceCents }: { label: string; priceCents: Cents }): Bill {
  const otherFields = { amountCents: null, qty: 1, itemId: null, sku: null, thumb: null }
  return {
    currency: 'USD',
    totalUsdCents: priceCents,
    totalCents: null,
    lines: shareLines([{ kind: 'item', label, usdCents: priceCents, ...otherFields }]),
    valuation: null,
    jurisdictionCode: null,
    taxRate: ppm(0n),
    taxComponents: [],
    taxParts: [],
  }
}
