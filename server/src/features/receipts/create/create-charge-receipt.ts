import type { Address } from '../../../lib/hex.js'
import { type Cents, ppm } from '../../../lib/money.js'
import type { TxContext } from '../../../platform/context.js'
import { getShopConfig } from '../../shop/get-shop-config.js'
import type { Bill, Receipt } from '../receipt.js'
import { newReceipt, noCheckout } from './new-receipt.js'
import { insertReceiptInside } from './new-receipt-store.js'
import { receiptTerms } from './receipt-terms.js'

/**
 * Creates the receipt of a subscription's charge, in the transaction that plans the charge. It has one line, no fee line
 * because the fee is inside the price, no deposit address and no expiry.
 */
export async function createChargeReceipt(
  ctx: Pick<TxContext, 'db' | 'config' | 'now' | 'newId' | 'installationId'>,
  input: {
    merchant: Address
    /** The name of the plan. */
    label: string
    priceCents: Cents
    payoutAddress: Address
    /** The id of the subscription. */
    reference: string
    metadata: Record<string, unknown>
  },
): Promise<Receipt> {
  const { merchant, payoutAddress, reference, metadata } = input
  const shop = await getShopConfig(ctx, merchant)
  const now = ctx.now()
  const receipt = newReceipt({
    id: ctx.newId('rcpt'),
    hasGeneratedId: true,
    kind: 'subscription',
    status: 'generated',
    bill: billOf(input),
    checkout: { ...noCheckout, reference, metadata },
    terms: { ...receiptTerms(shop, { now, payoutAddress }), expiresAt: null },
    installationId: await ctx.installationId(),
    by: { merchant },
    now,
  })
  await insertReceiptInside(ctx.db, { receipt, deposit: null, by: 'subscriptions' })
  return receipt
}

function billOf({ label, priceCents }: { label: string; priceCents: Cents }): Bill {
  const bare = { amountCents: null, qty: 1, itemId: null, sku: null, thumb: null }
  return {
    currency: 'USD',
    totalUsdCents: priceCents,
    totalCents: null,
    lines: [{ kind: 'item', label, usdCents: priceCents, ...bare }],
    valuation: null,
    jurisdictionCode: null,
    taxRate: ppm(0n),
    taxComponents: [],
    taxParts: [],
  }
}
