import { type Static, Type } from 'typebox'
import { daySpan } from '../schemas.js'

const dollars = (description: string) => Type.Number({ description })

const figures = {
  orders: Type.Integer({ description: 'Sales, minus reversed sales' }),
  volume: dollars('Subtotal, taxes and fees'),
  average: dollars('Volume per order, in whole cents'),
  subtotal: dollars('Before tax and fee'),
  taxes: Type.Number(),
  fees: dollars('Fee lines of receipts'),
  platformFees: dollars("The platform's share as paid by splits and charges"),
  refunds: dollars('Refunds recorded in the range, of any sale'),
  net: dollars('Volume minus refunds'),
}

export const SummaryResponse = Type.Object(
  {
    ok: Type.Literal(true),
    ...daySpan,
    totals: Type.Object(figures, { title: 'SalesFigures' }),
    days: Type.Array(
      Type.Object(
        { date: Type.String({ description: 'UTC, such as 2026-01-31' }), ...figures },
        { title: 'SalesDay' },
      ),
      { description: 'Every day of the range, oldest first' },
    ),
    currencies: Type.Array(
      Type.Object(
        {
          currency: Type.String({ description: 'Token symbol, or `USD` for manual payments' }),
          asset: Type.String({
            description: '`eip155:<chain>/<token>`, or `USD` for manual payments',
          }),
          amount: Type.String({
            description: 'Decimal amount of the token that sales were paid in',
          }),
          refundedAmount: Type.String({ description: 'Decimal amount of the token' }),
          volume: dollars('Value when it was received'),
          refunds: dollars('Value when it was received'),
        },
        { title: 'SalesCurrency' },
      ),
      { description: 'The highest volume first' },
    ),
  },
  { title: 'SalesSummary' },
)
export type SummaryResponse = Static<typeof SummaryResponse>
