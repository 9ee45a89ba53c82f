import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  dateWords,
  daysOf,
  type Filters,
  flagChoices,
  listChips,
  readFilters,
  statusChoices,
  toQuery,
  withoutChip,
  writeFilters,
} from './filters.js'

const zone = 'America/New_York'
const now = Date.parse('2026-11-18T02:00:00Z')

describe('readFilters', () => {
  test('default: reads what the address says', () => {
    expect(readFilters('?status=paid&date=today&q=ada%40&columns=time')).toEqual({
      status: 'paid',
      date: 'today',
      q: 'ada@',
    })
    expect(readFilters('')).toEqual({})
  })

  test('error: leaves out values that no filter can have', () => {
    const search =
      '?status=sold&flag=red&archived=no&date=tomorrow&fromDay=2026-02-30&timeZone=Moon%2FSea' +
      '&from=-1&minUsd=1e3&maxUsd=12.345&registerId=a%20b&q=%20'
    expect(readFilters(search)).toEqual({})
  })

  test('property: reads what writeFilters writes', () => {
    const filters = fc.record<Filters>(
      {
        status: fc.constantFrom(...statusChoices),
        flag: fc.constantFrom(...flagChoices),
        archived: fc.constantFrom('only', 'all'),
        date: fc.constantFrom(...dateWords),
        minUsd: fc.integer({ min: 0, max: 1e6 }).map(String),
        from: fc.integer({ min: 0, max: 1e12 }).map(String),
        q: fc.string({ minLength: 1, maxLength: 200 }).filter((text) => text.trim() !== ''),
      },
      { requiredKeys: [] },
    )
    fc.assert(
      fc.property(filters, (given) => {
        expect(readFilters(`?${writeFilters(given)}`)).toEqual(given)
      }),
      { numRuns: 200 },
    )
  })
})

describe('toQuery', () => {
  test('default: a word means days of the shop', () => {
    expect(toQuery({ date: 'today', status: 'paid' }, { zone, now })).toEqual({
      status: 'paid',
      fromDay: '2026-11-17',
      toDay: '2026-11-17',
      timeZone: zone,
    })
  })

  test('behavior: days count in their own time zone, times as they are', () => {
    const days = { fromDay: '2026-11-01', toDay: '2026-11-02', timeZone: 'UTC' }
    expect(toQuery(days, { zone, now })).toEqual(days)
    expect(toQuery({ fromDay: '2026-11-01', to: '9' }, { zone, now })).toEqual({
      fromDay: '2026-11-01',
      to: 9,
      timeZone: zone,
    })
    expect(toQuery({ from: '5', to: '9' }, { zone, now })).toEqual({ from: 5, to: 9 })
    expect(toQuery({ q: 'ada' }, { zone, now })).toEqual({ q: 'ada' })
  })

  test('behavior: figures of the home screen open what they count', () => {
    const filter =
      'time=sale&hasTip=true&fromDay=2026-11-17&toDay=2026-11-17&timeZone=UTC&archived=all'
    expect(toQuery(readFilters(`?${filter}`), { zone, now })).toEqual({
      time: 'sale',
      hasTip: true,
      fromDay: '2026-11-17',
      toDay: '2026-11-17',
      timeZone: 'UTC',
      archived: 'all',
    })
  })
})

describe('figures of reports', () => {
  test('default: open what they count, with a chip that removes each filter', () => {
    const filters = readFilters(
      '?reached=paid&failureCode=PORTAL_SYSTEM_ERROR&item=Green%20tea&jurisdiction=US-CA',
    )
    expect(toQuery(filters, { zone, now })).toEqual({
      reached: 'paid',
      failureCode: 'PORTAL_SYSTEM_ERROR',
      item: 'Green tea',
      jurisdiction: 'US-CA',
    })
    expect(listChips(filters)).toEqual(['reached', 'failure', 'item', 'jurisdiction'])
    expect(withoutChip(filters, 'item')).not.toHaveProperty('item')
    expect(readFilters('?reached=sold&failureCode=a%20b&jurisdiction=%3C')).toEqual({})
  })
})

describe('daysOf', () => {
  test.each([
    ['today', '2026-11-18', '2026-11-18'],
    ['yesterday', '2026-11-17', '2026-11-17'],
    ['this_week', '2026-11-16', '2026-11-18'],
    ['last_7_days', '2026-11-12', '2026-11-18'],
    ['this_month', '2026-11-01', '2026-11-18'],
    ['last_month', '2026-10-01', '2026-10-31'],
    ['this_quarter', '2026-10-01', '2026-11-18'],
  ] as const)('default: %s', (word, fromDay, toDay) => {
    expect(daysOf(word, '2026-11-18')).toEqual({ fromDay, toDay })
  })
})

describe('listChips', () => {
  test('default: one chip for filters that belong together', () => {
    const filters: Filters = { minUsd: '5', maxUsd: '9', fromDay: '2026-11-01', q: 'ada' }
    expect(listChips(filters)).toEqual(['date', 'amount'])
    expect(withoutChip(filters, 'amount')).toEqual({ fromDay: '2026-11-01', q: 'ada' })
  })
})
