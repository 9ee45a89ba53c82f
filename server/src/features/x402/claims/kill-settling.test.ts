// @module-tag slow
import { afterAll, beforeAll, describe, test } from 'vitest'
import { createSettlingKiller } from '../../../../test/kill/kill-x402.js'

let killer: Awaited<ReturnType<typeof createSettlingKiller>>
beforeAll(async () => {
  killer = await createSettlingKiller()
}, 60_000)
afterAll(() => killer.close())

describe('settling', () => {
  test('behavior: a process killed between the block and its record settles once, and its request can be repeated', async () => {
    await killer.kill('mined')
  }, 60_000)
})
