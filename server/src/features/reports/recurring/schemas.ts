import { type Static, Type } from 'typebox'

const count = (description: string) => Type.Integer({ description })

export const SubscriptionReportResponse = Type.Object(
  {
    ok: Type.Literal(true),
    from: Type.Integer({ description: 'Start of the first day, Unix ms' }),
    to: Type.Integer({ description: 'End of the last day, Unix ms' }),
    mrr: Type.Number({
      description: 'Monthly recurring revenue now: prices of active subscriptions for 30 days',
    }),
    active: count('Active or past due now'),
    unpaid: count('Unpaid now'),
    paused: count('Paused now'),
    new: count('Started in the range'),
    churned: count('Canceled, revoked or expired in the range'),
    churnRate: Type.Number({
      description: 'churned by those that lasted when the range began or started in it, 0 to 1',
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
              'How many lasted beyond the month of start, beyond the month after it, and so on until now',
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
