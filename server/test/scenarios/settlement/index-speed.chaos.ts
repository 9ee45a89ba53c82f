import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { measureIndexing } from '../../index-speed.js'
import { type Paying, startPaying } from '../../paying.js'

let paying: Paying
beforeAll(async () => {
  paying = await startPaying()
}, 60_000)
afterAll(() => paying.close())

describe('createIndexer', () => {
  test('behavior: indexes 5,000 payments in 50 blocks in at most three times the raw cost', async () => {
    const speeds = await measureIndexing(paying, { payments: 5_000, blocks: 50, rounds: 5 })
    const ratios = speeds.map(({ rawMs, indexMs }) => indexMs / rawMs).toSorted((a, b) => a - b)
    process.stdout.write(`index / raw: ${ratios.map((ratio) => ratio.toFixed(2)).join(', ')}\n`)
    for (const { foundCount } of speeds) expect(foundCount).toBe(5_000)
    expect(ratios[2]).toBeLessThanOrEqual(3)
  })
})
