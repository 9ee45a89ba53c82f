import { describe, expect, test } from 'vitest'
import type { Forecast, Report } from '../use-subscriptions.js'
import { listWeeks, sumForecast } from './weeks.js'

const aDay = (date: string, revenueUsd: number, failingUsd = 0) => ({
  date,
  revenueUsd,
  charges: 1,
  failingUsd,
  failingCharges: failingUsd > 0 ? 1 : 0,
  unknownCharges: 0,
  failing: [],
})

const aForecast = (days: Forecast['days']): Forecast => ({
  success: true,
  subscriptions: 1,
  totals: {
    revenueUsd: 0,
    charges: 0,
    failingUsd: 0,
    failingCharges: 0,
    unknownCharges: 0,
  },
  days,
  nextCursor: null,
})

const days = Array.from({ length: 9 }, (_, index) =>
  aDay(`2026-11-${19 + index}`, 0.1, index === 8 ? 5 : 0),
)
const report = {
  weeks: [
    { from: Date.UTC(2026, 10, 5), charged: 20 },
    { from: Date.UTC(2026, 10, 12), charged: 30 },
  ],
} as Report

describe('listWeeks', () => {
  test('default: the past, this week, and all pages of the forecast', () => {
    const forecast = [aForecast(days), aForecast(days)]
    expect(listWeeks({ report, forecast, timeZone: 'UTC' })).toEqual([
      { day: '2026-11-05', kind: 'past', charged: 20, expected: 0, atRisk: 0 },
      { day: '2026-11-12', kind: 'now', charged: 30, expected: 0, atRisk: 0 },
      { day: '2026-11-19', kind: 'forecast', charged: 0, expected: 1.4, atRisk: 0 },
      { day: '2026-11-26', kind: 'forecast', charged: 0, expected: 0.4, atRisk: 10 },
    ])
  })
})

describe('sumForecast', () => {
  test('default: the days of a range, over all pages', () => {
    const forecast = [aForecast(days), aForecast(days)]
    expect(sumForecast(forecast, 8)).toMatchObject({ expected: 1.6, atRisk: 0 })
    expect(sumForecast(forecast, 30)).toMatchObject({ expected: 1.8, atRisk: 10 })
  })
})
