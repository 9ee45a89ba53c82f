import type { TxContext } from '../../platform/context.js'
import * as store from './day-store.js'
import type { DayRange, DaySum, JurisdictionSum, SumPeriod } from './day-sum.js'

/** Sums a merchant's postings by day, kind, account and asset. A reversal counts on the day it was posted. */
export function sumByDay(ctx: Pick<TxContext, 'db'>, range: DayRange): Promise<DaySum[]> {
  return store.sumByDay(ctx.db, range)
}

/** Sums a merchant's postings by period, jurisdiction, kind and account. */
export function sumByJurisdiction(
  ctx: Pick<TxContext, 'db'>,
  range: DayRange & { period: SumPeriod },
): Promise<JurisdictionSum[]> {
  return store.sumByJurisdiction(ctx.db, range)
}
