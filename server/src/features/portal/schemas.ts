import { type Static, Type } from 'typebox'
import { GaslessPayment } from '../authorizations/schemas.js'
import { ReceiptAnswer } from '../receipts/schemas.js'
import { ShopConfig } from '../shop/schemas.js'

const text = (description: string) => Type.String({ description })
const orNull = <Schema extends Parameters<typeof Type.Optional>[0]>(schema: Schema) =>
  Type.Union([schema, Type.Null()])
const time = (description: string) => Type.Integer({ description: `Unix ms; ${description}` })
const shown = ReceiptAnswer.properties

const PaymentOption = Type.Object(
  {
    symbol: text('USDC, USDT, EURC or ETH'),
    token: orNull(text("Address of the token; null for the chain's own coin")),
    decimals: Type.Integer(),
    amountUnits: text('In the smallest unit of the token'),
    amount: text('The same as a decimal'),
    uri: text('For a wallet, as EIP-681 has it'),
    expiresAt: orNull(time('until when this amount is enough; null for as long as it is due')),
  },
  { title: 'PaymentOption' },
)

const SentPayment = Type.Object(
  {
    txHash: orNull(
      text(
        'null while a payment by signature is not yet on its way, and for coin nobody announced',
      ),
    ),
    at: time('when it was announced or signed, or when coin was first seen'),
    isOurs: Type.Boolean({
      description: 'Signed by the buyer and sent by us, so it cannot be called back',
    }),
  },
  { title: 'SentPayment' },
)

const Network = Type.Object(
  {
    name: text('As buyers know it'),
    coin: text('What its own coin is called'),
    rpcUrl: orNull(text('Where wallets that do not know the chain can reach it')),
    explorerUrl: orNull(text('Transactions are at /tx/{hash} below it')),
  },
  { title: 'Network' },
)

const AfterPayment = Type.Union(
  [
    Type.Object({ kind: Type.Literal('url'), url: Type.String() }),
    Type.Object({
      kind: Type.Literal('script'),
      origins: Type.Array(Type.String(), { description: 'Where it may lead without being asked' }),
    }),
  ],
  { title: 'AfterPayment' },
)

const PortalRefund = Type.Object(
  {
    usd: Type.Number(),
    txHash: orNull(Type.String()),
    confirmed: Type.Boolean({ description: 'Whether the chain was seen to have given it back' }),
    createdAt: Type.Integer(),
  },
  { title: 'PortalRefund' },
)

export const PortalReceipt = Type.Object(
  {
    receiptId: shown.receiptId,
    status: shown.status,
    paymentStatus: shown.paymentStatus,
    brandName: shown.brandName,
    theme: ShopConfig.properties.theme,
    currency: shown.currency,
    total: orNull(Type.Number({ description: 'In the currency of the receipt; native only' })),
    totalUsd: shown.totalUsd,
    lineItems: shown.lineItems,
    createdAt: shown.createdAt,
    paidAt: orNull(time('when the payment was made')),
    expiresAt: shown.expiresAt,
    returnUrl: shown.returnUrl,
    onSuccess: orNull(AfterPayment),
    merchantWallet: Type.String(),
    transactionHash: shown.transactionHash,
    confirmations: Type.Object({ have: Type.Integer(), need: Type.Integer() }),
    pricing: orNull(shown.pricing),
    failure: orNull(
      Type.Object({
        code: text('See docs/failures.md'),
        category: Type.String(),
        reason: text('What happened'),
        action: text('What the buyer can do next'),
      }),
    ),
    refundedUsd: Type.Number(),
    refunds: Type.Array(PortalRefund),
    portalToken: text('For everything the payment page does: the header x-portal-token'),
    payment: Type.Object({
      depositAddress: text('Everything sent here pays this receipt'),
      chainId: Type.Integer(),
      network: Network,
      sent: orNull(SentPayment),
      gasless: orNull(GaslessPayment),
      isOver: Type.Boolean({ description: 'Whether the time to pay it is over' }),
      dueUsd: Type.Number({ description: 'What is still to be paid' }),
      paidUsd: Type.Number({ description: 'What has been seen on the chain so far' }),
      options: Type.Array(PaymentOption, { description: 'Each pays all that is due' }),
    }),
  },
  { title: 'PortalReceipt' },
)
export type PortalReceipt = Static<typeof PortalReceipt>

export const PortalParams = Type.Object({ id: Type.String() })

export const PortalQuery = Type.Object({
  recipient: Type.Optional(
    text("The merchant's wallet or split. Needed where several merchants use the same id."),
  ),
})
export type PortalQuery = Static<typeof PortalQuery>

export const EventStream = {
  description: 'Server-sent events: event receipt, data a PortalReceipt',
  content: { 'text/event-stream': { schema: Type.String() } },
}

/** Read by hand, with better words than a schema has. */
const anything = { additionalProperties: true }

export const TransactionBody = Type.Object(
  { txHash: Type.Optional(Type.Any({ description: 'Required; 0x and 64 hex digits' })) },
  { title: 'AnnouncedTransaction', ...anything },
)
export type TransactionBody = Static<typeof TransactionBody>

export const ProgressBody = Type.Object(
  {
    status: Type.Optional(
      Type.Any({ description: 'link_opened, checkout_initialized, pending or failed; required' }),
    ),
    failureCode: Type.Optional(Type.Any({ description: 'With failed; see docs/failures.md' })),
  },
  { title: 'PortalProgress', ...anything },
)
export type ProgressBody = Static<typeof ProgressBody>
