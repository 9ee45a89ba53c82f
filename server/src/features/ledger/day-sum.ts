import type { Address } from '../../lib/hex.js'
import type { Micros } from '../../lib/money.js'
import type { Entry, PostingKind } from './entry.js'

/** UTC days since 1970, both ends included, and the kinds of postings to sum. */
export type DayRange = {
  merchant: Address
  fromDay: number
  toDay: number
  kinds: readonly PostingKind[]
}

/** The sum of a day's postings of one kind on one account. */
export type DaySum = Entry & {
  day: number
  kind: PostingKind
  /** Over all accounts and assets of a kind, these add up to the number of postings minus that of reversals. */
  postings: number
}

export const sumPeriods = ['day', 'month', 'quarter'] as const
export type SumPeriod = (typeof sumPeriods)[number]

/** The sum of a period's postings of a kind on an account, for one jurisdiction, in all assets. */
export type JurisdictionSum = Pick<DaySum, 'kind' | 'account' | 'postings'> & {
  /** The first day of the period. */
  periodDay: number
  /** Empty for none. */
  jurisdiction: string
  usdMicros: Micros
}
