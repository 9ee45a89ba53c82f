import { afterAll, beforeAll, describe, test } from 'vitest'
import {
  createSettlementKiller,
  type SettlementKiller,
  settlementKills,
} from '../../kill/kill-settlement.js'

let killer: SettlementKiller
beforeAll(async () => {
  killer = await createSettlementKiller()
})
afterAll(() => killer.close())

const rounds = 3

describe('settlement', () => {
  test.each(settlementKills)(
    'behavior: settles everything once when killed at $point, time $times',
    async (kill) => {
      for (let round = 0; round < rounds; round += 1) await killer.kill(kill)
    },
  )
})
