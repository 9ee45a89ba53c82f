import type { UnixMs } from '../../lib/time.js'
import type { TxContext } from '../../platform/context.js'
import * as store from './day-store.js'
import type {
  DayRange,
  DaySum,
  JurisdictionSum,
  PeriodRange,
  PeriodSum,
  UsdPeriodSum,
} from './day-sum.js'
import { type DayVolume, sumVolume } from './volume-store.js'

export type { DayVolume }

/** Sums a merchant's postings by UTC day, kind, account and asset. Reversals count when posted. */
export function sumByDay(ctx: Pick<TxContext, 'db'>, range: DayRange): Promise<DaySum[]> {
  return store.sumByDay(ctx.db, range)
}

/** Sums a merchant's postings by period, kind, account and asset. Reversals count when posted. */
export function sumByPeriod(ctx: Pick<TxContext, 'db'>, range: PeriodRange): Promise<PeriodSum[]> {
  return store.sumByPeriod(ctx.db, range)
}

/** Sums the value of a merchant's postings by period, kind and account, in all assets. */
export function sumUsdByPeriod(
  ctx: Pick<TxContext, 'db'>,
  range: PeriodRange,
): Promise<UsdPeriodSum[]> {
  return store.sumUsdByPeriod(ctx.db, range)
}

/** Sums a merchant's postings by period, jurisdiction, kind and account. */
export function sumByJurisdiction(
  ctx: Pick<TxContext, 'db'>,
  range: PeriodRange,
): Promise<JurisdictionSum[]> {
  return store.sumByJurisdiction(ctx.db, range)
}

/** Returns sales, fees, refunds and plans of all merchants by day and asset, newest day first. */
export function listPlatformVolume(
  { db }: Pick<TxContext, 'db'>,
  range: { from: UnixMs; to: UnixMs },
): Promise<DayVolume[]> {
  return sumVolume(db, range)
}
