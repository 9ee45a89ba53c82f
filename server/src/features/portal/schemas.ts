import { type Static, Type } from 'typebox'
import { NetworkSchema } from '../../platform/chain/networks.js'
import { DegradedFields } from '../../platform/degraded/degraded.js'
import { boolean, namedObject, number, orNull, text, time } from '../../platform/http/schemas.js'
import { GaslessPayment } from '../authorizations/schemas.js'
import { CardPayment } from '../onramp/schemas.js'
import { ReceiptResponse, ThumbsQuery } from '../receipts/schemas.js'
import { ShopConfig } from '../shop/schemas.js'

const shown = ReceiptResponse.properties

const PaymentOption = namedObject('PaymentOption', {
  symbol: text('USDC, USDT, EURC or ETH'),
  token: orNull(text('Address of the token; null for the native token')),
  decimals: Type.Integer(),
  amountUnits: text('In the smallest unit of the token'),
  amount: text('The same amount as a decimal'),
  uri: text('Payment link for a wallet (EIP-681)'),
  expiresAt: orNull(
    time('when this quote expires; null when the amount does not depend on a rate'),
  ),
})

const SentPayment = namedObject('SentPayment', {
  txHash: orNull(
    text('null before a signed payment is sent, and for a native transfer that was not announced'),
  ),
  at: time('when it was announced or signed, or when the native token was first seen'),
  isOurs: boolean(
    'Signed by the buyer and submitted by the relayer, so the buyer cannot cancel it',
  ),
})

const AfterPayment = Type.Union(
  [
    Type.Object({ kind: Type.Literal('url'), url: Type.String() }),
    Type.Object({
      kind: Type.Literal('script'),
      origins: Type.Array(Type.String(), {
        description: 'Origins the script may open without confirmation',
      }),
    }),
  ],
  { title: 'AfterPayment' },
)

const PortalRefund = namedObject('PortalRefund', {
  usd: Type.Number(),
  amount: number('The same amount in the currency of payment.paid'),
  txHash: orNull(Type.String()),
  confirmed: boolean('Whether the refund was confirmed on chain'),
  createdAt: Type.Integer(),
})

const Contact = Type.Partial(
  Type.Object({
    email: text('Email address of the shop'),
    url: text('Support page of the shop'),
    phone: text('Phone number of the shop, as the shop writes it'),
    returnPolicyUrl: text('Return policy of the shop'),
    termsUrl: text('Terms of sale of the shop'),
    privacyUrl: text('Privacy policy of the shop'),
  }),
  { title: 'PortalContact', description: 'How buyers reach the shop. Has only what the shop set.' },
)

const ReceivedPayment = namedObject('ReceivedPayment', {
  symbol: text('USDC, USDT, EURC or ETH'),
  amount: text('As a decimal'),
  from: orNull(text('Wallet that paid; null when the chain does not show it')),
  txHash: text('Hash of the transaction'),
  at: time('when it was paid'),
  byCard: Type.Optional(
    boolean('True when a card paid it. Its provider sent the money, so `from` is not the buyer'),
  ),
})

export const PortalReceipt = namedObject('PortalReceipt', {
  receiptId: shown.receiptId,
  status: shown.status,
  paymentStatus: shown.paymentStatus,
  brandName: shown.brandName,
  theme: ShopConfig.properties.theme,
  contact: Contact,
  taxId: Type.Optional(text('Tax id of the shop, if it set one')),
  currency: shown.currency,
  total: orNull(number('In the currency of the receipt, when it is priced in that currency')),
  totalUsd: shown.totalUsd,
  lineItems: shown.lineItems,
  createdAt: shown.createdAt,
  paidAt: orNull(time('when the receipt was paid')),
  expiresAt: shown.expiresAt,
  returnUrl: orNull(text('Only its origin until the receipt is paid')),
  onSuccess: orNull(AfterPayment),
  merchantWallet: Type.String(),
  platformFeePct: orNull(
    number(
      "The platform's share of the money in percent, as the split of this receipt pays it. Null while it is not known",
    ),
  ),
  transactionHash: shown.transactionHash,
  confirmations: Type.Object({
    have: Type.Integer(),
    need: Type.Integer(),
    awaitsSafe: Type.Optional(
      boolean('True while a large payment waits for a safe block of the chain'),
    ),
  }),
  pricing: orNull(shown.pricing),
  failure: orNull(
    Type.Object(
      {
        code: text('See docs/failures.md'),
        category: Type.String(),
        reason: text('Reason, for the buyer'),
        action: text('Next step for the buyer'),
      },
      { description: 'The last failure, until the next attempt starts' },
    ),
  ),
  refundedUsd: Type.Number(),
  refunded: number('The same amount in the currency of payment.paid'),
  refunds: Type.Array(PortalRefund),
  subscription: orNull(
    namedObject('PortalSubscription', {
      nextChargeAt: orNull(
        time('when the next period is charged; null when no further charge is planned'),
      ),
    }),
    'The subscription that pays this receipt. Null for other receipts, and on a page that was opened without the k of its link',
  ),
  card: orNull(
    CardPayment,
    'Null when a card cannot pay this receipt. On a page that was opened without the k of its link, session is null, and status is available or processing.',
  ),
  portalToken: text('Send it as the header x-portal-token in requests of the payment page'),
  payment: Type.Object({
    depositAddress: text(
      'Accepted tokens sent to this address pay the receipt. Empty when isAutomatic or isBlocked is true.',
    ),
    chainId: Type.Integer(),
    network: NetworkSchema,
    sent: orNull(SentPayment),
    gasless: orNull(GaslessPayment),
    isOver: boolean('Whether the receipt has expired'),
    isAutomatic: Type.Optional(
      boolean(
        'True when the charge of a subscription pays it. Payment is not offered, and there is no deposit address.',
      ),
    ),
    hasPayment: Type.Optional(
      boolean(
        'True when any money was seen for this receipt, even if it does not count or is not counted yet',
      ),
    ),
    isClosed: Type.Optional(
      boolean(
        'True when the shop takes no payments, because its merchant is suspended. Payment is not offered. Money that was sent still counts.',
      ),
    ),
    isBlocked: Type.Optional(
      boolean(
        'True when a legal check of the card provider does not permit to pay this receipt. Payment is not offered. Money that was sent still counts.',
      ),
    ),
    soldOut: Type.Array(Type.String(), {
      description:
        'Names of items that others bought first. While there are any, payment is not offered.',
    }),
    dueUsd: number('Amount still due'),
    paidUsd: number('Amount paid so far: seen on chain, or recorded as a manual payment'),
    due: number(
      'Amount still due in the currency of the receipt, or in dollars when total is null',
    ),
    paid: number('Amount seen on chain so far, in the same currency'),
    received: Type.Array(ReceivedPayment, {
      description: 'The latest payments that count, up to five',
    }),
    options: Type.Array(PaymentOption, { description: 'Each option pays the full amount due' }),
  }),
  ...DegradedFields,
})
export type PortalReceipt = Static<typeof PortalReceipt>

export const PortalParams = Type.Object({ id: Type.String() })

export const PortalQuery = Type.Object({
  recipient: Type.Optional(
    text(
      "The merchant's wallet or split. Required without k, unless the service generated the id.",
    ),
  ),
  k: Type.Optional(
    text(
      'The signature in the paymentUrl. Without it, a receipt with an id of your choice shows only what is needed to pay.',
    ),
  ),
  ...ThumbsQuery.properties,
})
export type PortalQuery = Static<typeof PortalQuery>

export const EventStream = {
  description:
    'Server-sent events: event receipt, data a PortalReceipt; then event change, data its changed fields',
  content: { 'text/event-stream': { schema: Type.String() } },
}

/** The verbs check these bodies, with clearer messages than a schema's. */
export const TransactionBody = namedObject('AnnouncedTransaction', {
  txHash: Type.Optional(Type.Any({ description: 'Required; 0x followed by 64 hex digits' })),
})
export type TransactionBody = Static<typeof TransactionBody>

export const ProgressBody = namedObject('PortalProgress', {
  status: Type.Optional(
    Type.Any({ description: 'Required; link_opened, checkout_initialized, pending or failed' }),
  ),
  failureCode: Type.Optional(
    Type.Any({
      description:
        'Required with failed: a code of the category blockchain, session or system; see docs/failures.md',
    }),
  ),
})
export type ProgressBody = Static<typeof ProgressBody>
