import type { Address } from '../../lib/hex.js'
import type { Micros } from '../../lib/money.js'
import type { Account, Entry, PostingKind } from './entry.js'

/** A kind of sums. The tips within sales have sums of their own. */
type SumKind = PostingKind | 'tip'

/** UTC days since 1970, both ends included, and the kinds of postings to sum. */
export type DayRange = {
  merchant: Address
  fromDay: number
  toDay: number
  kinds: readonly SumKind[]
}

/**
 * Periods that follow each other, and the kinds of postings to sum. `bounds` are the start of each
 * and the end of the last, ascending, in Unix ms. Each is the start of a quarter of an hour.
 */
export type PeriodRange = {
  merchant: Address
  bounds: readonly number[]
  kinds: readonly SumKind[]
}

/** The sum of postings of one kind on one account. */
type KindSum = Omit<Entry, 'account'> & {
  kind: SumKind
  account: Account | 'tip'
  /** Over all accounts and assets of a kind, the sum is the number of postings minus reversals. */
  postings: number
}

export type DaySum = KindSum & { day: number }

/** The sum of a period, which is counted from 0. */
export type PeriodSum = KindSum & { period: number }

/** The value of a period's postings of a kind on an account, in all assets. */
export type UsdPeriodSum = Omit<PeriodSum, 'asset' | 'units'>

export const sumPeriods = ['day', 'month', 'quarter'] as const
export type SumPeriod = (typeof sumPeriods)[number]

/** The sum of a period's postings of a kind on an account, for one jurisdiction, in all assets. */
export type JurisdictionSum = Pick<PeriodSum, 'period' | 'kind' | 'account' | 'postings'> & {
  /** Empty for none. */
  jurisdiction: string
  usdMicros: Micros
}
