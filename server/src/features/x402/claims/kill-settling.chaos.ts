import { afterAll, beforeAll, describe, test } from 'vitest'
import { createSettlingKiller, settlingKills } from '../../../../test/kill/kill-x402.js'

let killer: Awaited<ReturnType<typeof createSettlingKiller>>
beforeAll(async () => {
  killer = await createSettlingKiller()
}, 60_000)
afterAll(() => killer.close())

describe('settling', () => {
  test.each(settlingKills)('behavior: a process killed at %s settles the payment once', (point) =>
    killer.kill(point),
  )
})
