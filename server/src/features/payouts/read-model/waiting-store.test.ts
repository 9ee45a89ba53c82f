import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { planOf } from '../../../../test/fixtures/query-plan.js'
import { createTestContext, type TestContext } from '../../../../test/harness.js'
import { ppm } from '../../../lib/money.js'
import { unixMs } from '../../../lib/time.js'
import { releaseFlushes } from '../../payments/flushes.js'
import { listUndistributed } from './held-money-store.js'
import { listUnrecorded } from './own-transaction-store.js'
import { listWaitingNative, listWaitingTokens } from './waiting-store.js'

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
  nativeShare: 20,
  unacceptedMicros: 1_000_000n,
  usdPerNative: ppm(3_000_000_000n),
}

describe('listWaitingNative, listWaitingTokens and listUndistributed', () => {
  test.each([
    ['listWaitingNative', listWaitingNative],
    ['listWaitingTokens', listWaitingTokens],
    ['listUndistributed', listUndistributed],
  ] as const)('behavior: %s uses indexes', async (_name, list) => {
    expect(await planOf(ctx.db, (db) => list(db, input))).not.toContain('Seq Scan on outgoing')
  })

  test('behavior: finds code that burned gas through an index', async () => {
    const plan = await planOf(ctx.db, (db) => listWaitingNative(db, input))
    expect(plan).toContain('outgoing_transactions_coin')
  })
})

describe('releaseFlushes', () => {
  test('behavior: finds flushes in flight through indexes', async () => {
    const plan = await planOf(ctx.db, (db) =>
      releaseFlushes({ ...ctx, db }, { cursor: 1n, transactions: [] }),
    )
    expect(plan).toContain('payments_moving')
    expect(plan).toContain('deposits_moving')
    expect(plan).not.toContain('Seq Scan')
  })
})

describe('listUnrecorded', () => {
  test('behavior: finds transactions in flight through indexes', async () => {
    const { chainId, limit } = input
    const plan = await planOf(ctx.db, (db) =>
      listUnrecorded(db, { chainId, confirmedThrough: 1n, limit }),
    )
    expect(plan).toContain('payments_moving')
    expect(plan).toContain('deposits_moving')
    expect(plan).not.toContain('Seq Scan on outgoing')
  })
})
