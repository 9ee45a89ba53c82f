import { type Static, Type } from 'typebox'
import { integerText } from '../../../platform/http/query-schemas.js'

export const TransactionQuery = Type.Object({
  address: Type.Optional(Type.String({ description: 'A split or one of its recipients' })),
  limit: integerText('From 1 to 200; default 50', { minimum: 1, maximum: 200, default: 50 }),
})
export type TransactionQuery = Static<typeof TransactionQuery>

const SplitTransaction = Type.Object(
  {
    id: Type.String(),
    receiptId: Type.String(),
    currency: Type.String({ description: 'Symbol of the token' }),
    amount: Type.Number({ description: 'In that token' }),
    fees: Type.Number({ description: "The platform's share of it" }),
    status: Type.Union(
      [Type.Literal('pending'), Type.Literal('released'), Type.Literal('failed')],
      {
        description:
          'released once the split paid its recipients; failed when a reorg removed the payment',
      },
    ),
    transactionHash: Type.String(),
    timestamp: Type.String({ description: 'When it was paid (ISO 8601)' }),
  },
  { title: 'SplitTransaction' },
)

export const SplitTransactions = Type.Array(SplitTransaction)
