import { type Static, Type } from 'typebox'

const text = (description: string) => Type.String({ description })

export const RefundPlanBody = Type.Object(
  {
    receiptId: Type.Optional(Type.Any({ description: 'Required' })),
    usd: Type.Optional(
      Type.Any({
        description:
          'Defaults to what is left of the items, or to the whole remaining amount or credit',
      }),
    ),
    items: Type.Optional(
      Type.Any({
        description:
          'Items to refund, each named by lineId, itemId, sku or label: [{lineId?, itemId?, sku?, label?, qty?, priceUsd?}]',
      }),
    ),
    credit: Type.Optional(
      Type.Any({ description: 'true plans a return of money beyond the total' }),
    ),
    payers: Type.Optional(
      Type.Any({ description: 'Unverified payers that you confirm: [address]' }),
    ),
    buyer: Type.Optional(
      Type.Any({ description: 'Another wallet that receives the whole refund' }),
    ),
  },
  { title: 'RefundPlanBody' },
)
export type RefundPlanBody = Static<typeof RefundPlanBody>

const PlannedTransfer = Type.Object(
  {
    to: text('The wallet that paid, or `buyer` of the request'),
    token: text('Token contract; the zero address for the native coin'),
    units: text('In the smallest unit of the token'),
    calldata: text(
      'Calldata to send to the token; 0x for native coin, which you send to the wallet itself',
    ),
    uri: text('The same transfer as a payment link (EIP-681)'),
  },
  { title: 'PlannedTransfer' },
)
export type PlannedTransfer = Static<typeof PlannedTransfer>

const RefundPlan = Type.Object(
  {
    usd: Type.Number({ description: 'Total of the refund' }),
    tax: Type.Number({ description: 'Tax included in usd' }),
    fee: Type.Number({ description: 'Processing fee included in usd' }),
    shares: Type.Array(
      Type.Object({ address: Type.String(), token: Type.String(), units: Type.String() }),
      { description: 'The share that each split recipient received' },
    ),
    transfers: Type.Array(PlannedTransfer),
    unverifiedPayers: Type.Array(
      Type.Object(
        { address: Type.String(), token: Type.String(), units: Type.String() },
        { title: 'UnverifiedPayer' },
      ),
      {
        description:
          'Payers that never signed for this receipt, such as exchanges, and their parts of the refund. They have no transfer until you list them in `payers`, or name another wallet in `buyer`',
      },
    ),
    note: Type.Optional(text('Why the transfers do not cover the whole refund')),
  },
  { title: 'RefundPlan' },
)
export type RefundPlan = Static<typeof RefundPlan>

export const RefundPlanResponse = Type.Object(
  { ok: Type.Literal(true), plan: RefundPlan },
  { title: 'RefundPlanResponse' },
)
