import { afterAll, beforeAll, describe, test } from 'vitest'
import { chargingKills, createChargingKiller } from '../../../../test/kill-charging.js'

const rounds = 20

let killer: Awaited<ReturnType<typeof createChargingKiller>>
beforeAll(async () => {
  killer = await createChargingKiller({ subscriptions: 2_000 })
}, 600_000)
afterAll(() => killer.close())

describe('charging', () => {
  test('behavior: charges everyone once per period, wherever it is killed', async () => {
    for (let round = 0; round < rounds; round += 1) {
      const kill = chargingKills[round % chargingKills.length]
      if (round > 0) await killer.nextPeriod()
      if (kill) await killer.kill(kill)
    }
  }, 3_600_000)
})
