import fc from 'fast-check'
import { describe, test } from 'vitest'
import { sequenceProperty } from './sequence.properties.js'
import { createWorld } from './world.properties.js'

describe('PaymentGateway', () => {
  test('property: in any sequence of calls a deposit pays its payout address and nobody else', async () => {
    await fc.assert(await sequenceProperty(await createWorld()), { seed: 31, numRuns: 40 })
  }, 120_000)
})
