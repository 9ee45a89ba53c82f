import fc from 'fast-check'
import { afterAll, beforeAll, describe, test } from 'vitest'
import { createChooser, createKiller } from '../../../../test/kill/kill-outgoing.js'
import { createOutgoingBench, type OutgoingBench } from '../../../../test/kill/outgoing-bench.js'
import { aLife, live } from '../../../../test/kill/outgoing-lives.js'
import { startTestChain, type TestChain } from '../../../../test/test-chain.js'

let chain: TestChain
let bench: OutgoingBench
beforeAll(async () => {
  chain = await startTestChain()
  bench = await createOutgoingBench(chain)
})
afterAll(async () => {
  await bench.close()
  await chain.close()
})

describe('outgoing transactions', () => {
  test('behavior: executes each transaction once through 200 kills', async () => {
    const killer = createKiller(chain, bench)
    const choose = createChooser(2)
    for (let killed = 0; killed < 200; killed += 1) {
      const kind = killer.kinds[choose(killer.kinds.length)]
      if (kind) await killer.kill(kind, choose)
    }
    await killer.finish()
  })

  test('property: executes each intent once in 1,000 simulated runs', async () => {
    const ownOutgoingBench = await createOutgoingBench({ call: async () => null, environment: {} })
    await fc.assert(
      fc.asyncProperty(aLife, (happenings) => live(ownOutgoingBench, happenings)),
      { seed: 3, numRuns: 1_000 },
    )
    await ownOutgoingBench.close()
  })
})
