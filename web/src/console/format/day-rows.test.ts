import { describe, expect, test } from 'vitest'
import { groupByDay, nearDay } from './day-rows.js'

describe('groupByDay', () => {
  test('default: puts a line above the rows of each day of the shop', () => {
    const rows = [
      { id: 'c', at: Date.UTC(2026, 10, 18, 4) },
      { id: 'b', at: Date.UTC(2026, 10, 17, 20) },
      { id: 'a', at: Date.UTC(2026, 10, 16, 20) },
    ]
    const entries = groupByDay({
      rows,
      keyOf: ({ id }) => id,
      timeOf: ({ at }) => at,
      timeZone: 'America/New_York',
      headOf: (day, ofDay) => ({ label: day, detail: String(ofDay.length) }),
    })
    expect(
      entries.map((entry) =>
        entry.kind === 'day' ? `${entry.label} ${entry.detail}` : entry.row.id,
      ),
    ).toEqual(['2026-11-17 2', 'c', 'b', '2026-11-16 1', 'a'])
  })
})

describe('nearDay', () => {
  test('default: names today and yesterday', () => {
    const now = Date.UTC(2026, 10, 18, 4)
    expect(
      ['2026-11-17', '2026-11-16', '2026-11-15'].map((day) =>
        nearDay(day, now, 'America/New_York'),
      ),
    ).toEqual(['today', 'yesterday', null])
  })
})
