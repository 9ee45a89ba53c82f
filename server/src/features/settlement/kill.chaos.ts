import { afterAll, beforeAll, describe, test } from 'vitest'
import {
  createSettlementKiller,
  type SettlementKiller,
  settlementKills,
} from '../../../test/kill-settlement.js'

let killer: SettlementKiller
beforeAll(async () => {
  killer = await createSettlementKiller()
})
afterAll(() => killer.close())

const rounds = 3

describe('settlement', () => {
  test.each(settlementKills)(
    'killed at $point, time $times: everything happens once',
    async (kill) => {
      for (let round = 0; round < rounds; round += 1) await killer.kill(kill)
    },
  )
})
