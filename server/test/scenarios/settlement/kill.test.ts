// @module-tag slow
import { afterAll, beforeAll, describe, test } from 'vitest'
import {
  createSettlementKiller,
  type SettlementKill,
  type SettlementKiller,
} from '../../kill/kill-settlement.js'

let killer: SettlementKiller
beforeAll(async () => {
  killer = await createSettlementKiller()
}, 60_000)
afterAll(() => killer.close())

const kills: SettlementKill[] = [
  { point: 'indexed', times: 1 },
  { point: 'first:broadcast', times: 1 },
  { point: 'booked', times: 1 },
]

describe('settlement', () => {
  test.each(kills)('behavior: settles everything once when killed at $point', (kill) =>
    killer.kill(kill),
  )
})
