import fc from 'fast-check'
import { describe, test } from 'vitest'
import { createSequenceFixture } from './perform.js'
import { sequenceProperty } from './sequence.properties.js'

describe('MerchantSplit', () => {
  test('property: pays exactly the shares, and never more than was received, in any sequence of calls', async () => {
    await fc.assert(sequenceProperty(await createSequenceFixture()), { seed: 21, numRuns: 20 })
  })
})
