import type { Address } from '../../../lib/hex.js'
import { type Cents, type Micros, micros, microsFromCents } from '../../../lib/money.js'
import { DAY_MS } from '../../../lib/time.js'
import type { Context } from '../../../platform/context.js'
import { periodSeconds } from '../plans/plan.js'
import {
  listCohorts,
  type PlanSums,
  type RetrySums,
  sumDue,
  sumPlans,
  sumRetries,
} from './figures-store.js'

type Cohort = {
  /** The month of start, counted from January of the year 0. */
  month: number
  begun: number
  /** How many lasted beyond the month of start, the month after it, and so on. */
  retained: number[]
}

export type SubscriptionFigures = Pick<
  PlanSums,
  'active' | 'unpaid' | 'paused' | 'before' | 'begun' | 'ended'
> &
  RetrySums & {
    /** Monthly recurring revenue: the prices of active subscriptions for 30 days. */
    mrr: Micros
    /** The last twelve months, oldest first. */
    cohorts: Cohort[]
  }

const cohortMonths = 12

/** Returns current figures of a merchant's subscriptions, and the changes in a time range. */
export async function getSubscriptionFigures(
  ctx: Pick<Context, 'db' | 'now'>,
  { merchant, from, to }: { merchant: Address; from: number; to: number },
): Promise<SubscriptionFigures> {
  const plans = await sumPlans(ctx.db, { merchant, from, to })
  const thisMonth = monthOf(ctx.now())
  const toMonth = Math.min(monthOf(to), thisMonth)
  const fromMonth = toMonth - cohortMonths + 1
  const parts = await listCohorts(ctx.db, { merchant, fromMonth, toMonth })
  const add = (field: 'active' | 'unpaid' | 'paused' | 'before' | 'begun' | 'ended') =>
    plans.reduce((sum, plan) => sum + plan[field], 0)
  return {
    active: add('active'),
    unpaid: add('unpaid'),
    paused: add('paused'),
    before: add('before'),
    begun: add('begun'),
    ended: add('ended'),
    ...(await sumRetries(ctx.db, { merchant, from, to })),
    mrr: micros(plans.reduce((sum, plan) => sum + monthly(plan), 0n)),
    cohorts: Array.from({ length: cohortMonths }, (_, index) => {
      const month = fromMonth + index
      const monthParts = parts.filter((part) => part.month === month)
      return {
        month,
        begun: monthParts.reduce((sum, { count }) => sum + count, 0),
        retained: Array.from({ length: thisMonth - month + 1 }, (_, after) =>
          monthParts
            .filter(({ monthsUntilEnd }) => monthsUntilEnd === null || monthsUntilEnd > after)
            .reduce((sum, { count }) => sum + count, 0),
        ),
      }
    }),
  }
}

/** Returns the sum of a merchant's charges in the next days, whether or not customers can pay. */
export function sumExpectedCharges(
  ctx: Pick<Context, 'db' | 'now'>,
  { merchant, days }: { merchant: Address; days: number },
): Promise<Cents> {
  const now = ctx.now()
  return sumDue(ctx.db, { merchant, now, until: now + days * DAY_MS })
}

/** Rounds down to a millionth of a dollar. */
function monthly({ periodSeconds: length, activeCents }: PlanSums): bigint {
  return (microsFromCents(activeCents) * BigInt(periodSeconds.MONTHLY)) / BigInt(length)
}

function monthOf(time: number): number {
  const date = new Date(time)
  return date.getUTCFullYear() * 12 + date.getUTCMonth()
}
