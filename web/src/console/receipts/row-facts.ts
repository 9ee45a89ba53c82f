import type { ReceiptTexts } from '../../core/texts/en-console-receipts.js'
import {
  customerOf,
  emailOf,
  isCharge,
  methodOf,
  type PaymentMethod,
  type Receipt,
  type Standing,
  standingOf,
  tokenOf,
  totalOf,
} from './receipt.js'

/** The values that the cells of a receipt show. */
export type RowFacts = {
  name: string
  customer: string | null
  email: string | null
  items: string
  method: PaymentMethod
  token: string | null
  standing: Standing
  amount: number
  currency: string
}

const factsByReceipt = new WeakMap<Receipt, RowFacts>()

/** Returns the facts of a row. Scrolling asks for them many times. */
export function rowFactsOf(receipt: Receipt, texts: ReceiptTexts): RowFacts {
  const facts = factsByReceipt.get(receipt)
  if (facts) return facts
  const { amount, currency } = totalOf(receipt)
  const created = {
    name: nameOf(receipt),
    customer: customerOf(receipt),
    email: emailOf(receipt),
    items: itemsOf(receipt, texts),
    method: methodOf(receipt),
    token: tokenOf(receipt),
    standing: standingOf(receipt),
    amount,
    currency,
  }
  factsByReceipt.set(receipt, created)
  return created
}

/** Returns the shop's own reference, or the short form of the id. */
export function nameOf({ transactionId, receiptId }: Receipt): string {
  return transactionId || shortId(receiptId)
}

function shortId(id: string): string {
  return id.length > 14 ? `${id.slice(0, 5)}…${id.slice(-5)}` : id
}

function itemsOf({ lineItems }: Receipt, texts: ReceiptTexts): string {
  const [first, ...others] = lineItems.filter((line) => !isCharge(line))
  if (!first) return texts.noItems
  const name = first.qty && first.qty !== 1 ? `${first.qty} × ${first.label}` : first.label
  return others.length === 0 ? name : texts.moreItems(name, String(others.length))
}
