// @module-tag slow
import { describe, expect, test } from 'vitest'
import { playStoreOutages } from './outages.js'

describe('service processes on an external database', () => {
  test('behavior: kills and outages lose and double nothing', async () => {
    const { history, ...report } = await playStoreOutages({
      seed: 1,
      shops: 2,
      kills: 1,
      stops: 1,
      maxStopMs: 1_000,
      freezes: 1,
      freezeMs: 1_000,
      salesBetween: 5,
      leastDegraded: 10,
    })
    expect(report).toMatchObject({ lost: [], doubled: [], ledgerSum: 0, quarantined: [] })
    expect(history.acknowledged.length).toBeGreaterThan(30)
  }, 240_000)
})
