// @module-tag slow
import { afterAll, beforeAll, describe, test } from 'vitest'
import { createChargingKiller } from '../../kill/kill-charging.js'

let killer: Awaited<ReturnType<typeof createChargingKiller>>
beforeAll(async () => {
  killer = await createChargingKiller({ subscriptions: 100 })
}, 60_000)
afterAll(() => killer.close())

describe('charging', () => {
  test('behavior: charges everyone once when killed, with another key and lost responses', async () => {
    await killer.kill({ point: 'first:broadcast', times: 1 })
  }, 60_000)
})
