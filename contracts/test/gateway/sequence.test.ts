import fc from 'fast-check'
import { describe, test } from 'vitest'
import { sequenceProperty } from './sequence.properties.js'
import { createWorld } from './world.js'

describe('PaymentGateway', () => {
  test('property: a deposit pays only its payout address, in any sequence of calls', async () => {
    await fc.assert(await sequenceProperty(await createWorld()), { seed: 31, numRuns: 20 })
  }, 120_000)
})
