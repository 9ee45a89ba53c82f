import { type Static, Type } from 'typebox'
import { currencies } from '../../lib/currencies.js'
import { AnyFields } from '../../platform/http/schemas.js'
import { receiptStatuses } from './status/statuses.js'

const text = (description: string) => Type.String({ description })
const orNull = <Schema extends Parameters<typeof Type.Optional>[0]>(schema: Schema) =>
  Type.Union([schema, Type.Null()])
const money = (description: string) => Type.Number({ description })
const time = (description: string) => Type.Integer({ description: `Unix ms; ${description}` })
const status = Type.Enum(receiptStatuses, {
  type: 'string',
  description: 'See docs/receipt-status.md',
})

const LineItem = Type.Object(
  {
    label: Type.String(),
    priceUsd: money('For the whole quantity, in dollars'),
    amount: Type.Optional(money('The same in the currency of the receipt')),
    qty: Type.Optional(Type.Number({ description: 'To be read, not multiplied' })),
    itemId: Type.Optional(Type.String()),
    sku: Type.Optional(Type.String()),
    thumb: Type.Optional(text('A small picture as a data URI')),
  },
  { title: 'LineItem' },
)

const BillingAddress = Type.Object(
  {
    firstName: Type.String(),
    lastName: Type.String(),
    phone: Type.String(),
    email: Type.String(),
    line1: Type.String(),
    line2: Type.String(),
    city: Type.String(),
    state: Type.String(),
    zip: Type.String(),
    country: text('Two letters'),
  },
  { title: 'BillingAddress' },
)

const ReceiptPricing = Type.Object(
  {
    version: Type.Integer(),
    currency: Type.Enum(currencies, { type: 'string' }),
    usdPerUnit: Type.Number(),
    quotedAt: time('when the rate was quoted'),
    provider: Type.String(),
    originalTotal: money('As it was when the receipt was made'),
    originalLineItems: Type.Array(LineItem),
  },
  { title: 'ReceiptPricing' },
)

const TimelineEntry = Type.Object(
  {
    status: text('A status, or refund_partial'),
    previousStatus: orNull(Type.String()),
    at: time('when'),
    by: text('A wallet, the id of a developer key, or a part of the service'),
    note: Type.Optional(Type.String()),
    transactionHash: Type.Optional(Type.String()),
  },
  { title: 'TimelineEntry', additionalProperties: true },
)

const RefundEntry = Type.Object(
  {
    refundId: Type.String(),
    usd: Type.Number(),
    buyer: Type.String(),
    items: Type.Array(Type.Any()),
    txHash: orNull(Type.String()),
    reason: orNull(Type.String()),
    confirmed: Type.Boolean({ description: 'The chain has it' }),
    by: Type.String(),
    createdAt: time('when'),
  },
  { title: 'RefundEntry' },
)

const failure = {
  failureCode: Type.Optional(text('See docs/failures.md')),
  failureCategory: Type.Optional(Type.String()),
  failureReason: Type.Optional(Type.String()),
  failureAction: Type.Optional(Type.String()),
}

export const ReceiptAnswer = Type.Object(
  {
    receiptId: Type.String(),
    totalUsd: money('In dollars'),
    total: Type.Optional(money('In the currency of the receipt; native receipts only')),
    currency: Type.Enum(currencies, { type: 'string' }),
    lineItems: Type.Array(LineItem),
    createdAt: time('when it was made'),
    updatedAt: time('when it last changed'),
    brandName: Type.String(),
    status,
    paymentStatus: text('The status in the words of the status endpoint'),
    jurisdictionCode: orNull(Type.String()),
    taxRate: Type.Number({ description: '0.095 is 9.5 %' }),
    taxComponents: Type.Array(Type.String()),
    transactionHash: orNull(Type.String()),
    transactionTimestamp: Type.Optional(time('of the transaction')),
    transactionId: orNull(text("The caller's own name for it")),
    metadata: orNull(AnyFields),
    billingAddress: orNull(BillingAddress),
    onrampEmail: orNull(Type.String()),
    redirectUrl: orNull(Type.String()),
    returnUrl: orNull(Type.String()),
    webhookUrl: orNull(Type.String()),
    onSuccess: orNull(Type.String()),
    paymentUrl: text('Where the buyer pays'),
    payoutAddress: text('Where the money goes'),
    expiresAt: orNull(time('until when it can be paid')),
    marked: Type.Boolean({ description: 'Marked as paid by hand, not by the chain' }),
    mismatch: orNull(text('late: paid after it was given up. over: more was paid than was due')),
    buyerWallet: orNull(text('Who paid, where the chain says so')),
    pricing: Type.Optional(ReceiptPricing),
    ...failure,
    refundStatus: Type.Optional(text('partial or full')),
    refundedUsd: Type.Optional(Type.Number()),
    refunds: Type.Array(RefundEntry),
    timeline: Type.Array(TimelineEntry, { description: 'The oldest first' }),
  },
  { title: 'Receipt' },
)
export type ReceiptAnswer = Static<typeof ReceiptAnswer>

export const ReceiptQuery = Type.Object({
  limit: Type.Optional(text('1 to 200, default 100')),
  cursor: Type.Optional(text('nextCursor of the page before')),
  status: Type.Optional(text('Only receipts with this status')),
  from: Type.Optional(text('Unix ms; made then or later')),
  to: Type.Optional(text('Unix ms; made then or earlier')),
  q: Type.Optional(text('Exactly the id, your own reference or the transaction hash')),
})
export type ReceiptQuery = Static<typeof ReceiptQuery>

export const ReceiptPage = Type.Object(
  {
    receipts: Type.Array(ReceiptAnswer, { description: 'The newest first' }),
    nextCursor: orNull(Type.String()),
  },
  { title: 'ReceiptPage' },
)

export const ReceiptParams = Type.Object({ id: Type.String() })

/** What a body may say under several names and is read by hand, with better words than a schema has. */
const anything = { additionalProperties: true }

export const CreateReceiptBody = Type.Object(
  {
    id: Type.Optional(text('Unique per merchant; letters, digits, . _ : -')),
    lineItems: Type.Optional(
      Type.Any({
        description: 'Either {label, priceUsd, qty?} or {label, amount, qty?}, not both',
      }),
    ),
    currency: Type.Optional(Type.Any({ description: 'USD (default) or EUR; of amount and total' })),
    total: Type.Optional(Type.Any({ description: 'With amount: must be the sum of the lines' })),
    totalUsd: Type.Optional(
      Type.Any({ description: 'With priceUsd: must be the sum of the lines' }),
    ),
    redirect_url: Type.Optional(Type.Any({ description: 'For the onramp; also redirectUrl' })),
    returnUrl: Type.Optional(Type.Any({ description: 'After the payment; also return_url' })),
    webhook_url: Type.Optional(Type.Any({ description: 'For status webhooks; also webhookUrl' })),
    onSuccess: Type.Optional(Type.Any({ description: 'An address or a script' })),
    metadata: Type.Optional(Type.Any({ description: 'An object of at most 16 KiB' })),
  },
  { title: 'CreateReceiptBody', ...anything },
)
export type CreateReceiptBody = Static<typeof CreateReceiptBody>

export const CreatedReceipt = Type.Object(
  {
    id: Type.String(),
    paymentUrl: Type.String(),
    status: Type.Literal('pending'),
    redirectUrl: orNull(Type.String()),
    webhookUrl: orNull(Type.String()),
  },
  { title: 'CreatedReceipt' },
)

export const StatusQuery = Type.Object({ receiptId: Type.Optional(text('Required')) })

export const ReceiptStatusAnswer = Type.Object(
  {
    id: Type.String(),
    status,
    paymentStatus: Type.String(),
    transactionHash: orNull(Type.String()),
    currency: text('What it is paid in, or the usual token while that is not known'),
    amount: Type.Number(),
    ...failure,
  },
  { title: 'ReceiptStatus' },
)

export const PostStatusBody = Type.Object(
  {
    receiptId: Type.Optional(Type.Any({ description: 'Required' })),
    status: Type.Optional(Type.Any({ description: 'Required; see docs/receipt-status.md' })),
    failureCode: Type.Optional(Type.Any({ description: 'With failed; see docs/failures.md' })),
    note: Type.Optional(Type.Any({ description: 'For the timeline' })),
  },
  { title: 'PostStatusBody', ...anything },
)
export type PostStatusBody = Static<typeof PostStatusBody>

export const RefundBody = Type.Object(
  {
    receiptId: Type.Optional(Type.Any({ description: 'Required' })),
    buyer: Type.Optional(Type.Any({ description: 'Wallet that gets the money back; required' })),
    usd: Type.Optional(Type.Any({ description: 'Required' })),
    items: Type.Optional(
      Type.Any({ description: 'What it is for: [{label, priceUsd, qty?, sku?, itemId?}]' }),
    ),
    txHash: Type.Optional(Type.Any({ description: 'Transaction that gave it back' })),
    reason: Type.Optional(Type.Any({ description: 'For the timeline' })),
    restock: Type.Optional(
      Type.Any({
        description:
          'true puts back in stock what items names by sku or itemId, or everything with the last refund',
      }),
    ),
  },
  { title: 'RefundBody', ...anything },
)
export type RefundBody = Static<typeof RefundBody>

export const TerminalBody = Type.Object(
  {
    amountUsd: Type.Optional(Type.Any({ description: 'Before tax and fee, in dollars' })),
    amount: Type.Optional(Type.Any({ description: 'The same in currency; one of the two' })),
    currency: Type.Optional(Type.Any({ description: 'USD (default) or EUR' })),
    label: Type.Optional(Type.Any({ description: 'Default Payment' })),
    jurisdictionCode: Type.Optional(Type.Any({ description: 'e.g. US-CA' })),
    taxRate: Type.Optional(Type.Any({ description: '0 to 1; in place of the jurisdiction' })),
    taxComponents: Type.Optional(Type.Any({ description: 'Only these of the jurisdiction' })),
  },
  { title: 'TerminalBody', ...anything },
)
export type TerminalBody = Static<typeof TerminalBody>

export const MadeReceipt = Type.Object(
  { ok: Type.Literal(true), receipt: ReceiptAnswer },
  { title: 'MadeReceipt' },
)

export const Done = Type.Object({ ok: Type.Literal(true) }, { title: 'Done' })
