import { expect, test } from 'vitest'
import { endureAbuse } from './abuse-bench.js'

/** `npm run chaos -- abuse` runs it for a minute, and checks response times as well. */
test('behavior: one network address with unlimited wallets harms no one for 10 s', {
  timeout: 180_000,
}, async () => {
  const endured = await endureAbuse({ seconds: 10, purchases: 1 })
  expect(endured.hasExited).toBe(false)
  expect(endured.purchases.filter((one) => typeof one === 'string')).toEqual([])
  expect(endured.stream).toEqual({ status: 200, hasEvent: true })
  expect(endured.health.failed).toBe(0)
  expect(endured.grownBytes).toBeLessThanOrEqual(5_000_000)
  expect(endured.relayerGas).toBeLessThan(5_000_000)
  expect(endured.attacks.filter(({ failed }) => failed > 0)).toEqual([])
})
