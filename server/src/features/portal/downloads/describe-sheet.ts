import { formatColor, parseColor, type Rgb, readableOn } from '@tallystick/web/contrast'
import { tokens } from '@tallystick/web/tokens'
import { statusFacts } from '../../../lib/receipt-statuses.js'
import { unixMs } from '../../../lib/time.js'
import type { PortalReceipt } from '../schemas.js'
import { formatAmount, formatTime } from './format.js'
import type { Fact, ReceiptSheet, SheetLink, SheetState } from './sheet.js'

/** Anyone can send less, which does not make an invoice partially paid. */
const minPartUsd = 0.01

type Refund = PortalReceipt['refunds'][number]
type Payment = PortalReceipt['payment']

/** The part of a receipt that is printed. */
export type PrintedReceipt = Pick<
  PortalReceipt,
  | 'receiptId'
  | 'status'
  | 'brandName'
  | 'theme'
  | 'contact'
  | 'taxId'
  | 'currency'
  | 'total'
  | 'totalUsd'
  | 'lineItems'
  | 'createdAt'
  | 'paidAt'
  | 'expiresAt'
  | 'merchantWallet'
  | 'transactionHash'
  | 'confirmations'
  | 'pricing'
  | 'refunded'
  | 'refunds'
> & {
  payment: Pick<Payment, 'dueUsd' | 'due' | 'paidUsd' | 'paid' | 'network' | 'received' | 'options'>
}

/**
 * Describes a receipt for printing, only from what the payment page shows, so that nothing private
 * is printed. The same receipt always gives the same sheet.
 */
export function describeSheet(
  receipt: PrintedReceipt,
  input: { pageUrl: string; mode: 'sandbox' | 'live'; band?: string | null },
): ReceiptSheet {
  const { pageUrl, mode, band = null } = input
  const { receiptId, brandName, createdAt, paidAt, refunds } = receipt
  const lineItems = listLines(receipt)
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
function describeColor({ secondaryColor = '' }: Partial<PrintedReceipt['theme']>): string | null {
  const color = secondaryColor.toLowerCase() === defaultColor ? null : parseColor(secondaryColor)
  return color && formatColor(readableOn(color, white))
}

/** Returns whether all lines have an amount in the receipt's currency. Else dollars are used. */
function isNative({ total, lineItems }: PrintedReceipt): boolean {
  return total !== null && lineItems.every(({ amount }) => amount !== undefined)
}

/**
 * Omits a fee of zero, and a tax of zero unless the shop has a tax id: for others, no tax applies.
 */
function listLines({ lineItems, taxId }: PrintedReceipt): PrintedReceipt['lineItems'] {
  return lineItems.filter(
    ({ label, priceUsd }, index) =>
      priceUsd !== 0 || !isAside(lineItems, index) || (label === 'Tax' && taxId !== undefined),
  )
}

/** Returns whether a line is tax or fee. These come last and have no quantity and no SKU. */
function isAside(lines: PrintedReceipt['lineItems'], index: number): boolean {
  return lines
    .slice(index)
    .every(
      ({ label, qty, sku }) =>
        qty === undefined && sku === undefined && (label === 'Tax' || label === 'Processing Fee'),
    )
}

function describeRate({ currency, pricing, totalUsd }: PrintedReceipt): string[] {
  if (currency === 'USD') return []
  const usd = `${formatAmount(totalUsd)} USD`
  if (!pricing) return [usd]
  const { usdPerUnit, quotedAt } = pricing
  return [`${usd} at ${usdPerUnit} USD per ${currency}`, `Rate of ${formatTime(quotedAt)}`]
}

/** Invites to pay only while the receipt can be paid. */
function describePage({ payment }: PrintedReceipt, { isReceipt }: SheetState): string {
  if (payment.options.length > 0) return 'Scan to pay'
  return isReceipt ? 'This receipt online' : 'This invoice online'
}

/** Describes how to reach the shop, for the footer. Empty when the shop has set nothing. */
function describeContact({ contact }: Pick<PrintedReceipt, 'contact'>): SheetLink[] {
  return [
    ...link('Email', contact.email, (email) => `mailto:${email}`),
    ...link('Phone', contact.phone, (phone) => `tel:${phone.replace(/[^\d+]/g, '')}`),
    ...link('Support', contact.url),
    ...link('Return policy', contact.returnPolicyUrl),
    ...link('Terms', contact.termsUrl),
    ...link('Privacy policy', contact.privacyUrl),
  ]
}

function link(label: string, text: string | undefined, hrefOf = (url: string) => url): SheetLink[] {
  return text === undefined ? [] : [{ label, text, href: hrefOf(text) }]
}

/** Describes the payments, the amount due and the refunds of a receipt. */
export function describePayment(receipt: PrintedReceipt): ReceiptSheet['sections'] {
  const facts = [...listReceived(receipt), ...listDue(receipt)]
  const refunds = receipt.refunds.map((refund) => describeRefund(refund, currencyOf(receipt)))
  return [
    ...(facts.length === 0 ? [] : [{ title: 'Payment', facts }]),
    ...(refunds.length === 0 ? [] : [{ title: 'Refunds', facts: refunds }]),
  ]
}

function listReceived(receipt: PrintedReceipt): Fact[] {
  const { status, payment, paidAt, transactionHash } = receipt
  const { paidUsd, paid, network, received } = payment
  if (paidUsd === 0 && transactionHash === null) {
    const { isPaid, isFinal } = statusFacts[status]
    // A manual payment, such as cash, is not on chain.
    return isPaid || isFinal ? [fact('Received', 'Recorded by the merchant')] : []
  }
  return [
    ...(paidUsd === 0 ? [] : [fact('Received', `${formatAmount(paid)} ${currencyOf(receipt)}`)]),
    ...(received.some(({ byCard }) => byCard) ? [fact('Paid by', 'Card')] : []),
    ...(paidAt === null ? [] : [fact('Paid at', formatTime(paidAt))]),
    fact('Network', network.name),
    ...(transactionHash === null ? [] : [fact('Transaction', transactionHash)]),
  ]
}

function listDue(receipt: PrintedReceipt): Fact[] {
  const { payment, expiresAt } = receipt
  if (payment.dueUsd === 0) return []
  return [
    fact('Still due', `${formatAmount(payment.due)} ${currencyOf(receipt)}`),
    ...(expiresAt === null ? [] : [fact('Due by', formatTime(expiresAt))]),
  ]
}

function describeRefund({ txHash, confirmed, createdAt, ...refund }: Refund, unit: string): Fact {
  const amount = `${formatAmount(-refund.amount)} ${unit}`
  const proof = txHash ?? 'Recorded by the merchant'
  const isUnconfirmed = txHash !== null && !confirmed
  const text = isUnconfirmed ? `${amount}, not yet confirmed on chain` : amount
  return fact(formatTime(createdAt), text, proof)
}

function fact(label: string, ...values: string[]): Fact {
  return { label, values }
}

/** Describes the state of a sheet: an invoice until its payment is confirmed, then a receipt. */
export function describeState(receipt: PrintedReceipt): SheetState {
  const { status, payment, refunded } = receipt
  const total = receipt.total ?? receipt.totalUsd
  const money = (amount: number) => `${formatAmount(amount)} ${currencyOf(receipt)}`
  const part = (amount: number) => `${formatAmount(amount)} of ${money(total)}`
  if (status === 'refunded') {
    const sentence = `Paid, then refunded in full: ${money(refunded)}.`
    return { isReceipt: true, title: 'Receipt', sentence, tone: 'plain' }
  }
  if (statusFacts[status].isPaid) {
    const when = receipt.paidAt === null ? '' : ` on ${formatTime(receipt.paidAt)}`
    const back = refunded > 0 ? ` ${part(refunded)} refunded.` : ''
    const requested = status === 'refund_requested' ? ' A refund was requested.' : ''
    const sentence = `Paid in full${when}.${back}${requested}`
    return { isReceipt: true, title: 'Receipt', sentence, tone: 'good' }
  }

  const { paidUsd, dueUsd, paid, due } = payment
  const open = { isReceipt: false, tone: 'warn' } as const
  if (paidUsd >= minPartUsd && dueUsd > 0) {
    const sentence = `${part(paid)} received. ${money(due)} still due.`
    return { ...open, title: 'Invoice, partially paid', sentence }
  }
  if (paidUsd > 0 && dueUsd === 0) {
    const { have, need } = receipt.confirmations
    const sentence = `Payment received, confirming: ${have} of ${need}.`
    return { ...open, title: 'Invoice, not yet confirmed as paid', sentence }
  }
  const mismatch =
    status === 'tx_mismatch' ? 'A payment arrived that does not match this invoice. ' : ''
  const sentence = `${mismatch}${dueUsd === 0 ? 'Nothing' : money(due)} is due.`
  return { ...open, title: 'Invoice, not yet paid', sentence }
}

/** Returns the currency of the receipt's own amounts. */
function currencyOf({ total, currency }: Pick<PrintedReceipt, 'total' | 'currency'>): string {
  return total === null ? 'USD' : currency
}
