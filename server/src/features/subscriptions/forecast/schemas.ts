import { type Static, Type } from 'typebox'
import { integerText } from '../../../platform/http/query-schemas.js'
import {
  integer,
  namedObject,
  number,
  orNull,
  successResponse,
  text,
} from '../../../platform/http/schemas.js'
import { failureReasons } from './forecast-charges.js'

export const ForecastQuery = Type.Object({
  days: integerText('1 to 90 days including today, default 30', {
    minimum: 1,
    maximum: 90,
    default: 30,
  }),
  cursor: Type.Optional(text('nextCursor of the previous page')),
})
export type ForecastQuery = Static<typeof ForecastQuery>

const sums = {
  revenueUsd: number('Prices of the charges that will succeed, fee included'),
  charges: integer('Charges that will succeed'),
  failingUsd: number('Prices of the charges that will fail'),
  failingCharges: integer('Charges that will fail'),
  unknownCharges: integer(
    'Charges whose contracts did not respond as expected. Counted nowhere else.',
  ),
}

const FailingCharge = namedObject('FailingCharge', {
  subscriptionId: Type.String(),
  planId: Type.String(),
  customerWallet: Type.String(),
  at: integer('When the charge will be attempted, Unix ms'),
  amountUsd: Type.Number(),
  reason: Type.Enum(failureReasons, {
    type: 'string',
    description: 'Why the charge will fail: see docs/subscriptions.md',
  }),
})

export const ForecastResponse = successResponse('SubscriptionForecast', {
  subscriptions: integer('Subscriptions on this page, at most 500'),
  totals: namedObject('ForecastTotals', sums),
  days: Type.Array(
    namedObject('ForecastDay', {
      date: text('UTC, such as 2026-01-31'),
      ...sums,
      failing: Type.Array(FailingCharge, { description: 'The charges that will fail' }),
    }),
    { description: 'Today and the following days' },
  ),
  nextCursor: orNull(
    Type.String(),
    'Not null when more subscriptions follow. Add the sums of all pages.',
  ),
})
