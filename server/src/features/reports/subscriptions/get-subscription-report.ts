import type { Address } from '../../../lib/hex.js'
import { type Micros, micros } from '../../../lib/money.js'
import type { Context } from '../../../platform/context.js'
import { sumByDay } from '../../ledger/sum-days.js'
import {
  getSubscriptionFigures,
  type SubscriptionFigures,
} from '../../subscriptions/figures/get-figures.js'
import type { DaySpan } from '../read-day-query.js'
import type { Span } from '../read-report-query.js'

export type SubscriptionReport = SubscriptionFigures &
  Span & {
    /** Charges in the ledger, minus reversed ones. */
    charges: number
    charged: Micros
  }

/** Reports a merchant's subscriptions. Charges come from the ledger. */
export async function getSubscriptionReport(
  ctx: Pick<Context, 'db' | 'now'>,
  input: DaySpan & { merchant: Address },
): Promise<SubscriptionReport> {
  const { merchant, from, to, fromDay, toDay } = input
  const sums = await sumByDay(ctx, { merchant, fromDay, toDay, kinds: ['charge'] })
  const paid = sums.filter(({ account }) => account === 'customer_credit')
  return {
    from,
    to,
    charges: sums.reduce((count, { postings }) => count + postings, 0),
    charged: micros(paid.reduce((sum, { usdMicros }) => sum - usdMicros, 0n)),
    ...(await getSubscriptionFigures(ctx, { merchant, from, to })),
  }
}
