import type { Currency } from '../../lib/currencies.js'
import type { Address } from '../../lib/hex.js'
import type { BaseUnits, Cents, Ppm } from '../../lib/money.js'
import type { UnixMs } from '../../lib/time.js'
import type { Rate } from '../rates/pick-rate.js'
import type { RatedComponent } from '../tax/jurisdiction.js'
import type { ReceiptKind, ReceiptStatus } from './status/statuses.js'

export type LineKind = 'item' | 'discount' | 'tip' | 'tax' | 'fee'

/** One line of a receipt. Amounts cover the whole quantity: `qty` is for display, never multiply by it. */
export type ReceiptLine = {
  kind: LineKind
  /** Null for tax and fee, which get their labels when the receipt is serialised. */
  label: string | null
  usdCents: Cents
  /** In the receipt's currency; `null` where only dollars were given. */
  amountCents: Cents | null
  qty: number | null
  itemId: string | null
  sku: string | null
  /** A small picture as a data URI. */
  thumb: string | null
}

/** What a native receipt was valued with when it was made. It never changes. */
export type Valuation = {
  currency: Currency
  usdPerUnit: Ppm
  quotedAt: UnixMs
  provider: Rate['provider']
}

/** What the caller knows of the buyer, to fill in a payment page with. */
export type Billing = {
  firstName: string
  lastName: string
  phone: string
  email: string
  line1: string
  line2: string
  city: string
  state: string
  zip: string
  country: string
}

/** What a caller may say with a receipt besides what it is for. */
export type CheckoutFields = {
  redirectUrl: string | null
  returnUrl: string | null
  webhookUrl: string | null
  /** An address to go to, or a script to run, after the payment. */
  onSuccess: string | null
  onrampEmail: string | null
  billing: Billing | null
  /** The caller's own name for it. */
  reference: string | null
  metadata: Record<string, unknown> | null
}

/** What is to be paid, and for what. */
export type Bill = {
  currency: Currency
  totalUsdCents: Cents
  totalCents: Cents | null
  lines: ReceiptLine[]
  valuation: Valuation | null
  jurisdictionCode: string | null
  taxRate: Ppm
  taxComponents: string[]
  /** The same with their rates; none where a rate was given as a whole. */
  taxParts: readonly RatedComponent[]
}

/** Money that came after the receipt was given up, and more of it than was due. */
export type Mismatch = 'late' | 'over'

export type Receipt = Bill &
  CheckoutFields & {
    merchant: Address
    id: string
    kind: ReceiptKind
    status: ReceiptStatus
    brandName: string
    /** Where the money goes, pinned when the receipt is made. */
    payoutAddress: Address
    /** The developer key it was made with. */
    keyId: string | null
    transactionHash: string | null
    transactionAt: UnixMs | null
    paymentToken: string | null
    /** How much of it, as a decimal; `null` for tokens that follow the bill's own currencies. */
    paymentAmount: string | null
    /** Whose money it was, where the chain says so. */
    buyerWallet: Address | null
    /** How the money differed from what was asked for. */
    mismatch: Mismatch | null
    failureCode: string | null
    /** Marked as paid by hand, not by the chain. */
    isMarked: boolean
    refundedUsdCents: Cents
    /** Until when it can be paid; `null` for ever. */
    expiresAt: UnixMs | null
    createdAt: UnixMs
    updatedAt: UnixMs
  }

/** One thing that happened to a receipt. */
export type ReceiptEvent = {
  status: string
  previousStatus: ReceiptStatus | null
  at: UnixMs
  /** A wallet, the id of a developer key, or the part of the service that did it. */
  by: string
  note: string | null
  transactionHash: string | null
  detail: Record<string, unknown> | null
}

/** Something that money was given back for, as it was sent. */
export type RefundItem = {
  label: string
  priceUsd: number
  qty?: number
  /** Which line of the receipt it is. */
  itemId?: string
  sku?: string
}

/** Money that was given back. */
export type Refund = {
  id: string
  usdCents: Cents
  buyer: Address
  items: RefundItem[]
  transactionHash: string | null
  reason: string | null
  /** Whether what had been sold went back in stock. */
  restock: boolean
  /** What the buyer gets, or most of it; `null` where it was not paid on a chain. */
  paidIn: { token: Address; units: BaseUnits } | null
  /** When the chain was seen to have given it back. */
  confirmedAt: UnixMs | null
  by: string
  createdAt: UnixMs
}

/** Identifies a refund. */
export type RefundRef = { merchant: Address; receiptId: string; id: string }
