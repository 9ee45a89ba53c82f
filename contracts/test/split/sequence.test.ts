import fc from 'fast-check'
import { describe, test } from 'vitest'
import { createSequenceFixture } from './perform.properties.js'
import { sequenceProperty } from './sequence.properties.js'

describe('MerchantSplit', () => {
  test('property: any sequence of calls pays what the rule gives, and never more than was received', async () => {
    await fc.assert(sequenceProperty(await createSequenceFixture()), { seed: 21, numRuns: 40 })
  })
})
