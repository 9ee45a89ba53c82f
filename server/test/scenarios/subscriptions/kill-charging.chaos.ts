import { describe, expect, test } from 'vitest'
import { ChainLost, chargingKills, createChargingKiller } from '../../kill/kill-charging.js'

const seasons = 5
const roundsPerSeason = 4
/** An emulated chain that crashes loses its blocks, and the season begins again. */
const mostLost = 5

describe('charging', () => {
  test('behavior: charges everyone once per period, wherever it is killed', async () => {
    let lost = 0
    for (let season = 0; season < seasons; ) {
      if (await playSeason(season)) season += 1
      else lost += 1
      expect(lost, 'chains that crashed').toBeLessThanOrEqual(mostLost)
    }
  }, 7_200_000)
})

/**
 * Charges 2,000 subscriptions in several periods, with a kill in each. Returns false when the chain
 * crashed.
 */
async function playSeason(season: number): Promise<boolean> {
  const killer = await createChargingKiller({ subscriptions: 2_000 })
  try {
    for (let round = 0; round < roundsPerSeason; round += 1) {
      const kill = chargingKills[(season * roundsPerSeason + round) % chargingKills.length]
      if (round > 0) await killer.nextPeriod()
      const from = performance.now()
      if (kill) await killer.kill(kill)
      const seconds = Math.round((performance.now() - from) / 1_000)
      process.stdout.write(`season ${season}, killed at ${kill?.point}: right after ${seconds} s\n`)
    }
    return true
  } catch (error) {
    if (error instanceof ChainLost) return false
    throw error
  } finally {
    await killer.close()
  }
}
