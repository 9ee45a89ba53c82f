import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { aPayment } from '../../../test/fixtures/payment.js'
import { aReceipt } from '../../../test/fixtures/receipt.js'
import { createTestContext, type TestContext } from '../../../test/harness.js'
import { cents } from '../../lib/money.js'
import { getDue } from './get-due.js'

let ctx: TestContext
beforeAll(async () => {
  ctx = await createTestContext()
})
afterAll(() => ctx.close())

describe('getDue', () => {
  test('default: subtracts the payments that count, and lets the database sum them', async () => {
    const receipt = aReceipt({ totalUsdCents: cents(100n) })
    const { chainId, token } = aPayment()
    const insert = (count: number, state: string, mismatch: string | null) =>
      ctx.db.query(
        `insert into payments (
           chain_id, tx_hash, log_index, merchant, receipt_id, kind, token, units, payout_address,
           block_number, block_hash, paid_at, state, mismatch, created_at
         )
         select $1, $2::text || $7 || coalesce($8, ''), n, $2, $3, 'deposit', $4, $5, $2, 7, '0x7', 0, $7, $8, 0
         from generate_series(1, $6::int) as n`,
        [chainId, receipt.merchant, receipt.id, token, 1_000n, count, state, mismatch],
      )
    await insert(100, 'confirmed', null)
    await insert(50, 'seen', null)
    await insert(7, 'orphaned', null)
    await insert(7, 'confirmed', 'wrong_payout')
    let maxActive = 0
    const db = {
      ...ctx.db,
      async query(...input: Parameters<typeof ctx.db.query>) {
        const result = await ctx.db.query(...input)
        maxActive = Math.max(maxActive, result.rows.length)
        return result
      },
    } as typeof ctx.db
    expect(await getDue({ db }, receipt)).toMatchObject({ paid: 150_000n, due: 850_000n })
    expect(maxActive).toBe(1)
  })
})
