import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { planOf } from '../../../../test/fixtures/query-plan.js'
import { createTestContext, type TestContext } from '../../../../test/harness.js'
import { ppm } from '../../../lib/money.js'
import { unixMs } from '../../../lib/time.js'
import { listUndistributed } from '../distribute/distribution-store.js'
import { listUnrecorded } from '../own-transaction-store.js'
import { listWaitingCoin, listWaitingTokens, releaseFlushes } from './flush-store.js'

let ctx: TestContext
beforeAll(async () => {
  ctx = await createTestContext()
})
afterAll(() => ctx.close())

const input = {
  chainId: 84_532,
  now: unixMs(1),
  limit: 100,
  minMicros: 5_000_000n,
  waitedSince: unixMs(0),
  dustMicros: 10_000n,
  coinShare: 20,
  unacceptedMicros: 1_000_000n,
  usdPerCoin: ppm(3_000_000_000n),
}

describe('listWaitingCoin, listWaitingTokens and listUndistributed', () => {
  test.each([
    ['listWaitingCoin', listWaitingCoin],
    ['listWaitingTokens', listWaitingTokens],
    ['listUndistributed', listUndistributed],
  ] as const)('behavior: %s uses indexes', async (_name, list) => {
    expect(await planOf(ctx.db, (db) => list(db, input))).not.toContain('Seq Scan on outgoing')
  })

  test('behavior: finds code that burned gas through an index', async () => {
    const plan = await planOf(ctx.db, (db) => listWaitingCoin(db, input))
    expect(plan).toContain('outgoing_transactions_coin')
  })
})

describe('releaseFlushes', () => {
  test('behavior: finds flushes under way through indexes', async () => {
    const plan = await planOf(ctx.db, (db) =>
      releaseFlushes(db, { ...input, cursor: 1n, hashes: [], refused: [] }),
    )
    expect(plan).toContain('payments_moving')
    expect(plan).toContain('deposits_moving')
    expect(plan).not.toContain('Seq Scan')
  })
})

describe('listUnrecorded', () => {
  test('behavior: finds transactions under way through indexes', async () => {
    const { chainId, limit } = input
    const plan = await planOf(ctx.db, (db) => listUnrecorded(db, { chainId, upTo: 1n, limit }))
    expect(plan).toContain('payments_moving')
    expect(plan).toContain('deposits_moving')
    expect(plan).not.toContain('Seq Scan on outgoing')
  })
})
