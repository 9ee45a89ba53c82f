import type { ReceiptTexts } from '../../core/texts/en-console-receipts.js'
import type { ConsoleFormats } from '../format/console-formats.js'
import { startOfDay } from '../format/days.js'
import { type ChipName, type Filters, listChips } from './filters.js'

export type Chip = { chip: ChipName; name: string; value: string }

type Words = {
  texts: ReceiptTexts
  format: ConsoleFormats
  registerNames: ReadonlyMap<string, string>
  /** The label of the item of the filter, once a receipt with it is loaded. */
  itemName?: string | undefined
}

/** Returns the filters in words, as their chips show them. */
export function describeChips(filters: Filters, words: Words): Chip[] {
  return listChips(filters).map((chip) => ({
    chip,
    name: nameOf(chip, filters, words),
    value: describeValue(chip, filters, words),
  }))
}

/** Returns all filters in words, with the search. */
export function describeFilters(filters: Filters, words: Words): string[] {
  const { texts } = words
  const named = describeChips(filters, words).map(({ name, value }) => ({ name, value }))
  if (filters.q) named.push({ name: texts.filters.search, value: filters.q })
  return named.map(({ name, value }) => `${name} ${value}`)
}

function nameOf(chip: ChipName, { time }: Filters, { texts: { filters: names } }: Words): string {
  return chip === 'date' && time ? names.times[time] : names[chip]
}

function describeValue(chip: ChipName, filters: Filters, words: Words): string {
  const { texts, format, registerNames } = words
  const { filters: names } = texts
  switch (chip) {
    case 'date':
      return describeDates(filters, words)
    case 'status':
      return filters.status ? names.statuses[filters.status] : ''
    case 'flag':
      return filters.flag ? names.flags[filters.flag] : ''
    case 'amount': {
      const [min, max] = [filters.minUsd, filters.maxUsd].map(
        (amount) => amount && format.moneyWithCode(Number(amount), 'USD'),
      )
      if (min && max) return names.between(min, max)
      return min ? names.over(min) : names.under(max ?? '')
    }
    case 'tip':
      return names.withTip
    case 'reached':
      return filters.reached
        ? names.statuses[filters.reached === 'created' ? 'generated' : filters.reached]
        : ''
    case 'failure':
      return filters.failureCode ?? ''
    case 'item':
      return words.itemName ?? filters.item ?? ''
    case 'jurisdiction':
      return filters.jurisdiction === 'none' ? names.noJurisdiction : (filters.jurisdiction ?? '')
    case 'archived':
      return filters.archived ? names.archives[filters.archived] : ''
    case 'register':
      return registerNames.get(filters.registerId ?? '') ?? filters.registerId ?? ''
  }
}

function describeDates(
  { date, fromDay, toDay, timeZone, from, to }: Filters,
  { texts: { filters: names }, format }: Words,
): string {
  if (date) return names.words[date]
  if (!fromDay && !toDay && !from && !to) return names.anyDate
  const zone = timeZone ?? format.timeZone
  const dayName = (day: string) => format.day(startOfDay(day, format.timeZone))
  const first = fromDay ? dayName(fromDay) : from && format.dateTime(Number(from))
  const last = toDay ? dayName(toDay) : to && format.dateTime(Number(to))
  const days =
    first && last
      ? first === last
        ? first
        : names.between(first, last)
      : first
        ? names.since(first)
        : names.till(last ?? '')
  return zone === format.timeZone ? days : `${days} (${zone})`
}
