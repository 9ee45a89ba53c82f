import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createTestContext, type TestContext } from '../../../../../test/harness.js'
import { countByState, maxCounted } from './summary-store.js'

let ctx: TestContext
beforeAll(async () => {
  ctx = await createTestContext()
})
afterAll(() => ctx.close())

const none = { planned: 0, signed: 0, sent: 0, mined: 0, reverted: 0, final: 0, failed: 0 }

async function insert(count: number, state: 'planned' | 'failed', chainId: number): Promise<void> {
  await ctx.db.query(
    `insert into outgoing_transactions
       (id, chain_id, key, purpose, priority, merchant, recipient, data, value, gas, created_at, state)
     select concat_ws('-', $2::text, $3::bigint, n), $3, concat($2::text, n), 'test', 1, '', '0x', '0x', 0, 1, 0, $2
     from generate_series(1, $1::int) as n`,
    [count, state, chainId],
  )
}

describe('countByState', () => {
  test('default: counts only the given chain', async () => {
    expect(await countByState(ctx.db, 1)).toEqual(none)
    await insert(3, 'planned', 1)
    await insert(2, 'failed', 1)
    await insert(1, 'planned', 2)
    expect(await countByState(ctx.db, 1)).toEqual({ ...none, planned: 3, failed: 2 })
    expect(await countByState(ctx.db, 2)).toEqual({ ...none, planned: 1 })
  })

  test('behavior: stops counting at the limit', async () => {
    await insert(maxCounted + 1, 'failed', 3)
    expect(await countByState(ctx.db, 3)).toEqual({ ...none, failed: maxCounted })
  })
})
