import { describe, test } from 'vitest'
import { corrupt, crash } from './journal-crashes.properties.js'

describe('createJournal', () => {
  test('property: 10,000 power failures and flipped bits', async () => {
    for (let seed = 0; seed < 10_000; seed += 1) {
      await crash(seed)
      await corrupt(seed)
    }
  }, 600_000)
})
