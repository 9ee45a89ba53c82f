import { type Static, Type } from 'typebox'
import { namedObject, number, okResponse, text } from '../../../platform/http/schemas.js'
import { daySpan } from '../schemas.js'

const count = (description: string) => Type.Integer({ description })

export const SubscriptionReportResponse = okResponse('SubscriptionReport', {
  ...daySpan,
  mrr: number('Monthly recurring revenue now: prices of active subscriptions for 30 days'),
  active: count('Active or past due now'),
  unpaid: count('Unpaid now'),
  paused: count('Paused now'),
  new: count('Started in the range'),
  churned: count('Canceled, revoked or expired in the range'),
  churnRate: number(
    'churned divided by the subscriptions that the range began with or that started in it, 0 to 1',
  ),
  charges: count('Charges in the range, minus reversed charges'),
  charged: number('Dollars charged in the range, fee included'),
  retried: count('Charges in the range that needed more than one attempt'),
  recovered: count('Those of them that succeeded'),
  recoveredUsd: number('Their prices'),
  failing: count('Past due or unpaid now'),
  failingUsd: number('Their prices for one period'),
  weeks: Type.Array(
    namedObject('SubscriptionWeek', {
      from: Type.Integer({ description: 'Start of its first day, Unix ms' }),
      charged: number('Dollars charged in the seven days, fee included'),
    }),
    { description: 'The range in weeks that end with its last day, oldest first' },
  ),
  cohorts: Type.Array(
    namedObject('SubscriptionCohort', {
      month: text('Month of start, UTC, such as 2026-01'),
      started: Type.Integer(),
      retained: Type.Array(Type.Integer(), {
        description:
          'Subscriptions that lasted beyond the month of start, beyond the month after it, and so on until now',
      }),
    }),
    { description: 'The twelve months up to the end of the range, oldest first' },
  ),
})
export type SubscriptionReportResponse = Static<typeof SubscriptionReportResponse>
