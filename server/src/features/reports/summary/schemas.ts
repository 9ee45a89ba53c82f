import { type Static, Type } from 'typebox'
import { integer, namedObject, okResponse, text } from '../../../platform/http/schemas.js'
import { daySpan } from '../schemas.js'

const dollars = (description: string) => Type.Number({ description })

const figures = {
  orders: integer('Sales, minus reversed sales'),
  volume: dollars('Subtotal, taxes and fees'),
  average: dollars('Volume per order, in whole cents'),
  subtotal: dollars('Before tax and fee'),
  taxes: Type.Number(),
  fees: dollars('Fee lines of receipts'),
  platformFees: dollars("The platform's share as paid by splits and charges"),
  refunds: dollars('Refunds recorded in the range, of any sale'),
  net: dollars('Volume minus refunds'),
}

export const SummaryResponse = okResponse('SalesSummary', {
  ...daySpan,
  totals: namedObject('SalesFigures', figures),
  days: Type.Array(
    namedObject('SalesDay', { date: text('In the time zone, such as 2026-01-31'), ...figures }),
    {
      description: 'Every day of the range, oldest first',
    },
  ),
  currencies: Type.Array(
    namedObject('SalesCurrency', {
      currency: text('Token symbol, or `USD` for manual payments'),
      asset: text('`eip155:<chain>/<token>`, or `USD` for manual payments'),
      amount: text('Decimal amount of the token that sales were paid in'),
      refundedAmount: text('Decimal amount of the token'),
      volume: dollars('Value when it was received'),
      refunds: dollars('Value when it was received'),
    }),
    { description: 'The highest volume first' },
  ),
})
export type SummaryResponse = Static<typeof SummaryResponse>
