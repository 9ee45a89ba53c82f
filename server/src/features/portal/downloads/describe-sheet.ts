import { formatColor, parseColor, type Rgb, readableOn } from '@tallystick/web/contrast'
import { tokens } from '@tallystick/web/tokens'
import { unixMs } from '../../../lib/time.js'
import type { PortalReceipt } from '../schemas.js'
import { describeContact } from './describe-contact.js'
import { describePayment } from './describe-payment.js'
import { describeState } from './describe-state.js'
import { formatAmount } from './format-amount.js'
import { formatTime } from './format-time.js'
import type { ReceiptSheet, SheetState } from './sheet.js'

/**
 * Describes a receipt for printing, only from what the payment page shows, so that nothing private is printed. The same
 * receipt always gives the same sheet.
 */
export function describeSheet(
  receipt: PortalReceipt,
  {
    pageUrl,
    mode,
    band = null,
  }: { pageUrl: string; mode: 'sandbox' | 'live'; band?: string | null },
): ReceiptSheet {
  const { receiptId, brandName, createdAt, paidAt, refunds, lineItems } = receipt
  const native = isNative(receipt)
  const state = describeState(receipt)
  return {
    isSandbox: mode === 'sandbox',
    brandName,
    brandColor: describeColor(receipt.theme),
    band,
    receiptId,
    state,
    facts: [
      { label: 'Number', values: [receiptId] },
      { label: 'Date', values: [formatTime(createdAt)] },
      { label: 'Merchant wallet', values: [receipt.merchantWallet] },
      ...(receipt.taxId ? [{ label: 'Tax ID', values: [receipt.taxId] }] : []),
    ],
    unit: native ? receipt.currency : 'USD',
    lines: lineItems.map((line, index) => ({
      label: line.label,
      qty: line.qty === undefined ? '' : String(line.qty),
      amount: formatAmount((native ? line.amount : null) ?? line.priceUsd),
      isAside: isAside(lineItems, index),
    })),
    total: {
      amount: formatAmount((native ? receipt.total : null) ?? receipt.totalUsd),
      notes: native ? describeRate(receipt) : [],
    },
    sections: describePayment(receipt),
    page: { url: pageUrl, words: describePage(receipt, state) },
    contact: describeContact(receipt),
    at: unixMs(Math.max(createdAt, paidAt ?? 0, ...refunds.map((refund) => refund.createdAt))),
  }
}

const white: Rgb = [255, 255, 255]
/** The color of text, which stands for none. */
const defaultColor = tokens.light.ink

/** Returns the shop's second color, darkened until it is readable on paper, or null. */
function describeColor({ secondaryColor = '' }: Partial<PortalReceipt['theme']>): string | null {
  const color = secondaryColor.toLowerCase() === defaultColor ? null : parseColor(secondaryColor)
  return color && formatColor(readableOn(color, white))
}

/** Returns whether every line has an amount in the receipt's currency. Otherwise the sheet is in dollars. */
function isNative({ total, lineItems }: PortalReceipt): boolean {
  return total !== null && lineItems.every(({ amount }) => amount !== undefined)
}

/** Returns whether a line is tax or fee, which come last. A product with such a label has a quantity or a SKU. */
function isAside(lines: PortalReceipt['lineItems'], index: number): boolean {
  return lines
    .slice(index)
    .every(
      ({ label, qty, sku }) =>
        qty === undefined && sku === undefined && (label === 'Tax' || label === 'Processing Fee'),
    )
}

function describeRate({ currency, pricing, totalUsd }: PortalReceipt): string[] {
  if (currency === 'USD') return []
  const usd = `${formatAmount(totalUsd)} USD`
  if (!pricing) return [usd]
  const { usdPerUnit, quotedAt } = pricing
  return [`${usd} at ${usdPerUnit} USD per ${currency}`, `Rate of ${formatTime(quotedAt)}`]
}

/** Invites to pay only while the receipt can be paid. */
function describePage({ payment }: PortalReceipt, { isReceipt }: SheetState): string {
  if (payment.options.length > 0) return 'Scan to pay'
  return isReceipt ? 'This receipt online' : 'This invoice online'
}
