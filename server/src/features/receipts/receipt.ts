import type { Address } from '../../lib/hex.js'
import type { BaseUnits, Cents, Currency, Ppm } from '../../lib/money.js'
import type { ReceiptKind, ReceiptStatus } from '../../lib/receipt-statuses.js'
import type { UnixMs } from '../../lib/time.js'
import type { TxContext } from '../../platform/context.js'
import type { Rate } from '../rates/pick-rate.js'
import type { RatedComponent } from '../tax/jurisdiction.js'

/** The labels of tax and fee lines, as the API and stored receipts show them. */
const chargeLabels = { tax: 'Tax', fee: 'Processing Fee' } as const

export type LineKind = 'item' | 'discount' | 'tip' | 'tax' | 'fee'

/** One line of a receipt. Amounts cover the whole quantity: never multiply by `qty`. */
export type ReceiptLine = {
  kind: LineKind
  /** Null for tax and fee, which get their labels when the receipt is serialized. */
  label: string | null
  usdCents: Cents
  /** In the receipt's currency. Null when only dollars were given. */
  amountCents: Cents | null
  qty: number | null
  itemId: string | null
  sku: string | null
  /** A reference to the picture of the item, or a data URI. */
  thumb: string | null
  /** Null for lines that cannot be refunded by themselves: tax, fee and negative amounts. */
  lineId: string | null
  /** The line's part of the discount, tax and fee. Null for the same lines. */
  share: LineShare | null
}

/** Charges of one line. The amounts and charges of all lines sum to the total. */
export type LineCharges = {
  /** Zero or negative. */
  discountCents: Cents
  taxCents: Cents
  feeCents: Cents
}

/** The charges of a line in dollars and, for a receipt in its own currency, in that currency. */
type LineShare = { usd: LineCharges; native: LineCharges | null }

/** The exchange rate of a receipt in its own currency, fixed when the receipt was created. */
export type Valuation = {
  currency: Currency
  usdPerUnit: Ppm
  quotedAt: UnixMs
  provider: Rate['provider']
}

/** Billing details that prefill the payment page. */
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

/** Optional fields of a receipt besides its lines. */
export type CheckoutFields = {
  redirectUrl: string | null
  returnUrl: string | null
  webhookUrl: string | null
  /** A URL to open or a script to run after the payment. */
  onSuccess: string | null
  onrampEmail: string | null
  billing: Billing | null
  /** The caller's own reference. */
  reference: string | null
  metadata: Record<string, unknown> | null
}

/** The amounts of a receipt. */
export type Bill = {
  currency: Currency
  totalUsdCents: Cents
  totalCents: Cents | null
  lines: ReceiptLine[]
  valuation: Valuation | null
  jurisdictionCode: string | null
  taxRate: Ppm
  taxComponents: string[]
  /** The tax components with their rates. Empty when only a total rate was given. */
  taxParts: readonly RatedComponent[]
}

/** The session of a card payment at the provider. */
export type ReceiptOnramp = {
  sessionId: string
  /** Whether no other receipt has this session. */
  isUnique: boolean
  /** The amount that the provider charged. Null until it is reported. */
  sourceUsdCents: Cents | null
}

/**
 * `late`: paid after the receipt had expired. `over`: paid more than was due. `blocked`: paid
 * although a legal check of the card provider does not permit it.
 */
export type Mismatch = 'late' | 'over' | 'blocked'

export type Receipt = Bill &
  CheckoutFields & {
    merchant: Address
    id: string
    /** Whether the service generated the id, which then cannot be guessed. */
    hasGeneratedId: boolean
    kind: ReceiptKind
    status: ReceiptStatus
    brandName: string
    /** Fixed when the receipt is created. */
    payoutAddress: Address
    /** The installation in the key of its deposit address. Null if older than installation ids. */
    installationId: string | null
    /** The developer key that created it. */
    keyId: string | null
    /** The register that sold it. */
    registerId: string | null
    /** The cashier or person who sold it. Null for keys and shop pages. */
    soldBy: string | null
    /**
     * Set for an order without a key, which holds no stock before its payment starts. `firmUntil`
     * is the end of its hold, null before the payment starts. Null for other receipts, which hold
     * stock from the start.
     */
    softHold: { firmUntil: UnixMs | null } | null
    transactionHash: string | null
    transactionAt: UnixMs | null
    paymentToken: string | null
    /** The amount in that token, as a decimal. */
    paymentAmount: string | null
    /** The wallet that paid, if known. */
    buyerWallet: Address | null
    mismatch: Mismatch | null
    failureCode: string | null
    /** Recorded as paid by the merchant instead of the chain. */
    isPaidManually: boolean
    refundedUsdCents: Cents
    /** Money beyond the total that was returned. Not part of `refundedUsdCents`. */
    creditReturnedUsdCents: Cents
    /** The latest card payment that was started, or null. */
    onramp: ReceiptOnramp | null
    /** Null if it never expires. */
    expiresAt: UnixMs | null
    /** Null unless its merchant archived it. Archived receipts are left out of lists. */
    archivedAt: UnixMs | null
    createdAt: UnixMs
    updatedAt: UnixMs
  }

/** A receipt without the fields that only the service uses. */
export type ShownReceipt = Omit<
  Receipt,
  'hasGeneratedId' | 'taxParts' | 'installationId' | 'keyId' | 'softHold' | 'paymentAmount'
>

/** An entry in the timeline of a receipt. */
export type ReceiptEvent = {
  /** A status, or another type of entry such as `refund_partial`. */
  status: string
  previousStatus: ReceiptStatus | null
  at: UnixMs
  /** A wallet, the id of a developer key, or a part of the service. */
  by: string
  note: string | null
  transactionHash: string | null
  detail: Record<string, unknown> | null
}

/** A refunded item, as the caller sent it. One of its names refers to a line of the receipt. */
export type RefundItem = {
  lineId?: string
  itemId?: string
  sku?: string
  label: string
  /** The part of the line's price, if the line has no quantity or `qty` is missing. */
  priceUsd?: number
  qty?: number
}

/** The part of a refund that is for one line. */
export type RefundLine = {
  lineId: string
  /** With tax and fee. */
  usdCents: Cents
  taxCents: Cents
  feeCents: Cents
  /** How much of the line it returns, in the weight of `openLines`. 0 for a refund by amount. */
  weight: bigint
}

export type Refund = {
  id: string
  usdCents: Cents
  /** The wallet that receives it. Null if it is unknown, as for cash. */
  buyer: Address | null
  /** Whether it returns money beyond the total, which is not part of the sale. */
  isCredit: boolean
  items: RefundItem[]
  /** Its parts by line. Null for returned credit. */
  lines: RefundLine[] | null
  transactionHash: string | null
  reason: string | null
  /** Whether the items returned to stock. */
  restock: boolean
  /** The asset of the refund, or of its largest part. Null if the receipt was not paid on chain. */
  paidIn: { token: Address; units: BaseUnits } | null
  /** When the refund was seen on chain. */
  confirmedAt: UnixMs | null
  by: string
  createdAt: UnixMs
}

/** Identifies a refund. */
export type RefundRef = { merchant: Address; receiptId: string; id: string }

/** Returns the label to show for a line. */
export function labelOf({ kind, label }: Pick<ReceiptLine, 'kind' | 'label'>): string {
  if (kind === 'tax' || kind === 'fee') return chargeLabels[kind]
  return label ?? ''
}

/** Marks a receipt for settlement, if it has payments. Payments, which use receipts, provide it. */
export type SettleAgain = (
  ctx: Pick<TxContext, 'db'>,
  receipt: Pick<Receipt, 'merchant' | 'id'>,
) => Promise<void>
