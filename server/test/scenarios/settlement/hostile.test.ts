// @module-tag slow
import { afterAll, beforeAll, describe, test } from 'vitest'
import { createHostileBench, type HostileBench, requireWithstood } from '../../hostile/bench.js'

let bench: HostileBench
beforeAll(async () => {
  bench = await createHostileBench()
}, 60_000)
afterAll(() => bench.close())

describe('settlement', () => {
  test('behavior: hostile contracts delay no payment and cost little gas', {
    timeout: 180_000,
  }, async () => {
    requireWithstood(await bench.run({ seconds: 28, payments: 4 }))
  })
})
