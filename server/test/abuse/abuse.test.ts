// @module-tag slow
import { expect, test } from 'vitest'
import { endureAbuse } from './bench.js'

/**
 * Without response times, which depend on the machine. `npm run chaos -- abuse` runs it for a
 * minute with them.
 */
test('behavior: one network address with unlimited wallets harms no one for 5 s', {
  timeout: 180_000,
}, async () => {
  const endured = await endureAbuse({ seconds: 5, purchases: 1, retries: 20 })
  expect(endured.hasExited).toBe(false)
  expect(endured.purchases.filter((purchase) => typeof purchase === 'string')).toEqual([])
  expect(endured.stream).toEqual({ status: 200, hasEvent: true })
  expect(endured.grownBytes).toBeLessThanOrEqual(5_000_000)
  expect(endured.relayerGas).toBeLessThan(5_000_000)
})
