import type { components } from './generated/api.js'

type Schemas = components['schemas']

/** What a buyer owes or has paid. */
export type Receipt = Schemas['Receipt']

/** A receipt as its buyer sees it, and how to pay it. */
export type PortalReceipt = Schemas['PortalReceipt']

/** A page of receipts, the newest first. */
export type ReceiptPage = Schemas['ReceiptPage']

/** How far a receipt is. */
export type ReceiptStatus = Schemas['ReceiptStatus']

/** A receipt that was made under an id of your own. */
export type CreatedReceipt = Schemas['CreatedReceipt']

/** What an order would cost. */
export type OrderQuote = Schemas['OrderQuote']

/** What is ordered, by id or SKU: `qty` from 1, with at most three decimals. */
export type OrderedItem = { id: string; qty: number } | { sku: string; qty: number }

/** What is ordered, and what is said with it. `docs/receipts.md` lists every field. */
export type NewOrder = Schemas['OrderBody'] & { items: readonly OrderedItem[] }

/** A line in dollars or in the receipt's currency, for its whole quantity. All lines are of one kind. */
export type NewLine = { label: string; qty?: number | undefined } & (
  | { priceUsd: number }
  | { amount: number }
)

/** What is to be paid under an id of your own. `docs/receipts.md` lists every field. */
export type NewReceipt = Schemas['CreateReceiptBody'] & {
  id: string
  lineItems: readonly NewLine[]
}

/** Where the buyer is. A key says no more than that; what was paid is for the service and for people. */
export type NewStatus = Schemas['PostStatusBody'] & { receiptId: string; status: Receipt['status'] }

/** Which receipts to list. Whatever is left out lets everything pass. */
export type ReceiptQuery = {
  /** Exactly the id, your own reference or the transaction hash. */
  q?: string | undefined
  status?: Receipt['status'] | undefined
  /** Unix ms; made then or later. */
  from?: number | undefined
  /** Unix ms; made then or earlier. */
  to?: number | undefined
  /** 1 to 200, default 100. */
  limit?: number | undefined
  /** `nextCursor` of the page before. */
  cursor?: string | undefined
}

/** How to make something only once. */
export type CreateOptions = {
  /**
   * 1 to 255 printable ASCII characters, no spaces, and another one for everything you make. The same call with
   * the same key is carried out once, so the client sends it again by itself where a GET would be.
   */
  idempotencyKey?: string | undefined
}
