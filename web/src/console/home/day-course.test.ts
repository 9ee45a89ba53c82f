import { describe, expect, test } from 'vitest'
import { dayCourse } from './day-course.js'
import type { HomePeriod, HomeReport } from './figures.js'

const hourMs = 3_600_000
const dayMs = 24 * hourMs

/** A period of one day with the sales of some hours. */
function dayOf(from: number, sales: Record<number, number>): HomePeriod {
  const hours = Array.from({ length: 24 }, (_, hour) => ({
    from: from + hour * hourMs,
    to: from + (hour + 1) * hourMs - 1,
    sales: { count: 0, usd: sales[hour] ?? 0, filter: '' },
  }))
  return { from, to: from + dayMs - 1, hours } as unknown as HomePeriod
}

function reportOf(today: Record<number, number>, before = {}, weekBefore = {}): HomeReport {
  const start = 100 * dayMs
  return {
    current: dayOf(start, today),
    previous: dayOf(start - dayMs, before),
    lastWeek: dayOf(start - 7 * dayMs, weekBefore),
  } as unknown as HomeReport
}

const at = (hours: number) => 100 * dayMs + hours * hourMs

describe('dayCourse', () => {
  test('default: adds up by hour until now, within the hours that sold', () => {
    const report = reportOf({ 8: 10, 9: 5 }, { 7: 1, 17: 4 }, { 16: 2 })
    const course = dayCourse(report, at(9.5))
    expect(course.at).toEqual([7, 8, 9, 9.5, 10, 11, 12, 13, 14, 15, 16, 17, 18])
    expect(course.today.slice(0, 6)).toEqual([0, 0, 10, 15, null, null])
    expect(course.before.slice(0, 5)).toEqual([0, 1, 1, null, 1])
    expect([course.before.at(-1), course.weekBefore.at(-1)]).toEqual([5, 2])
    expect(course.points[3]).toBe(at(9.5))
  })

  test('behavior: a day that has just begun, and one that is over', () => {
    const begun = dayCourse(reportOf({}), at(0))
    expect(begun.at).toEqual([0, 1, 2, 3, 4, 5, 6, 7, 8])
    expect(begun.today).toEqual([0, null, null, null, null, null, null, null, null])
    const over = dayCourse(reportOf({ 20: 3 }), at(30))
    expect(over.at).toEqual([16, 17, 18, 19, 20, 21, 22, 23, 24])
    expect(over.today.at(-1)).toBe(3)
    expect(over.points.at(-1)).toBe(at(24) - 1)
  })
})
