import { startOfMonth } from '../format/date-ranges.js'
import { addDays, dayAt, isDay, weekdayOf } from '../format/days.js'
import {
  type FilterChecks,
  oneOf,
  readFilterQuery,
  writeFilterQuery,
} from '../format/filter-query.js'

export const statusChoices = [
  'generated',
  'link_opened',
  'buyer_logged_in',
  'checkout_initialized',
  'pending',
  'checkout_success',
  'tx_mined',
  'recipient_validated',
  'tx_mismatch',
  'paid',
  'completed',
  'reconciled',
  'failed',
  'refund_requested',
  'refunded',
] as const

export const flagChoices = [
  'action',
  'waiting',
  'underpaid',
  'overpaid',
  'late',
  'mismatch',
  'oversold',
  'refund_due',
] as const

export const dateWords = [
  'today',
  'yesterday',
  'this_week',
  'last_7_days',
  'this_month',
  'last_month',
  'this_quarter',
] as const

const listedTimes = ['sale', 'refund'] as const

const stepChoices = [
  'created',
  'link_opened',
  'buyer_logged_in',
  'checkout_initialized',
  'paid',
] as const

export type ListedTime = (typeof listedTimes)[number]
type StatusChoice = (typeof statusChoices)[number]
type FlagChoice = (typeof flagChoices)[number]
type StepChoice = (typeof stepChoices)[number]
export type DateWord = (typeof dateWords)[number]

/** Each filter as the text in the address. Those that the API has share its name. */
export type Filters = {
  status?: StatusChoice
  flag?: FlagChoice
  archived?: 'only' | 'all'
  /** Replaces the days and times below. */
  date?: DateWord
  fromDay?: string
  toDay?: string
  /** Of `fromDay` and `toDay`. Without it, that of the shop. */
  timeZone?: string
  /** The event that the days and times refer to. The creation by default. */
  time?: ListedTime
  hasTip?: 'true'
  /** A step of the funnel. */
  reached?: StepChoice
  failureCode?: string
  /** The id of an item, or the SKU or label of a line without one. */
  item?: string
  jurisdiction?: string
  /** Unix ms. */
  from?: string
  to?: string
  minUsd?: string
  maxUsd?: string
  registerId?: string
  q?: string
}

export type FilterName = keyof Filters

/** The filters that one chip shows and removes together. */
export const chipGroups = {
  date: ['date', 'fromDay', 'toDay', 'timeZone', 'time', 'from', 'to'],
  status: ['status'],
  flag: ['flag'],
  amount: ['minUsd', 'maxUsd'],
  tip: ['hasTip'],
  reached: ['reached'],
  failure: ['failureCode'],
  item: ['item'],
  jurisdiction: ['jurisdiction'],
  archived: ['archived'],
  register: ['registerId'],
} as const satisfies Record<string, readonly FilterName[]>

export type ChipName = keyof typeof chipGroups

/** The filters that only the figures of reports set. A person can remove them. */
export const reportChips: readonly ChipName[] = [
  'tip',
  'reached',
  'failure',
  'item',
  'jurisdiction',
]

const isAmount = (text: string) => /^\d{1,13}(\.\d{1,2})?$/.test(text)
const isTime = (text: string) => /^\d{1,15}$/.test(text)

const checks: FilterChecks<FilterName> = {
  status: oneOf(statusChoices),
  flag: oneOf(flagChoices),
  archived: oneOf(['only', 'all']),
  date: oneOf(dateWords),
  fromDay: isDay,
  toDay: isDay,
  timeZone: isTimeZone,
  time: oneOf(listedTimes),
  hasTip: oneOf(['true']),
  reached: oneOf(stepChoices),
  failureCode: (text) => /^\w{1,80}$/.test(text),
  item: (text) => text.trim() !== '',
  jurisdiction: (text) => /^[\w-]{1,40}$/.test(text),
  from: isTime,
  to: isTime,
  minUsd: isAmount,
  maxUsd: isAmount,
  registerId: (text) => /^[\w-]{1,80}$/.test(text),
  q: (text) => text.trim() !== '',
}

/** Reads the filters of an address. Values that no filter can have are left out. */
export function readFilters(search: string): Filters {
  return readFilterQuery(search, checks) as Filters
}

/** Writes filters as the query of an address, in a fixed order. */
export function writeFilters(filters: Filters): string {
  return writeFilterQuery(filters, checks)
}

/** Returns the filters of the chips that are set, in the order in which they are shown. */
export function listChips(filters: Filters): ChipName[] {
  const groups = Object.keys(chipGroups) as ChipName[]
  return groups.filter((group) => chipGroups[group].some((name) => filters[name] !== undefined))
}

/** Returns the filters without those of a chip. */
export function withoutChip(filters: Filters, chip: ChipName): Filters {
  const removed: readonly string[] = chipGroups[chip]
  return Object.fromEntries(Object.entries(filters).filter(([name]) => !removed.includes(name)))
}

/** The days of a date filter, in the shop's time zone. */
export type DayRange = { fromDay: string; toDay: string }

/** Returns the days that a word means today. */
export function daysOf(word: DateWord, today: string): DayRange {
  const yesterday = addDays(today, -1)
  switch (word) {
    case 'today':
      return { fromDay: today, toDay: today }
    case 'yesterday':
      return { fromDay: yesterday, toDay: yesterday }
    case 'this_week':
      return { fromDay: addDays(today, 1 - weekdayOf(today)), toDay: today }
    case 'last_7_days':
      return { fromDay: addDays(today, -6), toDay: today }
    case 'this_month':
      return { fromDay: startOfMonth(today, 0), toDay: today }
    case 'last_month':
      return { fromDay: startOfMonth(today, -1), toDay: addDays(startOfMonth(today, 0), -1) }
    case 'this_quarter':
      return { fromDay: startOfQuarter(today), toDay: today }
  }
}

/** The query of the API. */
export type ReceiptsQuery = Omit<
  Filters,
  'date' | 'from' | 'to' | 'minUsd' | 'maxUsd' | 'hasTip'
> & {
  from?: number
  to?: number
  minUsd?: number
  maxUsd?: number
  hasTip?: boolean
}

/** Returns the query that lists what the filters mean now, in the shop's time zone. */
export function toQuery(
  filters: Filters,
  { zone, now }: { zone: string; now: number },
): ReceiptsQuery {
  const {
    date,
    fromDay,
    toDay,
    timeZone = zone,
    from,
    to,
    minUsd,
    maxUsd,
    hasTip,
    ...named
  } = filters
  const days = date ? daysOf(date, dayAt(now, zone)) : { fromDay, toDay }
  const hasDays = days.fromDay !== undefined || days.toDay !== undefined
  return {
    ...named,
    ...(days.fromDay !== undefined
      ? { fromDay: days.fromDay }
      : from !== undefined && !date && { from: Number(from) }),
    ...(days.toDay !== undefined
      ? { toDay: days.toDay }
      : to !== undefined && !date && { to: Number(to) }),
    ...(hasDays && { timeZone: date ? zone : timeZone }),
    ...(minUsd !== undefined && { minUsd: Number(minUsd) }),
    ...(maxUsd !== undefined && { maxUsd: Number(maxUsd) }),
    ...(hasTip !== undefined && { hasTip: true }),
  }
}

function startOfQuarter(day: string): string {
  return startOfMonth(day, -((Number(day.slice(5, 7)) - 1) % 3))
}

function isTimeZone(text: string): boolean {
  try {
    new Intl.DateTimeFormat('en', { timeZone: text })
    return true
  } catch {
    return false
  }
}
