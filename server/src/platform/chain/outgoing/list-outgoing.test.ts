import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createOutgoingBench, type OutgoingBench } from '../../../../test/kill/outgoing-bench.js'
import { unixMs } from '../../../lib/time.js'
import { listOutgoing } from './find-outgoing.js'
import type { Intent, Outgoing, OutgoingState } from './outgoing.js'
import { planTransaction } from './plan-transaction.js'
import { markFailed } from './stores/progress-store.js'

let bench: OutgoingBench
const plannedOutgoings: Outgoing[] = []
beforeAll(async () => {
  bench = await createOutgoingBench({ call: async () => null, environment: {} })
  // Groups of three have the same creation time.
  for (let n = 0; n < 10; n += 1) {
    const ctx = { ...bench.ctx, now: () => unixMs(1_000 + Math.floor(n / 3)) }
    const { chainId, purpose, merchant, to, data, value, gas } = await bench.plan()
    const intent: Intent = {
      chainId,
      key: `listed:${n}`,
      purpose,
      merchant,
      to,
      data,
      value,
      gas,
    }
    plannedOutgoings.push(await planTransaction(ctx, intent))
  }
  await bench.ctx.db.query(`delete from outgoing_transactions where key like 'gift:%'`)
  for (const { id } of plannedOutgoings.slice(0, 4)) {
    await markFailed(bench.ctx.db, { id, error: 'no', keepsNonce: false })
  }
})
afterAll(() => bench.close())

async function listAll(state: OutgoingState | null, limit: number): Promise<string[]> {
  const ids: string[] = []
  let after = null
  do {
    const page: Awaited<ReturnType<typeof listOutgoing>> = await listOutgoing(bench.ctx.db, {
      state,
      after,
      limit,
    })
    expect(page.transactions.length).toBeLessThanOrEqual(limit)
    ids.push(...page.transactions.map(({ id }) => id))
    after = page.next
  } while (after)
  return ids
}

const newestFirst = (rows: Outgoing[]) =>
  rows.toSorted((a, b) => b.createdAt - a.createdAt || (a.id < b.id ? 1 : -1)).map(({ id }) => id)

describe('listOutgoing', () => {
  test('default', async () => {
    const page = await listOutgoing(bench.ctx.db, { state: null, after: null, limit: 50 })
    expect(page.transactions.map(({ id }) => id)).toEqual(newestFirst(plannedOutgoings))
    expect(page.next).toBeNull()
  })

  test.each([1, 3, 4, 10])('behavior: pages of %i contain everything once', async (limit) => {
    expect(await listAll(null, limit)).toEqual(newestFirst(plannedOutgoings))
  })

  test('behavior: filters by state', async () => {
    expect(await listAll('failed', 3)).toEqual(newestFirst(plannedOutgoings.slice(0, 4)))
    expect(await listAll('planned', 2)).toEqual(newestFirst(plannedOutgoings.slice(4)))
    expect(await listAll('final', 2)).toEqual([])
  })
})
