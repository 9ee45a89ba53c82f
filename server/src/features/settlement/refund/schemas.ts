import { type Static, Type } from 'typebox'

const text = (description: string) => Type.String({ description })

export const RefundPlanBody = Type.Object(
  {
    receiptId: Type.Optional(Type.Any({ description: 'Required' })),
    usd: Type.Optional(
      Type.Any({ description: 'Default what the items cost, or all that is left' }),
    ),
    items: Type.Optional(
      Type.Any({ description: 'What it is for, without tax and fee: [{label, priceUsd, qty?}]' }),
    ),
  },
  { title: 'RefundPlanBody', additionalProperties: true },
)
export type RefundPlanBody = Static<typeof RefundPlanBody>

const PlannedTransfer = Type.Object(
  {
    to: text('The wallet that paid'),
    token: text('Its contract; 0x0… for the coin of the chain'),
    units: text('In the smallest unit'),
    calldata: text('To be sent to the token; 0x for coin, which is sent to the wallet itself'),
    uri: text('The same for a wallet app (EIP-681)'),
  },
  { title: 'PlannedTransfer' },
)
export type PlannedTransfer = Static<typeof PlannedTransfer>

const RefundPlan = Type.Object(
  {
    usd: Type.Number({ description: 'All of it' }),
    tax: Type.Number({ description: 'What of it is tax' }),
    fee: Type.Number({ description: 'What of it is the processing fee' }),
    shares: Type.Array(
      Type.Object({ address: Type.String(), token: Type.String(), units: Type.String() }),
      { description: 'What of it each recipient of the split has got' },
    ),
    transfers: Type.Array(PlannedTransfer),
    note: Type.Optional(text('Why there is not a transfer for all of it')),
  },
  { title: 'RefundPlan' },
)
export type RefundPlan = Static<typeof RefundPlan>

export const RefundPlanAnswer = Type.Object(
  { ok: Type.Literal(true), plan: RefundPlan },
  { title: 'RefundPlanAnswer' },
)
