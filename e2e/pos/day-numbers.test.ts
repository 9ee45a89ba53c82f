import { describe, test } from 'vitest'
import { closeDaysUnderKills } from '../helpers/pos/close-days.js'

describe('POST /api/day-closes under kill -9', () => {
  test('default: three kills leave no gap, and no sale in two days', async () => {
    await closeDaysUnderKills(3)
  })
})
