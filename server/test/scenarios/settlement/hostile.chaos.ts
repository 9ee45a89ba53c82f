import { afterAll, beforeAll, describe, test } from 'vitest'
import {
  createHostileBench,
  type HostileBench,
  printWithstood,
  requireWithstood,
} from '../../hostile/bench.js'

let bench: HostileBench
beforeAll(async () => {
  bench = await createHostileBench()
})
afterAll(() => bench.close())

describe('settlement', () => {
  test('behavior: hostile contracts delay no payment and cost little gas for ten minutes', async () => {
    const withstood = await bench.run({ seconds: 620, payments: 50 })
    printWithstood(withstood)
    requireWithstood(withstood)
  })
})
