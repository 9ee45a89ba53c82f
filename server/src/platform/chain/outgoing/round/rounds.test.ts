import fc from 'fast-check'
import { afterAll, beforeAll, describe, test } from 'vitest'
import { createOutgoingBench, type OutgoingBench } from '../../../../../test/kill/outgoing-bench.js'
import { aLife, live } from '../../../../../test/kill/outgoing-lives.js'

let bench: OutgoingBench
beforeAll(async () => {
  bench = await createOutgoingBench({ call: async () => null, environment: {} })
})
afterAll(() => bench.close())

describe('createRounds', () => {
  test('property: executes each intent once, whatever happens to process and chain', {
    tags: 'slow',
    timeout: 120_000,
  }, async () => {
    await fc.assert(
      fc.asyncProperty(aLife, (happenings) => live(bench, happenings)),
      { seed: 1, numRuns: 10, endOnFailure: true },
    )
  })
})
