import { afterAll, beforeAll, describe, test } from 'vitest'
import { createChooser, createKiller } from '../../../../test/kill/kill-outgoing.js'
import { createOutgoingBench, type OutgoingBench } from '../../../../test/kill/outgoing-bench.js'
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
  test('behavior: executes each transaction once, wherever the process is killed', {
    tags: 'slow',
    timeout: 240_000,
  }, async () => {
    const killer = createKiller(chain, bench)
    const choose = createChooser(165)
    for (const kind of killer.kinds) await killer.kill(kind, choose)
    await killer.finish()
  })
})
