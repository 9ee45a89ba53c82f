import fc from 'fast-check'
import { describe, test } from 'vitest'
import { sequenceProperty } from './sequence.properties.js'
import { createWorld } from './world.js'

describe('SubscriptionCharger', () => {
  test('property: charges each period at most once and keeps nothing, in any sequence of calls', async () => {
    await fc.assert(sequenceProperty(await createWorld()), { seed: 41, numRuns: 12 })
  }, 120_000)
})
