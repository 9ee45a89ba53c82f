import { describe, expect, test } from 'vitest'
import { createDayRows, nearDay } from './day-rows.js'

describe('createDayRows', () => {
  const rows = [
    { id: 'c', at: Date.UTC(2026, 10, 18, 4) },
    { id: 'b', at: Date.UTC(2026, 10, 17, 20) },
    { id: 'a', at: Date.UTC(2026, 10, 16, 20) },
  ]
  const later = { id: 'd', at: Date.UTC(2026, 10, 18, 4, 30) }
  const list = (...calls: (typeof rows)[]) => {
    const group = createDayRows<(typeof rows)[number]>({
      keyOf: ({ id }) => id,
      timeOf: ({ at }) => at,
      timeZone: 'America/New_York',
    })
    const lists = calls.map((each) =>
      group(each, (day, ofDay) => ({ label: day, detail: String(ofDay.length) })),
    )
    return lists.at(-1)
  }
  const textOf = (entries: ReturnType<typeof list>) =>
    entries?.map((entry) =>
      entry.kind === 'day' ? `${entry.label} ${entry.detail}` : entry.row.id,
    )

  test('default: puts a line above the rows of each day of the shop', () => {
    expect(textOf(list(rows))).toEqual(['2026-11-17 2', 'c', 'b', '2026-11-16 1', 'a'])
  })

  test('behavior: groups what was added below, and everything after other changes', () => {
    expect(list(rows.slice(0, 1), rows)).toEqual(list(rows))
    expect(list(rows.slice(0, 2), rows)).toEqual(list(rows))
    expect(list(rows, [later, ...rows])).toEqual(list([later, ...rows]))
    expect(list(rows, rows.slice(0, 2))).toEqual(list(rows.slice(0, 2)))
    expect(list(rows, rows.with(1, { ...later, id: 'e' }))).toEqual(
      list(rows.with(1, { ...later, id: 'e' })),
    )
    expect(list(rows, [])).toEqual([])
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
