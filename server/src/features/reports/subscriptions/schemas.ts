import { type Static, Type } from 'typebox'
import { daySpan } from '../schemas.js'

const count = (description: string) => Type.Integer({ description })

export const SubscriptionReportResponse = Type.Object(
  {
    ok: Type.Literal(true),
    ...daySpan,
    mrr: Type.Number({
      description: 'Monthly recurring revenue now: prices of active subscriptions for 30 days',
    }),
    active: count('Active or past due now'),
    unpaid: count('Unpaid now'),
    paused: count('Paused now'),
    new: count('Started in the range'),
    churned: count('Canceled, revoked or expired in the range'),
    churnRate: Type.Number({
      description:
        'churned divided by the subscriptions that the range began with or that started in it, 0 to 1',
    }),
    charges: count('Charges in the range, minus reversed charges'),
    charged: Type.Number({ description: 'Dollars charged in the range, fee included' }),
    cohorts: Type.Array(
      Type.Object(
        {
          month: Type.String({ description: 'Month of start, UTC, such as 2026-01' }),
          started: Type.Integer(),
          retained: Type.Array(Type.Integer(), {
            description:
              'Subscriptions that lasted beyond the month of start, beyond the month after it, and so on until now',
          }),
        },
        { title: 'SubscriptionCohort' },
      ),
      { description: 'The twelve months up to the end of the range, oldest first' },
    ),
  },
  { title: 'SubscriptionReport' },
)
export type SubscriptionReportResponse = Static<typeof SubscriptionReportResponse>
