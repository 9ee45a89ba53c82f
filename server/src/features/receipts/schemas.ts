import { type Static, Type } from 'typebox'
import { currencies } from '../../lib/money.js'
import { receiptStatuses } from '../../lib/receipt-statuses.js'
import { DegradedFields } from '../../platform/degraded/degraded.js'
import { booleanText, integerText, numberText } from '../../platform/http/query-schemas.js'
import {
  AnyFields,
  boolean,
  namedEnum,
  namedObject,
  number,
  okResponse,
  orNull,
  text,
  time,
} from '../../platform/http/schemas.js'
import {
  archivedChoices,
  funnelSteps,
  listedTimes,
  receiptFlags,
} from './read/search/receipt-filter.js'

const money = (description: string) => Type.Number({ description })
const status = namedEnum('ReceiptStatusName', receiptStatuses, 'See docs/receipt-status.md')

const LineItem = namedObject('LineItem', {
  label: Type.String(),
  priceUsd: money('For the whole quantity, in US dollars'),
  amount: Type.Optional(money('For the whole quantity, in the currency of the receipt')),
  qty: Type.Optional(number('For display; amounts already cover the quantity')),
  itemId: Type.Optional(Type.String()),
  sku: Type.Optional(Type.String()),
  lineId: Type.Optional(
    text('Names the line in a refund; on lines of receipts that can be refunded'),
  ),
  picture: Type.Optional(text('Hash of the picture, at /media/{hash}/{size}.webp')),
  thumb: Type.Optional(
    text(
      'The picture at 48 pixels as a data URI of at most 1,536 characters; omitted with ?thumbs=0',
    ),
  ),
})
export type LineItem = Static<typeof LineItem>

const BillingAddress = namedObject('BillingAddress', {
  firstName: Type.String(),
  lastName: Type.String(),
  phone: Type.String(),
  email: Type.String(),
  line1: Type.String(),
  line2: Type.String(),
  city: Type.String(),
  state: Type.String(),
  zip: Type.String(),
  country: text('Two-letter country code'),
})

const ReceiptPricing = namedObject('ReceiptPricing', {
  version: Type.Integer(),
  currency: namedEnum('Currency', currencies),
  usdPerUnit: Type.Number(),
  quotedAt: time('when the rate was quoted'),
  provider: Type.String(),
  originalTotal: money('The total when the receipt was created'),
  originalLineItems: Type.Array(LineItem),
})

const TimelineEntry = namedObject(
  'TimelineEntry',
  {
    status: text('A status, or another type of entry such as refund_partial'),
    previousStatus: orNull(Type.String()),
    at: time('when it happened'),
    by: text('A wallet, the id of a developer key, or a part of the service'),
    note: Type.Optional(Type.String()),
    transactionHash: Type.Optional(Type.String()),
    paymentMethod: Type.Optional(text('card when a card paid this transaction')),
  },
  { additionalProperties: true },
)
export type TimelineEntry = Static<typeof TimelineEntry>

const RefundEntry = namedObject('RefundEntry', {
  refundId: Type.String(),
  usd: Type.Number(),
  credit: Type.Optional(
    Type.Literal(true, {
      description: 'It returned money beyond the total, not a part of the sale',
    }),
  ),
  buyer: orNull(text('The wallet that receives it; null if it is unknown')),
  items: Type.Array(Type.Any()),
  txHash: orNull(Type.String()),
  reason: orNull(Type.String()),
  confirmed: boolean('Whether the refund was seen on chain'),
  by: Type.String(),
  createdAt: time('when it was recorded'),
})

const failure = {
  failureCode: Type.Optional(text('See docs/failures.md')),
  failureCategory: Type.Optional(Type.String()),
  failureReason: Type.Optional(Type.String()),
  failureAction: Type.Optional(Type.String()),
}

export const ReceiptResponse = namedObject('Receipt', {
  receiptId: Type.String(),
  totalUsd: money('In US dollars'),
  total: Type.Optional(money('In the currency of the receipt; native receipts only')),
  currency: namedEnum('Currency', currencies),
  lineItems: Type.Array(LineItem),
  createdAt: time('when it was created'),
  updatedAt: time('when it last changed'),
  brandName: Type.String(),
  status,
  paymentStatus: text('The status as one of the eight documented payment statuses'),
  jurisdictionCode: orNull(Type.String()),
  taxRate: number('0.095 is 9.5 %'),
  taxComponents: Type.Array(Type.String()),
  transactionHash: orNull(Type.String()),
  transactionTimestamp: Type.Optional(time('of the transaction')),
  transactionId: orNull(text('Your own reference')),
  metadata: orNull(AnyFields),
  billingAddress: orNull(BillingAddress),
  onrampEmail: orNull(Type.String()),
  redirectUrl: orNull(Type.String()),
  returnUrl: orNull(Type.String()),
  webhookUrl: orNull(Type.String()),
  onSuccess: orNull(Type.String()),
  paymentUrl: text('The payment page'),
  payoutAddress: text('The address that receives the payment'),
  expiresAt: orNull(time('when it expires')),
  archivedAt: Type.Optional(time('when it was archived; only on archived receipts')),
  marked: boolean('Whether the payment was recorded manually'),
  mismatch: orNull(
    text(
      'late: paid after it had failed. over: paid more than was due. blocked: paid although a legal check of the card provider does not permit it',
    ),
  ),
  buyerWallet: orNull(text('The wallet that paid, if known')),
  paymentToken: Type.Optional(text('The token that paid, such as USDC; only on paid receipts')),
  registerId: Type.Optional(text('The register that sold it')),
  soldBy: Type.Optional(text('The cashier or person who sold it')),
  pricing: Type.Optional(ReceiptPricing),
  ...failure,
  onrampSessionId: Type.Optional(text('The session of the latest card payment, if any')),
  isOnrampSessionUnique: Type.Optional(boolean('Whether no other receipt has this session')),
  onrampSourceAmountUsd: Type.Optional(
    money('The amount that the provider charged the card, if it reported one'),
  ),
  refundStatus: Type.Optional(text('partial or full')),
  refundedUsd: Type.Optional(Type.Number()),
  creditReturnedUsd: Type.Optional(money('Money beyond the total that was returned')),
  refunds: Type.Array(RefundEntry),
  timeline: Type.Array(TimelineEntry, { description: 'Oldest first' }),
})
export type ReceiptResponse = Static<typeof ReceiptResponse>

export const RetrievedReceipt = namedObject('RetrievedReceipt', {
  ...ReceiptResponse.properties,
  ...DegradedFields,
})

const thumbs = {
  thumbs: Type.Optional(text('0 leaves out the thumb of every line')),
}

/** The query of every response with a receipt. */
export const ThumbsQuery = Type.Object(thumbs)

const receiptFilter = {
  status: Type.Optional(text('Only receipts with this status')),
  flag: Type.Optional(text(`Only receipts with this flag: ${receiptFlags.join(', ')}`)),
  archived: Type.Optional(
    text(`Whether to list archived receipts: ${archivedChoices.join(', ')}. Default no`),
  ),
  registerId: Type.Optional(text('Only receipts that this register sold')),
  customer: Type.Optional(text('Only receipts of the customer with this id')),
  hasTip: booleanText('Whether to list receipts with a tip only'),
  reached: Type.Optional(
    text(
      `Only receipts that reached this step of the funnel at any time: ${funnelSteps.join(', ')}. Without charges of subscriptions`,
    ),
  ),
  failureCode: Type.Optional(text('Only receipts whose last failure has this code')),
  item: Type.Optional(
    text(
      'Only receipts with the item with this id, or a line without an item with this SKU or label',
    ),
  ),
  jurisdiction: Type.Optional(
    text('Only receipts with this tax jurisdiction; `none` for those without one'),
  ),
  time: Type.Optional(
    text(
      `The time that the range refers to: ${listedTimes.join(', ')}. Default created. The latest comes first`,
    ),
  ),
  from: integerText('Unix ms; created, sold or refunded at or after this time'),
  to: integerText('Unix ms; created, sold or refunded at or before this time'),
  fromDay: Type.Optional(text('First day, such as 2026-01-31, instead of from')),
  toDay: Type.Optional(text('Last day, inclusive, instead of to')),
  timeZone: Type.Optional(text('IANA time zone of days; default that of the shop')),
  minUsd: numberText('Only totals of at least this many dollars'),
  maxUsd: numberText('Only totals of at most this many dollars'),
  q: Type.Optional(
    text(
      'The beginning of an id or of your own reference, a transaction hash, the beginning of a word in the e-mail address, name or wallet of the buyer, or words of labels or of your comments',
    ),
  ),
}

export const ReceiptFilterQuery = Type.Object(receiptFilter)
export type ReceiptFilterQuery = Static<typeof ReceiptFilterQuery>

export const ReceiptQuery = Type.Object({
  limit: integerText('1 to 200, default 100. A page of large receipts ends earlier', {
    minimum: 1,
    maximum: 200,
    default: 100,
  }),
  cursor: Type.Optional(text('nextCursor of the previous page')),
  ...receiptFilter,
  ...thumbs,
})
export type ReceiptQuery = Static<typeof ReceiptQuery>

export const ReceiptPage = namedObject('ReceiptPage', {
  receipts: Type.Array(ReceiptResponse, { description: 'Newest first' }),
  nextCursor: orNull(Type.String()),
  thumbsOmitted: Type.Optional(
    Type.Literal(true, {
      description: 'Lines have no thumbnails, because the page would be too large with them',
    }),
  ),
  ...DegradedFields,
})

export const ReceiptParams = Type.Object({ id: Type.String() })

export const StatusQuery = Type.Object({ receiptId: Type.Optional(text('Required')) })

export const ReceiptStatusResponse = namedObject('ReceiptStatus', {
  id: Type.String(),
  status,
  paymentStatus: Type.String(),
  transactionHash: orNull(Type.String()),
  currency: text(
    "The token that paid. Before payment: the shop's default token while it is quoted, otherwise USDC",
  ),
  amount: money('In `currency`: the amount paid or, before payment, the amount to pay'),
  ...failure,
  ...DegradedFields,
})

export const PostStatusBody = namedObject('PostStatusBody', {
  receiptId: Type.Optional(Type.Any({ description: 'Required' })),
  status: Type.Optional(Type.Any({ description: 'Required; see docs/receipt-status.md' })),
  failureCode: Type.Optional(Type.Any({ description: 'With failed; see docs/failures.md' })),
  note: Type.Optional(Type.Any({ description: 'For the timeline' })),
})
export type PostStatusBody = Static<typeof PostStatusBody>

export const Done = namedObject('Done', { ok: Type.Literal(true) })

export const StatusPosted = okResponse('StatusPosted', { ...DegradedFields })
