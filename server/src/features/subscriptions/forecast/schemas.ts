import { type Static, Type } from 'typebox'
import { integerText } from '../../../platform/http/query-schemas.js'
import { failureReasons } from './forecast-charges.js'

export const ForecastQuery = Type.Object({
  days: integerText('1 to 90 days including today, default 30', {
    minimum: 1,
    maximum: 90,
    default: 30,
  }),
  cursor: Type.Optional(Type.String({ description: 'nextCursor of the previous page' })),
})
export type ForecastQuery = Static<typeof ForecastQuery>

const sums = {
  revenueUsd: Type.Number({ description: 'Prices of the charges that will succeed, fee included' }),
  charges: Type.Integer({ description: 'Charges that will succeed' }),
  failingUsd: Type.Number({ description: 'Prices of the charges that will fail' }),
  failingCharges: Type.Integer({ description: 'Charges that will fail' }),
  unknownCharges: Type.Integer({
    description: 'Charges whose contracts did not respond as expected. Counted nowhere else.',
  }),
}

const FailingCharge = Type.Object(
  {
    subscriptionId: Type.String(),
    planId: Type.String(),
    customerWallet: Type.String(),
    at: Type.Integer({ description: 'When the charge will be attempted, Unix ms' }),
    amountUsd: Type.Number(),
    reason: Type.Enum(failureReasons, {
      type: 'string',
      description: 'Why the charge will fail: see docs/subscriptions.md',
    }),
  },
  { title: 'FailingCharge' },
)

export const ForecastResponse = Type.Object(
  {
    success: Type.Literal(true),
    subscriptions: Type.Integer({ description: 'Subscriptions on this page, at most 500' }),
    totals: Type.Object(sums, { title: 'ForecastTotals' }),
    days: Type.Array(
      Type.Object(
        {
          date: Type.String({ description: 'UTC, such as 2026-01-31' }),
          ...sums,
          failing: Type.Array(FailingCharge, { description: 'The charges that will fail' }),
        },
        { title: 'ForecastDay' },
      ),
      { description: 'Today and the following days' },
    ),
    nextCursor: Type.Union([Type.String(), Type.Null()], {
      description: 'Not null when more subscriptions follow. Add the sums of all pages.',
    }),
  },
  { title: 'SubscriptionForecast' },
)
