import { expect, test } from 'vitest'
import { endureAbuse, printEndured } from './bench.js'

test('behavior: one network address with unlimited wallets harms no one for 60 s', async () => {
  const endured = await endureAbuse({ seconds: 60, purchases: 3, retries: 0 })
  printEndured(endured)
  expect(endured.hasExited).toBe(false)
  expect(endured.purchases.filter((purchase) => typeof purchase === 'string')).toEqual([])
  expect(endured.stream).toEqual({ status: 200, hasEvent: true })
  expect(endured.health.failed).toBe(0)
  expect(endured.health.p99Ms).toBeLessThan(250)
  expect(endured.grownBytes).toBeLessThanOrEqual(5_000_000)
  expect(endured.relayerGas).toBeLessThan(5_000_000)
  expect(endured.attacks.filter(({ failed }) => failed > 0)).toEqual([])
})
